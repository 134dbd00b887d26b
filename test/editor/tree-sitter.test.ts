/** The grammars for tree-sitter are those of the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFull } from '../support/thorough.js';
import { treeSitterFiles } from '../../scripts/tree-sitter.js';

const EDITORS = join(import.meta.dirname, '../../editors');

// reading the grammars takes seconds
test.runIf(isFull)('what is in the repository is what `npm run tree-sitter` makes of the grammars', async () => {
    const files = await treeSitterFiles();
    expect([...files.keys()]).toEqual(expect.arrayContaining(['tree-sitter/kerml/grammar.js', 'zed/languages/sysml/highlights.scm']));
    for (const [file, text] of files) {
        expect(readFileSync(join(EDITORS, file), 'utf8') === text, `${file} is out of date`).toBe(true);
    }
});
