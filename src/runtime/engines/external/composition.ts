/** Composes the answers of several engines to one question (contract: verification-and-engines 11.5). Does not depend on engines. */

/** The answer of one engine. */
export interface EngineAnswer {
    readonly engine: string;
    readonly status: 'holds' | 'violated' | 'satisfiable' | 'unsatisfiable' | 'undecided';
    readonly strength: string;
    readonly reason: string;
    /** whether the time limit of all engines was reached before it had answered */
    readonly isStopped?: boolean;
}

const STRENGTHS = ['not covered', 'observed', 'witnessed', 'bounded', 'proved'];

/** Which status prevails over which if engines disagree. */
const OVER: Readonly<Partial<Record<EngineAnswer['status'], EngineAnswer['status']>>> = { violated: 'holds', satisfiable: 'unsatisfiable' };

/**
 * Returns the prevailing answer, regardless of their order. Its reason names the engines that disagree with it.
 * @returns undefined if no answer covers the question
 */
export function composed<A extends EngineAnswer>(answers: readonly A[]): A | undefined {
    const covered = answers
        .filter(a => a.strength !== 'not covered' && a.status !== 'undecided')
        .sort((a, b) => (a.engine < b.engine ? -1 : a.engine > b.engine ? 1 : 0));
    for (const [winner, loser] of Object.entries(OVER)) {
        const standing = strongest(covered.filter(a => a.status === winner));
        if (standing !== undefined) {
            const demoted = covered.filter(a => a.status === loser);
            return demoted.length === 0
                ? standing
                : {
                      ...standing,
                      reason: [standing.reason, ...demoted.map(d => disagreement(d, standing))].filter(r => r !== '').join('; ')
                  };
        }
    }
    return strongest(covered);
}

/** Returns the first of the strongest answers. */
function strongest<A extends EngineAnswer>(answers: readonly A[]): A | undefined {
    const rank = (a: A): number => STRENGTHS.indexOf(a.strength);
    return answers.reduce<A | undefined>((best, a) => (best === undefined || rank(a) > rank(best) ? a : best), undefined);
}

const disagreement = (demoted: EngineAnswer, standing: EngineAnswer): string =>
    `${demoted.engine} claimed ${demoted.status} (${demoted.strength}): the witness of ${standing.engine} stands`;
