// The library snapshot: what is read from it equals what the parser makes of the texts, in whatever order it is requested; a snapshot that
// does not fit is refused. Needs the generated library (build/library).
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { AstNode } from '../../src/language/generated/tree.js';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../scripts/library/generate.mjs';
import { writeSnapshot } from '../../scripts/library/snapshot.js';
import { judge, type Library } from '../../src/language/library/library.js';
import { bundledFiles, LibraryError, loadBundled, loadLibrary } from '../../src/language/library/loading.js';
import { Reader, SnapshotError } from '../../src/language/library/reader.js';
import { REQUIRED } from '../../src/language/library/required.js';
import { readSources } from '../../src/language/library/sources.js';
import { makeSnapshot } from '../../src/language/library/writer.js';
import { importsOf, ownedMembersNamed, ownedNames } from '../../src/language/semantics/owned-members.js';
import { scopeOf } from '../../src/language/semantics/world.js';
import { childrenOf, nameSpanOf, parseDocument, visitAll } from '../../src/language/syntax/index.js';
import { cases, isFull } from '../support/thorough.js';

const folders: string[] = [];
const temporary = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
    folders.push(folder);
    return folder;
};
afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const present = bundledFiles(join(fileURLToPath(import.meta.url), '..')).folder;
const texts = present ?? (await generateLibrary({ target: join(temporary(), 'library') })).target;
const { documents, content } = readSources(texts);
const snapshot = makeSnapshot(documents, content, judge(documents));
const trees = new Map(documents.map(({ name, language, content: text }) => [name, parseDocument(text, language)]));
const fromSnapshot = (): Library => loadLibrary({ snapshot });

type Fields = Record<string, unknown>;

/** The first difference between a parsed node and one from a snapshot, with all that a node says of itself. */
function difference(parsed: AstNode, read: AstNode, path: string): string | undefined {
    const a = parsed as unknown as Fields;
    const b = read as unknown as Fields;
    const own = Object.keys(a).filter(key => !['$facts', '$scope', '$members', '$body'].includes(key));
    for (const name of 'members' in a ? [...own, 'members'] : own) {
        const found =
            name === '$container'
                ? (a[name] === undefined) === (b[name] === undefined)
                    ? undefined
                    : `${path}: container`
                : differenceOf(a[name], b[name], read, `${path}.${name}`);
        if (found !== undefined) {
            return found;
        }
    }
    return childrenOf(parsed).length === childrenOf(read).length ? undefined : `${path}: children`;
}

function differenceOf(parsed: unknown, read: unknown, container: AstNode, path: string): string | undefined {
    if (Array.isArray(parsed)) {
        return !Array.isArray(read) || read.length !== parsed.length
            ? `${path}: not the same list`
            : parsed.map((item, i) => differenceOf(item, read[i], container, `${path}[${i}]`)).find(found => found !== undefined);
    }
    if (typeof parsed === 'object' && parsed !== null) {
        const node = read as AstNode;
        return typeof read !== 'object'
            ? `${path}: no node`
            : node.$container !== container
              ? `${path}: wrong container`
              : difference(parsed as AstNode, node, path);
    }
    return parsed === read ? undefined : `${path}: ${String(parsed)} is ${String(read)}`;
}

/** A namespace without a snapshot has an index only by reading all members: the names that a list of members has. */
function namesIn(members: readonly AstNode[]): string[] {
    return [...new Set(members.flatMap(m => [m.name, m.shortName]))].filter(n => n !== undefined);
}

/** A new folder with files by their paths in it. */
const folderWith = (files: Record<string, string | Uint8Array>): string => {
    const folder = temporary();
    for (const [name, data] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), data);
    }
    return folder;
};

describe('trees', () => {
    it('every document equals its parsed text', () => {
        const library = fromSnapshot();
        expect(library.documents().map(({ name }) => name)).toEqual(documents.map(({ name }) => name));
        expect(documents.length).toBeGreaterThan(90);
        for (const document of library.documents()) {
            const parsed = trees.get(document.name)!;
            expect(difference(parsed.root, document.root, document.name)).toBeUndefined();
            expect(document.text).toBe(documents.find(({ name }) => name === document.name)!.content);
            expect(document.syntaxErrors).toEqual(parsed.diagnostics);
            expect(scopeOf(document.root.members[0])).toBe(document);
        }
    });

    it('a name is where the node says', () => {
        const document = fromSnapshot()
            .documents()
            .find(({ name }) => name.endsWith('SI.sysml'))!;
        let named = 0;
        visitAll(document.root, node => {
            const span = nameSpanOf(node);
            if (span !== undefined) {
                named++;
                expect(document.text.slice(span.offset, span.end).replace(/^'|'$/g, '')).toBe((node as { name?: string }).name);
            }
        });
        expect(named).toBeGreaterThan(100);
    });

    it('the order in which things are asked for makes no difference', () => {
        const namespaces = documents.flatMap(({ name }, document) =>
            namesIn(trees.get(name)!.root.members[0].members!).map(member => ({
                document,
                member
            }))
        );
        const step = fc.record({
            at: fc.nat(namespaces.length - 1),
            how: fc.constantFrom('name', 'absent', 'members', 'imports', 'names', 'root')
        });
        fc.assert(
            fc.property(fc.array(step, { maxLength: 60 }), steps => {
                const library = fromSnapshot();
                const roots = library.documents().map(({ root }) => root);
                const asked = new Set<number>();
                for (const { at, how } of steps) {
                    const { document, member } = namespaces[at];
                    asked.add(document);
                    const root = roots[document];
                    const body = root.members[0];
                    const expected = trees.get(documents[document].name)!.root.members[0].members!;
                    if (how === 'members') {
                        expect(body.members!.length).toBe(expected.length);
                    } else if (how === 'imports') {
                        expect(importsOf(body).map(({ text }) => text)).toEqual(
                            expected.filter(m => m.$type === 'Import').map(m => m.text)
                        );
                    } else if (how === 'names') {
                        expect([...ownedNames(body)]).toEqual(expect.arrayContaining(namesIn(expected)));
                    } else if (how === 'root') {
                        expect(root.members[0]).toBe(body);
                    } else {
                        const found = ownedMembersNamed(body, how === 'name' ? member : `no ${member}`);
                        expect(found.map(m => m.$containerIndex)).toEqual(
                            how === 'absent' ? [] : expected.flatMap((m, i) => (namesIn([m]).includes(member) ? [i] : []))
                        );
                        // The same question has the same nodes for an answer, before and after all members are read.
                        expect(found.every(m => body.members![m.$containerIndex!] === m)).toBe(true);
                        expect(ownedMembersNamed(body, how === 'name' ? member : `no ${member}`)).toEqual(found);
                    }
                }
                for (const document of asked) {
                    const { name } = documents[document];
                    expect(difference(trees.get(name)!.root, roots[document], name)).toBeUndefined();
                }
            }),
            { numRuns: cases(10, 30), seed: 7 }
        );
    });

    it('a name in a large package is found without reading the package', () => {
        const library = fromSnapshot();
        const element = library.libraryElement('SI::metre')!;
        const body = element.$container!;
        expect(body.$memberIndex).toBeDefined();
        expect(body.members![element.$containerIndex!]).toBe(element);
        expect(body.$memberIndex).toBeUndefined();
    });

    it('other alphabets, empty bodies and syntax errors', () => {
        const source = (name: string, text: string): { name: string; language: 'sysml'; content: string } => ({
            name,
            language: 'sysml',
            content: text
        });
        const many = Array.from({ length: 40 }, (_, i) => `part <'§${i}'> 'größe ${i} 電';`).join('\n');
        const own = [
            source('a.sysml', 'package A { part def B; part def C {} doc /* naïve */ }'),
            source('b.sysml', `package 'Ω 電' { ${many} }`),
            source('c.sysml', 'package C { part x = ; attribute y; }'),
            source('d.sysml', ''),
            source('e.sysml', 'part loose;')
        ];
        const library = loadLibrary({ snapshot: makeSnapshot(own, 'own', judge(own)) });
        library.documents().forEach((document, i) => {
            const parsed = parseDocument(own[i].content, 'sysml');
            expect(difference(parsed.root, document.root, own[i].name)).toBeUndefined();
            expect(document.syntaxErrors).toEqual(parsed.diagnostics);
            expect(document.text).toBe(own[i].content);
            expect(document.isWellFormed).toBe(i !== 2);
        });
        expect(library.packageNames).toEqual(['A', 'Ω 電', 'C']);
        expect(library.lookupGlobal('loose')).toHaveLength(1);
        expect(library.libraryElement("'Ω 電'::'größe 17 電'")).toBe(library.libraryElement("'Ω 電'::'§17'"));
        expect(library.documents()[1].lines.positionOf(own[1].content.indexOf('part')).line).toBe(1);
    });
});

describe('which snapshot is used', () => {
    const changed = (change: (words: Uint32Array) => void): SharedArrayBuffer => {
        const copy = new SharedArrayBuffer(snapshot.byteLength);
        new Uint8Array(copy).set(new Uint8Array(snapshot));
        change(new Uint32Array(copy));
        return copy;
    };

    it.each<[string, (words: Uint32Array) => void, string]>([
        [
            'another magic',
            words => {
                words[0]++;
            },
            'no library snapshot'
        ],
        [
            'another version',
            words => {
                words[1]++;
            },
            'another version'
        ],
        [
            'another grammar',
            words => {
                words[3] ^= 1;
            },
            'another version'
        ],
        [
            'another length',
            words => {
                words[4]--;
            },
            'damaged'
        ],
        [
            'a flipped bit',
            words => {
                words[words.length >> 1] ^= 1 << 17;
            },
            'damaged'
        ]
    ])('%s is refused', (_, change, reason) => {
        expect(() => new Reader(changed(change), false)).toThrow(SnapshotError);
        expect(() => new Reader(changed(change), false)).toThrow(reason);
    });

    it('one that is cut off is refused', () => {
        for (const length of [0, 3, 4, 28, 32, 1000, snapshot.byteLength - 4]) {
            expect(() => new Reader(snapshot.slice(0, length), false), `${length} bytes`).toThrow(SnapshotError);
        }
    });

    it('the bundled one, with the texts in its place and a warning when it is missing, damaged or older', () => {
        const target = join(temporary(), 'library.snapshot');
        const load = (): Library => loadBundled({ snapshot: existsSync(target) ? target : undefined, folder: texts });
        const asText = (reason: string): void => {
            const library = load();
            expect([library.origin, library.warnings.length]).toEqual(['text', 1]);
            expect(library.warnings[0]).toContain(reason);
            expect(library.libraryElement('Parts::Part')?.$type).toBe('Definition');
        };
        if (isFull) {
            asText('no library snapshot');
        }
        writeSnapshot({ source: texts, target });
        const later = new Date(Date.now() + 10_000);
        utimesSync(target, later, later);
        expect([load().origin, load().warnings]).toEqual(['snapshot', []]);
        utimesSync(target, new Date(0), new Date(0));
        expect([load().origin, load().warnings]).toEqual(['snapshot', []]);
        const small = folderWith({ 'a.sysml': 'package A { part def Wheel; }' });
        const other = loadBundled({ snapshot: target, folder: small });
        expect([other.origin, other.warnings[0], other.packageNames]).toEqual(['text', expect.stringContaining('newer'), ['A']]);
        writeFileSync(target, readFileSync(target).fill(7, 5000, 5010));
        utimesSync(target, later, later);
        // reading all texts takes most of a second
        if (isFull) {
            asText('damaged');
            writeFileSync(target, '');
            utimesSync(target, later, later);
            asText('cut off');
        }
        expect(() => loadBundled({ snapshot: undefined, folder: undefined })).toThrow(LibraryError);
    });

    it('both ways give the same library', () => {
        const text = loadBundled({ snapshot: undefined, folder: texts });
        const stored = fromSnapshot();
        expect([...stored.packageNames].sort()).toEqual([...text.packageNames].sort());
        expect(stored.libraryElement('USCU')).toBe(stored.libraryElement('USCustomaryUnits'));
        expect(text.libraryElement('USCU')).toBe(text.libraryElement('USCustomaryUnits'));
        for (const name of REQUIRED) {
            expect(stored.libraryElement(name)?.$type, name).toBe(text.libraryElement(name)?.$type ?? 'in the library');
        }
    });

    it('a thread gets the block itself, not a copy', () => {
        const { port1, port2 } = new MessageChannel();
        port1.postMessage(fromSnapshot().snapshot);
        const { message } = receiveMessageOnPort(port2) as { message: SharedArrayBuffer };
        port1.close();
        expect(message).not.toBe(snapshot);
        expect(loadLibrary({ snapshot: message }).libraryElement('Parts::Part')?.$type).toBe('Definition');
        new Uint8Array(message)[8] ^= 0xff;
        expect(new Uint8Array(snapshot)[8]).toBe(new Uint8Array(message)[8]);
        new Uint8Array(message)[8] ^= 0xff;
    });
});

describe('another library', () => {
    const own = {
        'base/Base.kerml': 'standard library package Base { abstract classifier Anything; }',
        'Mine.sysml': 'package Mine { part def Wheel; }'
    };
    const archive = (files: Record<string, string>): Uint8Array =>
        zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
    const kpar = archive({
        ...own,
        '.project.json': '{"name":"mine"}',
        '.meta.json': '{"index":{"Base":"base/Base.kerml","Mine":"Mine.sysml"}}'
    });

    it('a folder; its snapshot is kept and used again', () => {
        const path = folderWith({ ...own, 'readme.md': 'package Not { }' });
        const cache = [join(temporary(), 'new', 'folder')];
        const first = loadLibrary({ path, cache });
        expect([first.origin, first.packageNames, first.warnings]).toEqual(['snapshot', ['Mine', 'Base'], []]);
        const [file, ...others] = readdirSync(cache[0]);
        expect(others).toEqual([]);
        // What is used again is what the cache holds: another library's snapshot under that name is refused, a whole one is taken.
        const second = loadLibrary({ path, cache });
        expect(Buffer.from(second.snapshot!).equals(Buffer.from(readFileSync(join(cache[0], file))))).toBe(true);
        writeFileSync(join(cache[0], file), Buffer.from(snapshot));
        expect(loadLibrary({ path, cache }).packageNames).toEqual(['Mine', 'Base']);
        writeFileSync(join(cache[0], file), 'damaged');
        const third = loadLibrary({ path, cache });
        expect([third.origin, third.warnings.length]).toEqual(['snapshot', 1]);
        expect(third.libraryElement('Mine::Wheel')?.$type).toBe('Definition');
        writeFileSync(join(path, 'Mine.sysml'), 'package Mine { part def Tyre; }');
        expect(loadLibrary({ path, cache }).libraryElement('Mine::Wheel')).toBeUndefined();
        expect(readdirSync(cache[0])).toHaveLength(2);
    });

    it('the cache keeps the libraries that were used last', () => {
        const cache = [temporary()];
        for (let i = 0; i < 12; i++) {
            loadLibrary({ path: folderWith({ 'a.sysml': `package P${i};` }), cache });
        }
        expect(readdirSync(cache[0])).toHaveLength(8);
    });

    it('a cache that cannot be written is no error', () => {
        const blocked = join(folderWith({ file: '' }), 'file', 'cache');
        const locked = temporary();
        chmodSync(locked, 0o500);
        for (const cache of [[blocked], [join(locked, 'cache'), blocked], []]) {
            expect(loadLibrary({ path: folderWith(own), cache }).libraryElement('Mine::Wheel')?.$type).toBe('Definition');
        }
    });

    it('an archive, alone and in a folder', () => {
        for (const path of [join(folderWith({ 'mine.kpar': kpar }), 'mine.kpar'), folderWith({ 'mine.kpar': kpar })]) {
            const library = loadLibrary({ path, cache: [] });
            expect(library.packageNames).toEqual(['Mine', 'Base']);
            expect(library.libraryElement('Base::Anything')?.$type).toBe('Definition');
            expect(library.documents().map(({ language }) => language)).toEqual(['sysml', 'kerml']);
        }
    });

    it.each<[string, () => string, RegExp]>([
        ['nothing', () => join(temporary(), 'absent'), /library not found: .*absent/],
        ['an empty folder', () => temporary(), /no \.sysml or \.kerml file/],
        ['another file', () => join(folderWith({ 'a.txt': 'x' }), 'a.txt'), /neither a folder nor a \.kpar archive/],
        ['a damaged archive', () => join(folderWith({ 'a.kpar': 'PK no' }), 'a.kpar'), /not a readable archive/],
        [
            'an archive without notation',
            () => join(folderWith({ 'a.kpar': archive({ '.meta.json': '{}' }) }), 'a.kpar'),
            /no \.sysml or \.kerml file/
        ]
    ])('%s: the error says what is wrong', (_, path, message) => {
        expect(() => loadLibrary({ path: path(), cache: [] })).toThrow(LibraryError);
        expect(() => loadLibrary({ path: path(), cache: [] })).toThrow(message);
    });

    it('what the language needs and the library lacks is one message; the bundled library lacks nothing', () => {
        const [message, ...more] = loadLibrary({ path: folderWith(own), cache: [] }).problems;
        expect(more).toEqual([]);
        expect(message).toMatch(/^the library lacks what the language needs: (Base::\w+, )+Occurrences, .* and \d+ more$/);
        expect(message).not.toContain('Base::Anything');
        expect(fromSnapshot().problems).toEqual([]);
    });
});
