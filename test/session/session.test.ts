/** Sessions as data: cells and the answers that they must have. */
import { describe, expect, it } from 'vitest';
import { loadLibrary } from '../../src/language/library/loading.js';
import { diagnosticsJson, worstOf } from '../../src/session/answers/answer.js';
import { COMMAND_GROUPS } from '../../src/session/commands/index.js';
import { mimeBundle, newSession } from '../../src/session/index.js';
import { answerText, openTo, sessionCases } from './cells.js';

const library = loadLibrary();

const MODEL = `package S {
    private import ScalarValues::*;
    attribute def Go;
    part def Lamp { exhibit state modes { entry; then off; state off; state on; transition first off accept Go then on; } }
    calc def Twice { in x : Integer; return : Integer = x * 2; }
    action drive { out m : Integer; first start; then action s1 { assign m := 3; } then action s2 { assign m := m + 1; } then done; }
}`;

/** The model of the examples in the help. */
const CARS = `package Cars {
    private import ScalarValues::*;
    attribute def Start { attribute speed : Real; }
    part def Wheel;
    calc def Double { in x : Real; return : Real = x * 2; }
    part car { attribute mass : Real = 900; part front : Wheel; action accelerate { in more : Real; first start; then done; } }
    constraint light { car.mass < 1500 }
    requirement def Light { subject c; attribute limit : Real = 1000; require constraint { limit > 0 } }
    state def Driving { entry; then parked; state parked; state moving; transition first parked accept Start then moving; }
    action drive { out distance : Real; first start; then action brake { assign distance := 3.0; } then done; }
    occurrence def Talk { part a { event occurrence s; } part b { event occurrence r; } message m from a.s to b.r; }
    analysis range { subject c; in speed : Real = 20; return : Real = speed * 2; }
    view structure { expose Cars::car; render Views::asTreeDiagram; }
}
part car :> Cars::car;`;

describe('cells have the answers of their cases', () => {
    for (const { title, cells } of sessionCases()) {
        it(title, async () => {
            const session = newSession({ library });
            for (const { cell, id, answer } of cells) {
                const { shown, failure } = await session.execute(cell, { id });
                expect(openTo(answerText(shown, failure), answer), cell).toBe(answer);
            }
        });
    }
});

describe('pictures', () => {
    it.each([
        '%viz S::Lamp',
        '%run S::drive',
        '%run S::Lamp::modes Go',
        '%sweep S::Twice x=1..4 --plot',
        '%run S::drive --schedule=explore'
    ])('%s has one, and a text', async command => {
        const session = newSession({ library });
        await session.execute(MODEL);
        const { shown, failure } = await session.execute(command);
        expect(failure?.message).toBeUndefined();
        expect(shown.at(-1)!.svg).toMatch(/^<svg[^]*<\/svg>\s*$/);
        expect(shown[0].text).not.toBe('');
    });
});

describe('the help of a command with arguments', () => {
    const commands = COMMAND_GROUPS.flatMap(g => g.commands.filter(c => c.usage !== ''));

    it.each(commands.map(({ name, example = '' }) => [name, example]))('%s has an example', (name, example) => {
        expect(example).toMatch(new RegExp(`^%${name} \\S`));
    });

    it('has examples that a session answers, one after another', async () => {
        const session = newSession({ library });
        expect((await session.execute(CARS)).failure?.message).toBeUndefined();
        const refused: string[] = [];
        for (const { example } of commands.filter(c => c.needsFiles !== true)) {
            const { shown, failure } = await session.execute(example!);
            const said = failure?.message ?? shown.map(s => s.text).find(text => text.startsWith('usage:'));
            refused.push(...(said === undefined ? [] : [`${example!}: ${said}`]));
        }
        // the model has no document, the session no files; the others need a run that an earlier line ends or does not record
        expect(refused.map(r => r.replace(/:.*/, ''))).toEqual([
            '%diff cars.sysml',
            '%render-document Cars',
            '%run-query Cars',
            '%render-run timeline mermaid',
            '%break brake'
        ]);
    });
});

describe('what a session answers is data with several forms', () => {
    it('draws a picture beside its text, and Mermaid where that is wished for', async () => {
        const session = newSession({ library });
        const { shown } = await session.execute('package P { part a { part b; } }\n%viz P');
        const drawn = shown.at(-1)!;
        expect(drawn.svg).toMatch(/^<svg/);
        const written = await session.execute('%viz mermaid P');
        expect(written.shown[0].written?.mime).toBe('text/vnd.mermaid');
        expect(written.shown[0].svg).toBeUndefined();
        expect(drawn.text).toContain('part b');
    });

    it('draws a view beside what it exposes', async () => {
        const session = newSession({ library });
        await session.execute('package P { part def A; view v { expose P::A; render Views::asTreeDiagram; } }');
        const [{ table }, drawn] = (await session.execute('%view P::v')).shown;
        expect([table?.rows, drawn.text]).toEqual([[['part def', 'P::A']], '']);
        expect(drawn.svg).toMatch(/^<svg[^]*>A</);
    });

    it('links to the declarations of files and marks verdicts', async () => {
        const session = newSession({ library });
        session.load([
            { name: 'dir/a b.sysml', language: 'sysml', content: 'package P {\n    part car { assert constraint light { 2 < 1 } }\n}' }
        ]);
        await session.execute('part here;');
        const draw = async (command: string) => (await session.execute(command)).shown[0];
        const linked = await draw('%viz --style=verdicts P::car');
        expect(linked.svg).toContain('class="node usage verdict-fails"');
        expect(linked.svg).not.toContain('<a ');
        await session.execute('view v { expose P::car; expose here; render Views::asTreeDiagram; }');
        const drawn = await draw('%render v link=https://host/{file}#L{line}C{col}');
        expect(drawn.svg).toContain('<a href="https://host/dir/a%20b.sysml#L2C5"');
        expect(drawn.svg?.match(/<a /g)).toHaveLength(1); // what a cell declares is in no file
        const texts = ['mermaid', 'dot', 'plantuml', 'd2'].map(form => `%render v ${form} link={file}:{line}`);
        for (const command of texts) {
            expect((await draw(command)).text, command).toContain('dir/a%20b.sysml:2');
        }
    });

    it('escapes what a model says in the page', async () => {
        const session = newSession({ library });
        await session.execute(`part def A { attribute '<img src=x onerror=alert(1)>' = "</td><script>"; }\n%instantiate A`);
        const { shown } = await session.execute('%features A');
        const page = mimeBundle(shown[0])['text/html'];
        expect(page).toEqual(expect.stringContaining('&lt;img src=x'));
        expect(page).not.toMatch(/<img|<script/);
    });
});

describe('whether a cell is complete', () => {
    const CASES: Readonly<Record<string, readonly string[]>> = {
        complete: [
            '',
            'part a;',
            'part def A { }',
            '1 + 2',
            '%viz P',
            '// a note',
            'part a; part b;',
            "'my part'.v",
            '"}"',
            'part a { /* } */ }'
        ],
        incomplete: [
            'part def A',
            'part def A {',
            '1 +',
            '(1, 2',
            'part x : T',
            '/* note',
            'attribute x =',
            'if a ? b',
            '"abc',
            'package P {\n%viz'
        ],
        invalid: ['abc def', '}', 'part : ;', 'part a; )']
    };
    const session = newSession({ library });
    for (const [completeness, cells] of Object.entries(CASES)) {
        it.each(cells)(`${completeness}: %j`, cell => {
            expect(session.completeness(cell)).toBe(completeness);
        });
    }
});

describe('%export writes an element with what it owns', () => {
    it.each([
        ['V::car', 'car.json', 'api-json (4 elements) to car.json'],
        ['"V::car" part.json', 'part.json', 'api-json (4 elements) to part.json'],
        ['V::car part.ttl', undefined, 'part.ttl: an element is exported as .json; %save writes the model in other forms'],
        ['V::bus', undefined, 'unresolved reference: V::bus'],
        ['', undefined, 'usage: %export <name> [file]']
    ])('%s', async (words, file, answer) => {
        const files = new Map<string, string>();
        const write = (path: string, content: string | Uint8Array): void => void files.set(path, String(content));
        const session = newSession({ library, files: { read: () => [], readText: () => '', write } });
        await session.execute('package V { part def Vehicle; part car : Vehicle { attribute mass; } }');
        const { shown, failure } = await session.execute(`%export ${words}`);
        expect(failure?.message ?? shown.map(s => s.text).join('\n')).toMatch(answer);
        expect([...files.keys()]).toEqual(file === undefined ? [] : [file]);
        const names = [...files.values()].flatMap(text =>
            (JSON.parse(text) as { declaredName?: string }[]).flatMap(e => e.declaredName ?? [])
        );
        expect(names.sort()).toEqual(file === undefined ? [] : ['car', 'mass']);
    });
});

describe('%render-document', () => {
    const REPORT = `package D { part def Report :> DocumentQueries::Document { attribute redefines title = "On <shelves>";
        part p : DocumentQueries::Paragraph { attribute redefines text = "Two of them."; } } }`;

    it.each(['', ' D::Report', ' D::Report mermaid'])('"%s" is Markdown, beside a page that can do nothing', async words => {
        const session = newSession({ library });
        expect((await session.execute(REPORT)).failure?.message).toBeUndefined();
        const { shown, failure } = await session.execute(`%render-document${words}`);
        expect(failure?.message).toBeUndefined();
        expect(shown[0].text).toBe('# On \\<shelves\\>\n\nTwo of them.');
        expect(shown[0].markdown?.trimEnd()).toBe(shown[0].text);
        expect(shown[0].html).toMatch(/^<iframe sandbox="" [^>]*srcdoc="&lt;!DOCTYPE html&gt;[^"]*Two of them\.[^"]*"><\/iframe>$/);
    });

    it('html is the page itself', async () => {
        const session = newSession({ library });
        await session.execute(REPORT);
        const [{ text, markdown, html }] = (await session.execute('%render-document D::Report html')).shown;
        expect([text.slice(0, 15), markdown, html?.slice(0, 18)]).toEqual(['<!DOCTYPE html>', undefined, '<iframe sandbox=""']);
    });
});

describe('%load and %save', () => {
    const made = (): { readonly session: ReturnType<typeof newSession>; readonly written: Map<string, string> } => {
        const written = new Map<string, string>();
        const files = {
            read: (paths: readonly string[], cells?: string) => {
                if (paths.includes('none.sysml')) {
                    throw new Error('no file none.sysml');
                }
                return paths.map(name => ({ name, language: 'sysml' as const, content: `part '${cells ?? 'all'} of ${name}';\n` }));
            },
            readText: () => '',
            write: (path: string, content: string | Uint8Array): void => {
                if (path.startsWith('locked')) {
                    throw new Error(`${path} cannot be written`);
                }
                written.set(path, String(content));
            }
        };
        return { session: newSession({ library, files }), written };
    };

    it.each([
        ['a.sysml', 'all of a.sysml'],
        ['b.ipynb --cells 1,3-5', '1,3-5 of b.ipynb'],
        ['--cells 2 b.ipynb', '2 of b.ipynb'],
        ['--cells=tag:t "b c.ipynb"', 'tag:t of b c.ipynb']
    ])('loads %s', async (words, name) => {
        const { session } = made();
        const { shown, failure } = await session.execute(`%load ${words}`);
        expect(failure?.message).toBeUndefined();
        expect(shown[0].text).toBe(`✓ ${name.replace(/.* of /, '')}`);
        expect((await session.execute('%list')).shown[0].text).toContain(`part '${name}';`);
    });

    it.each([
        ['%load none.sysml', 'no file none.sysml'],
        ['%load', 'usage: %load [--cells 1,3-5|tag:<t>] <path>…'],
        ['%save', 'usage: %save <file>'],
        ['%save car.xmi', 'car.xmi: the extension says the form: .sysml, .ttl or .json'],
        ['%save car', 'car: the extension says the form: .sysml, .ttl or .json'],
        ['%save locked.ttl', 'locked.ttl cannot be written']
    ])('%s: %s', async (command, answer) => {
        const { session, written } = made();
        await session.execute('part car;');
        const { shown, failure } = await session.execute(command);
        expect(failure?.message ?? shown[0].text).toBe(answer);
        expect(written.size).toBe(0);
    });

    it.each([
        ['car.sysml', 'sysml', /^part car;\n$/],
        ['CAR.KERML', 'sysml', /^part car;\n$/],
        ['"my car.ttl"', 'ttl', /^@prefix [^]*sysml:declaredName "car"/],
        ['car.json', 'api-json', /"declaredName": ?"car"/]
    ])('saves %s as %s', async (file, form, content) => {
        const { session, written } = made();
        await session.execute('part car;');
        const { shown, failure } = await session.execute(`%save ${file}`);
        expect(failure?.message).toBeUndefined();
        const [[path, text]] = written;
        expect(text).toMatch(content);
        expect(shown[0].text).toBe(`saved ${Buffer.byteLength(text)} bytes of ${form} to ${path}`);
        expect(path).toBe(file.replaceAll('"', ''));
    });
});

describe('%diff with a file', () => {
    const files = {
        read: ([path]: readonly string[]) => {
            if (path === 'none.sysml') {
                throw new Error('no file none.sysml');
            }
            return [{ name: path, language: 'sysml' as const, content: 'part a;\n' }];
        },
        readText: () => '',
        write: () => undefined
    };

    it.each([
        ['loaded.sysml', '--- loaded.sysml\n+++ loaded.sysml\n@@ -1,1 +1,1 @@\n-part a;\n+part b;'],
        ['other.sysml', '(no difference)'],
        ['none.sysml', 'no file none.sysml']
    ])('%s is compared with what was loaded from it, else with the cells', async (file, answer) => {
        const session = newSession({ library, files });
        session.load([{ name: 'loaded.sysml', language: 'sysml', content: 'part b;\n' }]);
        await session.execute('part a;');
        const { shown, failure } = await session.execute(`%diff ${file}`);
        expect(failure?.message ?? shown[0].text).toBe(answer);
    });
});

describe('%import sets features to the values of a file', () => {
    const FILES: Readonly<Record<string, string>> = {
        'a.csv': 'element,mass\nV::car,5\n',
        'b.txt': 'name,mass\nV::car,6\n',
        'map.json': JSON.stringify({ element: { column: 'name' } })
    };
    const files = {
        read: () => [],
        readText: (name: string) => {
            if (FILES[name] === undefined) {
                throw new Error(`no file ${name}`);
            }
            return FILES[name];
        },
        write: () => undefined
    };
    const CAR = 'package V { part def Vehicle { attribute mass : ScalarValues::Real; } part car : Vehicle; }';
    const REDEFINED = '(redefines V::Vehicle::mass)';

    it.each<[command: string, answer: string, mass: string]>([
        ['a.csv', `✓ imported 1 value into 1 element from a.csv\n  V::car::mass = 5 ${REDEFINED}`, '5.0'],
        ['"a.csv" as values', `✓ imported 1 value into 1 element from a.csv\n  V::car::mass = 5 ${REDEFINED}`, '5.0'],
        ['b.txt format csv map map.json', `✓ imported 1 value into 1 element from b.txt\n  V::car::mass = 6 ${REDEFINED}`, '6.0'],
        [
            'a.csv dry-run',
            `dry run: would import 1 value into 1 element from a.csv; the model is unchanged\n  V::car::mass = 5 ${REDEFINED}`,
            '<unset>'
        ],
        ['c.csv', 'no file c.csv', '<unset>'],
        ['b.txt format csv map c.json', 'no file c.json', '<unset>'],
        ['a.csv as parts', 'as "parts" is not supported; import as values', '<unset>'],
        ['a.csv map', 'usage: %import <file> [as values] [map <file>] [format csv|tsv|json|jsonl] [dry-run]', '<unset>'],
        ['a.csv by hand', 'usage: %import <file> [as values] [map <file>] [format csv|tsv|json|jsonl] [dry-run]', '<unset>'],
        ['', 'usage: %import <file> [as values] [map <file>] [format csv|tsv|json|jsonl] [dry-run]', '<unset>']
    ])('%s', async (words, answer, mass) => {
        const session = newSession({ library, files });
        await session.execute(CAR);
        const { shown, failure } = await session.execute(`%import ${words}`);
        expect(failure?.message ?? shown.map(s => s.text).join('\n')).toBe(answer);
        expect((await session.execute('V::car.mass')).shown[0].text).toBe(`✓ V::car.mass\n  = ${mass}`);
    });

    it('replaces what the cell declared, and not what other files did', async () => {
        const session = newSession({ library, files });
        session.load([{ name: 'other.sysml', language: 'sysml', content: 'package Other { attribute n = 1; }' }]);
        await session.execute(CAR, { id: 'one' });
        await session.execute('%import a.csv');
        const { shown } = await session.execute('(V::car.mass, Other::n)');
        expect(shown[0].text).toBe('✓ (V::car.mass, Other::n)\n  = (5.0, 1)');
    });

    it('drops objects, ends the run and places findings in the file', async () => {
        const session = newSession({ library, files });
        await session.execute(
            'package V { part def Car { attribute mass; } part car : Car; action a { in n; } attribute n : ScalarValues::Integer = 1 / 2; }'
        );
        await session.execute('%instantiate V::car');
        await session.execute('%action V::a');
        const { shown } = await session.execute('%import a.csv');
        expect(shown[0].text.split('\n').slice(1)).toEqual([
            '  V::car::mass = 5 (redefines V::Car::mass)',
            'note: dropped V::car (#1), because the model was edited: %instantiate makes new ones',
            'note: the run of V::a ended, because the model was edited'
        ]);
        const [warning, line] = (await session.execute('%check')).shown[0].text.split('\n');
        expect(warning).toMatch(/^a\.csv:3:\d+ warning type\.expr /);
        expect(line).toContain('attribute n : ScalarValues::Integer = 1 / 2;');
    });
});

it.each([
    [100, []],
    [103, ['(3 more runs)']]
])('%i runs list no more than 100', async (count, more) => {
    const session = newSession({ library });
    await session.execute(MODEL);
    const lines = (await session.execute(`%runs ${count} 1 S::drive m`)).shown[0].text.split('\n');
    expect(lines.filter(line => /^\d+ +4$/.test(line))).toHaveLength(100);
    expect(lines.filter(line => line.includes('more runs'))).toEqual(more);
});

it.each([
    [[], 'holds'],
    [['holds', 'fails'], 'fails'],
    [['unresolved', 'fails', 'holds'], 'unresolved']
] as const)('the worst of %j is %s', (states, worst) => {
    expect(worstOf(states)).toBe(worst);
});

it.each([
    [{}, { file: null, line: null, column: null, code: null }],
    [{ code: 'a' }, { file: null, line: null, column: null, code: 'a' }],
    [
        { code: 'a', span: { file: 'f', startLine: 2, startCol: 3, endLine: 4, endCol: 5 } },
        { file: 'f', line: 2, column: 3, code: 'a' }
    ]
])('a finding %j has every key in JSON', (finding, found) => {
    const common = { severity: 'error', message: 'm' } as const;
    expect(diagnosticsJson([{ ...common, code: '', ...finding }])).toEqual([{ ...common, pass: null, ...found }]);
});
