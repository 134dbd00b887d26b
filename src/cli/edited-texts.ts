/** Applies operations to the texts of files, document by document, and writes the files. Does not depend on the command line. */
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { type AppliedEdit, applyEdits, type EditOperation, type EditOutcome } from '../editing/index.js';
import { messageOf } from '../language/failures.js';
import { elementById } from '../language/semantics/naming.js';
import { documentOf } from '../language/semantics/text.js';
import type { Document } from '../language/workspace/document.js';
import type { Model, Workspace } from '../language/workspace/workspace.js';
import { SourceError } from './sources.js';

/**
 * Applies operations in order. A batch covers the declarations of one document; an operation on another document begins a new batch on the
 * resulting texts. Nothing is written before all operations are applied.
 */
export function applied(
    workspace: Workspace,
    model: Model,
    operations: readonly EditOperation[],
    options: { readonly document?: string; readonly strict?: boolean } = {}
): EditOutcome {
    if (options.document !== undefined || operations.length === 0) {
        return applyEdits(model, operations, documentNamed(model, options.document ?? model.documents[0].name), 'kept');
    }
    const contents = new Map<string, string>();
    const entries: AppliedEdit[] = [];
    let current = model;
    for (let done = 0; done < operations.length;) {
        const document = targetedDocument(current, operations[done]) ?? current.documents[0];
        const end = operations.findIndex((o, i) => i > done && (targetedDocument(current, o) ?? document) !== document);
        const batch = operations.slice(done, end === -1 ? undefined : end);
        const outcome = applyEdits(current, batch, document, 'kept');
        if ('failure' in outcome) {
            return outcome;
        }
        const first = done;
        entries.push(...outcome.applied.map(entry => ({ ...entry, operationIndex: entry.operationIndex + first })));
        outcome.documents.forEach(({ name, content }) => contents.set(name, content));
        done += batch.length;
        if (done < operations.length) {
            const texts = current.documents.map(({ name, language, text }) => ({ name, language, content: contents.get(name) ?? text }));
            current = workspace.parse(texts, { strict: options.strict }).model;
        }
    }
    return { documents: Array.from(contents, ([name, content]) => ({ name, content })), applied: entries };
}

/** @throws SourceError for an unknown document */
function documentNamed(model: Model, name: string): Document {
    const found = model.documents.find(d => d.name === name);
    if (found === undefined) {
        throw new SourceError(`there is no document '${name}': ${model.documents.map(d => d.name).join(', ')}`);
    }
    return found;
}

/** The document of the declaration that an operation names; undefined if the model does not have it. */
function targetedDocument(model: Model, operation: EditOperation): Document | undefined {
    const { target, owner }: { target?: string; owner?: string } = operation.value;
    const element = (operation.case === 'move' ? [target] : [owner, target])
        .map(id => (id === undefined || id === '' ? undefined : elementById(model, id)))
        .find(e => e !== undefined);
    const document = element === undefined ? undefined : documentOf(element);
    return document !== undefined && model.documents.includes(document) ? document : undefined;
}

/** Writes files in their encoding, through symbolic links. Each file is replaced as a whole. @throws SourceError */
export function writeTexts(documents: readonly { readonly name: string; readonly content: string }[]): void {
    if (documents.some(({ name }) => name === '<stdin>')) {
        throw new SourceError('standard input cannot be written in place');
    }
    try {
        const written = documents.map(({ name, content }) => {
            const file = realpathSync(name);
            const mark = readFileSync(file).subarray(0, 3).toString('hex') === 'efbbbf' ? '\uFEFF' : '';
            const beside = `${file}.${process.pid}.tmp`;
            writeFileSync(beside, mark + content, { mode: statSync(file).mode });
            return [beside, file] as const;
        });
        written.forEach(([from, to]) => renameSync(from, to));
    } catch (e) {
        throw new SourceError(`a file cannot be written: ${messageOf(e)}`);
    }
    process.stderr.write(documents.map(({ name }) => `wrote ${name}\n`).join(''));
}
