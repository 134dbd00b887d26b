/** Edits in the drawing as operations on the model (`sysml/applyModelEdit`). Pure; what a person has to be asked for is a parameter. */
import type { Point } from '../../preview/messages.js';
import { lastOf } from '../../preview/names.js';
import type { Rendering } from '../protocol.js';

/** An operation in the JSON of `ApplyEdits`. */
export type Operation = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const renameOperation = (target: string, newName: string): Operation => ({ rename: { target, newName } });
export const deleteOperation = (target: string, cascade: boolean): Operation => ({ delete: { target, cascade } });
export const moveOperation = (target: string, owner: string): Operation => ({ move: { target, owner } });

/** What is drawn, as far as places are stated of it. */
export type Placed = Pick<Rendering, 'nodes' | 'edges' | 'relationships' | 'view'>;

/** In whose body places are stated: that of a declared view; elsewhere each element states its own. */
const viewOf = ({ view }: Pick<Rendering, 'view'>): { readonly view?: string } => (view.startsWith('#') ? {} : { view });

/** A node at another place, with those in it whose places are stated: they are absolute. */
export function placeOperations(rendering: Placed, node: string, by: Point, to: Point): Operation[] {
    const parents = new Map(rendering.nodes.map(n => [n.id, n.parent]));
    const isInside = (id: string): boolean => {
        const parent = parents.get(id) ?? '';
        return parent !== '' && (parent === node || isInside(parent));
    };
    return rendering.nodes.flatMap(({ id, element, geometry }): Operation[] => {
        if (element === '' || (id !== node && !(geometry !== undefined && isInside(id)))) {
            return [];
        }
        const place = id === node || geometry === undefined ? to : { x: geometry.x + by.x, y: geometry.y + by.y };
        const size = geometry?.hasSize === true ? { width: geometry.width, height: geometry.height } : {};
        return [{ setLayout: { target: element, ...viewOf(rendering), ...place, ...size } }];
    });
}

/** A line along other way points. */
export function routeOperations(rendering: Placed, edge: string, points: readonly Point[]): Operation[] {
    const element = [...rendering.edges, ...rendering.relationships].find(e => e.id === edge)?.element ?? '';
    return element === '' ? [] : [{ setRoute: { target: element, ...viewOf(rendering), points: points.flatMap(({ x, y }) => [x, y]) } }];
}

/** The document in which places of an element are stated: the drawn one for a view, else its own. */
export function placedIn(rendering: Placed, id: string, drawn: string): string {
    const found = [...rendering.nodes, ...rendering.edges, ...rendering.relationships].find(e => e.id === id);
    return rendering.view.startsWith('#') ? (found?.location?.uri ?? drawn) : drawn;
}

/**
 * A new member from a line as one would write it: `name`, `name : Type`, `name : Type [2]`, `name : Type = 5`; of a definition `Name :>
 * General, Other`.
 * @returns undefined for a text that is none
 */
export function addOperation(owner: string, kind: string, text: string): Operation | undefined {
    const name = String.raw`([A-Za-z_]\w*|'(?:\\.|[^'\\])*')`;
    if (kind.endsWith(' def')) {
        const [, defined, generals] = new RegExp(String.raw`^\s*${name}\s*(?::>\s*(.+?))?\s*$`).exec(text) ?? [];
        return defined === undefined
            ? undefined
            : {
                  addMember: {
                      owner,
                      kind,
                      name: defined,
                      ...(generals !== undefined && { specializes: generals.split(',').map(g => g.trim()) })
                  }
              };
    }
    const [, declared, type, multiplicity, value] =
        new RegExp(String.raw`^\s*${name}\s*(?::\s*([^=[]+?))?\s*(?:\[([^\]]+)\])?\s*(?:=\s*(.+?))?\s*$`).exec(text) ?? [];
    return declared === undefined
        ? undefined
        : {
              addMember: {
                  owner,
                  kind,
                  name: declared,
                  ...(type !== undefined && { type: type.trim() }),
                  ...(multiplicity !== undefined && { multiplicity: multiplicity.trim() }),
                  ...(value !== undefined && { value })
              }
          };
}

/** A line between two nodes or ports of a drawing, written into what contains both. */
export function connectOperation(
    rendering: Pick<Rendering, 'nodes' | 'element'>,
    connection: string,
    from: string,
    to: string
): Operation | undefined {
    const [first, second] = [pathTo(rendering, from), pathTo(rendering, to)];
    if (first === undefined || second === undefined || from === to) {
        return undefined;
    }
    let common = 0;
    // an end is a feature of the owner: at least one step below it
    while (common < Math.min(first.length, second.length) - 1 && first[common].id === second[common].id) {
        common++;
    }
    const owner = common === 0 ? ownerOf(first[0].element, second[0].element) : first[common - 1].element;
    const endOf = (path: readonly Step[]): string =>
        path
            .slice(common)
            .map(({ element, name }, i) =>
                common === 0 && i === 0 ? relative(element, owner) : written(lastOf(name === '' ? element : name))
            )
            .join('.');
    const [source, target] = [endOf(first), endOf(second)];
    return connection === 'transition'
        ? { addTransition: { owner, source, target } }
        : { addConnection: { owner, kind: connection, fromEnd: source, toEnd: target } };
}

interface Step {
    readonly id: string;
    readonly element: string;
    readonly name: string;
}

/** From the outermost node of the drawing to a node or port. */
function pathTo({ nodes }: Pick<Rendering, 'nodes'>, id: string): Step[] | undefined {
    const byId = new Map(nodes.map(n => [n.id, n]));
    const path: Step[] = [];
    const port = nodes.flatMap(n => n.ports.map(p => ({ ...p, node: n.id }))).find(p => p.id === id);
    if (port !== undefined) {
        path.push(port);
    }
    for (let node = byId.get(port?.node ?? id); node !== undefined; node = byId.get(node.parent)) {
        // what no element stands for (regions, compartments) is no step
        if (node.element !== '') {
            path.unshift(node);
        }
    }
    return path.length === 0 || path.some(s => s.element === '') ? undefined : path;
}

/** The namespace that owns both. */
function ownerOf(a: string, b: string): string {
    const [first, second] = [a.split('::').slice(0, -1), b.split('::').slice(0, -1)];
    let common = 0;
    while (common < first.length && first[common] === second[common]) {
        common++;
    }
    return first.slice(0, common).join('::');
}

function relative(element: string, owner: string): string {
    return (owner === '' ? element : element.slice(owner.length + 2)).split('::').map(written).join('::');
}

/** A name as the notation writes it. */
export function written(name: string): string {
    return /^[A-Za-z_]\w*$/.test(name) || /^'.*'$/.test(name) ? name : `'${name.replace(/[\\']/g, '\\$&')}'`;
}
