/**
 * Reads Papyrus diagrams from their own file beside the model (`.notation`): shown elements and their positions (contract: migration 10).
 * Represents them as MagicDraw does, so that one mapper writes both.
 */
import { type Box, type DrawnSymbol, UmlElement, type UmlModel, type XmlNode } from '../uml-model.js';
import { treeOf } from './xml-tree.js';

const HEAD = 4096;

/** Whether the bytes are a Papyrus document of diagrams. */
export function isPapyrusNotation(bytes: Uint8Array): boolean {
    const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
    return /<(\w+:)?(XMI|Diagram)\b[^>]*\/gmf\/runtime\/[^"]*\/notation"/.test(head);
}

/** Adds the diagrams of a document to their owners. Ignores diagrams of models that were not read. */
export function addPapyrusDiagrams(model: UmlModel, bytes: Uint8Array, nextOrder: () => number, checkCancelled: () => void): void {
    const root = treeOf(bytes, checkCancelled);
    const diagrams = root.name === 'Diagram' ? [root] : root.children.filter(node => node.name === 'Diagram');
    for (const diagram of diagrams) {
        const owner = model.get(elementOf(diagram));
        const id = diagram.attributes['xmi:id'] ?? '';
        if (owner === undefined || id === '' || model.get(id) !== undefined) {
            continue;
        }
        const symbols: DrawnSymbol[] = [];
        const boxes = shapesIn(diagram, { x: 0, y: 0 }, symbols);
        const lines = diagram.children.filter(node => node.name === 'edges' && elementOf(node) !== '');
        symbols.push(...lines.map(line => lineOf(line, boxes)));
        const shown = [...new Set(symbols.map(({ elementId }) => elementId))].filter(e => e !== owner.id);
        const element = new UmlElement(model, nextOrder(), { id, metaclass: 'Diagram', role: 'ownedDiagram', owner }, [
            'name',
            diagram.attributes.name ?? 'Diagram'
        ]);
        element.extensions = [representation(diagram.attributes.type ?? '', shown)];
        owner.addOwned(element);
        model.add(element);
        model.drawings.set(id, symbols);
    }
}

/** Splits a type such as `PapyrusUMLClassDiagram` into words, from which the kind of the diagram is recognized. */
const wordsOf = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');

function representation(type: string, shown: readonly string[]): XmlNode {
    const used = shown.map((id): XmlNode => ({ name: 'usedElements', attributes: { href: `#${id}` }, children: [], text: '' }));
    return { name: 'DiagramRepresentationObject', attributes: { type: wordsOf(type) }, children: used, text: '' };
}

/** Returns the id of the element that a diagram, a shape or a line represents; empty without one. */
function elementOf(node: XmlNode): string {
    const href = node.children.find(child => child.name === 'element')?.attributes.href ?? '';
    return href.includes('#') ? href.slice(href.indexOf('#') + 1) : '';
}

/**
 * Collects the shapes with their absolute positions; a nested shape states its position relative to its container. @returns the boxes by
 * shape id
 */
function shapesIn(root: XmlNode, origin: { readonly x: number; readonly y: number }, symbols: DrawnSymbol[]): Map<string, Box> {
    const boxes = new Map<string, Box>();
    const open: [XmlNode, { readonly x: number; readonly y: number }][] = [[root, origin]];
    for (const [node, at] of open) {
        for (const child of node.children.filter(c => c.name === 'children')) {
            const layout = child.children.find(c => c.name === 'layoutConstraint');
            const isBounds = layout?.attributes['xmi:type']?.endsWith(':Bounds') === true;
            const place = isBounds ? { x: at.x + numberOf(layout, 'x'), y: at.y + numberOf(layout, 'y') } : at;
            const elementId = elementOf(child);
            const size = { width: numberOf(layout, 'width'), height: numberOf(layout, 'height') };
            const box = isBounds ? { ...place, ...size } : undefined;
            if (elementId !== '') {
                symbols.push({ elementId, box, points: undefined, isOnLine: false });
            }
            if (box !== undefined && size.width > 0 && size.height > 0) {
                boxes.set(child.attributes['xmi:id'] ?? '', box);
            }
            open.push([child, place]);
        }
    }
    return boxes;
}

/** Value of a bend point's distance from the target when the point has absolute coordinates. */
const ABSOLUTE = -643984;

/** Reads a line with its bend points. Each point has absolute coordinates or its distances from the anchors of both ends. */
function lineOf(line: XmlNode, boxes: ReadonlyMap<string, Box>): DrawnSymbol {
    const bendpoints = line.children.find(child => child.name === 'bendpoints')?.attributes.points ?? '';
    const written = [...bendpoints.matchAll(/\[\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*\]/g)].map(match =>
        match.slice(1).map(Number)
    );
    const [from, to] = [anchorOf(line, 'source', boxes), anchorOf(line, 'target', boxes)];
    const points = written.map(([x, y, toX, toY], i) => {
        if (toX === ABSOLUTE && toY === ABSOLUTE) {
            return [x, y];
        }
        if (from === undefined || to === undefined) {
            return [];
        }
        const share = written.length < 2 ? 0 : i / (written.length - 1); // both distances give the same point unless an end was moved
        return [from.x + x, from.y + y].map((near, axis) => Math.round(near * (1 - share) + [to.x + toX, to.y + toY][axis] * share));
    });
    const isWhole = points.length > 1 && points.every(point => point.length === 2);
    return { elementId: elementOf(line), box: undefined, points: isWhole ? points.flat() : undefined, isOnLine: false };
}

/** Returns the point of a shape where a line ends: the centre, or the relative position that an anchor states. */
function anchorOf(
    line: XmlNode,
    end: 'source' | 'target',
    boxes: ReadonlyMap<string, Box>
): { readonly x: number; readonly y: number } | undefined {
    const box = boxes.get(line.attributes[end] ?? '');
    const anchor = line.children.find(child => child.name === `${end}Anchor`)?.attributes.id ?? '';
    const [, x = '0.5', y = '0.5'] = /^\((\d*\.?\d+)\s*,\s*(\d*\.?\d+)\)/.exec(anchor) ?? [];
    return box === undefined ? undefined : { x: box.x + box.width * Number(x), y: box.y + box.height * Number(y) };
}

function numberOf(node: XmlNode | undefined, name: string): number {
    const text = node?.attributes[name] ?? '';
    return /^-?\d+$/.test(text) ? Number(text) : 0;
}
