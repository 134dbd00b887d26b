/** Starts a session in a separate thread. */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SessionClient } from '../hosts/thread/client.js';
import type { SessionThreadData } from '../hosts/thread/messages.js';

/** stack of the thread, as in the workers of the service; address space that is used only on demand */
const STACK_MEGABYTES = 256;

/** The file of the thread: next to this one in the sources, one folder up in a bundle. */
function threadFile(): string {
    const name = `session-thread${extname(import.meta.url)}`;
    return [`./${name}`, `../${name}`].map(path => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ?? name;
}

export function startSession(data: Omit<SessionThreadData, 'interruption'>): SessionClient {
    return new SessionClient(
        interruption =>
            new Worker(threadFile(), { workerData: { ...data, interruption }, resourceLimits: { stackSizeMb: STACK_MEGABYTES } })
    );
}
