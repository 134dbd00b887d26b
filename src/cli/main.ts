/** Entry of the command `sysml-workbench`: its streams, its exit status, and the thread that runs models. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IMPOSSIBLE, program, PROGRAM, type Elsewhere } from './program.js';

/** stack of the thread, as in the workers of the service; address space that is used only on demand */
const STACK_MEGABYTES = 256;

/** Space for new objects. With less of it, the garbage collector would copy many short-lived objects. */
const YOUNG_MEGABYTES = 96;

/** Runs a command in a thread with a deep stack. Threads are imported on demand, so that other commands start faster. */
const inThread: Elsewhere = async (name, args) => {
    const { Worker } = await import('node:worker_threads');
    const file = fileURLToPath(new URL(`command-thread${extname(import.meta.url)}`, import.meta.url));
    return new Promise((resolve, reject) => {
        const thread = new Worker(file, {
            argv: [name, ...args],
            resourceLimits: { stackSizeMb: STACK_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
        });
        thread.once('error', reject).once('exit', resolve);
        // keep reading after the reader has gone, or the thread would wait forever
        process.stdout.once('error', () => thread.stdout.resume());
        process.stderr.once('error', () => thread.stderr.resume());
    });
};

/**
 * Handles failures to write to the two output streams, also those of threads. A closed pipe (`| head`) is not a failure and does not change
 * the exit status; any other failure gives status 2.
 */
function watchOutput(): void {
    for (const [stream, called] of [
        [process.stdout, 'standard output'],
        [process.stderr, 'standard error']
    ] as const) {
        stream.on('error', (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EPIPE') {
                process.exitCode = IMPOSSIBLE;
                if (stream === process.stdout) {
                    process.stderr.write(`${PROGRAM}: ${called} cannot be written: ${error.message}\n`);
                }
            }
        });
    }
}

watchOutput();
const status = await program(process.argv.slice(2), inThread);
if (status !== undefined) {
    process.exitCode ??= status;
}
