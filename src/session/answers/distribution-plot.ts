/** Pictures of distributions as SVG, drawn by Vega without a browser: one histogram per feature. */
import type { Display } from '../../runtime/evaluation/index.js';
import type { Bin, Distribution } from '../../runtime/engines/index.js';
import { isRealNumber, Quantity, toDouble, type Value } from '../../runtime/values/index.js';
import { COUNTED, isWhole, svgOf, WHOLE_TICKS } from './plot.js';

/** maximum number of features in one picture */
const MOST_PANELS = 8;

/** The picture of the values that runs observed. */
export function pictureOfDistributions(title: string, distributions: readonly Distribution[], display: Display): Promise<string> {
    const spec = {
        $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
        title: { text: title, anchor: 'start' },
        background: 'white',
        padding: 12,
        vconcat: shown(distributions).map(d => panel(d, display)),
        config: {
            font: 'sans-serif',
            axis: { labelFontSize: 12, titleFontSize: 13, gridColor: '#e4e4e4' },
            title: { fontSize: 16 },
            view: { stroke: '#bbb' }
        }
    };
    return svgOf(spec);
}

/** The distributions with more than one value, or all if there are none. */
function shown(distributions: readonly Distribution[]): readonly Distribution[] {
    const spread = distributions.filter(d => !d.numeric || d.histogram.length > 1);
    return (spread.length === 0 ? distributions : spread).slice(0, MOST_PANELS);
}

const SIZE = { width: 560, height: 180 };
const COUNT = { field: 'count', ...COUNTED };
const COLOUR = '#2a78c2';

function numberOf(value: Value): number {
    const magnitude = value instanceof Quantity ? value.magnitude : value;
    return isRealNumber(magnitude) ? toDouble(magnitude) : NaN;
}

function panel(distribution: Distribution, display: Display): object {
    if (!distribution.numeric) {
        const values = distribution.values.map(({ value, count }) => ({ value: display.text(value), count }));
        return {
            ...SIZE,
            data: { values },
            mark: { type: 'bar', color: COLOUR },
            encoding: { x: { field: 'value', type: 'nominal', title: distribution.name, axis: { labelAngle: 0 } }, y: COUNT }
        };
    }
    const { name, unit, histogram, mean } = distribution;
    const title = unit === undefined ? name : `${name} [${display.text(mean).replace(/^\S+ ?/, '')}]`;
    // a bin of whole numbers includes both ends: draw it as wide as its range
    const areWhole = histogram.every(({ low, high }) => isWhole(low) && isWhole(high));
    const edges = ({ low, high, count }: Bin): object => ({
        low: numberOf(low) - (areWhole ? 0.5 : 0),
        high: numberOf(high) + (areWhole ? 0.5 : 0),
        count
    });
    const x = { field: 'low', type: 'quantitative', title, scale: { zero: false, nice: false }, ...(areWhole && { axis: WHOLE_TICKS }) };
    return {
        ...SIZE,
        data: { values: histogram.map(edges) },
        encoding: { x, y: COUNT },
        layer: [
            { mark: { type: 'bar', color: COLOUR, binSpacing: 1 }, encoding: { x: { ...x, bin: 'binned' }, x2: { field: 'high' } } },
            {
                data: { values: [{ low: numberOf(mean) }] },
                mark: { type: 'rule', color: '#d1352b', strokeWidth: 2 },
                encoding: { x, y: null }
            }
        ]
    };
}
