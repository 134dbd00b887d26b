/** Renderings with folded nodes: what is in them is left out, lines to it end at them. */
import { expect, it } from 'vitest';
import { foldView, isRefused, renderView } from '../../src/views/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const MODEL = `package P {
    part def Car {
        part engine { part pump { port out; } part filter { port inlet; } connect pump.out to filter.inlet; }
        part tank { port outlet; }
        part gauge { port inlet; }
        connect tank.outlet to engine.pump.out;
        connect tank.outlet to engine.filter.inlet;
        connect tank.outlet to gauge.inlet;
    }
    state def Machine {
        entry; then on;
        state on { entry; then slow; state slow; state fast; transition first slow accept Go then fast; }
        state off;
        transition first off accept Go then on.fast;
        transition first on accept Stop then off;
    }
    item def Go;
    item def Stop;
}`;

const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'a.sysml', language: 'sysml', content: MODEL }]);

function shown(view: string, ...folded: string[]): { nodes: string[]; lines: string[]; entries: number } {
    const rendering = renderView(model, view);
    if (isRefused(rendering)) {
        throw new Error(rendering.message);
    }
    const { nodes, edges, entries } = foldView(rendering, new Set(folded));
    const nameOf = (id: string): string => nodes.find(n => n.id === id)?.element.replace(/^.*::/, '') ?? `missing ${id}`;
    return { nodes: nodes.map(n => nameOf(n.id)), lines: edges.map(e => `${nameOf(e.from)}-${nameOf(e.to)}`), entries: entries.length };
}

it('is the rendering itself when nothing is folded', () => {
    expect(shown('#interconnection:P::Car').lines).toEqual(['pump-filter', 'tank-pump', 'tank-filter', 'tank-gauge']);
    expect(shown('#interconnection:P::Car', 'P::Car::tank', 'P::None')).toEqual(shown('#interconnection:P::Car'));
});

it('ends lines at what is folded, each once', () => {
    const { nodes, lines } = shown('#interconnection:P::Car', 'P::Car::engine');
    expect(nodes).toEqual(['Car', 'engine', 'tank', 'gauge']);
    expect(lines).toEqual(['tank-engine', 'tank-gauge']);
});

it('folds the outermost', () =>
    expect(shown('#interconnection:P::Car', 'P::Car', 'P::Car::engine')).toMatchObject({ nodes: ['Car'], lines: [] }));

it('leaves out where a folded state begins', () => {
    expect(shown('#state:P::Machine').entries).toBe(2);
    expect(shown('#state:P::Machine', 'P::Machine::on')).toEqual({
        nodes: ['Machine', 'on', 'off'],
        lines: ['off-on', 'on-off'],
        entries: 1
    });
});
