/**
 * States and transitions (SysML 8.3.18): subactions of a state, parallel states, triggers. The vertices of transitions are in vertices.ts.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { isFeature, ownedMembersOf } from '../semantics/structure.js';
import { sourceOf } from './successions.js';
import { headOf, isOneOf } from './usage-facts.js';
import type { Check, CheckTable } from './check.js';

/**
 * `validateStateDefinitionStateSubactionKind`, `validateStateUsageStateSubactionKind`: codes `state-entry-action`,
 * `state-do-action`, `state-exit-action`.
 */
const hasOneSubactionOfEachKind: Check = (node, context) => {
    if (!isOneOf(node, ['StateDefinition', 'StateUsage'])) {
        return;
    }
    const seen = new Set<string>();
    for (const member of ownedMembersOf(node)) {
        const { membership } = member;
        if (membership !== 'entry' && membership !== 'do' && membership !== 'exit') {
            continue;
        }
        if (seen.has(membership)) {
            context.report('error', `state-${membership}-action`, `a state may have at most one ${membership} action`, headOf(member));
        }
        seen.add(membership);
    }
};

/** `validateStateDefinitionParallelSubactions`, `validateStateUsageParallelSubactions`: code `parallel-state-transition`. */
const hasNoTransitionsWhenParallel: Check<ast.Type> = (node, context) => {
    if (!node.isParallel) {
        return;
    }
    for (const member of ownedMembersOf(node)) {
        if (isOneOf(member, ['TransitionUsage', 'SuccessionAsUsage']) || member.isThen) {
            context.report(
                'error',
                'parallel-state-transition',
                'a parallel state must not have successions or transitions between its states',
                headOf(member)
            );
        }
    }
};

/** `validateTransitionUsageTriggerActions`: code `transition-trigger-source`. */
const triggersFromState: Check<ast.TransitionUsage> = (node, context) => {
    const { trigger } = node;
    if (trigger === undefined) {
        return;
    }
    const source: AstNode | undefined = sourceOf(node);
    if (source !== undefined && isFeature(source) && !isMetaclass(source, 'StateUsage')) {
        context.report('error', 'transition-trigger-source', 'only a transition from a state can have a trigger', headOf(node));
    }
};

export const stateChecks: CheckTable = {
    Definition: [hasOneSubactionOfEachKind, hasNoTransitionsWhenParallel],
    Usage: [hasOneSubactionOfEachKind, hasNoTransitionsWhenParallel],
    TransitionUsage: [triggersFromState]
};
