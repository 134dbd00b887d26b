/** Keeps an attendant that has loaded the packaged solver for the next solver, because loading takes longer than most questions. */
import { Attendant } from '#attendant';

/** How long an attendant is kept that no solver takes, in milliseconds. */
const KEPT = 30_000;

/** At most one a process, since a solver keeps the memory that it has taken. */
let idle: { readonly attendant: Attendant; readonly memory: number; readonly timer: NodeJS.Timeout } | undefined;

/** Returns the attendant that is kept, if its solver has this limit of memory, in megabytes; else a new one. */
export function takeAttendant(memory: number): Attendant {
    if (idle?.memory !== memory) {
        return new Attendant();
    }
    const { attendant, timer } = idle;
    clearTimeout(timer);
    idle = undefined;
    return attendant;
}

/** Keeps the attendant of a solver that is closed. It is ended if it has no solver, and when it has been idle for some time. */
export function leaveAttendant(attendant: Attendant, memory: number): void {
    if (!attendant.hasSolver) {
        attendant.close();
        return;
    }
    endIdle();
    const timer = setTimeout(endIdle, KEPT);
    // a process may end before; timers of browsers are numbers
    if (typeof timer === 'object') {
        timer.unref();
    }
    idle = { attendant, memory, timer };
}

function endIdle(): void {
    clearTimeout(idle?.timer);
    idle?.attendant.close();
    idle = undefined;
}
