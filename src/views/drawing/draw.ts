/** Draws a rendering as SVG: builds its scene, places it, writes the picture. Loads the layout engine only when a drawing needs it. */
import type { Note } from '../geometry.js';
import { isTabular, type RenderedView } from '../graph.js';
import type { RunFrame } from '../run/frames.js';
import { drawRun } from './animation.js';
import { type LayoutOptions, layOut } from './layout.js';
import { drawBrowser } from './browser.js';
import { drawGeometry } from './geometry.js';
import { extentOf, MARGIN, type Placement, type Rect } from './placement.js';
import { leading, NAME_SIZE, PADDING, type Scene, sceneOf, SMALL_SIZE, type TextLine } from './scene.js';
import { textWidth, wrap } from './font.js';
import { withAdditions } from '../additions.js';
import { withStatedOrder } from '../runs.js';
import { withCornerEnds } from './corners.js';
import { withJoinedLines } from './joints.js';
import { withReadableLines } from './line-labels.js';
import { withReadablePorts } from './port-labels.js';
import { placeSequence } from './sequence.js';
import { withEndsBesidePorts, withStraightEnds } from './straight.js';
import { withStatedGeometry } from './stated.js';
import { frameAround } from './frame.js';
import { drawingOf, frameMarkup, type Sheet, sheetOf } from './svg.js';
import { drawTable } from './table.js';
import { type Theme, verdictStyles } from './theme.js';

export interface DrawOptions extends LayoutOptions {
    /** `auto` follows the reader's preference; a fixed theme is for renderers without CSS variables */
    readonly theme?: Theme;
    /** frames of a run that the picture plays */
    readonly frames?: readonly RunFrame[];
    /** text above the drawing that says that the model has errors */
    readonly mark?: string;
}

const EMPTY_WIDTH = 520;

/** A drawing before it is written as SVG: a scene and its placement. */
export interface LaidOutView {
    readonly scene: Scene;
    readonly placement: Placement;
}

/** Places the boxes and links of a rendering; a table has none. */
export async function layOutView(view: RenderedView, options: LayoutOptions = {}): Promise<LaidOutView> {
    const scene = sceneOf(withAdditions(withStatedOrder(view)));
    const placement = view.kind === 'sequence' ? placeSequence(scene, view.events) : await layOut(scene, view.kind, options);
    const straight = withCornerEnds(scene, withStraightEnds(scene, withJoinedLines(scene, placement)));
    const stated = withEndsBesidePorts(scene, withStatedGeometry(scene, straight, view.kind !== 'tree'));
    return { scene, placement: withReadableLines(scene, withReadablePorts(scene, stated)) };
}

/** A rendering as SVG text; deterministic. */
export async function drawView(view: RenderedView, { theme = 'auto', frames, mark = '', ...layout }: DrawOptions = {}): Promise<string> {
    const { kind, element, notices } = view;
    const title = `${kind} ${isTabular(kind) ? '' : 'diagram '}of ${view.view || element}`;
    if (isTabular(kind)) {
        if (view.rows.length === 0) {
            return emptySheet(view, { title, description: notices.join('; '), kind, element, theme });
        }
        const { extent, content } = drawTable(view);
        return sheetOf({ title, description: `${view.rows.length} rows`, kind, element, extent, theme }, content);
    }
    const listed = LISTED.find(([isMeant]) => view.nodes.length > 0 && isMeant(view));
    if (listed !== undefined) {
        const { extent, content } = listed[1](view);
        const frame = frameAround(view, extent);
        const framed = frame === undefined ? content : `${frameMarkup(frame)}\n${content}`;
        const description = [`${view.nodes.length} elements`, ...notices].join('; ');
        return sheetOf({ title, description, kind, element, extent: frame?.extent ?? extent, theme }, framed);
    }
    const { scene, placement } = await layOutView(view, layout);
    if (scene.boxes.length === 0) {
        return emptySheet(view, { title, description: notices.join('; '), kind, element, theme });
    }
    const notes = view.notes.map(sizedNote);
    const description = [`${scene.boxes.length} nodes, ${scene.links.length} edges`, ...notices].join('; ');
    const page = pageOf(view, placement, notes);
    const frame = frameAround(view, page);
    const framed = frame?.extent ?? page;
    const heading = mark === '' ? [] : markLines(mark, framed.width);
    const extent = belowHeading(framed, heading);
    const content = [
        ...(frame === undefined ? [] : [frameMarkup(frame)]),
        drawingOf(scene, placement, { notes, pictures: view.pictures })
    ].join('\n');
    const judged = view.nodes.some(n => n.verdict !== undefined) ? verdictStyles(theme) : undefined;
    if (frames === undefined || frames.length === 0) {
        return sheetOf({ title, description, kind, element, extent, theme, heading, styles: judged }, content);
    }
    const run = drawRun(scene, placement, frames, extent);
    const summary = `${description}; ${frames.length} moments of a run`;
    const sheet = { title: `run in the ${title}`, description: summary, kind, element, extent: run.extent, theme, styles: run.styles };
    return sheetOf(sheet, `${content}\n${run.content}`);
}

/** Drawings that need no layout, with their conditions. */
const LISTED: readonly (readonly [isMeant: (view: RenderedView) => boolean, draw: (view: RenderedView) => DrawnPage])[] = [
    [({ isBrowser }) => isBrowser, drawBrowser],
    [({ kind }) => kind === 'geometry', drawGeometry]
];

interface DrawnPage {
    readonly extent: Rect;
    readonly content: string;
}

/** Minimum width at which the text above a drawing is wrapped. */
const LEAST_MARK = 180;

/** The text above a drawing, wrapped to the width of the drawing. */
const markLines = (text: string, width: number): TextLine[] =>
    wrap(text, Math.max(width - 2 * MARGIN, LEAST_MARK), NAME_SIZE).map(line => ({ text: line, size: NAME_SIZE, italic: true }));

/** Extends a page by room for the lines above it. */
function belowHeading(page: Rect, lines: readonly TextLine[]): Rect {
    if (lines.length === 0) {
        return page;
    }
    const room = lines.length * leading(NAME_SIZE) + 6;
    const widest = Math.max(...lines.map(({ text, size }) => textWidth(text, size)));
    return { ...page, y: page.y - room, width: Math.max(page.width, Math.ceil(widest) + 2 * MARGIN), height: page.height + room };
}

/** A picture that says why it shows nothing. */
function emptySheet({ notices, view, element }: RenderedView, sheet: Omit<Sheet, 'extent'>): string {
    const lines = [`nothing to show of ${view || element}`, ...notices].flatMap((text, i): TextLine[] =>
        wrap(text, EMPTY_WIDTH, NAME_SIZE).map(line => ({ text: line, size: NAME_SIZE, italic: i === 0 }))
    );
    const height = lines.length * leading(NAME_SIZE) + 2 * MARGIN;
    return sheetOf({ ...sheet, extent: { x: 0, y: 0, width: EMPTY_WIDTH + 2 * MARGIN, height }, heading: lines }, '');
}

/** A note without a stated size is as big as its text. */
function sizedNote(note: Note): Note {
    const lines = note.text.split('\n');
    return note.hasSize
        ? note
        : {
              ...note,
              width: Math.max(...lines.map(l => textWidth(l, SMALL_SIZE))) + 2 * PADDING + 8,
              height: lines.length * leading(SMALL_SIZE) + 12
          };
}

/** The extent of the picture: everything drawn, with a margin. A stated canvas is the minimum. */
function pageOf({ canvas, pictures }: RenderedView, placement: Placement, notes: readonly Note[]): Rect {
    const drawn = extentOf({
        ...placement,
        boxes: new Map<string, { readonly rect: Rect }>([
            ...placement.boxes,
            ...[...notes, ...pictures].map((rect, i) => [`extra ${i}`, { rect }] as const)
        ])
    });
    const [left, top] = [Math.min(0, drawn.x - MARGIN), Math.min(0, drawn.y - MARGIN)];
    const right = Math.max(canvas?.width ?? 0, placement.width, drawn.x + drawn.width + MARGIN);
    const bottom = Math.max(canvas?.height ?? 0, placement.height, drawn.y + drawn.height + MARGIN);
    return {
        x: Math.floor(left),
        y: Math.floor(top),
        width: Math.ceil(right - Math.floor(left)),
        height: Math.ceil(bottom - Math.floor(top))
    };
}
