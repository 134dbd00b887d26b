/**
 * A document of a model with the results of its queries (contract: views 7). The whole document is planned before the first query runs; a
 * fault yields no partial document. Planning a block returns the function that computes its content.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isA } from '../../runtime/evaluation/index.js';
import { DIRECTIONS, isRefused, renderView, RENDERING_KINDS } from '../../views/index.js';
import type { QueryContext } from '../query-context.js';
import { QueryFault, within } from '../faults.js';
import { cellsText } from '../texts.js';
import type { CellValue } from '../rows.js';
import { QUERIES } from '../queries/definition.js';
import type { Table as Answer, TableRow } from '../queries/run.js';
import { type Block, type DocumentContent, type Inline, TEXT_STYLES, type TableGroup, type TextStyle } from './blocks.js';
import {
    type BlockKind,
    isBlock,
    isColumnRun,
    isDocument,
    isRun,
    type Part,
    partsOf,
    referredBy,
    requiredText,
    textOf,
    wordOf
} from './parts.js';
import { type QueryUse, queryUse } from './query-uses.js';
import { References } from './references.js';

/** Names of the colour schemes that a diagram may declare. */
export const PALETTES = ['okabe-ito', 'tol-bright', 'tol-muted', 'tol-light', 'brewer-set2', 'brewer-dark2', 'viridis', 'cividis'] as const;

/** The content of the document with this id. @throws QueryFault */
export function documentContent(context: QueryContext, id: string): DocumentContent {
    const element = elementById(context.model, id);
    if (element === undefined) {
        throw new QueryFault('notFound', `symbol not found: ${id}`);
    }
    if (!isDocument(element)) {
        throw new QueryFault('unacceptable', `${id} is not a document: one is a part def specializing ${QUERIES}::Document`);
    }
    return within(`document ${id}`, () => new Planner(context, element).plan()());
}

/** Computes the content of a planned block. */
type Filling<T> = () => T;

/** The query and the runs in the body of a block. */
interface Body {
    readonly query: QueryUse | undefined;
    readonly runs: readonly Part[];
    readonly columnRuns: readonly Part[];
}

/** The blocks that take a query, and whether they require it. */
const QUERIED: Readonly<Partial<Record<BlockKind, 'optional' | 'required'>>> = {
    Paragraph: 'optional',
    Table: 'required',
    List: 'required',
    Definitions: 'required'
};

class Planner {
    private readonly references: References;

    constructor(
        private readonly context: QueryContext,
        private readonly document: AstNode
    ) {
        this.references = new References(context, document);
    }

    plan(): Filling<DocumentContent> {
        const title = requiredText(this.context, this.document, 'title');
        this.noteReferences(this.document);
        const blocks = this.blocksOf(this.document, []);
        const id = qualifiedNameOf(this.document) ?? '';
        return () => ({ id, title, blocks: blocks.map(fill => fill()) });
    }

    private noteReferences(owner: AstNode): void {
        for (const part of partsOf(owner)) {
            within(part.name, () => (part.kind === 'Ref' ? this.references.note(part.feature) : this.noteReferences(part.feature)));
        }
    }

    /** The blocks of a document or section. */
    private blocksOf(owner: AstNode, path: readonly string[]): Filling<Block>[] {
        return partsOf(owner).map(part => {
            const at = [...path, part.name];
            const frame = `${part.kind} ${part.name === '' ? '(unnamed)' : part.name}`;
            return within(frame, () => {
                if (!isBlock(part)) {
                    throw new QueryFault(
                        'definition',
                        part.kind === 'Document'
                            ? 'a document holds no documents'
                            : `a ${part.kind} is not a block of a document or section`
                    );
                }
                const filling = this.block(part, at);
                return () => within(frame, filling);
            });
        });
    }

    private block(part: Part & { readonly kind: BlockKind }, path: readonly string[]): Filling<Block> {
        const { context, references } = this;
        const { feature, kind } = part;
        const common = { name: part.name, anchor: references.anchorAt(path) };
        if (kind === 'Section') {
            const title = requiredText(context, feature, 'title');
            const blocks = this.blocksOf(feature, path);
            return () => ({ ...common, kind: 'section', title, blocks: blocks.map(fill => fill()) });
        }
        const body = this.bodyOf(part);
        const text = (attribute: string): string => textOf(context, feature, attribute) ?? '';
        const caption = kind === 'Paragraph' || kind === 'List' || kind === 'Definitions' ? '' : text('caption');
        switch (kind) {
            case 'Paragraph':
                return this.paragraph(part, body, common);
            case 'Table': {
                const groupBy = textOf(context, feature, 'groupBy');
                return () => ({
                    ...common,
                    kind: 'table',
                    caption,
                    query: body.query!.id,
                    groupBy,
                    ...tableOf(body.query!.run(), groupBy)
                });
            }
            case 'List': {
                const isNumbered = wordOf(context, feature, 'style', ['bullet', 'number']) === 'number';
                const inlines = this.rowInlines(body);
                return () => {
                    const answer = body.query!.run();
                    const items = answer.rows.map(row => ({ row: row.row, inlines: inlines(answer, row) }));
                    return { ...common, kind: 'list', isNumbered, query: body.query!.id, items };
                };
            }
            case 'Definitions': {
                const [termColumn, descriptionColumn] = ['term', 'description'].map(a => requiredText(context, feature, a));
                return () => {
                    const answer = body.query!.run();
                    const entries = answer.rows.map(row => ({
                        row: row.row,
                        term: cellIn(answer, row, termColumn),
                        description: cellIn(answer, row, descriptionColumn)
                    }));
                    checkColumns(answer, [termColumn, descriptionColumn]);
                    return { ...common, kind: 'definitions', query: body.query!.id, termColumn, descriptionColumn, entries };
                };
            }
            case 'Formula': {
                const source = requiredText(context, feature, 'source');
                return () => ({ ...common, kind: 'formula', source, caption });
            }
            case 'Diagram':
                return this.diagram(part, { ...common, caption });
            case 'Image': {
                const location = requiredText(context, feature, 'location');
                const alt = textOf(context, feature, 'alt') ?? caption;
                return () => ({ ...common, kind: 'image', location, caption, alt });
            }
        }
    }

    /** The query and the runs of a block. @throws QueryFault for parts that the block does not take */
    private bodyOf(part: Part & { readonly kind: BlockKind }): Body {
        const parts = partsOf(part.feature);
        const queries = parts.filter(p => p.kind === 'Query');
        const [runs, columnRuns] = [parts.filter(isRun), parts.filter(isColumnRun)];
        const refuse = (why: string): never => {
            throw new QueryFault('definition', why);
        };
        const taking = QUERIED[part.kind];
        const other = parts.find(p => p.kind !== 'Query' && !isRun(p) && !isColumnRun(p));
        if (other !== undefined) {
            refuse(`it takes no ${other.kind}`);
        }
        if (queries.length > 1) {
            refuse('it takes one query');
        }
        if (queries.length > 0 && taking === undefined) {
            refuse('it takes no query');
        }
        if (queries.length === 0 && taking === 'required') {
            refuse('it requires a query: a calc that is typed by one');
        }
        if (runs.length > 0 && part.kind !== 'Paragraph') {
            refuse(`it takes no ${runs[0].kind}`);
        }
        if (columnRuns.length > 0 && (queries.length === 0 || (part.kind !== 'Paragraph' && part.kind !== 'List'))) {
            refuse(
                queries.length === 0
                    ? `a ${columnRuns[0].kind} writes the rows of a query, and there is none`
                    : `it takes no ${columnRuns[0].kind}`
            );
        }
        return { query: queries.length === 0 ? undefined : queryUse(this.context, queries[0]), runs, columnRuns };
    }

    private paragraph({ feature }: Part, body: Body, common: { name: string; anchor: string | undefined }): Filling<Block> {
        const text = textOf(this.context, feature, 'text');
        const { query, runs } = body;
        const given = [text !== undefined, query !== undefined, runs.length > 0].filter(Boolean).length;
        if (given !== 1 || (text !== undefined && text.trim() === '')) {
            throw new QueryFault('definition', 'it has exactly one of a text, a query and runs, and the text is not blank');
        }
        const block = (inlines: readonly Inline[]): Block => ({ ...common, kind: 'paragraph', inlines, query: query?.id });
        if (query === undefined) {
            const inlines = text !== undefined ? [{ kind: 'text', text, style: 'plain' } as const] : runs.map(run => this.inline(run));
            return () => block(inlines);
        }
        const inlines = this.rowInlines(body);
        return () => {
            const answer = query.run();
            return block(answer.rows.flatMap(row => inlines(answer, row)));
        };
    }

    private inline({ kind, feature, name }: Part): Inline {
        return within(`${kind} ${name}`, () => {
            switch (kind) {
                case 'Link':
                    return {
                        kind: 'link',
                        text: requiredText(this.context, feature, 'text'),
                        url: requiredText(this.context, feature, 'target')
                    };
                case 'Ref': {
                    const { target, title } = this.references.resolve(feature);
                    return { kind: 'ref', text: textOf(this.context, feature, 'text') ?? title, target };
                }
                default: {
                    const style = wordOf(this.context, feature, 'style', TEXT_STYLES) ?? 'plain';
                    return { kind: 'text', text: requiredText(this.context, feature, 'text'), style };
                }
            }
        });
    }

    /** The function that writes a row as running text: by the column runs, or all its values if there are none. */
    private rowInlines({ columnRuns }: Body): (answer: Answer, row: TableRow) => Inline[] {
        if (columnRuns.length === 0) {
            return ({ columns }, row) => {
                if (columns.length === 0) {
                    return [{ kind: 'values', values: [row.row] }];
                }
                return row.cells.flatMap((values, i) =>
                    values.length === 0 ? [] : [{ kind: 'values', values, column: columns[i] } as const]
                );
            };
        }
        const writers = columnRuns.map(run => this.columnRun(run));
        return (answer, row) => writers.map(write => write(answer, row));
    }

    private columnRun({ kind, feature, name }: Part): (answer: Answer, row: TableRow) => Inline {
        return within(`${kind} ${name}`, () => {
            const column = requiredText(this.context, feature, 'column');
            if (kind === 'LinkColumn') {
                const targetColumn = requiredText(this.context, feature, 'targetColumn');
                return (answer, row) => ({
                    kind: 'link',
                    text: cellsText(cellIn(answer, row, column), ' '),
                    url: onlyText(cellIn(answer, row, targetColumn), `the destination in ${targetColumn}`)
                });
            }
            const style = wordOf(this.context, feature, 'style', TEXT_STYLES);
            const styleColumn = textOf(this.context, feature, 'styleColumn');
            if (style !== undefined && styleColumn !== undefined) {
                throw new QueryFault('definition', 'it has at most one of style and styleColumn');
            }
            return (answer, row) => styled(answer, row, column, style, styleColumn);
        });
    }

    private diagram({ feature }: Part, common: { name: string; anchor: string | undefined; caption: string }): Filling<Block> {
        const source = referredBy(feature, 'source');
        if (source === undefined) {
            throw new QueryFault('definition', 'source is required');
        }
        const stated = wordOf(this.context, feature, 'kind', RENDERING_KINDS);
        const isView = isA(source, 'ViewUsage') || isA(source, 'ViewDefinition');
        if (isView === (stated !== undefined)) {
            throw new QueryFault(
                'definition',
                isView ? 'the view has a kind of its own: none is stated beside it' : 'kind is required for an element that is no view'
            );
        }
        const id = qualifiedNameOf(source) ?? '';
        const rendering = renderView(this.context.model, isView ? id : `#${stated}:${id}`);
        if (isRefused(rendering)) {
            throw new QueryFault('definition', rendering.message);
        }
        const direction = wordOf(this.context, feature, 'direction', DIRECTIONS);
        const palette = wordOf(this.context, feature, 'palette', PALETTES);
        if (direction !== undefined && (rendering.kind === 'table' || rendering.kind === 'sequence')) {
            throw new QueryFault('definition', `a ${rendering.kind} has no direction`);
        }
        if (palette !== undefined && rendering.kind === 'table') {
            throw new QueryFault('definition', 'a table has no palette');
        }
        return () => ({ ...common, kind: 'diagram', rendering, direction, palette });
    }
}

/** The rows of a table, grouped by the values of a column in the order of their first occurrence. */
function tableOf(
    answer: Answer,
    groupBy: string | undefined
): { readonly columns: readonly string[]; readonly groups: readonly TableGroup[] } {
    const isProjected = answer.columns.length > 0;
    const columns = isProjected ? answer.columns : ['element'];
    const rows = answer.rows.map(({ row, cells }) => ({ row, cells: isProjected ? cells : [[row]] }));
    if (groupBy === undefined) {
        return { columns, groups: [{ value: undefined, rows }] };
    }
    checkColumns(answer, [groupBy]);
    const groups = new Map<string, (typeof rows)[number][]>();
    for (const row of rows) {
        const value = cellsText(row.cells[columns.indexOf(groupBy)], ', ');
        groups.set(value, [...(groups.get(value) ?? []), row]);
    }
    return { columns, groups: [...groups].map(([value, members]) => ({ value, rows: members })) };
}

/** @throws QueryFault for a name that is not a column of the result */
function checkColumns({ columns }: Answer, names: readonly string[]): void {
    const unknown = names.find(name => !columns.includes(name));
    if (unknown !== undefined) {
        throw new QueryFault('definition', `the query has no column ${unknown}: its columns are ${columns.join(', ') || 'none'}`);
    }
}

function cellIn(answer: Answer, { cells }: TableRow, column: string): readonly CellValue[] {
    checkColumns(answer, [column]);
    return cells[answer.columns.indexOf(column)];
}

function onlyText(values: readonly CellValue[], what: string): string {
    const text = values.length === 1 ? cellsText(values, ' ') : '';
    if (text.trim() === '') {
        throw new QueryFault('definition', `${what} is not one text`);
    }
    return text;
}

function styled(answer: Answer, row: TableRow, column: string, style: TextStyle | undefined, styleColumn: string | undefined): Inline {
    const values = cellIn(answer, row, column);
    const word = styleColumn === undefined ? (style ?? 'plain') : onlyText(cellIn(answer, row, styleColumn), `the style in ${styleColumn}`);
    const known = TEXT_STYLES.find(s => s === word);
    if (known === undefined) {
        throw new QueryFault('definition', `the style in ${styleColumn} is one of ${TEXT_STYLES.join(', ')}, not "${word}"`);
    }
    const text = cellsText(values, ' ');
    if (known === 'math' && text.trim() === '') {
        throw new QueryFault('definition', `the formula in ${column} is blank`);
    }
    return known === 'plain' ? { kind: 'values', values, column } : { kind: 'text', text, style: known, column };
}
