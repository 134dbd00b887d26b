/**
 * Pictures of sweeps as SVG, drawn by Vega without a browser: a line for one range, a heat map or a family of lines for two, histograms for
 * samples. Depends on columns of numbers only.
 */
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { Quantity, type Value } from '../../runtime/values/index.js';
import { type Column, headOf, isNumeric, numberOf } from './sweep-table.js';

/** A table that cannot be drawn, with the reason. */
export class NothingToDraw extends Error {}

/** maximum number of outputs in one picture */
const MOST_PANELS = 6;
/** maximum number of values of a second parameter that are drawn as lines; more are drawn as a heat map */
const MOST_LINES = 8;

type Layer = Record<string, unknown>;
type Datum = Record<string, number | string | undefined>;

/**
 * Draws a table.
 * @param parameters names of the swept parameters
 * @param sampled whether the values were sampled
 * @throws NothingToDraw
 */
export async function pictureOf(
    title: string,
    columns: readonly Column[],
    parameters: readonly string[],
    sampled: boolean
): Promise<string> {
    const inputs = columns.filter(c => c.kind === 'input');
    const outputs = columns.filter(c => c.kind === 'output' && isNumeric(c));
    const ratings = inputs.length === 1 && !sampled ? columns.filter(c => c.kind === 'rating' && isNumeric(c)) : [];
    if (outputs.length + ratings.length === 0) {
        throw new NothingToDraw('no output is a number');
    }
    if (!sampled && parameters.length > 2) {
        throw new NothingToDraw(`${parameters.length} ranges: there are pictures of one or two, and of samples`);
    }
    const isJudged = columns.some(c => c.kind === 'verdict');
    const panels = outputs
        .slice(0, MOST_PANELS)
        .map(output =>
            sampled ? histogram(output) : inputs.length === 1 ? line(inputs[0], output, isJudged) : surface(inputs[0], inputs[1], output)
        );
    const failed = columns.find(c => c.kind === 'error')?.cells.filter(c => c !== undefined).length ?? 0;
    const spec = {
        $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
        title: { text: title, ...(failed > 0 && { subtitle: `${failed} of ${columns[0].cells.length} runs failed` }), anchor: 'start' },
        background: 'white',
        padding: 12,
        data: {
            values: dataOf(
                [...inputs, ...outputs],
                columns.filter(c => c.kind === 'verdict')
            )
        },
        vconcat: [...panels, ...(ratings.length === 0 ? [] : [alternatives(inputs[0], ratings)])],
        resolve: { scale: { color: 'independent' } },
        config: {
            font: 'sans-serif',
            axis: { labelFontSize: 12, titleFontSize: 13, gridColor: '#e4e4e4' },
            title: { fontSize: 16 },
            view: { stroke: '#bbb' }
        }
    };
    return svgOf(spec);
}

/** Draws a specification of Vega-Lite. */
export async function svgOf(spec: object): Promise<string> {
    const view = new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: 'none' });
    try {
        return await view.toSVG();
    } finally {
        view.finalize();
    }
}

/** Field that is true if all verdicts of the row hold; it determines the colour of its mark. */
const VERDICT = 'verdict';

function dataOf(columns: readonly Column[], verdicts: readonly Column[]): Datum[] {
    return Array.from({ length: columns[0].cells.length }, (_, row) => ({
        ...Object.fromEntries(columns.map(c => [fieldOf(c), numberOf(c, c.cells[row])])),
        ...(verdicts.length > 0 && { [VERDICT]: worst(verdicts.map(c => c.cells[row])) })
    }));
}

function worst(verdicts: readonly unknown[]): string {
    return verdicts.includes('fails') ? 'fails' : verdicts.includes('undecided') ? 'undecided' : 'holds';
}

/** A field name that Vega uses unchanged, without dots and brackets. */
const fieldOf = ({ kind, name }: Column): string => `${kind} ${name}`.replace(/[.[\]\\"']/g, '_');

const quantitative = (column: Column, rest: object = {}): Layer => ({
    field: fieldOf(column),
    type: 'quantitative',
    title: headOf(column),
    ...rest
});

/** An axis or legend of whole numbers, without fractional ticks. */
export const WHOLE_TICKS = { tickMinStep: 1 } as const;

/** Whether a value is an Integer, or a quantity with an Integer magnitude. */
export function isWhole(value: Value | undefined): boolean {
    const magnitude = value instanceof Quantity ? value.magnitude : value;
    return typeof magnitude === 'number' || typeof magnitude === 'bigint';
}

/** The encoding of a column along an axis that begins at the least value. */
const along = (column: Column, scale: object = {}): Layer =>
    quantitative(column, { scale: { zero: false, ...scale }, ...(hasWholeValues(column) && { axis: WHOLE_TICKS }) });

const hasWholeValues = ({ cells }: Column): boolean => cells.every(cell => cell === undefined || isWhole(cell));

/** The axis of the number of runs. */
export const COUNTED = { type: 'quantitative', title: 'runs', axis: WHOLE_TICKS } as const;

const VERDICT_COLOURS: Layer = {
    field: VERDICT,
    type: 'nominal',
    title: 'verdict',
    scale: { domain: ['holds', 'fails', 'undecided'], range: ['#2a78c2', '#d1352b', '#8a8a8a'] }
};

function line(input: Column, output: Column, isJudged: boolean): Layer {
    return {
        width: 560,
        height: 300,
        encoding: { x: along(input, { nice: false }), y: along(output) },
        layer: [
            { mark: { type: 'line', color: '#2a78c2', strokeWidth: 2 } },
            ...(isJudged ? [{ mark: { type: 'point', filled: true, size: 40, opacity: 1 }, encoding: { color: VERDICT_COLOURS } }] : [])
        ]
    };
}

/** The ratings of the alternatives of a trade study, one line each. */
function alternatives(input: Column, ratings: readonly Column[]): Layer {
    return {
        width: 560,
        height: 320,
        data: {
            values: ratings.flatMap(c =>
                c.cells.map((cell, row) => ({
                    [fieldOf(input)]: numberOf(input, input.cells[row]),
                    alternative: c.name,
                    rating: numberOf(c, cell)
                }))
            )
        },
        mark: { type: 'line', strokeWidth: 2, point: { size: 30 } },
        encoding: {
            x: along(input, { nice: false }),
            y: { field: 'rating', type: 'quantitative', title: 'rating', scale: { zero: false } },
            color: { field: 'alternative', type: 'nominal', title: 'alternative', sort: null }
        }
    };
}

function surface(first: Column, second: Column, output: Column): Layer {
    const [slow, fast] = [first, second].map(c => new Set(c.cells.map(cell => numberOf(c, cell))).size);
    const [lines, steps] = slow <= fast ? [first, second] : [second, first];
    if (Math.min(slow, fast) <= MOST_LINES) {
        return {
            width: 560,
            height: 320,
            mark: { type: 'line', strokeWidth: 2, point: { size: 30 } },
            encoding: {
                x: along(steps, { nice: false }),
                y: along(output),
                color: { ...quantitative(lines), type: 'ordinal', scale: { scheme: 'viridis' } }
            }
        };
    }
    return {
        // whole pixels avoid visible gaps between the cells
        width: slow * Math.max(1, Math.round(480 / slow)),
        height: fast * Math.max(1, Math.round(400 / fast)),
        mark: { type: 'rect' },
        encoding: {
            x: { ...quantitative(first), type: 'ordinal', axis: sparse(slow) },
            y: { ...quantitative(second), type: 'ordinal', sort: 'descending', axis: sparse(fast) },
            color: quantitative(output, {
                scale: { scheme: 'viridis', zero: false },
                ...(hasWholeValues(output) && { legend: WHOLE_TICKS })
            })
        }
    };
}

/** Labels of an axis with many values: about ten of them. */
function sparse(count: number): Layer {
    const step = Math.ceil(count / 10);
    return {
        labelExpr:
            step < 2 ? "format(datum.value, '.4~g')" : `datum.index * ${count - 1} % ${step} < 0.5 ? format(datum.value, '.4~g') : ''`,
        labelAngle: 0,
        ticks: false
    };
}

function histogram(output: Column): Layer {
    return {
        width: 560,
        height: 240,
        mark: { type: 'bar', color: '#2a78c2', binSpacing: 1 },
        encoding: {
            x: quantitative(
                output,
                hasWholeValues(output) ? { bin: { maxbins: 40, minstep: 1 }, axis: WHOLE_TICKS } : { bin: { maxbins: 40 } }
            ),
            y: { aggregate: 'count', ...COUNTED }
        }
    };
}
