// docs/dependencies.md names every package of package.json.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Readonly<Record<string, string>> | undefined>;
const [used, notUsed] = readFileSync('docs/dependencies.md', 'utf8').split('## What is not used');
const named = (text: string): string[] =>
    text
        .split('\n')
        .filter(line => line.startsWith('|'))
        .flatMap(line => line.split('|')[1].match(/`[^`]+`/g) ?? [])
        .map(name => name.slice(1, -1));

describe('docs/dependencies.md', () => {
    const packages = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap(kind => Object.keys(manifest[kind] ?? {}));

    it('says what each package is for', () => {
        expect(packages.filter(name => !named(used).includes(name))).toEqual([]);
    });

    it('names no package that is not there', () => {
        expect(named(used).filter(name => !packages.includes(name))).toEqual([]);
    });

    it('says why a server of a kept package is not used', () => {
        expect(named(notUsed)).toEqual(expect.arrayContaining(['@grpc/grpc-js', '@connectrpc/connect-node', 'mathjs']));
    });
});
