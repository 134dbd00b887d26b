/**
 * How often an action performs its steps (contract, behaviour 2.2): warnings where a multiplicity leaves the number open, contradicts
 * itself, or requires what execution does not support. Executes nothing.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { countOf, endCountsOf, isStartOrEnd, isUnrepeatable, performancesOf } from '../semantics/step-counts.js';
import { isUsage, ownedMembersOf } from '../semantics/structure.js';
import { type StatedSuccession, successionsAt, successionsOf } from './successions.js';
import { isOneOf } from './usage-facts.js';
import type { Check, CheckContext, CheckTable } from './check.js';

const WORD_BITS = 2 ** 63;

const stepsAreCounted: Check = (node, context) => {
    if (
        !isOneOf(node, ['ActionDefinition', 'ActionUsage']) ||
        isOneOf(node, ['StateDefinition', 'StateUsage', 'CalculationDefinition', 'CalculationUsage'])
    ) {
        return;
    }
    const isLoopBody = node.$containerProperty === 'bodyAction';
    for (const member of ownedMembersOf(node)) {
        if (
            isUsage(member) &&
            isMetaclass(member, 'ActionUsage') &&
            member.multiplicity !== undefined &&
            member.direction === undefined &&
            !member.isReference &&
            !member.isAbstract
        ) {
            checkStep(member, member.multiplicity, isLoopBody, node, context);
        }
    }
    for (const succession of successionsOf(node)) {
        checkSuccession(succession, context);
    }
};

function checkStep(step: ast.Usage, range: ast.MultiplicityRange, isLoopBody: boolean, body: AstNode, context: CheckContext): void {
    const count = countOf(range);
    if (count === undefined) {
        context.report(
            'warning',
            'action-step-multiplicity-not-fixed',
            'how often this step is performed is not fixed: it is performed once',
            range
        );
    } else if (count >= WORD_BITS) {
        context.report(
            'warning',
            'action-step-multiplicity-unsupported',
            'the step is performed more often than execution supports',
            range
        );
    } else if (count !== 1 && (isLoopBody || isUnrepeatable(step) || isGuarded(step, body))) {
        context.report(
            'warning',
            'action-step-multiplicity-unsupported',
            'a step of this kind is performed once, whatever its multiplicity',
            range
        );
    }
}

/** Whether a step is the source or target of a guarded succession. */
function isGuarded(step: AstNode, body: AstNode): boolean {
    const { incoming, outgoing } = successionsAt(body, step);
    return [...incoming, ...outgoing].some(s => s.node.$type === 'TransitionUsage');
}

function checkSuccession({ node, source, target, sourceMultiplicity, targetMultiplicity }: StatedSuccession, context: CheckContext): void {
    if (
        source === undefined ||
        target === undefined ||
        [source, target].some(end => isMetaclass(end, 'ControlNode') || !isMetaclass(end, 'ActionUsage') || isStartOrEnd(end))
    ) {
        return;
    }
    const [from, to] = [sourceMultiplicity, targetMultiplicity].map(range => {
        const count = range === undefined ? undefined : countOf(range);
        if (range !== undefined && count === undefined) {
            context.report('warning', 'action-step-multiplicity-not-fixed', 'the multiplicity of this end is not a fixed count', range);
        }
        return count;
    });
    const [before, after] = [source, target].map(performancesOf);
    if (
        before === undefined ||
        after === undefined ||
        (from === undefined && to === undefined && (sourceMultiplicity ?? targetMultiplicity) !== undefined)
    ) {
        return;
    }
    const counts = endCountsOf(before, after, { from, to });
    if (counts === 'open') {
        context.report(
            'warning',
            'action-step-order-open',
            'the multiplicities leave open which performances follow which: declare multiplicities at the ends',
            node
        );
    } else if (counts === 'unsatisfiable') {
        context.report(
            'warning',
            'action-step-order-unsatisfiable',
            'the multiplicities of the steps contradict those at the ends of this succession',
            node
        );
    }
}

export const stepMultiplicityChecks: CheckTable = { Definition: [stepsAreCounted], Usage: [stepsAreCounted] };
