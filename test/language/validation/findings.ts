/** Findings of small models for the tests of the validation: `[line, code]` of each, by severity. */
import { expect, test } from 'vitest';
import { loadLibrary } from '../../../src/language/library/loading.js';
import '../../../src/runtime/evaluation/model-level.js';
import type { Diagnostic } from '../../../src/language/workspace/diagnostics.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';

export type Language = 'sysml' | 'kerml';
let workspace: Workspace | undefined;

/** All findings of one document. */
export function findingsOf(content: string, language: Language = 'sysml', strict = false): readonly Diagnostic[] {
    workspace ??= new Workspace({ library: loadLibrary() });
    return workspace.parseFresh([{ name: `test.${language}`, language, content }], { strict }).diagnostics;
}

/**
 * The findings of bodies, each in a document of its own within one model: quicker than a model for each.
 * @param shared the members of a package that all bodies import
 * @param imports what the package and all bodies import
 */
export function findingsOfBodies(
    { shared, imports = [], language = 'sysml' }: { shared: string; imports?: readonly string[]; language?: Language },
    bodies: readonly string[]
): Map<string, readonly Diagnostic[]> {
    workspace ??= new Workspace({ library: loadLibrary() });
    const imported = imports.map(name => `private import ${name}::*;`).join(' ');
    const documents = [
        { name: `shared.${language}`, language, content: `package Shared { ${imported} ${shared} }` },
        ...bodies.map((body, i) => ({
            name: `${i}.${language}`,
            language,
            content: `package Body${i} { private import Shared::*; ${imported} ${body} }`
        }))
    ];
    const { diagnostics } = workspace.parseFresh(documents, { strict: false });
    return new Map(bodies.map((body, i) => [body, diagnostics.filter(f => f.span?.file === `${i}.${language}`)]));
}

/** A body with the codes of its findings. */
export type CodesOfBody = readonly [body: string, ...codes: string[]];

/** Tests the codes of the findings of each body, in their order. @param ignored codes that are no subject of these tests */
export function testCodes(
    rows: readonly CodesOfBody[],
    { shared, language, ignored = [] }: { shared: string; language: Language; ignored?: readonly string[] }
): void {
    const bodies = rows.map(([body]) => body);
    const found = findingsOfBodies({ shared, language }, bodies);
    const codesOf = (body: string): string[] => found.get(body)!.flatMap(({ code }) => (ignored.includes(code) ? [] : [code]));
    test.each(rows)('%s', (body, ...codes) => expect(codesOf(body)).toEqual(codes));
}

/** The lines and codes of findings: all of them, or those of some codes. */
export function linesAndCodes(findings: readonly Diagnostic[], ...codes: readonly string[]): [number, string][] {
    return findings.filter(f => codes.length === 0 || codes.includes(f.code)).map(f => [f.span!.startLine, f.code]);
}

/** What `// code` markers at the ends of lines expect. */
export function marked(content: string): [number, string][] {
    return content
        .split('\n')
        .flatMap((line, i) =>
            [...(/\/\/ ((?:[a-z.-]+ ?)+)$/.exec(line)?.[1].split(' ') ?? [])].map((code): [number, string] => [i + 1, code])
        );
}
