/**
 * Questions about names that meet themselves: of cyclic imports and specializations. The second time they answer "nothing", and what was
 * answered below such a cut is not remembered. Knows no rule of resolution.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { factsOf, type NameNode } from './structure.js';
import { scopeOf } from './world.js';

/** How many questions are in progress (lookups, names, imports that are searched), and the outermost one that was met again. */
let depth = 0;
let lowestCut = Infinity;

export type Cache = 'local' | 'visible' | 'inherited';
/** Names that a namespace of the library remembers: it outlives the models that ask. */
const MOST_REMEMBERED = 1000;

/** What a namespace answers for a name: remembered, unless the answer rests on a question that met itself. */
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
    let isAnswered = false;
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
        isAnswered = true;
        return result;
    } finally {
        depth--;
        if (!isAnswered && depth === 0) {
            // it ended in an error (of the stack): the cuts below it concern nobody any more
            lowestCut = Infinity;
        }
        if (!isRemembered) {
            memo.delete(name);
        }
    }
}

/** The place where a namespace remembers its answer for a name, for searches that follow several namespaces without recursion. */
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

    /** The answer that is remembered; null for none, and while the question is in progress. */
    get known(): AstNode | null | undefined {
        const found = this.memo.get(this.name);
        if (typeof found === 'number') {
            cutAt(found);
            return null;
        }
        return found;
    }

    /** Says that the question is in progress, as part of the innermost one that is. */
    set(): void {
        this.memo.set(this.name, Math.max(0, depth - 1));
        this.isSet = true;
    }

    /** Takes back that the question is in progress, where nothing was remembered. */
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

/** Empties a memo but for the questions in progress. */
function forgetAnswers(memo: Map<string, AstNode | null | number>): void {
    for (const [name, answer] of memo) {
        if (typeof answer !== 'number') {
            memo.delete(name);
        }
    }
}

/** Whether a node is the library's: what is remembered on it outlives the models that ask. */
export function isOfLibrary(node: AstNode): boolean {
    const facts = factsOf(node);
    return (facts.isLibrary ??= scopeOf(node).isLibrary);
}

/** The names that are being looked for in the members that an import brings, each with the depth of the question that does. */
const searches = new Map<AstNode, Map<string, number>>();

/** Starts looking for a name in what an import brings; false where it is being looked for there already. */
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
 * Computes a fact of another kind, and remembers it unless it is part of a lookup in progress and rests on a cut: evaluating a filter
 * computes facts in the middle of a lookup.
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

/** Makes a search of imports a question of its own where none is in progress, so that those inside it know that it is around them. */
export function withinQuestion<T>(search: () => T): T {
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

/** Whether a lookup is in progress, so that what is computed now may rest on a cut. */
export function isLookupInProgress(): boolean {
    return depth > 0;
}

/** Says that the question of a depth was met again: nothing inside it may remember what comes of that. */
export function cutAt(question: number): void {
    lowestCut = Math.min(lowestCut, question);
}

/** The outermost question that was met again since the last call. The caller passes it on by {@link cutAt}. */
export function takeCut(): number {
    const taken = lowestCut;
    lowestCut = Infinity;
    return taken;
}

/** Says that a question has met itself, and that nothing in progress may remember what comes of it. */
export function cut(): void {
    cutAt(0);
}

/** The names that are being resolved, each with its depth. */
const resolving = new Map<AstNode, number>();

/** Says that a name was met again while it is being resolved. */
export function cutAtName(node: AstNode): void {
    cutAt(resolving.get(node) ?? 0);
}

/**
 * What a name node leads to: computed once, and remembered unless it rests on a question around it that was met again. `Facts.isResolving`
 * says that it is being computed.
 * @param inCycle what it leads to where it, or a question around it, was met again; that is remembered
 */
export function resolvedOnce<N extends NameNode>(
    node: N,
    compute: (node: N) => AstNode | undefined,
    inCycle?: (node: N) => AstNode | undefined
): AstNode | undefined {
    const facts = factsOf(node);
    const outerCut = lowestCut;
    const mine = depth++;
    let isAnswered = false;
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
        isAnswered = true;
        return found;
    } finally {
        depth--;
        resolving.delete(node);
        if (!isAnswered) {
            lowestCut = outerCut;
        }
        facts.isResolving = false;
    }
}

/** Whether no question has met itself since the name node in progress was asked for: its absence may be remembered. */
export function isUncut(): boolean {
    return lowestCut === Infinity;
}
