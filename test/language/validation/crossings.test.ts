/**
 * Constraints where they cross: through aliases, imports, inheritance, conjugation, chains, redefinition, variations and nested usages. In
 * crossings.txt a line `=== language: title` begins a model; `// code` marks the lines of all findings.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingsOf, type Language, linesAndCodes, marked } from './findings.js';

const MODELS = readFileSync(new URL('crossings.txt', import.meta.url), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map(text => {
        const [, language, title, model] = /^(\w+): (.*)\n([^]*)$/.exec(text)!;
        return { language: language as Language, title, model };
    });

test.each(MODELS)('$title', ({ language, model }) => expect(linesAndCodes(findingsOf(model, language))).toEqual(marked(model)));
