/** The geometry of a drawing in numbers: what crosses, overlaps or is cut, how much paper the boxes take. */
import { textWidth } from '../../src/views/drawing/font.js';
import { headsOf } from '../../src/views/drawing/line-labels.js';
import { extentOf, type Placement, type Rect, runsThrough } from '../../src/views/drawing/placement.js';
import type { Box, Scene } from '../../src/views/drawing/scene.js';
import { middleOfTitle, type Uprights, uprightsOf } from '../../src/views/drawing/titles.js';
import type { Point } from '../../src/views/index.js';

export interface DrawingMeasures {
    readonly boxes: number;
    readonly width: number;
    readonly height: number;
    /** pairs of lines that cross */
    readonly crossings: number;
    /** boxes through which a line runs that is not theirs */
    readonly throughBoxes: number;
    /** texts (titles of containers, names of ports and symbols, labels) on which a line or the symbol at its end is that is not theirs */
    readonly throughTexts: number;
    /** pairs of boxes, of labels, of labels and boxes, of names of ports that overlap */
    readonly overlaps: number;
    /** texts wider than their box */
    readonly cutTexts: number;
    /** area of the picture through that of what is written and drawn in it */
    readonly spread: number;
    /** area of the picture through that of its nodes: the outermost boxes, which hold the others, and the texts of lines */
    readonly nodeSpread: number;
}

export function measured(scene: Scene, placement: Placement): DrawingMeasures {
    const { boxes, links } = scene;
    const { width, height } = extentOf(placement);
    const uprights = uprightsOf(placement);
    const rectOf = (box: Box): Rect => placement.boxes.get(box.id)!.rect;
    const lines = links.map(link => ({ link, ...placement.links.get(link.id)! }));
    const around = ancestorsIn(boxes);
    const isAround = (outer: string, inner: string): boolean => around.get(inner)?.has(outer) === true;
    const captions = boxes.filter(b => b.shape !== 'lane').flatMap(b => placement.boxes.get(b.id)!.caption ?? []);
    const leaves = boxes.filter(b => b.shape !== 'lane' && !boxes.some(o => o.parent === b.id));
    const labels = lines.flatMap(({ link, label, fromEnd, toEnd }) =>
        [label, fromEnd, toEnd].filter(r => r !== undefined).map(rect => ({ link: link.id, rect }))
    );
    const isOfLink = (box: Box, { from, to }: Scene['links'][number]): boolean =>
        [from, to].some(end => end === box.id || isAround(box.id, end));
    const drawn = leaves.reduce((sum, b) => sum + area(rectOf(b)), 0) + labels.reduce((sum, l) => sum + area(l.rect), 0);
    // The symbol of a lifeline is its head with the line below it.
    const symbolOf = (b: Box): Rect => (b.shape === 'lifeline' ? { ...rectOf(b), height } : rectOf(b));
    const outer = boxes.filter(b => (around.get(b.id)?.size ?? 0) === 0).reduce((sum, b) => sum + area(symbolOf(b)), 0);
    const beside = labels.filter(l => !boxes.some(b => overlap(inset(l.rect, 2), rectOf(b)))).reduce((sum, l) => sum + area(l.rect), 0);
    return {
        boxes: boxes.length,
        width: Math.round(width),
        height: Math.round(height),
        crossings: pairs(lines).filter(([a, b]) => cross(a.points, b.points)).length,
        throughBoxes: lines.reduce(
            (sum, { link, points }) =>
                sum + boxes.filter(b => b.shape !== 'lane' && !isOfLink(b, link) && runsThrough(points, inset(rectOf(b), 2))).length,
            0
        ),
        throughTexts: lines.reduce((sum, { link, points }) => {
            const texts = [
                ...captions,
                ...labels.filter(l => l.link !== link.id).map(l => l.rect),
                ...boxes.filter(b => isOfLink(b, link)).map(b => headOf(b, placement, uprights)),
                ...[...placement.ports].flatMap(([id, p]) =>
                    p.caption === undefined || id === link.fromPort || id === link.toPort ? [] : [p.caption]
                )
            ];
            const heads = headsOf(link, points);
            const covered = labels.filter(l => l.link !== link.id && heads.some(head => overlap(head, inset(l.rect, 3))));
            return sum + texts.filter(rect => runsThrough(points, inset(rect, 3))).length + covered.length;
        }, 0),
        overlaps:
            pairs(boxes.filter(b => b.shape !== 'lane')).filter(
                ([a, b]) => !isAround(a.id, b.id) && !isAround(b.id, a.id) && overlap(rectOf(a), rectOf(b))
            ).length +
            pairs(labels).filter(([a, b]) => overlap(a.rect, b.rect)).length +
            labels.reduce((sum, l) => sum + leaves.filter(b => overlap(inset(l.rect, 2), rectOf(b))).length, 0) +
            pairs([...placement.ports.values()].flatMap(p => p.caption ?? [])).filter(([a, b]) => overlap(inset(a, 2), b)).length,
        cutTexts: boxes.reduce(
            (sum, b) =>
                sum +
                [...b.title, ...b.sections.flatMap(s => s.lines)].filter(
                    ({ text, size, bold }) => textWidth(text, size, bold) > rectOf(b).width + 1
                ).length,
            0
        ),
        spread: drawn === 0 ? 0 : Math.round((10 * width * height) / drawn) / 10,
        nodeSpread: outer === 0 ? 0 : Math.round((10 * width * height) / (outer + beside)) / 10
    };
}

/** The ids of the boxes around each box. */
function ancestorsIn(boxes: readonly Box[]): ReadonlyMap<string, ReadonlySet<string>> {
    const byId = new Map(boxes.map(b => [b.id, b]));
    const found = new Map<string, Set<string>>();
    for (const { id } of boxes) {
        const above = new Set<string>();
        for (let at = byId.get(id)!.parent; at !== ''; at = byId.get(at)?.parent ?? '') {
            above.add(at);
        }
        found.set(id, above);
    }
    return found;
}

/** Where the title of a box stands that holds others or is an end of the line. */
function headOf(box: Box, placement: Placement, uprights: Uprights): Rect {
    const { rect } = placement.boxes.get(box.id)!;
    const width = Math.max(0, ...box.title.map(l => textWidth(l.text, l.size, l.bold)));
    const height = box.title.reduce((sum, l) => sum + l.size * 1.3, 0);
    return { x: middleOfTitle(box, rect, rect.y + 6, uprights) - width / 2, y: rect.y + 6, width, height };
}

function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T]> {
    for (const [i, a] of items.entries()) {
        for (const b of items.slice(i + 1)) {
            yield [a, b];
        }
    }
}
const pairs = <T>(items: readonly T[]): (readonly [T, T])[] => [...pairsOf(items)];

/** Whether two lines cross: an upright piece of one and a level piece of the other have an inner point in common. */
function cross(a: readonly Point[], b: readonly Point[]): boolean {
    return piecesOf(a).some(([p, q]) => piecesOf(b).some(([r, s]) => piecesCross(p, q, r, s)));
}

const piecesOf = (points: readonly Point[]): (readonly [Point, Point])[] => points.slice(1).map((q, i) => [points[i], q] as const);

function piecesCross(p: Point, q: Point, r: Point, s: Point): boolean {
    const side = (a: Point, b: Point, c: Point): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

const area = ({ width, height }: Rect): number => width * height;
const inset = ({ x, y, width, height }: Rect, by: number): Rect => ({
    x: x + by,
    y: y + by,
    width: width - 2 * by,
    height: height - 2 * by
});
const overlap = (a: Rect, b: Rect): boolean =>
    a.x + a.width > b.x + 1 && b.x + b.width > a.x + 1 && a.y + a.height > b.y + 1 && b.y + b.height > a.y + 1;
