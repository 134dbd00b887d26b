/** Which code cells of a notebook are taken (contract: newest-operations 10, `%load --cells`). */
import { describe, expect, it } from 'vitest';
import { notebookCells } from '../../src/cli/notebooks.js';

const code = (source: string | string[], ...tags: string[]) => ({ cell_type: 'code', source, metadata: { tags } });
const NOTEBOOK = JSON.stringify({
    cells: [
        code('part a;', 'first'),
        { cell_type: 'markdown', source: '# part no;' },
        code(['part b;\n', '%viz b\n', 'part c;']),
        code('%list')
    ]
});
const cellsOf = (wanted?: string): string[] => notebookCells('n.ipynb', NOTEBOOK, wanted);

describe('the code cells of a notebook', () => {
    it('are those that declare something, without their commands', () => {
        expect(cellsOf()).toEqual(['part a;', 'part b;\n\npart c;']);
    });

    it.each([
        ['1', ['part a;']],
        ['2-3', ['part b;\n\npart c;']],
        ['1, 2', ['part a;', 'part b;\n\npart c;']],
        ['tag:first', ['part a;']],
        ['3', []]
    ])('%s selects among them', (wanted, cells) => {
        expect(cellsOf(wanted)).toEqual(cells);
    });

    it.each([
        ['99', 'n.ipynb: --cells 99 is none of its 3 code cells'],
        ['tag:none', 'n.ipynb: --cells tag:none is none of its 3 code cells'],
        ['x', '--cells x: expected numbers as in 1,3-5, or tag:<tag>']
    ])('%s is refused', (wanted, message) => {
        expect(() => cellsOf(wanted)).toThrow(message);
    });

    it.each([
        ['{', /is no notebook/],
        ['{"cells": 3}', /it has no cells/]
    ])('%s is not a notebook', (text, message) => {
        expect(() => notebookCells('n.ipynb', text)).toThrow(message);
    });
});
