/**
 * The current model of a session, as values: declarations, their snapshot, and the cell or file of each place in its texts. A submission
 * makes the next model, or none where it has errors. Knows no command.
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

/** The document that cells write; it comes first, so that expressions see what is imported at its root. */
export const CELLS = 'session.sysml';

export interface SessionModel {
    readonly documents: readonly DeclaredDocument[];
    readonly composed: readonly Composed[];
    /** texts by source, for findings */
    readonly texts: ReadonlyMap<string, string>;
    readonly model: Model;
}

/** How a model is read. */
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

/** A text that is given: a part of a cell, or a file. */
export interface Submission {
    readonly source: Source;
    readonly text: string;
    readonly language?: SyntaxLanguage;
    /** of the text within its source */
    readonly offset?: number;
    /** the whole of the source, for findings */
    readonly whole?: string;
    /** a file is a document of its own; what cells declare is one document */
    readonly document?: string;
}

export interface Submitted {
    readonly next: SessionModel;
    readonly declarations: readonly Declaration[];
    readonly notes: readonly string[];
    /** qualified names of what was declared before and is there no more as it was; all of a file that is loaded again */
    readonly replaced: readonly string[];
    /** findings in what was submitted; with an error the submission is faulty */
    readonly findings: readonly Diagnostic[];
    /** errors in what was declared before, which this one brought about */
    readonly elsewhere: readonly Diagnostic[];
}

/** Adds a text to a model: to the document of that name, which is made where there is none. */
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

/** A package that a file declares grows in its file. */
function homeOf({ documents }: SessionModel, declarations: readonly Declaration[]): string {
    const [only] = declarations;
    const isPackage = declarations.length === 1 && 'members' in only;
    const home = isPackage ? documents.find(d => d.declarations.some(there => 'members' in there && there.name === only.name)) : undefined;
    return home?.name ?? CELLS;
}

export const errorsOf = (found: readonly Diagnostic[]): Diagnostic[] => found.filter(d => d.severity === 'error');

const keyOf = ({ message, code, span }: Diagnostic): string => `${span?.file} ${code} ${message}`;

/** Takes out what a source declared. */
export function withoutSource(reading: Reading, before: SessionModel, sourceId: string): SessionModel {
    if (!before.texts.has(sourceId)) {
        return before;
    }
    const documents = before.documents.map(d => ({ ...d, declarations: without(d.declarations, sourceId) }));
    return composedModel(reading, documents, before.texts);
}

/** Where a place of a document was given: `file` is the id of a source then. */
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

/** The findings of a model, their places in the sources: `file` is the id of one. */
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
