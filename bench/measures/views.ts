/** Views as data: a diagram of 500 nodes and 800 edges, without layout. */
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { isRefused, type RenderingKind, renderView, writeRendering } from '../../src/views/index.js';
import { medianTime, ms, report } from '../measure.js';

const NODES = 500;
const EDGES = 800;
const AIM = 'under 100 ms';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const pair = (i: number): [number, number] => [i % NODES, (i * 7 + 13) % NODES];

/** One model with a diagram of each kind. */
const content = `package Big {
    port def P { out item x; }
    part def A { port p : P; port q : ~P; attribute a; }
    part whole {
        ${numbers(NODES)
            .map(i => `part n${i} : A;`)
            .join('\n        ')}
        ${numbers(EDGES)
            .map(i => `connect n${pair(i)[0]}.p to n${pair(i)[1]}.q;`)
            .join('\n        ')}
    }
    state machine {
        entry; then s0;
        ${numbers(NODES)
            .map(i => `state s${i};`)
            .join('\n        ')}
        ${numbers(EDGES)
            .map(i => `transition first s${pair(i)[0]} if true then s${pair(i)[1]};`)
            .join('\n        ')}
    }
    action flow {
        ${numbers(NODES)
            .map(i => `action a${i};`)
            .join('\n        ')}
        first start then a0;
        ${numbers(EDGES)
            .map(i => `first a${pair(i)[0]} then a${pair(i)[1]};`)
            .join('\n        ')}
    }
}
`;

const VIEWS: readonly (readonly [RenderingKind, string])[] = [
    ['interconnection', 'Big::whole'],
    ['state', 'Big::machine'],
    ['action', 'Big::flow'],
    ['tree', 'Big::whole'],
    ['table', 'Big::whole'],
    ['mixed', 'Big::whole']
];

const library = loadLibrary();
/** A model whose nodes remember nothing yet but what its analysis found. */
const fresh = (i: number): ReturnType<Workspace['parse']>['model'] =>
    new Workspace({ library }).parse([{ name: 'big.sysml', language: 'sysml', content: `${content}// ${i}` }]).model;

for (const [kind, element] of VIEWS) {
    const models = numbers(7).map(fresh);
    const first = medianTime(i => render(models[i], kind, element), models.length);
    const [model] = models;
    const again = medianTime(() => render(model, kind, element), 9, 2);
    report(`${kind} of ${NODES} nodes and ${EDGES} edges as data, first time / again`, `${ms(first)} / ${ms(again)}`, AIM);
    if (kind !== 'table') {
        const rendering = render(model, kind, element);
        report(`the same as Mermaid`, ms(medianTime(() => writeRendering(rendering, 'mermaid'), 5, 1)));
    }
}

function render(
    model: ReturnType<typeof fresh>,
    kind: RenderingKind,
    element: string
): Exclude<ReturnType<typeof renderView>, { refusal: unknown }> {
    const answer = renderView(model, `#${kind}:${element}`);
    if (isRefused(answer)) {
        throw new Error(answer.message);
    }
    return answer;
}
