/**
 * Runs the layout kernel in worker threads, for a process that serves other requests meanwhile: a long layout does not block them, and an
 * aborted layout ends immediately. The results equal those of the kernel in the same thread. For Node only: browser code must not import
 * it.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { LayoutKernel } from './kernel.js';

/** The kernel recurses along lines. This only reserves address space; only long lines use it. */
const STACK_MEGABYTES = 256;

type RunRecords = { readonly answer: ElkNode } | { readonly failure: string };

/** A kernel that uses one thread for each running layout and keeps one idle thread for the next. */
export function kernelInThreads(): LayoutKernel {
    let idle: Worker | undefined;
    const started = (): Worker => {
        const thread = new Worker(threadEntry(), { resourceLimits: { stackSizeMb: STACK_MEGABYTES } });
        // Each request listens for errors itself; an idle thread that exits is forgotten.
        thread.on('error', () => undefined).on('exit', () => (idle = idle === thread ? undefined : idle));
        return thread;
    };
    const keep = (thread: Worker): void => {
        if (idle === undefined) {
            idle = thread;
            thread.unref();
        } else {
            void thread.terminate();
        }
    };
    return (graph, signal) =>
        new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            const thread = idle ?? started();
            idle = undefined;
            thread.ref();
            const detach = (): void => {
                thread.off('message', hear).off('error', fail).off('exit', leave);
                signal?.removeEventListener('abort', give);
            };
            const hear = (message: RunRecords): void => {
                detach();
                keep(thread);
                if ('answer' in message) {
                    resolve(message.answer);
                } else {
                    reject(new Error(message.failure));
                }
            };
            const fail = (error: Error): void => {
                detach();
                reject(error);
            };
            const leave = (): void => fail(new Error('the layout ended without an answer'));
            const give = (): void => {
                fail(signal!.reason as Error);
                void thread.terminate();
            };
            thread.on('message', hear).on('error', fail).on('exit', leave);
            signal?.addEventListener('abort', give);
            thread.postMessage(graph);
        });
}

/** In the sources the entry is beside this file; in a bundle it is beside it or, if this file is in a chunk, one folder up. */
function threadEntry(): URL {
    const places = ['./kernel-thread.mjs', '../kernel-thread.mjs'].map(name => new URL(name, import.meta.url));
    return places.find(url => existsSync(url)) ?? places[0];
}
