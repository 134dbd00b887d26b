/**
 * Questions about conditions, put to an engine of others. What it claims counts when the evaluator sees it: an assignment is written into
 * objects and evaluated. (Contract: verification-and-engines 13.3, 13.4.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { typesOf } from '../../../language/semantics/specialization.js';
import { judge } from '../../evaluation/calculations/conditions.js';
import { evaluate } from '../../evaluation/evaluate.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { isAttribute } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import type { Run } from '../../evaluation/run.js';
import { EvaluationError } from '../../values/index.js';
import type { Attendant } from '../waiting.js';
import { anyObjectFor, statedBy } from '../solver/stated.js';
import type { EngineAnswer } from './composition.js';
import type { EngineManifest } from './manifests.js';
import {
    type Conversation,
    EngineFault,
    type EngineResult,
    EngineStopped,
    type EngineWitness,
    Session,
    type SessionSettings,
    type TermValue,
    together
} from './sessions.js';

export interface ConditionQuestion {
    readonly question: 'holds' | 'satisfiable';
    /** as the request names it */
    readonly subject: string;
    readonly kind: 'constraint' | 'requirement';
    readonly element: AstNode;
    /** a run that nothing else was asked of */
    readonly run: Run;
    readonly object: Instance | undefined;
    readonly sources: { readonly library: string; readonly documents: readonly { readonly path: string; readonly text: string }[] };
}

/**
 * What engines answer, asked at the same time, as far as the evaluator agrees. What one does wrong is the reason of an undecided answer.
 * @param asked the question to each, with a run of its own
 */
export function askEngines(
    attendant: Attendant,
    manifests: readonly EngineManifest[],
    settings: SessionSettings,
    asked: () => ConditionQuestion
): readonly EngineAnswer[] {
    return together(manifests.map(manifest => asking(attendant, manifest, settings, asked)));
}

function* asking(
    attendant: Attendant,
    manifest: EngineManifest,
    settings: SessionSettings,
    ask: () => ConditionQuestion
): Conversation<EngineAnswer> {
    const asked = ask();
    const undecided = (reason: string): EngineAnswer => ({ engine: manifest.name, status: 'undecided', strength: 'not covered', reason });
    const refusal = manifest.unservable !== '' ? manifest.unservable : refusalOf(manifest, asked);
    if (refusal !== undefined) {
        return undecided(refusal);
    }
    let session: Session | undefined;
    try {
        session = new Session(attendant, manifest, settings);
        yield* session.describe();
        const question = questionOf(asked, objectOf(asked));
        const model = { sources: asked.sources };
        const uncovered = yield* session.covers(question, model);
        return uncovered !== undefined ? undecided(uncovered) : judged(manifest.name, yield* session.run(question, model), ask);
    } catch (error) {
        if (error instanceof EngineFault || error instanceof EvaluationError) {
            return { ...undecided(error.message), ...(error instanceof EngineStopped && { isStopped: true }) };
        }
        throw error;
    } finally {
        session?.close();
    }
}

/** Why the process is not asked at all. */
function refusalOf({ name, answers, subjects, model }: EngineManifest, { question, kind, subject }: ConditionQuestion): string | undefined {
    if (!answers.includes(question)) {
        return `engine "${name}" does not answer ${question}`;
    }
    if (subjects.length > 0 && !subjects.includes(kind)) {
        return `engine "${name}" answers for ${JSON.stringify(subjects)}, not the ${kind} ${subject}`;
    }
    return model.includes('graphs:1') ? `engine "${name}" needs a graph, and the ${kind} ${subject} has none` : undefined;
}

/** The attributes of an object that nothing gives a value. */
function freeSlots(object: Instance | undefined): readonly Slot[] {
    return (object?.layout.slots ?? []).filter(
        slot => slot.isModelled && slot.names.length > 0 && isAttribute(slot.feature) && slot.chain.every(f => f.value === undefined)
    );
}

function questionOf(asked: ConditionQuestion, object: Instance | undefined): object {
    const { question, subject, kind, element, run } = asked;
    const assertions = statedBy(run, element, object).conditions.map(({ text }) => ({ name: subject, text }));
    const inputs = freeSlots(object).map(({ names, feature }) => {
        const type = typesOf(feature)
            .map(qualifiedNameOf)
            .find(t => t !== undefined);
        return { name: names[0], ...(type !== undefined && { type }) };
    });
    return {
        kind: question,
        subject,
        schedule: 'reverse',
        free: ['inputs'],
        subjectKind: kind,
        inputs,
        ...(question === 'holds'
            ? { condition: { name: subject, text: assertions.map(a => a.text).join(' and ') } }
            : { conditions: [{ name: subject, features: inputs, assertions }] })
    };
}

const objectOf = ({ object, run, element }: ConditionQuestion): Instance | undefined => object ?? anyObjectFor(run, element);

/** What a claim is worth here: what the evaluator sees of it. @param ask the question, with a run of its own each time */
function judged(engine: string, result: EngineResult, ask: () => ConditionQuestion): EngineAnswer {
    const { claim, strength, witness, executions, reason } = result;
    const asked = ask();
    const uncovered = (why: string): EngineAnswer => ({
        engine,
        status: 'undecided',
        strength: 'not covered',
        reason: reason === '' ? why : `${why}: ${reason}`
    });
    if (claim === 'holds' && asked.question === 'holds' && executions.length > 0) {
        const first = executions.findIndex(execution => !isJudged(execution, ask(), 'holds'));
        return first < 0
            ? { engine, status: 'holds', strength: 'observed', reason }
            : uncovered(`engine "${engine}" claims ${claim}, and its execution ${first + 1} does not show it`);
    }
    const wanted = asked.question === 'holds' ? 'violated' : 'satisfiable';
    if (claim !== wanted) {
        return uncovered(`engine "${engine}" claims ${claim} (${strength}), which nothing here can replay`);
    }
    if (witness!.schedules.some(text => text.trim() !== '')) {
        return uncovered(`engine "${engine}" claims ${claim} by a schedule, and a condition has none`);
    }
    const outcome = outcomeAt(witness!, asked);
    if (outcome !== (wanted === 'violated' ? 'violated' : 'holds')) {
        return uncovered(`engine "${engine}" claims ${claim}, and its witness does not show it: evaluated, the condition is ${outcome}`);
    }
    const told = witness!.inputs.map(({ name, value, unit }) => `${name} = ${String(value)}${unit === undefined ? '' : ` [${unit}]`}`);
    return { engine, status: wanted, strength: 'witnessed', reason: told.join(', ') };
}

/** A condition has no schedule: an execution is its inputs. */
const isJudged = (execution: EngineWitness, asked: ConditionQuestion, as: ReturnType<typeof outcomeAt>): boolean =>
    execution.schedules.every(text => text.trim() === '') && outcomeAt(execution, asked) === as;

/** @throws EvaluationError for inputs that cannot be given */
function outcomeAt({ inputs }: EngineWitness, asked: ConditionQuestion): ReturnType<typeof judge>['outcome'] {
    const object = objectOf(asked);
    assign(asked, object, inputs);
    return judge(statedBy(asked.run, asked.element, object).conditions, `${asked.kind} ${asked.subject}`, 'condition').outcome;
}

/** @throws EvaluationError for a feature that is not free, twice given, or does not take the value */
function assign({ run }: ConditionQuestion, object: Instance | undefined, inputs: readonly TermValue[]): void {
    const free = new Map(freeSlots(object).map(slot => [slot.names[0], slot]));
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
