/** Recognizes image formats by their bytes only (contract: migration 10.5). */
import type { XmlNode } from '../uml-model.js';
import { MigrationError } from './failure.js';
import { treeOf } from './xml-tree.js';

const SIGNATURES: readonly (readonly [suffix: string, start: string])[] = [
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpg', '\xff\xd8\xff'],
    ['gif', 'GIF87a'],
    ['gif', 'GIF89a'],
    ['bmp', 'BM']
];

/** Returns the file suffix of the image format; undefined for an unknown format. */
export function imageSuffix(bytes: Uint8Array): string | undefined {
    const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
    const known = SIGNATURES.find(([, signature]) => start.startsWith(signature));
    if (known !== undefined) {
        return known[0];
    }
    if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') {
        return 'webp';
    }
    return isSvg(bytes) ? 'svg' : undefined;
}

/** Whether the bytes are a well-formed document with an SVG root element. */
function isSvg(bytes: Uint8Array): boolean {
    if (!Buffer.from(bytes.subarray(0, 4096)).includes('svg')) {
        return false;
    }
    let root: XmlNode;
    try {
        root = treeOf(bytes, () => {});
    } catch (error) {
        if (error instanceof MigrationError) {
            return false;
        }
        throw error;
    }
    const namespaces = Object.entries(root.attributes).filter(([name]) => /^xmlns(:|$)/.test(name));
    return root.name === 'svg' && namespaces.some(([, uri]) => uri === 'http://www.w3.org/2000/svg');
}
