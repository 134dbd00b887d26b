/**
 * The current model of a session as immutable values: declarations, the parsed model, and the origin of each place in its texts. A
 * submission yields the next model, or none if it has errors. Does not depend on commands.
 */
import { diagnosticsWith } from '../language/validation/lints.js';
import { type SyntaxLanguage } from '../language/syntax/index.js';
import { LineIndex } from '../language/syntax/index.js';
import type { Diagnostic, DiagnosticSpan } from '../language/workspace/diagnostics.js';
import type { Model, Workspace } from '../language/workspace/workspace.js';
import {
    type Composed,
    composed,
    type Declaration,
    type DeclaredDocument,
    declarationsOf,
    givenAt,
    merged,
    type Source,
    without
} from './cells/declared.js';

/** The document of the cells. It comes first, so that expressions see the imports at its root. */
export const CELLS = 'session.sysml';

export interface SessionModel {
    readonly documents: readonly DeclaredDocument[];
    readonly composed: readonly Composed[];
    /** texts by source, for findings */
    readonly texts: ReadonlyMap<string, string>;
    readonly model: Model;
}

/** Settings for parsing a model. */
export interface Reading {
    readonly workspace: Workspace;
    readonly isStrict: boolean;
    readonly lints: ReadonlyMap<string, boolean>;
}

export function emptyModel(reading: Reading): SessionModel {
    return composedModel(reading, [{ name: CELLS, language: 'sysml', declarations: [] }], new Map());
}

export function composedModel(
    { workspace, isStrict }: Reading,
    documents: readonly DeclaredDocument[],
    texts: ReadonlyMap<string, string>
): SessionModel {
    const parts = documents.map(d => composed(d.declarations));
    const sources = documents.map(({ name, language }, i) => ({ name, language, content: parts[i].text }));
    return { documents, composed: parts, texts, model: workspace.parse(sources, { strict: isStrict }).model };
}

/** A submitted text: a part of a cell, or a file. */
export interface Submission {
    readonly source: Source;
    readonly text: string;
    readonly language?: SyntaxLanguage;
    /** offset of the text in its source */
    readonly offset?: number;
    /** the whole text of the source, for findings */
    readonly whole?: string;
    /** document that contains the text: each file is a document, all cells share one */
    readonly document?: string;
}

export interface Submitted {
    readonly next: SessionModel;
    readonly declarations: readonly Declaration[];
    readonly notes: readonly string[];
    /** qualified names of declarations that were replaced or changed; of a file that is loaded again, all of them */
    readonly replaced: readonly string[];
    /** findings in the submitted text; with an error the submission is refused */
    readonly findings: readonly Diagnostic[];
    /** new errors in previous declarations that the submission causes */
    readonly elsewhere: readonly Diagnostic[];
}

/** Adds a text to a model, in the document with this name or in a new one. */
export function submitted(reading: Reading, before: SessionModel, { source, text, ...rest }: Submission): Submitted {
    const { language = 'sysml', offset = 0, whole = text, document: name = CELLS } = rest;
    const declarations = declarationsOf(text, source, language, offset);
    const home = name === CELLS ? homeOf(before, declarations) : name;
    const there = before.documents.find(d => d.name === home);
    const isFile = name !== CELLS;
    const { notes, replaced, declarations: all } = merged(isFile ? [] : (there?.declarations ?? []), declarations);
    const document: DeclaredDocument = { name: home, language: there?.language ?? language, declarations: all };
    const documents = there === undefined ? [...before.documents, document] : before.documents.map(d => (d === there ? document : d));
    const texts = new Map(before.texts).set(source.id, whole);
    const next = composedModel(reading, documents, texts);
    const found = findingsOf(reading, next);
    const isOwn = ({ span }: Diagnostic): boolean => span === undefined || span.file === source.id;
    const old = new Set(errorsOf(findingsOf(reading, before)).map(keyOf));
    return {
        next,
        declarations,
        notes,
        replaced: isFile ? (there?.declarations ?? []).map(d => d.name) : replaced,
        findings: found.filter(isOwn),
        elsewhere: errorsOf(found.filter(d => !isOwn(d))).filter(d => !old.has(keyOf(d)))
    };
}

/** The document for declarations: a package of a file is extended in its file. */
function homeOf({ documents }: SessionModel, declarations: readonly Declaration[]): string {
    const [only] = declarations;
    const isPackage = declarations.length === 1 && 'members' in only;
    const home = isPackage ? documents.find(d => d.declarations.some(there => 'members' in there && there.name === only.name)) : undefined;
    return home?.name ?? CELLS;
}

export const errorsOf = (found: readonly Diagnostic[]): Diagnostic[] => found.filter(d => d.severity === 'error');

const keyOf = ({ message, code, span }: Diagnostic): string => `${span?.file} ${code} ${message}`;

/** Removes the declarations of a source. */
export function withoutSource(reading: Reading, before: SessionModel, sourceId: string): SessionModel {
    if (!before.texts.has(sourceId)) {
        return before;
    }
    const documents = before.documents.map(d => ({ ...d, declarations: without(d.declarations, sourceId) }));
    return composedModel(reading, documents, before.texts);
}

/** Maps places in documents to their origin; `file` is then the id of a source. */
export function placer({ documents, composed: parts, texts }: SessionModel): (span: DiagnosticSpan) => DiagnosticSpan {
    const lines = parts.map(p => new LineIndex(p.text));
    return span => {
        const at = documents.findIndex(d => d.name === span.file);
        if (at < 0) {
            return span;
        }
        const first = lines[at].offsetOf({ line: span.startLine, column: span.startCol });
        const last = lines[at].offsetOf({ line: span.endLine, column: span.endCol });
        const start = givenAt(parts[at], first);
        const text = start === undefined ? undefined : texts.get(start.source.id);
        if (start === undefined || text === undefined) {
            return span;
        }
        const index = new LineIndex(text);
        const from = index.positionOf(Math.min(start.offset, text.length));
        const to = index.positionOf(Math.min(start.offset + last - first, text.length));
        return { file: start.source.id, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column };
    };
}

/** The findings of a model with places in the sources; `file` is the id of a source. */
export function findingsOf({ lints }: Pick<Reading, 'lints'>, state: SessionModel): Diagnostic[] {
    const chosen = (isOn: boolean): ReadonlySet<string> => new Set([...lints].filter(([, on]) => on === isOn).map(([code]) => code));
    const found = diagnosticsWith(state.model, { enabledLints: chosen(true), disabledLints: chosen(false) });
    const inSources = placer(state);
    return found.map(d => ({
        ...d,
        ...(d.span !== undefined && { span: inSources(d.span) }),
        ...(d.cause !== undefined && { cause: inSources(d.cause) })
    }));
}
