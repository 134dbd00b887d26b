/**
 * Reads the parts of a tool's manifest that define its call and its reply: templates for arguments, environment and standard input, and
 * selectors for outputs. Each template yields exactly one text, which no shell interprets. (Contract: verification-and-engines 12.3, 12.4.)
 */
import { isBasicName } from '../../values/index.js';
import { ManifestFault, type Members, objectOf, optionalText, placeOf } from './manifest-members.js';

/** A text with placeholders, split into literal texts and names of placeholders. */
export type Template = readonly (string | { readonly name: string })[];

export type Stdin = { readonly kind: 'json' | 'none' | 'csv' } | { readonly kind: 'template'; readonly template: Template };

export interface Invocation {
    readonly args: readonly Template[];
    readonly env: readonly (readonly [name: string, template: Template])[];
    /** absolute path; undefined if not stated */
    readonly cwd: string | undefined;
    readonly stdin: Stdin;
    readonly inputFile: { readonly format: 'json' | 'csv'; readonly name: string } | undefined;
}

export type ReplyFormat = 'object' | 'json' | 'csv' | 'lines' | 'exitcode';

/** Where a reply contains the value of a variable. */
export interface Selector {
    readonly path?: string;
    readonly column?: string | number;
    readonly row?: 'first' | 'last' | 'all' | number;
    readonly key?: string;
    readonly type?: 'number' | 'integer' | 'real' | 'boolean' | 'string';
    readonly unit?: string;
    readonly unitPath?: string;
    readonly unitColumn?: string | number;
}

export interface Reply {
    readonly format: ReplyFormat;
    /** template for the path of a file; undefined for standard output */
    readonly file: Template | undefined;
    readonly outputs: ReadonlyMap<string, Selector>;
    readonly header: boolean;
    readonly delimiter: string;
    readonly regex: RegExp | undefined;
    readonly success: readonly number[];
    readonly errorPath: string | undefined;
    readonly errorColumn: string | undefined;
    readonly errorKey: string | undefined;
}

/** @throws ManifestFault for unknown placeholders */
export function readInvocation(value: unknown, variables: readonly string[], folder: string): Invocation {
    const members = objectOf(value, 'invocation', ['args', 'env', 'cwd', 'stdin', 'inputFile']);
    const inputFile = 'inputFile' in members ? inputFileOf(members.inputFile) : undefined;
    const known = new Set([
        ...variables.flatMap(v => [v, `${v}.value`, `${v}.unit`]),
        'toolName',
        'uri',
        'outputDir',
        ...(inputFile === undefined ? [] : ['inputFile'])
    ]);
    const env = 'env' in members ? objectOf(members.env, 'env', Object.keys(objectOfAny(members.env))) : {};
    const cwd = optionalText(members, 'cwd');
    return {
        args: 'args' in members ? anyTexts(members, 'args').map(text => templateOf(text, known)) : [],
        env: Object.entries(env).map(([name, text]) => {
            if (typeof text !== 'string' || !isBasicName(name)) {
                throw new ManifestFault(`has no usable variable ${name} in invocation.env`);
            }
            return [name, templateOf(text, known)] as const;
        }),
        cwd: cwd === '' ? undefined : placeOf(cwd, folder),
        stdin: stdinOf(members.stdin, known),
        inputFile
    };
}

const objectOfAny = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Reads a list of texts, which may be empty texts. */
function anyTexts(members: Members, name: string): readonly string[] {
    const value = members[name];
    if (!Array.isArray(value) || !value.every((v): v is string => typeof v === 'string')) {
        throw new ManifestFault(`must have a list of texts as ${name}`);
    }
    return value;
}

function stdinOf(value: unknown, known: ReadonlySet<string>): Stdin {
    if (value === undefined) {
        return { kind: 'json' };
    }
    if (value === 'json' || value === 'none' || value === 'csv') {
        return { kind: value };
    }
    const { template } = objectOf(value, 'invocation.stdin', ['template']);
    if (typeof template !== 'string') {
        throw new ManifestFault('has an invocation.stdin that is not json, none, csv or a template');
    }
    return { kind: 'template', template: templateOf(template, known) };
}

function inputFileOf(value: unknown): Invocation['inputFile'] {
    const { format, name } = objectOf(value, 'invocation.inputFile', ['format', 'name']);
    if ((format !== 'json' && format !== 'csv') || typeof name !== 'string' || !/^[^/\\]+$/.test(name) || /^\.\.?$/.test(name)) {
        throw new ManifestFault('has an invocation.inputFile without a format json or csv and a bare file name');
    }
    return { format, name };
}

/** Parses a text with placeholders in braces. Doubled braces are literal. @throws ManifestFault */
export function templateOf(text: string, known: ReadonlySet<string>): Template {
    const parts: (string | { name: string })[] = [];
    const pattern = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;
    for (const [token, name] of text.matchAll(pattern)) {
        if (name !== undefined) {
            if (!known.has(name)) {
                throw new ManifestFault(`has the unknown placeholder {${name}}`);
            }
            parts.push({ name });
        } else if (token === '{' || token === '}') {
            throw new ManifestFault(`has a brace without its other one in "${text}": double a literal one`);
        } else {
            parts.push(token === '{{' ? '{' : token === '}}' ? '}' : token);
        }
    }
    return parts;
}

const REPLY_MEMBERS = ['format', 'source', 'outputs', 'header', 'delimiter', 'regex', 'success', 'errorPath', 'errorColumn', 'errorKey'];
const SELECTOR_MEMBERS = ['path', 'column', 'row', 'key', 'type', 'unit', 'unitPath', 'unitColumn'];
const FORMATS: readonly ReplyFormat[] = ['object', 'json', 'csv', 'lines', 'exitcode'];

/** @throws ManifestFault */
export function readReply(value: unknown, variables: readonly string[]): Reply {
    const members = value === undefined ? {} : objectOf(value, 'reply', REPLY_MEMBERS);
    const format = FORMATS.find(f => f === (members.format ?? 'object'));
    if (format === undefined) {
        throw new ManifestFault(`has the unknown reply.format ${JSON.stringify(members.format)}`);
    }
    const source = sourceOf(members);
    const text = (name: string): string | undefined => optionalText(members, name) || undefined;
    const { header = true, delimiter = ',', success = [0], outputs } = members;
    if (format !== 'object' && outputs === undefined && members.regex === undefined) {
        throw new ManifestFault('must say where its reply has the outputs');
    }
    if (typeof header !== 'boolean' || typeof delimiter !== 'string' || [...delimiter].length !== 1) {
        throw new ManifestFault('has a reply.header or reply.delimiter that cannot be used');
    }
    if (!Array.isArray(success) || !success.every((s): s is number => Number.isInteger(s))) {
        throw new ManifestFault('has a reply.success that is no list of exit statuses');
    }
    return {
        format,
        file: source === 'stdout' ? undefined : templateOf(source.slice('file:'.length), new Set(['outputDir'])),
        outputs: outputs === undefined ? new Map() : selectorsOf(outputs, variables),
        header,
        delimiter,
        regex: regexOf(members),
        success,
        errorPath: text('errorPath'),
        errorColumn: text('errorColumn'),
        errorKey: text('errorKey')
    };
}

/** Reads where a tool writes its reply: `stdout`, or `file:` and a path. */
function sourceOf(members: Members): string {
    const source = members.source ?? 'stdout';
    if (typeof source !== 'string' || (source !== 'stdout' && !source.startsWith('file:'))) {
        throw new ManifestFault('has a reply.source that is neither stdout nor file:<path>');
    }
    return source;
}

function regexOf(members: Members): RegExp | undefined {
    const text = optionalText(members, 'regex');
    try {
        return text === '' ? undefined : new RegExp(text, 'm');
    } catch {
        throw new ManifestFault(`has a reply.regex that is no regular expression: ${text}`);
    }
}

function selectorsOf(value: unknown, variables: readonly string[]): ReadonlyMap<string, Selector> {
    const members = objectOf(value, 'reply.outputs', variables);
    return new Map(
        Object.entries(members).map(([variable, selector]) => [variable, objectOf(selector, `reply.outputs.${variable}`, SELECTOR_MEMBERS)])
    );
}
