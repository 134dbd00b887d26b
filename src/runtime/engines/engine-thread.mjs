// Entry point of the thread that works while its caller waits (waiting.ts). It loads the packaged solver, puts scripts to it, and runs
// programs. It is plain JavaScript, so that the same file serves sources and bundles. A caller that gives up ends this thread, or lets it
// end with the programs that it runs.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { endMarked, markedCommand } from './marked-programs.mjs';
import { reportingEnd, scriptAnswer } from './packaged-script.mjs';

/** How long output is read after a program has exited, in milliseconds, because a child process may keep the pipe open. */
const LINGER = 200;

let packaged;
/** Reports that the solver has ended in the middle of a script, as it does without memory. */
let over = () => undefined;

/** @param memory greatest memory of the solver, in megabytes */
async function load(memory) {
    const { init } = createRequire(import.meta.url)('z3-solver');
    const loaded = await init(reportingEnd(error => over(error)));
    loaded.Z3.global_param_set('memory_max_size', String(memory));
    process.on('uncaughtException', error => over(error));
    return loaded;
}

/** Returns the output of the packaged solver. */
async function solve({ script }) {
    const solver = await packaged;
    return new Promise(resolve => {
        over = error => resolve({ failure: `it ended: ${error.message}`, isOver: true });
        scriptAnswer(solver, script).then(
            text => resolve({ text }),
            error => resolve({ failure: String(error?.message ?? error), isOver: true })
        );
    });
}

/** Value of the first number of a state: the caller has given up. Value of the second number: a program is being started (waiting.ts). */
const [GIVEN_UP, STARTING] = [2, -1];

/** Publishes the process id of the running program; 0 if none runs. */
function known(state, pid) {
    Atomics.store(state, 1, pid);
    Atomics.notify(state, 1);
}

/** The programs that have not ended. A program whose end is not awaited would stay in the process list. */
const running = new Set();
let isOver = false;

/** The mark of each program, by which its descendants can be found. */
const marks = new WeakMap();

/** Starts a program as the leader of its own process group, with a mark that its descendants inherit. */
function start(program, mark, options) {
    const { path, args, isMarked } = markedCommand(program.path, program.args, mark);
    const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, shell: false, ...options });
    if (isMarked) marks.set(child, mark);
    running.add(child);
    const ended = () => {
        running.delete(child);
        endIfOver();
    };
    child.once('exit', ended).once('error', ended);
    return child;
}

/** Ends this thread when its caller needs it no more and every program has ended. */
function endIfOver() {
    if (isOver && running.size === 0) process.exit();
}

/** Ends a program and the processes that it started. */
function end(child) {
    try {
        process.kill(-child.pid, 'SIGKILL');
    } catch {
        child.kill('SIGKILL');
    }
    if (marks.has(child)) endMarked(marks.get(child));
}

/**
 * Runs a program to its end. The second number of the state is its process id while it runs.
 * @returns exit status or signal, both streams, and whether the time or output limit was exceeded
 */
function run({ path, args, env, cwd, input, timeout, most, mark }, state) {
    return new Promise(resolve => {
        // A caller that cancels meanwhile waits until the process id is known or no program will be started.
        Atomics.store(state, 1, STARTING);
        if (Atomics.load(state, 0) === GIVEN_UP) {
            known(state, 0);
            resolve({ failure: 'it was given up', stdout: '', stderr: '' });
            return;
        }
        const child = start({ path, args }, mark, { env, cwd });
        known(state, child.pid ?? 0);
        const output = { stdout: [], stderr: [], isLate: false, isTooMuch: false };
        const sizes = { stdout: 0, stderr: 0 };
        const timer = setTimeout(() => {
            output.isLate = true;
            end(child);
        }, timeout);
        let lingering;
        const done = more => {
            clearTimeout(timer);
            clearTimeout(lingering);
            Atomics.store(state, 1, 0);
            const text = name => Buffer.concat(output[name]).toString('utf8');
            resolve({ ...output, stdout: text('stdout'), stderr: text('stderr'), ...more });
        };
        for (const name of ['stdout', 'stderr']) {
            child[name].on('data', bytes => {
                sizes[name] += bytes.length;
                if (sizes[name] > most) {
                    output.isTooMuch = true;
                    end(child);
                } else output[name].push(bytes);
            });
        }
        child.stdin.on('error', () => undefined).end(input);
        child.on('error', error => done({ failure: error.message, code: error.code }));
        child.on('exit', (status, signal) => {
            // ends the processes that it started, after a moment to read the rest of the pipe
            lingering = setTimeout(() => {
                end(child);
                child.stdout.destroy();
                child.stderr.destroy();
                done({ status, signal });
            }, LINGER);
        });
        child.on('close', (status, signal) => {
            end(child);
            done({ status, signal });
        });
    });
}

// --- Programs that go on ---------------------------------------------------------------------------------------------

const sessions = new Map();

/** Starts a program that exchanges messages as lines. */
function open({ open: number, mark, program: { path, args, most } }) {
    const child = start({ path, args }, mark);
    const session = { child, most, lines: [], held: 0, rest: [], size: 0, stderr: [], errors: 0, over: undefined, wake: () => undefined };
    sessions.set(number, session);
    const ends = over => {
        session.over ??= over;
        session.wake();
    };
    child.stdout.on('data', bytes => {
        let from = 0;
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
            session.lines.push(Buffer.concat([...session.rest, bytes.subarray(from, at)]).toString('utf8'));
            session.held += weightOf(session.lines.at(-1));
            session.rest = [];
            session.size = 0;
            from = at + 1;
        }
        session.rest.push(bytes.subarray(from));
        session.size += bytes.length - from;
        // A program that writes more than is read waits, rather than fill the memory.
        if (session.held > most) child.stdout.pause();
        if (session.size > most) {
            ends({ isTooMuch: true });
            end(child);
        }
        session.wake();
    });
    child.stderr.on('data', bytes => {
        session.errors += bytes.length;
        if (session.errors > most) {
            ends({ isTooMuch: true });
            end(child);
        } else session.stderr.push(bytes);
    });
    child.stdin.on('error', () => undefined);
    child.on('error', error => ends({ failure: error.message }));
    child.on('exit', (status, signal) => setTimeout(() => ends({ status, signal }), LINGER / 4));
    // The exit that closes it has its own reason.
    child.stdout.on('end', () => setTimeout(() => ends({ failure: 'it closed its standard output' }), LINGER));
    return { pid: child.pid };
}

/** Writes a line to an open program, if it still exists. */
function tell({ tell: number, line }) {
    sessions.get(number)?.child.stdin.write(`${line}\n`);
    return {};
}

/** Returns the next line of one of some open programs, or the reason why there is none. */
function talk({ talk: numbers, timeout }) {
    const gone = numbers.find(number => !sessions.has(number));
    if (gone !== undefined) return { program: gone, failure: 'it has been ended', stderr: '' };
    const open = numbers.map(number => [number, sessions.get(number)]);
    return new Promise(resolve => {
        const done = reply => {
            clearTimeout(timer);
            for (const [, session] of open) session.wake = () => undefined;
            resolve({ stderr: '', ...reply });
        };
        const look = () => {
            for (const [program, session] of open) {
                const reply = heard(session);
                if (reply !== undefined) {
                    done({ program, stderr: errorsOf(session), ...reply });
                    return;
                }
            }
        };
        const timer = setTimeout(() => done({ isLate: true }), timeout);
        for (const [, session] of open) session.wake = look;
        look();
    });
}

/** Returns what a program has written, or the reason why it will write nothing more; undefined if the caller has to wait. */
function heard(session) {
    if (session.over?.isTooMuch) return session.over;
    return session.lines.length > 0 ? { line: taken(session) } : session.over;
}

const errorsOf = session => Buffer.concat(session.stderr).toString('utf8').slice(0, 2000);

/** How much of the limit of unread lines a line uses; an empty line needs memory, too. */
const weightOf = line => line.length + 64;

/** Takes the first line, and resumes a program that was paused because of the limit. */
function taken(session) {
    const line = session.lines.shift();
    session.held -= weightOf(line);
    if (session.held <= session.most && session.child.stdout.isPaused()) session.child.stdout.resume();
    return line;
}

function shut({ shut: number }) {
    const session = sessions.get(number);
    sessions.delete(number);
    if (session !== undefined) end(session.child);
    return {};
}

/** Dispatches a request. */
function served(request, state) {
    if (request.load !== undefined) return (packaged ??= load(request.load)).then(() => ({}));
    if (request.script !== undefined) return solve(request);
    if (request.open !== undefined) return open(request);
    if (request.tell !== undefined) return tell(request);
    if (request.talk !== undefined) return talk(request);
    return request.shut !== undefined ? shut(request) : run(request, state);
}

parentPort.on('message', async ({ request, state, port }) => {
    if (request.leave === true) {
        isOver = true;
        endIfOver();
        return;
    }
    let reply;
    try {
        reply = await served(request, state);
    } catch (error) {
        reply = { failure: String(error?.message ?? error) };
    }
    port.postMessage(reply);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
});
