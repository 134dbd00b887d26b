/** Places a sequence: lifelines side by side in first-use order, messages below each other in time order (SysML 8.2.3.9). */
import { MARGIN, type Placed, type PlacedLink, type Placement } from './placement.js';
import { labelSize, type Scene } from './scene.js';

const GAP = 40;
const STEP = 22;
const LOOP = 28;

export function placeSequence({ boxes, links }: Scene): Placement {
    const order = new Map(boxes.map((b, i) => [b.id, i]));
    const middles = middlesOf({ boxes, links }, order);
    const top = Math.max(...boxes.map(b => b.size.height), 0);
    const placed = new Map<string, Placed>();
    for (const [i, { id, size }] of boxes.entries()) {
        placed.set(id, { rect: { x: middles[i] - size.width / 2, y: MARGIN + top - size.height, ...size } });
    }
    let y = MARGIN + top + STEP;
    const lines = new Map<string, PlacedLink>();
    for (const { id, from, to, label } of links) {
        const [a, b] = [middles[order.get(from)!], middles[order.get(to)!]];
        const size = labelSize(label.length === 0 ? [''] : label);
        y += size.height;
        const isSelf = from === to;
        const x = isSelf ? a + LOOP / 2 : (a + b) / 2 - size.width / 2;
        const points = isSelf
            ? [
                  { x: a, y },
                  { x: a + LOOP, y },
                  { x: a + LOOP, y: y + STEP },
                  { x: a, y: y + STEP }
              ]
            : [
                  { x: a, y },
                  { x: b, y }
              ];
        lines.set(id, { points, label: label.length === 0 ? undefined : { x, y: y - size.height - 2, ...size } });
        y += isSelf ? 2 * STEP : STEP;
    }
    const last = boxes.length - 1;
    const width =
        last < 0
            ? 0
            : Math.max(
                  middles[last] + boxes[last].size.width / 2,
                  ...[...lines.values()].map(l => (l.label?.x ?? 0) + (l.label?.width ?? 0))
              );
    return { boxes: placed, ports: new Map(), links: lines, dividers: [], width: width + MARGIN, height: y + MARGIN };
}

/** Middles of the lifelines: apart by their heads, and by the labels of the messages between them. */
function middlesOf({ boxes, links }: Scene, order: ReadonlyMap<string, number>): number[] {
    const middles: number[] = [];
    for (const [i, { size }] of boxes.entries()) {
        let x = i === 0 ? MARGIN + size.width / 2 : middles[i - 1] + (boxes[i - 1].size.width + size.width) / 2 + GAP;
        for (const { from, to, label } of links) {
            const [a, b] = [order.get(from)!, order.get(to)!];
            const need = label.length === 0 ? 0 : labelSize(label).width + 24;
            if (Math.max(a, b) === i && a !== b) {
                x = Math.max(x, middles[Math.min(a, b)] + need);
            } else if (a === b && a === i - 1) {
                x = Math.max(x, middles[a] + need + LOOP);
            }
        }
        middles.push(x);
    }
    return middles;
}
