/**
 * Specialization: the declared and implied generals of types and their consequences (KerML 8.3.3.1). Results are memoized on the node; a
 * request that depends on itself (a cycle in the model) returns the partial result.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { Fact, factsOf, isFeature, isType, type NameNode } from './structure.js';
import { resolve } from './names.js';
import { impliedForPart, impliedRelationships } from './implied.js';
import type { ImpliedRelationship } from './implied-relationship.js';
import { semanticQuery } from './query.js';
import { scopeOf } from './world.js';

const NONE: readonly never[] = Object.freeze([]);

/** Relationships that make a type specialize their target. */
const GENERALIZING = new Set([
    'Specialization',
    'Subclassification',
    'FeatureTyping',
    'Subsetting',
    'ReferenceSubsetting',
    'Redefinition',
    'Conjugation',
    'FeatureChaining'
]);

/** The name nodes of a type's declared specializations in textual order; the reference of `perform x` and the like comes first. */
export function declaredSpecializationsOf(type: AstNode): readonly NameNode[] {
    if (type.$type === 'ConnectorEnd' || type.$type === 'PrefixMetadata') {
        return [type];
    }
    const { reference, typing, relationships = NONE } = type;
    if (reference === undefined && typing === undefined && relationships.every(isGeneralizing)) {
        return relationships;
    }
    const nodes: NameNode[] = [];
    if (reference !== undefined) {
        nodes.push(reference);
    }
    if (typing !== undefined) {
        nodes.push(typing);
    }
    return nodes.concat(relationships.filter(isGeneralizing));
}

/** Whether a relationship is a specialization: of several chainings only the last (KerML 8.3.3.3.4 typingFeatures). */
const isGeneralizing = ({ $type }: AstNode, at: number, relationships: readonly AstNode[]): boolean =>
    GENERALIZING.has($type) && ($type !== 'FeatureChaining' || !relationships.slice(at + 1).some(r => r.$type === $type));

/** The declared generals of a type; unresolved ones are left out. */
export function declaredGeneralsOf(type: AstNode): readonly AstNode[] {
    const facts = factsOf(type);
    if (facts.declaredGenerals === undefined) {
        const generals: AstNode[] = [];
        let isComplete = true;
        for (const node of declaredSpecializationsOf(type)) {
            const target = resolve(node);
            if (target !== undefined && target !== type && isType(target) && !generals.includes(target)) {
                generals.push(target);
            }
            // cut by a cycle: not memoized
            isComplete &&= factsOf(node).target !== undefined;
        }
        const relationships = additionalGenerals(type);
        for (const target of relationships) {
            if (!generals.includes(target)) {
                generals.push(target);
            }
        }
        if (!isComplete) {
            return generals;
        }
        // a copy has no spare capacity: there are many of these
        facts.declaredGenerals = generals.length === 0 ? NONE : generals.slice();
    }
    return facts.declaredGenerals;
}

/** Generals of specializations that are separate elements in the namespace of the type: `subtype A :> B;`. */
function additionalGenerals(type: AstNode): readonly AstNode[] {
    const elements = type.$container === undefined ? NONE : relationshipElementsOf(type.$container);
    if (elements.length === 0) {
        return NONE;
    }
    const found: AstNode[] = [];
    for (const { kind, source, target } of elements) {
        if (SPECIALIZING_ELEMENTS.has(kind) && resolve(source) === type) {
            const general = resolve(target);
            if (general !== undefined && general !== type) {
                found.push(general);
            }
        }
    }
    return found;
}
const SPECIALIZING_ELEMENTS = new Set(['subtype', 'subclassifier', 'typing', 'subset', 'redefinition', 'conjugate']);

const RELATIONSHIP_ELEMENTS = new Fact<readonly ast.Relationship[]>('relationship elements');
/** Number of members up to which a scan is faster than a memo. */
const FEW = 16;

/** The members of a namespace that are relationships declared as elements. */
function relationshipElementsOf(namespace: AstNode): readonly ast.Relationship[] {
    // use the index if there is one: `members` would read the whole library namespace
    const { $memberIndex } = namespace;
    if ($memberIndex !== undefined) {
        return $memberIndex.ofType('Relationship');
    }
    const { members = NONE } = namespace;
    if (members.length <= FEW) {
        return members.some(isRelationshipElement) ? members.filter(isRelationshipElement) : NONE;
    }
    return RELATIONSHIP_ELEMENTS.of(namespace) ?? RELATIONSHIP_ELEMENTS.set(namespace, members.filter(isRelationshipElement));
}

const isRelationshipElement = (member: AstNode): member is ast.Relationship => member.$type === 'Relationship';

/** The implied relationships of a type, including redundant ones. */
export function impliedRelationshipsOf(type: AstNode): readonly ImpliedRelationship[] {
    const facts = factsOf(type);
    if (facts.implied === undefined) {
        // Names in a value or an annotation of the type must not see the specializations that it implies.
        const isOutermost = !facts.isSpecializing;
        facts.isSpecializing = true;
        try {
            facts.implied = impliedRelationships(type, semanticQuery);
        } finally {
            facts.isSpecializing = !isOutermost;
        }
    }
    return facts.implied as readonly ImpliedRelationship[];
}

/** The generals of the model that a type specializes by user-defined keywords or annotations (KerML 8.4.4.13). */
export function semanticGeneralsOf(type: AstNode): readonly AstNode[] {
    const { prefixes = NONE, members = NONE } = type;
    if (prefixes.length === 0 && !members.some(m => m.$type === 'MetadataUsage')) {
        return NONE;
    }
    return impliedRelationshipsOf(type).flatMap(({ constraint, target }) =>
        constraint !== 'checkMetadataFeatureSemanticSpecialization' || typeof target === 'string' || target === type ? [] : [target]
    );
}

/** The direct generals of a type: declared ones, then implied ones that no earlier general implies (KerML 8.4.2). */
export function generalsOf(type: AstNode): readonly AstNode[] {
    const facts = factsOf(type);
    if (facts.generals !== undefined) {
        return facts.generals;
    }
    const declared = declaredGeneralsOf(type);
    if (facts.isSpecializing) {
        return declared;
    }
    facts.isSpecializing = true;
    try {
        let generals: AstNode[] | undefined;
        for (const implied of impliedRelationshipsOf(type)) {
            const target = typeof implied.target === 'string' ? scopeOf(type).libraryElement(implied.target) : implied.target;
            if (target === undefined || target === type || declared.includes(target) || generals?.includes(target)) {
                continue;
            }
            if (implied.kind !== 'redefinition' && isImpliedBy(generals ?? declared, target, type)) {
                continue;
            }
            (generals ??= [...declared]).push(target);
        }
        const result = generals?.slice() ?? declared;
        if (facts.declaredGenerals !== undefined) {
            facts.generals = result;
        }
        return result;
    } finally {
        facts.isSpecializing = false;
    }
}

/** Whether one of the generals of a type, other than the type itself, conforms to a target. */
function isImpliedBy(generals: readonly AstNode[], target: AstNode, type: AstNode): boolean {
    for (const general of generals) {
        if (general !== type && conformsTo(general, target)) {
            return true;
        }
    }
    return false;
}

/**
 * The generals of a type without those that one of its parts implies (its value, or an annotation), for names in that part. Undefined if
 * the part implies none.
 */
export function generalsForPart(part: AstNode, type: AstNode): readonly AstNode[] | undefined {
    const implied = impliedForPart(part, type, semanticQuery)?.flatMap(
        ({ target }) => (typeof target === 'string' ? scopeOf(type).libraryElement(target) : target) ?? []
    );
    return implied && [...declaredGeneralsOf(type), ...implied];
}

/** Limit of the size of memoized supertype sets: those of a chain of thousands of types would exhaust the memory. */
const REMEMBERED_SUPERTYPES = 512;

/** A type and its generals, direct and indirect; each precedes its own generals. */
export function supertypesOf(type: AstNode): ReadonlySet<AstNode> {
    const facts = factsOf(type);
    if (facts.supertypes !== undefined) {
        return facts.supertypes;
    }
    const all = new Set<AstNode>();
    const work = [type];
    let isComplete = true;
    for (let t = work.pop(); t !== undefined; t = work.pop()) {
        if (all.has(t)) {
            continue;
        }
        const { supertypes } = factsOf(t);
        if (supertypes !== undefined) {
            supertypes.forEach(s => all.add(s));
            continue;
        }
        all.add(t);
        const generals = generalsOf(t);
        isComplete &&= factsOf(t).generals !== undefined;
        for (let i = generals.length - 1; i >= 0; i--) {
            work.push(generals[i]);
        }
    }
    if (isComplete && all.size <= REMEMBERED_SUPERTYPES) {
        facts.supertypes = all;
    }
    return all;
}

/**
 * Whether a type is another type or specializes it. Supertype sets are memoized only for types that others specialize; most features of a
 * model are not specialized, and are one step from such a type.
 */
export function conformsTo(type: AstNode, other: AstNode): boolean {
    return type === other || specializes(type, other, 0);
}

function specializes(type: AstNode, other: AstNode, steps: 0 | 1): boolean {
    const { supertypes, librarySupertypes } = factsOf(type);
    if (supertypes !== undefined) {
        return supertypes.has(other);
    }
    const isOfLibrary = (factsOf(other).isLibrary ??= scopeOf(other).isLibrary);
    if (steps > 0 || type.$type === 'Definition') {
        return isOfLibrary ? (librarySupertypes ?? librarySupertypesOf(type)).has(other) : supertypesOf(type).has(other);
    }
    for (const general of generalsOf(type)) {
        if (general === other || specializes(general, other, 1)) {
            return true;
        }
    }
    return false;
}

const supertypesInProgress = new Set<AstNode>();

/**
 * The library supertypes of a type. Most queries need only these. Types that specialize one another share the set, so that a chain of
 * thousands of types needs only one.
 */
function librarySupertypesOf(type: AstNode): ReadonlySet<AstNode> {
    return librarySupertypesAlong(type) ?? librarySupertypesOnCircle(type);
}

/** The library supertypes, computed by recursion; undefined if the recursion meets a type in progress. */
function librarySupertypesAlong(type: AstNode): ReadonlySet<AstNode> | undefined {
    const facts = factsOf(type);
    if (facts.librarySupertypes !== undefined) {
        return facts.librarySupertypes;
    }
    facts.isLibrary ??= scopeOf(type).isLibrary;
    if (facts.isLibrary) {
        return supertypesOf(type);
    }
    if (supertypesInProgress.has(type)) {
        return undefined;
    }
    if (supertypesInProgress.size >= SHORT_CHAIN && !isComputingChain && !beginFarAway(type)) {
        return undefined;
    }
    supertypesInProgress.add(type);
    try {
        const all = computeLibrarySupertypes(type);
        if (all !== undefined && facts.generals !== undefined) {
            facts.librarySupertypes = all;
        }
        return all;
    } finally {
        supertypesInProgress.delete(type);
    }
}

function computeLibrarySupertypes(type: AstNode): ReadonlySet<AstNode> | undefined {
    let all: ReadonlySet<AstNode> | undefined;
    let own: Set<AstNode> | undefined;
    for (const general of generalsOf(type)) {
        const others = librarySupertypesAlong(general);
        if (others === undefined) {
            return undefined;
        }
        if (all === undefined) {
            all = others;
        } else if (others !== all) {
            for (const t of others) {
                if (!all.has(t)) {
                    own ??= new Set(all);
                    own.add(t);
                    all = own;
                }
            }
        }
    }
    return all ?? NO_TYPES;
}

/** The library supertypes of a type that is in a cycle of specializations, or specializes a type in one: visits each type once. */
function librarySupertypesOnCircle(type: AstNode): ReadonlySet<AstNode> {
    const all = new Set<AstNode>();
    const reached = new Set([type]);
    const specials = new Map<AstNode, AstNode[]>();
    let isComplete = true;
    for (const t of reached) {
        const facts = factsOf(t);
        facts.isLibrary ??= scopeOf(t).isLibrary;
        const found = facts.librarySupertypes ?? (facts.isLibrary ? supertypesOf(t) : undefined);
        if (found !== undefined) {
            found.forEach(s => all.add(s));
            continue;
        }
        const generals = generalsOf(t);
        isComplete &&= facts.generals !== undefined;
        for (const general of generals) {
            reached.add(general);
            const known = specials.get(general);
            if (known === undefined) {
                specials.set(general, [t]);
            } else {
                known.push(t);
            }
        }
    }
    if (isComplete) {
        // All types of the cycle have the same library supertypes.
        const circle = new Set([type]);
        for (const t of circle) {
            factsOf(t).librarySupertypes = all;
            specials.get(t)?.forEach(special => circle.add(special));
        }
    }
    return all;
}

const NO_TYPES: ReadonlySet<AstNode> = new Set<AstNode>();

/** Limit of the depth of the recursion. */
const SHORT_CHAIN = 64;

/**
 * Computes a long chain of generals from its end, so that the recursion of each step stays short.
 * @returns false if the chain contains a type in progress: it is a cycle and has no end
 */
function beginFarAway(type: AstNode): boolean {
    const chain = new Set<AstNode>([type]);
    for (const t of chain) {
        for (const general of declaredGeneralsOf(t)) {
            if (supertypesInProgress.has(general)) {
                return false;
            }
            if (factsOf(general).librarySupertypes === undefined && !(factsOf(general).isLibrary ??= scopeOf(general).isLibrary)) {
                chain.add(general);
            }
        }
    }
    isComputingChain = true;
    try {
        for (const t of [...chain].slice(1).reverse()) {
            librarySupertypesOf(t);
        }
    } finally {
        isComputingChain = false;
    }
    return true;
}

/** Whether a chain is being computed; a cyclic chain has no end to start from. */
let isComputingChain = false;

/** Whether a type conforms to a library element; false when there is no such element. */
export function conformsToLibrary(type: AstNode, qualifiedName: string): boolean {
    const target = scopeOf(type).libraryElement(qualifiedName);
    return target !== undefined && conformsTo(type, target);
}

/** The features that a feature directly redefines, explicitly or by implication. */
export function redefinedFeaturesOf(feature: AstNode): readonly AstNode[] {
    const facts = factsOf(feature);
    if (facts.redefined === undefined) {
        const found: AstNode[] = [];
        let isComplete = true;
        for (const r of feature.relationships ?? []) {
            if (r.$type === 'Redefinition') {
                const target = resolve(r);
                if (target !== undefined) {
                    found.push(target);
                } else if (factsOf(r).target === undefined) {
                    isComplete = false;
                }
            }
        }
        if (isFeature(feature)) {
            for (const implied of impliedRelationshipsOf(feature)) {
                if (implied.kind === 'redefinition') {
                    const target = typeof implied.target === 'string' ? scopeOf(feature).libraryElement(implied.target) : implied.target;
                    if (target !== undefined && !found.includes(target)) {
                        found.push(target);
                    }
                }
            }
        }
        if (!isComplete) {
            return found;
        }
        facts.redefined = found.length === 0 ? NONE : found;
    }
    return facts.redefined;
}

/** The features that a feature directly subsets as declared, including redefinitions and references. */
export function subsettedFeaturesOf(feature: AstNode): readonly AstNode[] {
    return declaredGeneralsOf(feature).filter(isFeature);
}

/**
 * The types of a feature (KerML 8.3.3.3.4 `Feature::type`): its own and those of its generals, without types that another one specializes.
 * A definition is its own type.
 */
export function typesOf(feature: AstNode): readonly AstNode[] {
    if (!isFeature(feature)) {
        return [feature];
    }
    const facts = factsOf(feature);
    if (facts.types !== undefined) {
        return facts.types;
    }
    const found: AstNode[] = [];
    const seen = new Set<AstNode>([feature]);
    const collect = (f: AstNode): void => {
        for (const general of generalsOf(f)) {
            if (seen.has(general)) {
                continue;
            }
            seen.add(general);
            if (isFeature(general)) {
                collect(general);
            } else if (!found.includes(general)) {
                found.push(general);
            }
        }
    };
    collect(feature);
    const most = found.length < 2 ? found : found.filter(t => !found.some(o => o !== t && conformsTo(o, t) && !conformsTo(t, o)));
    const types = most.slice(); // a copy without spare capacity
    if (facts.generals !== undefined) {
        facts.types = types;
    }
    return types;
}
