/** The elements that an editor may add to a drawing of each kind, as keywords of the notation. Only data. */
import type { RenderingKind } from '../views/index.js';

export interface Drawable {
    /** members of the element that a box shows, the most common one first */
    readonly members: readonly string[];
    /** lines between two boxes */
    readonly connections: readonly string[];
}

export const DRAWABLE: Readonly<Record<RenderingKind, Drawable>> = {
    action: { members: ['action'], connections: ['succession', 'flow'] },
    case: { members: ['use case', 'part'], connections: [] },
    geometry: { members: [], connections: [] },
    interconnection: {
        members: ['part', 'port', 'attribute', 'item'],
        connections: ['connection', 'interface', 'flow', 'binding', 'allocation']
    },
    matrix: { members: [], connections: [] },
    mixed: { members: ['part def', 'part', 'attribute', 'action', 'state', 'requirement'], connections: ['connection', 'allocation'] },
    sequence: { members: ['part'], connections: [] },
    state: { members: ['state'], connections: ['transition'] },
    table: { members: ['part', 'attribute'], connections: [] },
    tree: {
        members: ['part def', 'part', 'attribute', 'port', 'item', 'action', 'state', 'requirement', 'constraint'],
        connections: ['connection', 'allocation']
    }
};
