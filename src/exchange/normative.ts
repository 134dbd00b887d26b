/**
 * The packages of the standard library and the normative ids of their members (contract: conversion 4.7). Depends on the packages' names
 * only, not on a model.
 */
import { MEMBERSHIP_OF, normativePackageId, type Standard, uuid5 } from './ids.js';

/** Packages of the Kernel libraries (KerML 9). */
const KERML =
    'Base BaseFunctions BooleanFunctions Clocks CollectionFunctions Collections ComplexFunctions ControlFunctions ControlPerformances DataFunctions ' +
    'FeatureReferencingPerformances IntegerFunctions KerML Links Metaobjects NaturalFunctions NumericalFunctions Objects Observation OccurrenceFunctions ' +
    'Occurrences Performances RationalFunctions RealFunctions ScalarFunctions ScalarValues SequenceFunctions SpatialFrames StatePerformances ' +
    'StringFunctions Transfers TransitionPerformances TrigFunctions Triggers VectorFunctions VectorValues';
/** Packages of the Systems and Domain libraries (SysML 9). */
const SYSML =
    'Actions Allocations AnalysisCases AnalysisTooling Attributes Calculations Cases CausationConnections CauseAndEffect Connections Constraints ' +
    'DerivationConnections Flows ISQ ISQAcoustics ISQAtomicNuclear ISQBase ISQCharacteristicNumbers ISQChemistryMolecular ISQCondensedMatter ' +
    'ISQElectromagnetism ISQInformation ISQLight ISQMechanics ISQSpaceTime ISQThermodynamics ImageMetadata Interfaces Items MeasurementRefCalculations ' +
    'MeasurementReferences Metadata ModelingMetadata ParametersOfInterestMetadata Parts Ports Quantities QuantityCalculations RequirementDerivation ' +
    'Requirements RiskMetadata SI SIPrefixes SampledFunctions ShapeItems SpatialItems StandardViewDefinitions StateSpaceRepresentation States SysML ' +
    'TensorCalculations Time TradeStudies USCustomaryUnits UseCases VectorCalculations VerificationCases Views';

const STANDARDS: ReadonlyMap<string, Standard> = new Map([
    ...KERML.split(' ').map(name => [name, 'KerML'] as const),
    ...SYSML.split(' ').map(name => [name, 'SysML'] as const)
]);
const packageIds = new Map<string, string>();

/** The id of a root package of the standard library; undefined for any other name. */
export function standardPackageId(name: string): string | undefined {
    let id = packageIds.get(name);
    const standard = STANDARDS.get(name);
    if (id === undefined && standard !== undefined) {
        packageIds.set(name, (id = normativePackageId(standard, name)));
    }
    return id;
}

/**
 * The id of a named element of the standard library.
 * @param path the names from the package to the element, each as normativeSegment spells it
 * @returns undefined if the first name is not a package of the standard library
 */
export function normativeId(path: readonly string[]): string | undefined {
    const packageId = standardPackageId(path[0]);
    return packageId === undefined ? undefined : path.length === 1 ? packageId : uuid5(packageId, path.join('::'));
}

/** The id of the membership that owns the element at a path. */
export function normativeMembershipId(path: readonly string[]): string | undefined {
    const packageId = standardPackageId(path[0]);
    return packageId === undefined ? undefined : uuid5(packageId, path.join('::') + MEMBERSHIP_OF);
}

/** The name, without folder, of the standard's own XMI file for a library package; undefined for any other package. */
export function standardFile(name: string): string | undefined {
    const standard = STANDARDS.get(name);
    return standard === undefined ? undefined : `${name}.${standard.toLowerCase()}x`;
}

/**
 * Positions of aliases among the owned relationships of their package in the standard's own text, counting from 1. Other files of the
 * standard's XMI refer to these aliases by ids that contain the position (KerML 8.3.2.1.2 path).
 */
const PLACES_OF_ALIASES: ReadonlyMap<string, number> = new Map([
    ['ISQSpaceTime::TimeUnit', 87],
    ['ISQSpaceTime::TimeValue', 88],
    ['ISQSpaceTime::time', 89]
]);

/** The position of an alias in a package, in the standard's own text of the library; undefined if unknown. */
export function placeOfAlias(packageName: string, alias: string): number | undefined {
    return PLACES_OF_ALIASES.get(`${packageName}::${alias}`);
}
