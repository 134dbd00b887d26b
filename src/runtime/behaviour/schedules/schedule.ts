/**
 * Scheduling (contract behaviour 12): who moves first where the model leaves it open, and what is noted about it. One scheduler serves one
 * run. Knows no tokens and no states: choices are numbers with texts.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Policy } from './policy.js';
import type { RandomSource } from '../../evaluation/functions/index.js';
import { type Chance, randomSourceOf } from './chance.js';
import { Generator64 } from './random.js';

/** What a run found out about its own order: becomes a diagnostic of severity info. */
export interface Note {
    readonly code: 'choice-point' | 'guard-unevaluable' | 'message-not-taken' | 'tool-divergence';
    readonly message: string;
    /** where it is located */
    readonly node: AstNode | undefined;
    /** of a choice point, where somebody follows it */
    readonly mark?: ChoiceMark;
}

/** The choices that a run met, in order: how many alternatives each had, and which was taken. */
export interface Trail {
    readonly picks: readonly number[];
    readonly counts: readonly number[];
    /** of weighted choices, by alternative, adding up to 1; undefined when the run met none */
    readonly weights: readonly (readonly number[] | undefined)[] | undefined;
}

/** What is said about a choice. Texts are requested later, or never: they may not depend on what changes as the run goes on. */
export interface ChoiceText {
    /** where the note is located, by the alternative taken where that decides */
    readonly node: AstNode | undefined | ((pick: number) => AstNode | undefined);
    /** what the choice is about: `t=0`, `state idle on accept Go` */
    readonly subject: string;
    /** @param pick index of the alternative taken */
    text(pick: number): string;
    witness(pick: number): string;
    /** what the choice offered, and names of the alternatives for traces */
    readonly alternatives: () => readonly string[];
    readonly weights?: readonly number[];
}

/** A choice point of an exploration. */
export interface Choice {
    readonly subject: string;
    readonly alternatives: readonly string[];
}

/** What is found out about a choice point as the run goes on. */
export interface ChoiceMark {
    /** the features whose values its alternatives have raced to write */
    readonly dependents: readonly string[];
    /** whether no value depends on what was taken */
    readonly isIndependent: boolean;
}

/** Is notified of choice points as they are met, before what follows on them. */
export interface ChoiceLog {
    /**
     * Some things are done one after the other in an order that is open.
     * @param keys who does each
     * @param elements what each is a part of
     */
    unordered(keys: readonly object[], elements: readonly AstNode[]): ChoiceMark;
    /** One of several ways is taken. @param elements what is performed on one of them or the other */
    branching(elements: readonly AstNode[]): ChoiceMark;
}

/** What a choice is between, for those who follow what depends on it. */
export type Opening = (log: ChoiceLog) => ChoiceMark;

/** Is notified of notes as they are made, for traces. */
export interface NoteListener {
    choice(text: string, alternatives: readonly string[], taken: string): void;
    guard(text: string): void;
}

/** A choice that was made, with what is to be said about it. */
interface MadeChoice {
    readonly about: ChoiceText;
    readonly pick: number;
    readonly mark: ChoiceMark | undefined;
}

export class Scheduler {
    /** what was noted so far, as text only when somebody asks: nobody reads the notes of most explored runs */
    private readonly noted: (Note | MadeChoice)[] = [];
    private readonly planned: MadeChoice[] = [];
    private readonly picks: number[] = [];
    private readonly counts: number[] = [];
    private weights: (readonly number[] | undefined)[] | undefined;
    listener: NoteListener | undefined;
    /** follows what depends on the choices; set where somebody asks */
    log: ChoiceLog | undefined;
    private readonly generator: Generator64 | undefined;
    /** the stream of random functions and weighted decisions; undefined without a seed */
    readonly modelGenerator: Generator64 | undefined;
    /** what random functions draw from, or answer in place of it */
    readonly random: RandomSource | undefined;
    private previews = 0;

    /**
     * @param policy of the run
     * @param plan under `explore`, the picks to follow before first alternatives are taken, with the numbers of alternatives that they were
     * picked from
     */
    constructor(
        readonly policy: Policy,
        private readonly plan: Pick<Trail, 'picks' | 'counts'> = policy.kind === 'replay' ? policy : { picks: [], counts: [] },
        /** whether what depends on its choices is followed */
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

    /** Whether it goes one move at a time, so that every order can come about. */
    get explores(): boolean {
        return this.policy.kind === 'explore' || this.policy.kind === 'replay';
    }

    /** Choice points and guard notes, in the order in which they were made. */
    get notes(): readonly Note[] {
        return this.noted.map(n => ('about' in n ? noteOf(n) : n));
    }

    /** Under `explore`, the choices of the run. */
    get trail(): Trail {
        return { picks: this.picks, counts: this.counts, weights: this.weights };
    }

    /** Under `explore`, one entry for each choice of the run, by which it can be reported and repeated. */
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

    /** As {@link pick}, among behaviours in creation order: the default is the last created. */
    pickDue(count: number, about: () => ChoiceText, opening: Opening): number {
        if (count < 2) {
            return 0;
        }
        return this.made(count, this.generator?.below(count) ?? (this.policy.kind === 'reverse' ? count - 1 : 0), about, opening);
    }

    /** A weighted decision. @param likeliest the branch that the fixed policies take @param drawn what the model stream drew */
    pickWeighted(count: number, likeliest: number, drawn: number | undefined, about: () => ChoiceText, opening: Opening): number {
        return count < 2 ? 0 : this.made(count, drawn ?? likeliest, about, opening);
    }

    /** The order in which the tokens of one step act (fixed policies). The list is in spawn order. */
    order<T>(tokens: readonly T[]): T[] {
        const list = [...tokens];
        return this.generator !== undefined ? this.generator.shuffle(list) : this.policy.kind === 'reverse' ? list.reverse() : list;
    }

    /** Notes a choice whose outcome {@link order} decided. */
    noteOrder(about: ChoiceText, pick: number, mark: ChoiceMark | undefined): void {
        this.note(about, pick, mark);
    }

    /** Marks a choice that is noted later, before what follows on it. */
    opens(opening: Opening): ChoiceMark | undefined {
        return this.log === undefined ? undefined : opening(this.log);
    }

    noteGuard(message: string, node: AstNode | undefined): void {
        if (this.previews === 0) {
            this.noted.push({ code: 'guard-unevaluable', message: `guard not evaluable: ${message}`, node });
            this.listener?.guard(`unevaluable guard ${message}`);
        }
    }

    noteMessage(message: string, node: AstNode): void {
        this.noted.push({ code: 'message-not-taken', message, node });
    }

    /** Does something that leaves no trace here: draws and notes are undone. */
    preview<T>(work: () => T): T {
        const saved = this.generator?.save();
        const savedModel = this.modelGenerator?.save();
        const noted = this.noted.length;
        this.previews++;
        try {
            return work();
        } finally {
            this.previews--;
            this.noted.length = noted;
            if (saved !== undefined && savedModel !== undefined) {
                this.generator?.restore(saved);
                this.modelGenerator?.restore(savedModel);
            }
        }
    }

    /** Under `explore`, what each choice of the run was about and offered. */
    get choices(): readonly Choice[] {
        return this.planned.map(({ about }) => ({ subject: about.subject, alternatives: about.alternatives() }));
    }

    private made(count: number, byPolicy: number, describe: () => ChoiceText, opening: Opening): number {
        if (!this.explores) {
            this.note(describe(), byPolicy, this.opens(opening));
            return byPolicy;
        }
        if (this.previews > 0) {
            // What a preview does is undone, so there is nothing to vary.
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

    private note(about: ChoiceText, pick: number, mark: ChoiceMark | undefined): void {
        this.noted.push({ about, pick, mark });
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

/** A replay did not meet what was recorded: a fault of the executor, not of the model. */
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

/** How many alternatives the text of a choice point names. */
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
