/** The area of the content of the boxes of a drawing. A layout that needs much more area wastes space. */
import { type Placement, textsOf } from './placement.js';
import { type Box, headHeight, type Size } from './scene.js';

/** Computes the area of the contents of boxes. The areas of closed containers are collected while these are laid out. */
export class Content {
    private readonly closed = new Map<string, number>();

    /** @param isHolder whether a box contains boxes */
    constructor(
        private readonly byId: ReadonlyMap<string, Box>,
        private readonly isHolder: (id: string) => boolean
    ) {}

    /** Notes the placed content of a closed container or shelf. */
    note(id: string, { boxes, links }: Placement): void {
        const texts = [...links.values()].flatMap(textsOf);
        const areas = [...[...boxes].map(([box, { rect }]) => this.ownArea(this.byId.get(box)!, rect)), ...texts.map(areaOf)];
        this.closed.set(
            id,
            areas.reduce((sum, area) => sum + area, headArea(this.byId.get(id)!))
        );
    }

    /** The area of the contents of some boxes and of the closed containers among them. */
    of(boxes: readonly Box[]): number {
        return boxes.reduce((sum, box) => sum + (this.closed.get(box.id) ?? this.ownArea(box, box.size)), 0);
    }

    /** Of a container its text, of another box all of it. */
    private ownArea(box: Box, size: Size): number {
        return box.shape === 'lane' || this.isHolder(box.id) ? headArea(box) : areaOf(size);
    }
}

const areaOf = ({ width, height }: Size): number => width * height;

const headArea = (box: Box): number => (box.shape === 'shelf' ? 0 : box.size.width * headHeight(box));
