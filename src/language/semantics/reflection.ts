/**
 * Elements as instances of their metaclasses: the values of meta-attributes for conditions on the model level (KerML 8.4.4.9.8, rule 4).
 * Excludes inherited values and values known only to tools (`elementId`, memberships, implied relationships).
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resultParameterOf } from './expression-types.js';
import { directionOf, featuringOwnerOf, isComposite } from './features.js';
import { isVariable } from './featuring.js';
import { isMetaclass, isMetaclassConforming } from './metaclass.js';
import { isMetaclassName, type MetaclassName } from './metaclasses.js';
import { resolve } from './names.js';
import { nameOf, notationNameOf } from './naming.js';
import { ownedMembersNamed } from './owned-members.js';
import { redefinedFeaturesOf, typesOf } from './specialization.js';
import {
    isAlias,
    isFeature,
    isImport,
    isPackage,
    isUsage,
    ownedFeaturesOf,
    ownedMembersOf,
    ownerOf,
    owningNamespaceOf
} from './structure.js';
import { fieldOf } from '../syntax/index.js';

/** A value of a meta-attribute; a string is a text or the name of an enumerated value. */
export type ReflectiveValue = boolean | string | AstNode;

type Values = readonly (ReflectiveValue | undefined)[];

const flag = (name: keyof ast.Usage | keyof ast.Package): ((element: AstNode) => Values) => {
    return element => [fieldOf(element, name) === true];
};
const word = (name: keyof ast.Usage | keyof ast.TextualRepresentation | keyof ast.Comment): ((element: AstNode) => Values) => {
    return element => {
        const value = fieldOf(element, name);
        return [typeof value === 'string' ? value : undefined];
    };
};
const own = (metaclass: MetaclassName): ((element: AstNode) => Values) => {
    return element => elementsIn(element).filter(m => isMetaclass(m, metaclass));
};
const ownFeatures = (metaclass: MetaclassName): ((element: AstNode) => Values) => {
    return element => featuresIn(element).filter(f => isMetaclass(f, metaclass));
};
const ownerThat = (metaclass: MetaclassName): ((element: AstNode) => Values) => {
    return element => [featuringOwnerOf(element)].filter(o => o !== undefined && isMetaclass(o, metaclass));
};

/** The elements that a namespace owns as members. */
function elementsIn(namespace: AstNode): readonly AstNode[] {
    return ownedMembersOf(namespace).filter(
        m => !isImport(m) && !isAlias(m) && isMetaclass(m, 'Element') && !isMetaclass(m, 'Relationship')
    );
}

function featuresIn(type: AstNode): readonly AstNode[] {
    return ownedFeaturesOf(type).filter(f => featuringOwnerOf(f) === type);
}

/** The features with a direction; for a behavior its parameters, including the result. */
function directedIn(type: AstNode): readonly AstNode[] {
    return featuresIn(type).filter(f => directionOf(f) !== undefined);
}

/** The relationships of a kind that a type owns. */
const relationshipsIn = (metaclass: MetaclassName): ((type: AstNode) => Values) => {
    return type => (type.relationships ?? []).filter(r => isMetaclass(r, metaclass));
};
/** The targets of a kind of relationships that a type owns. */
const relatedBy = (metaclass: MetaclassName): ((type: AstNode) => Values) => {
    return type => (type.relationships ?? []).filter(r => isMetaclass(r, metaclass)).map(r => resolve(r));
};
const typesThat = (is: (type: AstNode) => boolean): ((feature: AstNode) => Values) => {
    return feature => (isFeature(feature) ? typesOf(feature).filter(is) : []);
};

/** The target of a relationship. */
const relatedElement = (relationship: AstNode): Values =>
    (relationship.$container?.relationships ?? []).filter(r => r === relationship).map(r => resolve(r));

/** The subject that a case or requirement declares. */
const subjectOf = (type: AstNode): Values => featuresIn(type).filter(f => isUsage(f) && f.kind === 'subject');

/** The short name: declared, else that of the naming feature of an unnamed element (KerML 8.3.2.1.2 effectiveShortName). */
export function shortNameOf(element: AstNode): string | undefined {
    const { name, shortName } = element;
    const [redefined] = name === undefined && shortName === undefined && isFeature(element) ? redefinedFeaturesOf(element) : [];
    return redefined === undefined ? shortName : shortNameOf(redefined);
}

function isInLibraryPackage(element: AstNode): boolean {
    for (let e: AstNode | undefined = element; e !== undefined; e = ownerOf(e)) {
        if (isPackage(e) && e.isLibrary) {
            return true;
        }
    }
    return false;
}

const isVariation = (element: AstNode): boolean => element.isVariation === true || isMetaclass(element, 'EnumerationDefinition');

/** Reads a meta-attribute; undefined where it cannot be determined. */
type Reader = (element: AstNode) => Values | undefined;

/** The meta-attributes by their declaring metaclasses. */
const ATTRIBUTES: Readonly<Partial<Record<MetaclassName, Readonly<Record<string, Reader>>>>> = {
    Element: {
        declaredName: word('name'),
        declaredShortName: word('shortName'),
        name: e => [nameOf(e)],
        shortName: e => [shortNameOf(e)],
        qualifiedName: e => [notationNameOf(e)],
        isLibraryElement: e => [isInLibraryPackage(e)],
        owner: e => [ownerOf(e)],
        owningNamespace: e => [owningNamespaceOf(e)],
        ownedElement: elementsIn,
        documentation: own('Documentation'),
        textualRepresentation: own('TextualRepresentation')
    },
    TextualRepresentation: { language: word('language') },
    Comment: { locale: word('locale') },
    Namespace: { ownedMember: elementsIn },
    LibraryPackage: { isStandard: flag('isStandard') },
    Type: {
        isAbstract: e => [e.isAbstract === true || isVariation(e)],
        isSufficient: e => [e.isSufficient === true || isMetaclass(e, 'ConnectionDefinition')],
        ownedSpecialization: relationshipsIn('Specialization'),
        unioningType: relatedBy('Unioning'),
        intersectingType: relatedBy('Intersecting'),
        differencingType: relatedBy('Differencing'),
        isConjugated: e => [e.relationships?.some(r => r.$type === 'Conjugation') === true],
        ownedFeature: e => (isMetaclass(e, 'FlowEnd') ? undefined : featuresIn(e)),
        directedFeature: directedIn,
        input: e => directedIn(e).filter(f => directionOf(f) !== 'out'),
        output: e => directedIn(e).filter(f => directionOf(f) !== 'in'),
        ownedEndFeature: e => featuresIn(e).filter(f => f.isEnd)
    },
    Behavior: { parameter: directedIn },
    Step: { parameter: directedIn },
    Function: { result: e => [resultParameterOf(e)] },
    Expression: { result: e => [resultParameterOf(e)] },
    Feature: {
        direction: e => [directionOf(e)],
        isComposite: e => [isComposite(e)],
        isConstant: e => [fieldOf(e, 'isConstant') === true || (fieldOf(e, 'isEnd') === true && isVariable(e))],
        isDerived: flag('isDerived'),
        isEnd: e => [fieldOf(e, 'isEnd') === true || isMetaclass(e, 'FlowEnd')],
        isOrdered: flag('isOrdered'),
        isPortion: e => [e.isPortion === true || e.portionKind !== undefined],
        isUnique: e => [e.isNonunique !== true],
        isVariable: e => [isVariable(e)],
        type: typesOf,
        ownedReferenceSubsetting: relationshipsIn('ReferenceSubsetting'),
        ownedCrossSubsetting: relationshipsIn('CrossSubsetting'),
        featuringType: e => [featuringOwnerOf(e)],
        owningType: e => [featuringOwnerOf(e)]
    },
    Definition: {
        isVariation: e => [isVariation(e)],
        ownedUsage: ownFeatures('Usage'),
        ownedAttribute: ownFeatures('AttributeUsage'),
        ownedItem: ownFeatures('ItemUsage'),
        ownedPart: ownFeatures('PartUsage'),
        ownedPort: ownFeatures('PortUsage'),
        ownedAction: ownFeatures('ActionUsage'),
        ownedState: ownFeatures('StateUsage'),
        ownedRequirement: ownFeatures('RequirementUsage'),
        ownedConstraint: ownFeatures('ConstraintUsage')
    },
    Usage: {
        isVariation: e => [isVariation(e)],
        isReference: e => [!isComposite(e)],
        mayTimeVary: e => [isVariable(e)],
        definition: typesOf,
        owningDefinition: ownerThat('Definition'),
        owningUsage: ownerThat('Usage'),
        nestedUsage: ownFeatures('Usage'),
        nestedAttribute: ownFeatures('AttributeUsage'),
        nestedItem: ownFeatures('ItemUsage'),
        nestedPart: ownFeatures('PartUsage'),
        nestedPort: ownFeatures('PortUsage'),
        nestedAction: ownFeatures('ActionUsage'),
        nestedState: ownFeatures('StateUsage'),
        nestedRequirement: ownFeatures('RequirementUsage'),
        nestedConstraint: ownFeatures('ConstraintUsage')
    },
    OccurrenceDefinition: { isIndividual: flag('isIndividual') },
    OccurrenceUsage: {
        isIndividual: flag('isIndividual'),
        portionKind: word('portionKind'),
        individualDefinition: typesThat(t => t.isIndividual === true)
    },
    PartUsage: { partDefinition: typesThat(t => isMetaclass(t, 'PartDefinition')) },
    Specialization: { general: relatedElement, specific: e => [e.$container] },
    CaseDefinition: { subjectParameter: subjectOf },
    CaseUsage: { subjectParameter: subjectOf },
    RequirementDefinition: { reqId: word('shortName'), subjectParameter: subjectOf },
    RequirementUsage: { reqId: word('shortName'), subjectParameter: subjectOf },
    StateDefinition: { isParallel: flag('isParallel') },
    StateUsage: { isParallel: flag('isParallel') },
    Invariant: { isNegated: flag('isNegated') }
};

/** Whether a feature is a meta-attribute: a feature of a type of the reflective libraries. */
export function isReflective(feature: AstNode): boolean {
    const name = feature.$container?.name;
    return name !== undefined && isMetaclassName(name) && isUsage(feature) && isMetaclass(feature.$container, 'Metaclass');
}

/**
 * The values that an element has for a meta-attribute.
 * @param feature a feature of a reflective metaclass
 * @returns undefined when the element is no instance of that metaclass, or where the value cannot be determined
 */
export function reflectiveValues(element: AstNode, feature: AstNode): readonly ReflectiveValue[] | undefined {
    const metaclass = feature.$container;
    if (metaclass === undefined || !isMetaclassConforming(element, metaclass)) {
        return undefined;
    }
    const values = readerOf(feature)?.(element);
    return values?.filter(v => v !== undefined).map(v => (typeof v === 'string' ? enumerated(feature, v) : v));
}

/**
 * The reader of a meta-attribute: of its own name, else of the attribute that it redefines (`PartUsage::partDefinition` is
 * `Usage::definition`).
 */
function readerOf(feature: AstNode): Reader | undefined {
    const { name, $container: owner } = feature;
    const attributes = owner?.name !== undefined && isMetaclassName(owner.name) ? ATTRIBUTES[owner.name] : undefined;
    if (attributes !== undefined && name !== undefined && Object.hasOwn(attributes, name)) {
        return attributes[name];
    }
    return redefinedFeaturesOf(feature)
        .map(readerOf)
        .find(r => r !== undefined);
}

/** The enumerated value of a name (`FeatureDirectionKind::in`); the string itself for a text attribute. */
function enumerated(feature: AstNode, name: string): ReflectiveValue {
    for (const type of typesOf(feature)) {
        const [value] = ownedMembersNamed(type, name);
        if (value !== undefined) {
            return value;
        }
    }
    return name;
}
