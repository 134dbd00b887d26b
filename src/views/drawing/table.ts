/**
 * Draws tables and matrices as a grid with a heading and a row for each element (SysML 9.2.20, GridView). Does not depend on the layout
 * engine.
 */
import { textWidth, wrap } from './font.js';
import { escaped, num, tag } from './markup.js';
import { MARGIN, type Rect } from './placement.js';
import { leading, LINE_SIZE, PADDING } from './scene.js';
import type { RenderedView } from '../graph.js';

const WIDEST = 300;
/** maximum length of a vertical heading */
const TALLEST = 160;

export interface DrawnTable {
    readonly extent: Rect;
    readonly content: string;
}

interface Cell {
    readonly lines: readonly string[];
    /** the column headings of a matrix are vertical */
    readonly isUpright: boolean;
    readonly isCentred: boolean;
}

export function drawTable({ kind, columns, rows }: RenderedView): DrawnTable {
    const isMatrix = kind === 'matrix';
    const head = columns.map((c, i): Cell => ({
        lines: isMatrix ? wrap(c, TALLEST, LINE_SIZE) : [c],
        isUpright: isMatrix && i > 0,
        isCentred: false
    }));
    const cells = rows.map(r =>
        r.cells.map((c, i): Cell => ({ lines: wrap(c, WIDEST, LINE_SIZE), isUpright: false, isCentred: isMatrix && i > 0 }))
    );
    const widths = columns.map((_, i) =>
        Math.ceil(Math.max(sizeOf(head[i], true).width, ...cells.map(row => sizeOf(row[i], false).width)) + 2 * PADDING)
    );
    const lefts = widths.map((_, i) => MARGIN + widths.slice(0, i).reduce((sum, w) => sum + w, 0));
    const width = widths.reduce((sum, w) => sum + w, 0);
    let y = MARGIN;
    const draw = (row: readonly Cell[], isHead: boolean): string => {
        const height = Math.max(leading(LINE_SIZE), ...row.map(cell => sizeOf(cell, isHead).height)) + 8;
        const texts = row.flatMap((cell, i) => cellText(cell, { x: lefts[i], y, width: widths[i], height }, isHead));
        const grid = tag('rect', { class: isHead ? 'head' : 'rule', x: MARGIN, y, width, height });
        y += height;
        return grid + texts.join('');
    };
    const heading = tag('g', { class: 'heading' }, draw(head, true));
    const body = rows.map(({ element, cells: [name] }, i) =>
        tag('g', { class: 'row', 'data-element': element }, tag('title', {}, escaped(name)) + draw(cells[i], false))
    );
    const rules = lefts.slice(1).map(x => tag('path', { class: 'rule', d: `M${num(x)} ${MARGIN}L${num(x)} ${num(y)}` }));
    return { extent: { x: 0, y: 0, width: width + 2 * MARGIN, height: y + MARGIN }, content: [heading, ...body, ...rules].join('\n') };
}

function sizeOf({ lines, isUpright }: Cell, isBold: boolean): { readonly width: number; readonly height: number } {
    const along = Math.max(0, ...lines.map(l => textWidth(l, LINE_SIZE, isBold)));
    const across = lines.length * leading(LINE_SIZE);
    return isUpright ? { width: across, height: along + PADDING } : { width: along, height: across };
}

function cellText({ lines, isUpright, isCentred }: Cell, { x, y, width, height }: Rect, isHead: boolean): string[] {
    return lines.map((text, k) => {
        const below = (k + 1) * leading(LINE_SIZE);
        // Vertical lines of text are side by side in the middle of the column.
        const at = isUpright
            ? { x: x + (width - lines.length * leading(LINE_SIZE)) / 2 + below - 4, y: y + height - PADDING }
            : {
                  x: isCentred ? x + width / 2 : x + PADDING,
                  y: isHead ? y + height - 8 - (lines.length - 1 - k) * leading(LINE_SIZE) : y + below
              };
        return tag(
            'text',
            {
                ...at,
                'font-size': LINE_SIZE,
                'font-weight': isHead ? 'bold' : undefined,
                'text-anchor': isCentred ? 'middle' : undefined,
                transform: isUpright ? `rotate(-90 ${num(at.x)} ${num(at.y)})` : undefined
            },
            escaped(text)
        );
    });
}
