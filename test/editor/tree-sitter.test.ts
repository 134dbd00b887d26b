/** The grammars for tree-sitter are those of the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { treeSitterFiles } from '../../scripts/tree-sitter.js';

const FOLDER = join(import.meta.dirname, '../../editors/tree-sitter');

test('what is in the repository is what `npm run tree-sitter` makes of the grammars', async () => {
    const files = await treeSitterFiles();
    expect([...files.keys()].sort()).toEqual(['kerml', 'sysml']);
    for (const [language, made] of files) {
        for (const [file, text] of made) {
            expect(readFileSync(join(FOLDER, language, file), 'utf8') === text, `${language}/${file} is out of date`).toBe(true);
        }
    }
});
