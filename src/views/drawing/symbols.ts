/** The symbols of the graphical notation (SysML 8.2.3) as SVG, in a given rectangle. Does not depend on models or text. */
import type { Point } from '../geometry.js';
import { num, pathOf, tag, type Attributes } from './markup.js';
import { centreOf, type Rect } from './placement.js';
import type { BoxPort, BoxShape } from './parts.js';

type Symbol = (rect: Rect, own: Attributes) => string;

const CORNER = 12;

const rectangle =
    (radius: number, name: string): Symbol =>
    (rect, own) =>
        tag('rect', { class: `box ${name}`, ...boundsOf(rect), rx: radius, ...own });

const boundsOf = ({ x, y, width, height }: Rect): Attributes => ({ x, y, width, height });

const disc =
    (name: string, scale = 1): Symbol =>
    (rect, own) => {
        const { x, y } = centreOf(rect);
        return tag('circle', { class: name, cx: x, cy: y, r: (Math.min(rect.width, rect.height) / 2) * scale, ...own });
    };

const polygon =
    (name: string, corners: (rect: Rect) => readonly Point[]): Symbol =>
    (rect, own) =>
        tag('path', { class: name, d: `${pathOf(corners(rect))}Z`, ...own });

const at = (x: number, y: number): Point => ({ x, y });

const diamond = polygon('box', ({ x, y, width, height }) => [
    at(x + width / 2, y),
    at(x + width, y + height / 2),
    at(x + width / 2, y + height),
    at(x, y + height / 2)
]);

const cross: Symbol = rect => {
    const { x, y } = centreOf(rect);
    const r = (Math.min(rect.width, rect.height) / 2) * Math.SQRT1_2;
    return tag('path', {
        class: 'link',
        d: `M${num(x - r)} ${num(y - r)}L${num(x + r)} ${num(y + r)}M${num(x + r)} ${num(y - r)}L${num(x - r)} ${num(y + r)}`
    });
};

const all =
    (...symbols: readonly Symbol[]): Symbol =>
    (rect, own) =>
        symbols.map(s => s(rect, own)).join('');

/** A note with a folded corner. */
const folded = all(
    polygon('box note', ({ x, y, width, height }) => [
        at(x, y),
        at(x + width - CORNER, y),
        at(x + width, y + CORNER),
        at(x + width, y + height),
        at(x, y + height)
    ]),
    ({ x, y, width }) =>
        tag('path', {
            class: 'rule',
            d: pathOf([at(x + width - CORNER, y), at(x + width - CORNER, y + CORNER), at(x + width, y + CORNER)])
        })
);

/** The tab of a package with its name inside. */
export const SMALL_TAB = { width: 56, height: 8 };

/** A package with its name in the tab, which is as high as its text. @param tab size of the tab */
export function namedTab({ x, y, width, height }: Rect, tab: { readonly width: number; readonly height: number }, own: Attributes): string {
    const right = x + Math.min(tab.width, width);
    const top = y + tab.height;
    return tag('path', {
        class: 'box group',
        d: `${pathOf([at(x, y), at(right, y), at(right, top), at(x + width, top), at(x + width, y + height), at(x, y + height)])}ZM${num(x)} ${num(top)}L${num(right)} ${num(top)}`,
        ...own
    });
}

/** A package with its name inside: a small tab within the rectangle's upper edge. */
const tabbed: Symbol = (rect, own) => namedTab(rect, { width: Math.min(SMALL_TAB.width, rect.width / 2), height: SMALL_TAB.height }, own);

const figure: Symbol = ({ x, y, width, height }) => {
    const [middle, head] = [x + width / 2, height * 0.15];
    const [neck, hip, arms] = [y + 2 * head, y + height * 0.62, y + height * 0.42];
    const limbs = [
        [at(middle, neck), at(middle, hip)],
        [at(x + 3, arms), at(x + width - 3, arms)],
        [at(x + 5, y + height), at(middle, hip), at(x + width - 5, y + height)]
    ];
    return (
        tag('circle', { class: 'hollow', cx: middle, cy: y + head, r: head }) +
        tag('path', { class: 'link', d: limbs.map(pathOf).join('') })
    );
};

const letter =
    (text: string): Symbol =>
    rect => {
        const { x, y } = centreOf(rect);
        return tag('text', { x, y: y + 4, 'text-anchor': 'middle', 'font-size': 11 }, text);
    };

const hourglass: Symbol = ({ x, y, width }) => {
    const [left, top] = [x + width - 20, y + 6];
    return tag('path', {
        class: 'rule',
        d: `${pathOf([at(left, top), at(left + 11, top), at(left, top + 14), at(left + 11, top + 14)])}Z`
    });
};

const oval: Symbol = (rect, own) => {
    const { x, y } = centreOf(rect);
    return tag('ellipse', { class: 'box', cx: x, cy: y, rx: rect.width / 2, ry: rect.height / 2, ...own });
};

const bar: Symbol = (rect, own) => tag('rect', { class: 'solid', ...boundsOf(rect), ...own });

/** A small flag in the upper left corner: with a notch at its left for accept actions, with a point at its right for send actions. */
const flag =
    (isSend: boolean): Symbol =>
    ({ x, y }) => {
        const [left, top, right, bottom, point] = [x + 8, y + 7, x + 22, y + 17, 4];
        const corners = isSend
            ? [at(left, top), at(right - point, top), at(right, (top + bottom) / 2), at(right - point, bottom), at(left, bottom)]
            : [at(left, top), at(right, top), at(right, bottom), at(left, bottom), at(left + point, (top + bottom) / 2)];
        return tag('path', { class: 'ink', d: `${pathOf(corners)}Z` });
    };

/** Each side is a separate line, so that on the common border of two lanes the dashes of both coincide. */
const laneBorder: Symbol = ({ x, y, width, height }) => {
    const [right, bottom] = [x + width, y + height];
    const side = (from: Point, to: Point): string => pathOf([from, to]);
    const sides = [
        side(at(x, y), at(x, bottom)),
        side(at(right, y), at(right, bottom)),
        side(at(x, y), at(right, y)),
        side(at(x, bottom), at(right, bottom))
    ];
    return tag('path', { class: 'link dashed', d: sides.join('') });
};

/** A compartment for the steps of a body. */
const bodied: Symbol = (rect, own) => tag('rect', { class: 'compartment', ...boundsOf(rect), ...own });

const SYMBOLS: Readonly<Record<BoxShape, Symbol>> = {
    dot: disc('solid'),
    joint: () => '',
    shelf: () => '',
    entry: (rect, own) => tag('rect', { class: 'solid', ...boundsOf(rect), rx: 4, ...own }),
    body: bodied,
    definition: rectangle(0, 'definition'),
    usage: rectangle(8, 'usage'),
    package: tabbed,
    comment: folded,
    state: rectangle(12, 'usage'),
    region: rectangle(0, 'group'),
    action: rectangle(12, 'usage'),
    accept: all(rectangle(12, 'usage'), flag(false)),
    timer: all(rectangle(12, 'usage'), flag(false), hourglass),
    send: all(rectangle(12, 'usage'), flag(true)),
    start: disc('solid'),
    done: all(disc('hollow'), disc('solid', 0.6)),
    terminate: all(disc('hollow'), cross),
    fork: bar,
    join: bar,
    decision: diamond,
    merge: diamond,
    choice: diamond,
    junction: disc('solid'),
    'entry point': disc('hollow'),
    'exit point': all(disc('hollow'), cross),
    'shallow history': all(disc('hollow'), letter('H')),
    'deep history': all(disc('hollow'), letter('H*')),
    lifeline: rectangle(8, 'usage'),
    actor: figure,
    case: oval,
    view: rectangle(8, 'group'),
    lane: all(rectangle(0, 'group lane'), laneBorder)
};

/**
 * The symbol of a node.
 * @param own attributes that the node states: dashes, colours
 */
export function symbolOf(shape: BoxShape, rect: Rect, own: Attributes): string {
    return SYMBOLS[shape](rect, own);
}

// --- Ports --------------------------------------------------------------------------------------------------------------

/**
 * A port on the border of a box: a rounded square with an arrow in its direction, into the box or out of it; a conjugated port is shaded, a
 * reference is dashed. A proxy is a dot.
 */
export function portSymbol({ flow, isConjugated, isReference, symbol }: BoxPort, rect: Rect, box: Rect): string {
    const middle = centreOf(rect);
    if (symbol === 'proxy') {
        return tag('circle', { class: 'solid', cx: middle.x, cy: middle.y, r: 5 });
    }
    const side = sideOf(rect, box);
    // A port that contains ports has its arrow at the upper or right end.
    const { x, y } = isLong(rect) ? arrowInPort(rect, side) : middle;
    const square = tag('rect', {
        class: isConjugated ? 'head' : 'hollow',
        ...boundsOf(rect),
        rx: 2.5,
        'stroke-dasharray': isReference ? '3 2' : undefined
    });
    const along = (reach: number): Point => at(x + side.x * reach, y + side.y * reach);
    const head = (reach: number): string => {
        const [tip, back] = [along(reach), along(reach - Math.sign(reach) * 4)];
        const wing = (k: number): Point => at(back.x - side.y * k, back.y + side.x * k);
        return pathOf([wing(3), tip, wing(-3)]);
    };
    const heads = [...(flow === 'out' || flow === 'inout' ? [head(4.5)] : []), ...(flow === 'in' || flow === 'inout' ? [head(-4.5)] : [])];
    const arrow = heads.length === 0 ? '' : tag('path', { class: 'link', d: pathOf([along(-4), along(4)]) + heads.join('') });
    return square + arrow;
}

/** Whether a port contains others, which makes it long. */
export const isLong = ({ width, height }: Rect): boolean => Math.max(width, height) > 1.5 * Math.min(width, height);

/** Distance of the arrow and the name from the middle of a port that contains others, away from the ports on its outer edge. */
const INWARDS = 3;

function arrowInPort(rect: Rect, side: Point): Point {
    const { x, y } = centreOf(rect);
    return side.x === 0 ? at(rect.x + rect.width - 10, y - side.y * INWARDS) : at(x - side.x * INWARDS, rect.y + 10);
}

/** The place of the name in a port that contains others: along it, beside its arrow. */
export function nameInPort(rect: Rect, box: Rect): Attributes {
    const side = sideOf(rect, box);
    const { x, y } = centreOf(rect);
    if (side.x === 0) {
        return { x: x - 6, y: y - side.y * INWARDS + 4 };
    }
    const [left, top] = [num(x - side.x * INWARDS + 4), num(y + 6)];
    return { transform: `translate(${left} ${top}) rotate(-90)` };
}

/** The direction out of the box at the border on which a port lies. */
function sideOf(port: Rect, box: Rect): Point {
    const { x, y } = centreOf(port);
    const sides: readonly (readonly [number, Point])[] = [
        [Math.abs(x - box.x), at(-1, 0)],
        [Math.abs(x - box.x - box.width), at(1, 0)],
        [Math.abs(y - box.y), at(0, -1)],
        [Math.abs(y - box.y - box.height), at(0, 1)]
    ];
    return sides.reduce((nearest, side) => (side[0] < nearest[0] ? side : nearest))[1];
}
