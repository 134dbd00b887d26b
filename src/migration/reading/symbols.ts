/** Reads the positions of diagram symbols from the streams of a MagicDraw archive (contract: migration 10.3). Does not depend on v2. */
import type { DrawnSymbol, Picture, XmlNode } from '../uml-model.js';
import { MigrationError } from './failure.js';
import { treeOf } from './xml-tree.js';

/** Returns the symbols of a stream, outer before inner; empty for a stream that is not a well-formed XML document. */
export function symbolsOf(bytes: Uint8Array, checkCancelled: () => void): DrawnSymbol[] {
    let root: XmlNode;
    try {
        root = treeOf(bytes, checkCancelled);
    } catch (error) {
        if (error instanceof MigrationError) {
            return []; // another kind of stream, for example a picture or a table
        }
        throw error;
    }
    const symbols: DrawnSymbol[] = [];
    const open: [node: XmlNode, isOnLine: boolean, isNested: boolean][] = [[root, false, false]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const [node, isOnLine, isNested] = next;
        let isLine = isOnLine;
        if (isHidden(node)) {
            continue;
        }
        if (node.name === 'mdElement') {
            const symbol = symbolOf(node, isOnLine, isNested);
            isLine = isOnLine || symbol.points !== undefined;
            symbols.push(symbol);
        }
        for (let i = node.children.length - 1; i >= 0; i--) {
            open.push([node.children[i], isLine, isNested || node.name === 'mdElement']);
        }
    }
    return symbols;
}

/** Whether a symbol is invisible. The symbols in it are then invisible, too. */
function isHidden({ attributes, children }: XmlNode): boolean {
    const stated = attributes.visible ?? children.find(child => child.name === 'visible')?.text.trim();
    return stated === 'false';
}

/** @param isNested whether it is nested in another symbol: its text is then a label of that symbol */
function symbolOf(node: XmlNode, isOnLine: boolean, isNested: boolean): DrawnSymbol {
    const child = (name: string): XmlNode | undefined => node.children.find(c => c.name === name);
    const geometry = child('geometry')?.text.trim() ?? '';
    const id = child('elementID');
    const elementId = id?.attributes['xmi:idref'] ?? id?.attributes.href?.replace(/^.*#/, '') ?? '';
    const numbers = geometry.split(/[,;]/).flatMap(text => (/^\s*-?\d+(\.\d+)?\s*$/.test(text) ? [Number(text)] : []));
    const picture = node.attributes.elementClass === 'ImageShape' ? pictureOf(node) : undefined;
    if (picture !== undefined && numbers.length === 4) {
        const [left, top, wide, high] = numbers;
        return { elementId: '', box: { x: left, y: top, width: wide, height: high }, points: undefined, isOnLine, picture };
    }
    if (geometry.includes(';')) {
        const isWhole = numbers.length >= 4 && numbers.length % 2 === 0;
        return { elementId, box: undefined, points: isWhole ? numbers : undefined, isOnLine };
    }
    const [x, y, width, height] = numbers;
    const text = elementId === '' && !isNested ? child('text')?.text : undefined;
    const box = numbers.length === 4 ? { x, y, width, height } : undefined;
    return { elementId, box, points: undefined, isOnLine, ...(text !== undefined && { text }) };
}

/** Decodes a pasted picture. The file lists its bytes as hexadecimal numbers without leading zeros. */
function pictureOf(node: XmlNode): Picture | undefined {
    const image = node.children.find(child => child.name === 'image');
    if (image === undefined) {
        return undefined;
    }
    const octets = image.text.split(/\s+/).filter(text => text !== '');
    const isRead = octets.length > 0 && octets.every(octet => /^[0-9a-f]{1,2}$/i.test(octet));
    const bytes = isRead ? Uint8Array.from(octets, octet => parseInt(octet, 16)) : undefined;
    return { id: node.attributes['xmi:id'] ?? '', bytes };
}
