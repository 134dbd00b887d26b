/** Pan and zoom as arithmetic: which part of a drawing a window shows. Pure; knows no page. */

export interface Extent {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

/** Size of the window in pixels. */
export interface Size {
    readonly width: number;
    readonly height: number;
}

/** What is shown: the drawing's point at the window's top left, and pixels a unit of the drawing. */
export interface View {
    readonly x: number;
    readonly y: number;
    readonly scale: number;
}

export const SMALLEST_SCALE = 0.05;
export const LARGEST_SCALE = 8;

const bounded = (scale: number): number => Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, scale));

/** All of the drawing in the middle of the window, never larger than drawn. */
export function fitted(drawing: Extent, window: Size): View {
    const scale = bounded(Math.min(1, window.width / Math.max(drawing.width, 1), window.height / Math.max(drawing.height, 1)));
    return centred({ x: drawing.x + drawing.width / 2, y: drawing.y + drawing.height / 2 }, window, scale);
}

/** Pixels a unit of the drawing at which its texts can be read: letters of 12 units are seven pixels high. */
const READABLE_SCALE = 0.6;

/**
 * What a reader sees first of a drawing: all of it where that can be read, else the readable part around a box of interest, and the
 * beginning of the drawing where there is none. Nothing beside the drawing is shown while the drawing fills the window.
 */
export function opened(drawing: Extent, window: Size, interest: Extent | undefined): View {
    const all = fitted(drawing, window);
    if (all.scale >= READABLE_SCALE) {
        return all;
    }
    const along = (start: number, length: number, middle: number | undefined, size: number): number => {
        const visible = size / READABLE_SCALE;
        if (length <= visible) {
            return start + length / 2 - visible / 2;
        }
        return middle === undefined ? start : Math.min(Math.max(middle - visible / 2, start), start + length - visible);
    };
    const middle = interest && { x: interest.x + interest.width / 2, y: interest.y + interest.height / 2 };
    return {
        x: along(drawing.x, drawing.width, middle?.x, window.width),
        y: along(drawing.y, drawing.height, middle?.y, window.height),
        scale: READABLE_SCALE
    };
}

/** The smallest box around some boxes; undefined for none. */
export function around(boxes: readonly Extent[]): Extent | undefined {
    if (boxes.length === 0) {
        return undefined;
    }
    const [x, y] = [Math.min(...boxes.map(b => b.x)), Math.min(...boxes.map(b => b.y))];
    const [right, bottom] = [Math.max(...boxes.map(b => b.x + b.width)), Math.max(...boxes.map(b => b.y + b.height))];
    return { x, y, width: right - x, height: bottom - y };
}

/** A point of the drawing in the middle of the window. */
export function centred(point: { readonly x: number; readonly y: number }, window: Size, scale: number): View {
    return { x: point.x - window.width / 2 / scale, y: point.y - window.height / 2 / scale, scale };
}

/** Larger or smaller by a factor; the point under the pointer (pixels of the window) stays under it. */
export function zoomed(view: View, factor: number, at: { readonly x: number; readonly y: number }): View {
    const scale = bounded(view.scale * factor);
    return { x: view.x + at.x / view.scale - at.x / scale, y: view.y + at.y / view.scale - at.y / scale, scale };
}

/** Moved by pixels of the window: what is at the left comes into sight when `dx` is positive. */
export function panned(view: View, dx: number, dy: number): View {
    return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/** The view moved as little as shows a box whole, with some space around it; a box larger than the window is shown from its middle. */
export function showing(view: View, box: Extent, window: Size, space = 24): View {
    const along = (start: number, length: number, from: number, size: number): number => {
        const [visible, margin] = [size / view.scale, space / view.scale];
        if (length + 2 * margin > visible) {
            return start + length / 2 - visible / 2;
        }
        return Math.min(start - margin, Math.max(start + length + margin - visible, from));
    };
    return { ...view, x: along(box.x, box.width, view.x, window.width), y: along(box.y, box.height, view.y, window.height) };
}

/** The view on a new drawing that keeps a point of the old one at its place in the window: what one looks at does not jump. */
export function held(view: View, was: { readonly x: number; readonly y: number }, is: { readonly x: number; readonly y: number }): View {
    return { ...view, x: view.x + is.x - was.x, y: view.y + is.y - was.y };
}

/** The attribute `viewBox` for a window. */
export function viewBoxOf({ x, y, scale }: View, window: Size): string {
    return [x, y, window.width / scale, window.height / scale].map(value => +value.toFixed(3)).join(' ');
}
