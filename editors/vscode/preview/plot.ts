/** A plot of a sweep as data: axes with round ticks, and a line a series. Pure; knows no page. */

export type Points = readonly (readonly [x: number, y: number])[];

export interface Axis {
    readonly from: number;
    readonly to: number;
    readonly ticks: readonly number[];
}

/** Round numbers around a range: 1, 2 or 5 times a power of ten apart. */
export function axisOf(values: readonly number[], most = 6): Axis {
    const finite = values.filter(Number.isFinite);
    if (finite.length === 0) {
        return { from: 0, to: 1, ticks: [0, 1] };
    }
    let [low, high] = [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))];
    if (low === high) {
        const spread = low === 0 ? 1 : Math.abs(low) / 2;
        [low, high] = [low - spread, high + spread];
    }
    const step = roundStep((high - low) / most);
    const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
    const ticks = Array.from({ length: last - first + 1 }, (_, i) => +((first + i) * step).toPrecision(12));
    return { from: ticks[0], to: ticks[ticks.length - 1], ticks };
}

function roundStep(raw: number): number {
    const power = 10 ** Math.floor(Math.log10(raw));
    return ([1, 2, 5, 10].find(m => m * power >= raw * (1 - 1e-9)) ?? 10) * power;
}

/** Where a value lies on an axis of some pixels. */
export function placeOn({ from, to }: Axis, value: number, length: number): number {
    return ((value - from) / (to - from)) * length;
}

/** The `d` of a line through points; a value that is none leaves a gap. */
export function lineThrough(points: Points, x: Axis, y: Axis, width: number, height: number): string {
    let isDrawing = false;
    return points
        .map(([px, py]) => {
            if (!Number.isFinite(px) || !Number.isFinite(py)) {
                isDrawing = false;
                return '';
            }
            const command = isDrawing ? 'L' : 'M';
            isDrawing = true;
            return `${command}${placeOn(x, px, width).toFixed(1)} ${(height - placeOn(y, py, height)).toFixed(1)}`;
        })
        .join('');
}

/** A number as an axis shows it. */
export function tickText(value: number): string {
    const size = Math.abs(value);
    return size !== 0 && (size >= 1e6 || size < 1e-4) ? value.toExponential().replace('e+', 'e') : String(value);
}
