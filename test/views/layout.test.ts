/** What a layout keeps to, measured in drawings of small models: pages, room for texts, lines beside texts. */
import { describe, expect, test } from 'vitest';
import { drawView, layOutView } from '../../src/views/drawing/draw.js';
import { LayoutMemory } from '../../src/views/drawing/memory.js';
import type { Rect } from '../../src/views/drawing/placement.js';
import type { RenderedView } from '../../src/views/index.js';
import { spread } from '../support/thorough.js';
import { measured, type DrawingMeasures } from './drawing-measures.js';
import { modelOf, rendered } from './rendering.js';

const numbered = (count: number, text: (i: number) => string): string => Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** A row: what is drawn, its model, its view, and what its geometry keeps to. */
const ROWS: readonly (readonly [what: string, body: string, view: string, keeps: (m: DrawingMeasures) => boolean])[] = [
    [
        'a chain of parts is no ribbon',
        `part chain { ${numbered(20, i => `part link${i};`)} ${numbered(19, i => `connect link${i} to link${i + 1};`)} }`,
        '#interconnection:T::chain',
        m => m.width < 4 * m.height && m.height < 4 * m.width
    ],
    [
        'a tree with relations across it takes little room',
        `package P { part def A; part def B :> A; part def C :> A { part a : A; part b : B { part inner : A { part deep : B { part last; } } } }
            action act { action one { action two { action three; } } } part user : C { perform act; } }`,
        '#tree:T::P',
        m => m.nodeSpread <= 6
    ],
    [
        'roles of several connections between two parts have room',
        `part def A; part def B; ${numbered(5, i => `connection def C${i} { end part firstRole${i} : A[0..*]; end part secondRole${i} : B[1..*]; }`)}`,
        '#mixed:T',
        m => m.overlaps === 0 && m.throughTexts === 0
    ],
    [
        'what no line joins makes rows in a package that a line leaves',
        `package P { ${numbered(30, i => `part def D${i} { attribute a : Real; }`)} part inner; } package Q { part def E; } dependency from P::inner to Q::E;`,
        '#mixed:T',
        m => m.width < 4 * m.height && m.height < 3 * m.width
    ],
    [
        'a mixed drawing is a page at each level, and what no line joins stands beside it',
        `private import ScalarValues::*; item def Order; part def Base; calc def Cost { in amount : Real; return total : Real = amount * 2; }
            part def Machine :> Base { exhibit state modes { entry; then idle; state idle; accept Order then busy;
                state busy { entry; then first1; state first1; accept after 1 [SI::s] then second; state second; } accept after 2 [SI::s] then idle; } }
            part def Operator { perform action work { ${numbered(6, i => `action aStepWithALongName${i};`)}
                ${numbered(5, i => `first aStepWithALongName${i} then aStepWithALongName${i + 1};`)} } }
            port def Panel; part plant { part machine : Machine { port panel : Panel; } part operator : Operator { port panel : ~Panel; }
                connect operator.panel to machine.panel; }`,
        '#mixed:T',
        m => m.spread < 14 && m.throughTexts === 0 && m.throughBoxes === 0
    ],
    [
        'a package that its own package imports and owns by a line stands among many definitions',
        `package P { public import Q::*; package Q { part def B; } ${numbered(20, i => `part def E${i} { attribute a; attribute b; attribute c; }`)} }`,
        '#tree:T::P',
        m => m.width < 4 * m.height && m.height < 3 * m.width && m.throughTexts === 0 && m.throughBoxes === 0
    ],
    [
        'an action with much empty room beside its steps is not drawn as a ribbon',
        `item def Telemetry { attribute rate : Real; } item def Command; action act { in item target : Command; out item image : Telemetry;
            first start; then action slew { in item t : Command; } then fork f; then action shoot { out item raw : Telemetry; } then j;
            first f then track; action track; then j; join j; then action compress { in item raw : Telemetry; out item packed : Telemetry; }
            then decide check; if compress.packed.rate > 10.0 then compress; else store; action store { in item d : Telemetry; } then done;
            flow from shoot.raw to compress.raw; flow of Telemetry from compress.packed to store.d; bind target = slew.t;
            bind image = compress.packed; }`,
        '#action:T::act',
        m => m.width < 3 * m.height && m.height < 3 * m.width
    ],
    [
        'the text of a port stays beside the line of the next port',
        `action def A; attribute def Pressure; action def Brake { action on; then fork f; action traction { out modulation : Real; }
            action pedal { out brakePressure : Pressure; } action brake { in modulation : Real; in brakePressure : Pressure; }
            first f then traction; first f then pedal; first f then brake; flow from traction.modulation to brake.modulation;
            flow from pedal.brakePressure to brake.brakePressure; first traction then j; first pedal then j; first brake then j; join j; then done; }`,
        '#action:T::Brake',
        m => m.throughTexts === 0 && m.overlaps === 0
    ],
    [
        'parts of different size are packed without much room between them',
        `part def Tall { ${numbered(24, i => `attribute a${i} : Real;`)} } ${numbered(5, i => `part def Wide${i} { attribute anAttributeWithALongName${i} : Real = 1.0; }`)}
            part def One { part x { part y; } part z { part u; } connect x to z; } ${numbered(4, i => `part def Small${i};`)}`,
        '#mixed:T',
        m => m.spread < 2.4
    ],
    [
        'roles at the ends of lines stay beside the symbols of other lines',
        `package L { part def LogicalElement; part def Generator :> LogicalElement; part generator : Generator { perform p.generate; }
                action def Provide; action def Generate; action p : Provide { action generate : Generate; } }
            package P { part def PhysicalElement; part def Train :> PhysicalElement; part train : Train { part engine { perform L::p.generate; } }
                allocation def ToPhysical { end logical : L::LogicalElement; end physical : PhysicalElement; } private import L::*;
                allocation torque : ToPhysical allocate generator to train; }`,
        '#mixed:T',
        m => m.throughTexts === 0
    ],
    [
        'the name of a state fits above a narrow body',
        'state def M { entry; then off; state off; accept after 1 [SI::s] then aStateWithAVeryLongNameThatIsWide; state aStateWithAVeryLongNameThatIsWide { entry; then x; state x; } accept after 2 [SI::s] then off; }',
        '#state:T::M',
        m => m.cutTexts === 0
    ]
];

describe('a layout', () => {
    test.each(spread(ROWS, 3, 1))('%s', async (_, body, view, keeps) => {
        const { scene, placement } = await layOutView(rendered(modelOf(body), view));
        const geometry = measured(scene, placement);
        expect({ ...geometry, keeps: keeps(geometry) }).toMatchObject({ keeps: true });
    });

    test('what the members of a wide package own is inside its frame', async () => {
        const body = `package P { ${numbered(14, i => `part def D${i};`)} part user { part top : D0 { part deep { part last; } } } }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#tree:T::P'));
        const [frame] = scene.boxes.filter(b => b.shape === 'package');
        const deep = scene.boxes.filter(b => ['top', 'deep'].includes(b.node!.name));
        expect(deep.map(b => b.parent)).toEqual([frame.id, frame.id]);
        const { y, height } = placement.boxes.get(frame.id)!.rect;
        expect(deep.every(b => placement.boxes.get(b.id)!.rect.y < y + height)).toBe(true);
    });

    test.each([
        ['bind given = step.made', 'given', true],
        ['bind step.made = given', 'given', true],
        ['bind step.used = taken', 'taken', false],
        ['bind taken = step.used', 'taken', false]
    ])('%s: a parameter of the action around lies where its value goes', async (binding, name, isBelow) => {
        const body = `action def A { in item taken; out item given; action step { in item used; out item made; } ${binding}; }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#action:T::A'));
        const port = scene.boxes.flatMap(b => b.ports).find(p => p.name === name)!;
        const step = placement.boxes.get(scene.boxes.find(b => b.node?.name === 'step')!.id)!.rect;
        expect(placement.ports.get(port.id)!.rect.y > step.y).toBe(isBelow);
    });

    test('the owner in a tree with relations across it is above what it owns', async () => {
        const body = `package P { requirement def R { doc /* The limit holds. */ subject s : U; actor ac : U; stakeholder st : U; require r0;
                require constraint rq { constraint rr; } frame concern fc : Con; frame co; } concern def Con { doc /* Why it matters. */ }
            part def U; requirement r0 { requirement r2 { requirement r3; } ref requirement r4; } concern co : Con { concern cc; }
            part p : U { satisfy r0; satisfy requirement sr : R { requirement s2; } satisfy requirement sq; } }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#tree:T::P'));
        const topOf = (id: string): number => placement.boxes.get(id)!.rect.y;
        const [{ id }, ...owned] = scene.boxes;
        expect(owned.every(box => topOf(box.id) > topOf(id))).toBe(true);
    });

    test('ports in a port stay together on its outer edge', async () => {
        const body = `port def S { port one; port two; port three; } part def U { port left : S; port other; } part rack { part a : U; part b : U;
            connect a.left.one to b.left.one; connect a.other to b.other; connect a.left.two to b.left.two; connect a.left.three to b.left.three; }`;
        const { scene, placement } = await layOutView(rendered(modelOf(body), '#interconnection:T::rack'));
        const ports = scene.boxes.flatMap(b => b.ports);
        const rectOf = (id: string): Rect => placement.ports.get(id)!.rect;
        const nested = ports.filter(p => p.within !== '');
        expect(nested.length).toBe(6);
        for (const { id, within } of nested) {
            const [inner, around] = [rectOf(id), rectOf(within)];
            expect(inner.y >= around.y - 1 && inner.y + inner.height <= around.y + around.height + 1).toBe(true);
        }
        for (const other of ports.filter(p => p.name === 'other')) {
            const { y, height } = rectOf(other.id);
            const left = scene.boxes.find(b => b.ports.includes(other))!.ports.find(p => p.name === 'left')!;
            expect(y + height <= rectOf(left.id).y || y >= rectOf(left.id).y + rectOf(left.id).height).toBe(true);
        }
    });

    test.each([
        ['LR', 'x', 'y'],
        ['TB', 'y', 'x']
    ] as const)('lines keep to a stated direction: %s', async (direction, along, across) => {
        const [, body, view] = ROWS[0];
        const { placement } = await layOutView(rendered(modelOf(body), view), { direction });
        const [[first, last]] = [...placement.links.values()].map(l => [l.points[0], l.points.at(-1)!]);
        expect(last[along]).toBeGreaterThan(first[along]);
        expect(last[across]).toBeCloseTo(first[across]);
    });

    test('with the memory of one before keeps the direction of its lines', async () => {
        const chain = (count: number): RenderedView =>
            rendered(
                modelOf(
                    `action work { ${numbered(count, i => `action stepWithAName${i};`)} ${numbered(count - 1, i => `first stepWithAName${i} then stepWithAName${i + 1};`)} }`
                ),
                '#mixed:T'
            );
        const isUpright = async (view: RenderedView, memory = new LayoutMemory()): Promise<boolean> => {
            const { placement } = await layOutView(view, { memory });
            const [{ points }] = placement.links.values();
            return points[0].x === points[1].x;
        };
        const memory = new LayoutMemory();
        expect([await isUpright(chain(7), memory), await isUpright(chain(4), memory), await isUpright(chain(4))]).toEqual([
            true,
            true,
            false
        ]);
    });

    test('is the same for the same model', async () => {
        const [, body, view] = ROWS.at(-1)!;
        const drawn = (): Promise<string> => drawView(rendered(modelOf(body), view));
        expect(await drawn()).toBe(await drawn());
    });
});
