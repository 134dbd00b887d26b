/**
 * Reads data files: delimited text, JSON and JSON Lines. Each record names an element and the values to set. Does not depend on the model.
 * (Contract: newest-operations 5.2, rules 2 to 4 and 10.)
 */
import { delimitedRows } from './delimited.js';
import { ImportRefusal } from './import-refusal.js';
import { type Column, type Mapping, mappingOf, pointed, type Source } from './mapping.js';

export interface DataFile {
    readonly name: string;
    readonly content: string;
    /** one of {@link FORMATS}; if empty, the extension of the name determines it */
    readonly format: string;
    /** JSON text of a mapping; empty if there is none */
    readonly map: string;
}

export type Scalar = string | number | boolean;

/** A value that a record sets. */
export interface Cell {
    readonly feature: string;
    readonly value: Scalar;
    readonly unit?: string;
    /** place in the data, such as `a.csv line 2, column mass` */
    readonly where: string;
}

export interface DataRecord {
    readonly element: string;
    readonly where: string;
    readonly cells: readonly Cell[];
}

const FORMATS = ['csv', 'tsv', 'json', 'jsonl'] as const;
type Format = (typeof FORMATS)[number];

/** The records of a file. @throws ImportRefusal */
export function recordsOf(file: DataFile): DataRecord[] {
    const format = formatOf(file);
    const mapping = mappingOf(file, format === 'csv' || format === 'tsv');
    const content = file.content.replace(/^\uFEFF/, '');
    switch (format) {
        case 'json':
            return objects(jsonRecords(file.name, content, mapping), mapping);
        case 'jsonl':
            return objects(jsonLines(file.name, content), mapping);
        default:
            return delimited(file.name, content, mapping, mapping.delimiter ?? (format === 'tsv' ? '\t' : ','));
    }
}

function formatOf({ name, format }: DataFile): Format {
    const wanted = format !== '' ? format : (/\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? '');
    const found = FORMATS.find(f => f === wanted);
    if (found === undefined) {
        throw new ImportRefusal(
            format !== ''
                ? `unknown data format "${format}"; the formats are csv, tsv, json and jsonl`
                : `${name}: the extension names no data format; name one as csv, tsv, json or jsonl`
        );
    }
    return found;
}

/** Parses a column heading: `mass [kg]` is a feature with the unit of its values. */
function columnOf(text: string): Column {
    const [, feature, unit] = /^(.*?)\s*\[([^\]]*)\]$/.exec(text.trim()) ?? [];
    return feature === undefined ? { feature: text.trim() } : { feature, unit: unit.trim() };
}

// --- Delimited --------------------------------------------------------------------------------------------------------

function delimited(name: string, content: string, mapping: Mapping, delimiter: string): DataRecord[] {
    const [header, ...rows] = delimitedRows(name, content, delimiter);
    if (header === undefined) {
        throw new ImportRefusal(`${name}: no header record`);
    }
    const names = header.fields.map(f => f.trim());
    const elementAt = names.indexOf(mapping.element?.column ?? 'element');
    if (elementAt < 0) {
        throw new ImportRefusal(`${name} line 1: no element column names the element each row sets; name it with the mapping's element`);
    }
    const isLong = mapping.features.size === 0 && LONG.includes([...names].sort().join());
    const cellsOf = isLong ? longCells(names) : wideCells(name, names, elementAt, mapping);
    return rows.map(({ fields, line }) => {
        const where = `${name} line ${line}`;
        if (fields.length !== names.length) {
            throw new ImportRefusal(`${name}: record on line ${line}: wrong number of fields`);
        }
        return { element: fields[elementAt].trim(), where, cells: cellsOf(fields, where) };
    });
}

/** The sorted headings of a file in long form, which sets one feature per record. */
const LONG: readonly string[] = ['element,feature,value', 'element,feature,unit,value'];

type CellsOf = (fields: readonly string[], where: string) => Cell[];

function longCells(names: readonly string[]): CellsOf {
    const [feature, value, unit] = ['feature', 'value', 'unit'].map(n => names.indexOf(n));
    return (fields, where) =>
        fields[value] === ''
            ? []
            : [
                  {
                      feature: fields[feature].trim(),
                      value: fields[value],
                      where: `${where}, column value`,
                      ...(unit >= 0 && fields[unit].trim() !== '' && { unit: fields[unit].trim() })
                  }
              ];
}

function wideCells(name: string, names: readonly string[], elementAt: number, mapping: Mapping): CellsOf {
    const columns = columnsOf(name, names, elementAt, mapping);
    return (fields, where) =>
        columns
            .filter(({ at }) => fields[at] !== '')
            .map(({ at, feature, unit, unitAt }) => {
                const stated = unitAt === undefined ? unit : fields[unitAt].trim();
                return {
                    feature,
                    value: fields[at],
                    where: `${where}, column ${names[at]}`,
                    ...(stated !== undefined && stated !== '' && { unit: stated })
                };
            });
}

/** The feature columns of a header, with the columns that the mapping assigns, in the order of the file. */
function columnsOf(
    name: string,
    names: readonly string[],
    elementAt: number,
    { features, ignore }: Mapping
): (Column & { readonly at: number; readonly unitAt?: number })[] {
    const place = (column: string): number => {
        const at = names.indexOf(column);
        if (at < 0) {
            throw new ImportRefusal(`${name} line 1: there is no column ${column}, which the mapping names`);
        }
        return at;
    };
    const mapped = [...features].map(([feature, { column, unit, unitColumn }]) => ({
        feature,
        at: place(column!),
        ...(unit !== undefined && { unit }),
        ...(unitColumn !== undefined && { unitAt: place(unitColumn) })
    }));
    const used = new Set([elementAt, ...ignore.map(place), ...mapped.flatMap(m => [m.at, m.unitAt ?? -1])]);
    const others = names.map((text, at) => ({ ...columnOf(text), at })).filter(({ at }) => !used.has(at));
    const all = [...mapped, ...others].sort((a, b) => a.at - b.at);
    const twice = all.find((column, i) => all.findIndex(c => c.feature === column.feature) !== i);
    if (twice !== undefined) {
        throw new ImportRefusal(`${name} line 1: column ${twice.feature} is named twice`);
    }
    return all;
}

// --- JSON -------------------------------------------------------------------------------------------------------------

interface JsonRecord {
    readonly value: unknown;
    readonly where: string;
}

function parsed(name: string, content: string): unknown {
    try {
        return JSON.parse(content);
    } catch (error) {
        throw new ImportRefusal(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
}

function jsonRecords(name: string, content: string, { records }: Mapping): JsonRecord[] {
    const whole = parsed(name, content);
    const list = records === undefined ? whole : pointed(whole, records);
    if (!Array.isArray(list)) {
        throw new ImportRefusal(`${name}: the records are not a JSON array; point to them with the mapping's records`);
    }
    return list.map((value: unknown, i) => ({ value, where: `${name} record ${i + 1}` }));
}

const jsonLines = (name: string, content: string): JsonRecord[] =>
    content.split(/\r?\n/).flatMap((text, i) => {
        const where = `${name} line ${i + 1}`;
        return text.trim() === '' ? [] : [{ value: parsed(where, text), where }];
    });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

function objects(records: readonly JsonRecord[], mapping: Mapping): DataRecord[] {
    return records.map(({ value, where }) => {
        if (!isObject(value)) {
            throw new ImportRefusal(`${where}: a record is a JSON object`);
        }
        const element = valueAt(value, mapping.element ?? { column: 'element' });
        if (typeof element !== 'string') {
            throw new ImportRefusal(`${where}: no element field names the element the record sets; name it with the mapping's element`);
        }
        return { element, where, cells: [...mappedCells(value, where, mapping), ...plainCells(value, where, mapping)] };
    });
}

const valueAt = (record: Readonly<Record<string, unknown>>, { column, path }: Source): unknown =>
    path === undefined ? record[column!] : pointed(record, path);

function mappedCells(record: Readonly<Record<string, unknown>>, where: string, { features }: Mapping): Cell[] {
    return [...features].flatMap(([feature, source]) => {
        const { column, path, unit, unitColumn, unitPath } = source;
        const stated = unitPath !== undefined ? pointed(record, unitPath) : unitColumn !== undefined ? record[unitColumn] : unit;
        const place = `${where}, ${path ?? `field ${column}`}`;
        return cellOf(feature, valueAt(record, source), typeof stated === 'string' ? stated : undefined, place);
    });
}

function plainCells(record: Readonly<Record<string, unknown>>, where: string, { element, features, ignore }: Mapping): Cell[] {
    const sources = [...features.values()];
    const roots = (pointer: string | undefined): string | undefined => pointer?.split('/')[1];
    const used = new Set([
        element === undefined ? 'element' : (element.column ?? roots(element.path)),
        ...ignore,
        ...sources.flatMap(s => [s.column ?? roots(s.path), s.unitColumn ?? roots(s.unitPath)])
    ]);
    return Object.entries(record)
        .filter(([key]) => !used.has(key))
        .flatMap(([key, value]) => {
            const { feature, unit } = columnOf(key);
            return cellOf(feature, value, unit, `${where}, field ${key}`);
        });
}

function cellOf(feature: string, value: unknown, unit: string | undefined, where: string): Cell[] {
    if (value === null || value === undefined) {
        return [];
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
        throw new ImportRefusal(`${where}: the value is not a number, boolean or string; map a field inside it with a path`);
    }
    return [{ feature, value, where, ...(unit !== undefined && unit !== '' && { unit }) }];
}
