/**
 * Puts questions about conditions to external engines. A claim counts only if the evaluator confirms it: its assignment is written into
 * objects and evaluated. (Contract: verification-and-engines 13.3, 13.4.)
 */
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { typesOf } from '../../../language/semantics/specialization.js';
import { judge } from '../../evaluation/calculations/conditions.js';
import { evaluate } from '../../evaluation/evaluate.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { isAttribute } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { EvaluationError } from '../../values/index.js';
import type { Attendant } from '../waiting.js';
import type { Stated } from '../solver/stated.js';
import type { QuestionKind } from '../built-in.js';
import type { EngineAnswer } from './composition.js';
import type { EngineManifest } from './manifests.js';
import {
    type Conversation,
    EngineError,
    EngineFault,
    type EngineResult,
    EngineStopped,
    type EngineWitness,
    Session,
    type SessionSettings,
    type TermValue,
    runConcurrently
} from './sessions.js';

export interface ConditionQuestion {
    readonly question: 'evaluate' | 'holds' | 'satisfiable';
    /** as the request states it */
    readonly subject: string;
    readonly kind: 'constraint' | 'requirement' | 'satisfy';
    /** the conditions, in a separate run and on a separate object */
    readonly stated: Stated;
    readonly sources: Sources;
}

/** The model in the form that engines get. */
export interface Sources {
    readonly library: string;
    readonly documents: readonly { readonly path: string; readonly text: string }[];
}

/** A question whose answers cannot be replayed here. The answer of an engine is only reported as a reason. */
export interface OpenQuestion {
    readonly question: QuestionKind;
    readonly subject: string;
    /** kind of its declaration in the model */
    readonly kind: string;
    readonly schedule: string;
    /** additional members of questions of this kind */
    readonly more?: object;
    readonly sources: Sources;
}

/**
 * Returns, for each question, the reason why the engine's answer does not count: the engine does not accept the question, or its claim
 * cannot be replayed here.
 */
export function askOpenly(
    attendant: Attendant,
    manifest: EngineManifest,
    settings: SessionSettings,
    asked: readonly OpenQuestion[]
): readonly string[] {
    const questions = asked.map(({ question: kind, subject, kind: subjectKind, schedule, more, sources }) => {
        const member = { kind, subject, schedule, free: [], subjectKind, ...more };
        return { question: kind, subject, kind: subjectKind, sources, member: () => member };
    });
    const [said] = runConcurrently(attendant, [conversing(attendant, manifest, settings, questions)], settings.checkCancelled);
    return said.map(answer => ('result' in answer ? unreplayed(manifest.name, answer.result) : answer.reason));
}

/**
 * Returns the answers of engines as far as the evaluator confirms them. The engines run concurrently. An error of an engine becomes the
 * reason of an undecided answer.
 * @param asks creates each question with a new run whenever it is called
 * @returns for each question, the answers in the order of the engines
 */
export function askEngines(
    attendant: Attendant,
    manifests: readonly EngineManifest[],
    settings: SessionSettings,
    asks: readonly (() => ConditionQuestion)[]
): readonly (readonly EngineAnswer[])[] {
    const conversations = manifests.map(manifest => {
        const questions = asks.map(ask => {
            const asked = ask();
            return { ...asked, member: () => questionOf(asked) };
        });
        return conversing(attendant, manifest, settings, questions);
    });
    const said = runConcurrently(attendant, conversations, settings.checkCancelled);
    return asks.map((ask, question) => manifests.map(({ name }, engine) => counted(name, said[engine][question], ask)));
}

function counted(engine: string, said: Said, ask: () => ConditionQuestion): EngineAnswer {
    const undecided = { engine, status: 'undecided', strength: 'not covered' } as const;
    if ('reason' in said) {
        return { ...undecided, ...said };
    }
    try {
        return judged(engine, said.result, ask);
    } catch (error) {
        if (error instanceof EvaluationError) {
            return { ...undecided, reason: error.message };
        }
        throw error;
    }
}

/** The answer of an engine to a question, or the reason why there is none. */
type Said = { readonly result: EngineResult } | { readonly reason: string; readonly isStopped?: true };

interface Asked extends Pick<OpenQuestion, 'question' | 'kind' | 'subject' | 'sources'> {
    /** returns the question in the form that the engine gets */
    readonly member: () => object;
}

/** Puts all questions of a request to one process (contract: verification-and-engines 13.2). */
function* conversing(
    attendant: Attendant,
    manifest: EngineManifest,
    settings: SessionSettings,
    asked: readonly Asked[]
): Conversation<readonly Said[]> {
    const said: (Said | undefined)[] = asked.map(question => {
        const reason = manifest.unservable !== '' ? manifest.unservable : refusalOf(manifest, question);
        return reason === undefined ? undefined : { reason };
    });
    const ended = (rest: Said): readonly Said[] => said.map(s => s ?? rest);
    const none = { reason: '' };
    if (said.every(s => s !== undefined)) {
        return ended(none);
    }
    let session: Session | undefined;
    try {
        session = new Session(attendant, manifest, settings);
        yield* session.describe();
        for (const [i, question] of asked.entries()) {
            said[i] ??= yield* saidTo(session, question);
        }
        return ended(none);
    } catch (error) {
        if (error instanceof EngineFault) {
            return ended({ reason: error.message, ...(error instanceof EngineStopped && { isStopped: true }) });
        }
        throw error;
    } finally {
        session?.close();
    }
}

/** Puts one question to an engine. @throws EngineFault, which ends the session */
function* saidTo(session: Session, { member, sources }: Asked): Conversation<Said> {
    try {
        const question = member();
        const uncovered = yield* session.covers(question, { sources });
        return uncovered !== undefined ? { reason: uncovered } : { result: yield* session.run(question, { sources }) };
    } catch (error) {
        if (error instanceof EngineError || error instanceof EvaluationError) {
            return { reason: error.message };
        }
        throw error;
    }
}

/** Returns the reason why a question is not sent to the engine; undefined if it is sent. */
function refusalOf(
    { name, answers, subjects, model }: EngineManifest,
    { question, kind, subject }: Pick<OpenQuestion, 'question' | 'kind' | 'subject'>
): string | undefined {
    if (!answers.includes(question)) {
        return `engine "${name}" does not answer ${question}`;
    }
    if (subjects.length > 0 && !subjects.includes(kind)) {
        return `engine "${name}" answers for ${JSON.stringify(subjects)}, not the ${kind} ${subject}`;
    }
    return model.includes('graphs:1') ? `engine "${name}" needs a graph, and the ${kind} ${subject} has none` : undefined;
}

const unreplayed = (engine: string, { claim, strength, reason }: EngineResult): string =>
    withReason(`engine "${engine}" claims ${claim} (${strength}), which cannot be replayed here`, reason);

const withReason = (why: string, reason: string): string => (reason === '' ? why : `${why}: ${reason}`);

/** Returns the attributes of an object without a stated value. */
function freeSlots(object: Instance | undefined): readonly Slot[] {
    return (object?.layout.slots ?? []).filter(
        slot => slot.isModelled && slot.names.length > 0 && isAttribute(slot.feature) && slot.chain.every(f => f.value === undefined)
    );
}

function questionOf({ question, subject, kind, stated }: ConditionQuestion): object {
    const assertions = stated.conditions.map(({ text }) => ({ name: subject, text }));
    const condition = { name: subject, text: assertions.map(a => a.text).join(' and ') };
    const head = { kind: question, subject, schedule: 'reverse', subjectKind: kind };
    if (question === 'evaluate') {
        return { ...head, free: [], condition };
    }
    const inputs = freeSlots(stated.object).map(({ names, feature }) => {
        const type = typesOf(feature)
            .map(qualifiedNameOf)
            .find(t => t !== undefined);
        return { name: names[0], ...(type !== undefined && { type }) };
    });
    const asked = question === 'holds' ? { condition } : { conditions: [{ name: subject, features: inputs, assertions }] };
    return { ...head, free: ['inputs'], inputs, ...asked };
}

/** Judges a claim with the evaluator. @param ask creates the question with a new run */
function judged(engine: string, result: EngineResult, ask: () => ConditionQuestion): EngineAnswer {
    const { claim, witness, executions, reason } = result;
    const asked = ask();
    const uncovered = (why: string): EngineAnswer => ({ engine, status: 'undecided', strength: 'not covered', reason: why });
    const wanted = asked.question === 'satisfiable' ? 'satisfiable' : 'violated';
    if (claim === 'holds' && wanted === 'violated' && executions.length > 0) {
        const first = executions.findIndex(execution => !isJudged(execution, ask(), 'holds'));
        return first < 0
            ? { engine, status: 'holds', strength: 'observed', reason }
            : uncovered(withReason(`engine "${engine}" claims ${claim}, and its execution ${first + 1} does not show it`, reason));
    }
    if (claim !== wanted) {
        return uncovered(unreplayed(engine, result));
    }
    if (witness!.schedules.some(text => text.trim() !== '')) {
        return uncovered(withReason(`engine "${engine}" claims ${claim} by a schedule, and a condition has none`, reason));
    }
    const outcome = outcomeAt(witness!, asked);
    if (outcome !== (wanted === 'violated' ? 'violated' : 'holds')) {
        const why = `engine "${engine}" claims ${claim}, and its witness does not show it: evaluated, the condition is ${outcome}`;
        return uncovered(withReason(why, reason));
    }
    const inputs = witness!.inputs.map(({ name, value, unit }) => `${name} = ${String(value)}${unit === undefined ? '' : ` [${unit}]`}`);
    return { engine, status: wanted, strength: 'witnessed', reason: inputs.join(', ') };
}

/** Whether an execution shows a result. An execution consists of inputs only, because a condition has no schedule. */
const isJudged = (execution: EngineWitness, asked: ConditionQuestion, as: ReturnType<typeof outcomeAt>): boolean =>
    execution.schedules.every(text => text.trim() === '') && outcomeAt(execution, asked) === as;

/** @throws EvaluationError for inputs that cannot be assigned */
function outcomeAt({ inputs }: EngineWitness, asked: ConditionQuestion): ReturnType<typeof judge>['outcome'] {
    const { kind, subject, stated } = asked;
    assign(asked, inputs);
    return judge(stated.conditions, `${kind} ${subject}`, 'condition').outcome;
}

/** @throws EvaluationError for a feature that is not free, is assigned twice or does not allow the value */
function assign({ question, stated: { run, object } }: ConditionQuestion, inputs: readonly TermValue[]): void {
    const slots = question === 'evaluate' ? [] : freeSlots(object);
    const free = new Map(slots.map(slot => [slot.names[0], slot]));
    for (const { name, value, unit } of inputs) {
        const slot = free.get(name);
        if (slot === undefined || object === undefined) {
            throw new EvaluationError('witness names no free feature', name);
        }
        free.delete(name);
        const expression = `${String(value)}${unit === undefined ? '' : ` [${unit}]`}`;
        const { result, error } = evaluate(run, { expression });
        if (result === undefined) {
            throw new EvaluationError(`the witness's ${name} = ${expression} has no value`, error);
        }
        object.write(slot.index, conform(result, slot, object));
    }
}
