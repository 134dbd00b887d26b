/** Where the command `sysml-workbench` begins: its streams, its exit status and the thread in which models compute. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IMPOSSIBLE, program, PROGRAM, type Elsewhere } from './program.js';

/** Stack of the thread that computes, as the service's workers have it: address space that is used only when a model recurses. */
const STACK_MEGABYTES = 256;

/** Memory for what a command makes and lets go: with little of it, much would be copied that is let go a moment later. */
const YOUNG_MEGABYTES = 96;

/** Runs a command in a thread with a deep stack. What starts threads is loaded then: the other commands begin sooner. */
const inThread: Elsewhere = async (name, args) => {
    const { Worker } = await import('node:worker_threads');
    const file = fileURLToPath(new URL(`command-thread${extname(import.meta.url)}`, import.meta.url));
    return new Promise((resolve, reject) => {
        const thread = new Worker(file, {
            argv: [name, ...args],
            resourceLimits: { stackSizeMb: STACK_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
        });
        thread.once('error', reject).once('exit', resolve);
        // what nobody reads any more is taken all the same: the thread would wait for it for ever
        process.stdout.once('error', () => thread.stdout.resume());
        process.stderr.once('error', () => thread.stderr.resume());
    });
};

/**
 * A reader that goes away (`| head`) wants no more: what it has is right, and the exit status stays. Any other failure to write is one:
 * status 2. The streams of a thread end in these two.
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
