/** Reads the members of a manifest from strict JSON, without repeated members or nulls. Does not depend on manifests. */
import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isObject } from '../../../language/narrowing.js';

/** An error in a manifest. */
export class ManifestFault extends Error {}

export type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a JSON object. @throws ManifestFault */
export function membersOf(text: string): Members {
    let value: unknown;
    try {
        value = JSON.parse(text, (key, member: unknown) => {
            if (member === null) {
                throw new ManifestFault(`has the member ${key}, which is null`);
            }
            return member;
        });
    } catch (error) {
        throw error instanceof ManifestFault ? error : new ManifestFault('is no JSON');
    }
    if (!isObject(value)) {
        throw new ManifestFault('is no JSON object');
    }
    const fault = jsonFault(text);
    if (fault !== undefined) {
        throw new ManifestFault(`has ${fault}`);
    }
    return value;
}

/** How deeply objects and lists of programs and manifests may nest, because they are read recursively. */
const DEEPEST = 1000;

/**
 * The fault of a JSON text that `JSON.parse` accepts: a name that occurs twice in one object, or values that nest too deeply.
 * @param text must be well-formed
 */
export function jsonFault(text: string): string | undefined {
    const open: (Set<string> | undefined)[] = [];
    for (let i = 0; i < text.length; i++) {
        const char = text[i];
        if (char === '{' || char === '[') {
            open.push(char === '{' ? new Set() : undefined);
            if (open.length > DEEPEST) {
                return `values that nest more than ${DEEPEST} deep`;
            }
        } else if (char === '}' || char === ']') {
            open.pop();
        } else if (char === '"') {
            const end = endOfText(text, i);
            if (isBeforeColon(text, end)) {
                const name = String(JSON.parse(text.slice(i, end)));
                if (open.at(-1)?.has(name) === true) {
                    return `the member ${name} twice`;
                }
                open.at(-1)?.add(name);
            }
            i = end - 1;
        }
    }
    return undefined;
}

/** The index after the quote that ends a JSON string. Uses no regular expression: it would recurse for each character. */
function endOfText(text: string, start: number): number {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) {
        end = text.indexOf('"', end + 1);
    }
    return end + 1;
}

/** Whether the next character that is not a blank is a colon: the text before it is a name. */
function isBeforeColon(text: string, at: number): boolean {
    let next = at;
    while (' \t\r\n'.includes(text[next] ?? ':')) {
        next++;
    }
    return text[next] === ':';
}

function isEscaped(text: string, at: number): boolean {
    let first = at;
    while (text[first - 1] === '\\') {
        first--;
    }
    return (at - first) % 2 === 1;
}

/** Returns a required text, which must not be empty. @throws ManifestFault */
export function requiredText(members: Members, name: string): string {
    const value = members[name];
    if (typeof value !== 'string' || value === '') {
        throw new ManifestFault(`must have a text as ${name}`);
    }
    return value;
}

export function optionalText(members: Members, name: string): string {
    return name in members ? requiredText(members, name) : '';
}

/** Returns a list of texts. @throws ManifestFault */
export function texts(members: Members, name: string): readonly string[] {
    const value = members[name];
    if (!Array.isArray(value) || !value.every((v): v is string => typeof v === 'string' && v !== '')) {
        throw new ManifestFault(`must have a list of texts as ${name}`);
    }
    return value;
}

/**
 * Returns an absolute path unchanged, and any other path relative to the folder. @throws ManifestFault for a path that leaves the folder,
 * also through links
 */
export function placeOf(path: string, folder: string): string {
    if (isAbsolute(path)) {
        return path;
    }
    const joined = join(folder, path);
    let real = joined;
    let root = folder;
    try {
        [root, real] = [realpathSync(folder), realpathSync(joined)];
    } catch {
        // The spelling decides, because a missing file cannot be a link.
    }
    const within = relative(root, real);
    if (within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)) {
        throw new ManifestFault(`names ${path}, which leaves its folder`);
    }
    return joined;
}

/** Returns the members of a member that is an object. @throws ManifestFault */
export function objectOf(value: unknown, name: string, known: readonly string[]): Members {
    if (!isObject(value)) {
        throw new ManifestFault(`has a member ${name} that is no object`);
    }
    const unknown = Object.keys(value).find(key => !known.includes(key));
    if (unknown !== undefined) {
        throw new ManifestFault(`has the unknown member ${name}.${unknown}`);
    }
    return value;
}
