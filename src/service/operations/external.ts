// Questions to engines of others: which of them a request asks, and what they answer together (contract sheet 11.5, 13).

import { create } from '@bufbuild/protobuf';
import {
    askEngines,
    composed,
    type ConditionQuestion,
    type EngineAnswer,
    type EngineManifest,
    type SessionSettings
} from '../../runtime/engines/index.js';
import type { Run } from '../../runtime/evaluation/index.js';
import { aboutCondition, type ConditionKind, type Verdict } from '../../runtime/verification/index.js';
import { BoundSchema, type Instance as WireInstance, type Verdict as WireVerdict } from '../../wire/generated/sysml_pb.js';
import type { Environment } from '../config/environment.js';
import { Code, Refusal } from '../../wire/status.js';
import type { CallContext, Services } from './operation.js';
import { encodeVerdict, newRun } from './runs.js';
import { solveCondition, type SolverQuestion } from './solve.js';
import { isServed } from './standing.js';

/** How long a run of an engine may take, in milliseconds: a call that is not wanted any more ends it earlier. */
const LONGEST = 600_000;
/** The end of a call's time, for engines to stop and for composing their answers: its part, and the most milliseconds of it. */
const STOPPING = { part: 0.2, most: 2000 };

/** @param deadline when the call is over; 0 for never */
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

/** The engines of others that a request asks: the one that it names, or under `all` every one that is served and answers the question. */
export function externalEngines({ registrations, servedEngines }: Services, engine: string, question: SolverQuestion): EngineManifest[] {
    return registrations.engines.filter(
        ({ name, kind, answers, unservable }) =>
            name === engine ||
            (engine === 'all' && kind === 'engine' && unservable === '' && isServed(name, servedEngines) && answers.includes(question))
    );
}

const STATUSES = ['holds', 'violated', 'satisfiable', 'unsatisfiable', 'undecided'] as const;

interface ExternalQuestion {
    readonly question: SolverQuestion;
    readonly kind: ConditionKind;
    readonly external: readonly EngineManifest[];
}

/** A question about a condition: one engine's answer, or under `all` what it comes to with the solver's. */
export function askExternal(
    services: Services,
    context: CallContext,
    { question, kind, external }: ExternalQuestion,
    request: { readonly symbolId: string; readonly subjectSymbolId: string; readonly engine: string }
): { verdict?: WireVerdict; instances: WireInstance[]; error: string } {
    const { symbolId, subjectSymbolId } = request;
    const run = newRun(services, context);
    const about = aboutCondition(run, { symbolId, subjectId: subjectSymbolId }, kind);
    if (!('element' in about)) {
        const { verdict, error } = about;
        return { ...(verdict && { verdict: Object.assign(encodeVerdict(verdict, run), { question }) }), instances: [], error: error ?? '' };
    }
    const answers: (EngineAnswer & { readonly verdict?: WireVerdict })[] = [];
    if (request.engine === 'all') {
        answers.push(...solverAnswer(services, context, { question, kind, external }, request));
    }
    const settings = sessionSettings(services.environment, () => context.checkCancelled(), context.deadline);
    answers.push(
        ...askEngines(services.attendant, external, settings, () => {
            const own = newRun(services, context);
            const again = aboutCondition(own, { symbolId, subjectId: subjectSymbolId }, kind);
            return {
                question,
                subject: symbolId,
                kind,
                element: about.element,
                run: own,
                object: 'element' in again ? again.object : undefined,
                sources: sourcesOf(services, context)
            };
        })
    );
    if (answers.every(a => a.isStopped === true)) {
        throw new Refusal(Code.deadlineExceeded, answers.map(a => a.reason).join('; '));
    }
    const standing = composed(answers) ?? unanswered(question, answers);
    const verdict = standing.verdict ?? verdictOf(standing, { names: about.names, question, external, run });
    return { verdict, instances: [], error: '' };
}

/** What the solver of the service answers; beside engines of others it has half of the time at most. */
function solverAnswer(
    services: Services,
    context: CallContext,
    { question, kind }: ExternalQuestion,
    request: { readonly symbolId: string; readonly subjectSymbolId: string }
): (EngineAnswer & { readonly verdict?: WireVerdict })[] {
    const { environment } = services;
    const { SERVICE_SMT_TIMEOUT: timeout } = environment.durations;
    const half = context.deadline === 0 ? timeout : Math.max(1, (context.deadline - Date.now()) / 2);
    const durations = { ...environment.durations, SERVICE_SMT_TIMEOUT: Math.ceil(Math.min(timeout, half)) };
    const { verdict } = solveCondition({ ...services, environment: { ...environment, durations } }, context, question, kind, request);
    if (verdict === undefined) {
        return [];
    }
    const { strength, error } = verdict;
    const status = STATUSES.find(s => s === verdict.status) ?? 'undecided';
    return [{ engine: 'solve', status, strength, reason: error, verdict }];
}

/** What stands where no engine has an answer: the reason of the only one, or those of all. */
function unanswered(
    question: SolverQuestion,
    answers: readonly (EngineAnswer & { readonly verdict?: WireVerdict })[]
): (typeof answers)[number] {
    const inOrder = [...answers].sort((a, b) => (a.engine < b.engine ? -1 : 1));
    const reason = `no engine answers ${question}: ${inOrder.map(a => a.reason).join('; ')}`;
    return answers.length === 1 ? answers[0] : { engine: '', status: 'undecided', strength: 'not covered', reason };
}

interface RunRecords {
    readonly names: Pick<Verdict, 'kind' | 'element' | 'elementId'>;
    readonly question: SolverQuestion;
    readonly external: readonly EngineManifest[];
    readonly run: Run;
}

function verdictOf({ engine, status, strength, reason }: EngineAnswer, { names, question, external, run }: RunRecords): WireVerdict {
    const verdict: Verdict = {
        ...names,
        holds: status === 'satisfiable' || status === 'holds',
        wasRun: false,
        ...(status === 'undecided' && { error: reason, failureReason: 'undecided' as const })
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

/** The model as engines get it. */
function sourcesOf({ version }: Services, { model }: CallContext): ConditionQuestion['sources'] {
    const documents = model.documents.map(({ name, text }) => ({ path: name, text }));
    return { library: version, documents: documents.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
