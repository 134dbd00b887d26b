// The VS Code extension without an editor: its manifest says what its code does, its highlighting comes from the notation, its snippets are
// notation, and what it computes for the preview is right. What needs an editor is proven in a real one: tour.long.test.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventText, valueHint } from '../../../editors/vscode/preview/events.js';
import type { ShownNode } from '../../../editors/vscode/preview/messages.js';
import { axisOf, lineThrough, tickText } from '../../../editors/vscode/preview/plot.js';
import { rerouted } from '../../../editors/vscode/preview/routes.js';
import { found } from '../../../editors/vscode/preview/search.js';
import { around, centred, fitted, held, opened, panned, showing, viewBoxOf, zoomed } from '../../../editors/vscode/preview/viewport.js';
import { discoverServer } from '../../../editors/vscode/src/discovery.js';
import {
    addOperation,
    connectOperation,
    placedIn,
    placeOperations,
    routeOperations,
    written
} from '../../../editors/vscode/src/preview/operations.js';
import { policyOf } from '../../../editors/vscode/src/preview/page-html.js';
import { exploredOf, rangeIn, runShown, sweepOf, valuesOf, verdictsOf } from '../../../editors/vscode/src/preview/shown.js';
import { elementAround, subjectAt, viewOf } from '../../../editors/vscode/src/preview/subject.js';
import type { Element, RenderedNode, Snapshot } from '../../../editors/vscode/src/protocol.js';
import { contextualWordsOf, textMateGrammar, WORD_GROUPS } from '../../../scripts/vscode/text-mate.js';
import { keywordsOf } from '../../../src/language/syntax/index.js';
import { parseDocument } from '../../../src/language/syntax/index.js';

const FOLDER = join(import.meta.dirname, '../../../editors/vscode');
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

interface Manifest {
    readonly contributes: {
        readonly commands: readonly { readonly command: string }[];
        readonly keybindings: readonly { readonly command: string }[];
        readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
        readonly configuration: {
            readonly properties: Readonly<Record<string, { readonly description?: string; readonly markdownDescription?: string }>>;
        };
        readonly snippets: readonly { readonly path: string }[];
        readonly languages: readonly { readonly configuration: string }[];
    };
    readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
}
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('the manifest', () => {
    // the table of commands and the explorer are read as text: they import the editor, which is not here
    const registered = [
        ...read('src/commands.ts').matchAll(/^ {4}'(sysml\.\w+)':/gm),
        ...read('src/explorer.ts').matchAll(/registerCommand\(\s*'(sysml\.[\w.]+)'/g)
    ].map(([, name]) => name);
    const declared = manifest.contributes.commands.map(c => c.command);
    /** commands of code lenses: the server gives them what they are about */
    const OF_LENSES = ['run', 'evaluate', 'verify', 'analyze', 'canHold', 'whichVariants', 'showReferences'].map(name => `sysml.${name}`);

    it('declares every command that is registered, and no other', () => {
        expect([...declared, ...OF_LENSES].sort()).toEqual([...registered].sort());
    });

    it('puts only declared commands into menus and on keys', () => {
        const used = [...manifest.contributes.keybindings, ...Object.values(manifest.contributes.menus).flat()].map(c => c.command);
        expect(used.filter(command => !declared.includes(command))).toEqual([]);
    });

    it('describes every setting, and code reads no other', () => {
        const settings = Object.entries(manifest.contributes.configuration.properties);
        expect(settings.filter(([, s]) => (s.description ?? s.markdownDescription ?? '') === '')).toEqual([]);
        const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
        expect(restricted.filter(name => !settings.some(([setting]) => setting === name))).toEqual([]);
        expect(restricted).toEqual(settings.map(([name]) => name).filter(name => /server\.(path|arguments)/.test(name)));
    });

    it('names files that are there', () => {
        const { snippets, languages } = manifest.contributes;
        const named = [...snippets.map(s => s.path), ...languages.map(l => l.configuration)];
        expect(named.filter(path => !existsSync(join(FOLDER, path)))).toEqual([]);
    });
});

describe.each(['sysml', 'kerml'] as const)('the highlighting of %s', language => {
    const { patterns } = textMateGrammar(language);
    const scopeOf = (line: string): string | undefined => {
        const hit = patterns.find(p => p.match !== undefined && p.name !== undefined && new RegExp(`^(?:${p.match})`).test(line));
        return hit?.name?.replace(/\.\w+$/, '');
    };

    it('knows every keyword of the language', () => {
        const contextual = contextualWordsOf(language);
        const words = keywordsOf(language).filter(word => /^\w+$/.test(word));
        // a word that is a name elsewhere is one only in front of a name
        expect(words.filter(word => scopeOf(contextual.includes(word) ? `${word} x` : word) === undefined)).toEqual([]);
    });

    it('has patterns that are regular expressions', () => {
        for (const { match, begin, end } of patterns) {
            [match, begin, end].filter(p => p !== undefined).forEach(pattern => new RegExp(pattern));
        }
    });
});

it('sorts only words of the notation into groups', () => {
    const known = new Set([...keywordsOf('sysml'), ...keywordsOf('kerml')]);
    expect(
        Object.values(WORD_GROUPS)
            .flat()
            .filter(word => !known.has(word))
    ).toEqual([]);
});

describe.each(['sysml', 'kerml'] as const)('the snippets of %s', language => {
    const snippets = JSON.parse(read(`snippets/${language}.json`)) as Record<string, { prefix: string; body: string[] }>;
    it.each(Object.entries(snippets))('%s is notation', (_, { body }) => {
        const text = body
            .join('\n')
            .replace(/\$\{\d+:([^}]*)\}/g, '$1')
            .replace(/\$\d+/g, '');
        expect(parseDocument(text, language).diagnostics.map(d => d.message)).toEqual([]);
    });
});

describe('the server that is started', () => {
    const around = { setting: '', folders: ['/w'], isTrusted: true, extension: '/x', searchPath: ['/bin'], isWindows: false };
    const found = (there: readonly string[], more: object = {}): unknown =>
        discoverServer({ ...around, ...more, exists: path => there.includes(path) });
    const all = [
        '/set',
        '/w/node_modules/sysml-workbench/bin/sysml-workbench.mjs',
        '/x/server/sysml-workbench.mjs',
        '/bin/sysml-workbench'
    ];

    it.each([
        ['the setting first', all, { setting: '/set' }, { path: '/set', kind: 'program' }],
        ['then the workspace', all, {}, { path: all[1], kind: 'script' }],
        ['not from a workspace without trust', all, { isTrusted: false }, { path: all[2], kind: 'script' }],
        ['then the extension', all.slice(2), {}, { path: all[2] }],
        ['then the search path', all.slice(3), {}, { path: all[3], kind: 'program' }],
        ['advice when there is none', [], {}, { advice: expect.stringContaining('npm install') as string }],
        ['advice when the setting is wrong', all, { setting: '/gone' }, { advice: expect.stringContaining('/gone') as string }]
    ])('%s', (_, there, more, expected) => expect(found(there, more)).toMatchObject(expected));
});

// --- The preview --------------------------------------------------------------------------------------------------------

const at = (id: string, kind: string, views: readonly string[], lines = 1, role: Element['role'] = null): Element => {
    const range = { start: { line: 0, character: 0 }, end: { line: lines - 1, character: 1 } };
    return { id, name: id.split('::').at(-1)!, kind, views, role, location: { uri: 'file:///a.sysml', range, selectionRange: range } };
};

describe('what is drawn', () => {
    const pack = at('P', 'package', ['#tree:P'], 9);
    const car = at('P::Car', 'part def', ['#interconnection:P::Car', '#tree:P::Car'], 5);
    const machine = at('P::Car::m', 'state', ['#state:P::Car::m', '#tree:P::Car::m'], 4, 'run');
    const state = at('P::Car::m::on', 'state', ['#state:P::Car::m::on'], 2, 'run');
    const step = at('P::Car::m::on::act', 'action', ['#action:P::Car::m::on::act'], 2, 'run');

    it.each([
        ['the declaration around the cursor', [car, pack], 'P::Car'],
        ['not one of a single line', [at('P::Car::a', 'attribute', ['#tree:P::Car::a']), car, pack], 'P::Car'],
        ['the machine of a state', [state, machine, car, pack], 'P::Car::m'],
        ['an action by itself', [step, state, machine, car, pack], 'P::Car::m::on::act'],
        ['a package of one line', [at('P', 'package', ['#tree:P'])], 'P'],
        ['the document outside of all', [], '']
    ])('%s', (_, around, element) => expect(subjectAt(around).element).toBe(element));

    it('runs the whole behaviour', () => {
        const isRun = ({ role }: Element): boolean => role === 'run';
        expect(elementAround([state, machine, car, pack], isRun)).toBe(machine);
        expect(elementAround([car, pack], isRun)).toBeUndefined();
    });

    it('names the view', () => {
        expect(viewOf({ element: '' }, 'tree')).toBe('#tree');
        expect(viewOf({ element: 'P::Car' }, 'state')).toBe('#state:P::Car');
        expect(viewOf(subjectAt([at('P::v', 'view', [' '], 2)]), 'as declared')).toBe('P::v');
    });
});

describe('edits in the drawing', () => {
    it.each([
        ['part', 'wheel', { name: 'wheel' }],
        ['part', "'rear wheel' : Wheel [2]", { name: "'rear wheel'", type: 'Wheel', multiplicity: '2' }],
        ['attribute', 'mass : Real = 2 + 3', { name: 'mass', type: 'Real', value: '2 + 3' }],
        ['part def', 'Car :> Vehicle, Thing', { name: 'Car', specializes: ['Vehicle', 'Thing'] }]
    ])('adds %s %s', (kind, text, expected) => {
        expect(addOperation('P', kind, text)).toEqual({ addMember: { owner: 'P', kind, ...expected } });
    });

    it.each(['', '1x', 'a b', ': T'])('adds nothing for "%s"', text => expect(addOperation('P', 'part', text)).toBeUndefined());

    const node = (id: string, element: string, parent = '', ports: string[] = []): RenderedNode => ({
        id,
        element,
        name: element.split('::').at(-1)!,
        kind: 'part',
        shape: 'usage',
        parent,
        graph: '',
        vertex: -1,
        ports: ports.map((name, i) => ({ id: `${id}.${i}`, element: `${element}::${name}`, name }))
    });
    const drawing = {
        element: 'P::Car',
        nodes: [
            node('n0', 'P::Car'),
            node('n1', 'P::Car::engine', 'n0', ['out']),
            node('n2', 'P::Car::rear axle', 'n0'),
            node('n3', 'P::Axle::wheel', 'n2'),
            node('n4', 'P::driver')
        ]
    };
    it.each([
        ['n1', 'n2', 'P::Car', 'engine', "'rear axle'"],
        ['n1.0', 'n3', 'P::Car', 'engine.out', "'rear axle'.wheel"],
        ['n4', 'n1', 'P', 'driver', 'Car.engine'],
        ['n0', 'n2', 'P', 'Car', "Car.'rear axle'"]
    ])('connects %s with %s', (from, to, owner, fromEnd, toEnd) => {
        expect(connectOperation(drawing, 'connection', from, to)).toEqual({ addConnection: { owner, kind: 'connection', fromEnd, toEnd } });
    });

    it('connects nothing with itself', () => expect(connectOperation(drawing, 'connection', 'n1', 'n1')).toBeUndefined());
    it('writes names as the notation does', () => expect(['a', 'a b', "it's"].map(written)).toEqual(['a', "'a b'", "'it\\'s'"]));
});

describe('a run in the drawing', () => {
    const node = (id: string, graph: string, vertex: number, element: string): RenderedNode => ({
        id,
        element,
        graph,
        vertex,
        name: '',
        kind: 'state',
        shape: 'state',
        parent: '',
        ports: []
    });
    const edge = { id: 'e0', element: '', kind: 'transition', label: '', from: 'n1', to: 'n2', graph: 'M', transition: 4 };
    const rendering = {
        document: { uri: '', version: 1 },
        view: '',
        element: 'M',
        kind: 'state',
        nodes: [node('n0', '', -1, 'M'), node('n1', 'M', 1, 'M::off'), node('n2', 'M', 2, 'M::on')],
        edges: [edge],
        relationships: [],
        entries: [],
        rows: [],
        isSurface: true,
        drawable: { members: ['state'], connections: ['transition'] },
        notices: []
    };
    const snapshot: Snapshot = {
        session: 1,
        revision: 1,
        element: 'M',
        state: 'waiting',
        reason: '',
        time: 2,
        due: null,
        active: [
            { graph: 'M', vertex: 2, label: 'on', element: 'M::on' },
            { graph: 'elsewhere', vertex: 2, label: 'x', element: 'Other' }
        ],
        tokens: [1, 2].map(token => ({ token, graph: 'M', vertex: 1, element: 'M::off', edge: 4 })),
        taken: [{ graph: 'M', transition: 4 }],
        queue: [],
        events: ['Press'],
        eventForms: [{ name: 'Press', type: 'M::Press', parameters: [] }],
        values: [{ name: 'x', text: '5 [m]' }],
        trace: [],
        notes: [],
        history: 3
    };
    const context = { performer: '', performers: [], records: [], isReplay: false };

    it('stands in the ids of the drawing; what is not drawn is left out', () => {
        expect(runShown(snapshot, rendering, context)).toMatchObject({
            active: ['n2', 'n1'],
            tokens: [{ node: 'n1', edge: 'e0', count: 2 }],
            taken: ['e0'],
            values: [{ name: 'x', value: '5 [m]' }],
            moves: 3
        });
    });

    it('is sent events with what they carry', () => {
        const level = { name: 'level', type: 'LengthValue', unit: 'm' };
        const event = { name: 'Fill', type: 'Signals::Fill', parameters: [level, { name: 'times', type: 'Integer', unit: '' }] };
        expect(event.parameters.map(valueHint)).toEqual(['30 [m]', 'Integer']);
        expect(eventText(event, ['3 [m]', '2'])).toBe('Signals::Fill(level = 3 [m], times = 2)');
    });

    it('needs no drawing', () => expect(runShown(snapshot, undefined, context)).toMatchObject({ active: [], tokens: [], taken: [] }));
});

describe('answers', () => {
    it('shows outcomes with how often each was reached', () => {
        const outcome = { values: [{ name: 'x', text: '1' }], count: 3, share: 0.75, witness: ['a first'], plan: {} };
        const { outcomes } = exploredOf('A', {
            isComplete: true,
            runs: 4,
            outcomes: [outcome, { ...outcome, values: [], error: 'stuck', count: 1, share: 0.25 }]
        });
        expect(outcomes).toEqual([
            { label: 'x = 1', count: '3 ×', share: 0.75, details: ['by a first'], isFailure: false },
            { label: 'stuck', count: '1 ×', share: 0.25, details: ['by a first'], isFailure: true }
        ]);
    });

    it('shows objects as a tree that ends', () => {
        const feature = (name: string, ...values: { text: string; object?: number }[]): object => ({ name, isMany: false, values });
        const objects = [
            {
                id: 1,
                type: 'P::Car',
                features: [feature('mass', { text: '5 [kg]' }), feature('wheel', { text: '', object: 2 }, { text: '', object: 2 })]
            },
            { id: 2, type: 'P::Wheel', features: [feature('car', { text: '', object: 1 })] }
        ];
        const [root] = valuesOf('P::car', { objects: objects as never }).roots;
        expect(root).toMatchObject({ name: 'car', type: 'Car' });
        expect(root.children.map(c => [c.name, c.value])).toEqual([
            ['mass', '5 [kg]'],
            ['wheel[1]', ''],
            ['wheel[2]', '']
        ]);
        expect(root.children[1].children[0]).toMatchObject({ name: 'car', value: 'object 1', children: [] });
    });

    it('shows verdicts at what they are about', () => {
        const verification = {
            case: 'P::v',
            verdict: 'fail' as const,
            detail: 'because',
            isSubcase: false,
            requirement: 'P::r',
            text: 'v: fail'
        };
        const { verdicts } = verdictsOf('all', { status: 'fails', verdicts: [], verifications: [verification] });
        expect(verdicts).toEqual([{ element: 'P::r', label: 'v', state: 'fails', message: 'because', details: [] }]);
    });

    it.each([
        ['wind = 0 [m/s] .. 12 [m/s] : 1 [m/s]', { parameter: 'wind', from: '0 [m/s]', to: '12 [m/s]', step: '1 [m/s]' }],
        ['n=1..5', { parameter: 'n', from: '1', to: '5' }],
        ['n = 1', undefined]
    ])('reads the range %s', (text, range) => expect(rangeIn(text)).toEqual(range));

    it('draws a line for each output that is a number', () => {
        const row = (x: number, y: number): object => ({
            inputs: [{ name: 'n', text: '', number: x, unit: 'm' }],
            outputs: [
                { name: 'y', text: '', number: y },
                { name: 't', text: 'a' }
            ]
        });
        expect(sweepOf('P::c', { parameters: ['n'], rows: [row(1, 2), row(2, 4)] as never })).toMatchObject({
            parameter: 'n',
            unit: 'm',
            series: [
                {
                    name: 'y',
                    points: [
                        [1, 2],
                        [2, 4]
                    ]
                }
            ]
        });
    });
});

describe('plots', () => {
    it.each([
        [
            [0, 10],
            [0, 2, 4, 6, 8, 10]
        ],
        [
            [0.1, 0.35],
            [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]
        ],
        [
            [5, 5],
            [2, 3, 4, 5, 6, 7, 8]
        ],
        [[NaN], [0, 1]]
    ])('marks %j with round numbers', (values, ticks) => expect(axisOf(values).ticks).toEqual(ticks));

    it('leaves gaps where there is no value', () => {
        const axis = { from: 0, to: 4, ticks: [] };
        const points = [
            [0, 0],
            [1, 1],
            [2, NaN],
            [3, 3],
            [4, 4]
        ] as const;
        expect(lineThrough(points, axis, axis, 40, 40)).toBe('M0.0 40.0L10.0 30.0M30.0 10.0L40.0 0.0');
    });

    it('writes numbers short', () => expect([0, 0.5, 1e7, 1e-5].map(tickText)).toEqual(['0', '0.5', '1e7', '1e-5']));
});

describe('pan and zoom', () => {
    const window = { width: 400, height: 200 };
    it('fits a drawing', () => {
        expect(fitted({ x: 0, y: 0, width: 800, height: 200 }, window)).toEqual({ x: 0, y: -100, scale: 0.5 });
        expect(fitted({ x: 0, y: 0, width: 100, height: 100 }, window)).toEqual({ x: -150, y: -50, scale: 1 });
    });
    describe('opens a drawing', () => {
        const large = { x: 0, y: 0, width: 4000, height: 1000 };
        const [visibleWidth, visibleHeight] = [window.width / 0.6, window.height / 0.6];
        it('as a whole where its texts can be read', () =>
            expect(opened({ x: 0, y: 0, width: 600, height: 200 }, window, undefined)).toEqual(
                fitted({ x: 0, y: 0, width: 600, height: 200 }, window)
            ));
        it('from its beginning', () => expect(opened(large, window, undefined)).toEqual({ x: 0, y: 0, scale: 0.6 }));
        it('around what is of interest', () => {
            const view = opened(large, window, { x: 1990, y: 490, width: 20, height: 20 });
            expect(view.x + visibleWidth / 2).toBeCloseTo(2000);
            expect(view.y + visibleHeight / 2).toBeCloseTo(500);
        });
        it('without empty paper at its borders', () => {
            const view = opened(large, window, { x: 3990, y: 0, width: 10, height: 10 });
            expect([view.x + visibleWidth, view.y]).toEqual([4000, 0]);
        });
        it('in the middle along the side that fits', () => {
            const { y } = opened({ x: 0, y: 0, width: 4000, height: 100 }, window, undefined);
            expect(y + visibleHeight / 2).toBeCloseTo(50);
        });
    });
    it('finds the box around boxes', () => {
        expect(around([])).toBeUndefined();
        expect(
            around([
                { x: 0, y: 10, width: 5, height: 5 },
                { x: 20, y: 0, width: 10, height: 5 }
            ])
        ).toEqual({ x: 0, y: 0, width: 30, height: 15 });
    });
    it('zooms at the pointer', () => {
        const view = { x: 10, y: 20, scale: 1 };
        const next = zoomed(view, 2, { x: 100, y: 50 });
        expect([next.x + 100 / next.scale, next.y + 50 / next.scale]).toEqual([110, 70]);
        expect(zoomed(view, 1e9, { x: 0, y: 0 }).scale).toBe(8);
    });
    it('moves with the pointer', () => expect(panned({ x: 0, y: 0, scale: 2 }, 10, -20)).toEqual({ x: -5, y: 10, scale: 2 }));
    it('moves no more than is needed to show a box', () => {
        const view = { x: 0, y: 0, scale: 1 };
        expect(showing(view, { x: 100, y: 50, width: 50, height: 50 }, window)).toEqual(view);
        expect(showing(view, { x: 500, y: 50, width: 50, height: 50 }, window)).toMatchObject({ x: 174, y: 0 });
    });
    it('keeps what one looks at in its place', () =>
        expect(held({ x: 5, y: 5, scale: 1 }, { x: 10, y: 10 }, { x: 30, y: 0 })).toEqual({ x: 25, y: -5, scale: 1 }));
    it('says what is seen', () => expect(viewBoxOf(centred({ x: 0, y: 0 }, window, 2), window)).toBe('-100 -50 200 100'));
});

describe('what is dragged', () => {
    const at = (uri: string) => ({ location: { uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } } });
    const node = (id: string, parent: string, geometry?: object) =>
        ({ id, element: `P::${id}`, parent, geometry, ...at('file:///own.sysml') }) as unknown as RenderedNode;
    const drawn = (view: string) => ({
        view,
        nodes: [
            node('a', ''),
            node('b', 'a', { x: 5, y: 6, width: 7, height: 8, hasSize: true }),
            node('c', 'b'),
            node('d', '', { x: 1, y: 1 })
        ],
        edges: [{ id: 'e', element: 'P::@4', kind: 'connection', label: '', from: 'a', to: 'd', graph: '', transition: 0 }],
        relationships: []
    });

    it('is stated, with what it holds', () => {
        expect(placeOperations(drawn('#tree'), 'a', { x: 10, y: -1 }, { x: 30, y: 40 })).toEqual([
            { setLayout: { target: 'P::a', x: 30, y: 40 } },
            { setLayout: { target: 'P::b', x: 15, y: 5, width: 7, height: 8 } }
        ]);
        expect(routeOperations(drawn('P::v'), 'e', [{ x: 1, y: 2 }])).toEqual([
            { setRoute: { target: 'P::@4', view: 'P::v', points: [1, 2] } }
        ]);
    });
    it('is stated where it is declared, or in the view', () => {
        expect(placedIn(drawn('#tree'), 'a', 'file:///drawn.sysml')).toBe('file:///own.sysml');
        expect(placedIn(drawn('P::v'), 'a', 'file:///drawn.sysml')).toBe('file:///drawn.sysml');
    });
    it('bends a line where it was taken, or moves the bend', () => {
        const ends = [
            { x: 0, y: 0 },
            { x: 100, y: 0 }
        ] as const;
        const [route, to] = [[{ x: 50, y: 50 }], { x: 20, y: 60 }];
        expect(rerouted([], [...ends], { x: 50, y: 1 }, to, 5)).toEqual([to]);
        expect(rerouted(route, [...ends], { x: 51, y: 52 }, to, 5)).toEqual([to]);
        expect(rerouted(route, [...ends], { x: 20, y: 20 }, to, 5)).toEqual([to, ...route]);
        expect(rerouted(route, [...ends], { x: 90, y: 10 }, to, 5)).toEqual([...route, to]);
    });
});

it('finds nodes by name first', () => {
    const node = (id: string, name: string, kind: string): ShownNode => ({
        id,
        name,
        kind,
        element: name,
        parent: '',
        canFold: false,
        isFolded: false,
        isEditable: true,
        isDraggable: true
    });
    const nodes = [node('a', 'myEngine', 'part'), node('b', 'engine', 'part'), node('c', 'x', 'engine kind')];
    expect(found('Engine', nodes, [])).toEqual(['b', 'a', 'c']);
    expect(found(' ', nodes, [])).toEqual([]);
});

it('has a page that loads nothing and runs only its own script', () => {
    expect(policyOf({ source: 'https://own', nonce: 'N' })).toBe(
        "default-src 'none'; script-src 'nonce-N'; style-src 'nonce-N' https://own; img-src data:; base-uri 'none'; form-action 'none'"
    );
});
