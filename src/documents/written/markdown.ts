/** Writes a document as Markdown (contract: views 7.3, 7.4). Depends only on the document's content, not on queries or the model. */
import { writeRendering } from '../../views/index.js';
import type { Block, Definitions, Diagram, DocumentContent, Inline, List, Table, Target } from '../content/blocks.js';
import type { CellValue } from '../rows.js';
import { cellText } from '../texts.js';

export interface MarkdownOptions {
    /** URL of the link on the name of an element or object */
    readonly linkOf?: (value: CellValue) => string | undefined;
    /** writes a diagram; by default a block of Mermaid */
    readonly figureOf?: (diagram: Diagram) => string;
}

/** The Markdown text of a document: its title as the first heading, then its blocks; ends with a line break. */
export function writeMarkdown(document: DocumentContent, options: MarkdownOptions = {}): string {
    const writer = new MarkdownWriter(options);
    return `${[`# ${writer.prose(document.title)}`, ...writer.blocks(document.blocks, 2)].filter(b => b !== '').join('\n\n')}\n`;
}

const ESCAPED = /[\\|*_#`[\]$<>&]/g;

/** Escapes all markup in a text. */
function escaped(text: string): string {
    return text.replace(ESCAPED, '\\$&');
}

/** Escapes characters that would begin a list at the start of a block. */
function escapedStart(text: string): string {
    return text.replace(/^(\s*)([-+](?=\s|$))/, '$1\\$2').replace(/^(\s*\d+)([.)](?=\s|$))/, '$1\\$2');
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

const TEXT_MARKS = { emphasis: '*', strong: '**' } as const;

class MarkdownWriter {
    constructor(private readonly options: MarkdownOptions) {}

    /** Running text on one line. */
    prose(text: string): string {
        return escaped(oneLine(text)).trim();
    }

    blocks(blocks: readonly Block[], level: number): string[] {
        return blocks.flatMap(block => {
            const written = this.block(block, level).filter(b => b !== '');
            return block.anchor === undefined ? written : [`<a id="${block.anchor}"></a>`, ...written];
        });
    }

    private block(block: Block, level: number): string[] {
        switch (block.kind) {
            case 'section':
                return [`${'#'.repeat(Math.min(level, 6))} ${this.prose(block.title)}`, ...this.blocks(block.blocks, level + 1)];
            case 'paragraph':
                return [escapedStart(this.inlines(block.inlines))];
            case 'table':
                return this.table(block);
            case 'list':
                return [this.list(block)];
            case 'definitions':
                return this.definitions(block);
            case 'formula':
                return [this.captioned(block.caption, ''), `$$\n${block.source.trim().replace(/(?<!\\)\$/g, '\\$')}\n$$`];
            case 'diagram':
                return [this.captioned(block.caption, '<!-- caption -->\n'), this.diagram(block)];
            case 'image':
                return [this.captioned(block.caption, ''), `![${this.prose(block.alt)}](${destination(block.location)})`];
        }
    }

    private captioned(caption: string, before: string): string {
        return caption === '' ? '' : `${before}*${this.prose(caption)}*`;
    }

    private table({ caption, columns, groups, groupBy }: Table): string[] {
        const header = [`| ${columns.map(c => this.prose(c)).join(' | ')} |`, `| ${columns.map(() => '---').join(' | ')} |`];
        const rowText = (cells: readonly (readonly CellValue[])[]): string =>
            `| ${cells.map(values => values.map(v => this.value(v, '<br>')).join(', ')).join(' | ')} |`;
        const tables = groups.map(({ value, rows }) => ({ value, lines: [...header, ...rows.map(r => rowText(r.cells))] }));
        return [
            this.captioned(caption, '<!-- caption -->\n'),
            ...(tables.length === 0 ? [header.join('\n')] : []),
            ...tables.flatMap(({ value, lines }) => [
                value === undefined ? '' : `**${this.prose(groupBy ?? '')}: ${this.prose(value)}**`,
                lines.join('\n')
            ])
        ];
    }

    private list({ items, isNumbered }: List): string {
        return items
            .map(({ inlines }, i) => `${isNumbered ? `${i + 1}.` : '-'} ${escapedStart(this.inlines(inlines))}`.trimEnd())
            .join('\n');
    }

    private definitions({ entries }: Definitions): string[] {
        return entries.map(({ term, description }) => {
            const [bold, text] = [this.values(term), this.values(description)];
            return [bold === '' ? '' : `**${bold}**`, text].filter(text => text !== '').join(' — ');
        });
    }

    private diagram(diagram: Diagram): string {
        const { rendering, direction, palette } = diagram;
        if (rendering.kind === 'table') {
            return writeRendering(rendering, 'markdown').trimEnd();
        }
        if (this.options.figureOf !== undefined) {
            return this.options.figureOf(diagram);
        }
        return ['```mermaid', mermaidText(rendering, direction, palette), '```'].join('\n');
    }

    private values(values: readonly CellValue[]): string {
        return values.map(v => this.value(v, ' ')).join(' ');
    }

    private value(value: CellValue, lineBreak: string): string {
        const text = escaped(cellText(value))
            .trim()
            .replace(/\s*\n\s*/g, lineBreak);
        const url = this.options.linkOf?.(value);
        return url === undefined ? text : `[${text}](${pointed(url)})`;
    }

    private inlines(inlines: readonly Inline[]): string {
        return writtenInlines(inlines, inline => this.inline(inline));
    }

    private inline(inline: Inline): string {
        switch (inline.kind) {
            case 'values':
                return this.values(inline.values);
            case 'link':
                return `[${this.prose(inline.text)}](${pointed(inline.url)})`;
            case 'ref':
                return `[${this.prose(inline.text)}](${addressOf(inline.target, '.md')})`;
            case 'text':
                return this.styled(oneLine(inline.text).trim(), inline.style);
        }
    }

    private styled(text: string, style: (Inline & { kind: 'text' })['style']): string {
        if (text === '') {
            return '';
        }
        switch (style) {
            case 'plain':
                return escaped(text);
            case 'code':
                return codeSpan(text);
            case 'math':
                return `$${text.replace(/(?<!\\)\$/g, '\\$')}$`;
            default:
                return `${TEXT_MARKS[style]}${escaped(text)}${TEXT_MARKS[style]}`;
        }
    }
}

/** A code span with a fence longer than any run of backticks in the text. */
function codeSpan(text: string): string {
    const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longest + 1);
    const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
    return `${fence}${pad}${text}${pad}${fence}`;
}

/** A link destination in angle brackets. */
function pointed(url: string): string {
    return `<${url
        .trim()
        .replace(/</g, '%3C')
        .replace(/>/g, '%3E')
        .replace(/\s*\n\s*/g, '')}>`;
}

/** A link destination, in angle brackets only if it contains blanks or brackets. */
function destination(url: string): string {
    return /[\s()<>]/.test(url.trim()) ? pointed(url) : url.trim();
}

/** The texts of inlines, separated by blanks; empty texts are left out. */
export function writtenInlines(inlines: readonly Inline[], write: (inline: Inline) => string): string {
    return inlines
        .map(write)
        .filter(text => text !== '')
        .join(' ');
}

/** The address of a target, relative to the documents in the same folder. */
export function addressOf({ document, anchor }: Target, extension: string): string {
    return `${document === undefined ? '' : `${document}${extension}`}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The Mermaid text of a diagram. Mermaid has no palettes. */
export function mermaidText(rendering: Diagram['rendering'], direction: Diagram['direction'], palette: string | undefined): string {
    const drawing = writeRendering(rendering, 'mermaid', direction).trimEnd();
    return palette === undefined ? drawing : `${drawing}\n%% not represented: palette ${palette}`;
}
