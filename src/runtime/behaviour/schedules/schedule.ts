/**
 * Scheduling (contract behaviour 12): picks the next move where the model leaves the order open, and notes the choice. One scheduler serves
 * one run. Does not depend on tokens or states: a choice is a number of alternatives with texts.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Policy } from './policy.js';
import type { RandomSource } from '../../evaluation/functions/index.js';
import { type Chance, randomSourceOf } from './chance.js';
import { Generator64 } from './random.js';

/** A finding of a run about its order; becomes a diagnostic of severity info. */
export interface Note {
    readonly code: 'choice-point' | 'guard-unevaluable' | 'message-not-taken' | 'tool-divergence' | 'notes-omitted';
    readonly message: string;
    /** the element at which it is reported */
    readonly node: AstNode | undefined;
    /** the mark of a choice point, while dependences are followed */
    readonly mark?: ChoiceMark;
}

/** Limit of the notes in the answer of one run; the first ones are kept, and a last note counts the omitted ones. */
export const MOST_NOTES = 10_000;

/** The choices of a run in order: the number of alternatives of each, and the one taken. */
export interface Trail {
    readonly picks: readonly number[];
    readonly counts: readonly number[];
    /** the weights of weighted choices by alternative, with sum 1; undefined for a run without weighted choices */
    readonly weights: readonly (readonly number[] | undefined)[] | undefined;
}

/** The texts of a choice. They are computed after the run or never, so they must not depend on state that the run changes. */
export interface ChoiceText {
    /** the element at which the note is reported; a function where that depends on the alternative taken */
    readonly node: AstNode | undefined | ((pick: number) => AstNode | undefined);
    /** the subject of the choice: `t=0`, `state idle on accept Go` */
    readonly subject: string;
    /** @param pick index of the alternative taken */
    text(pick: number): string;
    witness(pick: number): string;
    /** the alternatives, with their names for traces */
    readonly alternatives: () => readonly string[];
    readonly weights?: readonly number[];
}

/** A choice point of an exploration. */
export interface Choice {
    readonly subject: string;
    readonly alternatives: readonly string[];
}

/** The log's record of a choice point, completed while the run continues. */
export interface ChoiceMark {
    /** the features that its alternatives race to write */
    readonly dependents: readonly string[];
    /** whether no value depends on the alternative taken */
    readonly isIndependent: boolean;
}

/** Receives choice points when the run meets them, before their consequences. */
export interface ChoiceLog {
    /**
     * Several moves are made one after another in an open order.
     * @param keys the mover of each
     * @param elements the element that each move belongs to
     */
    unordered(keys: readonly object[], elements: readonly AstNode[]): ChoiceMark;
    /** One of several branches is taken. @param elements the elements that only some of the branches perform */
    branching(elements: readonly AstNode[]): ChoiceMark;
}

/** Reports the alternatives of a choice to a log that follows dependences. */
export type Opening = (log: ChoiceLog) => ChoiceMark;

/** Receives notes when they are made, for traces. */
export interface NoteListener {
    choice(text: string, alternatives: readonly string[], taken: string): void;
    guard(text: string): void;
}

/** A choice that was made, with its texts. */
interface MadeChoice {
    readonly about: ChoiceText;
    readonly pick: number;
    readonly mark: ChoiceMark | undefined;
}

export class Scheduler {
    /** the notes so far; their texts are computed on request only, since most explored runs need none */
    private readonly noted: (Note | MadeChoice)[] = [];
    private readonly planned: MadeChoice[] = [];
    private readonly picks: number[] = [];
    private readonly counts: number[] = [];
    private weights: (readonly number[] | undefined)[] | undefined;
    listener: NoteListener | undefined;
    /** follows the dependences on choices; set on request */
    log: ChoiceLog | undefined;
    private readonly generator: Generator64 | undefined;
    /** the stream of random functions and weighted decisions; undefined without a seed */
    readonly modelGenerator: Generator64 | undefined;
    /** the source of random functions, or their fixed answers */
    readonly random: RandomSource | undefined;
    private previews = 0;
    /** number of notes beyond {@link MOST_NOTES} */
    private omitted = 0;

    /**
     * @param policy the policy of the run
     * @param plan under `explore`, the picks to follow before first alternatives are taken, with the number of alternatives of each
     */
    constructor(
        readonly policy: Policy,
        private readonly plan: Pick<Trail, 'picks' | 'counts'> = policy.kind === 'replay' ? policy : { picks: [], counts: [] },
        /** whether dependences on its choices are followed */
        readonly marks = policy.kind !== 'explore',
        readonly chance: Chance = { draws: 'random' }
    ) {
        if (policy.kind === 'seed') {
            this.generator = Generator64.ofSeed(policy.seed);
        }
        const seed = chance.seed ?? (policy.kind === 'seed' ? policy.seed : undefined);
        this.modelGenerator = seed === undefined ? undefined : Generator64.ofModel(seed);
        this.random = randomSourceOf(chance, this.modelGenerator);
    }

    /** Whether it schedules single moves, so that every order can occur. */
    get explores(): boolean {
        return this.policy.kind === 'explore' || this.policy.kind === 'replay';
    }

    /** Choice points and guard notes in the order in which they were made. */
    get notes(): readonly Note[] {
        const notes: Note[] = this.noted.map(n => ('about' in n ? noteOf(n) : n));
        if (this.omitted > 0) {
            const message = `${this.omitted} further notes of this run are left out: an answer holds the first ${MOST_NOTES}`;
            notes.push({ code: 'notes-omitted', message, node: notes[0].node });
        }
        return notes;
    }

    /** Under `explore`, the choices of the run. */
    get trail(): Trail {
        return { picks: this.picks, counts: this.counts, weights: this.weights };
    }

    /** Under `explore`, one text for each choice of the run. With these texts the run can be reported and repeated. */
    get witness(): readonly string[] {
        return this.planned.map(({ about, pick }) => about.witness(pick));
    }

    /** Takes one of several alternatives where the default is the first declared, and notes that there was a choice. */
    pick(count: number, about: () => ChoiceText, opening: Opening): number {
        if (count < 2) {
            return 0;
        }
        return this.made(count, this.generator?.below(count) ?? 0, about, opening);
    }

    /** Like {@link pick}, among behaviours in creation order: the default is the last created. */
    pickDue(count: number, about: () => ChoiceText, opening: Opening): number {
        if (count < 2) {
            return 0;
        }
        return this.made(count, this.generator?.below(count) ?? (this.policy.kind === 'reverse' ? count - 1 : 0), about, opening);
    }

    /**
     * Makes a weighted decision.
     * @param likeliest the branch that the fixed policies take
     * @param drawn the branch that the model's random stream drew
     */
    pickWeighted(count: number, likeliest: number, drawn: number | undefined, about: () => ChoiceText, opening: Opening): number {
        return count < 2 ? 0 : this.made(count, drawn ?? likeliest, about, opening);
    }

    /** The order in which the tokens of one step move under a fixed policy. The list is in spawn order. */
    order<T>(tokens: readonly T[]): T[] {
        const list = [...tokens];
        return this.generator !== undefined ? this.generator.shuffle(list) : this.policy.kind === 'reverse' ? list.reverse() : list;
    }

    /** Notes a choice whose outcome {@link order} decided. */
    noteOrder(about: ChoiceText, pick: number, mark: ChoiceMark | undefined): void {
        this.note(about, pick, mark);
    }

    /** Marks a choice before its consequences; it is noted later. */
    opens(opening: Opening): ChoiceMark | undefined {
        return this.log === undefined ? undefined : opening(this.log);
    }

    noteGuard(message: string, node: AstNode | undefined): void {
        if (this.previews === 0) {
            this.keep({ code: 'guard-unevaluable', message: `guard not evaluable: ${message}`, node });
            this.listener?.guard(`unevaluable guard ${message}`);
        }
    }

    noteMessage(message: string, node: AstNode): void {
        this.keep({ code: 'message-not-taken', message, node });
    }

    /** Runs a function and undoes its draws and notes. */
    preview<T>(work: () => T): T {
        const saved = this.generator?.save();
        const savedModel = this.modelGenerator?.save();
        const noted = this.noted.length;
        const { omitted } = this;
        this.previews++;
        try {
            return work();
        } finally {
            this.previews--;
            this.noted.length = noted;
            this.omitted = omitted;
            if (saved !== undefined && savedModel !== undefined) {
                this.generator?.restore(saved);
                this.modelGenerator?.restore(savedModel);
            }
        }
    }

    /** Under `explore`, the subject and the alternatives of each choice of the run. */
    get choices(): readonly Choice[] {
        return this.planned.map(({ about }) => ({ subject: about.subject, alternatives: about.alternatives() }));
    }

    private made(count: number, byPolicy: number, describe: () => ChoiceText, opening: Opening): number {
        if (!this.explores) {
            this.note(describe(), byPolicy, this.opens(opening));
            return byPolicy;
        }
        if (this.previews > 0) {
            // A preview is undone, so its choices are not varied.
            return 0;
        }
        const at = this.picks.length;
        const { picks, counts } = this.plan;
        if (at < picks.length && counts[at] !== count) {
            throw new ReplayError(`a replay met ${count} alternatives where ${counts[at]} were recorded`);
        }
        const pick = at < picks.length ? picks[at] : 0;
        const about = describe();
        if (about.weights !== undefined) {
            (this.weights ??= [])[at] = about.weights;
        }
        this.picks.push(pick);
        this.counts.push(count);
        const mark = this.opens(opening);
        this.planned.push({ about, pick, mark });
        this.note(about, pick, mark);
        return pick;
    }

    private keep(note: Note | MadeChoice): void {
        if (this.noted.length < MOST_NOTES) {
            this.noted.push(note);
        } else {
            this.omitted++;
        }
    }

    private note(about: ChoiceText, pick: number, mark: ChoiceMark | undefined): void {
        this.keep({ about, pick, mark });
        if (this.listener !== undefined) {
            const alternatives = about.alternatives();
            this.listener.choice(`choice ${about.text(pick)}`, alternatives, alternatives[pick]);
        }
    }
}

function noteOf({ about, pick, mark }: MadeChoice): Note {
    return {
        code: 'choice-point',
        message: `choice point: ${about.text(pick)}`,
        node: typeof about.node === 'function' ? about.node(pick) : about.node,
        ...(mark !== undefined && { mark })
    };
}

/** A replay did not meet the recorded choices: a fault of the executor, not of the model. */
export class ReplayError extends Error {}

/** The texts of an order choice: `<lead>: <noun> a, b (unordered; took a first)`. */
export function orderText(
    lead: string,
    noun: string,
    node: ChoiceText['node'],
    names: () => readonly string[],
    { verb = 'took', ending = '' }: { verb?: string; ending?: string } = {}
): ChoiceText {
    const subject = lead.replace(/^at t=/, 't=');
    return {
        node,
        subject,
        text: pick => `${lead}: ${noun}${listed(names())}${ending} (unordered; ${verb} ${names()[pick]} first)`,
        witness: pick => `${subject}: ${names()[pick]} first of ${names().join(', ')}`,
        alternatives: names
    };
}

/** Limit of the alternatives that the text of a choice point names. */
const MOST_NAMES = 50;

function listed(names: readonly string[]): string {
    const more = names.length - MOST_NAMES;
    return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

/** The texts of a choice of one branch: `<subject> 1->a, 2->b (unordered; took 1->a)`. */
export function branchText(
    subject: string,
    noun: string,
    node: ChoiceText['node'],
    names: () => readonly string[],
    ending = ''
): ChoiceText {
    return {
        node,
        subject,
        text: pick => `${subject}${noun} ${names().join(', ')}${ending} (unordered; took ${names()[pick]})`,
        witness: pick => `${subject} -> ${names()[pick]}`,
        alternatives: names
    };
}
