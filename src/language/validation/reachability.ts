/**
 * The starts and the reachable steps of behaviours (contract: behaviour 2.1, 9.1): machines and composite states without a start
 * (`no-initial-state`), actions without one (`no-initial-action`), states and steps that nothing enters (`unreachable-state`,
 * `unreachable-action`), joins that wait for one of these (`join-never-complete`), successions to features that are no steps
 * (`succession-end`). Warnings, only where the model shows every possible start and succession.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { chainOf } from '../semantics/featuring.js';
import { isMetaclass } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve, resolveEachSegment } from '../semantics/names.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { conformsTo, declaredGeneralsOf } from '../semantics/specialization.js';
import { isFeature, ownedMembersOf, PSEUDOSTATE_KINDS } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { visitAll } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import { bodyKindOf, isControlNode } from './bodies.js';
import { isNested, successionsOf, type StatedSuccession } from './successions.js';
import { headOf, isOneOf } from './usage-facts.js';
import { described } from './wording.js';
import type { Check, CheckContext, CheckTable } from './check.js';

const SUBACTIONS: ReadonlySet<string> = new Set(['entry', 'do', 'exit']);

// --- Bodies of states -------------------------------------------------------------------------------------------------------

/** The states and pseudostates that a body declares. */
function verticesOf(body: AstNode): AstNode[] {
    return ownedMembersOf(body).filter(m => {
        const { kind = '', membership = '' } = m;
        return (
            !SUBACTIONS.has(membership) &&
            kind !== 'exhibit' &&
            (isMetaclass(m, 'StateUsage') || PSEUDOSTATE_KINDS.has(kind) || isControlNode(m) || m.$type === 'TerminateActionUsage')
        );
    });
}

/**
 * Whether a succession determines the start of its body: it leaves the entry action, the start that every state inherits, or an unknown
 * source.
 */
function isFromStart({ source }: StatedSuccession): boolean {
    if (source === undefined) {
        return true;
    }
    const { membership, kind } = source;
    return membership === 'entry' || kind === 'initial' || kind === 'entrypoint' || scopeOf(source).isLibrary;
}

const hasStart = (body: AstNode): boolean => successionsOf(body).some(isFromStart) || ownedMembersOf(body).some(m => m.kind === 'initial');

/** Whether another element may add to a body: the body specializes an element of the model, or is meant to be specialized. */
const isOpen = (body: AstNode): boolean => {
    const { isAbstract, isVariation, membership } = body;
    return isAbstract || isVariation || membership === 'variant' || declaredGeneralsOf(body).some(g => !scopeOf(g).isLibrary);
};

/** The features that a succession enters: its target and, for a chain (`then working.warm`), the features before it. */
function enteredBy({ target, targetName }: StatedSuccession): readonly AstNode[] {
    const path = isNested(targetName) ? resolveEachSegment(targetName!) : [];
    return [...path, target].filter(vertex => vertex !== undefined);
}

/** A machine with its states. */
class Machine {
    /** States and pseudostates, each after its owner. */
    readonly vertices: AstNode[] = [];
    /** The machine and its states. */
    readonly bodies: AstNode[] = [];
    readonly hasRegions: boolean;

    constructor(readonly root: AstNode) {
        const work = [root];
        for (const body of work) {
            const own = verticesOf(body);
            this.vertices.push(...own);
            work.push(...own.filter(v => isMetaclass(v, 'StateUsage')));
            this.bodies.push(body);
        }
        this.hasRegions = this.vertices.some(v => v.kind === 'region');
    }

    /** The vertices that can become active: the targets of starts and transitions, beginning with those of the machine. */
    entered(seeds: Iterable<AstNode>): ReadonlySet<AstNode> {
        const own = new Set(this.vertices);
        const active = new Set<AstNode>([this.root]);
        const work: AstNode[] = [this.root];
        const enter = (target: AstNode | undefined): void => {
            // A name that resolves to the end (`done`) that every state inherits may mean an outer state of that name.
            const hidden = target !== undefined && scopeOf(target).isLibrary ? lookupNameOf(target) : undefined;
            const vertex = hidden === undefined ? target : this.vertices.find(v => v.name === hidden);
            for (let v = vertex; v !== undefined && own.has(v) && !active.has(v); v = v.$container) {
                active.add(v);
                work.push(v);
            }
        };
        const leaving = new Map<AstNode, AstNode[]>();
        for (const body of this.bodies) {
            for (const succession of successionsOf(body)) {
                const { source } = succession;
                if (source !== undefined && own.has(source)) {
                    leaving.set(source, [...(leaving.get(source) ?? []), ...enteredBy(succession)]);
                }
            }
        }
        for (const seed of seeds) {
            enter(seed);
        }
        for (let at = work.pop(); at !== undefined; at = work.pop()) {
            leaving.get(at)?.forEach(enter);
            successionsOf(at)
                .filter(s => s.source === undefined || !own.has(s.source))
                .flatMap(enteredBy)
                .forEach(enter);
            if (at.isParallel || isOpen(at) || !hasStart(at)) {
                verticesOf(at).forEach(enter);
            } else {
                verticesOf(at)
                    .filter(v => PSEUDOSTATE_KINDS.has(v.kind ?? ''))
                    .forEach(enter);
            }
        }
        return active;
    }
}

/** The targets of all successions and transitions, by the outermost state that declares them. */
interface TargetsByMachine {
    readonly targets: ReadonlyMap<AstNode, readonly AstNode[]>;
    readonly bodies: readonly AstNode[];
}
const elsewhere = new WeakMap<readonly Document[], TargetsByMachine>();

function targetsIn(documents: readonly Document[]): TargetsByMachine {
    let found = elsewhere.get(documents);
    if (found === undefined) {
        const targets = new Map<AstNode, AstNode[]>();
        const bodies: AstNode[] = [];
        for (const { root } of documents) {
            visitAll(root, node => {
                if ((node.$type === 'Definition' || node.$type === 'Usage') && bodyKindOf(node) === 'state') {
                    bodies.push(node);
                    for (const { target } of successionsOf(node)) {
                        if (target !== undefined) {
                            targets.set(target, [...(targets.get(target) ?? []), node]);
                        }
                    }
                }
            });
        }
        elsewhere.set(documents, (found = { targets, bodies }));
    }
    return found;
}

const isWithin = (node: AstNode, outer: AstNode): boolean => {
    let n: AstNode | undefined = node;
    for (; n !== undefined && n !== outer; n = n.$container);
    return n === outer;
};

/** The states that successions and transitions outside of a body enter. */
function targetsFromOutside(body: AstNode, context: CheckContext): AstNode[] {
    return [...targetsIn(context.allDocuments()).targets]
        .filter(([target, from]) => isWithin(target, body) && target !== body && from.some(f => !isWithin(f, body)))
        .map(([target]) => target);
}

const isMachine = (node: AstNode): boolean =>
    bodyKindOf(node) === 'state' &&
    isOneOf(node, ['StateDefinition', 'StateUsage']) &&
    !SUBACTIONS.has(node.membership ?? '') &&
    (node.$container === undefined || bodyKindOf(node.$container) !== 'state');

const beginsAndReaches: Check<ast.Type> = (node, context) => {
    if (node.members.length === 0 || !isMachine(node) || isOpen(node) || !node.members.some(m => isMetaclass(m, 'StateUsage'))) {
        return;
    }
    const machine = new Machine(node);
    if (machine.hasRegions) {
        return;
    }
    for (const body of machine.bodies) {
        reportStartless(body, context);
    }
    const states = machine.vertices.filter(v => isMetaclass(v, 'StateUsage') && v.kind === 'state');
    const active = machine.entered([]);
    if (states.every(s => active.has(s))) {
        return;
    }
    const reached = machine.entered(targetsFromOutside(node, context));
    for (const state of states) {
        if (!reached.has(state) && (state.$container === node || reached.has(state.$container!))) {
            context.report(
                'warning',
                'unreachable-state',
                `nothing leads to ${described(state)}: no transition and no start`,
                headOf(state)
            );
        }
    }
};

/** Reports a body whose states have transitions but no start, and that no transition enters. */
function reportStartless(body: AstNode, context: CheckContext): void {
    if (body.isParallel || isOpen(body) || hasStart(body)) {
        return;
    }
    const own = verticesOf(body);
    const isFlow = successionsOf(body).some(({ source }) => source !== undefined && own.includes(source));
    if (!isFlow || targetsFromOutside(body, context).length > 0) {
        return;
    }
    const startsByHeir = targetsIn(context.allDocuments()).bodies.some(b => b !== body && conformsTo(b, body) && hasStart(b));
    const [first] = own.map(v => v.name).filter(n => n !== undefined);
    if (!startsByHeir) {
        context.report(
            'warning',
            'no-initial-state',
            `no state of ${described(body)} is the first one: say where it begins, as 'entry; then ${first ?? '…'};'`,
            headOf(body)
        );
    }
}

// --- Bodies of actions --------------------------------------------------------------------------------------------------------

const NO_ACTION_BODIES: readonly MetaclassName[] = [
    'StateDefinition',
    'StateUsage',
    'CalculationDefinition',
    'CalculationUsage',
    'CaseDefinition',
    'CaseUsage'
];

const isStep = (member: AstNode): boolean =>
    isMetaclass(member, 'ActionUsage') &&
    !isMetaclass(member, 'FlowUsage') &&
    !isMetaclass(member, 'TransitionUsage') &&
    member.direction === undefined;

/** Whether a step is a calculation, which needs no succession: it is evaluated whenever its result is read. */
const isReadAnyTime = (step: AstNode): boolean => isMetaclass(step, 'CalculationUsage') && !isMetaclass(step, 'CaseUsage');

const actionBegins: Check<ast.Type> = (node, context) => {
    if (
        node.members.length === 0 ||
        !isOneOf(node, ['ActionDefinition', 'ActionUsage']) ||
        isOneOf(node, NO_ACTION_BODIES) ||
        isOpen(node)
    ) {
        return;
    }
    const successions = successionsOf(node);
    if (successions.length === 0 || successions.some(isFromStart) || node.members.some(m => m.$type === 'InitialNode')) {
        return;
    }
    const reached = new Set(successions.map(s => s.target));
    const steps = ownedMembersOf(node).filter(isStep);
    if (steps.length > 0 && steps.every(s => reached.has(s) || s.kind === 'done')) {
        const [first] = steps.map(s => s.name).filter(n => n !== undefined);
        context.report(
            'warning',
            'no-initial-action',
            `${described(node)} has no step to begin with, each follows another one: say which is first, as 'first start; then ${first ?? '…'};'`,
            headOf(node)
        );
    }
};

/**
 * `unreachable-action`: a step that no chain of successions reaches from the start of its body (contract: behaviour 2.1);
 * `join-never-complete`: a join that waits for one.
 */
const stepsAreReached: Check<ast.Type> = (node, context) => {
    const markers = node.members.filter(m => m.$type === 'InitialNode');
    if (!isOneOf(node, ['ActionDefinition', 'ActionUsage']) || isOneOf(node, NO_ACTION_BODIES) || isOpen(node)) {
        return;
    }
    const successions = successionsOf(node);
    const isOwn = (end: AstNode | undefined): boolean => end !== undefined && end.$container === node;
    if (!(markers.length > 0 || successions.some(isFromStart)) || successions.some(s => s.target === undefined)) {
        return;
    }
    const reached = new Set<AstNode | undefined>(markers.map(m => resolve(m)).filter(isOwn));
    successions.filter(s => !isOwn(s.source)).forEach(s => reached.add(s.target));
    for (const step of reached) {
        successions.filter(s => s.source === step).forEach(s => reached.add(s.target));
    }
    const missed = ownedMembersOf(node).filter(
        m => isStep(m) && !isReadAnyTime(m) && !m.isReference && !reached.has(m) && m.kind !== 'done'
    );
    if (missed.length === 0 || ownedMembersOf(node).some(m => isMetaclass(m, 'SuccessionFlowUsage')) || isContinued(node, context)) {
        return;
    }
    for (const step of missed) {
        const isHead = !successions.some(s => s.target === step && missed.includes(s.source!));
        if (isHead && !isMetaclass(step, 'JoinNode')) {
            const message = `${described(step)} is never performed: no succession leads to it from the start`;
            context.report('warning', 'unreachable-action', message, headOf(step));
        }
    }
    for (const { source, target } of successions) {
        if (target !== undefined && isMetaclass(target, 'JoinNode') && isOwn(source) && missed.includes(source!)) {
            const message = `${described(target)} waits for ${described(source!)}, which is never performed`;
            context.report('warning', 'join-never-complete', message, headOf(target));
        }
    }
};

/** Whether another body of the model specializes a body, and may add successions to its steps. */
function isContinued(body: AstNode, context: CheckContext): boolean {
    return heirsOf(context.allDocuments()).has(body);
}

const heirs = new WeakMap<readonly Document[], ReadonlySet<AstNode>>();

/** The types that bodies of the model specialize directly. */
function heirsOf(documents: readonly Document[]): ReadonlySet<AstNode> {
    let found = heirs.get(documents);
    if (found === undefined) {
        const generals = new Set<AstNode>();
        for (const { root } of documents) {
            visitAll(root, node => {
                if ((node.$type === 'Definition' || node.$type === 'Usage') && node.members.length > 0) {
                    declaredGeneralsOf(node).forEach(g => generals.add(g));
                }
            });
        }
        heirs.set(documents, (found = generals));
    }
    return found;
}

// --- What successions join ---------------------------------------------------------------------------------------------------

/** Usages that are certainly no steps of a behaviour. */
const NO_STEPS: readonly MetaclassName[] = ['AttributeUsage', 'ItemUsage', 'PortUsage', 'ConstraintUsage', 'ConnectionUsage'];

const joinsSteps: Check<ast.ConnectorUsage | ast.TargetSuccession | ast.TransitionUsage> = (node, context) => {
    const body = node.$containerProperty === 'members' ? bodyKindOf(node.$container) : undefined;
    if (body !== 'action' && (body !== 'state' || node.$type !== 'ConnectorUsage')) {
        return; // vertices.ts checks the ends of transitions between states
    }
    if (!isOneOf(node, ['SuccessionAsUsage', 'TransitionUsage'])) {
        return;
    }
    const { source, target, ends } = node;
    for (const end of [source, target, ...(ends ?? [])]) {
        const feature = end === undefined ? undefined : chainOf(end).at(-1);
        if (
            end !== undefined &&
            feature !== undefined &&
            isFeature(feature) &&
            feature.portionKind === undefined &&
            isOneOf(feature, NO_STEPS) &&
            !isOneOf(feature, ['ActionUsage'])
        ) {
            const wanted = body === 'state' ? 'a state' : 'an action';
            context.report(
                'warning',
                'succession-end',
                `'${end.text}' is ${described(feature)}: a succession here joins ${wanted} to another`,
                end
            );
        }
    }
};

export const reachabilityChecks: CheckTable = {
    Definition: [beginsAndReaches, actionBegins, stepsAreReached],
    Usage: [beginsAndReaches, actionBegins, stepsAreReached],
    ConnectorUsage: [joinsSteps],
    TargetSuccession: [joinsSteps],
    TransitionUsage: [joinsSteps]
};
