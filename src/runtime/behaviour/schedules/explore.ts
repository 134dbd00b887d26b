/**
 * Exploration: runs every order of a behaviour by replaying it from its start with other picks (contract behaviour 14, 15.3). A run is only
 * a function of a plan here; the executors perform it.
 */
import { compareCanonically, valueText, type Value } from '../../values/index.js';
import type { Policy } from './policy.js';
import type { Choice, Note, Trail } from './schedule.js';

/** The outcome and choices of one run. */
export interface ExploredRun {
    readonly outputs: ReadonlyMap<string, Value>;
    readonly finalState?: string;
    readonly statesVisited?: readonly string[];
    readonly error?: string;
    readonly trail: Trail;
    /** called only for the first run that reaches an outcome */
    readonly notes: () => readonly Note[];
    readonly witness: () => readonly string[];
    /** called if the request selects the tree of choices; one entry for each pick of the trail */
    readonly choices: () => readonly Choice[];
}

export interface Outcome {
    readonly outputs: ReadonlyMap<string, Value>;
    readonly finalState: string;
    readonly statesVisited: readonly string[];
    readonly error: string;
    linearizations: number;
    readonly witness: readonly string[];
    /** the picks of the run that reached it first; the plan to repeat that run */
    readonly plan: Plan;
    readonly notes: readonly Note[];
    probability: number;
    probabilityRange?: { readonly minimum: number; readonly maximum: number };
}

export interface Exploration {
    readonly outcomes: readonly Outcome[];
    readonly status: {
        readonly complete: boolean;
        readonly runs: number;
        readonly budgetsHit: readonly string[];
        readonly runsBudget: number;
        readonly depthBudget: number;
        readonly probabilitiesLowerBound: boolean;
        readonly failedLinearizations: number;
    };
    /** the first choice point, or the only outcome, if the request selects the tree */
    readonly tree?: Branching | Outcome;
}

/** A choice point in the tree of explored runs; `undefined` among the children is unexplored. */
export interface Branching extends Partial<Choice> {
    readonly weights: readonly number[] | undefined;
    /** one for each alternative */
    readonly children: (Branching | Outcome | undefined)[];
}

/** The picks that a run follows, with the number of alternatives of each choice. */
export type Plan = Pick<Trail, 'picks' | 'counts'>;

/** A plan not yet run: the picks of a run up to one choice point, and another alternative there. */
interface Variation {
    readonly trail: Trail;
    readonly at: number;
    readonly alternative: number;
}

/** Runs plans until every alternative is tried or a budget is exhausted. */
class Search {
    /** plans in the order of their runs; those beyond the budget of runs are dropped */
    private readonly plans: (Variation | undefined)[] = [undefined];
    private readonly outcomes = new Map<string, Outcome>();
    private readonly reached: Reached[] = [];
    private runs = 0;
    private isCut = false;
    private depthHit = false;
    private weighted = false;
    private failed = 0;

    constructor(
        private readonly policy: Extract<Policy, { kind: 'explore' }>,
        private readonly keepsTree: boolean
    ) {}

    search(run: (plan: Plan) => ExploredRun, onRun?: (runs: number) => void): void {
        while (this.runs < this.plans.length) {
            const plan = this.plans[this.runs];
            this.plans[this.runs] = undefined;
            const made = run(plan === undefined ? NO_PLAN : planOf(plan));
            this.runs++;
            onRun?.(this.runs);
            this.count(made);
            this.vary(made.trail, plan === undefined ? 0 : plan.at + 1);
        }
    }

    private count(made: ExploredRun): void {
        const key = identityOf(made);
        let outcome = this.outcomes.get(key);
        if (outcome === undefined) {
            const { outputs, finalState = '', statesVisited = [], error = '' } = made;
            outcome = {
                outputs,
                finalState,
                statesVisited,
                error,
                linearizations: 0,
                witness: made.witness(),
                plan: { picks: [...made.trail.picks], counts: [...made.trail.counts] },
                notes: made.notes(),
                probability: 0
            };
            this.outcomes.set(key, outcome);
        }
        outcome.linearizations++;
        this.failed += made.error === undefined ? 0 : 1;
        this.weighted ||= made.trail.weights !== undefined;
        this.reached.push({ trail: made.trail, outcome, choices: this.keepsTree ? made.choices() : undefined });
    }

    /**
     * Queues the second alternatives of the choice points after the plan, earliest choice point first, then the third alternatives, and so
     * on.
     */
    private vary(trail: Trail, from: number): void {
        const { counts } = trail;
        const { runs, depth } = this.policy;
        this.depthHit ||= counts.length > depth;
        const to = Math.min(counts.length, depth);
        let most = 0;
        for (let at = from; at < to; at++) {
            most = Math.max(most, counts[at]);
        }
        for (let alternative = 1; alternative < most; alternative++) {
            for (let at = from; at < to; at++) {
                if (alternative < counts[at]) {
                    if (this.plans.length >= runs) {
                        this.isCut = true;
                        return;
                    }
                    this.plans.push({ trail, at, alternative });
                }
            }
        }
    }

    result(): Exploration {
        const complete = !this.isCut && !this.depthHit;
        const outcomes = [...this.outcomes.values()].sort(compareOutcomes);
        const tree = this.weighted || this.keepsTree ? treeOf(this.reached) : undefined;
        if (this.weighted) {
            setProbabilities(outcomes, tree);
        }
        const { runs, depth } = this.policy;
        return {
            outcomes,
            status: {
                complete,
                runs: this.runs,
                budgetsHit: [...(this.isCut ? ['runs'] : []), ...(this.depthHit ? ['depth'] : [])],
                runsBudget: runs,
                depthBudget: depth,
                probabilitiesLowerBound: !complete && this.weighted,
                failedLinearizations: this.failed
            },
            ...(this.keepsTree && tree !== undefined && { tree })
        };
    }
}

const NO_PLAN = { picks: [], counts: [] };

function planOf({ trail: { picks, counts }, at, alternative }: Variation): Plan {
    return { picks: [...picks.slice(0, at), alternative], counts };
}

/**
 * Runs a behaviour until every alternative is tried or a budget is exhausted.
 * @param run makes one run that follows a plan, then takes first alternatives
 * @param onRun called with the number of runs made so far
 * @param keepsTree whether the result contains the tree of choices
 */
export function explore(
    policy: Extract<Policy, { kind: 'explore' }>,
    run: (plan: Plan) => ExploredRun,
    onRun?: (runs: number) => void,
    keepsTree = false
): Exploration {
    const search = new Search(policy, keepsTree);
    search.search(run, onRun);
    return search.result();
}

// --- Choices and probabilities ----------------------------------------------------------------------------------------

interface Reached {
    readonly trail: Trail;
    readonly outcome: Outcome;
    readonly choices: readonly Choice[] | undefined;
}

/** The tree of the choices of several runs. */
function treeOf(reached: Iterable<Reached>): Branching | Outcome | undefined {
    const root: Branching = { weights: undefined, children: [undefined] };
    for (const { trail, outcome, choices } of reached) {
        let [slot, index] = [root, 0];
        trail.picks.forEach((pick, i) => {
            slot = (slot.children[index] ??= {
                ...choices?.[i],
                weights: trail.weights?.[i],
                children: new Array<undefined>(trail.counts[i]).fill(undefined)
            }) as Branching;
            index = pick;
        });
        slot.children[index] = outcome;
    }
    return root.children[0];
}

/** Rounding tolerance between the least and the greatest probability. */
const ROUNDING = 1e-12;

function setProbabilities(outcomes: readonly Outcome[], tree: Branching | Outcome | undefined): void {
    for (const outcome of outcomes) {
        const minimum = extreme(tree, outcome, Math.min, 0);
        const maximum = extreme(tree, outcome, Math.max, 1);
        const isExact = maximum - minimum < ROUNDING;
        outcome.probability = isExact ? maximum : 0;
        outcome.probabilityRange = { minimum: isExact ? maximum : minimum, maximum };
    }
}

/** The least or greatest probability of an outcome over all schedulers, for fixed weights. */
function extreme(
    node: Branching | Outcome | undefined,
    outcome: Outcome,
    choose: (...values: number[]) => number,
    unexplored: number
): number {
    if (node === undefined) {
        return unexplored;
    }
    if (!('children' in node)) {
        return node === outcome ? 1 : 0;
    }
    const below = node.children.map(child => extreme(child, outcome, choose, unexplored));
    const { weights } = node;
    return weights === undefined ? choose(...below) : below.reduce((sum, p, i) => sum + p * weights[i], 0);
}

// --- Outcomes ---------------------------------------------------------------------------------------------------------

function outputsText(outputs: ReadonlyMap<string, Value>): string[] {
    return [...outputs.entries()].sort(([a], [b]) => compareText(a, b)).map(([name, value]) => `${name}=${valueText(value)}`);
}

function identityOf(run: ExploredRun): string {
    return JSON.stringify(run.error !== undefined ? ['error', run.error] : [run.finalState, run.statesVisited, outputsText(run.outputs)]);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareLists<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number): number {
    for (let i = 0; i < a.length && i < b.length; i++) {
        const order = compare(a[i], b[i]);
        if (order !== 0) {
            return order;
        }
    }
    return a.length - b.length;
}

/**
 * Orders outcomes: errors last (an outcome without one has an empty text), then by final state, visited states, and outputs by name and
 * canonical value.
 */
function compareOutcomes(a: Outcome, b: Outcome): number {
    return (
        compareText(a.error, b.error) ||
        compareText(a.finalState, b.finalState) ||
        compareLists(a.statesVisited, b.statesVisited, compareText) ||
        compareLists(sortedOutputs(a), sortedOutputs(b), ([n, v], [m, w]) => compareText(n, m) || compareCanonically(v, w))
    );
}

function sortedOutputs(outcome: Outcome): [string, Value][] {
    return [...outcome.outputs.entries()].sort(([a], [b]) => compareText(a, b));
}
