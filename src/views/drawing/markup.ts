/** SVG as text: elements, attributes, numbers. Knows nothing of drawings. */
import type { Point } from '../geometry.js';

/** A number with two decimals at most. */
export const num = (value: number): string => `${Math.round(value * 100) / 100 + 0}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML 1.0 has no place for, and halves of surrogate pairs. */
const FORBIDDEN = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]|\p{Surrogate}/gu;

export const escaped = (text: string): string => text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"]/g, c => ENTITIES[c]);

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; attributes that are undefined or empty are left out. Content is markup already. */
export function tag(name: string, attributes: Attributes, content?: string): string {
    const written = Object.entries(attributes)
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([key, value]) => ` ${key}="${typeof value === 'number' ? num(value) : escaped(value ?? '')}"`)
        .join('');
    return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export const pathOf = (points: readonly Point[]): string =>
    points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${num(x)} ${num(y)}`).join('');
