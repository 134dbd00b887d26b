/** Reads a small XML document into a tree of nodes. */
import type { XmlNode } from '../uml-model.js';
import { parseXml } from './xml.js';

/** @throws MigrationError for text that is not well-formed XML */
export function treeOf(bytes: Uint8Array, checkCancelled: () => void): XmlNode {
    const top: XmlNode = { name: '', attributes: {}, children: [], text: '' };
    const open = [top];
    parseXml(
        bytes,
        {
            open({ name, attributes }) {
                const node: XmlNode = { name, attributes, children: [], text: '' };
                open.at(-1)!.children.push(node);
                open.push(node);
            },
            text(text) {
                open.at(-1)!.text += text;
            },
            close() {
                open.pop();
            }
        },
        checkCancelled
    );
    return top.children[0];
}
