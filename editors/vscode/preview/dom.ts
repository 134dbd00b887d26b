/** Making elements of the page. Text is always set as text. */

type Child = Node | string | undefined | false;

/** An HTML element with attributes, listeners (`onclick` …) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Readonly<Record<string, string | boolean | undefined | ((event: Event) => void)>> = {},
    ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') {
            element.addEventListener(name.slice(2), value);
        } else if (value === true) {
            element.setAttribute(name, '');
        } else if (value !== undefined && value !== false) {
            element.setAttribute(name, value);
        }
    }
    element.append(...children.filter((c): c is Node | string => c !== undefined && c !== false));
    return element;
}

export const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes and children. */
export function s<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Readonly<Record<string, string | number | undefined>> = {},
    ...children: readonly Child[]
): SVGElementTagNameMap[K] {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== undefined) {
            element.setAttribute(name, String(value));
        }
    }
    element.append(...children.filter((c): c is Node | string => c !== undefined && c !== false));
    return element;
}

/** Small drawings for buttons: paths on a field of 16 by 16. */
const ICONS = {
    fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
    plus: 'M8 3v10M3 8h10',
    minus: 'M3 8h10',
    pin: 'M6 2h4l-.6 4.5L12 9H4l2.6-2.5zM8 9v5',
    export: 'M8 10V2M5 5l3-3 3 3M3 9v4h10V9',
    play: 'M4.5 2.5v11l8.5-5.5z',
    step: 'M3 3v10l6-5zM11.5 3v10',
    skip: 'M2.5 3v10l5-5zM7.5 3v10l5-5zM13.5 3v10',
    restart: 'M12.5 5.5A5 5 0 1 0 13 9M13 2.5v3.2H9.8',
    stop: 'M4 4h8v8H4z',
    panel: 'M2 3h12v10H2zM10 3v10'
} as const;
export type Icon = keyof typeof ICONS;

const FILLED: readonly Icon[] = ['play', 'stop'];

export function icon(name: Icon): SVGElement {
    const isFilled = FILLED.includes(name);
    return s(
        'svg',
        { viewBox: '0 0 16 16', width: 16, height: 16, class: 'icon', 'aria-hidden': 'true' },
        s('path', {
            d: ICONS[name],
            fill: isFilled ? 'currentColor' : 'none',
            stroke: 'currentColor',
            'stroke-width': isFilled ? 0 : 1.3,
            'stroke-linejoin': 'round',
            'stroke-linecap': 'round'
        })
    );
}

/** A button with a drawing on it. */
export function iconButton(name: Icon, title: string, onclick: () => void): HTMLButtonElement {
    return h('button', { class: 'icon-button', title, 'aria-label': title, onclick }, icon(name));
}

export function byId<T extends HTMLElement>(id: string): T {
    return document.getElementById(id) as T;
}
