/** Drawings: well-formed SVG, every node and edge once, lines from border to border, the same bytes twice. No pixels are compared. */
import { describe, expect, it } from 'vitest';
import { DIRECTIONS, LayoutMemory, type RenderedView, renderView } from '../../src/views/index.js';
import { drawView, type LaidOutView, layOutView } from '../../src/views/drawing/draw.js';
import { textWidth } from '../../src/views/drawing/font.js';
import { kernelInPlace } from '../../src/views/drawing/kernel.js';
import { kernelInThreads } from '../../src/views/drawing/kernel-threads.js';
import { type Rect, runsThrough } from '../../src/views/drawing/placement.js';
import { isFull, spread } from '../support/thorough.js';
import { geometryFaults } from './geometry-faults.js';
import { measured } from './drawing-measures.js';
import { drawnLines } from './drawn.js';
import { kernelOnce } from './kernel-once.js';
import { modelOf, rendered } from './rendering.js';
import { readSvg } from './svg.js';

const STRUCTURE = `port def Plug { out attribute volts; } part def Battery { port plus : Plug; } part def Motor { port feed : ~Plug; attribute power = 5; }
    part car { part battery : Battery; part motor : Motor; part spare : Battery; interface wire connect battery.plus to motor.feed; connect spare to motor; }
    part def Small :> Motor;`;
const MACHINE = `state def Light { entry; then off; state off; accept Real then on; state on { entry; then dim; state dim; state bright;
    transition first dim if true then bright; } transition first on accept Real then off; }
    state def Both parallel { state one { entry; then a; state a; } state two { entry; then b; state b; } }`;
const FLOW = `action def Make { in item raw; out item made; first start; then split; fork split; first split then heat; first split then press; action heat { in item raw; out item hot; } action press { in item hot; }
    join sync; first heat then sync; first press then sync; first sync then choose; decide choose; first choose if true then done; first choose then heat; flow heat.hot to press.hot; }`;
const TALK = `part def A; part a : A; part b : A; occurrence talk { message hello from a to b; message again from b to b; message 'a < b & c' from b to a; }`;
const CASES = `part def User; part def Till; use case def Pay { subject till : Till; actor user : User; objective { doc /* paid */ } include use case scan : Scan; }
    use case def Scan { subject till : Till; }`;

const LANES = `part shop { part clerk { perform sell.take; perform sell.bill; } part store { perform sell.pick; perform sell.pack.wrap; perform sell.pack; } } part customer { perform sell.pay; }
    action sell { action take { in item o; } action bill; action pick; action pack { action wrap; action stack; first wrap then stack; } action pay; action audit;
        fork split; join both; decide ok; if true then split; else audit; first start then take; first take then ok; first split then pick; first split then bill;
        first bill then pay; first pay then both; first pick then pack; first pack then both; first both then audit; first audit then done; }`;

const PINNED = `action def Pass { action a { out o; } then f; fork f { in i; out p; out q; } then b; action b { in i; } then m; merge m { in i; out o; } then d;
    decide d { in i; } if true then j; join j { in i; } flow a.o to f.i; flow f.p to b.i; flow f.q to m.i; flow m.o to d.i; flow b.i to j.i; }`;

/** A package of more definitions than stand beside each other on a page. */
const WIDE = `package Wide { ${'abcdefghijkl'
    .split('')
    .map(name => `part def ${name}Definition { attribute value : Real; ${name < 'd' ? `part inner { part deep { part deeper; } }` : ''} }`)
    .join(' ')} part def Special :> aDefinition; }`;

/** title, model, pseudo-view or view */
const DRAWINGS: readonly (readonly [string, string, string])[] = [
    ['interconnection', STRUCTURE, '#interconnection:T::car'],
    ['tree', STRUCTURE, '#tree:T'],
    ['wide tree', WIDE, '#tree:T::Wide'],
    ['state machine', MACHINE, '#state:T::Light'],
    ['parallel states', MACHINE, '#state:T::Both'],
    ['action', FLOW, '#action:T::Make'],
    ['swim lanes', LANES, '#action:T::sell'],
    ['flows at control nodes', PINNED, '#action:T::Pass'],
    ['mixed', `${STRUCTURE} ${MACHINE} ${FLOW}`, '#mixed:T'],
    ['case', CASES, '#case:T::Pay']
];

/** A row of {@link DRAWINGS} in place, made once: layouts take most of the time of these tests. */
const made = new Map<string, Promise<LaidOutView & { readonly svg: string }>>();

function drawing([title, body, spec]: (typeof DRAWINGS)[number]): Promise<LaidOutView & { readonly svg: string }> {
    const make = async (): Promise<LaidOutView & { readonly svg: string }> => {
        const view = rendered(modelOf(body), spec);
        const kernel = kernelOnce();
        return { ...(await layOutView(view, { kernel })), svg: await drawView(view, { kernel }) };
    };
    made.set(title, made.get(title) ?? make());
    return made.get(title)!;
}

function isOnBorder({ x, y, width, height }: Rect, at: { readonly x: number; readonly y: number }): boolean {
    const near = (a: number, b: number): boolean => Math.abs(a - b) < 1;
    const isWithin = at.x > x - 1 && at.x < x + width + 1 && at.y > y - 1 && at.y < y + height + 1;
    return isWithin && (near(at.x, x) || near(at.x, x + width) || near(at.y, y) || near(at.y, y + height));
}

describe('a drawing', () => {
    it.each(spread(DRAWINGS, 5, 1))(
        'of %s is well-formed, has everything once, joins borders and has no faults of geometry',
        async (...row) => {
            const { svg, scene, placement } = await drawing(row);
            const { ids } = readSvg(svg);
            expect(new Set(ids).size).toBe(ids.length);
            expect(scene.boxes.length).toBeGreaterThan(0);
            for (const { id } of [...scene.boxes, ...scene.links]) {
                expect(ids).toContain(id);
            }
            for (const { id, from, to, fromPort, toPort } of scene.links) {
                const { points } = placement.links.get(id)!;
                const rectOf = (box: string, port: string): Rect => (placement.ports.get(port) ?? placement.boxes.get(box))!.rect;
                expect(isOnBorder(rectOf(from, fromPort), points[0]), `${id} leaves ${from}`).toBe(true);
                expect(isOnBorder(rectOf(to, toPort), points.at(-1)!), `${id} reaches ${to}`).toBe(true);
            }
            expect(geometryFaults(scene, placement, true)).toEqual([]);
        }
    );

    it('has heads where stated routes end on borders', async () => {
        const body = `part w { part a { @DiagramLayout::Layout { x = 0; y = 0; width = 90; height = 60; } }
            part b { @DiagramLayout::Layout { x = 200; y = 100; width = 90; height = 60; } }
            connection k connect a to b { @DiagramLayout::Route { points = (90, 30, 150, 30, 150, 130, 200, 130); } } }`;
        const { placement } = await layOutView(rendered(modelOf(body), '#interconnection:T::w'));
        const [{ points }] = placement.links.values();
        const lengths = points.slice(1).map((p, i) => Math.hypot(p.x - points[i].x, p.y - points[i].y));
        expect(Math.min(...lengths)).toBeGreaterThan(1);
    });

    it('with the memory of one before is the same where nothing changed, and keeps order where something did', async () => {
        const before = (extra: string): string =>
            `part w { part g { part a; part b; connect a to b; } part h { part c; part d; part e; connect c to d; connect c to e; ${extra} } }`;
        const memory = new LayoutMemory();
        const first = rendered(modelOf(before('')), '#interconnection:T::w');
        expect(await drawView(first, { memory })).toBe(await drawView(first));
        const rects = async (view: RenderedView): Promise<(name: string) => Rect> => {
            const { scene, placement } = await layOutView(view, { memory });
            return name => placement.boxes.get(scene.boxes.find(b => b.element === `T::w::${name}`)!.id)!.rect;
        };
        const old = await rects(first);
        const now = await rects(rendered(modelOf(before('part f; connect c to f;')), '#interconnection:T::w'));
        const within = (at: (name: string) => Rect, name: string): number[] => [at(name).x - at('g').x, at(name).y - at('g').y];
        expect([within(now, 'g::a'), within(now, 'g::b')]).toEqual([within(old, 'g::a'), within(old, 'g::b')]);
        expect(Math.sign(now('h::d').y - now('h::e').y)).toBe(Math.sign(old('h::d').y - old('h::e').y));
    });

    it('begins above and divides the regions of a parallel state', async () => {
        const { scene, placement } = await layOutView(rendered(modelOf(MACHINE), '#state:T::Both'));
        const rectOf = (name: string): Rect => placement.boxes.get(scene.boxes.find(b => b.element === name)!.id)!.rect;
        const [one, two] = [rectOf('T::Both::one'), rectOf('T::Both::two')];
        expect([one.y, one.height]).toEqual([two.y, two.height]);
        const [divider] = placement.dividers;
        expect([divider.x > one.x + one.width, divider.x < two.x, divider.height]).toEqual([true, true, one.height]);
        const start = scene.boxes.find(b => b.shape === 'entry')!;
        expect(placement.boxes.get(start.id)!.rect.y).toBeLessThan(rectOf('T::Both::one::a').y);
    });

    it('keeps titles clear of the lines that lead into a state', async () => {
        const body = `state def M { entry; then off; state off; accept Real then running.h; state running { entry; then a; state a; accept Real then b; state b;
            accept Real then a; shallow history h; } accept Real then off; }`;
        const view = rendered(modelOf(body), '#state:T::M');
        const { scene, placement } = await layOutView(view);
        const { title, id } = scene.boxes.find(b => b.element === 'T::M::running')!;
        const middle = Number(/<text x="([\d.]+)"[^>]*>running</.exec(await drawView(view))![1]);
        const half = Math.max(...title.map(l => textWidth(l.text, l.size, l.bold))) / 2;
        const { x, width, y } = placement.boxes.get(id)!.rect;
        const text = { x: middle - half, y, width: 2 * half, height: 40 };
        expect([text.x >= x, text.x + text.width <= x + width]).toEqual([true, true]);
        expect([...placement.links.values()].filter(l => runsThrough(l.points, text))).toEqual([]);
    });

    it('of what has no place in it says why', async () => {
        const body = 'part def P { exhibit state m { entry; then a; state a; } }';
        const svg = await drawView(rendered(modelOf(body), '#state:T::P'));
        readSvg(svg);
        expect(svg).toContain('part def T::P is no state machine; it has T::P::m (#state:T::P::m)');
    });

    it.each(spread(DIRECTIONS, 4))('has swim lanes that are attached to each other, also %s', async direction => {
        const { scene, placement } = await layOutView(rendered(modelOf(LANES), '#action:T::sell'), { direction });
        expect(geometryFaults(scene, placement, true)).toEqual([]);
        const lanes = scene.boxes.filter(b => b.shape === 'lane' && b.parent === 'n0').map(b => placement.boxes.get(b.id)!.rect);
        expect(lanes.length).toBe(3);
        const around = placement.boxes.get('n0')!.rect;
        for (const { x, y, width, height } of lanes) {
            expect(Math.min(around.x + around.width - x - width, around.y + around.height - y - height)).toBeGreaterThan(4);
        }
        const isUpright = direction === 'TB' || direction === 'BT';
        for (const [i, { x, y, width, height }] of lanes.slice(0, -1).entries()) {
            const next = lanes[i + 1];
            expect([next.x, next.y]).toEqual(isUpright ? [x + width, y] : [x, y + height]);
            expect(isUpright ? next.height : next.width).toBe(isUpright ? height : width);
        }
    });

    it.each([
        [
            '#interconnection:T::h',
            'item def M; port def P { out item m : M; } part h { port o : P; port i : ~P; part a { port o : P; port i : ~P; port z { port y; } } flow of M from a.o.m to o.m; connect i to a.i; connect i to a.z.y; }'
        ],
        [
            '#action:T::act',
            'item def M; action act { in item x : M; out item y : M; action b { in item x : M; out item y : M; } flow from act.x to b.x; flow from b.y to act.y; }'
        ]
    ])('ends the lines within a box beside the symbols of its ports: %s', async (view, body) => {
        const { scene, placement } = await layOutView(rendered(modelOf(body), view));
        for (const { id, fromPort, toPort } of scene.links) {
            for (const port of [fromPort, toPort]) {
                expect(runsThrough(placement.links.get(id)!.points, placement.ports.get(port)!.rect)).toBe(false);
            }
        }
        expect(scene.links.length).toBeGreaterThan(1);
    });

    it.each(spread(DIRECTIONS, 4, 1))('has names of actors that no line crosses, also %s', async direction => {
        const cases = `part def P; use case def U { subject; actor a : P; actor aLongerName : P; include use case v { subject; actor c : P; } include use case w; }`;
        const { scene, placement } = await layOutView(rendered(modelOf(cases), '#case:T'), { direction });
        expect(measured(scene, placement)).toMatchObject({ throughTexts: 0, throughBoxes: 0, overlaps: 0 });
    });

    it('names performers in compartments where the model states places', async () => {
        const { scene } = await layOutView(
            rendered(modelOf(`${LANES} metadata DiagramLayout::Layout about sell::pay { x = 900; y = 0; }`), '#action:T::sell')
        );
        expect(scene.boxes.some(b => b.shape === 'lane')).toBe(false);
        expect(scene.boxes.find(b => b.element === 'T::sell::pay')!.sections).toMatchObject([
            { name: 'performed by', lines: [{ text: 'customer' }] }
        ]);
    });

    it('says what relationships join, which portion a box is of, and values among the attributes', async () => {
        const body = `part def P { attribute m : Integer; part q; } requirement r; connection def C { end part x; end part y; }
            part a : P { :>> m = 3; timeslice part early { part w; } } part b : P;
            part all1 { part c : P { part d; } part e; connection k : C connect c to e { attribute u; } allocate c to e; bind c.m = c.m; connect (c, c.d, e); connection l : C connect c to e; }
            satisfy r by b; connection o { end ::> a; end ::> b; }`;
        const { scene } = await layOutView(rendered(modelOf(body), '#tree:T'));
        const told = scene.boxes.map(b => [
            b.title.map(l => l.text).join(' '),
            ...b.sections.map(s => `${s.name}: ${s.lines.map(l => l.text).join('; ')}`)
        ]);
        for (const box of [
            ['«part» a : P', 'attributes: m :>> m = 3'],
            ['«timeslice part» early', 'parts: w'],
            ['«connection» k : C', ': c to e', 'attributes: u'],
            ['T', 'satisfy requirements: r by b', 'connections: o connect a to b']
        ]) {
            expect(told).toContainEqual(box);
        }
        expect(told.find(([title]) => title === '«part» all1')).toEqual(
            expect.arrayContaining(['allocations: c to e', 'bindings: c.m = c.m', 'connections: (c, c.d, e); l : C connect c to e'])
        );
    });

    it('of a wide tree is a page, its lines of one kind share a stem', async () => {
        const body = WIDE.replace('part def Special :> aDefinition;', '');
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#tree:T::Wide'));
        const owned = scene.links.filter(l => l.kind === 'membership' && l.from === 'n0').map(l => placement.links.get(l.id)!.points[0]);
        expect([owned.length, new Set(owned.map(p => `${p.x} ${p.y}`)).size]).toEqual([12, 1]);
        expect(placement.width / placement.height).toBeLessThan(3);
    });

    it('of a wide tree has leaves in pairs, beside a stem from which a line leads to each', async () => {
        const attributes = (count: number): string => Array.from({ length: count }, (_, i) => `attribute value${i} : Real;`).join(' ');
        const parts = Array.from({ length: 12 }, (_, i) => `part aMemberOfIt${i} { ${attributes(1 + (i % 3))} }`);
        const body = `part def Wide { ${parts.join(' ')} }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#tree:T::Wide'));
        expect(geometryFaults(scene, placement, true)).toEqual([]);
        const leaves = scene.links.map(({ id, to }) => ({ points: placement.links.get(id)!.points, rect: placement.boxes.get(to)!.rect }));
        expect(leaves).toHaveLength(12);
        for (const { points, rect } of leaves) {
            expect(isOnBorder(rect, points.at(-1)!)).toBe(true);
        }
        for (let i = 0; i < leaves.length; i += 2) {
            const [left, right] = leaves.slice(i, i + 2);
            const [stem, end] = left.points.slice(-2);
            expect(right.points.at(-2)).toEqual(stem);
            expect([stem.y, end.y]).toEqual(Array(2).fill(left.rect.y + Math.min(left.rect.height, right.rect.height) / 2));
            expect(left.rect.y).toBe(right.rect.y);
            expect([left.rect.x + left.rect.width, right.rect.x]).toEqual([end.x, right.points.at(-1)!.x]);
            expect(stem.x - left.rect.x - left.rect.width).toBeCloseTo(right.rect.x - stem.x);
        }
    });

    it('of a package with many members is a page around them, in their order', async () => {
        const names = Array.from({ length: 40 }, (_, i) => `D${i + 10}`);
        const body = `package Many { ${names.map(name => `part def ${name};`).join(' ')} }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#tree:T::Many'));
        expect(scene.links).toEqual([]);
        const rects = scene.boxes.slice(1).map(b => ({ name: b.node!.name, ...placement.boxes.get(b.id)!.rect }));
        expect(rects.sort((a, b) => a.y - b.y || a.x - b.x).map(r => r.name)).toEqual(names);
        expect(placement.width / placement.height).toBeLessThan(2.5);
    });

    it('has no line through the text of a pin', async () => {
        for (const [, body, spec] of spread(DRAWINGS, 8, 2)) {
            const { scene, placement } = await layOutView(rendered(modelOf(body), spec, 'full'));
            const lines = scene.links.map(l => placement.links.get(l.id)!.points);
            const texts = [...placement.ports].flatMap(([id, { caption }]) => (caption === undefined ? [] : [[id, caption] as const]));
            expect(texts.filter(([, text]) => lines.some(points => runsThrough(points, text))).map(([id]) => id)).toEqual([]);
        }
    });

    it('has lanes whose heads end at one line', async () => {
        const body = LANES.replace('part customer', "part 'a customer with a name that takes more than one line of a head'");
        const { scene } = await layOutView(rendered(modelOf(body), '#action:T::sell'));
        const heads = scene.boxes.filter(b => b.shape === 'lane' && b.parent === 'n0').map(b => b.title.length);
        expect([heads.length, new Set(heads).size]).toEqual([3, 1]);
        expect(heads[0]).toBeGreaterThan(2);
    });

    it('is given up when it is not wanted any more, in place and in a thread', async () => {
        const view = rendered(modelOf(STRUCTURE), '#tree:T');
        for (const kernel of [kernelInPlace, kernelInThreads()]) {
            const unwanted = AbortSignal.abort(new Error('given up'));
            await expect(drawView(view, { kernel, signal: unwanted })).rejects.toThrow('given up');
            const control = new AbortController();
            const drawing = drawView(view, {
                signal: control.signal,
                kernel: (graph, signal) => {
                    const answer = kernel(graph, signal);
                    control.abort(new Error('given up'));
                    return answer;
                }
            });
            await expect(drawing).rejects.toThrow('given up');
        }
    });

    it.runIf(isFull)('is the same when it is made again, in threads', async () => {
        const kernel = kernelInThreads();
        const again = async (rows: typeof DRAWINGS): Promise<void> => {
            const inThreads = await Promise.all(rows.map(([, body, spec]) => drawView(rendered(modelOf(body), spec), { kernel })));
            expect(inThreads).toEqual((await Promise.all(rows.map(drawing))).map(({ svg }) => svg));
        };
        // two beside each other, others in turn: a thread takes longer to start than all layouts together
        await again(DRAWINGS.slice(0, 2));
        for (const row of DRAWINGS.slice(2).filter(([title]) => title === 'action')) {
            await again([row]);
        }
    });

    it('of a sequence has messages below each other', async () => {
        const view = rendered(modelOf(TALK), '#sequence:T');
        const { scene, placement } = await layOutView(view);
        readSvg(await drawView(view));
        const heights = scene.links.map(l => placement.links.get(l.id)!.points[0].y);
        expect(heights.length).toBe(3);
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
    });

    it('of a table has a row for each element', async () => {
        const view = rendered(modelOf(STRUCTURE), '#table:T');
        const { elements } = readSvg(await drawView(view));
        expect(elements.slice(1)).toEqual(view.rows.map(r => r.element));
    });

    it('is a browser with each element once, also where a view exposes an element and its members', async () => {
        const body = `package Q { part def A { part b; } part c : A; } view v : BrowserView { expose Q::**; expose Q::A::b; }`;
        const svg = await drawView(rendered(modelOf(body), 'T::v'));
        expect([...svg.matchAll(/data-element="T::(Q[^"]*)"/g)].map(m => m[1]).sort()).toEqual(['Q', 'Q::A', 'Q::A::b', 'Q::c']);
    });

    it('of a sequence has no line through the name of an event', async () => {
        const body = `occurrence def Talk { part user { event occurrence press; } part panel { event occurrence got; event occurrence told; }
            part motor { event occurrence begin; } message from user.press to panel.got;
            message start from panel.told to motor.begin; first user.press then panel.told; }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#sequence:T::Talk'));
        const names = scene.boxes.flatMap(b => placement.boxes.get(b.id)!.caption ?? []);
        expect(names).toHaveLength(4);
        expect([...placement.links.values()].filter(({ points }) => names.some(name => runsThrough(points, name)))).toEqual([]);
    });

    it('draws a browser view as an indented list, a row an element', async () => {
        const body = `package Q { part def A { part b; } part c : A; } view v : BrowserView { expose Q; }`;
        const view = rendered(modelOf(body), 'T::v');
        const svg = await drawView(view);
        expect(view.isBrowser).toBe(true);
        expect(readSvg(svg).elements).toEqual(['T::v', 'T::Q', 'T::Q::A', 'T::Q::A::b', 'T::Q::c']);
        const lefts = [...svg.matchAll(/<text x="([\d.]+)"[^>]*font-weight="bold"[^>]*>(?:Q|A|b|c : A)</g)].map(m => Number(m[1]));
        expect(lefts.map(x => x - lefts[0])).toEqual([0, 20, 40, 20]);
    });

    it('has the rows of a browser view below each other within its frame, each with a branch from its owner', async () => {
        const body = `package Q { part def A { part b; } part c : A; } view v : BrowserView { expose Q; }`;
        const svg = await drawView(rendered(modelOf(body), 'T::v'));
        const [x, y, width, height] = /class="paper" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"/.exec(svg)!.slice(1).map(Number);
        const texts = [
            ...svg.matchAll(/<text[^>]*? x="([\d.-]+)" y="([\d.-]+)" font-size="(\d+)"( font-weight="bold")?[^>]*>([^<]*)/g)
        ].map(([, left, base, size, bold, text]) => ({
            left: +left,
            base: +base,
            text,
            width: textWidth(text, +size, bold !== undefined)
        }));
        expect(texts.length).toBeGreaterThan(8);
        for (const { left, base, width: long, text } of texts) {
            expect([left > x, left + long < x + width, base > y, base < y + height], text).toEqual([true, true, true, true]);
        }
        const rows = ['Q', 'A', 'b', 'c : A'].map(name => texts.find(t => t.text === name)!);
        const [first, second] = rows.map(r => r.base);
        expect(rows.map(r => Math.round(r.base - first))).toEqual([0, 1, 2, 3].map(i => Math.round(i * (second - first))));
        expect(second - first).toBeGreaterThan(12);
        const branches = [...svg.matchAll(/class="rule" d="M([\d.]+) ([\d.]+)L\1 ([\d.]+)L([\d.]+) \3"/g)].map(([, ...at]) =>
            at.map(Number)
        );
        const owners = [0, 1, 0];
        expect(branches).toHaveLength(3);
        for (const [i, [stem, from, to, end]] of branches.entries()) {
            const [owner, row] = [rows[owners[i]], rows[i + 1]];
            expect([from > owner.base, from < to, to < row.base, row.base - to < 6], `branch ${i}`).toEqual([true, true, true, true]);
            expect([stem < owner.left, end > stem, end < row.left]).toEqual([true, true, true]);
        }
    });

    it('has the dot of a relationship in what is around all its ends', async () => {
        const body = 'package Q { package R { part a; } package S { part b; part c; } dependency many from R::a to S::b, S::c; }';
        const { scene } = await layOutView(rendered(modelOf(body), '#mixed:T::Q'));
        const dot = scene.boxes.find(b => b.shape === 'dot')!;
        expect(scene.boxes.find(b => b.id === dot.parent)?.element).toBe('T::Q');
    });

    it('draws a connection that two parts inherit in each of them, with a dot only for more than two ends', async () => {
        const body = `port def B; part def S { port b : B; }
            part def D { port b : B; part s : S; part t : S; bind b = s.b; connection net connect (b, s.b, t.b); }
            part p { part one : D; part two : D; connect one.b to two.b; }`;
        const rendering = renderView(modelOf(body), '#interconnection:T::p', { inherited: true }) as RenderedView;
        const { scene, placement } = await layOutView(rendering);
        const byId = new Map(scene.boxes.map(b => [b.id, b]));
        const dots = scene.boxes.filter(b => b.shape === 'dot');
        expect(dots.map(({ element, parent }) => [element, byId.get(parent)!.element])).toEqual([
            ['T::D::net', 'T::p::one'],
            ['T::D::net', 'T::p::two']
        ]);
        const bindings = scene.links.filter(l => l.form === 'binding');
        expect(bindings.map(({ from, to }) => [byId.get(from)!.element, byId.get(to)!.element])).toEqual([
            ['T::p::one', 'T::D::s'],
            ['T::p::two', 'T::D::s']
        ]);
        expect(measured(scene, placement)).toMatchObject({ throughBoxes: 0, throughTexts: 0, overlaps: 0 });
    });

    it.each([
        'action used : A;',
        'action used : A { action :>> step; }',
        'action def B :> A { action :>> step; } action used : B { action :>> step; }'
    ])('draws the bindings that an action inherits: %s', async used => {
        const body = `action def A { in item taken; out item given; action step { in item used; out item made; }
                bind given = step.made; bind step.used = taken; } ${used}`;
        const { scene } = await layOutView(rendered(modelOf(body), '#action:T::used'));
        const nameOf = new Map(scene.boxes.map(b => [b.id, b.node?.name]));
        const bindings = scene.links.filter(l => l.form === 'binding');
        expect(bindings.map(({ from, to }) => [nameOf.get(from), nameOf.get(to)])).toEqual([
            ['step', 'T::used'],
            ['T::used', 'step']
        ]);
        expect(scene.boxes.flatMap(b => b.ports.map(p => p.name)).sort()).toEqual(['given', 'made', 'taken', 'used']);
    });

    it.each([
        ['bind b.p = x;', 'of chains'],
        ['bind T::A::b.p = T::A::x;', 'of chains that begin with a qualified name'],
        ['bind A::x = A::b.p;', 'from the action to a step']
    ])('has the pins at which bindings end: %s', async binding => {
        const body = `action def A { in x : Real; out y : Real; action b { in p : Real; in r : Real; } ${binding} }`;
        const { scene } = await layOutView(rendered(modelOf(body), '#action:T::A'));
        const pins = new Map(scene.boxes.flatMap(b => b.ports.map(p => [p.id, `${b.node!.name}.${p.name}`])));
        expect(scene.links.flatMap(l => [pins.get(l.fromPort), pins.get(l.toPort)]).sort()).toEqual(['T::A.x', 'b.p']);
        // the others are lines of their boxes
        expect([...pins.values()].sort()).toEqual(['T::A.x', 'b.p']);
        expect(drawnLines(scene).slice(0, 2)).toEqual([
            'action «action def» A | parameters: out y : Real',
            '  action «action» b | parameters: in r : Real'
        ]);
    });

    it.each([
        [
            '#state:T::M',
            `state def M { entry; then off; state off; transition first off accept Real if true do action z then on;
                state on { entry; then p; state p; shallow history h; deep history d; }
                #StateMachines::choice state which; transition first on then which; transition first which if true then done;
                transition first which if false then off; }`,
            [
                'state def T::M',
                'state off (initial)',
                'state on',
                'state p (initial)',
                'initial',
                'shallow history h',
                'deep history d',
                'initial',
                'choice which',
                'state done (final)'
            ],
            [
                'transition Real [true] / z from off to on',
                'transition from on to which',
                'transition [true] from which to done',
                'transition [false] from which to off',
                'begins',
                'begins'
            ]
        ],
        [
            '#action:T::A',
            `action def B; action def A { action b : B { out o; } action c { in i; } flow b.o to c.i; if true { action e; } else { assign n := 1; } attribute n : Integer; }`,
            ['action def T::A', 'action b : B', 'action c', 'if', 'action (then, own flow)', 'action e', 'action (else)'],
            ['flow o to i from b to c']
        ]
    ])('describes its boxes and lines in words: %s', async (spec, body, boxes, links) => {
        const view = rendered(modelOf(body), spec);
        const { scene } = await layOutView(view);
        expect(scene.boxes.map(b => b.description).sort()).toEqual([...boxes].sort());
        expect(scene.links.map(l => l.description).sort()).toEqual([...links].sort());
        const svg = await drawView(view);
        readSvg(svg);
        for (const text of [...boxes, ...links]) {
            expect(svg).toContain(text);
        }
    });

    it('leads a line around the box of its port', async () => {
        const body = `port def B; part def S { port b : B; } part def D { port b : B; part s : S; part t : S; bind b = s.b; connect s.b to t.b; }
            part p { part one : D; part two : D; connect one.b to two.b; }`;
        const rendering = renderView(modelOf(body), '#interconnection:T::p', { inherited: true }) as RenderedView;
        const { scene, placement } = await layOutView(rendering);
        const inner = scene.boxes.filter(b => b.element === 'T::D::s').map(b => placement.boxes.get(b.id)!.rect);
        expect(inner).toHaveLength(2);
        const within = ({ x, y, width, height }: Rect): Rect => ({ x: x + 8, y: y + 8, width: width - 16, height: height - 16 });
        expect([...placement.links.values()].filter(l => inner.some(r => runsThrough(l.points, within(r))))).toEqual([]);
    });

    it('writes the texts of lines where no other line runs', async () => {
        const body = `part def A; part def B; part def C; connection def K { end part one : A[1..*]; end part two : B[0..1]; }
            connection def L { end part three : A[1]; end part four : B[2..5]; } connection def M { end part five : A; end part six : B; end part seven : C; }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#mixed:T'));
        expect(measured(scene, placement)).toMatchObject({ throughTexts: 0, overlaps: 0 });
    });

    it('puts a stated node where the model says, and a line along its route', async () => {
        const body = `part def W { part a; part b; part c; connect a to b; }
            view v { expose W; render asInterconnectionDiagram;
                metadata DiagramLayout::Layout about W::a { x = 300; y = 200; width = 120; height = 80; }
                metadata DiagramLayout::Layout about W::b { x = 700; y = 200; } }`;
        const view = rendered(modelOf(body), 'T::v');
        const { scene, placement } = await layOutView(view);
        const rectOf = (element: string): Rect => placement.boxes.get(scene.boxes.find(b => b.element === element)!.id)!.rect;
        expect(rectOf('T::W::a')).toEqual({ x: 300, y: 200, width: 120, height: 80 });
        expect(rectOf('T::W::b')).toMatchObject({ x: 700, y: 200 });
        expect(holds(rectOf('T::W'), rectOf('T::W::c'))).toBe(true);
        const { points } = placement.links.get(scene.links[0].id)!;
        expect(isOnBorder(rectOf('T::W::a'), points[0])).toBe(true);
    });

    it('puts ports at the ends of stated routes that reach the borders of their boxes', async () => {
        const body = `part w { part a { port p; port q; @DiagramLayout::Layout { x = 0; y = 0; width = 90; height = 60; } }
            part b { port r; port s; @DiagramLayout::Layout { x = 200; y = 100; width = 90; height = 60; } }
            connection k connect a.p to b.r { @DiagramLayout::Route { points = (95, 40, 150, 40, 150, 120, 195, 120); } }
            connection l connect a.q to b.s { @DiagramLayout::Route { points = (45, 65, 45, 140, 150, 140); } } }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#interconnection:T::w'));
        const centreOf = (name: string): { readonly x: number; readonly y: number } => {
            const { x, y, width, height } = placement.ports.get(scene.boxes.flatMap(b => b.ports).find(p => p.name === name)!.id)!.rect;
            return { x: x + width / 2, y: y + height / 2 };
        };
        expect([centreOf('p'), centreOf('q'), centreOf('r')]).toEqual([
            { x: 90, y: 40 },
            { x: 45, y: 60 },
            { x: 200, y: 120 }
        ]);
        expect(centreOf('s')).not.toEqual({ x: 200, y: 140 }); // 50 pixels away
    });

    it('leaves other nodes where they are, unless a stated one takes their place', async () => {
        const body = (x: number, y: number): string =>
            `part def W { part a { @DiagramLayout::Layout { x = ${x}; y = ${y}; } } part b; part c; connect a to b; }`;
        const placed = async (text: string): Promise<(element: string) => Rect> => {
            const { scene, placement } = await layOutView(rendered(modelOf(text), '#interconnection:T::W'));
            return element => placement.boxes.get(scene.boxes.find(b => b.element === element)!.id)!.rect;
        };
        const computed = await placed('part def W { part a; part b; part c; connect a to b; }');
        const apart = await placed(body(900, 700));
        expect(apart('T::W::a')).toMatchObject({ x: 900, y: 700 });
        expect([apart('T::W::b'), apart('T::W::c')]).toEqual([computed('T::W::b'), computed('T::W::c')]);
        const b = computed('T::W::b');
        const over = await placed(body(b.x + 3, b.y + 3));
        expect(over('T::W::b').x).toBeGreaterThan(over('T::W::a').x + over('T::W::a').width);
        expect(over('T::W::c')).toEqual(computed('T::W::c'));
    });
});

it('what is written above a narrow drawing is broken to its width', async () => {
    const mark = '1 error of 1 in what the named element depends on';
    const svg = await drawView(rendered(modelOf('part a { part b; }'), '#interconnection:T::a'), { mark });
    const width = Number(/<svg [^>]*width="([\d.]+)"/.exec(svg)![1]);
    const lines = [...svg.matchAll(/font-style="italic"[^>]*>([^<]+)</g)].map(([, text]) => text);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe(mark);
    expect(Math.max(...lines.map(line => textWidth(line, 13)))).toBeLessThan(width);
});

function holds(outer: Rect, inner: Rect): boolean {
    return (
        inner.x >= outer.x &&
        inner.y >= outer.y &&
        inner.x + inner.width <= outer.x + outer.width &&
        inner.y + inner.height <= outer.y + outer.height
    );
}
