// Random editing: what the editor's models say after insertions, deletions, renames, broken text and undo is what a fresh start says of
// the same texts, in every file, whatever was analysed in between: nothing, a part of a document, or all of it.

import { describe, expect, it } from 'vitest';
import { TextDocument } from 'langium';
import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { diagnosticsOf } from '../../src/editor/findings.js';
import { diskFiles } from '../../src/editor/disk.js';
import { EditorModels } from '../../src/editor/models.js';
import { documentSymbols, references, rename } from '../../src/editor/navigation.js';
import { semanticTokens } from '../../src/editor/tokens.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { cases } from '../support/thorough.js';

/** 10,000 edits; an hour of typing is 3,000 steps from each of four seeds. */
const STEPS = Number(process.env.EDITING_STEPS ?? cases(60, 600, 10_000));
const SEEDS = Array.from({ length: Number(process.env.PROOF_SEEDS ?? cases(1, 1, 2)) }, (_, i) => 1 + i);

const START: Readonly<Record<string, string>> = {
    'untitled:a.sysml': `package A {
    private import ScalarValues::*;
    part def Wheel { attribute size : Integer = 18; port hub; }
    part def Axle { part left : Wheel; part right : Wheel; attribute width = left.size + right.size; }
    state def Motion { entry; then still; state still; transition first still accept Go then moving; state moving; }
    attribute def Go;
}
`,
    'untitled:b.sysml': `package B {
    private import A::*;
    part def Car { part front : Axle; part rear : Axle; attribute mass : ScalarValues::Real = 1200.0; }
    part car : Car { part :>> front; }
    requirement def Light { subject c : Car; require constraint { c.mass < 2000.0 } }
    satisfy requirement light : Light by car;
}
`,
    'untitled:c.sysml': `package C {
    public import B::*;
    action def Drive { in c : Car; action start; then action go; then done; }
    calc def Sum { in x : ScalarValues::Real; in y : ScalarValues::Real; return : ScalarValues::Real = x + y; }
    attribute total = Sum(car.mass, 2.0);
}
`
};
const URIS = Object.keys(START);
/** What is typed: whole members, names, and pieces that break a text or mend it. */
const PIECES = [
    '{',
    '}',
    ';',
    ' ',
    '\n',
    ':',
    ':>',
    '::',
    '.',
    '/*',
    '*/',
    "'",
    '"',
    '= 1',
    'part x : Wheel;',
    'part def New { }',
    'Car',
    'Axle',
    'import A::*;',
    'private ',
    'state s;',
    'attribute n : Integer;',
    'package P { }',
    'ref car;',
    '// note\n',
    'calc def Sum;',
    'ß',
    '𝄞'
];

/** A generator of numbers from a seed. */
function random(seed: number): (below: number) => number {
    let state = seed;
    return below => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

function positionAt(text: string, offset: number): Position {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: before[before.length - 1].length };
}

function modelsOf(texts: ReadonlyMap<string, string>): EditorModels {
    const models = new EditorModels(library, [diskFiles]);
    texts.forEach((text, uri) => models.open(uri, { text, version: 1 }));
    return models;
}

const library = loadLibrary();

/** What is told of every document. */
function told(models: EditorModels): unknown {
    return URIS.map(uri => {
        const document = models.document(uri)!;
        const symbols = documentSymbols(document);
        const [first] = symbols;
        return {
            findings: diagnosticsOf(models.modelOf(URIS[0]), document, models.settings),
            symbols,
            tokens: semanticTokens(document),
            references: first === undefined ? [] : references(models, document, first.selectionRange.start, true)
        };
    });
}

it('an editor that keeps no analysis says the same', () => {
    const [kept, anew] = [true, false].map(isIncremental => {
        const models = new EditorModels(library, [diskFiles], isIncremental);
        Object.entries(START).forEach(([uri, text]) => models.open(uri, { text, version: 1 }));
        void models.modelOf(URIS[0]);
        Object.entries(START).forEach(([uri, text]) => models.open(uri, { text: text.replace('Wheel', 'Rad'), version: 2 }));
        return models;
    });
    expect(told(anew)).toEqual(told(kept));
    expect(anew.modelOf(URIS[0]).isIncremental).toBe(false);
    expect(kept.modelOf(URIS[0]).isIncremental).toBe(true);
});

describe('random editing', () => {
    it.each(SEEDS)('from seed %i says what a fresh start says', seed => {
        const below = random(seed);
        const texts = new Map(Object.entries(START));
        const models = modelsOf(texts);
        const history: Map<string, string>[] = [];
        // as the server keeps an open text, by the changes that a client tells
        const opened = new Map([...texts].map(([uri, text]) => [uri, TextDocument.create(uri, 'sysml', 1, text)]));
        const changed = (uri: string, text: string, change: TextDocumentContentChangeEvent): void => {
            const document = TextDocument.update(opened.get(uri)!, [change], opened.get(uri)!.version + 1);
            expect(document.getText()).toBe(text);
            opened.set(uri, document);
            texts.set(uri, text);
            models.open(uri, { text: document.getText(), version: document.version });
        };
        const set = (uri: string, text: string): void => changed(uri, text, { text });
        const edit = (uri: string, from: number, to: number, text: string): void => {
            const before = texts.get(uri)!;
            const range = { start: positionAt(before, from), end: positionAt(before, to) };
            changed(uri, `${before.slice(0, from)}${text}${before.slice(to)}`, { range, text });
        };
        for (let step = 1; step <= STEPS; step++) {
            const uri = URIS[below(URIS.length)];
            const text = texts.get(uri)!;
            const at = below(text.length + 1);
            const kind = below(10);
            if (kind === 0 && history.length > 0) {
                const back = history[Math.max(0, history.length - 1 - below(20))];
                back.forEach((old, of) => texts.get(of) !== old && set(of, old));
            } else if (kind === 1) {
                renameSomething(models, uri, at, `Name${below(6)}`, edit);
            } else {
                history.push(new Map(texts));
                const removed = kind < 5 ? below(12) : 0;
                edit(uri, at, Math.min(text.length, at + removed), kind < 4 ? '' : PIECES[below(PIECES.length)]);
            }
            analyseSome(models, below);
            if (step % 10 === 0) {
                expect(told(models), `step ${step}`).toEqual(told(modelsOf(texts)));
            }
            if (step % 50 === 0) {
                Object.entries(START).forEach(([of, whole]) => set(of, whole));
            }
        }
    });
});

/** Analyses what an editor may have analysed before the next edit: some documents, each for some parts of its analysis or whole. */
function analyseSome(models: EditorModels, below: (below: number) => number): void {
    for (const document of models.modelOf(URIS[0]).documents) {
        let parts = [0, 1 + below(20), Infinity][below(3)];
        if (parts > 0) {
            document.analyseUntil(() => --parts <= 0);
        }
    }
}

/** Renames what stands at a place, where that may be. */
function renameSomething(
    models: EditorModels,
    uri: string,
    at: number,
    name: string,
    edit: (uri: string, from: number, to: number, text: string) => void
): void {
    const document = models.document(uri)!;
    try {
        const changes = rename(models, document, positionAt(document.text, at), name)?.documentChanges ?? [];
        for (const change of changes) {
            if ('edits' in change) {
                const { text } = models.document(change.textDocument.uri)!;
                const offset = ({ line, character }: Position): number =>
                    text
                        .split('\n')
                        .slice(0, line)
                        .reduce((n, l) => n + l.length + 1, 0) + character;
                [...change.edits]
                    .filter(e => 'newText' in e)
                    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
                    .forEach(e => edit(change.textDocument.uri, offset(e.range.start), offset(e.range.end), e.newText));
            }
        }
    } catch {
        // a rename that is refused changes nothing
    }
}
