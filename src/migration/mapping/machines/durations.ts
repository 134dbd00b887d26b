/** Reads durations in texts of v1 models (contract: migration 7.5). */

const UNITS: Readonly<Record<string, number>> = {
    ns: 1e-9,
    us: 1e-6,
    µs: 1e-6,
    ms: 1e-3,
    s: 1,
    sec: 1,
    second: 1,
    min: 60,
    minute: 60,
    h: 3600,
    hour: 3600,
    d: 86_400,
    day: 86_400
};

export interface Duration {
    readonly seconds: number;
    readonly note?: string;
}

const PART = /\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-zµ]*)\s*(?:and\b|,)?/giy;

/**
 * Reads a duration such as `80ms`, `1 minute 30 seconds` or `2`.
 * @param isCameo whether a number without a unit counts milliseconds instead of seconds
 * @returns undefined for a text that is not a duration
 */
export function durationOf(text: string, isCameo: boolean): Duration | undefined {
    const source = text.trim().replace(/^after\b/i, '');
    const bare = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*$/.exec(source);
    if (bare !== null) {
        const seconds = Number(bare[1]) * (isCameo ? 1e-3 : 1);
        return { seconds: rounded(seconds), note: `the number ${bare[1]} has no unit: taken as ${isCameo ? 'milliseconds' : 'seconds'}` };
    }
    let seconds = 0;
    PART.lastIndex = 0;
    while (PART.lastIndex < source.length) {
        const match = PART.exec(source);
        const unit = match?.[2].toLowerCase() ?? '';
        const scale = UNITS[unit] ?? UNITS[unit.replace(/s$/, '')];
        if (match === null || scale === undefined) {
            return undefined;
        }
        seconds += Number(match[1]) * scale;
    }
    return source.trim() === '' ? undefined : { seconds: rounded(seconds) };
}

/** Removes binary rounding errors: 80 * 0.001 becomes 0.08. */
const rounded = (seconds: number): number => Number(seconds.toPrecision(12));

/** Spells a Real literal in notation. */
export function realText(value: number): string {
    const text = String(value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text.replace('e+', 'e');
}
