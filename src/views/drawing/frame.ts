/**
 * The frame around a drawing (SysML 8.2.3.26): the view's name in the upper left corner, its documentation in the upper right one, its
 * exposed elements and its filters in the lower ones. A sequence that no view declares is drawn in the box of its occurrence (SysML
 * 8.2.3.9). Does not depend on the placement.
 */
import type { RenderedView } from '../graph.js';
import { textWidth, wrap } from './font.js';
import { num, tag, type Attributes } from './markup.js';
import type { Rect } from './placement.js';
import { leading, NAME_SIZE, SMALL_SIZE } from './phrases.js';

export interface FrameText {
    readonly text: string;
    readonly size: number;
    readonly bold?: boolean;
    readonly italic?: boolean;
    readonly isCentred?: boolean;
    readonly x: number;
    readonly y: number;
}

export interface Frame {
    /** of the picture including the frame */
    readonly extent: Rect;
    readonly shapes: string;
    readonly texts: readonly FrameText[];
}

const ROOM = 8;
const LINE = 300;

/** The frame around an extent; undefined for a pseudo-view whose element is drawn as a box. */
export function frameAround({ view, heading, kind }: RenderedView, extent: Rect): Frame | undefined {
    const { kind: keyword, name, type } = heading;
    if (name === '' || (view === '' && kind !== 'sequence')) {
        return undefined;
    }
    const title = [
        { text: `«${keyword}»`, size: SMALL_SIZE },
        { text: type === '' ? name : `${name} : ${type}`, size: NAME_SIZE, bold: true }
    ];
    if (view === '') {
        return occurrenceAround(title, /\bdef$/.test(keyword), extent);
    }
    const exposes = infoLines('expose', heading.exposes);
    const filters = infoLines('filter', heading.filters);
    const about = aboutLines(heading.documentation);
    const [tab, corner] = [sizeOf(title), sizeOf(about)];
    const head = Math.max(tab.height, corner.height);
    const [left, right] = [sizeOf(exposes), sizeOf(filters)];
    const foot = Math.max(left.height, right.height);
    const width = Math.max(extent.width, tab.width + corner.width + 2 * ROOM, left.width + right.width + ROOM);
    const frame = { x: extent.x, y: extent.y - head, width, height: extent.height + head + foot };
    const bottom = frame.y + frame.height;
    const end = frame.x + width;
    const shapes = [
        tag('rect', { class: 'frame', x: frame.x, y: frame.y, width, height: frame.height, rx: 8 } satisfies Attributes),
        cornerPath(`M${num(frame.x)} ${num(frame.y + tab.height)}h${num(tab.width - 6)}q6 0 6 -6V${num(frame.y)}`),
        about.length === 0
            ? ''
            : cornerPath(`M${num(end)} ${num(frame.y + corner.height)}h${num(6 - corner.width)}q-6 0 -6 -6V${num(frame.y)}`),
        exposes.length === 0 ? '' : cornerPath(`M${num(frame.x)} ${num(bottom - left.height)}h${num(left.width)}V${num(bottom)}`),
        filters.length === 0 ? '' : cornerPath(`M${num(end)} ${num(bottom - right.height)}h${num(-right.width)}V${num(bottom)}`)
    ].join('');
    const texts = [
        ...placed(title, frame.x, frame.y),
        ...placed(about, end - corner.width, frame.y),
        ...placed(exposes, frame.x, bottom - left.height),
        ...placed(filters, end - right.width, bottom - right.height)
    ];
    return { extent: roomAround(frame), shapes, texts };
}

/** The box of an occurrence with its sequence compartment. */
function occurrenceAround(title: readonly Line[], isDefinition: boolean, extent: Rect): Frame {
    const size = sizeOf(title);
    const heading: Line = { text: 'sequence', size: SMALL_SIZE, italic: true };
    const width = Math.max(extent.width, size.width);
    const rule = extent.y - leading(SMALL_SIZE);
    const box = { x: extent.x, y: rule - size.height, width, height: extent.y + extent.height - rule + size.height };
    const shapes = [
        tag('rect', { class: 'frame', ...box, rx: isDefinition ? 0 : 8 } satisfies Attributes),
        cornerPath(`M${num(box.x)} ${num(rule)}h${num(width)}`)
    ].join('');
    const middle = box.x + width / 2;
    const centred = [...placed(title, 0, box.y), ...placed([heading], 0, rule - 2)].map(t => ({ ...t, x: middle, isCentred: true }));
    return { extent: roomAround(box), shapes, texts: centred };
}

const roomAround = ({ x, y, width, height }: Rect): Rect => ({
    x: x - ROOM,
    y: y - ROOM,
    width: width + 2 * ROOM,
    height: height + 2 * ROOM
});

type Line = Pick<FrameText, 'text' | 'size' | 'bold' | 'italic'>;

/** The first lines of the view's documentation. */
function aboutLines(documentation: string): Line[] {
    const lines = documentation === '' ? [] : wrap(documentation, LINE, SMALL_SIZE);
    const shown = lines.length <= MOST ? lines : [...lines.slice(0, MOST), '…'];
    return shown.map(text => ({ text, size: SMALL_SIZE }));
}

/** Maximum number of lines of documentation, and of elements or filters in a corner. */
const MOST = 6;

function infoLines(word: string, texts: readonly string[]): Line[] {
    const shown = texts.length <= MOST ? texts : [...texts.slice(0, MOST), '…'];
    return shown.flatMap(text => wrap(`${word} ${text}`, LINE, SMALL_SIZE)).map(text => ({ text, size: SMALL_SIZE }));
}

function sizeOf(lines: readonly Line[]): { readonly width: number; readonly height: number } {
    return lines.length === 0
        ? { width: 0, height: 0 }
        : {
              width: Math.ceil(Math.max(...lines.map(l => textWidth(l.text, l.size, l.bold)))) + 20,
              height: lines.reduce((sum, l) => sum + leading(l.size), 0) + 8
          };
}

function placed(lines: readonly Line[], x: number, top: number): FrameText[] {
    let y = top + 4;
    return lines.map(line => {
        y += leading(line.size);
        return { ...line, x: x + 10, y: y - line.size * 0.3 };
    });
}

const cornerPath = (d: string): string => tag('path', { class: 'rule', d });
