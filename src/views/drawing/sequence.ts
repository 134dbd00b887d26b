/**
 * Places a sequence: lifelines side by side in the order of their first use, messages and events from top to bottom in time order (SysML
 * 8.2.3.9). An event is a dot on its lifeline, at the end of its message if it belongs to one. A port that sends or receives messages is
 * drawn below the head of its owner and has its own line.
 */
import type { LifelineEvent } from '../graph.js';
import { textWidth } from './font.js';
import { MARGIN, overlap, type Placed, type PlacedLink, type Placement, type Rect, runsThrough } from './placement.js';
import { leading, SMALL_SIZE } from './phrases.js';
import { type Box, labelSize, type Link, type Scene } from './scene.js';

const GAP = 40;
const STEP = 22;
const LOOP = 28;
const DOT = 10;
const PORT = 12;

/**
 * The head of a lifeline and the lines below it: the lifeline's own line, with the key '', and those of its ports; each with its distance
 * from the middle of the head.
 */
interface Head {
    readonly width: number;
    readonly lines: ReadonlyMap<string, number>;
}

/** Places a sequence. @param events of the rendering, whose boxes are dots */
export function placeSequence(scene: Scene, events: readonly LifelineEvent[]): Placement {
    return new SequencePlacement(scene, events).place();
}

class SequencePlacement {
    private readonly lifelines: readonly Box[];
    private readonly messages: readonly Link[];
    private readonly order: ReadonlyMap<string, number>;
    private readonly heads: readonly Head[];
    private readonly middles: number[] = [];
    private readonly boxes = new Map<string, Placed>();
    private readonly ports = new Map<string, Placed>();
    private readonly links = new Map<string, PlacedLink>();

    constructor(
        private readonly scene: Scene,
        private readonly events: readonly LifelineEvent[]
    ) {
        const dots = new Set(events.map(e => e.id));
        this.lifelines = scene.boxes.filter(b => !dots.has(b.id));
        this.messages = scene.links.filter(l => !dots.has(l.from));
        this.order = new Map(this.lifelines.map((b, i) => [b.id, i]));
        this.heads = this.lifelines.map(b => this.headOf(b));
        this.lifelines.forEach((_, i) => this.middles.push(this.middleOf(i)));
    }

    place(): Placement {
        const top = Math.max(...this.lifelines.map(b => b.size.height), 0);
        this.lifelines.forEach((box, i) => this.placeHead(box, i, MARGIN + top));
        let y = MARGIN + top + STEP;
        for (const [i, message] of this.messages.entries()) {
            y = this.placeFree(i, y);
            y = this.placeMessage(message, y);
        }
        y = this.placeFree(this.messages.length, y);
        for (const { id, from, to } of this.scene.links.filter(l => !this.messages.includes(l))) {
            this.links.set(id, { points: between(this.boxes.get(from)!.rect, this.boxes.get(to)!.rect) });
        }
        this.clearNames();
        const right = [...this.boxes.values(), ...this.ports.values()]
            .flatMap(({ rect, caption }) => [rect, caption ?? rect])
            .map(r => r.x + r.width);
        const labels = [...this.links.values()].map(l => (l.label?.x ?? 0) + (l.label?.width ?? 0));
        const width = Math.max(0, ...right, ...labels) + MARGIN;
        return { boxes: this.boxes, ports: this.ports, links: this.links, dividers: [], width, height: y + MARGIN };
    }

    private headOf({ id, size, ports }: Box): Head {
        const isOwn =
            ports.length === 0 ||
            this.events.some(e => e.node === id && e.edge === '') ||
            this.messages.some(m => (m.from === id && m.fromPort === '') || (m.to === id && m.toPort === ''));
        const lines = new Map<string, number>();
        let right = 0;
        for (const { name, id: line } of [...(isOwn ? [{ id: '', name: '' }] : []), ...ports]) {
            lines.set(line, right + PORT / 2);
            right += PORT + (name === '' ? 0 : textWidth(name, SMALL_SIZE) + 6) + GAP / 4;
        }
        // Without ports, the lifeline's own line is in the middle.
        const taken = ports.length === 0 ? PORT : right;
        return { width: Math.max(size.width, taken + 2 * PORT), lines: new Map([...lines].map(([line, x]) => [line, x - taken / 2])) };
    }

    /** The x coordinate of the line at which a message ends. */
    private lineAt(node: string, port: string): number {
        const i = this.order.get(node)!;
        return this.middles[i] + (this.heads[i].lines.get(port) ?? 0);
    }

    private placeHead({ id, size, ports }: Box, i: number, bottom: number): void {
        const { width, lines } = this.heads[i];
        const stems = [...lines].map(([port, x]) => ({ x: this.middles[i] + x, y: bottom + (port === '' ? 0 : PORT / 2) }));
        this.boxes.set(id, { rect: { x: this.middles[i] - width / 2, y: bottom - size.height, width, height: size.height }, stems });
        for (const port of ports) {
            const x = this.lineAt(id, port.id);
            const text = { width: textWidth(port.name, SMALL_SIZE) + 4, height: leading(SMALL_SIZE) };
            this.ports.set(port.id, {
                rect: { x: x - PORT / 2, y: bottom - PORT / 2, width: PORT, height: PORT },
                caption: { x: x + PORT / 2 + 2, y: bottom + 1, ...text }
            });
        }
    }

    /** Places the events without a message that precede a message. */
    private placeFree(after: number, y: number): number {
        let at = y;
        for (const event of this.events.filter(e => e.edge === '' && e.after === after)) {
            at += STEP;
            this.placeDot(event, at, this.isNamedRight(event), this.lineAt(event.node, ''));
        }
        return at;
    }

    private placeMessage({ id, from, to, fromPort, toPort, label }: Link, top: number): number {
        const [a, b] = [this.lineAt(from, fromPort), this.lineAt(to, toPort)];
        const size = labelSize(label.length === 0 ? [''] : label);
        const isSelf = a === b;
        const [first, last] = (['from', 'to'] as const).map(side => this.events.find(e => e.edge === id && e.side === side));
        // The name of an event is beside its dot, below the label of the message.
        const y = top + size.height;
        const [start, end] = [first, last].map(event => (event === undefined ? 0 : DOT / 2));
        const way = isSelf || b > a ? 1 : -1;
        const x = isSelf ? a + LOOP / 2 : (a + b) / 2 - size.width / 2;
        const points = isSelf
            ? [
                  { x: a + start, y },
                  { x: a + LOOP, y },
                  { x: a + LOOP, y: y + STEP },
                  { x: a + end, y: y + STEP }
              ]
            : [
                  { x: a + way * start, y },
                  { x: b - way * end, y }
              ];
        this.links.set(id, { points, label: label.length === 0 ? undefined : { x, y: y - size.height - 2, ...size } });
        if (first !== undefined) {
            this.placeDot(first, y, !isSelf && way < 0, a);
        }
        if (last !== undefined) {
            this.placeDot(last, isSelf ? y + STEP : y, !isSelf && way > 0, b);
        }
        return y + (isSelf ? 2 * STEP : STEP);
    }

    private placeDot({ id, name }: LifelineEvent, y: number, isRight: boolean, x: number): void {
        const width = textWidth(name, SMALL_SIZE) + 4;
        const height = leading(SMALL_SIZE);
        const caption = { x: isRight ? x + DOT : x - DOT - width, y: y - height / 2, width, height };
        this.boxes.set(id, { rect: { x: x - DOT / 2, y: y - DOT / 2, width: DOT, height: DOT }, caption });
    }

    /** Moves the names of events through which a line runs below or above their dots. */
    private clearNames(): void {
        for (const { id } of this.events) {
            const { rect, caption } = this.boxes.get(id)!;
            if (caption === undefined || this.isClear(id, caption)) {
                continue;
            }
            const [above, below] = [rect.y - caption.height, rect.y + DOT];
            const next = [below, above].map(y => ({ ...caption, y })).find(place => this.isClear(id, place));
            if (next !== undefined) {
                this.boxes.set(id, { rect, caption: next });
            }
        }
    }

    private isClear(event: string, text: Rect): boolean {
        return (
            ![...this.links.values()].some(
                ({ points, label }) => runsThrough(points, text) || (label !== undefined && overlap(label, text))
            ) && !this.events.some(({ id }) => id !== event && overlap(this.boxes.get(id)!.caption ?? this.boxes.get(id)!.rect, text))
        );
    }

    /** The x coordinate of a lifeline: leaves room for the heads, message labels and event names between it and those before it. */
    private middleOf(i: number): number {
        const { middles, heads, order } = this;
        const { width, lines } = heads[i];
        const named = this.nameRoom(i, false);
        let x =
            i === 0
                ? MARGIN + Math.max(width / 2, named)
                : middles[i - 1] + Math.max((heads[i - 1].width + width) / 2 + GAP, this.nameRoom(i - 1, true) + named + GAP / 2);
        for (const { from, to, fromPort, toPort, label } of this.messages) {
            const [a, b] = [order.get(from)!, order.get(to)!];
            const need = label.length === 0 ? 0 : labelSize(label).width + 40;
            if (Math.max(a, b) === i && a !== b) {
                const [other, port, own] = b === i ? [from, fromPort, toPort] : [to, toPort, fromPort];
                x = Math.max(x, this.lineAt(other, port) + need - (lines.get(own) ?? 0));
            } else if (a === b && a === i - 1) {
                x = Math.max(x, middles[a] + need + LOOP);
            }
        }
        return x;
    }

    /** Room for the names of events on a side of a lifeline. */
    private nameRoom(i: number, isRight: boolean): number {
        const { id } = this.lifelines[i];
        const named = this.events.filter(e => e.node === id && this.isNamedRight(e) === isRight);
        return Math.max(0, ...named.map(e => textWidth(e.name, SMALL_SIZE) + DOT + 8));
    }

    private isNamedRight({ id, node, edge, side }: LifelineEvent): boolean {
        const message = this.messages.find(l => l.id === edge);
        if (message === undefined) {
            // on the side away from the line that orders the event
            const own = this.order.get(node)!;
            return !this.scene.links.some(l => l.from === id && this.order.get(this.events.find(e => e.id === l.to)?.node ?? '')! > own);
        }
        const [a, b] = [this.order.get(message.from)!, this.order.get(message.to)!];
        return a !== b && (side === 'from' ? b < a : b > a);
    }
}

/** A straight line from the border of one dot to that of another. */
function between(from: Rect, to: Rect): { x: number; y: number }[] {
    const [a, b] = [from, to].map(r => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 }));
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [((b.x - a.x) / length) * (DOT / 2), ((b.y - a.y) / length) * (DOT / 2)];
    return [
        { x: a.x + dx, y: a.y + dy },
        { x: b.x - dx, y: b.y - dy }
    ];
}
