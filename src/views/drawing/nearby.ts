/** Finds the items near a position in a drawing without searching all items: a grid whose cells list the items that reach into them. */
import type { Rect } from './placement.js';

/** Width and height of a cell: about that of a small box. */
const CELL = 128;

/** Items with their rectangles, found by position. */
export class Nearby<T> {
    private readonly cells = new Map<string, T[]>();

    /** @param items each with the rectangle around it, or around a piece of it; an item may have several pieces */
    constructor(items: Iterable<readonly [T, Rect]>) {
        for (const [item, rect] of items) {
            this.add(item, rect);
        }
    }

    add(item: T, rect: Rect): void {
        for (const cell of cellsOf(rect)) {
            const items = this.cells.get(cell);
            if (items === undefined) {
                this.cells.set(cell, [item]);
            } else {
                items.push(item);
            }
        }
    }

    /** The items that may reach into a rectangle, each once; includes all that do. */
    at(rect: Rect): T[] {
        return [...new Set(cellsOf(rect).flatMap(cell => this.cells.get(cell) ?? []))];
    }
}

function cellsOf({ x, y, width, height }: Rect): string[] {
    const [left, right, top, bottom] = [x, x + width, y, y + height].map(at => Math.floor(at / CELL));
    const cells: string[] = [];
    for (let column = left; column <= right; column++) {
        for (let row = top; row <= bottom; row++) {
            cells.push(`${column} ${row}`);
        }
    }
    return cells;
}
