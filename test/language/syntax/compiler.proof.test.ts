// The parser compiler: every supported feature in a small grammar, and the messages for what is not supported.
import fc from 'fast-check';
import {
    createDefaultCoreModule,
    createDefaultSharedCoreModule,
    EmptyFileSystem,
    inject,
    type AstNode,
    type Grammar,
    type LangiumCoreServices,
    type LangiumGeneratedCoreServices,
    type LangiumGeneratedSharedCoreServices,
    type LangiumSharedCoreServices,
    type Module
} from 'langium';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileParsers, type CompileOptions } from '../../../scripts/parser/compile.js';
import type { AstNode as SyntaxNode } from '../../../src/language/generated/tree.js';
import type { SyntaxDiagnostic } from '../../../src/language/syntax/index.js';
import { SyntaxValueConverter } from './langium.js';
import type { LookaheadTables } from '../../../src/language/syntax/prediction.js';
import { TableLookahead } from './langium-lookahead.js';
import { cases, spread } from '../../support/thorough.js';
import { randomText } from './random.js';
import { difference } from './trees.js';

const FOLDER = 'test/language/syntax/grammar';
const OUT = '.cache/test-parser';
const OPTIONS: CompileOptions = {
    grammars: FOLDER,
    languages: { Small: ['small.langium'] },
    types: 'types.langium',
    config: configFor('Small', 'generated'),
    entries: ['Expression'],
    silent: true
};

/** Writes Langium's configuration of a language, whose results go to a folder. Answers its path. */
function configFor(language: string, out: string): string {
    const path = `${OUT}/${out}.json`;
    const id = language.toLowerCase();
    mkdirSync(OUT, { recursive: true });
    const languages = [{ id, grammar: `${out}-work/${id}.langium`, fileExtensions: [`.${id}`] }];
    writeFileSync(path, JSON.stringify({ projectName: 'Workbench', languages, out, mode: 'production', importExtension: '.js' }));
    return path;
}

interface Parser {
    parse(text: string, diagnostics: SyntaxDiagnostic[]): SyntaxNode;
}

let parser: Parser;
let langium: LangiumCoreServices;
let grammar: Grammar;

beforeAll(async () => {
    await compileParsers(OPTIONS);
    const load = (name: string): Promise<Record<string, never>> =>
        import(/* @vite-ignore */ `../../../${OUT}/generated/${name}.ts`) as Promise<Record<string, never>>;
    const { SmallParser } = (await load('small-parser')) as unknown as { SmallParser: new () => Parser };
    const { lookahead } = (await load('small-lookahead')) as unknown as { lookahead: () => LookaheadTables };
    const { SmallGrammar } = (await load('grammar')) as unknown as { SmallGrammar: () => Grammar };
    const { SmallGeneratedModule, WorkbenchGeneratedSharedModule } = (await load('module')) as unknown as {
        SmallGeneratedModule: Module<LangiumCoreServices, LangiumGeneratedCoreServices>;
        WorkbenchGeneratedSharedModule: Module<LangiumSharedCoreServices, LangiumGeneratedSharedCoreServices>;
    };
    parser = new SmallParser();
    grammar = SmallGrammar();
    const shared = inject(createDefaultSharedCoreModule(EmptyFileSystem), WorkbenchGeneratedSharedModule);
    const own = {
        parser: {
            ValueConverter: () => new SyntaxValueConverter(),
            ParserConfig: () => ({
                recoveryEnabled: true,
                skipValidations: true,
                lookaheadStrategy: new TableLookahead(lookahead()) as never
            })
        }
    };
    langium = inject(createDefaultCoreModule({ shared }), SmallGeneratedModule, own);
    shared.ServiceRegistry.register(langium);
});

function parse(text: string): SyntaxNode {
    const diagnostics: SyntaxDiagnostic[] = [];
    const root = parser.parse(text, diagnostics);
    expect(diagnostics).toEqual([]);
    return root;
}

describe('a compiled grammar', () => {
    it.each<[text: string, item: object]>(
        [
            ['thing a;', { $type: 'Thing', kind: 'thing', name: 'a', isBig: false, marks: [], tags: [] }],
            [
                "one big #x::'y z' thing size tags <a::b> <c> size 3 = 1.5 { other; }",
                {
                    $type: 'Thing',
                    mark: 'one',
                    isBig: true,
                    marks: [{ text: "x::'y z'" }],
                    name: 'size',
                    tags: ['<a::b>', '<c>'],
                    size: 3,
                    items: [{ $type: 'Other' }]
                }
            ],
            [
                'big #m more x to y.z(.5, "q");',
                {
                    $type: 'Other',
                    kind: 'more',
                    isBig: true,
                    name: 'x',
                    marks: [{ text: 'm' }],
                    target: { $type: 'Call', operand: { $type: 'Step', text: 'z' }, arguments: [{ text: '.5' }, { text: 'q' }] }
                }
            ],
            ['two link a::b::c -> d;', { $type: 'Link', mark: 'two', ends: [{ text: 'a::b::c' }, { text: 'd' }] }],
            ['link a::b::c, d all;', { $type: 'Link', ends: [{ text: 'a::b::c' }, { text: 'd' }] }],
            [
                'thing = (a + -b) * off;',
                { value: { operator: '*', left: { operator: '+', right: { $type: 'Minus' } }, right: { isOn: 'off' } } }
            ]
        ].map(([text, item]): [string, object] => [text as string, item as object])
    )('reads %s', (text, item) => {
        expect(parse(text)).toMatchObject({ items: [item] });
    });

    it('reads random texts as Langium does', () => {
        const samples = { WORD: ['a', 'b'], QUOTED: ["'c d'"], TEXT: ['"t\\n"'], COUNT: ['7'], NUMBER: ['1.5', '.5'] };
        const text = fc
            .infiniteStream(fc.nat({ max: 0x7fffffff }))
            .map(numbers => randomText(grammar, 'Root', samples, below => (numbers.next().value as number) % below));
        fc.assert(
            fc.property(text, source => {
                const expected = langium.parser.LangiumParser.parse<AstNode>(source);
                const diagnostics: SyntaxDiagnostic[] = [];
                const actual = parser.parse(source, diagnostics);
                expect(expected.parserErrors).toEqual([]);
                expect(diagnostics).toEqual([]);
                expect(difference(expected.value, actual)).toBeUndefined();
            }),
            { numRuns: cases(10, 350, 600) }
        );
    });
});

describe('what is not supported', () => {
    const terminals = 'terminal WORD: /[a-zA-Z_][a-zA-Z0-9_]*/; hidden terminal SPACE: /\\s+/;';

    async function compile(rules: string, types: string): Promise<void> {
        const grammars = `${OUT}/bad`;
        mkdirSync(grammars, { recursive: true });
        writeFileSync(join(grammars, 'bad.langium'), `${rules}\n${terminals}`);
        writeFileSync(join(grammars, 'types.langium'), types);
        await compileParsers({
            ...OPTIONS,
            grammars,
            languages: { Bad: ['bad.langium'] },
            config: configFor('Bad', 'bad-generated'),
            entries: []
        });
    }

    const ROWS: readonly (readonly [title: string, rules: string, types: string, reason: RegExp])[] = [
        [
            'a cross reference',
            'entry A returns A: name=WORD other=[A:WORD];',
            'interface A { name: string; other: @A }',
            /A\.other: this kind of type is not supported/
        ],
        [
            'an unordered group',
            'entry A returns A: name=WORD & x=WORD;',
            'interface A { name?: string; x?: string }',
            /Rule A: UnorderedGroup is not supported/
        ],
        [
            'a parameter',
            'entry A returns A: b=B<true>; B<p> returns B: name=WORD;',
            'interface A { b: B } interface B { name: string }',
            /Rule (A|B): .*(parameters|arguments)/
        ],
        [
            'left recursion',
            "entry A returns A: 'a' a=B; B returns A: C; C returns A: {A} a=B 'x' | {A} 'y';",
            'interface A { a?: A }',
            /Rule [BC]: left recursion/
        ],
        [
            'a cardinality that Langium would drop',
            "entry A returns A: (name+=WORD+)? 'x';",
            'interface A { name: string[] }',
            /line \d+: .*only the outer cardinality/
        ],
        [
            'an unknown token',
            'entry A returns A: name=MARK; terminal MARK: /%+/;',
            'interface A { name: string }',
            /Terminal MARK: the scanner knows no such token/
        ],
        [
            'a repetition of nothing',
            'entry A returns A: {A} (B)*; fragment B: name=WORD?;',
            'interface A { name?: string }',
            /Rule A: a repetition of something that may be nothing/
        ],
        [
            'a property that another type does not have',
            "entry A returns A: name=WORD {B} 'x';",
            'interface A { name?: string } interface B { x?: string }',
            /name may be read before \{B\}/
        ]
    ];
    it.each(spread(ROWS, 3))('%s stops the build with its reason', async (_, rules, types, message) => {
        await expect(compile(rules, types)).rejects.toThrow(message);
    });
});
