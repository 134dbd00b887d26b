/**
 * The data that a drawing keeps for the next drawing of the same view: unchanged parts keep their layout exactly, changed parts keep the
 * order of their boxes. Without such data, two drawings of the same model are equal. Depends only on the boxes of a scene.
 */
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { ElkPart } from './elk-graph.js';
import { HINTED } from './kernel.js';
import type { Way } from './pages.js';
import type { Placement, Rect } from './placement.js';
import type { Box } from './scene.js';

/** Minimum share of a part's boxes with previous positions; below it, the part is laid out without them. */
const KNOWN_SHARE = 0.5;
const BESIDE = 44;

/** The layout options of a part, and how far from a page the part was with them. */
export interface ChosenWay {
    readonly way: Way;
    readonly stray: number;
}

/** Lays out the first of several graphs on which the kernel does not fail. */
type Ask = (graphs: readonly ElkNode[]) => Promise<ElkNode>;

export class LayoutMemory {
    /** the kernel's answers for the previous drawing, by graph */
    private answers = new Map<string, ElkNode>();
    private asked = new Map<string, ElkNode>();
    /** the layout options of parts, of the previous drawing and of this one */
    private ways = new Map<string, ChosenWay>();
    private chosen = new Map<string, ChosenWay>();
    private places: ReadonlyMap<string, Rect> = new Map();

    /**
     * The kernel's answer for a part.
     * @param keys of its boxes
     * @param ask lays out the first of several graphs on which the kernel does not fail
     */
    async laidOut(part: ElkPart, keys: ReadonlyMap<string, string>, ask: Ask): Promise<ElkNode> {
        return this.answerTo(part.graph, () => ask([...this.hinted(part, keys), part.graph]));
    }

    /** The remembered answer for a graph, or a new one. */
    async answerTo(graph: ElkNode, ask: () => Promise<ElkNode>): Promise<ElkNode> {
        const signature = JSON.stringify(graph);
        const answer = this.asked.get(signature) ?? this.answers.get(signature) ?? (await ask());
        this.asked.set(signature, answer);
        return answer;
    }

    /** The layout options of the part in the previous drawing. */
    wayOf(part: string): ChosenWay | undefined {
        return this.ways.get(part);
    }

    noteWay(part: string, { way, stray }: ChosenWay): void {
        this.chosen.set(part, { way, stray });
    }

    /** Stores a finished drawing. */
    note(keys: ReadonlyMap<string, string>, { boxes }: Placement): void {
        this.answers = this.asked;
        this.asked = new Map();
        this.ways = this.chosen;
        this.chosen = new Map();
        this.places = new Map([...boxes].map(([id, { rect }]) => [keys.get(id)!, rect]));
    }

    /** The graph of a part with the previous positions of its boxes; undefined if too few boxes have one or the part is in rows. */
    private hinted({ graph, boxes }: ElkPart, keys: ReadonlyMap<string, string>): ElkNode[] {
        const before = boxes.map(b => this.places.get(keys.get(b.id)!));
        const known = before.filter(r => r !== undefined).length;
        // Positions in rows do not show which box follows which.
        const isInRows = 'elk.layered.wrapping.strategy' in graph.layoutOptions!;
        if (isInRows || known < 2 || known < boxes.length * KNOWN_SHARE) {
            return [];
        }
        const guessed = withGuesses(graph, before);
        const place = (node: ElkNode, around: Rect | undefined): ElkNode => {
            const rect = guessed[Number(node.id.slice(1))];
            const [x, y] = [rect.x - (around?.x ?? 0), rect.y - (around?.y ?? 0)];
            const children = node.children!.map(c => place(c, rect));
            const hints = children.length === 0 ? {} : HINTED;
            return { ...node, x, y, children, layoutOptions: { ...node.layoutOptions, ...hints, 'elk.position': `(${x},${y})` } };
        };
        return [
            { ...graph, layoutOptions: { ...graph.layoutOptions, ...HINTED }, children: graph.children!.map(c => place(c, undefined)) }
        ];
    }
}

/** Guesses positions for new boxes: after the source of an incoming edge, or else before the target of an outgoing one. */
function withGuesses({ edges = [], layoutOptions }: ElkNode, before: readonly (Rect | undefined)[]): Rect[] {
    const isUpright = layoutOptions!['elk.direction'] === 'DOWN' || layoutOptions!['elk.direction'] === 'UP';
    const at = (id: string): number => Number(/^n(\d+)/.exec(id)![1]);
    const beside = (rect: Rect, steps: number): Rect =>
        isUpright ? { ...rect, y: rect.y + steps * (rect.height + BESIDE) } : { ...rect, x: rect.x + steps * (rect.width + BESIDE) };
    const last = before.findLast(r => r !== undefined)!;
    return before.map((rect, i) => {
        if (rect !== undefined) {
            return rect;
        }
        const source = edges
            .filter(e => at(e.targets[0]) === i)
            .map(e => before[at(e.sources[0])])
            .find(r => r !== undefined);
        const target = edges
            .filter(e => at(e.sources[0]) === i)
            .map(e => before[at(e.targets[0])])
            .find(r => r !== undefined);
        return source !== undefined ? beside(source, 1) : target !== undefined ? beside(target, -1) : last;
    });
}

/** Keys by which boxes are recognized in the next drawing: the element and the shape. */
export function keysOf(boxes: readonly Box[]): ReadonlyMap<string, string> {
    const keys = new Map<string, string>();
    const seen = new Map<string, number>();
    for (const { id, element, parent, shape } of boxes) {
        const name = `${element === '' ? (keys.get(parent) ?? '') : element}|${shape}`;
        const count = seen.get(name) ?? 0;
        seen.set(name, count + 1);
        keys.set(id, count === 0 ? name : `${name}|${count}`);
    }
    return keys;
}
