/** Writes SVG elements, attributes and numbers as text. Does not depend on drawings. */
import type { Point } from '../geometry.js';

/** A number with at most two decimals. */
export const num = (value: number): string => `${Math.round(value * 100) / 100 + 0}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids, and lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]|\p{Surrogate}/gu;

export const escaped = (text: string): string => text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"]/g, c => ENTITIES[c]);

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Writes an element without its undefined and empty attributes. `content` is markup and is not escaped. */
export function tag(name: string, attributes: Attributes, content?: string): string {
    const written = Object.entries(attributes)
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([key, value]) => ` ${key}="${typeof value === 'number' ? num(value) : escaped(value ?? '')}"`)
        .join('');
    return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export const pathOf = (points: readonly Point[]): string =>
    points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${num(x)} ${num(y)}`).join('');
