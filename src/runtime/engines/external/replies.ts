/**
 * Reads the outputs in the reply of a tool, in the format that its manifest states. A reply with missing or additional outputs is an error.
 * (Contract: verification-and-engines 12.2, 12.4.)
 */
import { isObject } from '../../../language/narrowing.js';
import type { ToolCall, ToolValue } from '../../evaluation/toolbox.js';
import type { Selector } from './invocations.js';
import { jsonFault } from './manifest-members.js';
import type { ToolManifest } from './manifests.js';

/** The tool did not perform its work. */
export class ToolFault extends Error {}

const malformed = (what: string): ToolFault => new ToolFault(`malformed output: ${what}`);

/** Returns the outputs of a performance. @param status exit status @throws ToolFault */
export function readReplyOf(manifest: ToolManifest, call: ToolCall, text: string, status: number): ReadonlyMap<string, ToolValue> {
    const { reply } = manifest;
    switch (reply.format) {
        case 'object':
            return fromObject(text, call.outputs);
        case 'json':
            return fromJson(manifest, call.outputs, text);
        case 'csv':
            return fromTable(manifest, call.outputs, text);
        case 'lines':
            return fromLines(manifest, call.outputs, text);
        case 'exitcode':
            return fromStatus(manifest, call.outputs, status);
    }
}

function json(text: string): unknown {
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        throw malformed(`no JSON: ${text.slice(0, 80).trim()}`);
    }
    const fault = jsonFault(text);
    if (fault !== undefined) {
        throw malformed(fault);
    }
    return value;
}

function fromObject(text: string, outputs: readonly string[]): ReadonlyMap<string, ToolValue> {
    const reply = json(text);
    if (!isObject(reply)) {
        throw malformed('no object');
    }
    const extra = Object.keys(reply).find(k => k !== 'outputs' && k !== 'error');
    if (extra !== undefined || ('error' in reply && 'outputs' in reply)) {
        throw malformed(extra === undefined ? 'error beside outputs' : `the member ${extra}`);
    }
    if ('error' in reply) {
        throw typeof reply.error === 'string' ? new ToolFault(`tool error: ${reply.error}`) : malformed('error is no text');
    }
    const { outputs: given } = reply;
    if (!isObject(given)) {
        throw malformed('no outputs');
    }
    const unknown = Object.keys(given).find(name => !outputs.includes(name));
    if (unknown !== undefined) {
        throw malformed(`${unknown}: it is no output`);
    }
    return new Map(
        outputs.map(name => {
            if (!Object.hasOwn(given, name)) {
                throw new ToolFault(`missing output: ${name}`);
            }
            const member = given[name];
            if (!isObject(member) || Object.keys(member).some(k => k !== 'value' && k !== 'unit')) {
                throw malformed(`${name}: it is no object of value and unit`);
            }
            const { value, unit } = member;
            if (unit !== undefined && typeof unit !== 'string') {
                throw malformed(`${name}: its unit is no text`);
            }
            return [name, { value: valueOf(name, value), ...(unit !== undefined && { unit }) }] as const;
        })
    );
}

/** Checks a scalar, or a list of scalars of one kind. */
function valueOf(name: string, value: unknown): ToolValue['value'] {
    if (isScalar(value)) {
        return value;
    }
    if (Array.isArray(value) && value.every(isScalar) && value.every(v => typeof v === typeof value[0])) {
        return value;
    }
    throw malformed(`${name}: it is no number, Boolean, text or list of one of these`);
}

/** A number that is too large for binary64 is read as infinite. */
const isScalar = (value: unknown): value is number | boolean | string =>
    typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean' || typeof value === 'string';

const selected = ({ reply }: ToolManifest, name: string): Selector => {
    const selector = reply.outputs.get(name);
    if (selector === undefined) {
        throw new ToolFault(`missing output: ${name}: the manifest does not say where it is`);
    }
    return selector;
};

/** Converts a text to the type that a selector states. @throws ToolFault */
function typed(name: string, text: string, type: Selector['type'] = 'number'): number | boolean | string {
    switch (type) {
        case 'string':
            return text;
        case 'boolean':
            if (/^(true|false)$/i.test(text.trim())) {
                return text.trim().toLowerCase() === 'true';
            }
            throw malformed(`${name}: ${text} is no Boolean`);
        default: {
            const value = Number(text);
            if (text.trim() === '' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) {
                throw malformed(`${name}: ${text} is no ${type}`);
            }
            return value;
        }
    }
}

/** Returns a member of a JSON document by RFC 6901; undefined if it does not exist. */
function at(document: unknown, pointer: string): unknown {
    return pointer
        .split('/')
        .slice(1)
        .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((value, step) => {
            if (Array.isArray(value)) {
                const list: readonly unknown[] = value;
                return /^(0|[1-9]\d*)$/.test(step) ? list[Number(step)] : undefined;
            }
            return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
        }, document);
}

function refuse(said: unknown): void {
    if (said !== undefined && said !== null && said !== '') {
        throw new ToolFault(`tool error: ${typeof said === 'string' ? said : JSON.stringify(said)}`);
    }
}

function fromJson(manifest: ToolManifest, outputs: readonly string[], text: string): ReadonlyMap<string, ToolValue> {
    const document = json(text);
    const { errorPath } = manifest.reply;
    refuse(errorPath === undefined ? undefined : at(document, errorPath));
    return new Map(
        outputs.map(name => {
            const { path = `/${name}`, unit, unitPath, type } = selected(manifest, name);
            const found = at(document, path);
            if (found === undefined || found === null) {
                throw new ToolFault(`missing output: ${name}: nothing is at ${path}`);
            }
            const value = valueOf(name, found);
            const measured = unitPath === undefined ? unit : at(document, unitPath);
            const isWrong = type !== undefined && [value].flat().some(v => typeof typed(name, String(v), type) !== typeof v);
            if (isWrong || (measured !== undefined && typeof measured !== 'string')) {
                throw malformed(`${name}: it is no ${type ?? 'quantity'}`);
            }
            return [name, { value, ...(measured !== undefined && { unit: measured }) }] as const;
        })
    );
}

/** Splits a table into rows. A quoted cell may contain delimiters and line ends. */
function rowsOf(text: string, delimiter: string): string[][] {
    const rows: string[][] = [[]];
    let cell = '';
    let isQuoted = false;
    const end = (): void => {
        rows.at(-1)!.push(cell);
        cell = '';
    };
    for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (isQuoted) {
            if (c !== '"') {
                cell += c;
            } else if (text[i + 1] === '"') {
                cell += '"';
                i++;
            } else {
                isQuoted = false;
            }
        } else if (c === '"' && cell === '') {
            isQuoted = true;
        } else if (c === delimiter) {
            end();
        } else if (c === '\n') {
            end();
            rows.push([]);
        } else if (c !== '\r') {
            cell += c;
        }
    }
    end();
    return rows.filter(row => row.length > 1 || row[0] !== '');
}

function fromTable(manifest: ToolManifest, outputs: readonly string[], text: string): ReadonlyMap<string, ToolValue> {
    const { header, delimiter, errorColumn } = manifest.reply;
    const all = rowsOf(text, delimiter);
    const names = header ? (all.shift() ?? []) : [];
    const indexOf = (column: string | number): number => (typeof column === 'number' ? column : names.indexOf(column));
    if (errorColumn !== undefined) {
        refuse(all.at(-1)?.[indexOf(errorColumn)]);
    }
    return new Map(
        outputs.map(name => {
            const { column = name, row = 'last', type, unit, unitColumn } = selected(manifest, name);
            const rows = row === 'all' ? all : [row === 'first' ? all.at(0) : row === 'last' ? all.at(-1) : all.at(row)];
            const cells = rows.map(r => r?.[indexOf(column)]);
            if (cells.some(c => c === undefined)) {
                throw new ToolFault(`missing output: ${name}: no column ${column} in the row`);
            }
            const values = cells.map(c => typed(name, c!, type));
            const measured = unitColumn === undefined ? unit : rows[0]?.[indexOf(unitColumn)];
            return [name, { value: row === 'all' ? values : values[0], ...(measured !== undefined && { unit: measured }) }] as const;
        })
    );
}

function fromLines(manifest: ToolManifest, outputs: readonly string[], text: string): ReadonlyMap<string, ToolValue> {
    const { regex, errorKey } = manifest.reply;
    const groups: Readonly<Record<string, string | undefined>> = regex?.exec(text)?.groups ?? {};
    const byKey = new Map<string, string>();
    for (const line of text.split(/\r?\n/)) {
        const match = /^([^=:]*)[=:](.*)$/.exec(line);
        if (match !== null) {
            byKey.set(match[1].trim(), match[2].trim());
        }
    }
    refuse(errorKey === undefined ? undefined : byKey.get(errorKey));
    return new Map(
        outputs.map(name => {
            const { key = name, type, unit } = manifest.reply.outputs.get(name) ?? {};
            const found = regex === undefined ? byKey.get(key) : groups[name];
            if (found === undefined) {
                throw new ToolFault(`missing output: ${name}`);
            }
            return [name, { value: typed(name, found, type), ...(unit !== undefined && { unit }) }] as const;
        })
    );
}

function fromStatus(manifest: ToolManifest, outputs: readonly string[], status: number): ReadonlyMap<string, ToolValue> {
    return new Map(
        outputs.map(name => {
            const { type } = selected(manifest, name);
            return [name, { value: type === 'integer' ? status : manifest.reply.success.includes(status) }] as const;
        })
    );
}
