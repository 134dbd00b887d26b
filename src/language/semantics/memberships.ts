/**
 * The metaclass of the membership that owns an element, by its keywords, its kind and its position (KerML 8.2, SysML 8.2.2). Depends on no
 * names that need resolving.
 */
import type { AstNode } from '../generated/tree.js';
import { isMetaclass, metaclassOrUndefined, type Table } from './metaclass.js';
import { isKind, type MetaclassName } from './metaclasses.js';

const MEMBERSHIPS_BY_WORD: Table = {
    variant: 'VariantMembership',
    return: 'ReturnParameterMembership',
    member: 'OwningMembership',
    require: 'RequirementConstraintMembership',
    assume: 'RequirementConstraintMembership',
    frame: 'FramedConcernMembership',
    verify: 'RequirementVerificationMembership',
    render: 'ViewRenderingMembership',
    entry: 'StateSubactionMembership',
    do: 'StateSubactionMembership',
    exit: 'StateSubactionMembership'
};
const MEMBERSHIPS_BY_KIND: Table = {
    subject: 'SubjectMembership',
    actor: 'ActorMembership',
    stakeholder: 'StakeholderMembership',
    objective: 'ObjectiveMembership'
};
/** By the property of the owner that holds the node. */
const MEMBERSHIPS_BY_PLACE: Table = {
    ends: 'EndFeatureMembership',
    trigger: 'TransitionFeatureMembership',
    effect: 'TransitionFeatureMembership',
    thenAction: 'ParameterMembership',
    elseAction: 'ParameterMembership',
    bodyAction: 'ParameterMembership',
    condition: 'ParameterMembership',
    until: 'ParameterMembership',
    variable: 'FeatureMembership',
    crossFeature: 'OwningMembership',
    multiplicity: 'OwningMembership',
    thenMultiplicity: 'OwningMembership',
    range: 'OwningMembership',
    bounds: 'OwningMembership',
    filters: 'ElementFilterMembership',
    value: 'FeatureValue',
    prefixes: 'OwningMembership'
};

/** By the owner of a condition; the condition of a loop or branch is a parameter. */
const MEMBERSHIPS_OF_CONDITIONS: Table = { ElementFilter: 'ElementFilterMembership', ConditionalExpression: 'FeatureValue' };

/**
 * The metaclass of the membership that owns an element; undefined for root namespaces, imports, memberships, and nodes that no element owns
 * as a member.
 */
export function membershipOf(element: AstNode): MetaclassName | undefined {
    const owner = element.$container;
    if (owner === undefined || element.$type === 'FeatureValue' || metaclassOrUndefined(element) === undefined) {
        return undefined;
    }
    const place = element.$containerProperty;
    if (place !== undefined && place !== 'members') {
        return partMembership(element, owner, place);
    }
    switch (element.$type) {
        case 'Import':
        case 'Alias':
        case 'ElementFilter':
        case 'ResultExpression':
        case 'InitialNode':
            return undefined;
        case 'Package':
        case 'Definition':
        case 'Dependency':
        case 'Relationship':
        case 'Comment':
        case 'Documentation':
        case 'TextualRepresentation':
        case 'MetadataUsage':
        case 'Multiplicity':
            return 'OwningMembership';
        default: {
            const { membership, kind, isEnd } = element;
            const byWord = membership === undefined ? undefined : MEMBERSHIPS_BY_WORD[membership];
            if (byWord !== undefined) {
                return byWord;
            }
            if (owner.$type === 'RootNamespace' || owner.$type === 'Package') {
                return 'OwningMembership';
            }
            if (metaclassOrUndefined(element) === 'EnumerationUsage' && owner.kind === 'enum' && owner.$type === 'Definition') {
                return 'VariantMembership';
            }
            return (kind === undefined ? undefined : MEMBERSHIPS_BY_KIND[kind]) ?? (isEnd ? 'EndFeatureMembership' : 'FeatureMembership');
        }
    }
}

function partMembership(element: AstNode, owner: AstNode, place: string): MetaclassName | undefined {
    switch (place) {
        case 'ends':
            return owner.kind === 'message' ? 'ParameterMembership' : 'EndFeatureMembership';
        case 'payload':
            return owner.$type === 'FlowUsage' ? 'FeatureMembership' : 'ParameterMembership';
        case 'guard':
            return owner.$type === 'TransitionUsage' ? 'TransitionFeatureMembership' : 'ParameterMembership';
        case 'condition':
            return MEMBERSHIPS_OF_CONDITIONS[owner.$type] ?? 'ParameterMembership';
        case 'source':
            return 'Membership';
        case 'target':
            return element.$type === 'ConnectorEnd'
                ? 'EndFeatureMembership'
                : isMetaclass(element, 'Expression')
                  ? 'FeatureValue'
                  : 'ParameterMembership';
        case 'expression':
            return owner.$type === 'ResultExpression' ? 'ResultExpressionMembership' : 'FeatureValue';
        default:
            // an argument is the value of a parameter that has no node (KerML 8.2.5.8.1, SysML 8.2.2.17.4)
            return MEMBERSHIPS_BY_PLACE[place] ?? (isMetaclass(element, 'Expression') ? 'FeatureValue' : undefined);
    }
}

/** Whether a membership makes its member a feature of the owner (KerML 8.3.3.1.6). */
export function isFeatureMembership(membership: MetaclassName | undefined): boolean {
    return membership !== undefined && isKind(membership, 'FeatureMembership');
}
