/**
 * Draws a browser view (SysML 9.2.20, BrowserView): an indented list with a row for each element, the symbol of its kind, and a mark if it
 * has members. Does not depend on the layout engine.
 */
import type { GraphNode, RenderedView } from '../graph.js';
import { Outline } from '../written/outline.js';
import { textWidth } from './font.js';
import { escaped, num, pathOf, tag } from './markup.js';
import { MARGIN, type Rect } from './placement.js';
import { leading, LINE_SIZE, simpleName } from './phrases.js';

const ROW = leading(LINE_SIZE) + 6;
const INDENT = 20;
const ICON = { width: 15, height: 11 };
const MARK = 14;

export interface DrawnBrowser {
    readonly extent: Rect;
    readonly content: string;
}

interface RowOfBrowser {
    readonly node: GraphNode;
    readonly depth: number;
    readonly hasMembers: boolean;
    /** index of its owner's row; -1 for a root */
    readonly owner: number;
}

export function drawBrowser(view: RenderedView): DrawnBrowser {
    const outline = new Outline(view);
    const rows: RowOfBrowser[] = [];
    const visit = (node: GraphNode, depth: number, owner: number): void => {
        const members = outline.childrenOf(node);
        rows.push({ node, depth, hasMembers: members.length > 0, owner });
        const own = rows.length - 1;
        members.forEach(member => visit(member, depth + 1, own));
    };
    // a view that exposes an element and its members has the members in the element's branch
    outline.roots.filter(root => !root.isRepeated).forEach(root => visit(root, 0, -1));
    const drawn = rows.map((row, i) => drawRow(row, i));
    const width = Math.max(...drawn.map(d => d.right));
    const extent = { x: 0, y: 0, width: Math.ceil(width + MARGIN), height: rows.length * ROW + 2 * MARGIN };
    return { extent, content: [...rows.map(branchTo), ...drawn.map(d => d.content)].join('\n') };
}

const leftOf = (depth: number): number => MARGIN + depth * INDENT;
const middleOf = (row: number): number => MARGIN + row * ROW + ROW / 2;

/** The dotted branch from the owner's mark down and across to a row. */
function branchTo({ depth, owner }: RowOfBrowser, row: number): string {
    if (owner < 0) {
        return '';
    }
    const x = leftOf(depth - 1) + MARK / 2;
    const points = [
        { x, y: middleOf(owner) + 6 },
        { x, y: middleOf(row) },
        { x: leftOf(depth), y: middleOf(row) }
    ];
    return tag('path', { class: 'rule', d: pathOf(points), 'stroke-dasharray': '1 2' });
}

function drawRow({ node, depth, hasMembers }: RowOfBrowser, row: number): { readonly content: string; readonly right: number } {
    const [x, y] = [leftOf(depth), middleOf(row)];
    const mark = tag('path', { class: 'solid', d: `M${num(x + 3)} ${num(y - 2.5)}h8l-4 5z` });
    const icon = { x: x + MARK, y: y - ICON.height / 2, ...ICON };
    const name = [node.nameSynthesized ? '' : simpleName(node.name), node.type === '' ? '' : `: ${node.type}`]
        .filter(t => t !== '')
        .join(' ');
    const words = [name, node.declared.multiplicity, node.declared.joins].filter(t => t !== '').join(' ');
    const left = icon.x + ICON.width + 6;
    const kind = `«${node.kind}»`;
    const text = (content: string, at: number, isBold: boolean): string =>
        tag(
            'text',
            {
                class: isBold ? '' : 'quiet',
                x: at,
                y: y + LINE_SIZE * 0.35,
                'font-size': LINE_SIZE,
                'font-weight': isBold ? 'bold' : undefined,
                'font-style': isBold && node.declared.isAbstract ? 'italic' : undefined
            },
            escaped(content)
        );
    const after = words === '' ? left : left + textWidth(words, LINE_SIZE, true) + 8;
    const parts = [
        tag('title', {}, escaped(`${node.kind} ${words}`.trim())),
        hasMembers ? mark : '',
        iconOf(node, icon),
        words === '' ? '' : text(words, left, true),
        text(kind, after, false)
    ];
    const content = tag('g', { class: `node ${node.shape}`, id: node.id, 'data-element': node.element, role: 'group' }, parts.join(''));
    return { content, right: after + textWidth(kind, LINE_SIZE) };
}

/** A small icon: a package has a tab, a definition sharp corners, a usage rounded ones. */
function iconOf({ shape, declared }: GraphNode, { x, y, width, height }: Rect): string {
    const own = { 'stroke-dasharray': declared.isReference ? '2 1.5' : undefined };
    if (shape === 'package') {
        return tag('path', {
            class: 'box group',
            d: `M${num(x)} ${num(y)}h${num(width / 2)}v3h${num(width / 2)}v${num(height - 3)}h${num(-width)}z`
        });
    }
    const symbol = declared.isDefinition ? 'box definition' : 'box';
    return tag('rect', { class: symbol, x, y, width, height, rx: declared.isDefinition ? undefined : 3.5, ...own });
}
