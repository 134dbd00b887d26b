/**
 * Improves parts of a drawing that do not fit a page: parts that need much more area than their content, and long strips. Lays them out
 * again, more tightly or with their lines in the other direction, and keeps the best layout. Uses the kernel's data types; does not call
 * the kernel.
 */
import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ElkPart } from './elk-graph.js';
import { textWidth } from './font.js';
import type { LinesOfDrawing } from './kernel.js';
import { runsThrough } from './placement.js';
import { headHeight, type Link, titleHeight } from './scene.js';
import { middleOfTitle, uprightsOf } from './titles.js';

/** A way to lay a part out. */
export interface Way {
    readonly lines: LinesOfDrawing;
    readonly options: LayoutOptions;
}

/** Which parts may have lines in another direction than the usual one. */
export type Turning = 'none' | 'large' | 'all';

/** Maximum ratio of a part's area to the area of its content. */
const MOST_SPREAD = 4;
/** Parts with a smaller area are readable in any layout. */
const SMALL = 60_000;
/** Below this area, the lines of a part keep the usual direction of their kind of drawing. */
const LARGE = 200_000;
/** A longer part is a ribbon if it is more than RIBBON times as long as wide. */
const LONG: Readonly<Record<Turning, number>> = { none: 1500, large: 1500, all: 800 };
const RIBBON = 3.6;
/** Parts with more boxes are not laid out again, because this takes long. */
const MOST_BOXES = 60;

const TIGHT: LayoutOptions = {
    'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    'elk.layered.compaction.postCompaction.strategy': 'EDGE_LENGTH',
    'elk.layered.spacing.nodeNodeBetweenLayers': '24'
};
const TIGHTER: LayoutOptions = {
    'elk.layered.spacing.nodeNodeBetweenLayers': '18',
    'elk.spacing.nodeNode': '14',
    'elk.spacing.edgeNode': '10'
};
const UNORDERED: LayoutOptions = {
    'elk.layered.considerModelOrder.strategy': 'NONE',
    'elk.layered.crossingMinimization.forceNodeModelOrder': 'false'
};
/** Continues a chain in a further row. */
const WRAPPED: LayoutOptions = { 'elk.layered.wrapping.strategy': 'MULTI_EDGE', 'elk.aspectRatio': '1.6' };
const TURNED: Readonly<Record<string, string>> = { DOWN: 'RIGHT', UP: 'LEFT', RIGHT: 'DOWN', LEFT: 'UP' };

/** Sides up to this length fit a page. Of two layouts with about the same area, only longer sides count as worse. */
const FITTING = 800;

/**
 * How far a part is from a page: at most 1 if it is good enough. Empty space counts more in a long part, because length does not reduce it.
 * @param content area of what is written and drawn in its boxes
 */
export function strayOf(answer: ElkNode, content: number, turning: Turning): number {
    const length = Math.max(1, lengthOf(answer, FITTING) / RIBBON);
    return Math.max((spreadOf(answer, content) / MOST_SPREAD) * length, (ribbonOf(answer, turning) / RIBBON) ** 2);
}

function spreadOf(answer: ElkNode, content: number): number {
    const labels = (answer.edges ?? []).flatMap(e => e.labels ?? []);
    const taken = labels.reduce((sum, { width = 0, height = 0 }) => sum + width * height, content);
    return taken === 0 || areaOf(answer) < SMALL ? 0 : areaOf(answer) / taken;
}

/** How many times a long part is longer than wide; 0 for a part that is not long. */
const ribbonOf = (answer: ElkNode, turning: Turning): number => lengthOf(answer, LONG[turning]);

/** The ratio of a part's longer side to the other one; 0 if that side is at most as long as given. */
const lengthOf = ({ width = 0, height = 0 }: ElkNode, least: number): number =>
    Math.max(width, height) > least ? Math.max(width / height, height / width) : 0;

/** How many lines run through the texts at the top of containers. */
export function headsCrossed(part: ElkPart, answer: ElkNode, links: readonly Link[]): number {
    const holders = new Set(part.boxes.map(b => b.parent));
    const heads = part.boxes.filter(b => holders.has(b.id));
    if (heads.length === 0) {
        return 0;
    }
    const placement = part.read(answer);
    const uprights = uprightsOf(placement);
    return heads.reduce((sum, box) => {
        const { rect } = placement.boxes.get(box.id)!;
        const middle = middleOfTitle(box, rect, rect.y, uprights);
        const width = Math.max(0, ...box.title.map(l => textWidth(l.text, l.size, l.bold)));
        const title = { x: middle - width / 2, y: rect.y + 1, width, height: titleHeight(box.title) };
        const sections = { ...rect, y: rect.y + titleHeight(box.title), height: headHeight(box) - titleHeight(box.title) };
        const texts = box.sections.length === 0 ? [title] : [title, sections];
        return sum + links.filter(l => texts.some(text => runsThrough(placement.links.get(l.id)!.points, text))).length;
    }, 0);
}

/**
 * The layout options to try for a part that does not fit a page, in order; none for a single box or very many boxes. Rows are tried only if
 * no box contains boxes.
 */
export function waysFor(answer: ElkNode, { lines }: Way, boxes: number, turning: Turning): readonly Way[] {
    if (boxes < 2 || boxes > MOST_BOXES) {
        return [];
    }
    const flow = TURNED[lines.flow];
    const isRibbon = ribbonOf(answer, turning) > RIBBON;
    // In a tree, owners stay above their members unless the tree is a long strip, and siblings keep their order.
    const mayTurn = turning === 'all' || (turning === 'large' && areaOf(answer) >= LARGE && (isRibbon || !lines.isTree));
    const straight = [TIGHT, { ...TIGHT, ...(lines.isTree ? TIGHTER : UNORDERED) }].map((options): Way => ({ lines, options }));
    const turned = (mayTurn ? [{}, TIGHT] : []).map((options): Way => ({ lines: { ...lines, flow }, options }));
    const rows: Way[] = boxes === answer.children!.length ? [{ lines, options: WRAPPED }] : [];
    return isRibbon ? [...turned, ...rows, ...straight] : [...straight, ...turned];
}

const areaOf = ({ width = 0, height = 0 }: ElkNode): number => width * height;
