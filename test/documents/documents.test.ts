// Documents (contract: views 7): what is declared, and the Markdown or the page that is written.

import { describe, expect, it } from 'vitest';
import { documentContent, QueryFault, writeHtml, writeMarkdown } from '../../src/documents/index.js';
import { contextOf, modelWith } from './ask.js';

const SHELF = `
    part def Jar { attribute grams : Real; attribute colour : String default "red"; attribute note : String [0..1]; attribute page : String default "https://x.y/<a b>"; }
    part shelf {
        part plum : Jar { attribute :>> grams = 400.0; attribute :>> note = "a | b_c & <d>"; }
        part fig : Jar { attribute :>> grams = 250.0; attribute :>> colour = "green"; }
        part lime : Jar { attribute :>> grams = 90.0; }
    }
    calc def Jars :> Query {
        in root : Element;
        in type : String default "Jar";
        Project(source = WhereType(OwnedElements(root), type), properties = ("name", "grams", "colour", "note", "page"))
    }
    calc def Names :> Query { in root : Element; OwnedElements(root) }
    view picture { private import Views::*; expose shelf; render asTreeDiagram; }`;

const rows = 'calc rows : Jars { in root = shelf; }';
const text = (attribute: string, value: string): string => `attribute redefines ${attribute} = "${value}";`;
const document = (body: string): string => `part def Report :> Document { ${text('title', 'A *report*')} ${body} }`;

/** The Markdown of a document without its title; what goes wrong in place of it. */
function markdown(body: string, more = '', ...instantiated: readonly string[]): string {
    try {
        const context = contextOf(modelWith(`${SHELF} ${more} ${document(body)}`), ...instantiated);
        return writeMarkdown(documentContent(context, 'T::Report')).replace('# A \\*report\\*\n', '').trim();
    } catch (error) {
        if (error instanceof QueryFault) {
            return `${error.kind}: ${error.message}`;
        }
        throw error;
    }
}

const BLOCKS: readonly (readonly [title: string, body: string, markdown: string])[] = [
    ['a paragraph', `part p : Paragraph { ${text('text', '1. All [jars] of\\n#1')} }`, '1\\. All \\[jars\\] of \\#1'],
    [
        'runs',
        `part p : Paragraph {
            part a : Span { ${text('text', 'see')} }
            part b : Span { ${text('text', 'x*y')} ${text('style', 'strong')} }
            part c : Span { ${text('text', 'a`b')} ${text('style', 'code')} }
            part d : Span { ${text('text', 'E=mc^2')} ${text('style', 'math')} }
            part e : Link { ${text('text', 'there')} ${text('target', 'https://x.y')} }
            part f : Span { ${text('text', '`a')} ${text('style', 'code')} }
            part g : Span { ${text('text', 'a``')} ${text('style', 'code')} }
        }`,
        'see **x\\*y** ``a`b`` $E=mc^2$ [there](<https://x.y>) `` `a `` ``` a`` ```'
    ],
    [
        'runs without the blanks around them',
        `part p : Paragraph {
            part a : Span { ${text('text', ' see ')} ${text('style', 'strong')} }
            part b : Span { ${text('text', ' there')} ${text('style', 'code')} }
        }`,
        '**see** `there`'
    ],
    [
        'a paragraph of a query',
        'part p : Paragraph { calc rows : Names { in root = shelf; } }',
        'T::shelf::plum T::shelf::fig T::shelf::lime'
    ],
    [
        'sections nest, at most six levels deep',
        `part a : Section { ${text('title', 'A')} part b : Section { ${text('title', 'B')} part p : Paragraph { ${text('text', 'x')} } } }`,
        '## A\n\n### B\n\nx'
    ],
    [
        'a table in groups',
        `part t : Table { ${text('caption', 'Jars')} ${text('groupBy', 'colour')} calc rows : Grams { in root = shelf; } }`,
        [
            '<!-- caption -->\n*Jars*\n',
            '**colour: red**\n',
            '| name | colour | kg |\n| --- | --- | --- |\n| plum | red | 0.4 |\n| lime | red | 0.09 |\n',
            '**colour: green**\n',
            '| name | colour | kg |\n| --- | --- | --- |\n| fig | green | 0.25 |'
        ].join('\n')
    ],
    [
        'a table without columns',
        'part t : Table { calc rows : Names { in root = shelf.plum; } }',
        '| element |\n| --- |\n| T::shelf::plum::grams |\n| T::shelf::plum::note |'
    ],
    ['an empty table', `part t : Table { calc rows : Grams { in root = shelf.plum; } }`, '| name | colour | kg |\n| --- | --- | --- |'],
    [
        'a list of column runs',
        `part l : List { ${text('style', 'number')} ${rows}
            part a : SpanColumn { ${text('column', 'name')} ${text('style', 'emphasis')} }
            part b : LinkColumn { ${text('column', 'colour')} ${text('targetColumn', 'page')} } }`,
        '1. *plum* [red](<https://x.y/%3Ca b%3E>)\n2. *fig* [green](<https://x.y/%3Ca b%3E>)\n3. *lime* [red](<https://x.y/%3Ca b%3E>)'
    ],
    [
        'a list of column runs, where a styled one is absent',
        `part l : List { ${text('style', 'number')} ${rows}
            part a : SpanColumn { ${text('column', 'note')} ${text('style', 'strong')} }
            part b : SpanColumn { ${text('column', 'name')} } }`,
        '1. **a \\| b\\_c \\& \\<d\\>** plum\n2. fig\n3. lime'
    ],
    [
        'a list of elements',
        'part l : List { calc rows : Names { in root = shelf; } }',
        '- T::shelf::plum\n- T::shelf::fig\n- T::shelf::lime'
    ],
    [
        'definitions',
        `part d : Definitions { ${text('term', 'name')} ${text('description', 'note')} ${rows} }`,
        '**plum** — a \\| b\\_c \\& \\<d\\>\n\n**fig**\n\n**lime**'
    ],
    [
        'definitions of absent terms',
        `part d : Definitions { ${text('term', 'note')} ${text('description', 'name')} ${rows} }`,
        '**a \\| b\\_c \\& \\<d\\>** — plum\n\nfig\n\nlime'
    ],
    ['a formula', `part f : Formula { ${text('source', 'a_1 + b')} ${text('caption', 'Sum')} }`, '*Sum*\n\n$$\na_1 + b\n$$'],
    ['an image', `part i : Image { ${text('location', 'a/b c.png')} ${text('caption', 'Shelf')} }`, '*Shelf*\n\n![Shelf](<a/b c.png>)'],
    [
        'a diagram of a view',
        'part d : Diagram { ref redefines source = picture; }',
        '```mermaid\n%% T::picture — tree rendering (render asTreeDiagram)\nflowchart TD'
    ],
    [
        'a table of elements',
        `part d : Diagram { ${text('kind', 'table')} ${text('caption', 'Parts')} ref redefines source = shelf.fig; }`,
        '<!-- caption -->\n*Parts*\n\n| Element | Kind | Type | Declared in |\n| --- | --- | --- | --- |\n| T::shelf::fig | part | Jar |  |\n| grams | attribute |  | T::shelf::fig |\n| colour | attribute |  | T::shelf::fig |'
    ],
    [
        'a reference to a block',
        `part s : Section { ${text('title', 'Jars')} part 't 1' : Table { calc rows : Grams { in root = shelf.plum; } } }
        part p : Paragraph { part r : Ref { ref redefines target = s.'t 1'; ${text('text', 'below')} } part q : Ref { ref redefines target = s; } }`,
        '<a id="s"></a>\n\n## Jars\n\n<a id="s-t.201"></a>\n\n| name | colour | kg |\n| --- | --- | --- |\n\n[below](#s-t.201) [Jars](#s)'
    ],
    [
        'references to another document',
        `ref annex : 'Jar Annex';
        part p : Paragraph { part a : Ref { ref redefines target = annex; } part b : Ref { ref redefines target = annex.jars; } }`,
        '[Annex](T-Jar.20Annex.md) [jars](T-Jar.20Annex.md#jars)'
    ]
];

const MORE = `
    calc def Grams :> Query {
        in root : Element;
        Project(source = WhereType(OwnedElements(root), "Jar"), properties = ("name", "colour"), columns = (Column("kg", Jar::grams / 1000)))
    }
    part def 'Jar Annex' :> Document { ${text('title', 'Annex')} part jars : Paragraph { ${text('text', 'x')} } }`;

describe('blocks in Markdown', () => {
    it.each(BLOCKS)('%s', (_, body, expected) => {
        const written = markdown(body, MORE);
        expect(expected.endsWith('flowchart TD') ? written.slice(0, expected.length) : written).toBe(expected);
    });
});

const FAULTS: readonly (readonly [title: string, body: string, fault: string])[] = [
    ['a table without a query', 'part t : Table;', 'it requires a query'],
    ['a formula with a query', `part f : Formula { ${text('source', 'x')} ${rows} }`, 'it takes no query'],
    ['a paragraph with nothing', 'part p : Paragraph;', 'exactly one of a text, a query and runs'],
    ['a blank title', `part s : Section { ${text('title', ' ')} }`, 'Section s: title is blank'],
    ['a missing attribute', 'part i : Image;', 'Image i: location is required'],
    ['an unknown style', `part l : List { ${text('style', 'roman')} ${rows} }`, 'style is one of bullet, number, not "roman"'],
    [
        'an unknown column',
        `part d : Definitions { ${text('term', 'x')} ${text('description', 'name')} ${rows} }`,
        'the query has no column x'
    ],
    ['an unknown parameter', 'part t : Table { calc rows : Jars { in root = shelf; in colour = "red"; } }', 'has no parameter colour'],
    ['a missing parameter', 'part t : Table { calc rows : Jars; }', 'query T::Jars requires binding root (declared in model.sysml)'],
    ['a value of another type', 'part t : Table { calc rows : Jars { in root = shelf; in type = 3; } }', 'parameter type'],
    [
        'a binding that computes',
        'part t : Table { calc rows : Jars { in root = shelf; in type = "a" + "b"; } }',
        'neither a name nor a literal'
    ],
    [
        'a kind beside a view',
        `part d : Diagram { ${text('kind', 'tree')} ref redefines source = picture; }`,
        'the view has a kind of its own'
    ],
    ['no kind for an element', 'part d : Diagram { ref redefines source = shelf; }', 'kind is required'],
    ['a document in a document', "part x : 'Jar Annex';", 'a document holds no documents'],
    [
        'a reference to what is no block',
        'part p : Paragraph { part r : Ref { ref redefines target = shelf; } }',
        'neither a block nor a document'
    ]
];

describe('documents that cannot be written', () => {
    it.each(FAULTS)('%s', (_, body, fault) => {
        const written = markdown(body, MORE);
        expect(written).toMatch(/^definition: document T::Report: /);
        expect(written).toContain(fault);
    });

    it('reads the objects that are held', () => {
        const body = 'part t : Paragraph { calc rows : Names { in root = shelf; } }';
        expect(markdown(body, '', 'T::shelf')).toBe('T::shelf.plum T::shelf.fig T::shelf.lime');
        expect(markdown(body, 'part other;', 'T::shelf', 'T::other')).toBe('T::shelf.plum T::shelf.fig T::shelf.lime');
    });
});

describe('a page', () => {
    const page = (body: string): string =>
        writeHtml(documentContent(contextOf(modelWith(`${SHELF} ${MORE} ${document(body)}`)), 'T::Report'));

    it('has elements that say what they are', () => {
        const html = page(`part s : Section { ${text('title', 'S & T')}
            part t : Table { ${text('caption', 'Jars')} calc rows : Grams { in root = shelf; } } }`);
        expect(html).toContain('<article class="sysml-document" data-name="T::Report">');
        expect(html).toContain('<section class="sysml-section" data-kind="section" data-name="s">\n<h2>S &amp; T</h2>');
        expect(html).toContain('<caption class="sysml-caption">Jars</caption>\n<thead><tr><th scope="col" data-column="name">name</th>');
        expect(html).toContain('<tr class="sysml-row" data-element="T::shelf::plum" data-element-kind="partUsage">');
        expect(html).toContain(
            '<td class="sysml-cell" data-column="kg" data-value-kind="real"><span class="sysml-value" data-value-kind="real">0.4</span></td>'
        );
    });

    it('loads nothing, runs nothing and styles no element by itself', () => {
        const html = page(`part p : Paragraph { part l : Link { ${text('text', 'x')} ${text('target', 'javascript:alert(1)')} } }
            part d : Diagram { ref redefines source = picture; ${text('palette', 'okabe-ito')} ${text('caption', 'All')} }`);
        expect(html).not.toMatch(/<script| style=|javascript:|@import|url\(/);
        expect(html).toMatch(
            /<figure class="sysml-diagram"[^>]* data-palette="okabe-ito">\n<figcaption class="sysml-caption">All<\/figcaption>\n<pre class="mermaid">/
        );
        expect(html).toContain('%% not represented: palette okabe-ito');
    });

    it('keeps the element of an empty list', () => {
        expect(page('part l : List { calc rows : Names { in root = shelf.lime.grams; } }')).toContain('data-query="T::Names"></ul>');
    });
});
