/** Converts accepted edits of the model to minimal edits of the texts that the client has. */
import type { TextDocumentEdit, TextEdit } from 'vscode-languageserver';
import type { AcceptedEdit, AppliedEdit } from '../editing/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { type EditorModels, uriOf } from './models.js';
import { rangeOf } from './places.js';

/** A part of an edited text: an extent of the original text, or new text. */
type Piece = { readonly from: number; readonly end: number } | { readonly text: string };
const lengthOf = (piece: Piece): number => ('text' in piece ? piece.text.length : piece.end - piece.from);

/** The edits of each document, the edited one first, with the versions that the client has. */
export function documentEdits(models: EditorModels, model: Model, { documents, applied }: AcceptedEdit): TextDocumentEdit[] {
    return documents.flatMap(({ name, content }) => {
        const document = model.documents.find(d => d.name === name)!;
        const edits = textEdits(
            document,
            content,
            applied.filter(a => a.document === name)
        );
        const uri = uriOf(document);
        return edits.length === 0 ? [] : [{ textDocument: { uri, version: models.buffers.get(uri)?.version ?? null }, edits }];
    });
}

/** The edits that turn a document's text into another one. */
export function textEdits(document: Document, content: string, applied: readonly AppliedEdit[]): TextEdit[] {
    const { text } = document;
    if (content === text) {
        return [];
    }
    const operations = [...new Set(applied.map(a => a.operationIndex))].map(i => applied.filter(a => a.operationIndex === i));
    // Operations of a batch refer to the text after the operations before them, or to the original text if all were applied together.
    for (const steps of [operations, [applied]]) {
        const pieces = steps.reduce<readonly Piece[] | undefined>(
            (all, splices) => all && spliced(text, all, splices),
            [{ from: 0, end: text.length }]
        );
        if (pieces !== undefined && textOf(text, pieces) === content) {
            return editsOf(document, pieces);
        }
    }
    return [wholeDifference(document, content)];
}

const textOf = (text: string, pieces: readonly Piece[]): string =>
    pieces.map(p => ('text' in p ? p.text : text.slice(p.from, p.end))).join('');

/** Applies splices to the text that pieces form; undefined if the splices do not fit that text. */
function spliced(text: string, pieces: readonly Piece[], splices: readonly AppliedEdit[]): readonly Piece[] | undefined {
    const seen = new TextEncoder().encode(textOf(text, pieces));
    const read = (from: number, to: number): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(seen.subarray(from, to));
    let result = pieces;
    for (const { offset, length, oldText, newText } of [...splices].sort((a, b) => b.offset - a.offset)) {
        if (read(offset, offset + length) !== oldText) {
            return undefined;
        }
        const start = read(0, offset).length;
        const [head] = split(result, start);
        const [, tail] = split(result, start + oldText.length);
        result = [...head, ...(newText === '' ? [] : [{ text: newText }]), ...tail];
    }
    return result;
}

function split(pieces: readonly Piece[], at: number): [Piece[], Piece[]] {
    const head: Piece[] = [];
    const tail: Piece[] = [];
    let offset = 0;
    for (const piece of pieces) {
        const cut = Math.min(Math.max(at - offset, 0), lengthOf(piece));
        if (cut > 0) {
            head.push('text' in piece ? { text: piece.text.slice(0, cut) } : { from: piece.from, end: piece.from + cut });
        }
        if (cut < lengthOf(piece)) {
            tail.push('text' in piece ? { text: piece.text.slice(cut) } : { from: piece.from + cut, end: piece.end });
        }
        offset += lengthOf(piece);
    }
    return [head, tail];
}

function editsOf(document: Document, pieces: readonly Piece[]): TextEdit[] {
    const edits: TextEdit[] = [];
    let at = 0;
    let added = '';
    const replace = (end: number): void => {
        if (end > at || added !== '') {
            edits.push({ range: rangeOf(document, { offset: at, end }), newText: added });
        }
        added = '';
    };
    for (const piece of pieces) {
        if ('text' in piece) {
            added += piece.text;
        } else {
            replace(piece.from);
            at = piece.end;
        }
    }
    replace(document.text.length);
    return edits;
}

/** One edit from the first difference to the last one. */
function wholeDifference(document: Document, content: string): TextEdit {
    const { text } = document;
    let head = 0;
    while (head < text.length && text[head] === content[head]) {
        head++;
    }
    let tail = 0;
    while (tail < Math.min(text.length, content.length) - head && text[text.length - 1 - tail] === content[content.length - 1 - tail]) {
        tail++;
    }
    return {
        range: rangeOf(document, { offset: head, end: text.length - tail }),
        newText: content.slice(head, content.length - tail)
    };
}
