/** The colouring of JupyterLab knows the words of the grammar. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keywordsOf } from '../../src/language/syntax/index.js';

const FILE = join(import.meta.dirname, '../../editors/jupyter/labextension/static/remoteEntry.js');

describe('the words that JupyterLab colours', () => {
    it('are those of the grammar', () => {
        const [, words] = /const WORDS = new Set\(\s*`([^`]*)`/.exec(readFileSync(FILE, 'utf8'))!;
        expect(words.trim().split(/\s+/).sort()).toEqual([...keywordsOf('sysml')].filter(w => /^[a-z]/i.test(w)).sort());
    });
});
