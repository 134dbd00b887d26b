/** Renderings with folded nodes: what is in them is left out, lines to it end at them. */
import { expect, it } from 'vitest';
import { foldView, isRefused, levelsAtAGlance, limitLevels, type RenderedView, renderView } from '../../src/views/index.js';
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

it('shows the levels that are asked for, and what a reader opened below them', () => {
    const rendering = renderView(model, '#interconnection:P::Car');
    if (isRefused(rendering)) {
        throw new Error(rendering.message);
    }
    const told = (view: RenderedView): string[] => view.nodes.map(n => `${n.element.replace(/^.*::/, '')} ${n.hidden}`.trim());
    expect(told(limitLevels(rendering, 1))).toEqual(['Car', 'engine 2 part', 'tank', 'gauge']);
    expect(told(limitLevels(rendering, 0, new Set(['P::Car'])))).toEqual(['Car', 'engine 2 part', 'tank', 'gauge']);
    expect(levelsAtAGlance(rendering)).toBe(2);
});

it('shows as many levels of a big drawing as a reader takes in', () => {
    const parts = Array.from({ length: 20 }, (_, i) => `part p${i} { part a; part b; part c; }`).join(' ');
    const big = new Workspace({ library: testLibrary() }).parse([{ name: 'b.sysml', language: 'sysml', content: `part w { ${parts} }` }]);
    const rendering = renderView(big.model, '#interconnection:w');
    expect(isRefused(rendering) ? 0 : levelsAtAGlance(rendering)).toBe(1);
});
