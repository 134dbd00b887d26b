/**
 * Lookups that depend on themselves through cyclic imports and specializations. The second occurrence of a lookup in progress returns no
 * result (a cut), and results that depend on a cut are not memoized. Does not depend on the rules of resolution.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { factsOf, type NameNode } from './structure.js';
import { scopeOf } from './world.js';

/** The number of lookups in progress (of members, names, imports), and the depth of the outermost one that was cut. */
let depth = 0;
let lowestCut = Infinity;

export type Cache = 'local' | 'visible' | 'inherited';
/** Limit of the names memoized on a namespace of the library, which outlives the models. */
const MOST_REMEMBERED = 1000;

/** The member of a namespace for a name, memoized unless the result depends on a cut. */
export function memoized(
    namespace: AstNode,
    cache: Cache,
    name: string,
    compute: (namespace: AstNode, name: string) => AstNode | undefined
): AstNode | undefined {
    const memo = (factsOf(namespace)[cache] ??= new Map<string, AstNode | null | number>());
    const found = memo.get(name);
    if (typeof found === 'number') {
        lowestCut = Math.min(lowestCut, found);
        return undefined;
    }
    if (found !== undefined) {
        return found ?? undefined;
    }
    spend();
    const mine = depth++;
    let isRemembered = false;
    let isCompleted = false;
    try {
        memo.set(name, mine);
        const result = compute(namespace, name);
        if (lowestCut >= mine) {
            lowestCut = Infinity;
            if (memo.size >= MOST_REMEMBERED && isOfLibrary(namespace)) {
                forgetAnswers(memo);
            }
            memo.set(name, result ?? null);
            isRemembered = true;
        }
        isCompleted = true;
        return result;
    } finally {
        depth--;
        if (!isCompleted && depth === 0) {
            // the computation threw (stack overflow), so cuts inside it are irrelevant
            lowestCut = Infinity;
        }
        if (!isRemembered) {
            memo.delete(name);
        }
    }
}

/** The memo of a namespace for a name, for searches that follow several namespaces without recursion. */
export class Mark {
    private readonly memo: Map<string, AstNode | null | number>;
    private isSet = false;

    constructor(
        private readonly namespace: AstNode,
        cache: Cache,
        private readonly name: string
    ) {
        this.memo = factsOf(namespace)[cache] ??= new Map<string, AstNode | null | number>();
    }

    /** The memoized result; null for no member, and while the lookup is in progress. */
    get known(): AstNode | null | undefined {
        const found = this.memo.get(this.name);
        if (typeof found === 'number') {
            cutAt(found);
            return null;
        }
        return found;
    }

    /** Marks the lookup as in progress, as part of the innermost one. */
    set(): void {
        this.memo.set(this.name, Math.max(0, depth - 1));
        this.isSet = true;
    }

    /** Removes the mark, where no result was memoized. */
    clear(): void {
        if (this.isSet) {
            this.memo.delete(this.name);
            this.isSet = false;
        }
    }

    remember(answer: AstNode | undefined): void {
        this.isSet = false;
        if (this.memo.size >= MOST_REMEMBERED && isOfLibrary(this.namespace)) {
            forgetAnswers(this.memo);
        }
        this.memo.set(this.name, answer ?? null);
    }
}

/** Clears a memo, except for lookups in progress. */
function forgetAnswers(memo: Map<string, AstNode | null | number>): void {
    for (const [name, answer] of memo) {
        if (typeof answer !== 'number') {
            memo.delete(name);
        }
    }
}

/** Whether a node belongs to the library; its memo outlives the models. */
export function isOfLibrary(node: AstNode): boolean {
    const facts = factsOf(node);
    return (facts.isLibrary ??= scopeOf(node).isLibrary);
}

/** The names being looked up in the members of each import, with the depth of their lookups. */
const searches = new Map<AstNode, Map<string, number>>();

/** Starts the lookup of a name in an import. @returns false where that lookup is already in progress */
export function enterSearch(node: ast.Import, name: string): boolean {
    let depths = searches.get(node);
    if (depths === undefined) {
        searches.set(node, (depths = new Map<string, number>()));
    }
    const present = depths.get(name);
    if (present !== undefined) {
        cutAt(present);
        return false;
    }
    depths.set(name, Math.max(0, depth - 1));
    return true;
}

export function leaveSearch(node: ast.Import, name: string): void {
    const depths = searches.get(node);
    depths?.delete(name);
    if (depths?.size === 0) {
        searches.delete(node);
    }
}

/**
 * Computes a value and memoizes it, unless it is computed during a lookup and depends on a cut: evaluating a filter computes values during
 * a lookup.
 */
export function rememberedUnlessCut<T>(compute: () => T, remember: (value: T) => void): T {
    if (depth === 0) {
        const value = compute();
        remember(value);
        return value;
    }
    const outerCut = lowestCut;
    lowestCut = Infinity;
    try {
        const value = compute();
        if (isUncut()) {
            remember(value);
        }
        return value;
    } finally {
        lowestCut = Math.min(lowestCut, outerCut);
    }
}

/** Runs a search of imports within a lookup: if none is in progress, the search counts as one, so that nested lookups are cut correctly. */
export function withinLookup<T>(search: () => T): T {
    if (depth > 0) {
        return search();
    }
    depth++;
    try {
        return search();
    } finally {
        depth--;
        lowestCut = Infinity;
    }
}

/** Whether a lookup is in progress, so that results may depend on a cut. */
export function isLookupInProgress(): boolean {
    return depth > 0;
}

/** Records a cut of the lookup at a depth: results of the lookups inside it must not be memoized. */
export function cutAt(level: number): void {
    lowestCut = Math.min(lowestCut, level);
}

/** Takes the depth of the outermost cut since the last call. The caller passes it on by {@link cutAt}. */
export function takeCut(): number {
    const taken = lowestCut;
    lowestCut = Infinity;
    return taken;
}

/** Records a cut of the outermost lookup: no result in progress may be memoized. */
export function cut(): void {
    cutAt(0);
}

/** The names being resolved, with their depths. */
const resolving = new Map<AstNode, number>();

/** Records the cut of a name that is being resolved. */
export function cutAtName(node: AstNode): void {
    cutAt(resolving.get(node) ?? 0);
}

/**
 * The element of a name node, computed once and memoized unless it depends on a cut of an enclosing lookup. `Facts.isResolving` marks the
 * computation.
 * @param inCycle computes the element where this or an enclosing lookup was cut; its result is memoized
 */
export function resolvedOnce<N extends NameNode>(
    node: N,
    compute: (node: N) => AstNode | undefined,
    inCycle?: (node: N) => AstNode | undefined
): AstNode | undefined {
    const facts = factsOf(node);
    const outerCut = lowestCut;
    const mine = depth++;
    let isCompleted = false;
    spend();
    try {
        facts.isResolving = true;
        resolving.set(node, mine);
        lowestCut = Infinity;
        let found = compute(node);
        if (lowestCut <= mine && inCycle !== undefined) {
            found = inCycle(node);
            facts.target = found ?? null;
        }
        if (lowestCut >= mine) {
            facts.target = found ?? null;
            lowestCut = outerCut;
        } else {
            lowestCut = Math.min(lowestCut, outerCut);
        }
        isCompleted = true;
        return found;
    } finally {
        depth--;
        resolving.delete(node);
        if (!isCompleted) {
            lowestCut = outerCut;
        }
        facts.isResolving = false;
    }
}

/** Whether no cut has occurred since the resolution of the current name began, so that its absence may be memoized. */
export function isUncut(): boolean {
    return lowestCut === Infinity;
}
