/** Entry of the thread that runs a command; its arguments are those of the thread. `main.ts` starts it and owns the streams. */
import { program } from './program.js';

const status = await program(process.argv.slice(2));
if (status !== undefined) {
    process.exitCode ??= status;
}
