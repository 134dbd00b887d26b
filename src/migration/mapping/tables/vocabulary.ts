/**
 * Translates the types, columns and criteria of tables to the vocabulary of document queries (contract: migration 11, views 6.4 and 6.5).
 */
import { entryFor } from '../../../language/closed-lists.js';
import type { Link } from '../../uml-model.js';

/** v2 metaclass for each UML metaclass. */
const METACLASSES: Readonly<Record<string, string>> = {
    Activity: 'ActionDefinition',
    Actor: 'PartUsage',
    Association: 'ConnectionDefinition',
    AssociationClass: 'ConnectionDefinition',
    Class: 'OccurrenceDefinition',
    Comment: 'Comment',
    Connector: 'ConnectorAsUsage',
    Constraint: 'ConstraintUsage',
    DataType: 'AttributeDefinition',
    Dependency: 'Dependency',
    Enumeration: 'EnumerationDefinition',
    EnumerationLiteral: 'EnumerationUsage',
    InstanceSpecification: 'OccurrenceDefinition',
    Interface: 'PortDefinition',
    Model: 'Package',
    Operation: 'ActionDefinition',
    Package: 'Package',
    Port: 'PortUsage',
    PrimitiveType: 'AttributeDefinition',
    Property: 'Usage',
    Signal: 'ItemDefinition',
    State: 'StateUsage',
    StateMachine: 'StateDefinition',
    Stereotype: 'MetadataDefinition',
    Transition: 'TransitionUsage',
    UseCase: 'UseCaseUsage'
};

/** v2 metaclass for each SysML stereotype. */
const STEREOTYPES: Readonly<Record<string, string>> = {
    AbstractRequirement: 'RequirementUsage',
    Block: 'PartDefinition',
    ConstraintBlock: 'ConstraintDefinition',
    ConstraintProperty: 'ConstraintUsage',
    FlowPort: 'PortUsage',
    FullPort: 'PortUsage',
    InterfaceBlock: 'PortDefinition',
    PartProperty: 'PartUsage',
    ProxyPort: 'PortUsage',
    Requirement: 'RequirementUsage',
    TestCase: 'VerificationCaseDefinition',
    ValueProperty: 'AttributeUsage',
    ValueType: 'AttributeDefinition',
    View: 'ViewUsage',
    Viewpoint: 'ViewpointUsage'
};

const ANY = new Set(['Element', 'NamedElement', 'PackageableElement']);

/**
 * Returns the v2 metaclass for a UML metaclass or SysML stereotype; `Element` for any element, undefined without an equivalent.
 * @param stereotypeName returns the name that the documents record for the id of a stereotype
 */
export function metaclassOfRows(link: Link, stereotypeName: (id: string) => string | undefined): string | undefined {
    const [resource, fragment = ''] = 'id' in link ? ['', link.id] : link.href.split('#');
    const path = 'href' in link ? link.path.split('::').at(-1)! : '';
    const name = path || stereotypeName(fragment) || fragment.replace(/^.*[./]/, '');
    if (/UML[\w.]*\.(xmi|uml|ecore)$/i.test(resource)) {
        return ANY.has(name) ? 'Element' : entryFor(METACLASSES, name);
    }
    return entryFor(STEREOTYPES, name) ?? (path === '' ? undefined : entryFor(METACLASSES, name));
}

/** Whether the rows are instances of any classifier. */
export const isInstances = (link: Link): boolean => 'href' in link && /#(.*[./])?InstanceSpecification$/.test(link.href);

/** Columns that show a property of the rows. */
export const PROPERTIES: Readonly<Record<string, string>> = {
    name: 'name',
    documentation: 'documentation',
    owner: 'owner',
    type: 'type',
    isAbstract: 'isAbstract',
    id: 'shortName',
    text: 'documentation'
};

/** Columns of relationships that show the related elements: roles of connectors, ends of associations, clients and suppliers. */
export const ENDS: Readonly<Record<string, string>> = {
    end: 'relatedElement',
    memberEnd: 'relatedElement',
    relatedElement: 'relatedElement',
    client: 'source',
    source: 'source',
    supplier: 'target',
    target: 'target'
};

export type Direction = 'outgoing' | 'incoming';

/** A relationship in queries. `isReversed`: the v1 relationship has the opposite direction. */
export interface Relation {
    readonly kind: string;
    readonly isReversed: boolean;
}

/** Relationships by their names in criteria. */
const RELATIONS: Readonly<Record<string, Relation>> = {
    satisfy: { kind: 'satisfaction', isReversed: false },
    verify: { kind: 'verification', isReversed: false },
    refine: { kind: 'refinement', isReversed: false },
    derive: { kind: 'derivation', isReversed: true },
    derivereqt: { kind: 'derivation', isReversed: true },
    allocate: { kind: 'allocation', isReversed: false },
    allocation: { kind: 'allocation', isReversed: false },
    generalization: { kind: 'specialization', isReversed: false }
};

/** Returns the relationship that a criterion names, such as `Satisfy`, `Relation:Satisfy` or `«Satisfy»`; undefined for an unknown one. */
export function relationOf(criterion: string): Relation | undefined {
    const name = criterion
        .replace(/^.*[:.]/, '')
        .replace(/[^A-Za-z]/g, '')
        .toLowerCase();
    return entryFor(RELATIONS, name);
}

/** Columns of requirements that list related elements. */
export const RELATED: Readonly<Record<string, readonly [kind: string, direction: Direction]>> = {
    satisfiedby: ['satisfaction', 'incoming'],
    verifiedby: ['verification', 'incoming'],
    refinedby: ['refinement', 'incoming'],
    derived: ['derivation', 'outgoing'],
    derivedfrom: ['derivation', 'incoming'],
    satisfies: ['satisfaction', 'outgoing'],
    verifies: ['verification', 'outgoing'],
    refines: ['refinement', 'outgoing'],
    allocatedto: ['allocation', 'outgoing'],
    allocatedfrom: ['allocation', 'incoming']
};
