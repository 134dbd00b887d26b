/**
 * Reads MTIP (HUDS) layout files, which state the elements of each diagram and their positions (contract: migration 10.4). Does not depend
 * on v2.
 */
import type { DrawnSymbol, UmlModel, XmlNode } from '../uml-model.js';
import { MigrationError } from './failure.js';
import { treeOf } from './xml-tree.js';

/** The layout is not a usable MTIP packet, or it belongs to another model. */
export class LayoutError extends Error {}

/**
 * Adds the geometry of a layout file to the diagrams of a model. It takes precedence over the geometry of the archive.
 * @throws LayoutError for text that is not an MTIP packet, or a packet without a record for a diagram of the model
 */
export function addLayout(model: UmlModel, bytes: Uint8Array, checkCancelled: () => void): void {
    let root: XmlNode;
    try {
        root = treeOf(bytes, checkCancelled);
    } catch (error) {
        throw error instanceof MigrationError ? new LayoutError(`not an MTIP packet: ${error.message}`) : error;
    }
    if (root.name !== 'packet') {
        throw new LayoutError(`not an MTIP packet: its root element is ${root.name}, not packet`);
    }
    let joined = 0;
    for (const record of root.children.filter(node => node.name === 'data')) {
        const relationships = childOf(record, 'relationships');
        const elements = childOf(relationships, 'element')?.children ?? [];
        const lines = childOf(relationships, 'diagramConnector')?.children ?? [];
        const ids = (childOf(record, 'id')?.children ?? []).map(textOf);
        const diagram = ids.map(id => model.get(id)).find(element => element?.metaclass === 'Diagram');
        if (elements.length + lines.length === 0) {
            continue;
        }
        if (diagram === undefined) {
            const id = ids[0] ?? '';
            model.strays.push({ id, kind: 'MTIP data', name: nameOf(record), reason: 'no diagram of the model has the id of this record' });
            continue;
        }
        joined++;
        const placed = [...elements.flatMap(shapeOf), ...lines.flatMap(lineOf)];
        model.layouts.set(diagram.id, [...(model.layouts.get(diagram.id) ?? []), ...placed]);
        model.unread.places += elements.length + lines.length - placed.length;
        model.unread.looks += [...elements, ...lines].filter(hasLooks).length;
    }
    if (joined === 0) {
        throw new LayoutError('no record of the export joins a diagram of this model');
    }
}

const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined => node?.children.find(child => child.name === name);
const textOf = (node: XmlNode | undefined): string => node?.text.trim() ?? '';

/** The name in the record of a diagram. */
function nameOf(record: XmlNode): string {
    const attributes = childOf(record, 'attributes')?.children ?? [];
    const named = attributes.find(node => node.attributes.key === 'name' || textOf(childOf(node, 'key')) === 'name');
    return textOf(childOf(named ?? record, 'value')) || textOf(named) || '<data>';
}

/** Whether a record states colours or an image. */
function hasLooks(node: XmlNode): boolean {
    const properties = childOf(node, 'properties') ?? childOf(childOf(node, 'relationship_metadata'), 'properties');
    return (properties?.children.length ?? 0) > 0 || childOf(node, 'image') !== undefined;
}

/** The text of an id, which may be wrapped in an element of the tool. */
function idOf(node: XmlNode): string {
    const id = childOf(node, 'id');
    return textOf(id) || textOf(id?.children[0]);
}

function numberIn(node: XmlNode | undefined, name: string): number {
    const text = textOf(childOf(node, name));
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** Reads a rectangle. Negates y, because the y axis of the file points upwards. */
function shapeOf(node: XmlNode): DrawnSymbol[] {
    const data = childOf(node, 'relationship_metadata');
    const [left, right, top, bottom] = ['left', 'right', 'top', 'bottom'].map(name => numberIn(data, name));
    const box = { x: left, y: 0 - top, width: right - left, height: top - bottom };
    const isWhole = Object.values(box).every(Number.isFinite);
    return isWhole ? [{ elementId: idOf(node), box, points: undefined, isOnLine: false }] : [];
}

/** Reads a line from its client over its break points to its supplier. The file lists the break points from the supplier's end. */
function lineOf(node: XmlNode): DrawnSymbol[] {
    const data = childOf(node, 'relationship_metadata');
    const point = (at: XmlNode | undefined): number[] => [numberIn(at, 'xCoordinate'), numberIn(at, 'yCoordinate')];
    const breaks = (childOf(data, 'breakPoint')?.children ?? []).map(point).reverse();
    const points = [point(childOf(data, 'clientPoint')), ...breaks, point(childOf(data, 'supplierPoint'))].flat();
    return points.every(Number.isFinite) ? [{ elementId: idOf(node), box: undefined, points, isOnLine: false }] : [];
}
