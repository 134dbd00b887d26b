/** Starts a session in a thread of its own. */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SessionClient } from '../hosts/thread/client.js';
import type { SessionThreadData } from '../hosts/thread/messages.js';

/** Stack of the thread, as the service's workers have it: address space that is used only when a model recurses. */
const STACK_MEGABYTES = 256;

/** The thread's file: beside this one in the sources, beside the folder of this one in a bundle. */
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
