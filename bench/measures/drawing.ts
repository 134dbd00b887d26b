/** Drawing: views of 500 nodes and 800 edges laid out and written as SVG, and a view of 100 nodes drawn again after an edit. */
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { drawView, isRefused, LayoutMemory, type RenderedView, type RenderingKind, renderView } from '../../src/views/index.js';
import { median, ms, report } from '../measure.js';

const NODES = 500;
const EDGES = 800;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
/** Mostly a tree, with chords between what is near. */
const near = (i: number, nodes: number): [number, number] =>
    i < nodes - 1 ? [Math.floor(i / 3), i + 1] : [(i * 17) % nodes, (((i * 17) % nodes) + 1 + (i % 9)) % nodes];
const joined = (nodes: number, edges: number, extra = ''): string => `part whole {
    ${numbers(nodes)
        .map(i => `part n${i};`)
        .join(' ')}
    ${numbers(edges)
        .map(i => `connect n${near(i, nodes)[0]} to n${near(i, nodes)[1]};`)
        .join(' ')} ${extra} }`;
const GROUPS = 20;
const PARTS = 24;
const grouped = `part whole { ${numbers(GROUPS)
    .map(
        g =>
            `part g${g} { ${numbers(PARTS)
                .map(i => `part p${g}_${i};`)
                .join(' ')} ${numbers(EDGES / GROUPS)
                .map(k => `connect p${g}_${near(k, PARTS)[0]} to p${g}_${near(k, PARTS)[1]};`)
                .join(' ')} }`
    )
    .join('\n')} }`;
const machine = `state whole { entry; then s0; ${numbers(NODES)
    .map(i => `state s${i};`)
    .join(' ')}
    ${numbers(EDGES)
        .map(i => `transition first s${near(i, NODES)[0]} if true then s${near(i, NODES)[1]};`)
        .join(' ')} }`;

const library = loadLibrary();
function viewOf(body: string, kind: RenderingKind): RenderedView {
    const { model } = new Workspace({ library }).parse([{ name: 'big.sysml', language: 'sysml', content: `package Big { ${body} }` }]);
    const view = renderView(model, `#${kind}:Big::whole`);
    if (isRefused(view)) {
        throw new Error(view.message);
    }
    return view;
}

async function drawn(view: RenderedView, memory?: LayoutMemory): Promise<number> {
    const start = performance.now();
    await drawView(view, { memory });
    return performance.now() - start;
}

const CASES: readonly (readonly [string, string, RenderingKind])[] = [
    ['in groups', grouped, 'interconnection'],
    ['in one piece', joined(NODES, EDGES), 'interconnection'],
    ['a state machine with guards', machine, 'state']
];
for (const [what, body, kind] of CASES) {
    const view = viewOf(body, kind);
    const first = await drawn(view);
    const again = [await drawn(view), await drawn(view), await drawn(view)];
    const { nodes, edges } = view;
    report(
        `a drawing of ${nodes.length} nodes and ${edges.length} edges, ${what}: first time / again`,
        `${ms(first)} / ${ms(median(again))}`,
        '2 s'
    );
}

const memory = new LayoutMemory();
await drawn(viewOf(joined(100, 150), 'interconnection'), memory);
const edits = [];
for (const i of [3, 20, 41, 64, 90]) {
    edits.push(await drawn(viewOf(joined(100, 150, `part fresh${i}; connect n${i} to fresh${i};`), 'interconnection'), memory));
}
report('a drawing of 100 nodes after one was added, with the former layout as hint', ms(median(edits)), '300 ms');
