/** A command in a thread of its own, with the rest of its line as the thread's; `main.ts` starts it and has the streams. */
import { program } from './program.js';

const status = await program(process.argv.slice(2));
if (status !== undefined) {
    process.exitCode ??= status;
}
