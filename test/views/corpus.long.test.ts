/**
 * Every element of real models as a pseudo-view of every kind, and every view: nodes, ports and edges are consistent,
 * written forms and pictures are made.
 */
import { describe, expect, test } from 'vitest';
import type { AstNode } from '../../src/language/generated/tree.js';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { isView } from '../../src/language/semantics/rendering-kind.js';
import { ownedMembersOf } from '../../src/language/semantics/structure.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import {
    isRefused,
    misfitOf,
    RENDERING_KINDS,
    type RenderedView,
    renderView,
    WRITTEN_FORMS,
    writeRendering
} from '../../src/views/index.js';
import { drawView, layOutView } from '../../src/views/drawing/draw.js';
import { testLibrary } from '../support/library.js';
import { geometryFaults } from './geometry-faults.js';
import { kernelOnce } from './kernel-once.js';
import { readSvg } from './svg.js';
import { modelFolders, sharedCorpus } from '../support/models.js';
import { portion } from '../support/thorough.js';

/** What is wrong with a rendering. */
function faultsOf({ nodes, additions, edges, relationships, entries, notes, lanes, columns, rows }: RenderedView): string[] {
    const at = new Map(nodes.map((n, i) => [n.id, i]));
    const pins = new Set(nodes.flatMap(n => [...n.ports, ...n.pins].map(p => p.id)));
    const all = [...edges, ...relationships];
    // Relationships of drawings may end at their additions, edges of the wire may not.
    const drawn = new Set([...at.keys(), ...additions.map(a => a.id)]);
    const ids = [...all, ...entries].map(e => e.id);
    const rules: readonly (readonly [string, boolean])[] = [
        ['a node id is there twice', at.size !== nodes.length],
        ['an edge id is there twice', new Set(ids).size !== ids.length],
        ['a pin id is there twice', pins.size !== nodes.flatMap(n => [...n.ports, ...n.pins]).length],
        ['a parent comes later', nodes.some((n, i) => n.parent !== '' && !((at.get(n.parent) ?? i) < i))],
        ['an edge leads nowhere', edges.some(e => !at.has(e.from) || !at.has(e.to))],
        ['a relationship leads nowhere', relationships.some(e => !drawn.has(e.from) || !drawn.has(e.to))],
        ['an edge ends at no port', all.some(e => [e.fromPort, e.toPort, e.fromPin, e.toPin].some(p => p !== '' && !pins.has(p)))],
        ['an entry leads nowhere', entries.some(e => !at.has(e.owner) || !at.has(e.target))],
        ['a note is at nothing', notes.some(n => n.anchor !== '' && !at.has(n.anchor))],
        ['a lane is of nothing', nodes.some(n => n.lane !== '' && !lanes.some(l => l.id === n.lane))],
        ['a row has other cells', rows.some(r => r.cells.length !== columns.length)],
        ['a node has no kind', nodes.some(n => n.kind === '')]
    ];
    return rules.filter(([, isBroken]) => isBroken).map(([rule]) => rule);
}

/** Lines keep clear of boxes in drawings of fewer nodes; bigger ones than the second bound are looked at by nobody. */
const SMALL = 50;
const DRAWN = 200;

const isShared = sharedCorpus().length > 0;
if (!isShared) {
    console.warn('the shared corpus is absent: only the examples are rendered');
}

/** All folders in the whole suite, else every fifth one. */
const FOLDERS = portion([...modelFolders()], 5);

describe('pseudo-views of every element', () => {
    test.each(FOLDERS)('%s', async (_, documents) => {
        const { model } = new Workspace({ library: testLibrary(), analysis: 'never' }).parse(documents);
        const faults: string[] = [];
        const check = async (spec: string): Promise<void> => {
            const answer = renderView(model, spec, { ports: 'full' });
            if (isRefused(answer)) {
                if (spec.startsWith('#')) {
                    faults.push(`${spec}: ${answer.message}`);
                }
                return;
            }
            faults.push(...faultsOf(answer).map(fault => `${spec}: ${fault}`));
            for (const form of WRITTEN_FORMS.filter(f => misfitOf(f, answer.kind) === undefined)) {
                if (writeRendering(answer, form) === '') {
                    faults.push(`${spec}: nothing written as ${form}`);
                }
            }
            if (answer.kind !== 'table' && answer.nodes.length > 1 && answer.nodes.length <= DRAWN) {
                await draw(spec, answer);
            }
        };
        const draw = async (spec: string, view: RenderedView): Promise<void> => {
            const kernel = kernelOnce();
            const { scene, placement } = await layOutView(view, { kernel });
            faults.push(...geometryFaults(scene, placement, view.nodes.length < SMALL).map(fault => `${spec}: ${fault}`));
            const { ids } = readSvg(await drawView(view, { kernel }));
            if (new Set(ids).size !== ids.length) {
                faults.push(`${spec}: an id is in the picture twice`);
            }
        };
        const work: AstNode[] = model.documents.map(d => d.root);
        for (let element = work.pop(); element !== undefined; element = work.pop()) {
            work.push(...ownedMembersOf(element));
            const id = qualifiedNameOf(element);
            if (id !== undefined) {
                for (const kind of RENDERING_KINDS) {
                    await check(`#${kind}:${id}`);
                }
                if (isView(element)) {
                    await check(id);
                }
            }
        }
        expect(faults).toEqual([]);
    });
});
