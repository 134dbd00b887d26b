/**
 * Writes a placed drawing as SVG: light and dark, accessible to assistive technology, every node, line and port with the id of its element.
 * Deterministic. Reads only scene and placement; does not depend on the layout engine, a browser or the model.
 */
import type { Note, Picture, Point, Style } from '../geometry.js';
import { FONT_FAMILY } from './font.js';
import type { Frame } from './frame.js';
import { arrowOn, lineOf } from './lines.js';
import { type Attributes, escaped, num, tag } from './markup.js';
import { onOutline } from './outline.js';
import { borderPoint, centreOf, MARGIN, type Placed, type PlacedLink, type Placement, type Rect } from './placement.js';
import {
    type Box,
    isSymbol,
    leading,
    type Link,
    PADDING,
    portText,
    scaleOf,
    type Scene,
    type Section,
    type Size,
    sizeOf,
    SECTION_TOP,
    SMALL_SIZE,
    type TextLine,
    titleHeight
} from './scene.js';
import { middleOfTitle, type Uprights, uprightsOf } from './titles.js';
import { isLong, nameInPort, namedTab, portSymbol, SMALL_TAB, symbolOf } from './symbols.js';
import { styleSheet, type Theme } from './theme.js';

export interface Sheet {
    readonly title: string;
    readonly description: string;
    readonly kind: string;
    readonly element: string;
    /** the visible part of the placement */
    readonly extent: Rect;
    readonly theme: Theme;
    /** further rules of the style sheet */
    readonly styles?: string;
    /** written at the top of the extent */
    readonly heading?: readonly TextLine[];
}

/** The SVG element with some content. */
export function sheetOf({ title, description, kind, element, extent, theme, styles, heading = [] }: Sheet, content: string): string {
    const { x, y, width, height } = extent;
    const attributes = {
        xmlns: 'http://www.w3.org/2000/svg',
        class: 'sysml-drawing',
        role: 'img',
        'aria-labelledby': 'title desc',
        width,
        height,
        viewBox: [x, y, width, height].map(num).join(' '),
        'font-family': FONT_FAMILY,
        'data-kind': kind,
        'data-element': element
    };
    const head = [
        tag('title', { id: 'title' }, escaped(title)),
        tag('desc', { id: 'desc' }, escaped(description)),
        tag('style', {}, escaped([styleSheet(theme), styles].filter(s => s !== undefined).join('\n'))),
        tag('rect', { class: 'paper', x, y, width, height }),
        ...(heading.length === 0 ? [] : [textAt(heading, { x: x + MARGIN, top: y + MARGIN / 2, anchor: 'start' }, {})])
    ];
    return `${tag('svg', attributes, `\n${[...head, content].join('\n')}\n`)}\n`;
}

export interface Extras {
    readonly notes: readonly Note[];
    readonly pictures: readonly Picture[];
}

const NO_EXTRAS: Extras = { notes: [], pictures: [] };

/** Draws boxes, lines over them, ports on top. */
export function drawingOf({ boxes, links }: Scene, placement: Placement, { notes, pictures }: Extras = NO_EXTRAS): string {
    const picture = (isAbove: boolean): string[] => pictures.filter(p => p.above === isAbove).map(pictureOf);
    const byId = new Map(boxes.map(b => [b.id, b]));
    const uprights = uprightsOf(placement);
    const holders = new Set(boxes.map(b => b.parent));
    return [
        ...picture(false),
        ...boxes.map(b => boxMarkup(b, placement, uprights, holders.has(b.id))),
        ...placement.dividers.map(dividerMarkup),
        ...links.map(l => linkMarkup(l, touching(l, placement, byId, holders))),
        ...boxes.flatMap(b => b.ports.map(p => portMarkup(p, placement.ports.get(p.id)!, holderOf(p, b, placement)))),
        ...notes.map(n => noteMarkup(n, placement)),
        ...picture(true)
    ].join('\n');
}

/** The frame of a view, drawn below everything else. */
export function frameMarkup({ shapes, texts }: Frame): string {
    const written = texts.map(({ text, size, bold, italic, isCentred, x, y }) => {
        const attributes: Attributes = {
            x,
            y,
            'text-anchor': isCentred === true ? 'middle' : undefined,
            'font-size': size,
            'font-weight': bold === true ? 'bold' : undefined,
            'font-style': italic === true ? 'italic' : undefined
        };
        return tag('text', attributes, escaped(text));
    });
    return tag('g', { class: 'view-frame' }, shapes + written.join(''));
}

const dividerMarkup = ({ x, y, height }: Rect): string =>
    tag('path', { class: 'rule', d: `M${num(x)} ${num(y)}L${num(x)} ${num(y + height)}`, 'stroke-dasharray': '6 4' });

// --- Boxes --------------------------------------------------------------------------------------------------------------

function boxMarkup(box: Box, placement: Placement, uprights: Uprights, isHolder: boolean): string {
    const { id, element, shape, node, style, description } = box;
    const { rect, caption, stems = [] } = placement.boxes.get(id)!;
    const dashes = node?.declared.isReference === true || shape === 'region' ? '5 3' : undefined;
    const own = { style: colours({ fill: style.fill, stroke: style.line }), 'stroke-dasharray': dashes };
    const parts = [tag('title', {}, escaped(description))];
    const tab = tabOf(box, isHolder);
    parts.push(tab === undefined ? symbolOf(drawnShape(box), rect, own) : namedTab(rect, tab, own));
    if (tab !== undefined) {
        parts.push(textAt(box.title, { x: rect.x + tab.width / 2, top: rect.y + 6 * scaleOf(style), anchor: 'middle' }, style));
    } else if (shape === 'lane') {
        parts.push(textsOf(box, caption!, []));
    } else if (caption !== undefined) {
        parts.push(textAt([{ text: box.caption, size: SMALL_SIZE }], { x: centreOf(caption).x, top: caption.y, anchor: 'middle' }, style));
    } else if (!isSymbol(shape)) {
        const below = shape === 'package' ? SMALL_TAB.height : 0;
        parts.push(textsOf(box, { ...rect, y: rect.y + below, height: rect.height - below }, uprights));
    }
    for (const { x, y } of stems) {
        parts.push(tag('path', { class: 'link', d: `M${num(x)} ${num(y)}L${num(x)} ${num(placement.height)}`, 'stroke-dasharray': '6 4' }));
    }
    const classes = ['node', shape.replace(/ /g, '-'), ...(node?.verdict === undefined ? [] : [`verdict-${node.verdict}`])].join(' ');
    const markup = tag('g', { class: classes, id, 'data-element': element, role: 'group' }, parts.join(''));
    return node?.link === undefined ? markup : tag('a', { href: node.link, target: '_blank', rel: 'noopener noreferrer' }, markup);
}

/** The tab of a package with its name in it (SysML 8.2.3.5): only if the package contains boxes and has no compartments. */
function tabOf({ shape, title, sections, style }: Box, isHolder: boolean): Size | undefined {
    if (shape !== 'package' || sections.length > 0 || !isHolder) {
        return undefined;
    }
    const { width } = sizeOf(shape, title, [], style);
    return { width, height: titleHeight(title) * scaleOf(style) };
}

/** Definitions of actions and states have sharp corners, unlike their usages. */
function drawnShape({ shape, node }: Box): Box['shape'] {
    return node?.declared.isDefinition === true && (shape === 'action' || shape === 'state') ? 'definition' : shape;
}

/** The text of a box, above its content; vertically centred if there is nothing else in the box. */
function textsOf(box: Box, rect: Rect, uprights: Uprights): string {
    const { title, sections, size, style, shape } = box;
    const scale = scaleOf(style);
    const isOval = shape === 'case';
    const free = isOval ? (size.height - size.height / 1.5) / 2 : 0;
    const isAlone = sections.length === 0 && Math.abs(rect.height - size.height) < rect.height / 3;
    const shift = shape === 'comment' || !isAlone ? 0 : (rect.height - size.height) / 2;
    let y = rect.y + free + Math.max(shift, 0) + 6 * scale;
    const parts = [textAt(title, { x: middleOfTitle(box, rect, y, uprights), top: y, anchor: 'middle' }, style)];
    y += title.reduce((sum, l) => sum + leading(l.size), 0) * scale + 6 * scale;
    const inset = isOval ? rect.width * 0.15 : 0;
    for (const section of sections) {
        const [left, right] = [rect.x + inset, rect.x + rect.width - inset];
        if (title.length > 0) {
            parts.push(tag('path', { class: 'rule', d: `M${num(left)} ${num(y)}L${num(right)} ${num(y)}` }));
        }
        parts.push(sectionText(section, { left, right, y }, style));
        y += (sectionTop(section) + section.lines.reduce((sum, l) => sum + leading(l.size), 0) + 8) * scale;
    }
    return parts.join('');
}

const sectionTop = ({ name }: Section): number => (name === '' ? 0 : leading(SMALL_SIZE));

interface SectionPlace {
    readonly left: number;
    readonly right: number;
    readonly y: number;
}

function sectionText(section: Section, { left, right, y }: SectionPlace, style: Style): string {
    const scale = scaleOf(style);
    const top = y + (SECTION_TOP + sectionTop(section)) * scale;
    const heading =
        section.name === ''
            ? ''
            : textAt(
                  [{ text: section.name, size: SMALL_SIZE, italic: true }],
                  { x: (left + right) / 2, top: y + SECTION_TOP * scale, anchor: 'middle', name: 'quiet' },
                  style
              );
    const marks = section.lines.map(({ isMarked, size }, i) => {
        const above = section.lines.slice(0, i).reduce((sum, l) => sum + leading(l.size), 0);
        const bar = { x: left + 1, y: top + above * scale, width: right - left - 2, height: leading(size) * scale };
        return isMarked === true ? tag('rect', { class: 'mark', ...bar }) : '';
    });
    return marks.join('') + heading + textAt(section.lines, { x: left + PADDING, top, anchor: 'start' }, style);
}

/** The place of lines of text. */
interface TextPlace {
    /** of the anchor */
    readonly x: number;
    /** the upper border of the first line */
    readonly top: number;
    readonly anchor: 'start' | 'middle';
    /** classes of the text */
    readonly name?: string;
}

/** Writes lines of text downwards from `top`. */
function textAt(lines: readonly TextLine[], { x, top, anchor, name = '' }: TextPlace, style: Style): string {
    const scale = scaleOf(style);
    let y = top;
    return lines
        .map(({ text, size, bold = false, italic = false, element }) => {
            y += leading(size) * scale;
            const attributes: Attributes = {
                class: name,
                x,
                y: y - size * 0.3 * scale,
                'text-anchor': anchor === 'start' ? undefined : anchor,
                'font-size': size * scale,
                'font-weight': bold || style.bold === true ? 'bold' : undefined,
                'font-style': italic || style.italic === true ? 'italic' : undefined,
                'data-element': element,
                style: colours({ fill: style.text, 'font-family': style.font })
            };
            return tag('text', attributes, escaped(text));
        })
        .join('');
}

/** Writes stated colours and fonts as a style, without characters that could end a declaration or load a resource. */
function colours(values: Readonly<Record<string, string | undefined>>): string | undefined {
    const stated = Object.entries(values).filter(([, v]) => v !== undefined && v !== '');
    return stated.length === 0 ? undefined : stated.map(([key, v]) => `${key}:${v!.replace(/[;{}<>\\]|url\s*\(/gi, '')}`).join(';');
}

// --- Ports and lines ----------------------------------------------------------------------------------------------------

/** The rectangle on whose border a port lies: that of the enclosing port, or of the box. */
function holderOf({ within }: Box['ports'][number], { id }: Box, { boxes, ports }: Placement): Rect {
    const around = ports.get(within)?.rect;
    return around !== undefined && isLong(around) ? around : boxes.get(id)!.rect;
}

function portMarkup(port: Box['ports'][number], { rect, caption }: Placed, box: Rect): string {
    const { id, element, direction, name, type, isConjugated } = port;
    const title = ['port', direction, name, type && `: ${type}`, isConjugated ? '(conjugated)' : ''].filter(t => t !== '').join(' ');
    const inside = isLong(rect) && caption === undefined;
    const text = inside
        ? tag(
              'text',
              { class: 'label', 'text-anchor': 'middle', 'font-size': SMALL_SIZE, ...nameInPort(rect, box) },
              escaped(portText(port))
          )
        : caption === undefined
          ? ''
          : textAt(
                [{ text: portText(port), size: SMALL_SIZE }],
                { x: caption.x + 2, top: caption.y, anchor: 'start', name: 'quiet label' },
                {}
            );
    return tag('g', { class: 'port', id, 'data-element': element }, tag('title', {}, escaped(title)) + portSymbol(port, rect, box) + text);
}

/** The point at which a line from above meets a package outside its tab. */
function belowTab(box: Box, rect: Rect, end: Point, holders: ReadonlySet<string>): Point | undefined {
    if (box.shape !== 'package') {
        return undefined;
    }
    const tab = tabOf(box, holders.has(box.id)) ?? { ...SMALL_TAB, width: Math.min(SMALL_TAB.width, rect.width / 2) };
    const isBeside = end.x > rect.x + tab.width && Math.abs(end.y - rect.y) < 1;
    return isBeside ? { x: end.x, y: rect.y + tab.height } : undefined;
}

/** Moves the ends of a line from the rectangles around the symbols to the outlines of the symbols. */
function touching(
    { id, from, to, fromPort, toPort }: Link,
    { boxes, links }: Placement,
    byId: ReadonlyMap<string, Box>,
    holders: ReadonlySet<string>
): PlacedLink {
    const link = links.get(id)!;
    const points = [...link.points];
    const [first, last] = [byId.get(from)!, byId.get(to)!];
    if (points.length > 1 && fromPort === '') {
        points[0] =
            belowTab(first, boxes.get(from)!.rect, points[0], holders) ??
            onOutline(first.shape, boxes.get(from)!.rect, points[0], points[1]);
    }
    if (points.length > 1 && toPort === '') {
        points[points.length - 1] =
            belowTab(last, boxes.get(to)!.rect, points.at(-1)!, holders) ??
            onOutline(last.shape, boxes.get(to)!.rect, points.at(-1)!, points.at(-2)!);
    }
    return { ...link, points };
}

function linkMarkup(link: Link, { points, label, fromEnd, toEnd }: PlacedLink): string {
    const { id, element, kind, form, style, description } = link;
    const parts = [
        tag('title', {}, escaped(description)),
        points.length < 2 ? '' : lineOf(kind, form, points, { style: colours({ stroke: style.line }) }),
        label === undefined ? '' : labelMarkup(link.label, label, style),
        fromEnd === undefined ? '' : labelMarkup([link.fromEnd], fromEnd, style),
        toEnd === undefined ? '' : labelMarkup([link.toEnd], toEnd, style)
    ];
    const line = tag('g', { class: `edge ${kind}`, id, 'data-element': element }, parts.join(''));
    const carried = (link.carried ?? []).map((flow, i) =>
        tag(
            'g',
            { class: `edge ${flow.kind}`, id: flow.id, 'data-element': flow.element },
            tag('title', {}, escaped(flow.description)) + arrowOn(flow.form, points, flow.from !== link.from, i)
        )
    );
    return [line, ...carried].join('\n');
}

function labelMarkup(lines: readonly string[], rect: Rect, style: Style): string {
    const texts = lines.map((text): TextLine => ({ text, size: SMALL_SIZE }));
    return textAt(texts, { x: centreOf(rect).x, top: rect.y, anchor: 'middle', name: 'label' }, { ...style, fontSize: undefined });
}

// --- Notes and pictures -------------------------------------------------------------------------------------------------

function noteMarkup({ text, x, y, width, height, anchor, edge }: Note, placement: Placement): string {
    const rect = { x, y, width, height };
    const target = placement.boxes.get(anchor)?.rect ?? middleRect(placement.links.get(edge));
    const line = target === undefined ? '' : tag('path', { class: 'link', d: anchorLine(rect, target), 'stroke-dasharray': '2 3' });
    const lines = text.split('\n').map((t): TextLine => ({ text: t, size: SMALL_SIZE }));
    return tag(
        'g',
        { class: 'note' },
        line + symbolOf('comment', rect, {}) + textAt(lines, { x: x + PADDING, top: y + 4, anchor: 'start' }, {})
    );
}

function middleRect(link: PlacedLink | undefined): Rect | undefined {
    return link === undefined || link.points.length === 0 ? undefined : { ...link.points[link.points.length >> 1], width: 0, height: 0 };
}

function anchorLine(from: Rect, to: Rect): string {
    const [a, b] = [borderPoint(from, centreOf(to)), to.width === 0 ? to : borderPoint(to, centreOf(from))];
    return `M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`;
}

function pictureOf({ location, x, y, width, height, alt }: Picture): string {
    return tag(
        'image',
        { href: location, x, y, width, height, role: 'img', 'aria-label': alt },
        alt === '' ? '' : tag('title', {}, escaped(alt))
    );
}
