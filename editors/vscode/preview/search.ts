/** Finding nodes and lines of a drawing by text. Pure. */
import { lastOf } from './names.js';
import type { ShownEdge, ShownNode } from './messages.js';

/**
 * Ids of what matches, the best first: names that begin with the text, names that contain it, kinds and labels that do.
 * Without a text nothing does.
 */
export function found(text: string, nodes: readonly ShownNode[], edges: readonly ShownEdge[]): string[] {
    const sought = text.trim().toLowerCase();
    if (sought === '') {
        return [];
    }
    const ranked = [
        ...nodes.map(({ id, name, kind, element }) => ({
            id,
            rank: rankOf(sought, lastOf(name === '' ? element : name), `${kind} ${element}`)
        })),
        ...edges.map(({ id, label, kind, element }) => ({ id, rank: rankOf(sought, label, `${kind} ${element}`) }))
    ];
    return ranked
        .filter(({ rank }) => rank < 3)
        .sort((a, b) => a.rank - b.rank)
        .map(({ id }) => id);
}

function rankOf(sought: string, name: string, other: string): number {
    const lower = name.toLowerCase();
    if (lower.startsWith(sought)) return 0;
    if (lower.includes(sought)) return 1;
    return other.toLowerCase().includes(sought) ? 2 : 3;
}
