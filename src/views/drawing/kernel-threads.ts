/**
 * The layout kernel in threads of their own, for a process that answers others meanwhile: a long layout holds up nobody, and one that is
 * not wanted any more ends at once. The answers are those of the kernel in place. Of Node: what runs in a browser does not import it.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { LayoutKernel } from './kernel.js';

/** The kernel recurses along lines: address space that is used only by long ones. */
const STACK_MEGABYTES = 256;

type RunRecords = { readonly answer: ElkNode } | { readonly failure: string };

/** A kernel that takes a thread for each layout in hand, and keeps one for the next. */
export function kernelInThreads(): LayoutKernel {
    let idle: Worker | undefined;
    const started = (): Worker => {
        const thread = new Worker(threadEntry(), { resourceLimits: { stackSizeMb: STACK_MEGABYTES } });
        // Who asked has a listener of their own; a thread that nobody asks is forgotten.
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

/** Beside this file from sources; in a bundle beside it or, when this file went into a chunk, one up. */
function threadEntry(): URL {
    const places = ['./kernel-thread.mjs', '../kernel-thread.mjs'].map(name => new URL(name, import.meta.url));
    return places.find(url => existsSync(url)) ?? places[0];
}
