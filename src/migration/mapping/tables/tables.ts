/** Maps tables, matrices and relation maps to queries, with a document that shows their rows (contract: migration 11). */
import { type Declaration, LibraryName, Name } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping, WrittenTable } from '../mapping.js';
import { quotedString } from '../../notation/spelling.js';
import { type TableDefinition, tableDefinition } from './definitions.js';
import { type Argument, Invocation, texts, writeResult } from './invocations.js';
import { columnsAmong, directionsOf, rowsOf } from './rows.js';
import { ENDS, PROPERTIES, RELATED, relationOf } from './vocabulary.js';

/** Whether a diagram shows rows that the tool computes from a definition. */
export const isDefinedTable = (diagram: UmlElement): boolean => tableDefinition(diagram) !== undefined;

/** Declares the query and the document of a table. Their content is written after all names are known. */
export function declareTable(diagram: UmlElement, name: string, body: Declaration, mapping: Mapping): void {
    if (mapping.options.strict) {
        mapping.unmapped(diagram, 'its view is written, its rows are not: portable output has no queries');
        return;
    }
    const group = body.isPackage ? 'property' : 'view';
    const declare = (keyword: string, what: string, base: string): Declaration => {
        const declaration = body.declare(keyword, body.freeName(`${name} ${what}`), group, diagram.order, diagram);
        declaration.append('specializes', [new LibraryName(`DocumentQueries::${base}`)]);
        declaration.isNameMadeUp = true;
        return declaration;
    };
    mapping.tables.set(diagram, { query: declare('calc def', 'Rows', 'Query'), document: declare('part def', 'Document', 'Document') });
}

/** Writes the query and the document of a table, or removes them if they cannot be written. Gives the verdict of the diagram. */
export function writeTable(diagram: UmlElement, mapping: Mapping): void {
    const table = mapping.tables.get(diagram);
    const definition = tableDefinition(diagram);
    if (table === undefined || definition === undefined) {
        return;
    }
    const rows = rowsOf(definition, mapping);
    const columns = columnsOf(definition, mapping);
    if ('reason' in rows || 'reason' in columns) {
        takeBack(diagram, table, mapping);
        mapping.unmapped(
            diagram,
            `its view is written, its rows are not: ${'reason' in rows ? rows.reason : 'reason' in columns ? columns.reason : ''}`
        );
        return;
    }
    [...rows.notes, ...columns.notes].forEach(note => mapping.approximated(diagram, note));
    tellOthers(diagram, definition, mapping);
    const sorted = sortedBy(rows.query, definition, note => mapping.approximated(diagram, note));
    if (sorted === undefined) {
        takeBack(diagram, table, mapping);
        mapping.unmapped(diagram, 'its view is written, its rows are not: its order of rows is malformed');
        return;
    }
    const projection = new Invocation('Project', [['source', sorted], ['properties', texts(columns.properties)], ...columns.computed]);
    writeResult(table.query, projection, mapping);
    writeDocument(diagram.name || table.query.name, table);
}

/** Tags about the appearance of a table. Any other tag may affect its rows. */
const OF_LOOKS = /width|height|label|colou?r|font|style|wrap|zoom|expand|collapse|display|show|hide|icon|image|legend/i;

function tellOthers(diagram: UmlElement, { others }: TableDefinition, mapping: Mapping): void {
    const looks = others.filter(tag => OF_LOOKS.test(tag));
    const contents = others.filter(tag => !OF_LOOKS.test(tag));
    if (looks.length > 0) {
        mapping.accounts.note(diagram, `settings of how it looks: ${looks.join(', ')}`);
    }
    if (contents.length > 0) {
        mapping.approximated(diagram, `without its settings ${contents.join(', ')}`);
    }
}

function takeBack(diagram: UmlElement, { query, document }: WrittenTable, mapping: Mapping): void {
    [query, document].forEach(declaration => declaration.owner!.remove(declaration));
    mapping.tables.delete(diagram);
}

function writeDocument(title: string, { query, document }: WrittenTable): void {
    document.addLine([`attribute :>> title = ${quotedString(title)};`], 'property', 0);
    addTableBlock(document, title, query, 1);
}

/** Adds a block to a document that shows the rows of a query. */
export function addTableBlock(owner: Declaration, caption: string, query: Declaration, order: number): void {
    const block = owner.declare('part', owner.freeName('table'), 'property', order);
    block.append('types', [new LibraryName('DocumentQueries::Table')]);
    block.addLine([`attribute :>> caption = ${quotedString(caption)};`], 'property', 0);
    const rows = block.declare('calc', 'rows', 'property', 1);
    rows.append('types', [new Name(query)]);
}

// --- Columns --------------------------------------------------------------------------------------------------------------

type Columns =
    | {
          readonly properties: readonly string[];
          readonly computed: readonly (readonly [string, Argument])[];
          readonly notes: readonly string[];
      }
    | { readonly reason: string };

/** The column with row numbers, which the viewer of the document adds. */
const ROW_NUMBER = '_NUMBER_';

function columnsOf(definition: TableDefinition, mapping: Mapping): Columns {
    const properties: string[] = [];
    const computed: Invocation[] = [];
    const lost: string[] = [];
    const notes: string[] = [];
    for (const id of definition.columns) {
        const name = columnName(id);
        const property = propertyOf(id, mapping);
        const tag = tagOf(id, mapping);
        const relation = Object.hasOwn(RELATED, name.toLowerCase()) ? RELATED[name.toLowerCase()] : undefined;
        if (property !== undefined) {
            properties.push(property);
        } else if (relation !== undefined) {
            computed.push(relatedColumn(name, ...relation));
        } else if (tag !== undefined) {
            computed.push(tagColumn(tag));
        } else if (id !== ROW_NUMBER) {
            lost.push(name);
        }
    }
    if (definition.kind === 'matrix') {
        const unknown = definition.criteria.filter(criterion => relationOf(criterion) === undefined);
        const among = columnsAmong(definition, mapping);
        computed.push(...matrixColumns(definition, among !== undefined && 'query' in among ? among.query : undefined));
        notes.push(
            ...(among === undefined ? [] : 'reason' in among ? [`its columns are all that rows lead to: ${among.reason}`] : among.notes)
        );
        if (computed.length === 0) {
            return { reason: unknown.length === 0 ? 'it has no criterion' : `no query follows ${unknown.join(', ')}` };
        }
        lost.push(...unknown);
    }
    const columns: (readonly [string, Argument])[] = computed.length === 0 ? [] : [['columns', Invocation.list(computed)]];
    const names = [...new Set(properties)];
    if (lost.length > 0) {
        notes.push(`without the columns ${[...new Set(lost)].join(', ')}, which no query answers`);
    }
    return { properties: names.length === 0 ? ['name'] : names, computed: columns, notes };
}

/** Returns the name in the id of a column: `name` for `QPROP:Element:name`. */
const columnName = (id: string): string => id.replace(/^QPROP:.*:/, '');

/** Returns the row property that a column shows: a general property, or a feature of the model by its id. */
function propertyOf(id: string, mapping: Mapping): string | undefined {
    if (/^QPROP:\w+:/.test(id)) {
        const name = columnName(id);
        const lower = name.charAt(0).toLowerCase() + name.slice(1);
        const known = /^QPROP:Element:/.test(id) ? PROPERTIES : ENDS;
        return Object.hasOwn(known, lower) ? known[lower] : undefined;
    }
    const feature = mapping.model.get(id.replace(/^QPROP:/, ''));
    const declaration = mapping.declarationOf(feature);
    return feature?.metaclass === 'Property' && declaration?.owner?.kind !== 'metadata' ? declaration?.name : undefined;
}

/** Returns the metadata feature for a single-valued tag of a stereotype. */
function tagOf(id: string, mapping: Mapping): Declaration | undefined {
    const declaration = mapping.declarationOf(mapping.model.get(id.replace(/^QPROP:/, '')));
    return declaration?.owner?.kind === 'metadata' && declaration.multiplicity === '' ? declaration : undefined;
}

/** Returns a column with the values of a tag; its cells are empty without a value. */
const tagColumn = (tag: Declaration): Invocation =>
    new Invocation('Column', [
        ['name', [quotedString(tag.name)]],
        ['expression', [new Name(tag), ' ?? ""']]
    ]);

function matrixColumns({ criteria, direction }: TableDefinition, among: Invocation | undefined): Invocation[] {
    return criteria.flatMap(criterion => {
        const relation = relationOf(criterion);
        const ways = relation === undefined ? [] : directionsOf(relation, direction);
        return ways.map(way => relatedColumn(ways.length === 1 ? criterion : `${criterion} (${way})`, relation!.kind, way, among));
    });
}

function relatedColumn(name: string, kind: string, direction: string, among?: Invocation): Invocation {
    return new Invocation('RelatedColumn', [
        ['name', [quotedString(name)]],
        ['relationshipKind', [`"${kind}"`]],
        ['direction', [`"${direction}"`]],
        ['maxDepth', ['1']],
        ...(among === undefined ? [] : [['among', among] as const])
    ]);
}

// --- Order ----------------------------------------------------------------------------------------------------------------

/** Orders rows by the columns that the table is sorted by, the first having the highest priority; undefined for an invalid sort. */
function sortedBy(rows: Invocation, { sort }: TableDefinition, tell: (note: string) => void): Invocation | undefined {
    let sorted = rows;
    for (const text of [...sort].reverse()) {
        const [, column, way] = /^(.+)\^(Asc|Desc)$/.exec(text) ?? [];
        if (column === undefined) {
            return undefined;
        }
        const name = columnName(column);
        const property = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
        if (property === undefined) {
            tell(`without its order by ${name}, which no query answers`);
            continue;
        }
        sorted = new Invocation('OrderBy', [
            ['source', sorted],
            ['property', [quotedString(property)]],
            ['direction', [way === 'Asc' ? '"ascending"' : '"descending"']],
            ['missing', ['"last"']],
            ['multiple', ['"first"']]
        ]);
    }
    return sorted;
}
