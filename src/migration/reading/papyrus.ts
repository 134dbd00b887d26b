/**
 * Diagrams of Papyrus, which a file of their own beside the model holds (`.notation`): what they show and where (contract: migration 10).
 * They become diagrams as MagicDraw lists them, so that one mapper writes both.
 */
import { type DrawnSymbol, UmlElement, type UmlModel, type XmlNode } from '../uml-model.js';
import { treeOf } from './xml-tree.js';

const HEAD = 4096;

/** Whether bytes are a document of diagrams. */
export function isPapyrusNotation(bytes: Uint8Array): boolean {
    const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
    return /<(\w+:)?(XMI|Diagram)\b[^>]*\/gmf\/runtime\/[^"]*\/notation"/.test(head);
}

/** Adds the diagrams of a document to the elements that own them. Diagrams of models that are not read are left out. */
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
        shapesIn(diagram, { x: 0, y: 0 }, symbols);
        const lines = diagram.children.filter(node => node.name === 'edges').map(elementOf);
        const shown = [...new Set([...symbols.map(({ elementId }) => elementId), ...lines])].filter(e => e !== '' && e !== owner.id);
        const element = new UmlElement(model, nextOrder(), { id, metaclass: 'Diagram', role: 'ownedDiagram', owner }, [
            'name',
            diagram.attributes.name ?? 'Diagram'
        ]);
        element.extensions = [representation(diagram.attributes.type ?? '', shown)];
        owner.owned = [...owner.owned, element];
        model.add(element);
        model.drawings.set(id, symbols);
    }
}

/** `PapyrusUMLClassDiagram` in words, which say what kind of diagram it is. */
const wordsOf = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');

function representation(type: string, shown: readonly string[]): XmlNode {
    const used = shown.map((id): XmlNode => ({ name: 'usedElements', attributes: { href: `#${id}` }, children: [], text: '' }));
    return { name: 'DiagramRepresentationObject', attributes: { type: wordsOf(type) }, children: used, text: '' };
}

/** The id of the element that a diagram, a shape or a line stands for; empty for none. */
function elementOf(node: XmlNode): string {
    const href = node.children.find(child => child.name === 'element')?.attributes.href ?? '';
    return href.includes('#') ? href.slice(href.indexOf('#') + 1) : '';
}

/** Shapes with their places on the diagram: those of nested shapes are relative to what holds them. */
function shapesIn(root: XmlNode, origin: { readonly x: number; readonly y: number }, symbols: DrawnSymbol[]): void {
    const open: [XmlNode, { readonly x: number; readonly y: number }][] = [[root, origin]];
    for (const [node, at] of open) {
        for (const child of node.children.filter(c => c.name === 'children')) {
            const layout = child.children.find(c => c.name === 'layoutConstraint');
            const isBounds = layout?.attributes['xmi:type']?.endsWith(':Bounds') === true;
            const place = isBounds ? { x: at.x + numberOf(layout, 'x'), y: at.y + numberOf(layout, 'y') } : at;
            const elementId = elementOf(child);
            if (elementId !== '') {
                const size = { width: numberOf(layout, 'width'), height: numberOf(layout, 'height') };
                symbols.push({ elementId, box: isBounds ? { ...place, ...size } : undefined, points: undefined, isOnLine: false });
            }
            open.push([child, place]);
        }
    }
}

function numberOf(node: XmlNode | undefined, name: string): number {
    const text = node?.attributes[name] ?? '';
    return /^-?\d+$/.test(text) ? Number(text) : 0;
}
