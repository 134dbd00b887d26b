/** Actions (SysML 8.3.17): control nodes and their successions, assignments, sends. */
import type { AstNode } from '../generated/tree.js';
import { referentOf } from '../semantics/referents.js';
import type * as ast from '../generated/tree.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { nameOf } from '../semantics/naming.js';
import { type Bounds, boundsOfRange } from '../semantics/multiplicity.js';
import { isVariable } from '../semantics/featuring.js';
import { supertypesOf } from '../semantics/specialization.js';
import { isFeature, type NameNode, owningTypeOf } from '../semantics/structure.js';
import { resultTypesOf } from '../semantics/expression-types.js';
import { bodyKindOf } from './bodies.js';
import { areSameEnds, isNested, type StatedSuccession, successionsAt, successionsOf } from './successions.js';
import { headOf, isOneOf } from './usage-facts.js';
import type { Check, CheckContext, CheckTable } from './check.js';

interface NodeRule {
    readonly word: string;
    /** The side that may have one succession only. */
    readonly single: 'incoming' | 'outgoing';
    /**
     * The side whose successions must have a given multiplicity at their other end. `lower` is its lower bound: 1 if all successions are
     * taken (fork, join), 0 if one is (decide, merge).
     */
    readonly many: 'incoming' | 'outgoing';
    readonly lower: 0 | 1;
}

/** `validate{Decision,Fork,Join,Merge}Node{Incoming,Outgoing}Successions`. */
const CONTROL_NODES: Partial<Record<MetaclassName, NodeRule>> = {
    DecisionNode: { word: 'decision', single: 'incoming', many: 'outgoing', lower: 0 },
    ForkNode: { word: 'fork', single: 'incoming', many: 'outgoing', lower: 1 },
    JoinNode: { word: 'join', single: 'outgoing', many: 'incoming', lower: 1 },
    MergeNode: { word: 'merge', single: 'outgoing', many: 'incoming', lower: 0 }
};

/** Codes `control-node-owner`, `control-node-direction`, `control-node-successions`, `control-node-multiplicity`. */
const isConnectedAsControlNode: Check = (node, context) => {
    const metaclass = metaclassOrUndefined(node);
    const rule = metaclass === undefined ? undefined : CONTROL_NODES[metaclass];
    if (rule === undefined) {
        return;
    }
    const owner = owningTypeOf(node);
    if (!isOneOf(owner, ['ActionDefinition', 'ActionUsage'])) {
        context.report('error', 'control-node-owner', `a ${rule.word} node must be owned by an action`, headOf(node));
        return;
    }
    if (node.direction !== undefined) {
        context.report('error', 'control-node-direction', `a ${rule.word} node is composite, so it cannot have a direction`, headOf(node));
    }
    const { incoming, outgoing } = successionsAt(node.$container!, node);
    const several = rule.single === 'incoming' ? incoming : outgoing;
    if (several.length > 1) {
        reportSeveral(node, several, rule, context);
    }
    // the multiplicities of forks and joins are required by the semantics (SysML 8.4.13) only, so a violation is a warning
    const severity = rule.lower === 1 ? 'warning' : 'error';
    for (const s of incoming) {
        requireBounds(s.targetMultiplicity, 1, context);
        requireBounds(rule.many === 'incoming' ? s.sourceMultiplicity : undefined, rule.lower, context, severity);
    }
    for (const s of outgoing) {
        requireBounds(s.sourceMultiplicity, 1, context);
        requireBounds(rule.many === 'outgoing' ? s.targetMultiplicity : undefined, rule.lower, context, severity);
    }
};

/**
 * The same rules for control nodes that a body inherits or reaches through its steps (`first a.fork then b;`): the body adds successions to
 * the inherited ones and to those of the body that declares the node.
 */
const addsToControlNodes: Check<ast.Type> = (node, context) => {
    if (!isOneOf(node, ['ActionDefinition', 'ActionUsage'])) {
        return;
    }
    const successions = successionsOf(node);
    const inherited = successions.length === 0 ? [] : [...supertypesOf(node)].filter(t => t !== node && !isOfLibrary(t));
    for (const own of successions) {
        for (const [end, name, side] of [
            [own.target, own.targetName, 'incoming'],
            [own.source, own.sourceName, 'outgoing']
        ] as const) {
            if (inherited.length === 0 && !isNested(name)) {
                continue;
            }
            const rule = end === undefined || end.$container === node ? undefined : CONTROL_NODES[metaclassOrUndefined(end) ?? 'Element'];
            if (rule?.single !== side) {
                continue;
            }
            const isSurplus = isNested(name)
                ? successionsAt(end!.$container!, end!)[side].length > 0 ||
                  inherited.some(t => nestedEndsOf(t, side).some(other => areSameEnds(other, name!))) ||
                  nestedEndsOf(node, side).find(other => areSameEnds(other, name!)) !== name
                : inherited.some(t => successionsAt(t, end!)[side].length > 0) || successionsAt(node, end!)[side][0] !== own;
            if (isSurplus) {
                reportSurplus(own, rule, context);
            }
        }
    }
};

/** The nested ends (`a.b`) of a body's successions, on one side of control nodes. */
function nestedEndsOf(body: AstNode, side: 'incoming' | 'outgoing'): readonly NameNode[] {
    return successionsOf(body)
        .map(s => (side === 'incoming' ? s.targetName : s.sourceName))
        .filter((name): name is NameNode => isNested(name));
}

/**
 * Reports a control node with too many successions in its own body. Each `then` after a node starts at that node, although the author often
 * meant a chain.
 */
function reportSeveral(node: AstNode, several: readonly StatedSuccession[], rule: NodeRule, context: CheckContext): void {
    const name = nameOf(node);
    const isThen = rule.single === 'outgoing' && name !== undefined && several.slice(1).some(s => s.node.$type === 'TargetSuccession');
    const hint = isThen ? `; each 'then' after '${name}' starts there: to go on from another action write 'first … then …;'` : '';
    context.report(
        'error',
        'control-node-successions',
        `a ${rule.word} node may have at most one ${rule.single} succession, and has ${several.length}${hint}`,
        node
    );
}

/** Reports a succession at a control node of another body that is one too many for the node. */
function reportSurplus({ node }: StatedSuccession, rule: NodeRule, context: CheckContext): void {
    context.report('error', 'control-node-successions', `a ${rule.word} node may have at most one ${rule.single} succession`, headOf(node));
}

/** A written multiplicity must be `[1]` or `[0..1]`, as the rule says. Without one, the multiplicity is implied. */
function requireBounds(
    range: ast.MultiplicityRange | undefined,
    lower: 0 | 1,
    context: CheckContext,
    severity: 'error' | 'warning' = 'error'
): void {
    if (range === undefined) {
        return;
    }
    // a bound that is no literal is not judged
    const { lower: least = lower, upper = 1 }: Partial<Bounds> = boundsOfRange(range);
    if (least !== lower || upper !== 1) {
        const wanted = lower === 1 ? '1' : '0..1';
        const message = `the multiplicity of this end at a control node must be [${wanted}]`;
        context.report(severity, 'control-node-multiplicity', message, range);
    }
}

const NAMED_TARGETS: ReadonlySet<string> = new Set(['FeatureReferenceExpression', 'FeatureChainExpression']);

/**
 * `validateAssignmentActionUsageReferent`, `validateAssignmentActionUsage`: codes `assignment-referent`, `assignment-time-varying`; and
 * constant features: `assignment-to-constant`.
 */
const assignsVariable: Check<ast.AssignmentActionUsage> = (node, context) => {
    const { target } = node;
    const referent = referentOf(target);
    if (!NAMED_TARGETS.has(target.$type)) {
        context.report('error', 'assignment-referent', 'an assignment changes a feature', target);
    } else if (referent !== undefined && !isFeature(referent)) {
        return; // the reference itself is in error: `feature-reference-referent`
    } else if (referent !== undefined && isMetaclass(referent, 'Usage') && !isVariable(referent)) {
        context.report(
            'error',
            'assignment-time-varying',
            'an assignment changes a feature that can vary in time: one of an occurrence',
            target
        );
    } else if (referent !== undefined && referent.isConstant === true) {
        context.report(
            'warning',
            'assignment-to-constant',
            `'${nameOf(referent)}' is constant: its value stays as long as its owner exists`,
            target
        );
    }
};

/**
 * `validateSendActionUsagePayloadArgument`: a send without a body, as in a state or transition, must have a payload. Code `send-payload`.
 */
const sendsPayload: Check<ast.SendActionUsage> = (node, context) => {
    const { payload, membership, members, $containerProperty } = node;
    const isSubaction = membership === 'entry' || membership === 'do' || membership === 'exit' || $containerProperty === 'effect';
    if (payload === undefined && isSubaction && members.length === 0) {
        context.report('error', 'send-payload', 'a send must say what is sent', headOf(node));
    }
};

/** `validateSendActionUsageReceiver`: a port must follow `via`, not `to`. Code `send-receiver-port`. */
const sendsViaPort: Check<ast.SendActionUsage> = (node, context) => {
    const { receiver } = node;
    const target = receiver === undefined ? undefined : resultTypesOf(receiver)[0];
    if (target !== undefined && isMetaclass(target, 'PortUsage')) {
        context.report('warning', 'send-receiver-port', 'the receiver is a port: use `via` to send through a port', receiver!);
    }
};

const CONTROL_METACLASSES: readonly MetaclassName[] = ['DecisionNode', 'ForkNode', 'JoinNode', 'MergeNode'];

/** A step with several outgoing successions without a guard: either all or only one may be meant. Code `ambiguous-successions`. */
const leavesByOne: Check = (node, context) => {
    if (bodyKindOf(node) !== 'action') {
        return;
    }
    const first = new Map<AstNode, AstNode>();
    for (const { node: stated, source, target, sourceMultiplicity, targetMultiplicity } of successionsOf(node)) {
        const { guard, isElse } = stated;
        const isOwn = source !== undefined && (source.$container === node || isOfLibrary(source)); // `start` is the library's
        const isPlain = isOwn && !isOneOf(source, CONTROL_METACLASSES);
        const isCounted = sourceMultiplicity !== undefined || targetMultiplicity !== undefined;
        if (!isPlain || target === undefined || guard !== undefined || isElse === true || isCounted) {
            continue;
        }
        const other = first.get(source);
        if (other === undefined) {
            first.set(source, target);
        } else if (other !== target) {
            const [from, one, two] = [source, other, target].map(n => (nameOf(n) === undefined ? 'an unnamed step' : `'${nameOf(n)}'`));
            const chain = stated.$type === 'TargetSuccession' ? `; to go on from ${one} write 'first … then …;'` : '';
            context.report(
                'warning',
                'ambiguous-successions',
                `two successions without a guard leave ${from}, to ${one} and to ${two}: use 'fork' to take both, or 'decide' to take one${chain}`,
                headOf(stated)
            );
        }
    }
};

export const actionChecks: CheckTable = {
    Definition: [leavesByOne, addsToControlNodes],
    Usage: [isConnectedAsControlNode, leavesByOne, addsToControlNodes],
    AssignmentActionUsage: [assignsVariable],
    SendActionUsage: [sendsPayload, sendsViaPort]
};
