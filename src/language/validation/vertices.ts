/**
 * The ends of transitions in state machines (SysML 8.3.18.9, `validateTransitionUsageSuccession`): each end must be a state or pseudostate
 * of the transition's machine, and some transition must leave each choice and junction.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { Fact, isType, ownedMembersOf } from '../semantics/structure.js';
import { annotatedPseudostateOf } from '../semantics/annotated-states.js';
import { resolve, resolveEachSegment } from '../semantics/names.js';
import { conformsTo } from '../semantics/specialization.js';
import { scopeOf } from '../semantics/world.js';
import { nameSpanOf, spanOf } from '../syntax/index.js';
import { bodyKindOf } from './bodies.js';
import { successionsOf } from './successions.js';
import { nearestOf } from './suggestions.js';
import type { Check, CheckContext, CheckTable } from './check.js';

const ROUTING_KINDS: ReadonlySet<string> = new Set(['choice', 'junction']);

/** A state, pseudostate, or the start or end that every machine inherits from the library. */
function isVertex(element: AstNode): boolean {
    const { kind, membership } = element;
    return (
        isMetaclass(element, 'StateUsage') ||
        element.$type === 'TerminateActionUsage' ||
        kind === 'fork' ||
        kind === 'join' ||
        kind === 'done' ||
        membership === 'entry' ||
        scopeOf(element).isLibrary
    );
}

/** The states that contain a member, the innermost first. */
function* enclosingStates(node: AstNode): Generator<AstNode> {
    for (let owner = node.$container; owner !== undefined && bodyKindOf(owner) === 'state'; owner = owner.$container) {
        yield owner;
    }
}

/** The outermost state that a member belongs to. */
function machineOf(node: AstNode): AstNode | undefined {
    let machine: AstNode | undefined;
    for (const state of enclosingStates(node)) {
        machine = state;
    }
    return machine;
}

/** Whether a machine owns an element, directly, in a substate, or by inheritance. */
function owns(transition: AstNode, element: AstNode): boolean {
    const around = [...enclosingStates(transition)];
    for (let owner: AstNode | undefined = element.$container; owner !== undefined; owner = owner.$container) {
        const candidate = owner;
        if (around.includes(candidate) || (isType(candidate) && around.some(state => conformsTo(state, candidate)))) {
            return true;
        }
    }
    return false;
}

const endsAreVertices: Check<ast.TransitionUsage | ast.TargetSuccession> = (node, context) => {
    if (node.$containerProperty !== 'members' || bodyKindOf(node.$container) !== 'state') {
        return;
    }
    for (const end of ['source' in node ? node.source : undefined, node.target]) {
        if (end !== undefined) {
            checkEnd(node, end, context);
        }
    }
};

function checkEnd(transition: AstNode, end: ast.ConnectorEnd, context: CheckContext): void {
    const element = resolve(end);
    if (element === undefined) {
        return;
    }
    if (!isVertex(element)) {
        const names = verticesOf(machineOf(transition)!);
        context.report(
            'error',
            'not-a-vertex',
            `'${end.text}' is neither a state nor a pseudostate${nearestOf(end.text, names)}`,
            endSpan(end)
        );
    } else if (!scopeOf(element).isLibrary && !resolveEachSegment(end).some(e => e !== undefined && owns(transition, e))) {
        context.report(
            'error',
            'endpoint-not-of-machine',
            `'${end.text}' does not belong to the state machine of this transition`,
            endSpan(end)
        );
    }
}

function endSpan(end: ast.ConnectorEnd): AstNode | { offset: number; end: number } {
    return end.multiplicity === undefined ? spanOf(end) : { offset: spanOf(end.multiplicity).end, end: spanOf(end).end };
}

function verticesOf(machine: AstNode): [string, AstNode][] {
    const found: [string, AstNode][] = [];
    const work = [machine];
    for (let state = work.pop(); state !== undefined; state = work.pop()) {
        for (const member of ownedMembersOf(state)) {
            const { name } = member;
            if (isMetaclass(member, 'StateUsage')) {
                if (name !== undefined) {
                    found.push([name, member]);
                }
                work.push(member);
            }
        }
    }
    return found;
}

const LEFT = new Fact<Set<AstNode>>('vertices that transitions leave');

/** The source vertices of all transitions of a machine and of its substates. */
function leftVertices(machine: AstNode): ReadonlySet<AstNode> {
    let left = LEFT.of(machine);
    if (left === undefined) {
        left = new Set();
        const work = [machine];
        for (let state = work.pop(); state !== undefined; state = work.pop()) {
            for (const { source } of successionsOf(state)) {
                if (source !== undefined) {
                    left.add(source);
                }
            }
            work.push(...ownedMembersOf(state).filter(m => bodyKindOf(m) === 'state'));
        }
        LEFT.set(machine, left);
    }
    return left;
}

/** A choice or junction must be the source of a transition (code `no-outgoing-transition`). */
const isLeft: Check<ast.Usage> = (node, context) => {
    const { kind = '' } = node;
    const isRouting = ROUTING_KINDS.has(kind) || (kind === 'state' && ROUTING_KINDS.has(annotatedPseudostateOf(node) ?? ''));
    const machine = isRouting ? machineOf(node) : undefined;
    if (machine !== undefined && !leftVertices(machine).has(node)) {
        context.report(
            'error',
            'no-outgoing-transition',
            `no transition leaves the ${kind === 'state' ? 'pseudostate' : kind} '${node.name ?? ''}'`,
            nameSpanOf(node) ?? spanOf(node)
        );
    }
};

export const vertexChecks: CheckTable = { TransitionUsage: [endsAreVertices], TargetSuccession: [endsAreVertices], Usage: [isLeft] };
