/** Entry of a web worker that is a language server: the first message is a {@link WorkerStart}, all others follow the protocol. */
import { serveInWorker, type WorkerStart } from './serving.js';

/** The used part of a worker's scope; the rest of the code is compiled without the types of browsers. */
interface WorkerScope {
    onmessage: ((message: { readonly data: WorkerStart }) => void) | null;
}

declare const self: WorkerScope;

self.onmessage = ({ data }): void => serveInWorker(data);
