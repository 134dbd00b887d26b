/** Each production of the graphical grammar in a drawing of a small model: boxes with their texts, ports, lines with their ends. */
import { describe, expect, test } from 'vitest';
import { layOutView } from '../../src/views/drawing/draw.js';
import { frameAround } from '../../src/views/drawing/frame.js';
import { symbolsOf } from './drawn.js';
import { NOT_DRAWN, NOTATION_CASES } from './productions.js';
import { modelOf, rendered } from './rendering.js';

describe.each(NOTATION_CASES)('$name', ({ body, view, show, direction, productions }) => {
    const drawn = (async (): Promise<string[]> => {
        const rendering = rendered(modelOf(body), view, 'minimal', show);
        const { scene } = await layOutView(rendering, { direction });
        const frame = frameAround(rendering, { x: 0, y: 0, width: 100, height: 100 });
        const said =
            frame === undefined
                ? []
                : [
                      frame.texts
                          .slice(0, 2)
                          .map(t => t.text)
                          .join(' '),
                      ...frame.texts.map(t => t.text)
                  ];
        return [...symbolsOf(scene), ...said.map(text => `frame ${text}`), ...rendering.notes.map(n => `note ${n.text}`)];
    })();

    test.each(productions)('%s', async (_, symbol) => {
        expect(await drawn).toContain(symbol);
    });
});

test('each production is drawn or listed as not drawn, once', () => {
    const drawn = NOTATION_CASES.flatMap(c => c.productions.map(([name]) => name));
    const listed = NOT_DRAWN.flatMap(([, ...names]) => names);
    const all = [...drawn, ...listed];
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});
