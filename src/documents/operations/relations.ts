/** The relationships of a model by kind (contract: views 6.5), each from source to target, and the operations that follow them. */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { metadataOf, metadataTypeOf } from '../../language/semantics/annotations.js';
import { resolve } from '../../language/semantics/names.js';
import { conformsToLibrary } from '../../language/semantics/specialization.js';
import { isDefinition, isUsage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { declaredTypesOf, isA } from '../../runtime/evaluation/index.js';
import { isVerificationCase, verifiedBy } from '../../runtime/verification/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { QueryContext } from '../query-context.js';
import { allElements } from '../elements.js';
import { definitionFault } from '../faults.js';
import type { Call } from '../queries/call.js';
import { type Rows, withRows } from '../queries/result.js';
import { distinct, ElementRow, labelOf, type Row } from '../rows.js';
import { wordsOf } from '../../language/closed-lists.js';

export const DIRECTIONS = ['outgoing', 'incoming'] as const;
export type Direction = (typeof DIRECTIONS)[number];

type Pair = readonly [from: AstNode | undefined, to: AstNode | undefined];

/** Reads the source–target pairs that one declaration establishes. */
type PairReader = (element: AstNode) => readonly Pair[];

/** The relationships that the heading of a declaration states. */
const stated =
    (...types: readonly string[]): PairReader =>
    element =>
        (element.relationships ?? []).filter(r => types.includes(r.$type)).map(r => [element, resolve(r)]);

/** The element that a usage references instead of declaring a name: `perform x`, `satisfy r`. */
function referred(element: AstNode): readonly Pair[] {
    const { reference } = element;
    return reference === undefined ? [] : [[element, resolve(reference)]];
}

/** The elements at the ends of a connector. */
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

/** Pairs of the first end with each other end. */
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
 * The derived requirements of a derivation connection, each with its original. Metadata or subsetting determines the role of an end; if no
 * end is marked as the original, it is the first end that is not marked as derived.
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

/** The requirement that a satisfaction references; without a reference, the requirements that it subsets, or the satisfaction itself. */
function satisfiedBy(satisfaction: ast.SatisfyRequirementUsage): readonly (AstNode | undefined)[] {
    if (satisfaction.reference !== undefined) {
        return [resolve(satisfaction.reference)];
    }
    const subset = satisfaction.relationships.filter(r => r.$type === 'Subsetting').map(r => resolve(r));
    return subset.length === 0 ? [satisfaction] : subset;
}

/** The sources and targets of a relationship: the ends of a connector, or the clients and suppliers of a dependency. */
function relatedBy(element: AstNode): readonly [sources: readonly (AstNode | undefined)[], targets: readonly (AstNode | undefined)[]] {
    if (element.$type === 'Dependency') {
        return [element.clients.map(c => resolve(c)), element.suppliers.map(s => resolve(s))];
    }
    const ends = isDefinition(element) ? bodyEnds(element).map(end => declaredTypesOf(end)[0]) : attached(element);
    return [ends.slice(0, 1), ends.slice(1)];
}

/** Properties of relationships, by their names in the metamodel. */
export const ENDS = ['relatedElement', 'source', 'target'];

/** The elements at the ends of a relationship; empty for any other element. @param property one of {@link ENDS} */
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
} as const satisfies Record<string, PairReader>;

export type RelationshipKind = keyof typeof KINDS;
export const RELATIONSHIP_KINDS = wordsOf(KINDS);

type Index = Readonly<Record<Direction, ReadonlyMap<AstNode, readonly AstNode[]>>>;

/** The relationships of a model by kind, computed on first use and valid for the life of the model. */
const indexes = new WeakMap<Model, Map<RelationshipKind, Index>>();

function indexOf(context: QueryContext, kind: RelationshipKind): Index {
    let kinds = indexes.get(context.model);
    if (kinds === undefined) {
        indexes.set(context.model, (kinds = new Map<RelationshipKind, Index>()));
    }
    let index = kinds.get(kind);
    if (index === undefined) {
        const [outgoing, incoming] = [new Map<AstNode, AstNode[]>(), new Map<AstNode, AstNode[]>()];
        const relate: PairReader = KINDS[kind];
        for (const element of allElements(context)) {
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
 * The elements that `rows` reach along relationships of a kind, breadth first. It includes elements of `rows` only if a relationship
 * reaches them.
 * @throws QueryFault
 */
export function relatedTo(
    context: QueryContext,
    rows: readonly Row[],
    kind: RelationshipKind,
    direction: Direction,
    depth: number
): ElementRow[] {
    const next = indexOf(context, kind)[direction];
    const found = new Set<AstNode>();
    let level = rows.map(elementOf);
    for (let steps = 0; steps < depth && level.length > 0; steps++) {
        const reached: AstNode[] = [];
        for (const target of level.flatMap(element => next.get(element) ?? [])) {
            context.visit();
            if (!found.has(target)) {
                found.add(target);
                reached.push(target);
            }
        }
        level = reached;
    }
    return [...found].map(e => new ElementRow(e));
}

/** @throws QueryFault for a row that is not an element */
function elementOf(row: Row): AstNode {
    if (row.kind === 'element') {
        return row.element;
    }
    throw definitionFault(`${row.kind}-row`, `${labelOf(row)} is no element, and relationships are between elements`);
}

/** The arguments that select relationships. */
function selectionOf(call: Call): readonly [RelationshipKind, Direction, number] {
    return [call.word('relationshipKind', RELATIONSHIP_KINDS), call.word('direction', DIRECTIONS), call.depth('maxDepth')];
}

export function relatedElements(call: Call): Rows {
    return { rows: distinct(relatedTo(call.context, call.rows('source').rows, ...selectionOf(call))) };
}

export function whereRelated(call: Call): Rows {
    const source = call.rows('source');
    const [way, exists] = [selectionOf(call), call.flag('exists')];
    return withRows(
        source,
        source.rows.filter(row => relatedTo(call.context, [row], ...way).length > 0 === exists)
    );
}
