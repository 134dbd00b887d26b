/**
 * How often the steps of an action are to be performed, by their multiplicities and those at the ends of their successions (SysML 7.17;
 * contract, behaviour 2.2). Knows no execution.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { boundsOfRange } from './multiplicity.js';
import { isUsage, ownedMembersOf } from './structure.js';
import { scopeOf } from './world.js';

/** The fixed count of a range, or undefined when it is none. */
export function countOf(range: ast.MultiplicityRange): number | undefined {
    const { lower, upper } = boundsOfRange(range);
    return lower !== undefined && lower === upper && Number.isFinite(upper) ? lower : undefined;
}

/** How often a step is performed: once unless its own multiplicity says otherwise; undefined when that leaves it open. */
export function performancesOf(step: AstNode | undefined): number | undefined {
    const range = step === undefined || !isUsage(step) ? undefined : step.multiplicity;
    return range === undefined ? 1 : countOf(range);
}

/** Actions whose repetition the notation states in another way, or that only pass control on: they are performed once. */
export function isUnrepeatable(step: ast.Usage): boolean {
    return isMetaclass(step, 'ControlNode') || ownedMembersOf(step).some(m => m.direction !== undefined);
}

/** The start and the end that every action has: all performances of its steps lie between them. */
export function isStartOrEnd(end: AstNode): boolean {
    return scopeOf(end).isLibrary;
}

/**
 * What a succession between two steps demands: each performance of its source has `to` successors, each one
 * of its target `from` predecessors.
 */
export interface EndCounts {
    readonly from: number;
    readonly to: number;
}

/**
 * The counts at the ends of a succession between steps of fixed counts.
 * @param stated the fixed counts written at its ends
 * @returns `open` where nothing tells which performances follow which, `unsatisfiable` where the ends contradict the steps
 */
export function endCountsOf(
    source: number,
    target: number,
    stated: { readonly from?: number; readonly to?: number }
): EndCounts | 'open' | 'unsatisfiable' {
    if (stated.from === undefined && stated.to === undefined) {
        return source === 1 && target === 1 ? { from: 1, to: 1 } : 'open';
    }
    if ((stated.from ?? 0) > source || (stated.to ?? 0) > target) {
        return 'unsatisfiable';
    }
    const from = stated.from ?? (target === 0 ? 0 : (source * stated.to!) / target);
    const to = stated.to ?? (source === 0 ? 0 : (target * stated.from!) / source);
    if (!Number.isInteger(from) || !Number.isInteger(to)) {
        return 'open';
    }
    return source * to === target * from ? { from, to } : 'unsatisfiable';
}
