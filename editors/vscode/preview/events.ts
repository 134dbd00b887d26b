/** Events of a run that carry values, as texts. Pure. */
import type { RunEvent } from './messages.js';

/** What a value may look like. */
export function valueHint({ type, unit }: RunEvent['parameters'][number]): string {
    return unit === '' ? type : `30 [${unit}]`;
}

/** An event with its values, as the server reads it. */
export function eventText({ type, parameters }: RunEvent, values: readonly string[]): string {
    return `${type}(${parameters.map((p, i) => `${p.name} = ${values[i]}`).join(', ')})`;
}
