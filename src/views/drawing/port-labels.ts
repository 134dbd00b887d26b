/**
 * Moves the texts of ports away from lines. The layout places them beside their ports and ignores lines and, at containers, other ports. A
 * text that a line crosses or another text covers moves to the other side of its port, or beyond the line, if that place is free.
 */
import type { Point } from '../geometry.js';
import { Nearby } from './nearby.js';
import { overlap, piecesOf, type Placed, type PlacedLink, type Placement, type Rect, runsThrough, textsOf } from './placement.js';
import type { Scene } from './scene.js';

const GAP = 3;

/** Moves the texts of ports to readable places. */
export function withReadablePorts({ boxes, links }: Scene, placement: Placement): Placement {
    if (placement.ports.size === 0) {
        return placement;
    }
    const ports = new Map(placement.ports);
    const lines = links.map(l => placement.links.get(l.id)!);
    const linesAt = new Nearby(lines.flatMap(line => piecesOf(line.points).map(piece => [line, piece] as const)));
    const labelsAt = new Nearby(lines.flatMap(textsOf).map(label => [label, label] as const));
    const portsAt = new Nearby([...ports].map(([id, { rect }]) => [id, rect] as const));
    const captionsAt = new Nearby([...ports].flatMap(([id, { caption }]) => (caption === undefined ? [] : [[id, caption] as const])));
    const boxesAt = new Nearby(boxes.map(({ id }) => [id, placement.boxes.get(id)!.rect] as const));
    const linesThrough = (text: Rect): PlacedLink[] => linesAt.at(text).filter(({ points }) => runsThrough(points, text));
    const isReadable = (text: Rect, port: string): boolean =>
        linesThrough(text).length === 0 && !captionsAt.at(text).some(id => id !== port && overlap(ports.get(id)!.caption!, text));
    const isFree = (text: Rect, port: string, owner: string): boolean =>
        isReadable(text, port) &&
        !labelsAt.at(text).some(label => overlap(label, text)) &&
        !portsAt.at(text).some(id => id !== port && overlap(ports.get(id)!.rect, text)) &&
        !boxesAt.at(text).some(id => {
            const { rect } = placement.boxes.get(id)!;
            return (id === owner || !holds(rect, text)) && overlap(rect, text);
        });
    for (const box of boxes) {
        for (const { id } of box.ports) {
            const { rect, caption } = ports.get(id)!;
            if (caption === undefined || isReadable(caption, id)) {
                continue;
            }
            const crossing = linesThrough(caption).flatMap(({ points }) => points);
            const places = [...placesAround(rect, caption, placement.boxes.get(box.id)!.rect), ...placesBeyond(crossing, caption)];
            const place = places.find(text => isFree(text, id, box.id));
            if (place !== undefined) {
                ports.set(id, { rect, caption: place } satisfies Placed);
                captionsAt.add(id, place);
            }
        }
    }
    return { ...placement, ports };
}

/** Candidate places for the text of a port, best first: on either side of the port, then further away from the box. */
function placesAround(port: Rect, text: Rect, box: Rect): Rect[] {
    const { width, height } = text;
    const [left, right] = [port.x - GAP - width, port.x + port.width + GAP];
    const [above, below] = [port.y - GAP - height, port.y + port.height + GAP];
    const [x, y] = [port.x + (port.width - width) / 2, port.y + (port.height - height) / 2];
    const isAtSide = Math.abs(port.x + port.width / 2 - box.x) < 1 || Math.abs(port.x + port.width / 2 - box.x - box.width) < 1;
    const places = isAtSide
        ? [above, below, above - height, below + height].map(at => ({ x: text.x, y: at }))
        : [left, right].flatMap(at => [text.y, port.y < box.y ? text.y - height : text.y + height].map(level => ({ x: at, y: level })));
    const beyond = isAtSide
        ? { x: port.x < box.x + 1 ? left - width / 2 : right + width / 2, y }
        : { x, y: port.y < box.y + 1 ? above - height : below + height };
    return [...places, beyond].map(place => ({ ...place, width, height }));
}

/** Places on either side of the lines that cross a text. */
function placesBeyond(points: readonly Point[], text: Rect): Rect[] {
    const crossing = points.map(p => p.x).filter(x => x > text.x && x < text.x + text.width);
    return crossing.length === 0
        ? []
        : [
              { ...text, x: Math.min(...crossing) - GAP - text.width },
              { ...text, x: Math.max(...crossing) + GAP }
          ];
}

const holds = (outer: Rect, inner: Rect): boolean =>
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
