/** Entry of a web worker that is a language server: the first message is a {@link WorkerStart}, behind it the protocol is spoken. */
import { serveInWorker, type WorkerStart } from './serving.js';

/** What is used of the scope of a worker; the types of browsers are not those of the rest. */
interface WorkerScope {
    onmessage: ((message: { readonly data: WorkerStart }) => void) | null;
}

declare const self: WorkerScope;

self.onmessage = ({ data }): void => serveInWorker(data);
