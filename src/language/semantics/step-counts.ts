/**
 * The numbers of performances of an action's steps, by their multiplicities and those at the ends of their successions (SysML 7.17;
 * contract, behaviour 2.2). Does not depend on execution.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { boundsOfRange } from './multiplicity.js';
import { isUsage, ownedMembersOf } from './structure.js';
import { scopeOf } from './world.js';

/** The fixed count of a range; undefined for a range of several counts. */
export function countOf(range: ast.MultiplicityRange): number | undefined {
    const { lower, upper } = boundsOfRange(range);
    return lower !== undefined && lower === upper && Number.isFinite(upper) ? lower : undefined;
}

/** The number of performances of a step by its multiplicity, by default one; undefined for a multiplicity that admits several numbers. */
export function performancesOf(step: AstNode | undefined): number | undefined {
    const range = step === undefined || !isUsage(step) ? undefined : step.multiplicity;
    return range === undefined ? 1 : countOf(range);
}

/** Whether a step is always performed once: control nodes, and actions whose repetition the notation expresses otherwise. */
export function isUnrepeatable(step: ast.Usage): boolean {
    return isMetaclass(step, 'ControlNode') || ownedMembersOf(step).some(m => m.direction !== undefined);
}

/** Whether a step is the start or end of the library, between which all performances lie. */
export function isStartOrEnd(end: AstNode): boolean {
    return scopeOf(end).isLibrary;
}

/**
 * The counts at the ends of a succession between two steps: each performance of the source step has `to` successors, each performance of
 * the target step has `from` predecessors.
 */
export interface EndCounts {
    readonly from: number;
    readonly to: number;
}

/**
 * The counts at the ends of a succession between steps of fixed counts.
 * @param stated the fixed counts declared at its ends
 * @returns `open` where nothing determines which performances follow which, `unsatisfiable` where the ends contradict the steps
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
