/**
 * One run of an analysis or verification case: binds its parameters, computes its outputs, and judges its objectives and assertions
 * (contract sheet 9). Does not depend on schedules: the given run performs the steps.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { conformsTo, declaredGeneralsOf, typesOf } from '../../language/semantics/specialization.js';
import { isDefinition, isFeature, ownedFeaturesOf, owningTypeOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { checkedGraph } from '../behaviour/index.js';
import { ConditionFrame, judgedInFull, judge, judgedConditionsOf } from '../evaluation/calculations/conditions.js';
import { Performance, withinCalculation } from '../evaluation/calculations/performance.js';
import { outputOf, resultOf } from '../evaluation/calculations/answers.js';
import { type Shape, shapeOf } from '../evaluation/calculations/shape.js';
import { outerOf } from '../evaluation/calculations/usage.js';
import type { CalcOutput } from '../evaluation/evaluate.js';
import type { Frame } from '../evaluation/expressions/frame.js';
import { type InstanceAnswer, objectGraph } from '../evaluation/instances/graph.js';
import { coerceTo } from '../evaluation/instances/coercion.js';
import { Instance } from '../evaluation/instances/instance.js';
import { subjectAt } from '../evaluation/instances/subjects.js';
import { type Budget, type Failed, type FailureReason, failed, messageOf, symbolNotFound } from '../evaluation/limits.js';
import { articledKind, categoryOf, isA, isCalculation, isConstraint, isObjective } from '../evaluation/model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../evaluation/model/layout.js';
import type { Run, RunModel } from '../evaluation/run.js';
import { EvaluationError, Sequence, type Value, elementsOf } from '../values/index.js';
import { freshObject } from './assertion-subjects.js';
import { type Arguments, boundParameters, subjectOf } from './arguments.js';
import { type CaseEvaluation, EvaluationRecorder } from './case-evaluations.js';
import {
    type Decision,
    type VerificationVerdict,
    aboutOf,
    caseIdOf,
    collectingSubcases,
    decisionOf,
    isVerificationCase,
    returnedBy,
    subjectsOf,
    unboundSubject
} from './cases.js';
import { type Verdict, judged } from './verdict.js';

/** The result of a case; `error` is the failure of its run, framed by the case. */
export interface CaseResult extends Partial<Failed> {
    /** in declaration order; empty when the run failed */
    readonly outputs: readonly CalcOutput[];
    /** verdicts on objectives, then on assertions */
    readonly verdicts: readonly Verdict[];
    /** the verdict of the case itself if it is a verification case, then those of its subcases */
    readonly verificationVerdicts: readonly VerificationVerdict[];
    readonly evaluations: readonly CaseEvaluation[];
    /** the subjects first, then the objects in outputs and evaluations */
    readonly instances: readonly InstanceAnswer[];
    /** whether the subject or the arguments failed, so that nothing was run */
    readonly isUnbound?: boolean;
    /** budgets that the run exhausted */
    readonly exhausted: readonly Budget[];
    /** the subjects of the case */
    readonly subjects: readonly Instance[];
    /** reads the values of its `in` parameters in declaration order, without the subject */
    readonly given: () => readonly CalcOutput[];
}

/** Whether an element is an analysis case, definition or usage. */
export function isAnalysisCase(element: AstNode): boolean {
    return isA(element, 'AnalysisCaseDefinition') || isA(element, 'AnalysisCaseUsage');
}

export interface Refusal extends Failed {
    readonly failureReason: FailureReason;
}

/** The case with an id, or a refusal. @param runsVerifications whether verification cases are accepted */
export function caseById(model: RunModel, symbolId: string, runsVerifications = true): AstNode | Refusal {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return { ...symbolNotFound(symbolId), failureReason: 'evaluation' };
    }
    if (isAnalysisCase(element) || (runsVerifications && isVerificationCase(element))) {
        return element;
    }
    const kinds = runsVerifications ? 'an analysis or verification case' : 'an analysis case';
    return {
        error: `not an analysis case: ${symbolId} is ${articledKind(element)}, not ${kinds} definition or usage`,
        failureReason: 'wrongKind'
    };
}

/** Whether the search for an element ended in a refusal. */
export const isRefusal = (found: AstNode | Refusal): found is Refusal => 'failureReason' in found;

/**
 * Runs a case once. Reports errors of the model in `error`; throws only to cancel the run.
 * @param run a new run
 * @param subjectId path to the subject of the case; empty for the subject that the case binds itself
 * @param answers reads the outputs and the result after the steps
 */
export function runCaseOnce(
    run: Run,
    element: AstNode,
    subjectId: string,
    args: (run: Run) => Arguments,
    answers: (performance: Performance) => readonly CalcOutput[] = outputsOf
): CaseResult {
    const shape = shapeOf(element);
    const recorder = new EvaluationRecorder();
    const subcases: VerificationVerdict[] = [];
    let bound: Performance | undefined;
    let outputs: readonly CalcOutput[] = [];
    let returned: Value = null;
    let failure: Failed | undefined;
    const isCase = (frame: Frame): boolean => frame === bound;
    try {
        const work = (): void =>
            withinCalculation(run, shape, () => {
                bound = bind(run, shape, subjectId, args(run));
                recorder.during(run, isCase, () => {
                    bound!.begin();
                    returned = isVerificationCase(element) ? returnedBy(bound!) : null;
                    outputs = answers(bound!);
                });
            });
        collectingSubcases(run, subcases, work, { performed: element, within: undefined });
    } catch (caught) {
        failure = failed(caught);
    }
    const error = failure?.error;
    const { exhausted } = run;
    const subjects = bound === undefined ? [] : subjectsOf(bound);
    const verdicts = claimsOf(shape).map(claim =>
        error === undefined
            ? recorder.during(run, isCase, () => verdictOn(run, claim, bound!, subjects))
            : { ...namesOf(run, claim, subjects), error, failureReason: 'evaluation' as const, exhausted }
    );
    const evaluations = recorder.evaluations(error === undefined ? sequenceOfOutputs(outputs) : undefined);
    const decision: Decision = error === undefined ? decisionOf(returned) : { kind: 'error', detail: error };
    const own: VerificationVerdict[] = isVerificationCase(element)
        ? [{ caseId: caseIdOf(element), ...decision, ...(bound !== undefined && aboutOf(bound, decision)) }]
        : [];
    return {
        outputs: error === undefined ? outputs : [],
        verdicts,
        verificationVerdicts: [...own, ...subcases],
        evaluations,
        instances: instancesOf(subjects, [...outputs.map(o => o.value), ...evaluations.flatMap(e => [...e.arguments, e.result ?? null])]),
        exhausted,
        subjects,
        given: () => (bound === undefined ? [] : givenTo(bound)),
        ...(failure !== undefined && { ...failure, isUnbound: bound === undefined })
    };
}

/** The values of a performance's parameters without its subject. */
function givenTo(performance: Performance): CalcOutput[] {
    const { shape } = performance;
    const subject = subjectOf(shape);
    return shape.parameters.filter(p => p !== subject).map(({ name, slot }) => ({ name, value: performance.read(slot.index) }));
}

// --- Binding ----------------------------------------------------------------------------------------------------------

/**
 * A performance of the case with its subject and its parameters bound.
 * @throws EvaluationError for a subject or parameter that is unbound, bound twice or unknown, and for steps that cannot be ordered
 */
function bind(run: Run, shape: Shape, subjectId: string, args: Arguments): Performance {
    const performance = new Performance(run, shape, outerFrame(run, shape.calc));
    const subject = subjectOf(shape);
    if (subjectId !== '') {
        if (subject === undefined) {
            throw new EvaluationError(`the case declares no subject, so ${subjectId} cannot be it`);
        }
        performance.give(subject, subjectObject(run, subjectId));
    } else if (subject?.isNeeded === true) {
        throw unboundSubject(subject);
    }
    bindParameters(performance, args);
    if (subject !== undefined) {
        performance.read(subject.slot.index);
    }
    if (shape.isPerformed) {
        checkedGraph(shape.calc);
    }
    return performance;
}

function subjectObject(run: Run, path: string): Instance {
    try {
        return subjectAt(run, path);
    } catch (error) {
        throw new EvaluationError(`instantiation of subject ${path} failed`, messageOf(error));
    }
}

/**
 * Gives parameters their values.
 * @throws EvaluationError as {@link boundParameters}, unbound parameter, and conformance errors of parameters
 */
function bindParameters(performance: Performance, args: Arguments): void {
    const { byName, byPosition } = boundParameters(performance.shape, args);
    byPosition.forEach((parameter, i) => performance.give(parameter, args.positional[i]));
    byName.forEach((name, parameter) => performance.give(parameter, args.named.get(name)!));
    const subject = subjectOf(performance.shape);
    const missing = performance.shape.parameters.find(p => p !== subject && p.isNeeded && !performance.isSet(p.slot.index));
    if (missing !== undefined) {
        throw new EvaluationError('unbound parameter', missing.name);
    }
}

/** The enclosing frame of a case: a new object of the type that declares it, which has the parts that its subject may refer to. */
function outerFrame(run: Run, element: AstNode): Frame | undefined {
    const owner = owningTypeOf(element);
    if (owner === undefined) {
        return undefined;
    }
    const isBody = isCalculation(owner) || isConstraint(owner) || isA(owner, 'Behavior') || isA(owner, 'ActionUsage');
    return outerOf(element, isBody || !(isDefinition(owner) || isFeature(owner)) ? run.prototypeOf(owner) : freshObject(run, owner));
}

// --- Outputs --- -------------------------------------------------------------------------------------------------------

/** The outputs and the result of a performance, in declaration order; a result without a name is called `result`. */
export function outputsOf(performance: Performance): CalcOutput[] {
    const { shape } = performance;
    const isOptional = isVerificationCase(shape.calc);
    const answers = shape.answers.filter(slot => slot !== shape.result || !isOptional || performance.hasResult);
    const declared = answers.map(slot => ({
        name: slot.names[0] ?? 'result',
        value: slot === shape.result ? resultOf(performance) : outputOf(performance, slot)
    }));
    return shape.result === undefined && performance.hasResult ? [...declared, { name: 'result', value: resultOf(performance) }] : declared;
}

const sequenceOfOutputs = (outputs: readonly CalcOutput[]): Value => new Sequence(outputs.flatMap(o => elementsOf(o.value)));

/** The answers of objects and of the objects below them, each once. */
export function instancesOf(subjects: readonly Instance[], values: readonly Value[]): InstanceAnswer[] {
    const found = new Map<number, InstanceAnswer>();
    for (const object of [...subjects, ...values.flatMap(v => elementsOf(v))]) {
        if (object instanceof Instance && !found.has(object.id) && !object.isOpen) {
            objectGraph(object).forEach(answer => void (found.has(answer.id) || found.set(answer.id, answer)));
        }
    }
    return [...found.values()];
}

// --- Objectives and assertions ----------------------------------------------------------------------------------------

/** A claim of a case: an objective or an asserted constraint. */
interface Claim {
    readonly kind: 'objective' | 'assertion';
    readonly slot: Slot;
}

/** The objectives and assertions of a case, each in declaration order, inherited ones first; a redefined one counts once. */
function claimsOf({ calc, layout }: Shape): readonly Claim[] {
    const features = featuresOf(calc, new Set());
    const slots = [...new Set(features.map(f => layout.indexOf.get(f)).filter(i => i !== undefined))].map(i => layout.slots[i]);
    const isAssertion = (slot: Slot): boolean =>
        slot.feature.$type !== 'SatisfyRequirementUsage' &&
        isConstraint(slot.feature) &&
        slot.chain.some(f => f.kind === 'assert' || f.kind === 'inv');
    return [
        ...slots.filter(slot => slot.chain.some(isObjective)).map(slot => ({ kind: 'objective' as const, slot })),
        ...slots.filter(isAssertion).map(slot => ({ kind: 'assertion' as const, slot }))
    ];
}

/** Features of a type and of its declared generals, inherited ones first. */
function featuresOf(type: AstNode, seen: Set<AstNode>): AstNode[] {
    if (seen.has(type)) {
        return [];
    }
    seen.add(type);
    return [...declaredGeneralsOf(type).flatMap(g => featuresOf(g, seen)), ...ownedFeaturesOf(type)];
}

function namesOf(run: Run, { kind, slot }: Claim, subjects: readonly Instance[]): Verdict {
    const { feature } = slot;
    const name = nameOf(feature);
    return {
        kind,
        ...(name !== undefined && { elementId: qualifiedNameOf(feature) }),
        element: name ?? conditionText(run, feature),
        ...(subjects.length === 1 && { instance: subjects[0] }),
        wasRun: true
    };
}

/** The conditions of a claim without a name, as written. */
function conditionText(run: Run, feature: AstNode): string {
    const conditions = judgedConditionsOf(feature, new ConditionFrame(run, layoutOf(feature), undefined));
    return conditions.map(c => c.text).join('; ');
}

/** The verdict on a claim after the run. */
function verdictOn(run: Run, claim: Claim, performance: Performance, subjects: readonly Instance[]): Verdict {
    const { kind, slot } = claim;
    const label = `${kind} ${notationNameOf(slot.feature) ?? nameOf(slot.feature) ?? ''}`.trim();
    const judgement = judgedInFull(run, label, () => {
        const layout = layoutOf(slot.feature);
        const subject = kind === 'objective' ? objectiveSubject(run, layout, performance) : caseSubject(performance);
        const frame = new ConditionFrame(run, layout, performance, subject);
        return judge(judgedConditionsOf(slot.feature, frame), label, kind === 'assertion' ? 'assertion' : 'require condition');
    });
    return { ...namesOf(run, claim, subjects), ...judged(judgement) };
}

function caseSubject(performance: Performance): Value | undefined {
    const subject = subjectOf(performance.shape);
    return subject === undefined ? undefined : performance.read(subject.slot.index);
}

/**
 * The subject of an objective: the value that it declares itself; else the value that the library declares for it (the result of an
 * analysis, the subject of a verification) where it conforms to the type of the objective's subject; else the subject of the case.
 */
function objectiveSubject(run: Run, layout: Layout, performance: Performance): Value | undefined {
    const slot = layout.slots.find(s => s.chain.some(f => f.kind === 'subject'));
    const stated = slot?.chain.find(f => f.value !== undefined);
    if (slot === undefined || stated === undefined) {
        return caseSubject(performance);
    }
    const isOwn = !scopeOf(stated).isLibrary;
    if (!isOwn && !performance.hasResult) {
        return caseSubject(performance);
    }
    const frame = new ConditionFrame(run, layout, performance);
    if (isOwn) {
        return frame.read(slot.index);
    }
    const value = resultRead(() => frame.read(slot.index));
    return value !== undefined && elementsOf(value).every(v => isOf(v, slot)) ? value : (caseSubject(performance) ?? value);
}

/** A single run of a Monte Carlo case has no result: its statistics cover all runs. */
function resultRead(read: () => Value): Value | undefined {
    try {
        return read();
    } catch (error) {
        if (error instanceof EvaluationError) {
            return undefined;
        }
        throw error;
    }
}

/** Whether a value conforms to the types of a subject, if it has any. */
function isOf(value: Value, slot: Slot): boolean {
    const types = typesOf(slot.feature).filter(type => !scopeOf(type).isLibrary || qualifiedNameOf(type) !== 'Base::Anything');
    const category = categoryOf(slot.feature);
    return (
        types.length === 0 ||
        (value instanceof Instance
            ? types.every(type => conformsTo(value.type, type))
            : category !== 'object' && coerceTo(category, value) !== undefined)
    );
}
