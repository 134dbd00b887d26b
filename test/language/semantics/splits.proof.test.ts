/**
 * What a name means does not depend on how a model is split into files, nor on the order of the files: random packages that import each
 * other in cycles mean the same in every split and order (KerML 8.2.3.5).
 */
import { expect, it } from 'vitest';
import { qualifiedNameOf } from '../../../src/language/semantics/naming.js';
import { resolve } from '../../../src/language/semantics/names.js';
import { visitAll } from '../../../src/language/syntax/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { generator } from '../../support/random.js';
import { cases } from '../../support/thorough.js';

const COUNT = cases(8, 180, 10_000);
const NAMES = ['A', 'B', 'C', 'D', 'E'];

/** Packages, one a line, with few names for many things. */
function randomPackages(seed: number): string[] {
    const below = generator(seed);
    const oneOf = <T>(list: readonly T[]): T => list[below(list.length)];
    const roots = NAMES.slice(0, 2 + below(3));
    const path = (): string => {
        const names = [below(2) === 0 ? oneOf(roots) : oneOf(NAMES)];
        while (below(2) === 0 && names.length < 3) {
            names.push(oneOf(NAMES));
        }
        return (below(12) === 0 ? '$::' : '') + names.join('::');
    };
    const visibility = (): string => oneOf(['public ', 'private ', 'private ']);
    const importText = (): string => `${visibility()}import ${path()}${oneOf(['::*', '::*', '::*', '::**', '', ''])};`;
    const members = (depth: number): string => {
        const used = new Set<string>();
        const fresh = (): string | undefined => {
            const name = oneOf(NAMES);
            return used.has(name) ? undefined : (used.add(name), name);
        };
        return Array.from({ length: 1 + below(4) }, () => {
            const name = fresh();
            if (name === undefined) {
                return importText();
            }
            switch (below(depth > 0 ? 7 : 5)) {
                case 0:
                    return `part ${name} : ${path()};`;
                case 1:
                    return `alias ${name} for ${path()};`;
                case 2:
                    return `part def ${name} :> ${path()};`;
                case 3:
                    return `part def ${name} { ${below(2) === 0 ? importText() : ''} part ${oneOf(NAMES)} : ${path()}; }`;
                case 4:
                    return `part def ${name};`;
                default:
                    return `package ${name} { ${members(depth - 1)} }`;
            }
        }).join(' ');
    };
    return roots.map(root => `package ${root} { ${members(1)} ${below(3) > 0 ? importText() : ''} ${below(3) === 0 ? importText() : ''} }`);
}

let workspace: Workspace | undefined;

/** What every name of packages in files leads to, and which are reported; each named by its package and its place in that. */
function meanings(files: readonly (readonly string[])[]): string[] {
    workspace ??= new Workspace({ library: testLibrary() });
    const documents = files.map((packages, i) => ({ name: `${i}.sysml`, language: 'sysml' as const, content: packages.join('\n') }));
    const { documents: read, diagnostics } = workspace.parseFresh(documents, {});
    const found: string[] = [];
    read.forEach(({ root }, i) => {
        const starts = files[i].map((_, k) => files[i].slice(0, k).join('\n').length + (k === 0 ? 0 : 1));
        visitAll(root, node => {
            if (node.text !== undefined) {
                const start = starts.findLast(at => at <= node.$offset)!;
                const target = resolve(node);
                const name = target === undefined ? '-' : `${target.$type} ${qualifiedNameOf(target)}`;
                found.push(`${files[i][starts.indexOf(start)].slice(8, 9)}:${node.$offset - start} ${node.text ?? ''} = ${name}`);
            }
        });
    });
    for (const { span, code, severity } of diagnostics.filter(d => d.code === 'unresolved')) {
        found.push(`${files[Number.parseInt(span!.file, 10)][span!.startLine - 1].slice(8, 9)}:${span!.startCol} ${severity} ${code}`);
    }
    return found.sort();
}

/** Seeds whose models have aliases that lead through imports to themselves, which the quick suite tries as well. */
const ALIASES_IN_CYCLES = [805, 1958, 7480];

it(`${COUNT} random models mean the same in every split and order of files`, () => {
    for (const seed of [...Array.from({ length: COUNT }, (_, i) => i + 1), ...ALIASES_IN_CYCLES.filter(n => n > COUNT)]) {
        const packages = randomPackages(seed);
        const below = generator(seed + 1_000_000);
        const shuffled = [...packages].sort(() => below(3) - 1);
        const split: string[][] = [[], []];
        packages.forEach(p => split[below(2)].push(p));
        const expected = meanings([packages]);
        for (const files of [packages.map(p => [p]), [[...packages].reverse()], shuffled.map(p => [p]), split, [...split].reverse()]) {
            const present = files.filter(f => f.length > 0);
            expect(meanings(present), `seed ${seed}: ${present.map(f => f.join('\n')).join('\n--- next file\n')}`).toEqual(expected);
        }
    }
});
