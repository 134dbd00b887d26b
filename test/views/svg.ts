/** Reads a drawing by a strict XML parser. */
import { DOMParser } from '@xmldom/xmldom';

export interface ReadSvg {
    /** values of `id`, in document order */
    readonly ids: readonly string[];
    /** values of `data-element`, in document order */
    readonly elements: readonly string[];
}

/** @throws Error for whatever is not well-formed, also for what parsers only warn of */
export function readSvg(svg: string): ReadSvg {
    if (/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]|\p{Surrogate}/u.test(svg)) {
        throw new Error('a character has no place in XML');
    }
    const onError = (level: string, message: string): never => {
        throw new Error(`${level}: ${message}`);
    };
    const document = new DOMParser({ onError }).parseFromString(svg, 'image/svg+xml');
    const { documentElement: root } = document;
    if (root?.localName !== 'svg' || root.namespaceURI !== 'http://www.w3.org/2000/svg') {
        throw new Error('the root is no SVG');
    }
    const all = [root, ...root.getElementsByTagName('*')];
    const values = (name: string): string[] => all.flatMap(e => e.getAttribute(name) ?? []);
    return { ids: values('id'), elements: values('data-element') };
}
