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
    const twice = repeatedMember(text);
    if (twice !== undefined) {
        throw new ManifestFault(`has the member ${twice} twice`);
    }
    return value;
}

/** Returns the first name that occurs twice in one object of a JSON text; undefined without one. @param text must be well-formed */
export function repeatedMember(text: string): string | undefined {
    const open: (Set<string> | undefined)[] = [];
    const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g) ?? [];
    for (const [i, token] of tokens.entries()) {
        if (token === '{') {
            open.push(new Set());
        } else if (token === '[') {
            open.push(undefined);
        } else if (token === '}' || token === ']') {
            open.pop();
        } else if (token.startsWith('"') && tokens[i + 1] === ':') {
            const name = String(JSON.parse(token));
            const names = open.at(-1);
            if (names?.has(name) === true) {
                return name;
            }
            names?.add(name);
        }
    }
    return undefined;
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
