/**
 * Relationships of a model by their kinds (contract: views 6.5), each from where it goes to where it leads; and the operations along them.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { metadataOf, metadataTypeOf } from '../../language/semantics/annotations.js';
import { resolve } from '../../language/semantics/names.js';
import { conformsToLibrary } from '../../language/semantics/specialization.js';
import { isDefinition, isUsage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { declaredTypesOf, isA } from '../../runtime/evaluation/index.js';
import { isVerificationCase, verifiedBy } from '../../runtime/verification/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { Asking } from '../asking.js';
import { allElements } from '../elements.js';
import { definitionFault } from '../faults.js';
import type { Call } from '../queries/call.js';
import { type Rows, withRows } from '../queries/result.js';
import { distinct, ElementRow, labelOf, type Row } from '../rows.js';
import { wordsOf } from '../../language/closed-lists.js';

export const DIRECTIONS = ['outgoing', 'incoming'] as const;
export type Direction = (typeof DIRECTIONS)[number];

type Pair = readonly [from: AstNode | undefined, to: AstNode | undefined];

/** What one declaration relates. */
type Relating = (element: AstNode) => readonly Pair[];

/** The relationships in the heading of a declaration. */
const stated =
    (...types: readonly string[]): Relating =>
    element =>
        (element.relationships ?? []).filter(r => types.includes(r.$type)).map(r => [element, resolve(r)]);

/** What a usage refers to in place of a name of its own: `perform x`, `satisfy r`. */
function referred(element: AstNode): readonly Pair[] {
    const { reference } = element;
    return reference === undefined ? [] : [[element, resolve(reference)]];
}

/** What the ends of a connector are attached to. */
function attached(connector: AstNode): (AstNode | undefined)[] {
    const { ends = [] } = connector;
    return ends.length > 0
        ? ends.map(end => resolve(end))
        : bodyEnds(connector).map(end => {
              const [reference] = end.relationships.filter(r => r.$type === 'ReferenceSubsetting');
              return reference === undefined ? undefined : resolve(reference);
          });
}

const bodyEnds = (connector: AstNode): ast.Usage[] => ownedMembersOf(connector).filter((m): m is ast.Usage => isUsage(m) && m.isEnd);

/** From the first end to each other one. */
function joined(connector: AstNode): Pair[] {
    const [first, ...others] = attached(connector);
    return others.map(other => [first, other]);
}

const isAnnotated = (element: AstNode, metadata: string): boolean =>
    metadataOf(element).some(annotation => {
        const type = metadataTypeOf(annotation);
        return type !== undefined && conformsToLibrary(type, metadata);
    });

const DERIVATION = 'RequirementDerivation::';

/**
 * Requirements that a connection derives from another one: marks or what the ends subset decide, the end that
 * is left over has the other role.
 */
function derived(element: AstNode): readonly Pair[] {
    const isDerivation =
        isA(element, 'ConnectionUsage') &&
        (conformsToLibrary(element, 'DerivationConnections::Derivation') || isAnnotated(element, `${DERIVATION}DerivationMetadata`));
    if (!isDerivation) {
        return [];
    }
    const roles = bodyEnds(element).map(roleOf);
    const targets = attached(element);
    const original = roles.indexOf('original') >= 0 ? roles.indexOf('original') : targets.findIndex((_, i) => roles[i] !== 'derived');
    return targets.flatMap((target, i): Pair[] => (i === original ? [] : [[targets[original], target]]));
}

function roleOf(end: ast.Usage): 'original' | 'derived' | undefined {
    if (
        isAnnotated(end, `${DERIVATION}OriginalRequirementMetadata`) ||
        conformsToLibrary(end, 'DerivationConnections::originalRequirements')
    ) {
        return 'original';
    }
    return isAnnotated(end, `${DERIVATION}DerivedRequirementMetadata`) ||
        conformsToLibrary(end, 'DerivationConnections::derivedRequirements')
        ? 'derived'
        : undefined;
}

/** The requirement that a satisfaction refers to; without one, those that the requirement in its place subsets, or itself. */
function satisfiedBy(satisfaction: ast.SatisfyRequirementUsage): readonly (AstNode | undefined)[] {
    if (satisfaction.reference !== undefined) {
        return [resolve(satisfaction.reference)];
    }
    const subset = satisfaction.relationships.filter(r => r.$type === 'Subsetting').map(r => resolve(r));
    return subset.length === 0 ? [satisfaction] : subset;
}

/** What a relationship relates, from the first end on: ends of a connector, clients and suppliers of a dependency. */
function relatedBy(element: AstNode): readonly [sources: readonly (AstNode | undefined)[], targets: readonly (AstNode | undefined)[]] {
    if (element.$type === 'Dependency') {
        return [element.clients.map(c => resolve(c)), element.suppliers.map(s => resolve(s))];
    }
    const ends = isDefinition(element) ? bodyEnds(element).map(end => declaredTypesOf(end)[0]) : attached(element);
    return [ends.slice(0, 1), ends.slice(1)];
}

/** Properties of relationships, by their names in the metamodel. */
export const ENDS = ['relatedElement', 'source', 'target'];

/** What the ends of a relationship are attached to; none for what is no relationship. @param property one of {@link ENDS} */
export function endsOf(element: AstNode, property: string): ElementRow[] {
    const [sources, targets] = relatedBy(element);
    const ends = property === 'source' ? sources : property === 'target' ? targets : [...sources, ...targets];
    return ends.flatMap(end => (end === undefined ? [] : [new ElementRow(end)]));
}

const KINDS = {
    specialization: element => (isDefinition(element) ? stated('Subclassification', 'Specialization')(element) : []),
    subsetting: element => [...stated('Subsetting', 'ReferenceSubsetting')(element), ...(isUsage(element) ? referred(element) : [])],
    redefinition: stated('Redefinition'),
    typing: stated('FeatureTyping'),
    connection: element => (isA(element, 'ConnectionUsage') && !isA(element, 'AllocationUsage') ? joined(element) : []),
    allocation: element => (isA(element, 'AllocationUsage') ? joined(element) : []),
    satisfaction: element => {
        if (element.$type !== 'SatisfyRequirementUsage') {
            return [];
        }
        const satisfying = element.subject === undefined ? ownerOf(element) : resolve(element.subject);
        return satisfiedBy(element).map((requirement): Pair => [satisfying, requirement]);
    },
    verification: element => (isVerificationCase(element) ? verifiedBy(element).map((r): Pair => [element, r]) : []),
    derivation: derived,
    refinement: element => {
        if (element.$type !== 'Dependency' || !isAnnotated(element, 'ModelingMetadata::Refinement')) {
            return [];
        }
        const { clients, suppliers } = element;
        return clients.flatMap(c => suppliers.map((s): Pair => [resolve(c), resolve(s)]));
    }
} as const satisfies Record<string, Relating>;

export type RelationshipKind = keyof typeof KINDS;
export const RELATIONSHIP_KINDS = wordsOf(KINDS);

type Index = Readonly<Record<Direction, ReadonlyMap<AstNode, readonly AstNode[]>>>;

/** The relationships of a model, by kind; facts of the model, found when they are first asked for. */
const indexes = new WeakMap<Model, Map<RelationshipKind, Index>>();

function indexOf(asking: Asking, kind: RelationshipKind): Index {
    let kinds = indexes.get(asking.model);
    if (kinds === undefined) {
        indexes.set(asking.model, (kinds = new Map<RelationshipKind, Index>()));
    }
    let index = kinds.get(kind);
    if (index === undefined) {
        const [outgoing, incoming] = [new Map<AstNode, AstNode[]>(), new Map<AstNode, AstNode[]>()];
        const relate: Relating = KINDS[kind];
        for (const element of allElements(asking)) {
            for (const [from, to] of relate(element)) {
                if (from !== undefined && to !== undefined) {
                    add(outgoing, from, to);
                    add(incoming, to, from);
                }
            }
        }
        kinds.set(kind, (index = { outgoing, incoming }));
    }
    return index;
}

function add(map: Map<AstNode, AstNode[]>, key: AstNode, value: AstNode): void {
    const values = map.get(key);
    if (values === undefined) {
        map.set(key, [value]);
    } else {
        values.push(value);
    }
}

/**
 * What rows lead to along relationships of a kind, breadth first, without the rows themselves unless they are reached.
 * @throws QueryFault
 */
export function relatedTo(asking: Asking, rows: readonly Row[], kind: RelationshipKind, direction: Direction, depth: number): ElementRow[] {
    const next = indexOf(asking, kind)[direction];
    const found = new Set<AstNode>();
    let level = rows.map(elementOf);
    for (let steps = 0; steps < depth && level.length > 0; steps++) {
        const reached: AstNode[] = [];
        for (const target of level.flatMap(element => next.get(element) ?? [])) {
            asking.visit();
            if (!found.has(target)) {
                found.add(target);
                reached.push(target);
            }
        }
        level = reached;
    }
    return [...found].map(e => new ElementRow(e));
}

/** @throws QueryFault for a row that is no element */
function elementOf(row: Row): AstNode {
    if (row.kind === 'element') {
        return row.element;
    }
    throw definitionFault(`${row.kind}-row`, `${labelOf(row)} is no element, and relationships are between elements`);
}

/** The arguments that say which relationships. */
function along(call: Call): readonly [RelationshipKind, Direction, number] {
    return [call.word('relationshipKind', RELATIONSHIP_KINDS), call.word('direction', DIRECTIONS), call.depth('maxDepth')];
}

export function relatedElements(call: Call): Rows {
    return { rows: distinct(relatedTo(call.asking, call.rows('source').rows, ...along(call))) };
}

export function whereRelated(call: Call): Rows {
    const source = call.rows('source');
    const [way, exists] = [along(call), call.flag('exists')];
    return withRows(
        source,
        source.rows.filter(row => relatedTo(call.asking, [row], ...way).length > 0 === exists)
    );
}
