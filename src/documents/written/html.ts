/**
 * Writes a document as an HTML page (contract: views 7.3, 7.6): semantic elements, no script, nothing loaded from elsewhere. Depends only
 * on the document's content.
 */
import { notationKind, typeSymbolOf } from '../../runtime/evaluation/index.js';
import { EnumLiteral, kindOf, numberText, Quantity } from '../../runtime/values/index.js';
import type {
    Block,
    Definitions,
    Diagram,
    DocumentContent,
    FilledRow,
    Formula,
    Image,
    Inline,
    List,
    Section,
    Table
} from '../content/blocks.js';
import { type CellValue, elementIdOf, isRow, type Row } from '../rows.js';
import { cellsText, cellText } from '../texts.js';
import { addressOf, mermaidText, writtenInlines } from './markdown.js';
import { DEFAULT_STYLE } from './style.js';

export interface HtmlOptions {
    /** URL of a style sheet that replaces the embedded one */
    readonly styleSheet?: string;
    /** markup of a diagram; by default its Mermaid text */
    readonly figureOf?: (diagram: Diagram) => string;
    /** URL of the link on the name of an element or object */
    readonly linkOf?: (value: CellValue) => string | undefined;
}

/** Writes a whole page. */
export function writeHtml(document: DocumentContent, options: HtmlOptions = {}): string {
    const { styleSheet } = options;
    const style = styleSheet === undefined ? `<style>\n${DEFAULT_STYLE}</style>` : `<link rel="stylesheet" href="${text(styleSheet)}">`;
    return [
        '<!DOCTYPE html>',
        '<html lang="en">',
        '<head>',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        `<title>${text(document.title)}</title>`,
        style,
        '</head>',
        '<body>',
        new HtmlWriter(options).document(document),
        '</body>',
        '</html>',
        ''
    ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or a quoted attribute. */
function text(source: string): string {
    return source.replace(/[&<>"]/g, c => ENTITIES[c]);
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** A start tag; attributes with an undefined value are left out. */
function tag(name: string, attributes: Attributes = {}): string {
    const written = Object.entries(attributes)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => ` ${key}="${text(value!)}"`);
    return `<${name}${written.join('')}>`;
}

const element = (name: string, attributes: Attributes, content: string): string => `${tag(name, attributes)}${content}</${name}>`;

const STYLED = { emphasis: 'em', strong: 'strong', code: 'code' } as const;

class HtmlWriter {
    constructor(private readonly options: HtmlOptions) {}

    document({ id, title, blocks }: DocumentContent): string {
        const content = [`<h1>${text(title)}</h1>`, ...blocks.map(b => this.block(b, 2))];
        return element('article', { class: 'sysml-document', 'data-name': id }, `\n${content.join('\n')}\n`);
    }

    private block(block: Block, level: number): string {
        const common = { id: block.anchor, 'data-kind': block.kind, 'data-name': block.name || undefined };
        switch (block.kind) {
            case 'section':
                return this.section(block, level, common);
            case 'paragraph':
                return element('p', { ...common, 'data-query': block.query }, this.inlines(block.inlines));
            case 'table':
                return this.table(block, common);
            case 'list':
                return this.list(block, common);
            case 'definitions':
                return this.definitions(block, common);
            case 'formula':
                return formula(block, common);
            case 'diagram':
                return this.diagram(block, common);
            case 'image':
                return image(block, common);
        }
    }

    private section({ title, blocks }: Section, level: number, common: Attributes): string {
        const heading = `h${Math.min(level, 6)}`;
        const content = [`<${heading}>${text(title)}</${heading}>`, ...blocks.map(b => this.block(b, level + 1))];
        return element('section', { class: 'sysml-section', ...common }, `\n${content.join('\n')}\n`);
    }

    private table({ caption, query, groupBy, columns, groups }: Table, common: Attributes): string {
        const head = columns.map(c => element('th', { scope: 'col', 'data-column': c }, text(c))).join('');
        const bodies = groups.map(({ value, rows }) => {
            const heading =
                value === undefined
                    ? ''
                    : `<tr><th scope="rowgroup" colspan="${columns.length}">${text(groupBy ?? '')}: ${text(value)}</th></tr>\n`;
            return `<tbody>\n${heading}${rows.map(row => this.row(row, columns)).join('')}</tbody>`;
        });
        const content = [
            ...(caption === '' ? [] : [`<caption class="sysml-caption">${text(caption)}</caption>`]),
            `<thead><tr>${head}</tr></thead>`,
            ...bodies
        ];
        return element(
            'table',
            { class: 'sysml-table', ...common, 'data-query': query, 'data-group-by': groupBy },
            `\n${content.join('\n')}\n`
        );
    }

    private row({ row, cells }: FilledRow, columns: readonly string[]): string {
        const written = cells.map((values, i) => {
            const isVerdict = row.kind === 'verdict' && columns[i] === 'verdict';
            const attributes = {
                class: 'sysml-cell',
                'data-column': columns[i],
                'data-value-kind': values.length === 0 ? undefined : valueKind(values[0]),
                'data-verdict': isVerdict ? cellsText(values, '') : undefined
            };
            return element('td', attributes, values.map(v => this.value(v)).join(', '));
        });
        return `${element('tr', { class: 'sysml-row', ...rowAttributes(row) }, written.join(''))}\n`;
    }

    private list({ query, isNumbered, items }: List, common: Attributes): string {
        const written = items.map(({ row, inlines }) =>
            element('li', { class: 'sysml-item', ...rowAttributes(row) }, this.inlines(inlines))
        );
        const attributes = { class: 'sysml-list', ...common, 'data-query': query };
        return element(isNumbered ? 'ol' : 'ul', attributes, written.map(item => `\n${item}`).join('') + (written.length > 0 ? '\n' : ''));
    }

    private definitions({ query, entries }: Definitions, common: Attributes): string {
        const written = entries.map(({ row, term, description }) => {
            const parts = [
                ...(term.length === 0 ? [] : [element('dt', { class: 'sysml-term' }, this.values(term))]),
                ...(description.length === 0 ? [] : [element('dd', { class: 'sysml-description' }, this.values(description))])
            ];
            return element('div', { class: 'sysml-entry', ...rowAttributes(row) }, parts.join(''));
        });
        const attributes = { class: 'sysml-definitions', ...common, 'data-query': query };
        return element('dl', attributes, written.map(entry => `\n${entry}`).join('') + (written.length > 0 ? '\n' : ''));
    }

    private diagram(diagram: Diagram, common: Attributes): string {
        const { rendering, caption, direction, palette } = diagram;
        const attributes = {
            class: 'sysml-diagram',
            ...common,
            'data-view': rendering.view || undefined,
            'data-diagram-kind': rendering.kind,
            'data-direction': direction,
            'data-palette': palette
        };
        const content = rendering.kind === 'table' ? elementTable(rendering) : (this.options.figureOf ?? mermaid)(diagram);
        return element('figure', attributes, `\n${figureCaption(caption)}${content}\n`);
    }

    private inlines(inlines: readonly Inline[]): string {
        return writtenInlines(inlines, inline => this.inline(inline));
    }

    private inline(inline: Inline): string {
        switch (inline.kind) {
            case 'values':
                return this.values(inline.values);
            case 'link':
                return element('a', { class: 'sysml-link', href: safeUrl(inline.url) }, text(inline.text));
            case 'ref':
                return element('a', { class: 'sysml-ref', href: addressOf(inline.target, '.html') }, text(inline.text));
            case 'text':
                switch (inline.style) {
                    case 'plain':
                        return text(inline.text);
                    case 'math':
                        return element('span', { class: 'sysml-math' }, text(`\\(${inline.text}\\)`));
                    default:
                        return element(STYLED[inline.style], {}, text(inline.text));
                }
        }
    }

    private values(values: readonly CellValue[]): string {
        return values.map(v => this.value(v)).join(' ');
    }

    private value(value: CellValue): string {
        const url = this.options.linkOf?.(value);
        const written = text(cellText(value)).replace(/\n/g, '<br>');
        const content = url === undefined ? written : element('a', { class: 'sysml-link', href: safeUrl(url) }, written);
        return element('span', valueAttributes(value), content);
    }
}

const figureCaption = (caption: string): string =>
    caption === '' ? '' : `<figcaption class="sysml-caption">${text(caption)}</figcaption>\n`;

const mermaid = ({ rendering, direction, palette }: Diagram): string =>
    `<pre class="mermaid">\n${text(mermaidText(rendering, direction, palette))}\n</pre>`;

function elementTable({ columns, rows }: Diagram['rendering']): string {
    const head = columns.map(c => `<th scope="col">${text(c)}</th>`).join('');
    const body = rows.map(({ cells }) => `<tr class="sysml-row">${cells.map(c => `<td class="sysml-cell">${text(c)}</td>`).join('')}</tr>`);
    return `<table class="sysml-table">\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.map(row => `${row}\n`).join('')}</tbody>\n</table>`;
}

function formula({ source, caption }: Formula, common: Attributes): string {
    const content = `${figureCaption(caption)}<div class="sysml-math">\\[${text(source.trim())}\\]</div>`;
    return element('figure', { class: 'sysml-formula', ...common }, `\n${content}\n`);
}

function image({ location, caption, alt }: Image, common: Attributes): string {
    const picture = tag('img', { src: safeUrl(location), alt });
    const below = caption === '' ? '' : `\n<figcaption class="sysml-caption">${text(caption)}</figcaption>`;
    return element('figure', { class: 'sysml-image', ...common }, `\n${picture}${below}\n`);
}

/** Replaces a URL that would run code or embed data. */
function safeUrl(url: string): string {
    return /^\s*(javascript|vbscript|data):/i.test(url) ? `about:blank#blocked` : url.trim();
}

// --- Attributes of rows and values ------------------------------------------------------------------------------------

/** Attributes that identify the element or object of a row. */
function rowAttributes(row: Row): Attributes {
    switch (row.kind) {
        case 'element':
            return elementAttributes(row.element);
        case 'object':
            return { ...elementAttributes(typeSymbolOf(row.object)), 'data-object': `#${row.object.id}` };
        case 'verdict':
            return elementAttributes(row.facts.assertion);
        case 'state':
            return row.facts.state === undefined ? {} : elementAttributes(row.facts.state);
        case 'event':
            return {};
    }
}

function elementAttributes(declaration: Parameters<typeof elementIdOf>[0]): Attributes {
    return { 'data-element': elementIdOf(declaration), 'data-element-kind': kindWord(notationKind(declaration)) };
}

/** Joins words in camel case: `part usage` to `partUsage`, `requirement def` to `requirementDef`. */
function kindWord(words: string): string {
    return words.replace(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function valueKind(value: CellValue): string {
    if (isRow(value)) {
        return value.kind;
    }
    if (value instanceof EnumLiteral) {
        return 'enumeration';
    }
    return kindOf(value);
}

function valueAttributes(value: CellValue): Attributes {
    const kind = valueKind(value);
    if (!isRow(value)) {
        const quantity = value instanceof Quantity ? { 'data-magnitude': numberText(value.magnitude), 'data-unit': value.unit.text } : {};
        return { class: 'sysml-value', 'data-value-kind': kind, ...quantity };
    }
    const named = (name: string, attributes: Attributes): Attributes => ({
        class: `sysml-value sysml-${name}`,
        'data-value-kind': kind,
        ...attributes
    });
    switch (value.kind) {
        case 'element':
            return { class: 'sysml-value', 'data-value-kind': kind, ...elementAttributes(value.element) };
        case 'object':
            return named('object', rowAttributes(value));
        case 'verdict':
            return named('verdict', { 'data-verdict': value.facts.verdict, 'data-path': value.facts.path });
        case 'state': {
            const { machine, statePath, region } = value.facts;
            return named('state', { 'data-machine': machine, 'data-state': statePath, 'data-region': region === '' ? undefined : region });
        }
        case 'event':
            return named('event', { 'data-event-kind': value.record.kind, 'data-time': String(value.record.time) });
    }
}
