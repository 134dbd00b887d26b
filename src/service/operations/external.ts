// Questions to external engines: selects engines and combines their answers (contract sheet 11.5, 13).

import { create } from '@bufbuild/protobuf';
import {
    askEngines,
    composed,
    type ConditionQuestion,
    askOpenly,
    type EngineAnswer,
    type EngineManifest,
    type QuestionKind,
    type SessionSettings,
    type Stated,
    statedBy,
    statedByAssertion
} from '../../runtime/engines/index.js';
import { elementById } from '../../language/semantics/naming.js';
import type { Run } from '../../runtime/evaluation/index.js';
import { aboutCondition, assertionsAbout, type ConditionKind, namesOfAssertion, type Verdict } from '../../runtime/verification/index.js';
import { BoundSchema, FailureReason, type Instance as WireInstance, type Verdict as WireVerdict } from '../../wire/generated/sysml_pb.js';
import type { Environment } from '../config/environment.js';
import { Code, Refusal } from '../../wire/status.js';
import type { CallContext, Services } from './operation.js';
import { encodeReason, encodeVerdict, newRun } from './runs.js';
import { solveAssertion, solveCondition, type SolverQuestion } from './solve.js';
import { isServed, type Standing } from './standing.js';

/** maximum duration of an engine run in milliseconds; a cancelled call ends it earlier */
const LONGEST = 600_000;
/** the share of a call's time that is reserved to stop engines and to compose answers, and its maximum in milliseconds */
const STOPPING = { part: 0.2, most: 2000 };

/** @param deadline of the call; 0 for none */
export function sessionSettings({ durations, toolMaxOutput }: Environment, checkCancelled: () => void, deadline = 0): SessionSettings {
    const now = Date.now();
    const left = deadline === 0 ? LONGEST : deadline - now;
    const reserve = deadline === 0 ? 0 : Math.min(left * STOPPING.part, STOPPING.most);
    return {
        timeout: durations.SERVICE_TOOL_TIMEOUT,
        until: now + left - reserve,
        end: deadline === 0 ? Infinity : now + left - reserve / 2,
        most: toolMaxOutput,
        checkCancelled
    };
}

/** A question of the Verify operations. */
export type ConditionKindOfQuestion = ConditionQuestion['question'];

/**
 * The external engines that a request selects: the named one, or for `all` every served engine that declares the question. Without a name,
 * the solver is tried first, then the external engines by authority; see {@link firstAnswer}.
 */
export function externalEngines(services: Services, engine: string, question: QuestionKind): EngineManifest[] {
    return engine === 'all' ? servedFor(services, question) : services.registrations.engines.filter(({ name }) => name === engine);
}

/** The served engines that declare a question, the strongest authority first. */
function servedFor({ registrations, servedEngines }: Services, question: QuestionKind): EngineManifest[] {
    return registrations.engines
        .filter(
            ({ name, kind, answers, unservable }) =>
                kind === 'engine' && unservable === '' && isServed(name, servedEngines) && answers.includes(question)
        )
        .sort((a, b) => AUTHORITIES.indexOf(b.authority) - AUTHORITIES.indexOf(a.authority) || (a.name < b.name ? -1 : 1));
}

const AUTHORITIES = ['observed', 'witnessed', 'bounded', 'proved'];

const STATUSES = ['holds', 'violated', 'satisfiable', 'unsatisfiable', 'undecided'] as const;

/** A question about a condition, in the form of the request. */
interface ExternalQuestion {
    readonly question: ConditionKindOfQuestion;
    readonly subject: string;
    readonly kind: ConditionQuestion['kind'];
    readonly names: Pick<Verdict, 'kind' | 'element' | 'elementId' | 'requirementId'>;
    /** states the conditions in a separate run */
    readonly stated: () => Stated;
    /** the answer of the built-in engines; external ones are tried in addition, or afterwards if it is `not covered` */
    readonly own?: () => WireVerdict | undefined;
}

type Answer = EngineAnswer & { readonly verdict?: WireVerdict };

/**
 * Evaluates a question about a constraint or requirement: the answer of one engine, or for `all` the composition of all answers including
 * the solver's.
 */
export function evaluateExternally(
    services: Services,
    context: CallContext,
    { question, kind, external }: { question: ConditionKindOfQuestion; kind: ConditionKind; external: readonly EngineManifest[] },
    request: { readonly symbolId: string; readonly subjectSymbolId: string; readonly engine: string }
): { verdict?: WireVerdict; instances: WireInstance[]; error: string } {
    const { symbolId, subjectSymbolId } = request;
    const run = newRun(services, context);
    const about = aboutCondition(run, { symbolId, subjectId: subjectSymbolId }, kind);
    if (!('element' in about)) {
        const { verdict, error } = about;
        return { ...(verdict && { verdict: Object.assign(encodeVerdict(verdict, run), { question }) }), instances: [], error: error ?? '' };
    }
    const stated = (): Stated => {
        const own = newRun(services, context);
        const again = aboutCondition(own, { symbolId, subjectId: subjectSymbolId }, kind);
        return statedBy(own, about.element, 'element' in again ? again.object : undefined);
    };
    const own =
        request.engine === 'all' && question !== 'evaluate' ? () => solverVerdict(services, context, question, kind, request) : undefined;
    const [verdict] = answered(services, context, [{ question, subject: symbolId, kind, names: about.names, stated, own }], external);
    return { verdict, instances: [], error: '' };
}

/** Evaluates a question about the satisfaction assertions of an element or of the model, each separately. */
export function evaluateSatisfactions(
    services: Services,
    context: CallContext,
    { question, external, engine }: { question: ConditionKindOfQuestion; external: readonly EngineManifest[]; engine: string },
    symbolId: string
): { verdicts: WireVerdict[]; error: string; failureReason: FailureReason } {
    const assertions = assertionsAbout(newRun(services, context), symbolId);
    if ('verdicts' in assertions) {
        return { verdicts: [], error: assertions.error ?? '', failureReason: encodeReason(assertions.failureReason) };
    }
    const questions = assertions.map((assertion): ExternalQuestion => {
        const names = namesOfAssertion(assertion);
        const subject = names.elementId ?? names.requirementId ?? names.element;
        const stated = (): Stated => statedByAssertion(newRun(services, context), assertion);
        return { question, subject, kind: 'satisfy', names, stated };
    });
    const solved = (of: Services, i: number): WireVerdict | undefined =>
        question === 'evaluate' ? undefined : solveAssertion(of, context, question, assertions[i]);
    const isAuto = engine === '' || engine === 'auto';
    if (question !== 'evaluate' && external.length === 0) {
        const verdicts = assertions.map(assertion => solveAssertion(services, context, question, assertion));
        const inTurn = (own: WireVerdict, i: number): WireVerdict =>
            firstAnswer(services, question, own, manifest => answered(services, context, [questions[i]], [manifest])[0]);
        return { verdicts: isAuto ? verdicts.map(inTurn) : verdicts, error: '', failureReason: FailureReason.UNSPECIFIED };
    }
    const beside =
        engine === 'all' ? questions.map((a, i) => ({ ...a, own: () => solved(inHalfTheTime(services, context), i) })) : questions;
    return { verdicts: answered(services, context, beside, external), error: '', failureReason: FailureReason.UNSPECIFIED };
}

/**
 * The solver's answer; if it has none, that of the first external engine with an answer (contract sheet 11.4, `auto`).
 * @param evaluate sends the question to one engine
 */
export function firstAnswer(
    services: Services,
    question: SolverQuestion,
    own: WireVerdict,
    evaluate: (manifest: EngineManifest) => WireVerdict
): WireVerdict {
    const reasons = [own.error];
    for (const manifest of own.strength === 'not covered' && own.engine !== '' ? servedFor(services, question) : []) {
        const verdict = evaluate(manifest);
        if (verdict.strength !== 'not covered') {
            return verdict;
        }
        reasons.push(verdict.error);
    }
    return reasons.length === 1 ? own : Object.assign(own, { error: `no engine answers ${question}: ${reasons.join('; ')}` });
}

/** A question whose answer no run can confirm. */
export interface UnconfirmedQuestion {
    readonly question: QuestionKind;
    readonly subject: string;
    readonly schedule?: string;
    readonly more?: object;
}

/**
 * The answers of the external engine that a request names. Each is `not covered` with a reason, since no run can confirm it.
 * @returns undefined if the engine is built in or does not declare the questions
 */
export function unconfirmedAnswers(
    services: Services,
    context: CallContext,
    engine: string,
    questions: readonly UnconfirmedQuestion[]
): readonly (Standing & { error: string })[] | undefined {
    const manifest = services.registrations.engines.find(({ name }) => name === engine);
    if (manifest === undefined || !questions.every(({ question }) => manifest.answers.includes(question))) {
        return undefined;
    }
    const settings = sessionSettings(services.environment, () => context.checkCancelled(), context.deadline);
    const sources = sourcesOf(services, context);
    const sent = questions.map(question => {
        const element = elementById(context.model, question.subject);
        const kind = element !== undefined && 'kind' in element && typeof element.kind === 'string' ? element.kind : '';
        return { schedule: 'reverse', kind, sources, ...question };
    });
    const bounds = manifest.bounds.map(name => create(BoundSchema, { name }));
    const reasons = askOpenly(services.attendant, manifest, settings, sent);
    return reasons.map(error => ({ error, engine: manifest.name, strength: 'not covered', bounds }));
}

/** The verdict on each question. @throws Refusal deadline_exceeded if the time ended before any engine answered */
function answered(
    services: Services,
    context: CallContext,
    questions: readonly ExternalQuestion[],
    external: readonly EngineManifest[]
): WireVerdict[] {
    const own = questions.map(question => (question.own === undefined ? [] : ownAnswer(question.own())));
    const settings = sessionSettings(services.environment, () => context.checkCancelled(), context.deadline);
    const sources = sourcesOf(services, context);
    const asks = questions.map(({ question, subject, kind, stated }) => () => ({ question, subject, kind, stated: stated(), sources }));
    const said = askEngines(services.attendant, external, settings, asks);
    return questions.map(({ question, names }, i) => {
        const answers: readonly Answer[] = [...own[i], ...said[i]];
        if (answers.every(a => a.isStopped === true)) {
            throw new Refusal(Code.deadlineExceeded, answers.map(a => a.reason).join('; '));
        }
        const standing = composed(answers) ?? unanswered(question, answers);
        return standing.verdict ?? verdictOf(standing, { names, question, external, run: newRun(services, context) });
    });
}

/** The solver's answer. Next to external engines it gets at most half of the time. */
function solverVerdict(
    services: Services,
    context: CallContext,
    question: SolverQuestion,
    kind: ConditionKind,
    request: { readonly symbolId: string; readonly subjectSymbolId: string }
): WireVerdict | undefined {
    return solveCondition(inHalfTheTime(services, context), context, question, kind, request).verdict;
}

/** The services with half of the call's time for the solver. */
function inHalfTheTime(services: Services, context: CallContext): Services {
    const { environment } = services;
    const { SERVICE_SMT_TIMEOUT: timeout } = environment.durations;
    const half = context.deadline === 0 ? timeout : Math.max(1, (context.deadline - Date.now()) / 2);
    const durations = { ...environment.durations, SERVICE_SMT_TIMEOUT: Math.ceil(Math.min(timeout, half)) };
    return { ...services, environment: { ...environment, durations } };
}

function ownAnswer(verdict: WireVerdict | undefined): Answer[] {
    if (verdict === undefined) {
        return [];
    }
    const { strength, error } = verdict;
    const status = STATUSES.find(s => s === verdict.status) ?? 'undecided';
    return [{ engine: 'solve', status, strength, reason: error, verdict }];
}

/** The combined reason if no engine has an answer: that of the only engine, or those of all. */
function unanswered(question: ConditionKindOfQuestion, answers: readonly Answer[]): Answer {
    const inOrder = [...answers].sort((a, b) => (a.engine < b.engine ? -1 : 1));
    const reason = `no engine answers ${question}: ${inOrder.map(a => a.reason).join('; ')}`;
    return answers.length === 1 ? answers[0] : { engine: '', status: 'undecided', strength: 'not covered', reason };
}

interface RunRecords {
    readonly names: ExternalQuestion['names'];
    readonly question: ConditionKindOfQuestion;
    readonly external: readonly EngineManifest[];
    readonly run: Run;
}

function verdictOf({ engine, status, strength, reason }: EngineAnswer, { names, question, external, run }: RunRecords): WireVerdict {
    const verdict: Verdict = {
        ...names,
        holds: status === 'satisfiable' || status === 'holds',
        wasRun: false,
        ...(status === 'undecided' && {
            error: reason,
            failureReason: question === 'evaluate' ? ('evaluation' as const) : ('undecided' as const)
        })
    };
    const bounds = external.find(m => m.name === engine)?.bounds ?? [];
    return Object.assign(encodeVerdict(verdict, run), {
        question,
        status,
        engine,
        strength,
        bounds: bounds.map(name => create(BoundSchema, { name }))
    });
}

/** The documents of the model in the form for engines. */
function sourcesOf({ version }: Services, { model }: CallContext): ConditionQuestion['sources'] {
    const documents = model.documents.map(({ name, text }) => ({ path: name, text }));
    return { library: version, documents: documents.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
