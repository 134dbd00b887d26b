/** Each production of the graphical grammar in a drawing of a small model: boxes with their texts, ports, lines with their ends. */
import { expect, test } from 'vitest';
import { layOutView } from '../../src/views/drawing/draw.js';
import { frameAround } from '../../src/views/drawing/frame.js';
import { spread } from '../support/thorough.js';
import { symbolsOf } from './drawn.js';
import { NOT_DRAWN, NOTATION_CASES } from './productions.js';
import { modelOf, rendered } from './rendering.js';

test.each(spread(NOTATION_CASES, 6, 1))('$name', async ({ body, view, show, direction, productions }) => {
    const rendering = rendered(modelOf(body), view, 'minimal', show);
    const { scene } = await layOutView(rendering, { direction });
    const { texts = [] } = frameAround(rendering, { x: 0, y: 0, width: 100, height: 100 }) ?? {};
    const heading = texts.slice(0, 2).map(t => t.text);
    const symbols = new Set([
        ...symbolsOf(scene),
        ...[heading.join(' '), ...texts.map(t => t.text)].map(text => `frame ${text}`),
        ...rendering.notes.map(n => `note ${n.text}`)
    ]);
    expect(productions.filter(([, symbol]) => !symbols.has(symbol)).map(([name, symbol]) => `${name}: ${symbol}`)).toEqual([]);
});

test('each production is drawn or listed as not drawn, once', () => {
    const drawn = NOTATION_CASES.flatMap(c => c.productions.map(([name]) => name));
    const listed = NOT_DRAWN.flatMap(([, ...names]) => names);
    const all = [...drawn, ...listed];
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});
