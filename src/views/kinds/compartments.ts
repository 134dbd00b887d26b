/** The compartment of the graphical notation for each kind of feature (SysML 8.2.3.6). */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { metaclassOrUndefined } from '../../language/semantics/metaclass.js';
import { conformsToLibrary } from '../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { isA } from '../../runtime/evaluation/index.js';
import { restates } from './structure.js';

const BY_METACLASS: Readonly<Record<string, string>> = {
    AttributeUsage: 'attributes',
    EnumerationUsage: 'enums',
    OccurrenceUsage: 'occurrences',
    EventOccurrenceUsage: 'occurrences',
    ItemUsage: 'items',
    PartUsage: 'parts',
    PortUsage: 'ports',
    ConnectionUsage: 'connections',
    InterfaceUsage: 'interfaces',
    AllocationUsage: 'allocations',
    BindingConnectorAsUsage: 'bindings',
    FlowUsage: 'flows',
    SuccessionFlowUsage: 'flows',
    SuccessionAsUsage: 'successions',
    ActionUsage: 'actions',
    PerformActionUsage: 'perform actions',
    StateUsage: 'states',
    ExhibitStateUsage: 'exhibit states',
    TransitionUsage: 'transitions',
    CalculationUsage: 'calcs',
    ConstraintUsage: 'constraints',
    AssertConstraintUsage: 'assert constraints',
    RequirementUsage: 'requirements',
    SatisfyRequirementUsage: 'satisfy requirements',
    ConcernUsage: 'concerns',
    CaseUsage: 'cases',
    AnalysisCaseUsage: 'analyses',
    VerificationCaseUsage: 'verifications',
    UseCaseUsage: 'use cases',
    IncludeUseCaseUsage: 'include use cases',
    ViewUsage: 'views',
    ViewpointUsage: 'viewpoints',
    RenderingUsage: 'rendering',
    MetadataUsage: 'metadata',
    ReferenceUsage: 'features',
    Feature: 'features'
};

const BY_KIND: Readonly<Record<string, string>> = {
    subject: 'subject',
    actor: 'actors',
    stakeholder: 'stakeholders',
    objective: 'objective'
};
const BY_MEMBERSHIP: Readonly<Record<string, string>> = {
    require: 'require constraints',
    assume: 'assume constraints',
    frame: 'frames',
    verify: 'verifies',
    variant: 'variants',
    return: 'result',
    entry: 'entry',
    do: 'do',
    exit: 'exit'
};

/** The compartment for the verification methods of a case: metadata whose values are lines. */
const VERIFICATION_METHODS = 'verification methods';

/** The compartment of its owner in which the notation writes a feature; empty for a feature that is not written in a compartment. */
export function compartmentOf(element: AstNode): string {
    if (!isUsage(element)) {
        return element.$type === 'MetadataUsage' ? compartmentOfMetadata(element) : '';
    }
    if (element.$container.$type === 'MetadataUsage' && compartmentOfMetadata(element.$container) === VERIFICATION_METHODS) {
        return VERIFICATION_METHODS;
    }
    const { kind, membership, portionKind, isIndividual } = element;
    if (portionKind !== undefined) {
        return portionKind === 'snapshot' ? 'snapshots' : 'timeslices';
    }
    if (isIndividual) {
        return 'individuals';
    }
    return BY_KIND[kind ?? ''] ?? BY_MEMBERSHIP[membership ?? ''] ?? compartmentByMetaclass(element);
}

/** The features of a connection, other than its ends, that are compartment lines. */
export function featuresBesideEnds(connection: AstNode): AstNode[] {
    return ownedMembersOf(connection).filter(
        m => isUsage(m) && m.$containerProperty === 'members' && m.isEnd !== true && compartmentOf(m) !== ''
    );
}

/** The compartment of a usage whose keywords determine none: that of its metaclass, unless it is an end or has a direction. */
function compartmentByMetaclass(usage: ast.Usage): string {
    const { direction, isEnd } = usage;
    const metaclass = metaclassOrUndefined(usage) ?? '';
    if (isEnd === true && metaclass !== 'PortUsage') {
        return 'ends';
    }
    if (direction !== undefined && metaclass !== 'PortUsage') {
        const owner = ownerOf(usage)!;
        if (isA(owner, 'ActionDefinition') || isA(owner, 'ActionUsage')) {
            return 'parameters';
        }
        return metaclass === 'AttributeUsage' ? BY_METACLASS[metaclass] : 'directed features';
    }
    return BY_METACLASS[restates(usage, 'AttributeUsage') ? 'AttributeUsage' : metaclass] ?? '';
}

/** Verification methods have a compartment; other metadata are notes and keywords. */
function compartmentOfMetadata(metadata: AstNode): string {
    return conformsToLibrary(metadata, 'VerificationCases::VerificationMethod') ? VERIFICATION_METHODS : BY_METACLASS.MetadataUsage;
}
