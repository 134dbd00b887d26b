/**
 * Exploration: every order of a behaviour, by replaying it from its start with other picks (contract behaviour 14, 15.3). Knows runs only
 * as functions of a plan; what a run does is the executors'.
 */
import { valueText, type Value } from '../values/index.js';
import type { ChoiceRecord, Note, Policy } from './schedule.js';

/** What one run came to. */
export interface ExploredRun {
    readonly outputs: ReadonlyMap<string, Value>;
    readonly finalState?: string;
    readonly statesVisited?: readonly string[];
    readonly error?: string;
    readonly notes: readonly Note[];
    readonly choices: readonly ChoiceRecord[];
}

export interface Outcome {
    readonly outputs: ReadonlyMap<string, Value>;
    readonly finalState: string;
    readonly statesVisited: readonly string[];
    readonly error: string;
    linearizations: number;
    readonly witness: readonly string[];
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
}

/** A choice point in the tree of explored runs; `undefined` among the children is unexplored. */
interface Branching {
    readonly weights: readonly number[] | undefined;
    readonly children: (Branching | Leaf | undefined)[];
}
interface Leaf { readonly outcome: Outcome }

/**
 * Makes runs until every alternative is tried or a budget is hit.
 * @param run one whole run that follows a plan, then first alternatives
 * @param onRun told of the number of runs made so far
 */
export function explore(policy: Extract<Policy, { kind: 'explore' }>, run: (plan: readonly number[]) => ExploredRun, onRun?: (runs: number) => void): Exploration {
    const queue: (readonly number[])[] = [[]];
    const outcomes = new Map<string, Outcome>();
    const root: { children: (Branching | Leaf | undefined)[] } = { children: [undefined] };
    let runs = 0;
    let head = 0;
    let depthHit = false;
    let weighted = false;
    let failed = 0;
    for (; head < queue.length && runs < policy.runs; head++) {
        const plan = queue[head];
        const made = run(plan);
        runs++;
        onRun?.(runs);
        const key = identityOf(made);
        let outcome = outcomes.get(key);
        if (outcome === undefined) {
            outcome = {
                outputs: made.outputs, finalState: made.finalState ?? '', statesVisited: made.statesVisited ?? [], error: made.error ?? '', linearizations: 0,
                witness: made.choices.map(c => c.witness), notes: made.notes, probability: 0,
            };
            outcomes.set(key, outcome);
        }
        outcome.linearizations++;
        failed += made.error === undefined ? 0 : 1;
        weighted ||= made.choices.some(c => c.weights !== undefined);
        depthHit ||= made.choices.some(c => c.beyondDepth);
        record(root.children, made.choices, outcome);
        const picks = made.choices.map(c => c.pick);
        const open = made.choices.map((c, i) => ({ ...c, i })).slice(plan.length).filter(c => !c.beyondDepth);
        const most = Math.max(0, ...open.map(c => c.count));
        for (let alternative = 1; alternative < most; alternative++) {
            for (const choice of open) {
                if (alternative < choice.count) {
                    queue.push([...picks.slice(0, choice.i), alternative]);
                }
            }
        }
    }
    const runsHit = head < queue.length;
    const complete = !runsHit && !depthHit;
    const list = [...outcomes.values()].sort(compareOutcomes);
    if (weighted) {
        for (const outcome of list) {
            const minimum = extreme(root.children[0], outcome, Math.min, 0);
            const maximum = extreme(root.children[0], outcome, Math.max, 1);
            outcome.probabilityRange = { minimum, maximum };
            outcome.probability = minimum === maximum ? minimum : 0;
        }
    }
    return {
        outcomes: list,
        status: {
            complete, runs, budgetsHit: [...runsHit ? ['runs'] : [], ...depthHit ? ['depth'] : []], runsBudget: policy.runs, depthBudget: policy.depth,
            probabilitiesLowerBound: !complete && weighted, failedLinearizations: failed,
        },
    };
}

function record(children: (Branching | Leaf | undefined)[], choices: readonly ChoiceRecord[], outcome: Outcome): void {
    let slot = { children, index: 0 };
    for (const choice of choices) {
        const node = (slot.children[slot.index] ??= { weights: choice.weights, children: new Array<undefined>(choice.count).fill(undefined) }) as Branching;
        slot = { children: node.children, index: choice.pick };
    }
    slot.children[slot.index] = { outcome };
}

/** The least or greatest probability of an outcome over all schedulers, weights being fixed. */
function extreme(node: Branching | Leaf | undefined, outcome: Outcome, choose: (...values: number[]) => number, unexplored: number): number {
    if (node === undefined) {
        return unexplored;
    }
    if ('outcome' in node) {
        return node.outcome === outcome ? 1 : 0;
    }
    const below = node.children.map(child => extreme(child, outcome, choose, unexplored));
    const { weights } = node;
    return weights === undefined ? choose(...below) : below.reduce((sum, p, i) => sum + p * weights[i], 0);
}

function outputsText(outputs: ReadonlyMap<string, Value>): string[] {
    return [...outputs.entries()].sort(([a], [b]) => compareText(a, b)).map(([name, value]) => `${name}=${valueText(value)}`);
}

function identityOf(run: ExploredRun): string {
    return JSON.stringify(run.error !== undefined ? ['error', run.error] : [run.finalState, run.statesVisited, outputsText(run.outputs)]);
}

const compareText = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;

function compareLists<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number): number {
    for (let i = 0; i < a.length && i < b.length; i++) {
        const order = compare(a[i], b[i]);
        if (order !== 0) {
            return order;
        }
    }
    return a.length - b.length;
}

/** Errors last, by text; else final state, states visited, outputs by name and value (numbers by size). */
function compareOutcomes(a: Outcome, b: Outcome): number {
    if (a.error !== '' || b.error !== '') {
        return a.error === '' ? -1 : b.error === '' ? 1 : compareText(a.error, b.error);
    }
    return compareText(a.finalState, b.finalState) || compareLists(a.statesVisited, b.statesVisited, compareText)
        || compareLists(sortedOutputs(a), sortedOutputs(b), ([n, v], [m, w]) => compareText(n, m) || compareValues(v, w));
}

function sortedOutputs(outcome: Outcome): [string, Value][] {
    return [...outcome.outputs.entries()].sort(([a], [b]) => compareText(a, b));
}

function compareValues(a: Value, b: Value): number {
    const [x, y] = [magnitude(a), magnitude(b)];
    return x !== undefined && y !== undefined ? (x < y ? -1 : x > y ? 1 : 0) : compareText(valueText(a), valueText(b));
}

function magnitude(value: Value): number | bigint | undefined {
    return typeof value === 'number' || typeof value === 'bigint' ? value
        : typeof value === 'object' && value !== null && value.kind === 'real' ? value.value : undefined;
}
