/** Questions to the model: values, objects, verdicts, all outcomes of a behaviour, sweeps, and the available verifications. */
import type { AstNode } from '../../language/generated/tree.js';
import {
    eventOf,
    executeAction,
    executeState,
    type Exploration,
    inputOf,
    instantiate as makeObjects,
    policyOf,
    startRun,
    StimulusError
} from '../../runtime/behaviour/index.js';
import { evaluate as evaluateExpression, evaluateCalc, isA, type Run } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isNamespace, ownedMembersOf } from '../../language/semantics/structure.js';
import type { Document } from '../../language/workspace/document.js';
import type { Model } from '../../language/workspace/workspace.js';
import {
    isVerificationCase,
    judgeElement,
    type Judged,
    planSweep,
    runAnalysis,
    sweepRows,
    type Verdict,
    type VerificationVerdict,
    assertionText,
    assertionVerdict
} from '../../runtime/verification/index.js';
import { elementIdOf } from '../../views/index.js';
import { roleOf } from '../roles.js';
import { namedValues, objectsJson, valueJson, verdictJson, verificationJson, worstOf } from './json.js';
import {
    type ElementParams,
    checkSound,
    type CustomRequest,
    documentOfParams,
    type DocumentParams,
    elementOfParams,
    invalid,
    limits,
    modelsOfParams,
    placeOfElement,
    type Session,
    type SolverAnswers,
    type SolverQuestionKind,
    soundModel
} from './request.js';

export interface RunParams extends ElementParams {
    /** path of the part that performs a behaviour */
    readonly performer?: string;
    /** `name = expression`, with `@12s` from that time on */
    readonly inputs?: readonly string[];
    /** `Go`, `Go(height = 3)`, with `@12s` at that time */
    readonly events?: readonly string[];
}

// --- Values -----------------------------------------------------------------------------------------------------------

interface EvaluateParams extends ElementParams {
    /** in the scope of `context` and on the object `subject`; or `element`: a calculation, constraint or requirement */
    readonly expression?: string;
    readonly context?: string;
    readonly subject?: string;
}

function evaluate(session: Session, params: EvaluateParams): object {
    const { expression, context, subject } = params;
    const model = soundModel(session, expression === undefined ? params : { ...params, element: subject ?? context });
    if (expression !== undefined) {
        const answer = evaluateExpression(startRun(model, limits()), { expression, contextId: context, subjectId: subject });
        return answer.result === undefined
            ? { error: answer.error ?? 'no value', diagnostics: answer.diagnostics ?? [] }
            : { result: valueJson(answer.result) };
    }
    const node = elementOfParams(session, params);
    if (isA(node, 'ConstraintDefinition') || isA(node, 'ConstraintUsage')) {
        return judgedJson(judgeElement(startRun(model, limits()), idOf(node), subject));
    }
    const { result, outputs = [], error } = evaluateCalc(startRun(model, limits()), { symbolId: idOf(node) });
    return {
        ...(result !== undefined && { result: valueJson(result) }),
        outputs: namedValues(outputs.map(o => [o.name, o.value] as const)),
        ...(error !== undefined && { error })
    };
}

/** The qualified name under which the core finds an element. @throws ResponseError for an anonymous one */
function idOf(node: AstNode): string {
    const id = qualifiedNameOf(node);
    if (id === undefined) {
        throw invalid(`${elementIdOf(node)} has no name: only a named element can be asked about`);
    }
    return id;
}

function instantiate(session: Session, params: ElementParams): object {
    const model = soundModel(session, params);
    const { instances, error } = makeObjects(model, idOf(elementOfParams(session, params)), limits());
    return instances === undefined ? { objects: [], error: error ?? '' } : { objects: objectsJson(instances) };
}

// --- Verdicts ---------------------------------------------------------------------------------------------------------

/** The verification cases and satisfaction assertions of a document, or of all documents. */
function tests(session: Session, params: Partial<DocumentParams>): object {
    const documents = params.textDocument === undefined ? session.models.documents : [documentOfParams(session, params)];
    return { tests: documents.flatMap(testsIn) };
}

function testsIn(document: Document): object[] {
    const found: object[] = [];
    const visit = (namespace: AstNode): void => {
        for (const member of ownedMembersOf(namespace)) {
            const isAssertion = member.$type === 'SatisfyRequirementUsage';
            if (isAssertion || isVerificationCase(member)) {
                found.push({
                    id: elementIdOf(member),
                    label: isAssertion ? assertionText(member) : (nameOf(member) ?? 'verification'),
                    kind: isAssertion ? 'satisfaction' : 'verification',
                    owner: elementIdOf(namespace),
                    location: placeOfElement(member)
                });
            }
            if (isNamespace(member)) {
                visit(member);
            }
        }
    };
    visit(document.root);
    return found;
}

/** Without an element: all satisfaction assertions of the document's model, or else of all models. */
interface VerifyParams extends ElementParams {
    readonly subject?: string;
}

function verify(session: Session, params: VerifyParams): object {
    const { element = '', subject } = params;
    if (element === '') {
        const models = modelsOfParams(session, params);
        models.forEach(model => checkSound(model, params));
        const judged = models.map(model => judgeElement(startRun(model, limits()), ''));
        return judgedJson({
            verdicts: judged.flatMap(j => j.verdicts),
            verificationVerdicts: judged.flatMap(j => j.verificationVerdicts ?? []),
            error: judged.find(j => j.error !== undefined)?.error
        });
    }
    const node = elementOfParams(session, params);
    const run = startRun(soundModel(session, params), limits());
    return judgedJson(
        node.$type === 'SatisfyRequirementUsage' ? { verdicts: [assertionVerdict(run, node)] } : judgeElement(run, idOf(node), subject)
    );
}

function judgedJson({ verdicts, verificationVerdicts = [], error }: Judged): object {
    return { ...judgements(verdicts, verificationVerdicts), ...(error !== undefined && { error }) };
}

function judgements(verdicts: readonly Verdict[], cases: readonly VerificationVerdict[]): object {
    return {
        status: verdicts.length > 0 ? worstOf(verdicts, []) : worstOf([], cases),
        verdicts: verdicts.map(verdictJson),
        verifications: cases.map(verificationJson)
    };
}

// --- Solver -----------------------------------------------------------------------------------------------------------

interface SolveParams extends ElementParams {
    readonly question?: SolverQuestionKind;
    readonly subject?: string;
}

const SOLVER_QUESTIONS: readonly SolverQuestionKind[] = ['satisfiable', 'configurations'];

function solve(session: Session, params: SolveParams): SolverAnswers {
    const { question = 'satisfiable', subject } = params;
    if (!SOLVER_QUESTIONS.includes(question)) {
        throw invalid(`question is ${JSON.stringify(question)}: it is one of ${SOLVER_QUESTIONS.join(', ')}`);
    }
    const id = idOf(elementOfParams(session, params));
    const model = soundModel(session, params);
    if (session.askSolver === undefined) {
        return { answers: [], missing: 'no SMT solver here: the language server runs in a browser, which can start none' };
    }
    const budget = limits();
    const checkCancelled = (): void => budget.checkCancelled?.();
    return session.askSolver({ newRun: () => startRun(model, budget), id, subject, question, checkCancelled });
}

// --- Cases and sweeps -------------------------------------------------------------------------------------------------

interface CaseParams extends ElementParams {
    readonly subject?: string;
    /** expressions by the names of parameters */
    readonly arguments?: Readonly<Record<string, string>>;
}

function valuesOf(model: Model, contextId: string, texts: Readonly<Record<string, string>>): ReadonlyMap<string, Value> {
    const run = startRun(model, limits());
    return new Map(Object.entries(texts).map(([name, text]) => [name, valueIn(run, contextId, name, text)]));
}

function valueIn(run: Run, contextId: string, name: string, expression: string): Value {
    const { result, error } = evaluateExpression(run, { expression, contextId });
    if (result === undefined) {
        throw invalid(`${name}: ${expression}: ${error ?? 'no value'}`);
    }
    return result;
}

function analyze(session: Session, params: CaseParams): object {
    const model = soundModel(session, params);
    const symbolId = idOf(elementOfParams(session, params));
    const named = valuesOf(model, symbolId, params.arguments ?? {});
    const request = {
        symbolId,
        subjectId: params.subject ?? '',
        policy: policyOf('reverse'),
        arguments: () => ({ positional: [], named })
    };
    const { outputs, verdicts, verificationVerdicts, evaluations, error } = runAnalysis(model, request, limits());
    return {
        outputs: namedValues(outputs.map(o => [o.name, o.value] as const)),
        evaluations: evaluations.map(e => ({
            arguments: e.arguments.map(valueJson),
            ...(e.result !== undefined && { result: valueJson(e.result) })
        })),
        ...judgements(verdicts, verificationVerdicts),
        ...(error !== undefined && { error })
    };
}

interface SweepParams extends CaseParams {
    readonly ranges?: readonly { readonly parameter: string; readonly from: string; readonly to: string; readonly step?: string }[];
    /** number of rows to sample; absent to step through the ranges */
    readonly samples?: number;
    readonly seed?: number;
}

/** Maximum number of rows of one sweep. */
const MOST_ROWS = 10_000;

function sweep(session: Session, params: SweepParams): object {
    const model = soundModel(session, params);
    const symbolId = idOf(elementOfParams(session, params));
    const { ranges = [], samples = 0, seed = 0, subject: subjectId = '' } = params;
    if (ranges.length === 0) {
        throw invalid('ranges is missing: [{ parameter, from, to, step }], each an expression');
    }
    const budget = limits();
    const run = startRun(model, budget);
    const bounds = ranges.map(({ parameter, from, to, step }) => ({
        parameter,
        start: valueIn(run, symbolId, parameter, from),
        end: valueIn(run, symbolId, parameter, to),
        step: step === undefined ? undefined : valueIn(run, symbolId, parameter, step)
    }));
    const fixed = { positional: [], named: valuesOf(model, symbolId, params.arguments ?? {}) };
    const plan = planSweep(run, {
        symbolId,
        subjectId,
        arguments: fixed,
        ranges: bounds,
        samples: BigInt(Math.max(0, Math.floor(samples))),
        seed: BigInt(Math.max(0, Math.floor(seed))),
        conditions: true,
        limit: MOST_ROWS
    });
    if ('error' in plan) {
        throw invalid(plan.error);
    }
    const rows = [...sweepRows(model, plan, { subjectId, arguments: () => fixed }, budget)];
    return {
        parameters: plan.parameters,
        rows: rows.map(({ inputs, outputs, verdicts, error }) => ({
            inputs: namedValues(inputs.map(i => [i.name, i.value] as const)),
            outputs: namedValues(outputs.map(o => [o.name, o.value] as const)),
            verdicts: verdicts.map(verdictJson),
            ...(error !== undefined && { error })
        }))
    };
}

// --- Exploration ------------------------------------------------------------------------------------------------------

interface ExploreParams extends RunParams {
    readonly runs?: number;
    readonly depth?: number;
}

function explore(session: Session, params: ExploreParams): object {
    const model = soundModel(session, params);
    const node = elementOfParams(session, params);
    const id = idOf(node);
    if (roleOf(node) !== 'run') {
        throw invalid(`${id} is neither an action nor a state machine`);
    }
    const { runs = 1024, depth = 64, performer = '' } = params;
    const policy = policyOf(`explore:runs=${runs},depth=${depth}`);
    const budget = limits();
    const scope = { model, contextId: id, limits: budget };
    const isMachine = isA(node, 'StateUsage') || isA(node, 'StateDefinition');
    try {
        const inputs = (params.inputs ?? []).map(text => inputOf(text, scope));
        const events = (params.events ?? []).map(text => eventOf(text, scope));
        const first = inputs.filter(i => !i.isTimed);
        const { exploration, error } = isMachine
            ? executeState(model, { machine: id, events, timedInputs: inputs, policy, performer }, budget)
            : executeAction(
                  model,
                  {
                      action: id,
                      inputs: run => new Map(first.map(i => [i.name, i.value(run)])),
                      timedInputs: inputs.filter(i => i.isTimed),
                      policy,
                      performer
                  },
                  budget
              );
        return exploration === undefined ? { outcomes: [], error } : explorationJson(exploration);
    } catch (error) {
        if (error instanceof StimulusError) {
            throw invalid(error.message);
        }
        throw error;
    }
}

function explorationJson({ outcomes, status }: Exploration): object {
    return {
        isComplete: status.complete,
        runs: status.runs,
        budgetsHit: status.budgetsHit,
        outcomes: outcomes.map(({ outputs, finalState, statesVisited, error, linearizations, witness, plan, notes, ...rest }) => ({
            values: namedValues(outputs),
            finalState,
            statesVisited,
            error,
            count: linearizations,
            share: linearizations / status.runs,
            ...(rest.probabilityRange !== undefined && { probability: rest.probability, probabilityRange: rest.probabilityRange }),
            witness,
            plan,
            notes: notes.map(n => n.message)
        }))
    };
}

export const questionRequests: readonly CustomRequest[] = [
    { method: 'sysml/evaluate', capability: 'sysmlQuestions', answer: evaluate },
    { method: 'sysml/instantiate', capability: 'sysmlQuestions', answer: instantiate },
    { method: 'sysml/tests', capability: 'sysmlQuestions', answer: tests },
    { method: 'sysml/verify', capability: 'sysmlQuestions', answer: verify },
    { method: 'sysml/solve', capability: 'sysmlQuestions', answer: solve },
    { method: 'sysml/analyze', capability: 'sysmlQuestions', answer: analyze },
    { method: 'sysml/sweep', capability: 'sysmlQuestions', answer: sweep },
    { method: 'sysml/explore', capability: 'sysmlQuestions', answer: explore }
];
