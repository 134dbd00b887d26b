/** What rows, columns and criteria of tables are in document queries (contract: migration 11, views 6.4 and 6.5). */
import type { Link } from '../../uml-model.js';

/** Metaclasses of v2 that elements of a metaclass of UML are written as. */
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

/** The same for stereotypes of SysML. */
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
 * The metaclass of v2 that a metaclass of UML or a stereotype of SysML is written as; `Element` for all, undefined for what has none.
 * @param stereotypeName name that the document records for the id of a stereotype
 */
export function metaclassOfRows(link: Link, stereotypeName: (id: string) => string | undefined): string | undefined {
    const [resource, fragment = ''] = 'id' in link ? ['', link.id] : link.href.split('#');
    const path = 'href' in link ? link.path.split('::').at(-1)! : '';
    const name = path || stereotypeName(fragment) || fragment.replace(/^.*[./]/, '');
    if (/UML[\w.]*\.(xmi|uml|ecore)$/i.test(resource)) {
        return ANY.has(name) ? 'Element' : METACLASSES[name];
    }
    return STEREOTYPES[name] ?? (path === '' ? undefined : METACLASSES[name]);
}

/** Whether rows are instances of any classifier. */
export const isInstances = (link: Link): boolean => 'href' in link && /#(.*[./])?InstanceSpecification$/.test(link.href);

/** Columns that are properties of rows. */
export const PROPERTIES: Readonly<Record<string, string>> = {
    name: 'name',
    documentation: 'documentation',
    owner: 'owner',
    type: 'type',
    isAbstract: 'isAbstract',
    id: 'shortName',
    text: 'documentation'
};

/** Columns of relationships that show what they relate: roles of connectors, ends of associations, clients and suppliers. */
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

/** A relationship of queries. Where v1 runs against it, the direction is turned round. */
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

/** The relationship that a criterion names: `Satisfy`, `Relation:Satisfy`, `«Satisfy»`; undefined for one that queries do not know. */
export function relationOf(criterion: string): Relation | undefined {
    const name = criterion
        .replace(/^.*[:.]/, '')
        .replace(/[^A-Za-z]/g, '')
        .toLowerCase();
    return Object.hasOwn(RELATIONS, name) ? RELATIONS[name] : undefined;
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
