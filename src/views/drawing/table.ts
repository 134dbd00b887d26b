/** Draws a table as a grid: a heading, a row an element (SysML 9.2.20, GridView). Knows no layout engine. */
import { textWidth, wrap } from './font.js';
import { escaped, num, tag } from './markup.js';
import { MARGIN, type Rect } from './placement.js';
import { leading, LINE_SIZE, PADDING } from './scene.js';
import type { RenderedView } from '../graph.js';

const WIDEST = 300;

export interface DrawnTable {
    readonly extent: Rect;
    readonly content: string;
}

export function drawTable({ columns, rows }: RenderedView): DrawnTable {
    const cells = rows.map(r => r.cells.map(c => wrap(c, WIDEST, LINE_SIZE)));
    const widths = columns.map((c, i) =>
        Math.ceil(Math.max(textWidth(c, LINE_SIZE, true), ...cells.flatMap(row => row[i].map(l => textWidth(l, LINE_SIZE)))) + 2 * PADDING)
    );
    const lefts = widths.map((_, i) => MARGIN + widths.slice(0, i).reduce((sum, w) => sum + w, 0));
    const width = widths.reduce((sum, w) => sum + w, 0);
    const heightOf = (lines: readonly (readonly string[])[]): number => Math.max(1, ...lines.map(l => l.length)) * leading(LINE_SIZE) + 8;
    let y = MARGIN;
    const draw = (lines: readonly (readonly string[])[], isHead: boolean): string => {
        const height = heightOf(lines);
        const texts = lines.flatMap((cell, i) =>
            cell.map((text, k) =>
                tag(
                    'text',
                    {
                        x: lefts[i] + PADDING,
                        y: y + (k + 1) * leading(LINE_SIZE),
                        'font-size': LINE_SIZE,
                        'font-weight': isHead ? 'bold' : undefined
                    },
                    escaped(text)
                )
            )
        );
        const grid = tag('rect', { class: isHead ? 'head' : 'rule', x: MARGIN, y, width, height });
        y += height;
        return grid + texts.join('');
    };
    const head = tag(
        'g',
        { class: 'heading' },
        draw(
            columns.map(c => [c]),
            true
        )
    );
    const body = rows.map(({ element, cells: [name] }, i) =>
        tag('g', { class: 'row', 'data-element': element }, tag('title', {}, escaped(name)) + draw(cells[i], false))
    );
    const rules = lefts.slice(1).map(x => tag('path', { class: 'rule', d: `M${num(x)} ${MARGIN}L${num(x)} ${num(y)}` }));
    return { extent: { x: 0, y: 0, width: width + 2 * MARGIN, height: y + MARGIN }, content: [head, ...body, ...rules].join('\n') };
}
