/**
 * The packaged solver in a web worker. The page starts it for the first question and ends it to cancel a question. The package's files
 * `z3-built.js` and `z3-built.wasm` must be in the same folder.
 */
import { init } from 'z3-solver/build/low-level/index.js';
import { reportingEnd, scriptAnswer } from '../packaged-script.mjs';
import { ANSWER, ANSWER_HEAD } from './attendant.js';

/** Memory limit of the solver, in megabytes. */
const MEGABYTES = '1024';

interface Question {
    readonly script: string;
    readonly memory: SharedArrayBuffer;
}

/** The used part of a worker's global scope, because the rest of the project is compiled without browser types. */
interface WorkerScope {
    readonly location: { readonly href: string };
    importScripts(url: string): void;
    /** defined by the package's script */
    initZ3?: Parameters<typeof init>[0];
    onmessage: ((message: { readonly data: Question }) => void) | null;
}

declare const self: WorkerScope;

async function load(): ReturnType<typeof init> {
    const script = new URL('z3-built.js', self.location.href).href;
    self.importScripts(script);
    const solver = await init(self.initZ3, { mainScriptUrlOrBlob: script, ...reportingEnd(error => over(error)) });
    solver.Z3.global_param_set('memory_max_size', MEGABYTES);
    return solver;
}

let loaded: ReturnType<typeof load> | undefined;
/** Receives the reason why the solver has ended in the middle of a script. */
let over: (error: Error) => void = () => undefined;

/** Returns the solver's output for a script. If the solver ends during the script, it is loaded again for the next one. */
async function solved(script: string): Promise<string> {
    const solver = await (loaded ??= load());
    return new Promise((resolve, reject) => {
        over = error => {
            loaded = undefined;
            reject(error);
        };
        scriptAnswer(solver, script).then(resolve, reject);
    });
}

function reply(memory: SharedArrayBuffer, state: number, text: string): void {
    const bytes = new TextEncoder().encode(text);
    const place = new Uint8Array(memory, ANSWER_HEAD);
    const fits = bytes.length <= place.length;
    const written = fits ? bytes : new TextEncoder().encode(`answered more than ${place.length} bytes`);
    place.set(written);
    const head = new Int32Array(memory, 0, 2);
    head[1] = written.length;
    Atomics.store(head, 0, fits ? state : ANSWER.failed);
    Atomics.notify(head, 0);
}

self.onmessage = ({ data: { script, memory } }): void => {
    solved(script).then(
        text => reply(memory, ANSWER.answered, text),
        (error: unknown) => reply(memory, ANSWER.failed, String(error))
    );
};
