/** Keeps an attendant that has loaded the packaged solver for the next solver, because loading takes longer than most questions. */
import { Attendant } from '#attendant';

/** How long an unused attendant is kept, in milliseconds. */
const KEPT = 30_000;

/** At most one per process, because a solver does not release its memory. */
let idle: { readonly attendant: Attendant; readonly memory: number; readonly timer: NodeJS.Timeout } | undefined;

/** Returns the kept attendant, if its solver has this memory limit (in megabytes); else a new one. */
export function takeAttendant(memory: number): Attendant {
    if (idle?.memory !== memory) {
        return new Attendant();
    }
    const { attendant, timer } = idle;
    clearTimeout(timer);
    idle = undefined;
    return attendant;
}

/** Keeps the attendant of a closed solver for some time. Ends it immediately if it has no solver. */
export function leaveAttendant(attendant: Attendant, memory: number): void {
    if (!attendant.hasSolver) {
        attendant.close();
        return;
    }
    endIdle();
    const timer = setTimeout(endIdle, KEPT);
    // the timer must not keep the process alive; in browsers, timers are numbers
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
