/** Entry of the playground's web workers: the first message determines whether a worker is a session of cells or a language server. */
import { serveInWorker, type WorkerStart } from '../../editor/browser/serving.js';
import { serveSessionInWorker, type SessionStart } from './serving.js';

/** The used part of a worker's global scope; the types of browsers are not available here. */
interface WorkerScope {
    onmessage: ((message: { readonly data: SessionStart | WorkerStart }) => void) | null;
}

declare const self: WorkerScope;

self.onmessage = ({ data }): void => ('interruption' in data ? serveSessionInWorker(data) : serveInWorker(data));
