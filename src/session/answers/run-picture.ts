/** Pictures of a recorded run as SVG, drawn by Vega without a browser: states over time, messages between lifelines. */
import { svgOf } from './plot.js';
import type { Lifetime, messagesIn } from './recorded-run.js';

const COLOUR = '#2a78c2';
const ROW_HEIGHT = 30;
const WIDTH = 560;
const LIFELINE_DISTANCE = 190;

const pictureWith = (title: string, rest: object): Promise<string> =>
    svgOf({
        $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
        title: { text: title, anchor: 'start' },
        background: 'white',
        padding: 12,
        config: {
            font: 'sans-serif',
            axis: { labelFontSize: 12, titleFontSize: 13, gridColor: '#e4e4e4' },
            title: { fontSize: 16 },
            view: { stroke: '#bbb' }
        },
        ...rest
    });

/**
 * A bar for each stay of a machine in a state, a panel for each machine, along one axis of time.
 * @param end seconds at which the record ends
 */
export function pictureOfLifetimes(title: string, lifetimes: readonly Lifetime[], end: number): Promise<string> {
    const panel = ({ machine, stays }: Lifetime): object => ({
        title: { text: machine, fontSize: 13 },
        width: WIDTH,
        height: { step: ROW_HEIGHT },
        encoding: {
            x: { field: 'from', type: 'quantitative', title: 'time [s]', scale: { domain: [0, end], nice: false } },
            y: { field: 'state', type: 'nominal', title: null, sort: null }
        },
        layer: [
            {
                data: { values: stays.filter(s => s.to > s.from) },
                mark: { type: 'bar', color: COLOUR, opacity: 0.8, stroke: 'white' },
                encoding: { x2: { field: 'to' } }
            },
            { data: { values: stays.filter(s => s.to === s.from) }, mark: { type: 'tick', color: COLOUR, thickness: 3 } }
        ]
    });
    return pictureWith(title, { vconcat: lifetimes.map(panel) });
}

/** A lifeline for each participant, and an arrow for each message in the order in which they were sent. */
export function pictureOfMessages(title: string, { participants, messages }: ReturnType<typeof messagesIn>): Promise<string> {
    const names = participants.map(p => p.name);
    const rows = messages.map(({ time, text, from, to }, order) => ({
        order,
        from: names[from],
        to: names[to],
        text: `t=${time} ${text}`,
        side: Math.sign(to - from)
    }));
    const x = {
        type: 'nominal',
        scale: { type: 'point', domain: names, padding: 0.5 },
        axis: { orient: 'top', title: null, grid: true, labelAngle: 0, labelLimit: LIFELINE_DISTANCE - 10, domain: false, ticks: false }
    };
    const layer = (sides: readonly number[], mark: object, encoding: object): object => ({
        data: { values: rows.filter(r => sides.includes(r.side)) },
        mark: { color: COLOUR, ...mark },
        encoding: { x: { field: 'from', ...x }, ...encoding }
    });
    const end = { x: { field: 'to', ...x } };
    const text = { text: { field: 'text' } };
    const label = { type: 'text', color: '#222222', fontSize: 11, limit: LIFELINE_DISTANCE - 20 };
    return pictureWith(title, {
        width: LIFELINE_DISTANCE * names.length,
        height: ROW_HEIGHT * rows.length,
        encoding: { y: { field: 'order', type: 'ordinal', axis: null } },
        layer: [
            layer([-1, 1], { type: 'rule', strokeWidth: 1.5 }, { x2: { field: 'to' } }),
            layer([1], { type: 'point', shape: 'triangle-right', filled: true, opacity: 1, size: 90, xOffset: -5 }, end),
            layer([-1], { type: 'point', shape: 'triangle-left', filled: true, opacity: 1, size: 90, xOffset: 5 }, end),
            // from an object to itself
            layer([0], { type: 'point', shape: 'circle', filled: true, opacity: 1, size: 60 }, end),
            layer([0, 1], { ...label, align: 'left', dx: 8, dy: -8 }, text),
            layer([-1], { ...label, align: 'right', dx: -8, dy: -8 }, text)
        ]
    });
}
