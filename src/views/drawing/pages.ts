/**
 * Improves parts of a drawing that do not fit a page: those that take much more room than their content, and long ribbons. Lays them out
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

/** Another way to lay a part out. */
export interface Attempt {
    readonly lines: LinesOfDrawing;
    readonly options: LayoutOptions;
}

/** Maximum ratio of a part's area to that of its boxes and line labels. */
const MOST_SPREAD = 5;
/** Parts with a smaller area are readable in any layout. */
const SMALL = 200_000;
/** A longer part is a ribbon if it is more than RIBBON times as long as wide. */
const LONG = 1500;
const RIBBON = 3.6;
/** Parts with more boxes are not laid out again, because this takes long. */
const MOST_BOXES = 60;

const TIGHT: LayoutOptions = {
    'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    'elk.layered.compaction.postCompaction.strategy': 'EDGE_LENGTH',
    'elk.layered.spacing.nodeNodeBetweenLayers': '34'
};
const TIGHTER: LayoutOptions = {
    'elk.layered.spacing.nodeNodeBetweenLayers': '26',
    'elk.spacing.nodeNode': '20',
    'elk.spacing.edgeNode': '12'
};
const UNORDERED: LayoutOptions = {
    'elk.layered.considerModelOrder.strategy': 'NONE',
    'elk.layered.crossingMinimization.forceNodeModelOrder': 'false'
};
/** Continues a chain in a further row. */
const WRAPPED: LayoutOptions = { 'elk.layered.wrapping.strategy': 'MULTI_EDGE', 'elk.aspectRatio': '1.6' };
const TURNED: Readonly<Record<string, string>> = { DOWN: 'RIGHT', UP: 'LEFT', RIGHT: 'DOWN', LEFT: 'UP' };

/** How far a part is from a page: at most 1 if it is good enough. */
export function strayOf(answer: ElkNode): number {
    return Math.max(spreadOf(answer) / MOST_SPREAD, ribbonOf(answer) / RIBBON);
}

function spreadOf({ width = 0, height = 0, children = [], edges = [] }: ElkNode): number {
    const taken = [...children, ...edges.flatMap(e => e.labels ?? [])].reduce((sum, { width: w = 0, height: h = 0 }) => sum + w * h, 0);
    return taken === 0 || width * height < SMALL ? 0 : (width * height) / taken;
}

/** How many times a long part is longer than wide; 0 for a part that is not long. */
const ribbonOf = ({ width = 0, height = 0 }: ElkNode): number =>
    Math.max(width, height) > LONG ? Math.max(width / height, height / width) : 0;

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
 * The layouts to try for a part that is no page, in their order. Rows are tried only if no box contains boxes.
 * @param mayTurn whether lines may run in the other direction
 */
export function attemptsFor(answer: ElkNode, lines: LinesOfDrawing, boxes: number, mayTurn: boolean): readonly Attempt[] {
    if (boxes < 2 || boxes > MOST_BOXES || strayOf(answer) <= 1) {
        return [];
    }
    const flow = TURNED[lines.flow];
    // In a tree, siblings keep their order.
    const straight = [TIGHT, { ...TIGHT, ...(lines.isTree ? TIGHTER : UNORDERED) }].map((options): Attempt => ({ lines, options }));
    const turned = (mayTurn ? [{}, TIGHT] : []).map((options): Attempt => ({
        lines: { ...lines, flow },
        options
    }));
    const rows: Attempt[] = boxes === answer.children!.length ? [{ lines, options: WRAPPED }] : [];
    return ribbonOf(answer) > RIBBON ? [...turned, ...rows, ...straight] : [...straight, ...turned];
}
