/** Positions of bodies that execute in steps, for the comparison of states. Does not depend on kinds of statements. */
import { Frame } from '../../evaluation/expressions/frame.js';
import type { Cursor, Simulation, Wait } from './simulation.js';
import type { StateWriter } from './state-writer.js';

/** Resumes a body with its cursor as the simulation's current one. */
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

/** Writes the wait and the position of a body. */
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
