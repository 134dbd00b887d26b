/** What several engines answer to one question, composed (contract: verification-and-engines 11.5). Knows no engine. */

/** What one engine answers. */
export interface EngineAnswer {
    readonly engine: string;
    readonly status: 'holds' | 'violated' | 'satisfiable' | 'unsatisfiable' | 'undecided';
    readonly strength: string;
    readonly reason: string;
    /** whether the time of all was over before it had answered */
    readonly isStopped?: boolean;
}

const STRENGTHS = ['not covered', 'observed', 'witnessed', 'bounded', 'proved'];

/** Which status prevails over which, when engines disagree. */
const OVER: Readonly<Partial<Record<EngineAnswer['status'], EngineAnswer['status']>>> = { violated: 'holds', satisfiable: 'unsatisfiable' };

/**
 * The prevailing one of some answers in any order; its reason names the engines that disagree with it.
 * @returns undefined when none is covered
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

/** The strongest; the first one of several. */
function strongest<A extends EngineAnswer>(answers: readonly A[]): A | undefined {
    const rank = (a: A): number => STRENGTHS.indexOf(a.strength);
    return answers.reduce<A | undefined>((best, a) => (best === undefined || rank(a) > rank(best) ? a : best), undefined);
}

const disagreement = (demoted: EngineAnswer, standing: EngineAnswer): string =>
    `${demoted.engine} claimed ${demoted.status} (${demoted.strength}): the witness of ${standing.engine} stands`;
