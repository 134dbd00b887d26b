// Entry of a thread that puts scripts to a solver: the packaged one, which is loaded at the first script, or a program. Plain, so that it
// is the same from sources and in a bundle. The thread that waits ends this one when it waits no more (solver.ts).
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** Most memory of the packaged solver, in megabytes. */
const MEGABYTES = '1024';
/** Most characters of an answer. */
const MOST = 64 * 1024 * 1024;

let packaged;

async function load() {
    const { init } = createRequire(import.meta.url)('z3-solver');
    const { Z3 } = await init();
    Z3.global_param_set('memory_max_size', MEGABYTES);
    return Z3;
}

async function askPackaged(script) {
    packaged ??= load();
    const Z3 = await packaged;
    const config = Z3.mk_config();
    const context = Z3.mk_context(config);
    try {
        return await Z3.eval_smtlib2_string(context, script);
    } finally {
        Z3.del_context(context);
        Z3.del_config(config);
    }
}

/** @param state its second number becomes the process, which leads a group of its own, so that who ends it ends its children */
function askProgram({ path, args }, script, state) {
    return new Promise((resolve, reject) => {
        const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
        Atomics.store(state, 1, child.pid ?? 0);
        let output = '';
        let errors = '';
        child.stdout.setEncoding('utf8').on('data', text => {
            output += text;
            if (output.length > MOST) child.kill('SIGKILL');
        });
        child.stderr.setEncoding('utf8').on('data', text => (errors = (errors + text).slice(-2000)));
        child.stdin.on('error', () => undefined).end(script);
        child.on('error', reject);
        child.on('close', (status, signal) => {
            Atomics.store(state, 1, 0);
            if (output.trim() === '') reject(new Error(`exited with ${signal ?? `status ${status}`}: ${errors.trim() || 'no answer'}`));
            else resolve(output);
        });
    });
}

parentPort.on('message', async ({ script, program, state, port }) => {
    let reply;
    try {
        reply = { text: program === undefined ? await askPackaged(script) : await askProgram(program, script, state) };
    } catch (error) {
        reply = { failure: String(error?.message ?? error) };
    }
    port.postMessage(reply);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
});
