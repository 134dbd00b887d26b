/**
 * "Incremental equals fresh": whatever sequence of edits, renames, removals and additions leads to a set of documents, hash, diagnostics and
 * symbols are those of a first parse, and an older snapshot keeps answering as it did.
 */
import { describe, expect, test } from 'vitest';
import { rootSymbol, symbolInfo } from '../../../src/language/symbols/symbol.js';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { type Model, Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { documentsBelow, sharedCorpus } from '../../support/models.js';

/** A small generator of pseudo-random numbers, so that a failing sequence can be run again. */
function generator(seed: number): (below: number) => number {
    let state = seed >>> 0;
    return below => {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
        return ((state ^ (state >>> 12)) >>> 0) % below;
    };
}

/** Everything that a model answers about itself, as one text. */
function answersOf(model: Model): string {
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
    return JSON.stringify([model.hash, model.diagnostics, symbols]);
}

const WORDS = ['part', 'attribute x', 'mass', ';', '}', '{', ' :> ', 'import A::*;', 'package P {}', '1.5', '// note\n', "'a b'", 'redefines', '::', '.'];

/** One random change: of characters, of a word, of a name everywhere in a document, or of the set of documents. */
function edited(documents: readonly SourceDocument[], pool: readonly SourceDocument[], random: (below: number) => number): SourceDocument[] {
    const i = random(documents.length);
    const { content } = documents[i];
    const at = random(content.length + 1);
    const replace = (text: string): SourceDocument[] => documents.map((d, k) => (k === i ? { ...d, content: text } : d));
    switch (random(10)) {
        case 0: return documents.length > 2 ? documents.filter((_, k) => k !== i) : [...documents];
        case 1: {
            const other = pool[random(pool.length)];
            return documents.some(d => d.name === other.name) ? [...documents] : [...documents, other];
        }
        case 2: return replace(content.slice(0, at) + WORDS[random(WORDS.length)] + content.slice(at));
        case 3: return replace(content.slice(0, at) + content.slice(at + 1 + random(5)));
        case 4: case 5: {
            const names = [...content.matchAll(/\b(?:def|part|attribute|package|action|item)\s+([A-Za-z]\w*)/g)].map(m => m[1]);
            return names.length === 0 ? [...documents] : replace(content.replaceAll(new RegExp(`\\b${names[random(names.length)]}\\b`, 'g'), `renamed${random(5)}`));
        }
        case 6: {
            const lines = content.split('\n');
            lines.splice(random(lines.length), 1);
            return replace(lines.join('\n'));
        }
        case 7: {
            const end = content.lastIndexOf('}');
            return end < 0 ? [...documents] : replace(`${content.slice(0, end)}    part def Added${random(9)} { attribute a = ${random(9)}; }\n${content.slice(end)}`);
        }
        case 8: {
            const original = pool.find(d => d.name === documents[i].name);
            return original === undefined ? [...documents] : replace(original.content);
        }
        default: return replace(content.replace(/\d+/, String(random(100))));
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

async function run(pool: readonly SourceDocument[], size: number, steps: number, seed: number): Promise<void> {
    const random = generator(seed);
    const library = testLibrary();
    const workspace = new Workspace({ library });
    const older: { model: Model; answers: string }[] = [];
    let documents: SourceDocument[] = pool.slice(0, size);
    for (let step = 0; step < steps; step++) {
        const { model } = workspace.parse(documents);
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
        // the test runner is heard in between
        await new Promise(setImmediate);
    }
}

const own = [...documentsBelow('examples'), ...documentsBelow('test/models')];
const shared = sharedCorpus();

describe('incremental equals fresh', () => {
    test.each([1, 2, 3])('over the examples, seed %i', seed => run(own, Math.min(6, own.length), 100, seed));
    test.runIf(shared.length > 0).each([11, 12])('over the shared corpus, seed %i', seed => run(shared, 10, 40, seed));
});
