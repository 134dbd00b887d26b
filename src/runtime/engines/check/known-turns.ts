/**
 * The known turns of concurrent behaviours (machines and actions). A turn depends only on the state of its behaviour and on what it reads,
 * so a turn that a run has made once is known wherever the same values are read. The same applies to the status of a behaviour, and to
 * its state after time has passed. Nothing is executed here: unknown turns are learned from a run.
 */
import { EvaluationError } from '../../values/index.js';
import { ALL, Components, HEAD, NotApart, type Plan, type Reading, type SearchedRun } from '../../behaviour/index.js';
import { Accesses } from './accesses.js';
import { everyWay, shareOf } from './every-way.js';
import { Footprint, Footprints } from './footprints.js';
import { type Holds, type Look, Memory } from './memory.js';

/** The values of a state, by component. */
export type Holdings = readonly number[];

/** One of the possible outcomes of a turn. */
export interface Turn {
    readonly picks: readonly number[];
    readonly counts: readonly number[];
    /** its probability among the outcomes of the turn */
    readonly share: number;
    /** error, if it fails */
    readonly failure: string | undefined;
    /** changed components and their new values, alternating */
    readonly writes: readonly number[];
    /** changes of queues */
    readonly queues: readonly QueueChange[];
}

/** The number of items taken from the head of a queue, and the items appended to it. */
export interface QueueChange {
    readonly component: number;
    readonly taken: number;
    readonly come: readonly number[];
}

/** The possible outcomes of a turn, with everything that it reads and changes in any of them. */
export interface Turns {
    readonly ways: readonly Turn[];
    readonly footprint: Footprint;
}

/** The status of a behaviour after it has evaluated the conditions that it waits for. */
export interface BehaviourStatus {
    readonly canAct: boolean;
    /** error, if the evaluation fails */
    readonly failure: string | undefined;
    /** changes made by the evaluation */
    readonly writes: readonly number[];
    /** whether this is the searched behaviour and it has ended for good */
    readonly isOver: boolean;
    /** seconds until it acts without an external cause */
    readonly due: number | undefined;
    /** whether everything that starts automatically has started and is at rest */
    readonly isAtRest: boolean;
    /** what the evaluation reads and changes */
    readonly footprint: Footprint;
}

/** Used instead of a number of seconds: behaviours that start when nothing can move start now. */
export const BEGINS = -1;

/** Returns a run just after a move, before the behaviours have evaluated the conditions that they wait for. */
export type Arrived = () => SearchedRun;

export class KnownTurns {
    private readonly components = new Components();
    private readonly turns: Memory<Turns>[] = [];
    private readonly statuses: Memory<BehaviourStatus>[] = [];
    /** values after time has passed, by component, value and seconds */
    private readonly passed = new Map<string, number>();
    /** components that the passage of time may change */
    readonly passing = new Set<number>();
    readonly footprints = new Footprints();
    /** number of behaviours */
    count = 0;

    /** @param hasLines whether steps depend only on the heads of queues; possible if only the order of waiting messages matters */
    constructor(private readonly hasLines: boolean) {}

    /** Returns the values of a run's state. @throws NotApart */
    holdingsOf(run: SearchedRun): readonly number[] {
        return this.readingOf(run).values;
    }

    private readingOf(run: SearchedRun): Reading {
        if (this.count === 0) {
            this.count = run.behaviours.length;
        }
        if (!run.isApart || run.behaviours.length !== this.count) {
            throw new NotApart();
        }
        const reading = run.readingOfAll(this.components, this.hasLines);
        reading.outside.forEach(component => this.passing.add(component));
        return reading;
    }

    /** Returns the same number for values with the same possible continuations. */
    kindOf(component: number, value: number): number {
        return this.components.kindOf(component, value);
    }

    // --- Turns ---

    /**
     * Returns the possible outcomes of a behaviour's turn.
     * @param before returns the choices before the turn
     * @param runAt makes a run up to the turn
     * @param made called with each run that has made the turn
     * @throws NotApart
     */
    turnsOf(
        behaviour: number,
        row: Holdings,
        { before, runAt, made }: { before: () => Plan; runAt: (plan: Plan) => SearchedRun; made: (turn: Turn, run: SearchedRun) => void }
    ): Turns {
        const memory = (this.turns[behaviour] ??= new Memory());
        const known = memory.find(this.holdsIn(row));
        if (known !== undefined) {
            return known.result;
        }
        const turns: Turn[] = [];
        const reads = new Set<number>();
        const plan = before();
        everyWay(plan, way => {
            const run = runAt(way);
            const turn = this.turn(run, row, reads, { behaviour, known: plan.picks.length });
            turns.push(turn);
            made(turn, run);
            return run;
        });
        const result = { ways: turns, footprint: this.seen(behaviour, row, reads, turns) };
        memory.learn(reads, this.holdsIn(row), result);
        return result;
    }

    private seen(
        behaviour: number,
        row: Holdings,
        reads: ReadonlySet<number>,
        changes: readonly Pick<Turn, 'writes' | 'queues'>[]
    ): Footprint {
        const footprint = new Footprint().reading(reads, this.holdsIn(row));
        for (const { writes, queues } of changes) {
            for (let i = 0; i < writes.length; i += 2) {
                footprint.writes.add(writes[i]);
            }
            for (const { component, taken, come } of queues) {
                if (taken > 0) {
                    footprint.takes.add(component);
                }
                if (come.length > 0) {
                    footprint.puts.add(component);
                }
            }
        }
        this.footprints.see(behaviour, footprint);
        return footprint;
    }

    private turn(
        run: SearchedRun,
        row: Holdings,
        reads: Set<number>,
        { behaviour, known }: { readonly behaviour: number; readonly known: number }
    ): Turn {
        const reading = this.readingOf(run);
        if (!isSame(reading.values, row)) {
            throw new NotApart();
        }
        const taken = run.choose();
        if (run.behaviours[behaviour] !== taken) {
            throw new NotApart();
        }
        this.keptBy(taken, reading).forEach(component => reads.add(component));
        const { failure, writes, queues } = this.follow(run, reading, reads, () => run.act(taken));
        const { picks, counts } = run.trail;
        return { picks: picks.slice(known), counts: counts.slice(known), share: shareOf(run, known), failure, writes, queues };
    }

    /** Returns the components of a behaviour and the shared ones; for queues, their heads. */
    private keptBy(behaviour: object, { kept, taken }: Reading): readonly number[] {
        return [...(kept.get(behaviour) ?? []), ...(kept.get(ALL) ?? [])].map(c => (taken.has(c) ? HEAD + c : c));
    }

    /** Returns a reader for a row; valid until the next call. */
    private holdsIn(row: Holdings): Holds {
        this.row = row;
        return this.holds;
    }

    private row: Holdings = [];
    private readonly holds: Holds = component => {
        const { row } = this;
        return component < HEAD ? (row[component] ?? 0) : this.components.headOf(component - HEAD, row[component - HEAD] ?? 0);
    };

    /** Returns the value of a queue after a change. @throws NotApart */
    queued({ component, taken, come }: QueueChange, value: number): number {
        const line = this.components.lineOf(component, value);
        if (line === undefined) {
            throw new NotApart();
        }
        return this.components.valueOfLine(component, [...line.slice(taken), ...come]);
    }

    private queueChange(component: number, before: Reading, then: Reading): QueueChange {
        const [was, is] = [before, then].map(r => this.components.lineOf(component, r.values[component]));
        const taken = then.taken.get(component)! - before.taken.get(component)!;
        const rest = was?.slice(taken) ?? [];
        // The items after the head have not been read.
        if (taken > 1 || is === undefined || rest.some((item, i) => is[i] !== item)) {
            throw new NotApart();
        }
        return { component, taken, come: is.slice(rest.length) };
    }

    /**
     * Performs work in a run and records what it reads and changes. Every changed component also counts as read, because its new value may
     * depend on the old one.
     */
    private follow(run: SearchedRun, reading: Reading, reads: Set<number>, work: () => void): Pick<Turn, 'failure' | 'writes' | 'queues'> {
        const accesses = new Accesses(reading);
        let failure: string | undefined;
        try {
            run.followed(accesses, work);
        } catch (error) {
            if (!(error instanceof EvaluationError)) {
                throw error;
            }
            failure = error.message;
        }
        accesses.reads.forEach(component => reads.add(component));
        if (failure !== undefined) {
            return { failure, writes: [], queues: [] };
        }
        const then = this.readingOf(run);
        const writes: number[] = [];
        const queues: QueueChange[] = [];
        for (let c = 0; c < Math.max(reading.values.length, then.values.length); c++) {
            const [was, is] = [reading.values[c] ?? 0, then.values[c] ?? 0];
            if (reading.taken.has(c)) {
                const change = this.queueChange(c, reading, then);
                if (change.taken > 0 || change.come.length > 0) {
                    queues.push(change);
                }
                continue;
            }
            if (was !== is) {
                reads.add(c);
            }
            // A derived value that is forgotten counts as written, too.
            if (was !== is || (is !== 0 && accesses.writes.has(c))) {
                writes.push(c, is);
            }
        }
        return { failure, writes, queues };
    }

    // --- Standings of behaviours ---

    /** @param arrived makes a run to learn an unknown status @throws NotApart */
    standingOf(behaviour: number, row: Holdings, arrived: Arrived): BehaviourStatus {
        const memory = (this.statuses[behaviour] ??= new Memory());
        let known = memory.find(this.holdsIn(row));
        if (known === undefined) {
            this.learnStanding(arrived());
            known = memory.find(this.holdsIn(row));
        }
        if (known === undefined) {
            throw new NotApart();
        }
        return known.result;
    }

    /**
     * Returns the value of a component after time has passed.
     * @param seconds or {@link BEGINS}
     * @throws NotApart
     */
    passedOf(component: number, value: number, seconds: number, arrived: Arrived): number {
        const key = passKey(component, value, seconds);
        if (!this.passed.has(key)) {
            this.learnStanding(arrived());
        }
        const then = this.passed.get(key);
        if (then === undefined) {
            throw new NotApart();
        }
        return then;
    }

    /** Computes and records the statuses in a run. */
    private learnStanding(run: SearchedRun): void {
        for (;;) {
            const statuses = this.learnStandings(run);
            if (statuses.some(s => s.failure !== undefined)) {
                return;
            }
            const reading = this.readingOf(run);
            const seconds = run.isAtRest ? run.secondsToDue : BEGINS;
            if (statuses.some(s => s.canAct) || run.isOver || !run.passes()) {
                // After all behaviours have evaluated, they evaluate again when the next one to move is chosen.
                this.learnStandings(run);
                return;
            }
            this.learnPassed(reading, this.readingOf(run), seconds!);
        }
    }

    /** Computes statuses up to the first that fails. */
    private learnStandings(run: SearchedRun): BehaviourStatus[] {
        const statuses: BehaviourStatus[] = [];
        let reading = this.readingOf(run);
        for (let b = 0; b < run.behaviours.length && statuses.at(-1)?.failure === undefined; b++) {
            const memory = (this.statuses[b] ??= new Memory());
            const known = memory.find(this.holdsIn(reading.values));
            if (known === undefined) {
                statuses.push(this.learnStandingOf(b, run, reading));
            } else {
                statuses.push(known.result);
                void (known.result.failure !== undefined || run.behaviours[b].hasEnded || run.behaviours[b].canAct());
            }
            reading = statuses[b].writes.length > 0 ? this.readingOf(run) : reading;
        }
        return statuses;
    }

    private learnStandingOf(number: number, run: SearchedRun, reading: Reading): BehaviourStatus {
        const behaviour = run.behaviours[number];
        const reads = new Set(this.keptBy(behaviour, reading));
        let canAct = false;
        const looks = this.follow(run, reading, reads, () => {
            canAct = !behaviour.hasEnded && behaviour.canAct();
        });
        if (looks.queues.length > 0) {
            throw new NotApart();
        }
        const status: BehaviourStatus = {
            ...looks,
            canAct,
            isOver: behaviour === run.main && run.isOver,
            due: run.secondsTo(behaviour),
            isAtRest: run.isAtRest,
            footprint: this.seen(number, reading.values, reads, [looks])
        };
        if (status.isOver) {
            this.footprints.end(number);
        }
        this.statuses[number].learn(reads, this.holdsIn(reading.values), status);
        return status;
    }

    private learnPassed({ values }: Reading, then: Reading, seconds: number): void {
        // A mailbox without messages may be beyond the end of both rows.
        for (const c of this.passing) {
            this.passed.set(passKey(c, values[c] ?? 0, seconds), then.values[c] ?? 0);
        }
        for (let c = 0; c < Math.max(values.length, then.values.length); c++) {
            if (!this.passing.has(c) && (values[c] ?? 0) !== (then.values[c] ?? 0)) {
                throw new NotApart();
            }
        }
    }

    // --- Looking ---

    /** Reads something from a state. @param runHere makes a run in this state @throws NotApart */
    evaluated<T>({ memory, read, isEverywhere }: Look<T>, row: Holdings, runHere: () => SearchedRun): T {
        const known = memory.find(this.holdsIn(row));
        if (known !== undefined) {
            return known.result;
        }
        const run = runHere();
        const reading = this.readingOf(run);
        const accesses = new Accesses(reading);
        const result = run.followed(accesses, () => read(run));
        if (isEverywhere) {
            this.footprints.addReadByProperties(accesses.reads);
        }
        memory.learn(new Set([...this.keptBy(run.main, reading), ...accesses.reads]), this.holdsIn(row), result);
        return result;
    }
}

const passKey = (component: number, value: number, seconds: number): string => `${component} ${value} ${seconds}`;

/** Whether two rows represent the same state. Missing components at the end are empty. */
function isSame(a: Holdings, b: Holdings): boolean {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
        if ((a[i] ?? 0) !== (b[i] ?? 0)) {
            return false;
        }
    }
    return true;
}
