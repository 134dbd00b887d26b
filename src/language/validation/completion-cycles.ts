/**
 * Cycles of states that a machine leaves as soon as it enters them (`completion-cycle`): no transition of the cycle waits for an event, a
 * time or a condition, and none leaves the cycle, so the machine never comes to rest (SysML 7.18.3).
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { declaredGeneralsOf } from '../semantics/specialization.js';
import { ownedMembersOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { bodyKindOf } from './bodies.js';
import { type StatedSuccession, successionsOf } from './successions.js';
import type { Check, CheckTable } from './check.js';

/** Whether nothing keeps a state active: neither it nor its generals have substates or actions. */
const isMomentary = (state: AstNode): boolean =>
    state.kind === 'state' &&
    state.reference === undefined &&
    declaredGeneralsOf(state).every(g => scopeOf(g).isLibrary) &&
    ownedMembersOf(state).every(m => m.membership === 'entry' || m.membership === 'exit' || !isMetaclass(m, 'ActionUsage'));

/** Whether a transition fires as soon as its source is active. */
const isImmediate = ({ node }: StatedSuccession): boolean => node.trigger === undefined && node.guard === undefined;

const neverRests: Check<ast.Type> = (body, context) => {
    if (bodyKindOf(body) !== 'state' || body.isParallel) {
        return;
    }
    const successions = successionsOf(body);
    const bySource = new Map<AstNode | undefined, StatedSuccession[]>();
    for (const succession of successions.filter(s => s.node.trigger === undefined)) {
        const others = bySource.get(succession.source);
        if (others === undefined) {
            bySource.set(succession.source, [succession]);
        } else {
            others.push(succession);
        }
    }
    const next = new Map<AstNode, readonly StatedSuccession[]>();
    for (const state of ownedMembersOf(body).filter(isMomentary)) {
        const leaving = bySource.get(state) ?? [];
        if (leaving.length > 0 && leaving.every(isImmediate)) {
            next.set(state, leaving);
        }
    }
    const reported = new Set<AstNode>();
    for (const start of next.keys()) {
        const circle = circleFrom(start, next, reported);
        if (circle !== undefined) {
            circle.forEach(s => reported.add(s));
            const [{ node }] = next.get(start)!;
            const way = [...circle, start].map(s => s.name ?? 'an unnamed state').join(' -> ');
            context.report(
                'warning',
                'completion-cycle',
                `the machine never comes to rest: ${way} has no trigger and no guard: let one of these transitions wait, with 'accept' or 'if'`,
                node
            );
        }
    }
};

/**
 * The states that are reachable from a state, including itself; undefined if a transition leaves this set, if none returns to the state, or
 * if one of the states is already reported.
 */
function circleFrom(
    start: AstNode,
    next: ReadonlyMap<AstNode, readonly StatedSuccession[]>,
    reported: ReadonlySet<AstNode>
): readonly AstNode[] | undefined {
    const reached = new Set([start]);
    for (const state of reached) {
        if (reported.has(state)) {
            return undefined;
        }
        for (const { target } of next.get(state) ?? []) {
            if (target === undefined || !next.has(target)) {
                return undefined;
            }
            reached.add(target);
        }
    }
    return next.get(start)!.length > 0 && [...reached].some(s => next.get(s)!.some(({ target }) => target === start))
        ? [...reached]
        : undefined;
}

export const completionCycleChecks: CheckTable = { Definition: [neverRests], Usage: [neverRests] };
