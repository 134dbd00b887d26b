/**
 * Answers whether a behaviour can go wrong under some schedule (contract: newest-operations 2): a false property, a deadlock, a failure, or
 * values that depend on the schedule. The answer is data from a search, and the run of each claim is repeated. Does not depend on the texts
 * of answers.
 */
import { elementById, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { messageOf } from '../../evaluation/limits.js';
import type { Run, RunModel } from '../../evaluation/run.js';
import { EvaluationError, type UnknownName, type Value, valueText } from '../../values/index.js';
import {
    type BehaviourKind,
    type BehaviourOptions,
    kindFault,
    NotApart,
    type Plan,
    type SearchedBehaviour,
    SearchedRun,
    type SearchStatus
} from '../../behaviour/index.js';
import { unboundInputsOf } from './inputs.js';
import { probabilityOf } from './probabilities.js';
import { evaluateProperty, type Property, propertyOf, scopeFault } from './properties.js';
import {
    type Arrival,
    type BoundedSearch,
    DEFAULT_BOUNDS,
    type SearchBounds,
    type SearchResult,
    type SearchTask,
    type Witnesses
} from './bounded-search.js';
import { Look } from './memory.js';
import { KnownSearch } from './known-search.js';
import { Search } from './search.js';
import { KnownTurns } from './known-turns.js';
import { Disturbed, TurnSearch } from './turn-search.js';
import { type Witness, witnessOf } from './witness.js';

export interface CheckRequest {
    /** qualified name of an action or a state machine */
    readonly behaviour: string;
    readonly kind: BehaviourKind;
    /** empty without a performer */
    readonly performer: string;
    readonly inputs?: (run: Run) => ReadonlyMap<string, Value>;
    readonly properties: readonly string[];
    /** features whose final values are compared; if empty, all attributes of the behaviour and its performer */
    readonly diverge: readonly string[];
    readonly bounds: Partial<SearchBounds>;
    /** for comparisons of the searches: make each move even if its result is known, or omit orders of independent steps from the start */
    readonly by?: 'each move' | 'fewer orders';
    readonly onProgress?: (states: number, moves: number, depth: number) => void;
}

export interface Violation {
    readonly kind: 'property' | 'deadlock' | 'failure';
    /** qualified name of the false property */
    readonly property?: string;
    /** error of a deadlock or a failure */
    readonly error?: string;
    /** least number of moves to it */
    readonly depth: number;
    /** probability of reaching it, with equal probabilities for choices without weights; undefined if it cannot be computed */
    readonly probability: number | undefined;
    readonly witness: Witness;
}

export interface DivergentValue {
    readonly value: string;
    readonly witness: Witness;
}

export interface Divergence {
    readonly feature: string;
    readonly values: readonly DivergentValue[];
}

/** A possible end of the behaviour. */
export interface Final {
    readonly finalState?: string;
    readonly visited?: readonly string[];
    readonly values: ReadonlyMap<string, string>;
    readonly witness: Witness;
}

export type CheckVerdict = 'holds' | 'fails' | 'undecided';

export interface CheckAnswer {
    readonly verdict: CheckVerdict;
    readonly name: string;
    readonly kind: CheckRequest['kind'];
    readonly hasProperties: boolean;
    readonly search: Pick<SearchResult, 'moves' | 'maxDepth' | 'boundsHit'> & { readonly states: number; readonly bytes: number };
    readonly bounds: SearchBounds;
    readonly violations: readonly Violation[];
    readonly divergences: readonly Divergence[];
    readonly finals: readonly Final[];
    /** why the verdict is undecided */
    readonly reason: string;
    /** whether the question remains open: a witness does not replay, or a property cannot be evaluated */
    readonly isOpen: boolean;
    /** properties that could not be evaluated in some state, with the reason, and remarks on the search */
    readonly notes: readonly string[];
}

export interface CheckFault {
    readonly error: string;
    readonly unknown?: UnknownName;
}

/** The first occurrence of a finding. */
interface Occurrence {
    readonly plan: Plan;
    readonly depth: number;
}

type FinalOccurrence = Occurrence & Ended;

interface EndOccurrence extends Occurrence {
    readonly kind: 'deadlock' | 'failure';
    readonly error: string;
    /** its negative number in the store; undefined if its probability is unknown */
    readonly end: number | undefined;
}

/** Collects the findings of a search. */
class Findings implements Witnesses {
    readonly falseFirst = new Map<Property, Occurrence>();
    readonly falseStates = new Map<Property, Set<number>>();
    readonly ends = new Map<string, EndOccurrence>();
    readonly finals = new Map<string, FinalOccurrence>();
    readonly notes = new Map<string, string>();
    private readonly propertyLooks: readonly (readonly [Property, Look<ReturnType<typeof evaluateProperty>>])[];
    private readonly final = new Look(finalOf, false);

    constructor(
        properties: readonly Property[],
        readonly progress?: CheckRequest['onProgress']
    ) {
        this.propertyLooks = properties.map(property => [property, new Look(run => evaluateProperty(property, run), true)]);
    }

    state(state: number, { plan, depth, look }: Arrival, status: SearchStatus): void {
        for (const [property, stand] of this.propertyLooks) {
            const stands = look(stand);
            if (stands === 'false') {
                if (!this.falseFirst.has(property)) {
                    this.falseFirst.set(property, { plan: plan(), depth });
                    this.falseStates.set(property, new Set());
                }
                this.falseStates.get(property)!.add(state);
            } else if (stands !== 'holds') {
                this.notes.set(property.name, stands.error);
            }
        }
        if (status === 'over') {
            const final = look(this.final);
            if (!this.finals.has(final.identity)) {
                this.finals.set(final.identity, { ...final, plan: plan(), depth });
            }
        }
    }

    deadlock(arrival: Omit<Arrival, 'look'>): number {
        return this.end('deadlock', arrival.run().deadlock(), arrival);
    }

    failure(error: string, arrival: Omit<Arrival, 'look' | 'run'>): number {
        return this.end('failure', error, arrival);
    }

    private end(kind: EndOccurrence['kind'], error: string, { plan, depth }: Omit<Arrival, 'look' | 'run'>): number {
        // The step since which something waits depends on the order of irrelevant steps.
        const identity = `${kind} ${error.replaceAll(/ since step \d+/g, '')}`;
        const end = this.ends.get(identity)?.end ?? -2 - this.ends.size;
        if (!this.ends.has(identity)) {
            this.ends.set(identity, { kind, error, plan: plan(), depth, end });
        }
        return end;
    }

    /** Adds the findings of another search that this one lacks. */
    take({ falseFirst, ends, finals, notes }: Findings): void {
        addMissing(this.falseFirst, falseFirst);
        addMissing(this.ends, new Map([...ends].map(([identity, end]) => [identity, { ...end, end: undefined }])));
        addMissing(this.finals, finals);
        addMissing(this.notes, notes);
    }

    /** Forgets all probabilities, because they cannot be computed. */
    forgetWeights(): void {
        this.falseStates.clear();
        this.ends.forEach((end, identity) => this.ends.set(identity, { ...end, end: undefined }));
    }
}

function addMissing<K, V>(to: Map<K, V>, from: ReadonlyMap<K, V>): void {
    from.forEach((value, key) => {
        if (!to.has(key)) {
            to.set(key, value);
        }
    });
}

interface Ended {
    readonly identity: string;
    readonly finalState?: string;
    readonly values: ReadonlyMap<string, string>;
}

/** Returns the result of a run that is over. */
function finalOf(run: SearchedRun): Ended {
    const values = new Map([...run.values()].map(([name, value]) => [name, valueText(value)] as const).sort(byName));
    const machine = run.machineState();
    const identity = JSON.stringify([machine?.finalState, ...values]);
    return { identity, values, ...(machine && { finalState: machine.finalState }) };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Searches every schedule of a behaviour. Returns a fault for an unknown name or a behaviour that cannot start. Throws only the exceptions
 * of the check for cancellation.
 */
export function checkBehavior(model: RunModel, request: CheckRequest, options: BehaviourOptions = {}): CheckAnswer | CheckFault {
    const node = elementById(model, request.behaviour);
    if (node === undefined) {
        return { error: `behavior not found: ${request.behaviour}`, unknown: { name: request.behaviour, kind: 'name' } };
    }
    const wrong = kindFault(node, request.behaviour, request.kind);
    if (wrong !== undefined) {
        return { error: wrong };
    }
    const properties: Property[] = [];
    for (const name of request.properties) {
        const property = propertyOf(model, name);
        if ('error' in property) {
            return property;
        }
        properties.push(property);
    }
    const behaviour: SearchedBehaviour = { node, performer: request.performer, inputs: request.inputs };
    try {
        const first = new SearchedRun(model, behaviour, options);
        const fault = faultOf(first, request) ?? properties.map(p => scopeFault(p, node, first.performer)).find(f => f !== undefined);
        if (fault !== undefined) {
            return { error: fault };
        }
        return searched(model, request, { behaviour, properties, options });
    } catch (error) {
        if (error instanceof EvaluationError) {
            return { error: messageOf(error), ...(error.unknown && { unknown: error.unknown }) };
        }
        throw error;
    }
}

function faultOf(run: SearchedRun, { diverge }: CheckRequest): string | undefined {
    const free = unboundInputsOf(run);
    if (free.length > 0) {
        return `check cannot leave the inputs free: ${free.join(', ')}`;
    }
    const missing = diverge.find(name => !hasFeature(run, name));
    return missing === undefined
        ? undefined
        : `no such feature to check divergence of: ${missing}: the action holds no such feature and performs no such node`;
}

function hasFeature(run: SearchedRun, name: string): boolean {
    const own = name.startsWith('this.') ? name.slice('this.'.length) : undefined;
    return own === undefined ? run.frame.layout.byName.has(name) : run.performer?.layout.byName.has(own) === true;
}

interface Task {
    readonly behaviour: SearchedBehaviour;
    readonly properties: readonly Property[];
    readonly options: BehaviourOptions;
}

function searched(model: RunModel, request: CheckRequest, { behaviour, properties, options }: Task): CheckAnswer {
    const bounds = { ...DEFAULT_BOUNDS, ...request.bounds };
    const { findings, result, isReduced } = everySchedule(properties, request, { model, behaviour, options, bounds });
    const { store, moves, maxDepth, boundsHit, bytes } = result;
    const again = (plan: Plan): SearchedRun => new SearchedRun(model, behaviour, options, plan, true);
    const witness: WitnessMaker = (plan, depth, ending, shows) => witnessOf(again(plan), depth, ending, shows);
    const violations = violationsOf(findings, result, witness);
    const finals = [...findings.finals.values()].sort((a, b) => compareFinals(a, b));
    const divergences = divergencesOf(finals, request.diverge, witness);
    const differs = divergences.filter(({ values }) => values.filter(v => v.witness.isReplayed).length > 1);
    const unlike = violations.filter(v => !v.witness.isReplayed).length + divergences.length - differs.length;
    const fails = violations.some(v => v.witness.isReplayed) || differs.length > 0;
    const reason = reasonOf(boundsHit, findings, unlike);
    return {
        verdict: fails ? 'fails' : reason === '' ? 'holds' : 'undecided',
        name: qualifiedNameOf(behaviour.node) ?? request.behaviour,
        kind: request.kind,
        hasProperties: properties.length > 0,
        search: { states: store.size, moves, maxDepth, boundsHit, bytes },
        bounds,
        violations,
        divergences,
        finals: finals.map(({ plan, depth, identity, ...final }) => {
            const run = again(plan);
            const shown = witnessOf(run, depth, '', end => finalOf(end).identity === identity);
            return { ...final, ...run.machineState(), witness: shown };
        }),
        reason: fails ? '' : reason,
        isOpen: !fails && (unlike > 0 || findings.notes.size > 0),
        notes: [
            ...[...findings.notes].map(([name, error]) => `property ${name} could not be evaluated in a state: ${error}`),
            ...(isReduced ? ['there are more states than the bound: independent steps were made in only one order'] : [])
        ]
    };
}

interface Searched {
    readonly findings: Findings;
    readonly result: SearchResult;
    /** whether independent steps were made in only one order */
    readonly isReduced: boolean;
}

/**
 * A kind of search, over all orders or over fewer of them. @returns undefined for a model whose states are not the sum of components
 * (`NotApart`)
 */
type SearchWay = (task: Omit<SearchTask, 'witnesses'>, inFewerOrders: boolean) => Searched | undefined;

/** Searches with known moves if possible, else with known turns, else by making each move. */
function everySchedule(properties: readonly Property[], { onProgress, by }: CheckRequest, task: Omit<SearchTask, 'witnesses'>): Searched {
    const begun = Date.now();
    const { timeout } = task.bounds;
    const makeFindings = (): Findings => new Findings(properties, onProgress);
    const looked = properties.map(p => p.element);
    const byMoves: SearchWay = (t, inFewerOrders) =>
        searchedApart(makeFindings(), witnesses => new KnownSearch({ ...t, witnesses }, inFewerOrders ? looked : undefined));
    const ways = by === 'each move' ? [] : [byMoves, byTurns(makeFindings, true), byTurns(makeFindings, false)];
    for (const way of ways) {
        const all = by === 'fewer orders' ? undefined : way(task, false);
        if (all !== undefined && !all.result.boundsHit.includes('states')) {
            return all;
        }
        if (all !== undefined || by === 'fewer orders') {
            // If there are too many states, a second search omits orders of independent steps. It still finds all violations.
            const bounds = { ...task.bounds, ...(timeout !== undefined && { timeout: Math.max(0, begun + timeout - Date.now()) }) };
            const fewer = way({ ...task, bounds }, true);
            fewer?.findings.forgetWeights();
            const answer = all === undefined || fewer === undefined ? (all ?? fewer) : joined(all, fewer);
            if (answer !== undefined) {
                return { ...answer, isReduced: answer === fewer || answer.isReduced };
            }
        }
    }
    const eachMove = (dividesMessages: boolean): Searched | undefined =>
        searchedApart(makeFindings(), witnesses => new Search({ ...dividing(task, dividesMessages), witnesses }));
    return eachMove(true) ?? eachMove(false)!;
}

/** @param dividesMessages whether states are equal that differ only in the order of messages of which no accept takes both */
const dividing = <T extends Pick<SearchTask, 'behaviour'>>(task: T, dividesMessages: boolean): T => ({
    ...task,
    behaviour: { ...task.behaviour, dividesMessages }
});

/** @returns undefined for a model whose states are not the sum of components */
function searchedApart(findings: Findings, search: (witnesses: Findings) => BoundedSearch): Searched | undefined {
    try {
        return { findings, result: search(findings).search(), isReduced: false };
    } catch (error) {
        if (error instanceof NotApart) {
            return undefined;
        }
        throw error;
    }
}

/** Keeps the known turns, so that the search over fewer orders reuses those of the search over all orders. */
function byTurns(makeFindings: () => Findings, hasLines: boolean): SearchWay {
    const known = new KnownTurns(hasLines);
    return (task, inFewerOrders) => {
        const divided = dividing(task, hasLines);
        for (;;) {
            try {
                return searchedApart(makeFindings(), witnesses => new TurnSearch({ ...divided, witnesses }, known, inFewerOrders));
            } catch (error) {
                // The search restarts with the footprints seen so far. This ends, because each restart extends a footprint, and components
                // are finite in number.
                if (!(error instanceof Disturbed)) {
                    throw error;
                }
            }
        }
    };
}

/** Joins the findings of a search that reached its limits with those of a search over fewer orders. The former has shorter witnesses. */
function joined({ findings, result }: Searched, fewer: Searched): Searched {
    findings.take(fewer.findings);
    if (fewer.result.boundsHit.length > 0) {
        return { findings, result, isReduced: false };
    }
    findings.forgetWeights();
    return { findings, result: { ...fewer.result, bytes: Math.max(fewer.result.bytes, result.bytes) }, isReduced: true };
}

function reasonOf(boundsHit: SearchResult['boundsHit'], { notes }: Findings, unlike: number): string {
    if (unlike > 0) {
        return 'a replay disagrees with its witness';
    }
    for (const [name, error] of notes) {
        return `property ${name} could not be evaluated in a state: ${error}`;
    }
    return boundsHit.length > 0 ? `the search ended at its bounds: ${boundsHit.join(', ')}` : '';
}

type WitnessMaker = (plan: Plan, depth: number, ending: string, shows: (run: SearchedRun) => boolean) => Witness;

function violationsOf(findings: Findings, { store }: SearchResult, witness: WitnessMaker): Violation[] {
    const found: Violation[] = [];
    for (const [property, { plan, depth }] of findings.falseFirst) {
        const states = findings.falseStates.get(property);
        found.push({
            kind: 'property',
            property: property.name,
            depth,
            probability: states && probabilityOf(store, to => states.has(to)),
            witness: witness(plan, depth, `property: ${property.name}`, run => evaluateProperty(property, run) === 'false')
        });
    }
    for (const { kind, error, plan, depth, end } of findings.ends.values()) {
        const ending = kind === 'failure' ? `fails: ${error}` : `deadlock: ${error}`;
        const probability = end === undefined ? undefined : probabilityOf(store, to => to === end);
        const stops = (run: SearchedRun): boolean => run.status() === 'deadlock' && run.deadlock() === error;
        found.push({ kind, error, depth, probability, witness: witness(plan, depth, ending, stops) });
    }
    const name = ({ property, error }: Violation): string => property ?? error ?? '';
    return found.sort((a, b) => a.depth - b.depth || (name(a) < name(b) ? -1 : 1));
}

function divergencesOf(finals: readonly FinalOccurrence[], diverge: readonly string[], witness: WitnessMaker): Divergence[] {
    const names = diverge.length > 0 ? [...diverge] : [...new Set(finals.flatMap(f => [...f.values.keys()]))];
    const found: Divergence[] = [];
    for (const feature of names.sort()) {
        const first = new Map<string, FinalOccurrence>();
        for (const final of finals) {
            const value = final.values.get(feature) ?? NO_VALUE;
            const before = first.get(value);
            if (before === undefined || final.depth < before.depth) {
                first.set(value, final);
            }
        }
        if (first.size > 1) {
            const values = [...first].sort(([a], [b]) => compareTexts(a, b));
            const shown = (run: SearchedRun): string => finalOf(run).values.get(feature) ?? NO_VALUE;
            found.push({
                feature,
                values: values.map(([value, { plan, depth }]) => ({
                    value,
                    witness: witness(plan, depth, '', run => shown(run) === value)
                }))
            });
        }
    }
    return found;
}

/** Text for the final value of a feature without a value. */
const NO_VALUE = 'no value';

/** Compares texts of values; numbers by size. */
function compareTexts(a: string, b: string): number {
    const [x, y] = [Number(a), Number(b)];
    return Number.isFinite(x) && Number.isFinite(y) && x !== y ? x - y : a < b ? -1 : a > b ? 1 : 0;
}

function compareFinals(a: FinalOccurrence, b: FinalOccurrence): number {
    const states = compareTexts(a.finalState ?? '', b.finalState ?? '');
    const names = [...new Set([...a.values.keys(), ...b.values.keys()])].sort();
    return names.reduce((order, name) => order || compareTexts(a.values.get(name) ?? '', b.values.get(name) ?? ''), states);
}
