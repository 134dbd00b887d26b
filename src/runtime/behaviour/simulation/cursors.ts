/** Where bodies stand that are executed in steps, for those who distinguish states of a run. Knows no kind of statement. */
import { Frame } from '../../evaluation/expressions/frame.js';
import type { Cursor, Simulation, Wait } from './simulation.js';
import type { StateWriter } from './state-writer.js';

/** Goes on with a body, whose cursor says where it pauses. */
export function withCursor<T>(simulation: Simulation, cursor: Cursor | undefined, work: () => T): T {
    if (cursor === undefined) {
        return work();
    }
    const outer = simulation.cursor;
    simulation.cursor = cursor;
    try {
        return work();
    } finally {
        simulation.cursor = outer;
    }
}

/** Writes what a body waits for and where it stands. */
export function writeBody(out: StateWriter, wait: Wait | undefined, cursor: Cursor | undefined): void {
    out.add(wait === undefined ? 'goes on' : wait.kind);
    out.instant(wait?.kind === 'time' ? wait.due() : undefined);
    if (cursor === undefined) {
        out.isUnlike();
        return;
    }
    for (const place of cursor) {
        if (typeof place === 'string') {
            out.add(place);
        } else if (isList(place)) {
            place.forEach(value => out.value(value));
        } else if (place instanceof Frame) {
            out.frame(place);
        } else if ('writeState' in place && place.writeState !== undefined) {
            place.writeState(out);
        } else {
            out.shared(place);
        }
    }
    out.add('.');
}

const isList = (place: Cursor[number]): place is Extract<Cursor[number], readonly unknown[]> => Array.isArray(place);
