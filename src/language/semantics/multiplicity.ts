/** Multiplicities: the bounds that a feature declares or inherits (KerML 8.3.3.1.6, 8.4.4.12). */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isUsage } from './structure.js';
import { spanOf } from '../syntax/index.js';
import { resolve } from './names.js';
import { scopeOf } from './world.js';

/** A bound: a number, Infinity for `*`, undefined for a bound that is no literal. */
export type Bound = number | undefined;
export interface Bounds {
    readonly lower: Bound;
    readonly upper: Bound;
}

/** The bounds of a range: `[n]` is `n..n`, `[*]` is `0..*`. */
export function boundsOfRange(range: ast.MultiplicityRange): Bounds {
    const [first, second] = range.bounds.map(boundOf);
    if (range.bounds.length === 1) {
        return { lower: first === Infinity ? 0 : first, upper: first };
    }
    return { lower: first, upper: second };
}

function boundOf(expression: AstNode): Bound {
    switch (expression.$type) {
        case 'LiteralInteger':
            return Number(expression.value);
        case 'LiteralInfinity':
            return Infinity;
        default:
            return undefined;
    }
}

/** The range that a type declares in its notation, or by a subset of a named multiplicity (`: X [m]`, `multiplicity :> m`). */
export function declaredRangeOf(type: AstNode): ast.MultiplicityRange | undefined {
    const { multiplicity, members } = type;
    if (multiplicity !== undefined) {
        return multiplicity;
    }
    for (const m of members ?? []) {
        if (m.$type === 'Multiplicity') {
            return rangeOfMultiplicity(m, 0);
        }
    }
    return undefined;
}

function rangeOfMultiplicity(m: ast.Multiplicity, depth: number): ast.MultiplicityRange | undefined {
    if (m.range !== undefined || depth > 20) {
        return m.range;
    }
    const target = m.relationships.length > 0 ? resolve(m.relationships[0]) : undefined;
    return target?.$type === 'Multiplicity' ? rangeOfMultiplicity(target, depth + 1) : undefined;
}

/** The bounds that an element declares. */
export function declaredBoundsOf(type: AstNode): Bounds | undefined {
    const range = declaredRangeOf(type);
    return range === undefined ? undefined : boundsOfRange(range);
}

/**
 * The multiplicity that holds for a feature: its own, else that of the first feature that it redefines and that has one, directly or
 * indirectly; without any, `1..1` (SysML 8.4.2 default multiplicity).
 */
export function effectiveBoundsOf(feature: AstNode): Bounds {
    return inheritedBounds(feature, new Set()) ?? DEFAULT;
}
const DEFAULT: Bounds = { lower: 1, upper: 1 };

function inheritedBounds(feature: AstNode, seen: Set<AstNode>): Bounds | undefined {
    if (seen.has(feature)) {
        return undefined;
    }
    seen.add(feature);
    const own = declaredBoundsOf(feature);
    if (own !== undefined) {
        return own;
    }
    const redefinitions = isUsage(feature) ? feature.relationships.filter(r => r.$type === 'Redefinition') : [];
    for (const r of redefinitions) {
        const target = resolve(r);
        const bounds = target === undefined ? undefined : inheritedBounds(target, seen);
        if (bounds !== undefined) {
            return bounds;
        }
    }
    return undefined;
}

/** The multiplicities that a succession written with `then` states at its ends. */
export interface ThenMultiplicities {
    readonly source?: ast.MultiplicityRange;
    readonly target?: ast.MultiplicityRange;
}

/**
 * The multiplicities beside a `then`: `[2] then b;` and `then [2] action b;` state that of the source end, `then [2] b;` that of the target
 * end (SysML 8.2.2.9 SourceEnd, 8.2.2.17 TargetSuccession).
 */
export function multiplicitiesBesideThen(node: ast.Usage | ast.TargetSuccession): ThenMultiplicities {
    const { thenMultiplicity: range } = node;
    if (node.$type !== 'TargetSuccession') {
        return { source: range };
    }
    const before = range === undefined ? '' : scopeOf(node).text.slice(spanOf(node).offset, spanOf(range).offset);
    return before.includes('then') ? { target: range } : { source: range, target: node.target.multiplicity };
}
