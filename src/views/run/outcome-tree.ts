/**
 * The result of an exploration as a tree for readers: choice points at which outcomes differ, with the number of runs for each alternative.
 * Omits choices without effect and merges branches with the same result. Does not depend on the drawing.
 */
import type { Branching, Outcome } from '../../runtime/behaviour/index.js';

export type OutcomeTree = ChoiceNode | OutcomeNode | UntriedNode;

export interface ChoiceNode {
    readonly kind: 'choice';
    /** the subject of the choice: `t=0`, `decision which` */
    readonly subject: string;
    readonly runs: number;
    readonly branches: readonly OutcomeBranch[];
}

export interface OutcomeBranch {
    /** the alternatives that result in this branch */
    readonly alternatives: readonly string[];
    readonly to: OutcomeTree;
}

export interface OutcomeNode {
    readonly kind: 'outcome';
    readonly outcome: Outcome;
    readonly runs: number;
}

/** An alternative that the exploration's budget did not cover. */
export interface UntriedNode {
    readonly kind: 'untried';
    readonly runs: 0;
}

const UNTRIED: UntriedNode = { kind: 'untried', runs: 0 };

/** The tree for an exploration's answer; an exploration without a tree counts as untried. */
export function outcomeTreeOf(tree: Branching | Outcome | undefined): OutcomeTree {
    if (tree === undefined) {
        return UNTRIED;
    }
    if (!('children' in tree)) {
        return { kind: 'outcome', outcome: tree, runs: 1 };
    }
    const { subject = '', children } = tree;
    const alternatives = withoutTokens(tree.alternatives ?? []);
    const below = children.map(outcomeTreeOf);
    const branches: { alternatives: string[]; to: OutcomeTree }[] = [];
    for (const [i, to] of below.entries()) {
        const same = branches.find(b => isSameEnd(b.to, to));
        if (same === undefined) {
            branches.push({ alternatives: [alternatives[i] ?? `${i + 1}`], to });
        } else {
            same.alternatives.push(alternatives[i] ?? `${i + 1}`);
            same.to = { ...same.to, runs: same.to.runs + to.runs } as OutcomeTree; // of the kind that it was
        }
    }
    return branches.length === 1 && branches[0].to.kind !== 'choice'
        ? branches[0].to
        : { kind: 'choice', subject, runs: below.reduce((sum, b) => sum + b.runs, 0), branches };
}

/** Shortens `2@heat` to `heat` unless several tokens are at that node. */
function withoutTokens(alternatives: readonly string[]): readonly string[] {
    const names = alternatives.map(a => a.replace(/^\d+@/, ''));
    return new Set(names).size === names.length ? names : alternatives;
}

function isSameEnd(a: OutcomeTree, b: OutcomeTree): boolean {
    return a.kind === 'outcome' ? b.kind === 'outcome' && a.outcome === b.outcome : a.kind === 'untried' && b.kind === 'untried';
}
