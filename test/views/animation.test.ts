/** A run over a drawing: which elements are shown in which frames, and where tokens travel. */
import { describe, expect, it } from 'vitest';
import { drawRun, type DrawnRun } from '../../src/views/drawing/animation.js';
import { around, type Placement, type Rect } from '../../src/views/drawing/placement.js';
import type { Scene } from '../../src/views/drawing/scene.js';
import type { RunFrame } from '../../src/views/run/frames.js';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const frame = (more: Partial<RunFrame> = {}): RunFrame => ({ time: 0, text: '', active: [], taken: [], tokens: [], ...more });

const scene = {
    boxes: [
        { id: 'a', shape: 'definition', parent: '' },
        { id: 'b', shape: 'definition', parent: 'a' }
    ],
    links: [
        { id: 'k', kind: 'succession', form: 'line' },
        { id: 'e.a', kind: 'succession', form: 'line' },
        { id: 'short', kind: 'succession', form: 'line' },
        { id: 'lost', kind: 'succession', form: 'line' }
    ]
} as unknown as Scene;
const placement = {
    boxes: new Map([
        ['a', { rect: rect(10, 20, 100, 50) }],
        ['b', { rect: rect(30, 40, 20, 10) }]
    ]),
    links: new Map([
        [
            'k',
            {
                points: [
                    { x: 0, y: 0 },
                    { x: 10, y: 0 }
                ]
            }
        ],
        [
            'e.a',
            {
                points: [
                    { x: 0, y: 5 },
                    { x: 10, y: 5 }
                ]
            }
        ],
        ['short', { points: [{ x: 0, y: 0 }] }]
    ])
} as unknown as Placement;
const EXTENT = rect(5, 15, 200, 100);

const draw = (...frames: RunFrame[]): DrawnRun => drawRun(scene, placement, frames, EXTENT);
/** The keyframes of each element with a class, or of all. */
const keyframesIn = ({ content, styles }: DrawnRun, part: RegExp): string[] =>
    [...content.matchAll(part)].map(([, name]) => new RegExp(`@keyframes ${name}\\{(.*)\\}$`, 'm').exec(styles)![1]);
/** The share of an instant in the percentage of a run of so many frames. */
const share = (seconds: number, frames: number): string => `${Math.round((seconds / (frames * 1.2 + 2)) * 1e5) / 1e3}%`;

describe('a run', () => {
    it('shows what is active, in steps', () => {
        const run = draw(frame({ active: ['b'] }), frame({ active: ['b'] }), frame(), frame({ active: ['b', 'a'] }));
        expect(keyframesIn(run, /<g[^>]*animation:([\w-]+) 6\.8s step-end infinite[^>]*><rect[^>]*class="active"/g)).toEqual([
            `0%{opacity:1}${share(2.4, 4)}{opacity:0}${share(3.6, 4)}{opacity:1}100%{opacity:1}`
        ]);
        expect(keyframesIn(run, /<g[^>]*animation:([\w-]+) 6\.8s[^>]*><rect[^>]*class="active around"/g)).toEqual([
            `0%{opacity:0}${share(3.6, 4)}{opacity:1}100%{opacity:1}`
        ]);
        expect(/<rect[^>]*class="active"[^>]*>/.exec(run.content)![0]).toMatch(/x="28" y="38" width="24" height="14"/);
        expect(run.content).not.toMatch(/<g opacity="0"[^>]*><rect[^>]*class="active/);
        expect(draw(frame({ active: ['b'] }), frame()).content).toMatch(/<g opacity="0"[^>]*><rect[^>]*class="active/);
    });

    it('moves a token along what is taken', () => {
        const run = draw(frame(), frame({ taken: ['k'] }), frame({ taken: ['e', 'short', 'lost'] }));
        const at = (seconds: number, distance: number, opacity: number): string =>
            `${share(seconds, 3)}{offset-distance:${distance}%;opacity:${opacity}}`;
        const way = (start: number): string =>
            `0%{offset-distance:0%;opacity:0}${at(start, 0, 0)}${at(start + 0.01, 0, 1)}${at(start + 0.5, 100, 1)}` +
            `${at(start + 0.51, 100, 0)}100%{offset-distance:100%;opacity:0}`;
        expect(keyframesIn(run, /<circle class="token"[^>]*r="5"[^>]*opacity="0"[^>]*animation:([\w-]+) 5\.6s linear/g)).toEqual([
            way(1.2),
            way(2.4)
        ]);
        expect([...run.content.matchAll(/offset-path:path\('([^']*)'\)/g)].map(([, path]) => path)).toEqual([
            expect.stringMatching(/^M ?0[ ,]0/),
            expect.stringMatching(/^M ?0[ ,]5/)
        ]);
        expect(run.content.match(/<g class="taken"/g)?.length).toBe(2);
        expect(draw(frame()).content).not.toMatch(/taken|offset-path|active|undefined/);
    });

    it('counts tokens', () => {
        const run = draw(
            frame({ tokens: [{ node: 'b', count: 1 }] }),
            frame({
                tokens: [
                    { node: 'b', count: 3 },
                    { node: 'a', count: 1 }
                ]
            })
        );
        const circles = [...run.content.matchAll(/<circle class="token" cx="(\d+)" cy="(\d+)" r="7"\/>(?:<text[^>]*>(\d+)<)?/g)];
        expect(circles.map(([, x, y, count]) => [x, y, count])).toEqual([
            ['108', '22', undefined],
            ['48', '42', undefined],
            ['48', '42', '3']
        ]);
        const at = share(1.2, 2);
        expect(keyframesIn(run, /<g[^>]*animation:([\w-]+) 4\.4s step-end infinite[^>]*><circle class="token" cx/g)).toEqual([
            `0%{opacity:0}${at}{opacity:1}100%{opacity:1}`,
            `0%{opacity:1}${at}{opacity:0}100%{opacity:0}`,
            `0%{opacity:0}${at}{opacity:1}100%{opacity:1}`
        ]);
        expect(run.content).toMatch(/<text class="count" x="48" y="46"/);
        expect(run.content).toMatch(/^<g class="run">/);
    });

    it('has times and events below the drawing', () => {
        const run = draw(frame({ time: 1.5, text: 'a < b' }), frame({ time: 2 }));
        const { x, y, width, height } = run.extent;
        expect([x, y, width, height > EXTENT.height]).toEqual([5, 15, 200, true]);
        const texts = [...run.content.matchAll(/<text x="(\d+)" y="([\d.]+)" font-size="(\d+)"( font-weight="bold")?>([^<]*)</g)].map(m =>
            m.slice(1)
        );
        expect(texts.map(([left, , , bold, text]) => [left, bold !== undefined, text])).toEqual([
            ['21', true, '1.5 s'],
            ['21', false, 'a &lt; b'],
            ['21', true, '2 s'],
            ['21', false, '']
        ]);
        expect([texts[0][1], Number(texts[1][1]) - Number(texts[0][1]) > 10, texts[0][2] > texts[1][2]]).toEqual(['123', true, true]);
        expect(run.content).toMatch(new RegExp(`<rect class="token" x="5" y="${115 + height - 100 - 3}" width="200" height="3"`));
        expect(keyframesIn(run, /<rect class="token"[^>]*animation:([\w-]+) 4\.4s linear/g)).toEqual([
            '0%{transform:scaleX(0)}54.55%{transform:scaleX(1)}100%{transform:scaleX(1)}'
        ]);
        expect(run.styles).toMatch(/paused !important\}\n@media .*animation:none !important\}\}$/);
    });

    it('leaves out later frames, and says so', () => {
        const run = draw(...Array.from({ length: 302 }, (_, i) => frame({ time: i, text: i === 299 ? 'end' : '' })));
        expect(run.content).toContain('>end; the first 300 of 302 moments<');
        expect(run.content.match(/moments/g)).toHaveLength(1);
        expect([run.content.includes('>299 s<'), run.content.includes('>300 s<')]).toEqual([true, false]);
        expect(draw(...Array.from({ length: 300 }, () => frame({ text: 'x' }))).content).not.toContain('moments');
    });

    it('shares keyframes of equal timing', () => {
        const run = draw(frame({ active: ['a', 'b'] }), frame());
        const names = [...run.styles.matchAll(/@keyframes (\S+)\{/g)].map(([, name]) => name);
        expect([new Set(names).size, names.length]).toEqual([names.length, 3]);
    });
});

it.each([
    [[], rect(0, 0, 0, 0)],
    [[rect(3, 4, 5, 6)], rect(3, 4, 5, 6)],
    [[rect(3, 4, 5, 6), rect(-10, 20, 2, 3)], rect(-10, 4, 18, 19)],
    [[rect(0, 0, 100, 1), rect(10, -5, 1, 50)], rect(0, -5, 100, 50)]
])('the smallest rectangle around some (%#)', (rects, expected) => expect(around(rects)).toEqual(expected));
