/** Texts that carry the notation of which they were written: what both spellings of a graph, Turtle and JSON, are tried with. */
import { expect } from 'vitest';
import { buildGraph, type BuildOptions, type Conversion, convertText, type Format, writeTurtle } from '../../src/exchange/index.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { modelOf } from './models.js';

export type Documents = readonly (Partial<SourceDocument> & { content: string })[];

/** The notation of a text in a format, and what was parsed for it. */
export function notationOf(content: string, from: Format): Conversion & { readonly parsed: readonly string[] } {
    const parsed: string[] = [];
    const parse = (document: SourceDocument): ReturnType<typeof modelOf> => {
        parsed.push(document.name);
        return modelOf([document]);
    };
    return { ...convertText({ name: 'm', content, from }, { to: 'sysml' }, parse), parsed };
}

export const turtleOf = (documents: Documents, options: BuildOptions = {}): string => writeTurtle(buildGraph(modelOf(documents), options));

/** That a text gives what the graph gives: a blank in front of a text is none of our writer's. */
export function expectAsByGraph(content: string, format: Format): void {
    const [found, byGraph] = [content, ` ${content}`].map(text => ({ ...notationOf(text, format), parsed: undefined }));
    expect(found).toEqual(byGraph);
}

export const KERML = 'package K { classifier A { feature x; } feature f : A { redefines x = 2; } }';
export const TEXT = `// of P
package P {
    /* all "sorts" \\ of */ part def <'1'> A {
\t\tattribute x : ScalarValues::Real = 1.5 + 2; // one
        part p { part q; } part r;

        // none
    }
    part b[1..*] : A;
    import Q::*;
    // behind
}
package Q;
// the end`;
export const OTHER = "package 'Ü' { part def B; part a : P::A = null; } // é\n\n";

/** Documents and the notation that they give together. */
export const SOURCES: readonly (readonly [title: string, documents: Documents, content: string])[] = [
    ['one document', [{ content: TEXT }], TEXT],
    ['line ends of another system', [{ content: TEXT.replaceAll('\n', '\r\n') }], TEXT.replaceAll('\n', '\r\n')],
    ['KerML', [{ content: KERML, language: 'kerml' }], KERML],
    ['documents on one line', [{ content: 'package P;' }, { content: 'package Q;' }], 'package P;package Q;'],
    ['a note without a line end', [{ content: 'package P; // p' }, { content: 'package Q;' }], 'package P; // p\npackage Q;'],
    [
        'several documents',
        [{ content: `${TEXT}\n` }, { content: OTHER }, { content: 'package R;\n// r' }],
        `${TEXT}\n${OTHER}package R;\n// r`
    ]
];
