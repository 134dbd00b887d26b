/**
 * "Incremental equals fresh": whatever sequence of edits, renames, removals and additions leads to a set of documents, hash, diagnostics
 * and symbols are those of a first parse, and an older snapshot keeps answering as it did.
 */
import { expect } from 'vitest';
import { resolve } from '../../../src/language/semantics/names.js';
import { rootSymbol, symbolInfo } from '../../../src/language/symbols/symbol.js';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { declaredTypeOf, ownNameOf } from '../../../src/language/symbols/element-index.js';
import { find } from '../../../src/queries/index.js';
import { spanOf, visitAll } from '../../../src/language/syntax/index.js';
import { type AnalysisTime, type Model, Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { generator } from '../../support/random.js';

/** How many of the elements of a document are searched for. */
const SEARCHED = 8;

/** What searches find in the documents of a model that its index answers, with the names and types of some elements. */
function searchesOf(model: Model): unknown[] {
    return model.documents.flatMap(({ elements }) => {
        const all = [...elements.all()];
        return all
            .filter((_, i) => i % Math.ceil(all.length / SEARCHED) === 0)
            .flatMap(({ node, type }) => {
                const name = ownNameOf(node);
                const typing = declaredTypeOf(node);
                const filters = [
                    { types: [type] },
                    ...(name === undefined ? [] : [{ names: [name] }]),
                    ...(typing === undefined ? [] : [{ typings: [ownNameOf(typing) ?? ''] }])
                ];
                return filters.map(filter => [filter, elements.candidates(filter).map(found => [found.type, spanOf(found.node).offset])]);
            });
    });
}

/** Everything that a model answers about itself, as one text. */
function answersOf(model: Model): string {
    // before anything that parses documents: searches read earlier trees of those that a change cannot reach
    const found = [...find(model, {})];
    const symbols: unknown[] = [];
    const visit = (id: string, depth: number): void => {
        const symbol = symbolInfo(model, id);
        symbols.push(symbol);
        if (depth < 3) {
            symbol?.childIds.forEach(child => visit(child, depth + 1));
        }
    };
    for (const document of model.documents) {
        const root = rootSymbol(document);
        symbols.push(root);
        root.childIds.forEach(id => visit(id, 0));
    }
    return JSON.stringify([model.hash, model.diagnostics, symbols, found, searchesOf(model)]);
}

const WORDS = [
    'part',
    'attribute x',
    'mass',
    ';',
    '}',
    '{',
    ' :> ',
    'import A::*;',
    'package P {}',
    '1.5',
    '// note\n',
    "'a b'",
    'redefines',
    '::',
    '.'
];

/** One random change: of characters, of a word, of a name everywhere in a document, or of the set of documents. */
function edited(
    documents: readonly SourceDocument[],
    pool: readonly SourceDocument[],
    random: (below: number) => number
): SourceDocument[] {
    const i = random(documents.length);
    const { content } = documents[i];
    const at = random(content.length + 1);
    const replace = (text: string): SourceDocument[] => documents.map((d, k) => (k === i ? { ...d, content: text } : d));
    switch (random(14)) {
        case 0:
            return documents.length > 2 ? documents.filter((_, k) => k !== i) : [...documents];
        case 1: {
            const other = pool[random(pool.length)];
            return documents.some(d => d.name === other.name) ? [...documents] : [...documents, other];
        }
        case 2:
            return replace(content.slice(0, at) + WORDS[random(WORDS.length)] + content.slice(at));
        case 3:
            return replace(content.slice(0, at) + content.slice(at + 1 + random(5)));
        case 4:
        case 5: {
            const names = [...content.matchAll(/\b(?:def|part|attribute|package|action|item)\s+([A-Za-z]\w*)/g)].map(m => m[1]);
            return names.length === 0
                ? [...documents]
                : replace(content.replaceAll(new RegExp(`\\b${names[random(names.length)]}\\b`, 'g'), `renamed${random(5)}`));
        }
        case 6: {
            const lines = content.split('\n');
            lines.splice(random(lines.length), 1);
            return replace(lines.join('\n'));
        }
        case 7: {
            const end = content.lastIndexOf('}');
            return end < 0
                ? [...documents]
                : replace(`${content.slice(0, end)}    part def Added${random(9)} { attribute a = ${random(9)}; }\n${content.slice(end)}`);
        }
        case 10:
        case 11: {
            // one of the numbers, anywhere
            const places = [...content.matchAll(/\d+/g)];
            const place = places.length > 0 ? places[random(places.length)] : undefined;
            return place === undefined
                ? [...documents]
                : replace(`${content.slice(0, place.index)}${random(1000)}${content.slice(place.index + place[0].length)}`);
        }
        case 12:
        case 13: {
            // in one of the bodies
            const places = [...content.matchAll(/\{/g)];
            const place = places.length > 0 ? places[random(places.length)] : undefined;
            return place === undefined
                ? [...documents]
                : replace(`${content.slice(0, place.index + 1)} attribute more${random(4)}; ${content.slice(place.index + 1)}`);
        }
        case 8: {
            const original = pool.find(d => d.name === documents[i].name);
            return original === undefined ? [...documents] : replace(original.content);
        }
        default:
            return replace(content.replace(/\d+/, String(random(100))));
    }
}

/** Long texts: a failure shows where they start to differ, not a difference of the whole. */
function expectSame(actual: string, wanted: string, where: string): void {
    if (actual !== wanted) {
        let at = 0;
        while (actual[at] === wanted[at]) {
            at++;
        }
        expect.fail(`${where}: ...${actual.slice(Math.max(0, at - 200), at + 200)}... instead of ...${wanted.slice(at, at + 200)}...`);
    }
}

/** Asks what an editor asks between two edits: the findings of some documents, and what some of their names lead to, in any order. */
function askSome(model: Model, random: (below: number) => number): void {
    for (const document of model.documents) {
        if (random(4) === 0) {
            void document.findings;
        }
        if (random(2) === 0) {
            visitAll(document.root, node => {
                if (random(3) === 0 && 'text' in node && node.$type !== 'Comment') {
                    resolve(node);
                }
            });
        }
    }
}

/**
 * Edits some documents of a pool at random; fails where the incremental answer is not the fresh one, or an older snapshot answers
 * otherwise.
 * @param analysis on demand: between edits only some of what there is to find is requested
 */
export function checkEdits(
    pool: readonly SourceDocument[],
    size: number,
    steps: number,
    seed: number,
    analysis: AnalysisTime = 'at once'
): void {
    const random = generator(seed);
    const library = testLibrary();
    const workspace = new Workspace({ library, analysis });
    const older: { model: Model; answers: string }[] = [];
    let documents: SourceDocument[] = pool.slice(0, size);
    for (let step = 0; step < steps; step++) {
        const { model } = workspace.parse(documents);
        if (analysis === 'on demand') {
            askSome(model, random);
            if (random(3) > 0) {
                documents = edited(documents, pool, random);
                continue;
            }
        }
        const answers = answersOf(model);
        const fresh = answersOf(new Workspace({ library }).parse(documents).model);
        expectSame(answers, fresh, `seed ${seed}, step ${step}`);
        older.push({ model, answers });
        if (older.length > 6) {
            older.splice(random(older.length), 1);
        }
        const past = older[random(older.length)];
        expectSame(answersOf(past.model), past.answers, `older snapshot, seed ${seed}, step ${step}`);
        documents = edited(documents, pool, random);
    }
}
