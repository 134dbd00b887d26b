/** A custom request: its name, the key that announces it, and its answer. An invalid request is refused with a clear message. */
import { ErrorCodes, type Position, type Range, ResponseError } from 'vscode-languageserver';
import type { AstNode } from '../../language/generated/tree.js';
import type { BehaviourOptions } from '../../runtime/behaviour/index.js';
import type { Run } from '../../runtime/evaluation/index.js';
import type { Document } from '../../language/workspace/document.js';
import type { LocatedDiagnostic } from '../../language/workspace/diagnostics.js';
import { reachedFrom } from '../../language/workspace/reach.js';
import type { Model } from '../../language/workspace/workspace.js';
import { documentOf } from '../../language/semantics/text.js';
import { spanOf } from '../../language/syntax/index.js';
import type { LayoutKernel } from '../../views/index.js';
import { declaredAt } from '../elements.js';
import { elementAmong } from '../ids.js';
import { type EditorModels, uriOf } from '../models.js';
import { offsetOf, rangeOf } from '../places.js';
import type { TakenValue } from '../../runtime/engines/solver/index.js';

/** A document, as in the protocol. */
export interface DocumentParams {
    readonly textDocument: { readonly uri: string };
}

/** A name of an element, or a place of a document. */
export interface ElementParams extends Partial<DocumentParams> {
    readonly element?: string;
    readonly position?: Position;
}

/** The context in which requests are answered. */
export interface Session {
    readonly models: EditorModels;
    /** Notifies the client. */
    readonly notify: (method: string, params: unknown) => void;
    /** lays out drawings; absent: the server's own thread */
    readonly kernel?: LayoutKernel;
    /** answers solver questions; absent if no solver can be started */
    readonly askSolver?: AskSolver;
}

export type SolverQuestionKind = 'satisfiable' | 'configurations';

/** A question to a solver about a constraint, a requirement, an object, or satisfaction assertions. */
export interface SolverQuestion {
    /** makes a run, because each question needs its own */
    readonly newRun: () => Run;
    /** qualified name of a constraint, a requirement, an object or a satisfaction */
    readonly id: string;
    readonly subject?: string;
    readonly question: SolverQuestionKind;
    readonly checkCancelled: () => void;
}

interface Named {
    readonly name: string;
    readonly text: string;
}

export interface SolverAnswer {
    readonly kind: string;
    readonly element: string;
    readonly status: 'satisfiable' | 'unsatisfiable' | 'undecided';
    readonly strength: string;
    /** why nothing is decided, or why there are no values; otherwise empty */
    readonly reason: string;
    /** values found for open features, and values that the model states */
    readonly values: readonly Named[];
    readonly fixed: readonly Named[];
    /** conditions and stated values that cannot hold together */
    readonly conflict: readonly { readonly kind: string; readonly text: string; readonly uri: string; readonly position: Position }[];
    /** selections of variants */
    readonly selections: readonly (readonly Named[])[];
    /** whether there are no further selections */
    readonly isComplete?: boolean;
    /** operations that write the found values into the model (`sysml/applyModelEdit`) */
    readonly operations: readonly TakenValue[];
}

export interface SolverAnswers {
    readonly answers: readonly SolverAnswer[];
    /** the solver that was not found */
    readonly missing?: string;
    readonly error?: string;
}

export type AskSolver = (question: SolverQuestion) => SolverAnswers;

export interface CustomRequest {
    readonly method: string;
    /** key in `capabilities.experimental` */
    readonly capability: string;
    /** @param signal aborted when the client no longer needs the answer */
    answer(session: Session, params: never, signal: AbortSignal): unknown;
}

/** Maximum computing time of one question in milliseconds. */
const MOST_TIME = 20_000;

/** Limits of one question: it ends with a clear message instead of delaying the others. */
export function limits(): BehaviourOptions {
    const end = performance.now() + MOST_TIME;
    return {
        checkCancelled() {
            if (performance.now() > end) {
                throw new ResponseError(REQUEST_FAILED, `this takes more than ${MOST_TIME / 1000} s: the command line has no such bound`);
            }
        }
    };
}

/** The protocol's error code `RequestFailed`. */
export const REQUEST_FAILED = -32803;

/** The error for invalid parameters. */
export function invalid(message: string): ResponseError {
    return new ResponseError(ErrorCodes.InvalidParams, message);
}

/** @throws ResponseError if there is no such document */
export function documentOfParams({ models }: Session, { textDocument }: Partial<DocumentParams>): Document {
    if (textDocument === undefined) {
        throw invalid('textDocument is missing: { textDocument: { uri } }');
    }
    const document = models.document(textDocument.uri);
    if (document === undefined) {
        throw invalid(`${textDocument.uri} is not a document of the workspace`);
    }
    return document;
}

/** The subject of a request: an element, a document if several models have an element of that name, or the whole model. */
export interface ElementParams extends Partial<DocumentParams> {
    readonly element?: string;
    /** ignores errors that the element does not reach */
    readonly force?: boolean;
}

/** The element that a request names. @throws ResponseError if there is none */
export function elementOfParams({ models }: Session, { element: id, textDocument }: ElementParams): AstNode {
    if (id === undefined || id === '') {
        throw invalid('element is missing: the qualified name of an element');
    }
    const element = elementAmong(models, id, textDocument?.uri);
    if (element === undefined) {
        throw invalid(`${id} names nothing in this workspace`);
    }
    return element;
}

export function offsetOfParams(document: Document, position: Position | undefined): number {
    if (position === undefined) {
        throw invalid('position is missing: { line, character }');
    }
    return offsetOf(document, position);
}

/** The place of a declaration: all of it, and its name. */
export interface DeclaredPlace {
    readonly uri: string;
    readonly range: Range;
    readonly selectionRange: Range;
}

export function placeOfElement(element: AstNode): DeclaredPlace {
    const document = documentOf(element);
    return { uri: uriOf(document), range: rangeOf(document, spanOf(element)), selectionRange: rangeOf(document, declaredAt(element)) };
}

/** The version of an open document; null for one that is not open. */
export function versionOf({ models }: Session, document: Document): number | null {
    return models.buffers.get(uriOf(document))?.version ?? null;
}

/** The models that a question concerns: the one with the named document or element, or else all. */
export function modelsOfParams({ models }: Session, { textDocument, element = '' }: ElementParams): readonly Model[] {
    if (textDocument !== undefined) {
        return [models.modelOf(textDocument.uri)];
    }
    const [first = ''] = element.split(/[.[]/);
    const found = first === '' ? undefined : (elementAmong(models, element) ?? elementAmong(models, first));
    return found === undefined ? models.all : [models.modelOf(documentOf(found))];
}

/** The data of an error: whether the same request with `force` would be answered. */
export interface Unsound {
    readonly errors: number;
    readonly canForce: boolean;
}

/**
 * The model that a request concerns. The request is refused for errors in declarations on which its element depends and, without `force`,
 * for any error.
 * @throws ResponseError naming the first of them, with {@link Unsound}
 */
export function soundModel(session: Session, params: ElementParams): Model {
    const [model] = modelsOfParams(session, params);
    checkSound(model, params);
    return model;
}

/** @throws ResponseError under the same conditions as {@link soundModel} */
export function checkSound(model: Model, { element, force = false }: ElementParams): void {
    const errors = errorsOf(model);
    if (errors.length === 0) {
        return;
    }
    const reached = element === undefined || element === '' ? errors : errors.filter(reachedFrom(model, [element]));
    if (reached.length === 0 && force) {
        return;
    }
    const [first] = reached.length > 0 ? reached : errors;
    const said =
        reached.length > 0 ? 'the model has errors, the first' : `the model has errors, none in what ${element} reaches, the first`;
    const data: Unsound = { errors: errors.length, canForce: reached.length === 0 };
    throw new ResponseError(REQUEST_FAILED, `${said} at ${placeText(first)}: ${first.message}`, data);
}

/** A sentence about the errors that a request with `force` ignores; empty for none. */
export function leftOut(model: Model): string {
    const errors = errorsOf(model);
    if (errors.length === 0) {
        return '';
    }
    const files = [...new Set(errors.map(fileNameOf))].join(', ');
    return errors.length === 1
        ? `one error is left out, in ${files}: nothing here reaches it`
        : `${errors.length} errors are left out, in ${files}: nothing here reaches them`;
}

function errorsOf(model: Model): readonly LocatedDiagnostic[] {
    return model.documents.flatMap(document =>
        document.findings.filter(f => f.severity === 'error').map(f => document.toDiagnostic(f, model))
    );
}

const fileNameOf = ({ span }: LocatedDiagnostic): string => decodeURIComponent(span.file.replace(/^.*\//, ''));

const placeText = (error: LocatedDiagnostic): string => `${fileNameOf(error)}:${error.span.startLine}`;
