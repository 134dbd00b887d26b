// What an editor asks for beside names and findings, over standard input and output: texts with marked places.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
    CallHierarchyIncomingCall,
    CallHierarchyItem,
    CallHierarchyOutgoingCall,
    CodeAction,
    CodeLens,
    CompletionItem,
    CompletionList,
    Diagnostic,
    DocumentHighlight,
    DocumentLink,
    FoldingRange,
    InlayHint,
    SelectionRange,
    SignatureHelp,
    TextEdit,
    TypeHierarchyItem,
    WorkspaceEdit
} from 'vscode-languageserver-protocol';
import { type Client, marked, startInside } from './client.js';

const BASE = marked(`package Base {
    private import ⟦scalar⟧ScalarValues::*;
    part def ⟦thing⟧Thing { doc /* A thing. */ attribute mass : Real; }
    part def Box :> Thing;
    part box : Box;
    calc def ⟦area⟧Area { in width : Real; in height : Real = 1.0; return : Real = width * height; }
    calc def Twice { in x : Real; return : Real = ⟦call⟧Area(x, 2.0); }
    attribute half = 1 / 4 + 1 / 4;
    action def ⟦act⟧Work { action inner { } }
    constraint def Small { in x : Real; x < 3 }
    verification def Check { }
}`);

let client: Client;
let version = 1;
beforeAll(async () => {
    client = await startInside({ 'base.sysml': BASE.text });
    const first = client.findings('base.sysml');
    client.open('base.sysml', BASE.text);
    expect(await first).toEqual([]);
});
afterAll(async () => {
    expect(await client.stop()).toBe(0);
});

/** Shows a text as the document `typed.sysml` and answers where its marks are, with its findings. */
async function typed(source: string): Promise<{ text: string; at: ReturnType<typeof marked>['at']; found: Diagnostic[] }> {
    const { text, at } = marked(source);
    const findings = client.findings('typed.sysml');
    if (version === 1) {
        client.open('typed.sysml', text);
        version++;
    } else {
        client.change('typed.sysml', text, version++);
    }
    return { text, at, found: await findings };
}

const labelsAt = async (source: string): Promise<string[]> => {
    const { at } = await typed(source);
    const { items } = await client.ask<CompletionList>('textDocument/completion', 'typed.sysml', at.here);
    return items.map(i => i.label);
};

describe('completion offers', () => {
    it.each([
        [
            'what begins a member of a package',
            'package T { ⟦here⟧ }',
            ['part', 'package', 'import', 'filter'],
            ['entry', 'typed', 'subject', 'send']
        ],
        [
            'what begins a member of a state',
            'package T { state def S { ⟦here⟧ } }',
            ['entry', 'transition', 'accept'],
            ['subject', 'filter', 'render']
        ],
        ['what begins a member of a requirement', 'package T { requirement r { ⟦here⟧ } }', ['subject', 'require'], ['entry', 'objective']],
        ['steps in an action', 'package T { action a { ⟦here⟧ } }', ['send', 'assign', 'then', 'fork'], ['entry', 'package']],
        ['what stands behind a name', 'package T { part x ⟦here⟧', ['subsets', 'redefines', 'ordered'], ['part', 'package', 'Thing']],
        [
            'what stands behind a source',
            'package T { state def S { state a; transition first a ⟦here⟧',
            ['accept', 'then', 'if'],
            ['part', 'state']
        ],
        ['operators behind an operand', 'package T { attribute a = 1 ⟦here⟧', ['and', 'or', 'istype'], ['part', 'new']],
        ['types behind a colon', 'package T { private import Base::*; part x : ⟦here⟧', ['Thing', 'Base', 'ScalarValues'], ['box', 'part']],
        ['features behind a subsetting', 'package T { private import Base::*; part x :> b⟦here⟧', ['box'], ['part']],
        ['types behind new', 'package T { private import Base::*; attribute a = new ⟦here⟧', ['Box'], ['box', 'if']],
        ['features behind a dot', 'package T { private import Base::*; attribute a = box.⟦here⟧', ['mass'], ['Thing', 'if']],
        [
            'units behind an open bracket',
            'package T { part x { attribute n = 2; attribute a = n * 2 [⟦here⟧\n } }',
            ['SI', 'Base'],
            ['part']
        ],
        ['nothing in a comment', 'package T { // pa⟦here⟧\n}', [], ['part', 'Base']],
        ['nothing in a string', 'package T { attribute a = "pa⟦here⟧"; }', [], ['part', 'Base']]
    ])('%s', async (_title, source, offered, others) => {
        const labels = await labelsAt(source);
        offered.forEach(label => expect(labels).toContain(label));
        others.forEach(label => expect(labels).not.toContain(label));
    });

    const KINDS = `part def P; attribute def A; port def Q; interface def I; action def B; state def S; item def T; metadata def M; requirement q;
        use case u; state s; action b; part p;`;
    it.each([
        ['attribute x : ', ['A'], []],
        ['part x : ', ['P'], ['assoc', 'behavior', 'feature']],
        ['port x : ~', ['Q'], []],
        ['interface : ', ['I'], []],
        ['action x : ', ['B'], []],
        ['exhibit state x : ', ['S'], []],
        ['part def Y :> ', ['P', 'Y'], []],
        ['#', ['M'], ['P', 'A']],
        ['flow of ', ['A', 'P', 'T'], []],
        ['satisfy ', ['q'], []],
        ['perform ', ['b'], []],
        ['include ', ['u'], []],
        ['state z { state on; transition first ', ['on'], []],
        ['state z { transition first on accept ', ['A', 'P', 'T'], []],
        ['satisfy q by ', ['b', 'p', 'q', 's', 'u'], []],
        ['connect ', ['b', 'p', 'q', 's', 'u'], []],
        ['action z { send p via ', ['p'], []],
        ['action z { send p to ', ['b', 'p', 'q', 's', 'u', 'z'], []],
        ['state z { entry ', ['b', 's', 'u', 'z'], []],
        ['assert ', ['q'], []],
        ['attribute x = ', ['B', 'S', 'b', 'p', 'q', 's', 'u', 'x'], []],
        ['private import ', ['K', 'ScalarValues'], []]
    ])('first what is meant behind %s', async (member, meant, others) => {
        const labels = await labelsAt(`package K { ${KINDS} ${member}⟦here⟧\n}`);
        const words = new Set(['all', 'action', 'requirement', 'use']);
        const first = labels.filter(label => !words.has(label) && (member !== 'private import ' || meant.includes(label)));
        expect(first.slice(0, meant.length).sort()).toEqual(meant);
        others.forEach(label => expect(labels).not.toContain(label));
    });

    const INSIDE = `item def X { attribute zip; item q { attribute zap; } } calc def F { in factor; in 'two words'; } part def Z { attribute zed; }`;
    it.each([
        ['a parameter of an expression body', 'attribute a = (1, 2)->collect {in zed; ⟦here⟧}; }', ['zed'], []],
        ['a parameter of a collect', 'attribute a = (1, 2).{in zed; zed + ⟦here⟧}; }', ['zed'], []],
        ['features of a branch', 'action c { if true { attribute zed; assign zed := ze⟦here⟧; } } }', ['zed'], []],
        ['features of a loop', 'action c { attribute zoo; while true { attribute zed; assign zed := z⟦here⟧; } } }', ['zed', 'zoo'], []],
        ['a variable beside features', 'action c { for zed in (1, 2) { attribute zoo; assign zoo := z⟦here⟧; } } }', ['zed', 'zoo'], []],
        ['no features of a closed branch', 'action c { if true { attribute zed; } attribute b = ⟦here⟧; } }', ['c'], ['zed']],
        ['what an action accepts', 'action c { accept zed : X; attribute b = z⟦here⟧; } }', ['zed'], []],
        ['a payload in a guard', 'state c { state a; accept zed : X if z⟦here⟧ then a; } }', ['zed'], []],
        [
            'a payload in an effect',
            'state c { state a; transition first a accept zed : X do action { assign y := z⟦here⟧; } then a; } }',
            ['zed'],
            []
        ],
        ['no payload of another transition', 'state c { state a; accept zed : X then a; accept X if z⟦here⟧ then a; } }', [], ['zed']],
        ['a payload in an open guard', 'state c { state a; accept zed : X if ⟦here⟧\n state b; } }', ['zed'], []],
        ['no payload as a target', 'state c { state a; accept zed : X then ⟦here⟧', ['a'], ['zed']],
        ['features of a payload in an open guard', 'state c { state a; accept zed : X if zed.⟦here⟧\n state b; } }', ['zip', 'q'], ['a']],
        ['features of a feature of a payload', 'state c { accept zed defined by X if zed.q.⟦here⟧', ['zap'], ['zip']],
        ['arguments of a call by name', 'attribute a = F(⟦here⟧); }', ['factor =', 'two words ='], ['zed =']],
        ['the arguments that a call lacks', 'attribute a = F(factor = 1, ⟦here⟧', ['two words ='], ['factor =']],
        ['no argument for what an operand binds', 'attribute a = 1->F(⟦here⟧); }', ['two words ='], ['factor =']],
        ['no arguments behind an operator', 'attribute a = F(1 + ⟦here⟧); }', [], ['factor =']],
        ['features of a new object', 'part a = new Z(z⟦here⟧', ['zed ='], ['factor =']]
    ])('%s', async (_title, source, offered, others) => {
        const labels = await labelsAt(`package T { private import ControlFunctions::*; ${INSIDE} ${source}`);
        offered.forEach(label => expect(labels).toContain(label));
        others.forEach(label => expect(labels).not.toContain(label));
    });

    it('words before names of the library', async () => {
        const labels = await labelsAt('package T { private import ISQ::*; ⟦here⟧ }');
        expect(labels).toContain('part');
        expect(labels.indexOf('part')).toBeLessThan(labels.indexOf('AbsorbedDoseValue'));
    });

    it('documentation on demand', async () => {
        const { at } = await typed('package T { private import Base::*; part x : Thi⟦here⟧');
        const { items } = await client.ask<CompletionList>('textDocument/completion', 'typed.sysml', at.here);
        const resolved = await client.connection.sendRequest<CompletionItem>(
            'completionItem/resolve',
            items.find(i => i.label === 'Thing')!
        );
        expect(resolved.documentation).toMatchObject({ value: 'A thing.' });
    });
});

describe('signatures', () => {
    it.each([
        ['of a call', 'attribute a = Area(⟦here⟧', 'Area(width : Real, [height : Real]) : Real', 0],
        ['at its second argument', 'attribute a = Area(Twice(1), ⟦here⟧', 'Area(width : Real, [height : Real]) : Real', 1],
        ['by the name of an argument', 'attribute a = Area(height = ⟦here⟧', 'Area(width : Real, [height : Real]) : Real', 1],
        ['behind an operand', 'attribute a = 3->Area(⟦here⟧', 'Area(width : Real, [height : Real]) : Real', 1],
        ['of an inner call', 'attribute a = Area(Twice(⟦here⟧', 'Twice(x : Real) : Real', 0],
        ['of a construction', 'part p = new Box(⟦here⟧', 'new Box(mass : Real)', 0]
    ])('%s', async (_title, source, label, parameter) => {
        const { at } = await typed(`package T { private import Base::*; ${source}`);
        const help = await client.ask<SignatureHelp>('textDocument/signatureHelp', 'typed.sysml', at.here);
        expect({ label: help.signatures[0].label, parameter: help.activeParameter }).toEqual({ label, parameter });
    });

    it('are those of calls only', async () => {
        const { at } = await typed('package T { attribute a = (1 + ⟦here⟧');
        expect(await client.ask('textDocument/signatureHelp', 'typed.sysml', at.here)).toBeNull();
    });
});

describe('repairs', () => {
    const fixesOf = async (source: string): Promise<string[]> => {
        const { text, found } = await typed(source);
        const range = found[0].range;
        const actions = await client.ask<CodeAction[]>('textDocument/codeAction', 'typed.sysml', undefined, {
            range,
            context: { diagnostics: found }
        });
        return actions.filter(a => a.kind === 'quickfix').map(a => `${a.title}: ${applied(text, a.edit!)}`);
    };
    const applied = (text: string, { changes }: WorkspaceEdit): string => {
        const lines = text.split('\n');
        const offset = (p: { line: number; character: number }): number =>
            lines.slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character;
        return [...changes![client.uri('typed.sysml')]]
            .sort((a, b) => offset(b.range.start) - offset(a.range.start))
            .reduce((t, e) => t.slice(0, offset(e.range.start)) + e.newText + t.slice(offset(e.range.end)), text);
    };
    it.each([
        [
            'a misspelled name',
            'package T { private import Base::*; part x : Thign; }',
            ['Replace with Thing: package T { private import Base::*; part x : Thing; }']
        ],
        [
            'a name of another namespace',
            'package T { part x : Thing; }',
            [
                'Replace with Base::Thing: package T { part x : Base::Thing; }',
                'Import Base::*: package T { private import Base::*; part x : Thing; }'
            ]
        ],
        [
            'inputs without a subject',
            'package T {\n    case c {\n        in x;\n    }\n    concern d { in y; subject s; } }',
            ["Declare 'subject;': package T {\n    case c {\n        subject;\n        in x;\n    }\n    concern d { in y; subject s; } }"]
        ],
        ['a missing semicolon', 'package T { filter true\n part x; }', ["Insert ';': package T { filter true;\n part x; }"]],
        [
            'a name that stands in quotes only, wherever it is',
            'package T { part größe; part x :> größe; }',
            Array.from({ length: 2 }, () => "Write 'größe': package T { part 'größe'; part x :> 'größe'; }")
        ],
        [
            'a pseudostate of the extension',
            'package T { state def S { choice c; } }',
            ["Write '#choice state': package T { private import StateMachines::*; state def S { #choice state c; } }"]
        ],
        [
            'a transition to no state',
            'package T { state def S { state off; action offf; transition first off then offf; } }',
            ['Replace with off: package T { state def S { state off; action offf; transition first off then off; } }']
        ]
    ])('of %s', async (_title, source, fixes) => {
        expect((await fixesOf(source)).filter(f => fixes.includes(f))).toEqual(fixes);
    });

    it('give an element an id', async () => {
        const range = { start: BASE.at.thing, end: BASE.at.thing };
        const actions = await client.ask<CodeAction[]>('textDocument/codeAction', 'base.sysml', undefined, {
            range,
            context: { diagnostics: [] }
        });
        const chosen = actions.find(a => a.title === 'Give it an element id')!;
        expect(chosen.kind).toBe('refactor.rewrite');
        const { edit } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', chosen);
        expect(JSON.stringify(edit)).toMatch(/@IdentityMetadata::ElementId \{ id = \\"[0-9a-f-]{36}\\"; \}/);
    });
});

describe('over the text', () => {
    it('stand lenses', async () => {
        const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', 'base.sysml');
        expect(lenses.flatMap(l => (l.command === undefined ? [] : [`${l.command.title} ${l.command.arguments![1]}`]))).toEqual([
            'Evaluate Base::Area',
            'Evaluate Base::Twice',
            'Run Base::Work',
            'Evaluate Base::Small',
            'Can this hold? Base::Small',
            'Verify Base::Check'
        ]);
        const counted = lenses.find(l => l.command === undefined && l.range.start.line === BASE.at.thing.line)!;
        const { command } = await client.connection.sendRequest<CodeLens>('codeLens/resolve', counted);
        expect(command!.title).toBe('1 reference');
    });

    it('stand hints', async () => {
        const range = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };
        const hints = await client.ask<InlayHint[]>('textDocument/inlayHint', 'base.sysml', undefined, { range });
        expect(hints.map(h => (typeof h.label === 'string' ? h.label : h.label[0].value))).toEqual(
            expect.arrayContaining([': Real', ' = 0.5'])
        );
    });

    it('stand links into the library, and what is meant is highlighted', async () => {
        const [link] = await client.ask<DocumentLink[]>('textDocument/documentLink', 'base.sysml');
        expect(link.range.start).toEqual(BASE.at.scalar);
        expect(link.target).toMatch(/^sysml-stdlib:\/\/\/.*ScalarValues\.kerml#L\d+$/);
        const highlights = await client.ask<DocumentHighlight[]>('textDocument/documentHighlight', 'base.sysml', BASE.at.thing);
        expect(highlights.map(h => h.kind)).toEqual([3, 2]);
    });

    it('tells hover the ids of the standard', async () => {
        const hover = JSON.stringify(await client.ask('textDocument/hover', 'base.sysml', BASE.at.scalar));
        expect(hover).toMatch(/[0-9a-f]{8}-[0-9a-f-]{27}.*normative/);
    });
});

describe('the structure of the text', () => {
    const TEXT = `package P {
    /* What
     * is here. */
    part def A {
        attribute x = 1 +
            2;
        part b { attribute y; }
    }
    part c : A { }
    part d {
    }
}`;

    it('folds bodies of several lines up to the line before their end, and comments whole', async () => {
        await typed(TEXT);
        const folds = await client.ask<FoldingRange[]>('textDocument/foldingRange', 'typed.sysml');
        expect(folds.map(f => `${f.startLine}-${f.endLine}${f.kind === undefined ? '' : ` ${f.kind}`}`)).toEqual([
            '0-10',
            '3-6',
            '1-2 comment'
        ]);
    });

    it('is selected from the inside out', async () => {
        await typed(TEXT);
        const positions = [{ line: 4, character: 22 }];
        const [selection] = await client.ask<SelectionRange[]>('textDocument/selectionRange', 'typed.sysml', undefined, { positions });
        const lines: string[] = [];
        for (let at: SelectionRange | undefined = selection; at !== undefined; at = at.parent) {
            const { start, end } = at.range;
            lines.push(`${start.line}:${start.character}-${end.line}:${end.character}`);
        }
        expect(lines).toEqual(['4:22-4:23', '4:22-5:13', '4:20-5:13', '4:8-5:14', '3:4-7:5', '0:0-11:1']);
    });

    it('is laid out where it is selected alone', async () => {
        await typed('package P {\npart a;\n  part b;\n}');
        const options = {
            options: { tabSize: 4, insertSpaces: true },
            range: { start: { line: 1, character: 0 }, end: { line: 1, character: 7 } }
        };
        const edits = await client.ask<TextEdit[]>('textDocument/rangeFormatting', 'typed.sysml', undefined, options);
        expect(edits).toEqual([{ range: { start: { line: 0, character: 11 }, end: { line: 1, character: 0 } }, newText: '\n    ' }]);
    });
});

describe('hierarchies', () => {
    it('of calls', async () => {
        const [area] = await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', 'base.sysml', BASE.at.area);
        const [incoming] = await client.connection.sendRequest<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item: area });
        expect(incoming).toMatchObject({ from: { name: 'Twice' }, fromRanges: [{ start: BASE.at.call }] });
        const outgoing = await client.connection.sendRequest<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', {
            item: incoming.from
        });
        expect(outgoing.map(o => o.to.name)).toEqual(['Area']);
    });

    it('of types', async () => {
        const [thing] = await client.ask<TypeHierarchyItem[]>('textDocument/prepareTypeHierarchy', 'base.sysml', BASE.at.thing);
        const below = await client.connection.sendRequest<TypeHierarchyItem[]>('typeHierarchy/subtypes', { item: thing });
        expect(below.map(b => b.name)).toEqual(['Box']);
        const above = await client.connection.sendRequest<TypeHierarchyItem[]>('typeHierarchy/supertypes', { item: below[0] });
        expect(above.map(a => a.name)).toEqual(['Thing']);
    });
});

describe('settings', () => {
    it('switch lints', async () => {
        const source = 'package T { state def S { state a; transition first a when Nothing then a; } }';
        const { found } = await typed(source);
        const set = async (settings: object): Promise<(string | number | undefined)[]> => {
            const next = client.findings('typed.sysml');
            await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
            return (await next).map(d => d.code);
        };
        const codes = found.map(d => d.code);
        expect(codes).toContain('undeclared-signal');
        expect(await set({ sysml: { disabledLints: ['undeclared-signal'] } })).not.toContain('undeclared-signal');
        expect(await set({ 'sysml.disabledLints': [] })).toEqual(codes);
    });
});
