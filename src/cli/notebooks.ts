/** Reads the notation in the code cells of notebooks, without commands. */
import { messageOf } from '../language/failures.js';
import { SourceError } from './sources.js';

interface Cell {
    readonly cell_type?: string;
    readonly source?: string | readonly string[];
    readonly metadata?: { readonly tags?: readonly string[] };
}

/**
 * The notation of the selected code cells.
 * @param wanted `1,3-5` for numbers of code cells, from 1; `tag:t` for cells with a tag; all if undefined
 * @throws SourceError for an invalid notebook, an invalid selection, or a selection without cells
 */
export function notebookCells(path: string, text: string, wanted?: string): string[] {
    let cells: unknown;
    try {
        ({ cells } = JSON.parse(text) as { readonly cells?: unknown });
    } catch (error) {
        throw new SourceError(`${path} is no notebook: ${messageOf(error)}`);
    }
    if (!Array.isArray(cells)) {
        throw new SourceError(`${path} is no notebook: it has no cells`);
    }
    const isWanted = selection(wanted);
    const code = (cells as readonly Cell[]).filter(c => c.cell_type === 'code');
    const chosen = code.filter((c, i) => isWanted(i + 1, c.metadata?.tags ?? []));
    if (wanted !== undefined && chosen.length === 0) {
        throw new SourceError(`${path}: --cells ${wanted} is none of its ${code.length} code cells`);
    }
    return chosen
        .map(({ source = '' }) => (typeof source === 'string' ? source : source.join('')))
        .map(source => source.replace(/^\s*%[A-Za-z].*$/gm, ''))
        .filter(source => source.trim() !== '');
}

type Selection = (number: number, tags: readonly string[]) => boolean;

function selection(wanted: string | undefined): Selection {
    if (wanted === undefined) {
        return () => true;
    }
    if (wanted.startsWith('tag:')) {
        return (_, tags) => tags.includes(wanted.slice('tag:'.length));
    }
    const ranges = wanted.split(',').map(part => {
        const match = /^(\d+)(?:-(\d+))?$/.exec(part.trim());
        if (match === null) {
            throw new SourceError(`--cells ${wanted}: expected numbers as in 1,3-5, or tag:<tag>`);
        }
        return [Number(match[1]), Number(match[2] ?? match[1])] as const;
    });
    return number => ranges.some(([from, to]) => number >= from && number <= to);
}
