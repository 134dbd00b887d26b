// Programs whose descendants can be found (engine-thread.mjs, waiting.ts). A process that starts a new session and whose parent has ended
// belongs neither to the group nor to the process tree of its program. A program is therefore started with a unique value of a resource
// limit, which all its descendants inherit and Linux shows in `/proc`. The limit is that of resident memory, which no kernel enforces, and
// the arguments and the environment of the program do not change. Where the limit cannot be set, descendants are found only by their group.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Marks are from this number: a limit of 4 PiB of memory. */
const LEAST = 2 ** 52;
/** Maximum number of searches for descendants; each search finds those that were started since the previous one. */
const SEARCHES = 100;

/** Returns a number that no other program has. */
export const newMark = () => LEAST + randomInt(2 ** 47);

/** Returns the line of a process's limits that shows its mark. */
const shown = limits => /^Max resident set +(\S+) +(\S+)/m.exec(limits);

let marker;

/** Returns the program that starts another program with a mark; undefined if none works here. */
function findMarker() {
    if (process.platform !== 'linux') return undefined;
    try {
        const [, soft, hard] = shown(readFileSync('/proc/self/limits', 'latin1')) ?? [];
        if (soft !== 'unlimited' || hard !== 'unlimited') return undefined;
    } catch {
        return undefined;
    }
    const places = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'prlimit'));
    return places.find(path => {
        const mark = newMark();
        const { stdout } = spawnSync(path, [...marking(mark), 'cat', '/proc/self/limits'], { encoding: 'latin1', timeout: 5000 });
        return shown(stdout ?? '')?.[1] === String(mark);
    });
}

const marking = mark => [`--rss=${mark}:`, '--'];

/** Returns the command that starts a program with a mark, or the program itself where that is impossible. */
export function markedCommand(path, args, mark) {
    marker ??= { path: findMarker() };
    if (marker.path === undefined || !isExecutable(path)) return { path, args, isMarked: false };
    return { path: marker.path, args: [...marking(mark), path, ...args], isMarked: true };
}

/** A program that cannot be executed is started without a mark, so that it reports its own failure. */
function isExecutable(path) {
    try {
        accessSync(path, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

/** Ends the processes with a mark. */
export function endMarked(mark) {
    const ended = new Set();
    for (let searches = 0; searches < SEARCHES; searches++) {
        const found = markedProcesses(String(mark)).filter(pid => !ended.has(pid));
        if (found.length === 0) return;
        for (const pid of found) {
            ended.add(pid);
            kill(pid);
        }
    }
}

function markedProcesses(mark) {
    return processes().filter(pid => {
        try {
            return shown(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1] === mark;
        } catch {
            return false; // It has ended.
        }
    });
}

function processes() {
    try {
        return readdirSync('/proc').filter(name => /^\d+$/.test(name));
    } catch {
        return [];
    }
}

function kill(pid) {
    try {
        process.kill(Number(pid), 'SIGKILL');
    } catch {
        // It has already ended, or belongs to another user.
    }
}
