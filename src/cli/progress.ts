/** A progress line on a terminal during long computations. Does not depend on commands. */
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** milliseconds between two progress lines */
const PROGRESS_INTERVAL = 500;
const STANDARD_ERROR = 2;

/**
 * Runs a computation with a progress line on a terminal, which is erased at the end. Writes to the file descriptor directly: the stream of
 * a thread is flushed only when the thread is idle, and does not know the terminal.
 * @param line the text for an amount of progress
 * @param run gets a function to report progress; undefined if standard error is not a terminal
 */
export function watched<T>(line: (done: number) => string, run: (onProgress: ((done: number) => void) | undefined) => T): T {
    if (!isatty(STANDARD_ERROR)) {
        return run(undefined);
    }
    let shown = performance.now();
    let isShown = false;
    try {
        return run(done => {
            if (performance.now() - shown > PROGRESS_INTERVAL) {
                shown = performance.now();
                isShown = true;
                writeSync(STANDARD_ERROR, `\r\x1b[K${line(done)}`);
            }
        });
    } finally {
        if (isShown) {
            writeSync(STANDARD_ERROR, '\r\x1b[K');
        }
    }
}

const BAR_WIDTH = 30;

/** `[#########                     ] 300 of 1000 runs, 12 s left`. @param started time at which the work began */
export function progressBar(total: number, noun: string, started = performance.now()): (done: number) => string {
    return done => {
        const filled = Math.round((BAR_WIDTH * done) / total);
        const left = ((performance.now() - started) / Math.max(done, 1)) * (total - done);
        return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${done} of ${total} ${noun}, ${durationText(left / 1000)} left`;
    };
}

/** Seconds as `12 s`, `3 min 20 s`, `2 h 5 min`. */
function durationText(seconds: number): string {
    const whole = Math.ceil(seconds);
    return whole < 60
        ? `${whole} s`
        : whole < 3600
          ? `${Math.floor(whole / 60)} min ${whole % 60} s`
          : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
