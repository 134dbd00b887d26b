/**
 * Evaluation of expressions and calculations, without verdicts or behaviour: plain functions from a model and a request to an answer.
 * Failures of the model are reported as `error`. (Contract sheet 3 to 5.)
 */
import type { AstNode } from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { elementById } from '../../language/semantics/naming.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isDefinition, isFeature, isNamespace, owningNamespaceOf } from '../../language/semantics/structure.js';
import { parseExpression, visitAll } from '../../language/syntax/index.js';
import { placeIn } from '../../language/workspace/detached-expressions.js';
import { invoke, outerOf, prepare } from './calculations/usage.js';
import { answeredResult, outputOf, resultOf } from './calculations/answers.js';
import { withinCalculation } from './calculations/performance.js';
import { isCase, type Shape, shapeOf } from './calculations/shape.js';
import { codeOf } from './expressions/code.js';
import type { Frame } from './expressions/frame.js';
import { readObjectFirst } from './expressions/references.js';
import { Instance } from './instances/instance.js';
import { type Failed, type FailureReason, failed, messageOf, symbolNotFound } from './limits.js';
import { isA, isCalculation, isConstraint, articledKind } from './model/kinds.js';
import type { Run, RunModel } from './run.js';
import { subjectAt } from './instances/subjects.js';
import type { Value } from '../values/index.js';
import { resultOfReading } from './calculations/usage.js';

/** A syntax error of an expression: UTF-16 offsets into its text. */
export interface ExpressionDiagnostic {
    readonly message: string;
    readonly offset: number;
    readonly end: number;
}

export interface EvaluateRequest {
    readonly expression: string;
    readonly contextId?: string;
    readonly subjectId?: string;
    /** an object of the run, instead of a path to one */
    readonly subject?: Instance;
    /** the frame of the names, instead of a subject; requires `scope` */
    readonly frame?: Frame;
    readonly scope?: AstNode;
}
export interface EvaluateAnswer extends Partial<Failed> {
    readonly result?: Value;
    readonly diagnostics?: readonly ExpressionDiagnostic[];
}

export { type FailureReason, messageOf };

const MOST_REMEMBERED = 1000;

/**
 * Caches parsed expressions that were requested at least twice. Keeping every expression would cost the garbage collector more than parsing
 * costs. All are dropped together beyond the limit.
 */
class RememberedExpressions {
    private readonly requested = new Set<string>();
    private readonly placed = new Map<string, AstNode>();

    get(key: string): AstNode | undefined {
        return this.placed.get(key);
    }

    /** Caches the expression when its key was requested before. */
    note(key: string, expression: AstNode): void {
        if (this.requested.has(key)) {
            this.placed.set(key, expression);
            return;
        }
        if (this.requested.size >= MOST_REMEMBERED) {
            this.requested.clear();
            this.placed.clear();
        }
        this.requested.add(key);
    }
}

const expressionsOfModels = new WeakMap<RunModel, RememberedExpressions>();

function rememberedExpressions(model: RunModel): RememberedExpressions {
    let remembered = expressionsOfModels.get(model);
    if (remembered === undefined) {
        expressionsOfModels.set(model, (remembered = new RememberedExpressions()));
    }
    return remembered;
}

/** The cache key of an expression; undefined where its names are read in an object or frame of one run. */
function keyOf({ expression, contextId = '', subjectId = '', subject, frame }: EvaluateRequest): string | undefined {
    return subject === undefined && frame === undefined ? `${contextId}\n${subjectId}\n${expression}` : undefined;
}

/** Evaluates the text of an expression in a new run (contract sheet 4.1). */
export function evaluate(run: Run, request: EvaluateRequest): EvaluateAnswer {
    const { model } = run;
    const remembered = rememberedExpressions(model);
    const key = keyOf(request);
    const known = key === undefined ? undefined : remembered.get(key);
    const parsed = known === undefined ? parsedExpression(request.expression) : { expression: known };
    if ('error' in parsed) {
        return parsed;
    }
    const { expression } = parsed;
    const about = subjectOf(run, request);
    if ('error' in about) {
        return about;
    }
    const { subject } = about;
    if (known === undefined) {
        const namespace = namespaceOf(model, request, subject);
        if (namespace === undefined) {
            return { error: 'evaluation failed: the model has no document' };
        }
        placeIn(model, namespace, expression, request.expression);
        if (subject !== undefined) {
            readObjectFirst(expression);
        }
        if (key !== undefined) {
            remembered.note(key, expression);
        }
    }
    try {
        return { result: resultOfReading(codeOf(expression)(request.frame ?? subject ?? contextFrame(run, expression.$container!))) };
    } catch (error) {
        return failed(error, 'evaluation failed: ');
    }
}

/** The elements outside an expression that it and the subject's path refer to, those of unresolved names left out. */
export function referentsOf(model: RunModel, request: Pick<EvaluateRequest, 'expression' | 'contextId' | 'subjectId'>): readonly AstNode[] {
    const { subjectId = '' } = request;
    const subject = elementById(model, subjectId) ?? elementById(model, subjectId.split(/[.[]/)[0]);
    const found = new Set<AstNode>(subject === undefined ? [] : [subject]);
    const parsed = parsedExpression(request.expression);
    const namespace = namespaceOf(model, request.contextId === undefined ? { ...request, scope: subject } : request, undefined);
    if ('expression' in parsed && namespace !== undefined) {
        placeIn(model, namespace, parsed.expression, request.expression);
        visitAll(parsed.expression, node => {
            const referent = 'text' in node && typeof node.text === 'string' ? resolve(node) : undefined;
            if (referent !== undefined) {
                found.add(referent);
            }
        });
    }
    return [...found];
}

function parsedExpression(text: string): { readonly expression: AstNode } | (Failed & EvaluateAnswer) {
    const { expression, diagnostics } = parseExpression(text, 'sysml');
    if (expression !== undefined && diagnostics.length === 0) {
        return { expression };
    }
    return {
        error: 'expression parse failed',
        diagnostics: diagnostics.length > 0 ? diagnostics : [{ message: 'expected an expression', offset: 0, end: 0 }]
    };
}

/** The subject of an expression: the request's object, or the one that its id names. */
function subjectOf(run: Run, { subject, subjectId = '' }: EvaluateRequest): { readonly subject?: Instance } | Failed {
    if (subject !== undefined || subjectId === '') {
        return { subject };
    }
    if (elementById(run.model, subjectId) === undefined && !subjectId.includes('.')) {
        return { error: `subject not found: ${subjectId}`, unknown: { name: subjectId, kind: 'name' } };
    }
    try {
        const named = subjectAt(run, subjectId);
        run.enliven(named);
        return { subject: named };
    } catch (error) {
        return failed(error, `instantiation of subject ${subjectId} failed: `);
    }
}

/** The namespace in which the names of an expression are resolved; undefined for a model without documents. */
function namespaceOf(model: RunModel, { scope, contextId = '' }: EvaluateRequest, subject: Instance | undefined): AstNode | undefined {
    const context = scope ?? (contextId === '' ? undefined : elementById(model, contextId)) ?? subject?.type ?? model.documents[0]?.root;
    return context === undefined || isNamespace(context) ? context : (owningNamespaceOf(context) ?? context);
}

/** The frame of an expression without a subject: an open object of the enclosing type, else one without features. */
function contextFrame(run: Run, scope: AstNode): Frame {
    for (let s: AstNode | undefined = scope; s !== undefined; s = owningNamespaceOf(s)) {
        if (isDefinition(s) || isFeature(s)) {
            return run.prototypeOf(s);
        }
    }
    return run.prototypeOf(scope);
}

export interface EvaluateCalcRequest {
    readonly symbolId: string;
    readonly arguments?: readonly Value[];
    readonly named?: ReadonlyMap<string, Value>;
    /** the object that has the calculation, where it was reached through one */
    readonly object?: Instance;
}
export interface CalcOutput {
    readonly name: string;
    readonly value: Value;
}
export interface EvaluateCalcAnswer extends Partial<Failed> {
    readonly result?: Value;
    readonly outputs?: readonly CalcOutput[];
    readonly failureReason?: FailureReason;
    /** whether the calculation was run */
    readonly wasRun: boolean;
}

const ANALYSED = ['AnalysisCaseDefinition', 'AnalysisCaseUsage', 'VerificationCaseDefinition', 'VerificationCaseUsage'] as const;

/** Why a symbol cannot be called; undefined when it can. */
export function calcRefusal(model: RunModel, symbolId: string): EvaluateCalcAnswer | undefined {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return { ...symbolNotFound(symbolId), wasRun: false };
    }
    if (!isCalculation(element) || isConstraint(element) || isCase(element)) {
        const error = ANALYSED.some(metaclass => isA(element, metaclass))
            ? `calc invocation failed: not a calc: ${symbolId} is ${articledKind(element)}: use RunAnalysis`
            : `calc invocation failed: not a calc: ${symbolId} is ${articledKind(element)}, not a calc definition or usage`;
        return { error, failureReason: 'wrongKind', wasRun: false };
    }
    return undefined;
}

/**
 * Calls a calculation, or evaluates the outputs of a calculation usage, with its named return parameter (contract sheet 5).
 */
export function evaluateCalc(run: Run, request: EvaluateCalcRequest): EvaluateCalcAnswer {
    const { symbolId } = request;
    const refusal = calcRefusal(run.model, symbolId);
    if (refusal !== undefined) {
        return refusal;
    }
    const element = elementById(run.model, symbolId)!;
    const args = request.arguments ?? [];
    const shape = shapeOf(element);
    const outer = request.object === undefined ? calcOuter(run, element) : outerOf(element, request.object);
    const resultName = returnNameOf(shape);
    const answers = shape.answers.filter(slot => slot !== shape.result || resultName !== undefined);
    if (args.length === 0 && request.named === undefined && isFeature(element) && answers.length > 0) {
        try {
            return {
                ...withinCalculation(run, shape, () => {
                    const performance = prepare(run, shape, outer, []);
                    const outputs = answers.map(slot => ({
                        name: slot === shape.result ? resultName! : slot.names[0],
                        value: slot === shape.result && performance.hasResult ? resultOf(performance) : outputOf(performance, slot)
                    }));
                    return performance.hasResult && resultName === undefined ? { outputs, result: resultOf(performance) } : { outputs };
                }),
                wasRun: true
            };
        } catch (error) {
            return { ...failed(error, 'calc usage evaluation failed: '), failureReason: 'evaluation', wasRun: true };
        }
    }
    try {
        return { result: answeredResult(resultOfReading(invoke(run, shape, outer, args, request.named)), shape), wasRun: true };
    } catch (error) {
        return { ...failed(error, 'calc invocation failed: '), failureReason: 'evaluation', wasRun: true };
    }
}

/** The name that the model gives to a return parameter. */
function returnNameOf({ result }: Shape): string | undefined {
    return result?.chain.find(f => f.name !== undefined && !scopeOf(f).isLibrary)?.name;
}

/** Arguments of the parameters `in`, by position and by name. */
export interface CallArguments {
    readonly positional: readonly Value[];
    readonly named: ReadonlyMap<string, Value>;
}

/** Calls a calculation or a constraint that an object has. @returns its result, under its name or as `result`, or the error of the model */
export function callOn(run: Run, object: Instance, operation: AstNode, { positional, named }: CallArguments): CalcOutput | Failed {
    const shape = shapeOf(operation);
    try {
        const value = invoke(run, shape, outerOf(operation, object), positional, named);
        return { name: returnNameOf(shape) ?? 'result', value: answeredResult(resultOfReading(value), shape) };
    } catch (error) {
        return failed(error, 'invocation failed: ');
    }
}

/** The enclosing frame of a calculation owned by a type: an open object of the type. */
export function calcOuter(run: Run, calc: AstNode): Frame | undefined {
    const owner = owningNamespaceOf(calc);
    return owner !== undefined && (isDefinition(owner) || isFeature(owner)) ? outerOf(calc, run.prototypeOf(owner)) : undefined;
}
