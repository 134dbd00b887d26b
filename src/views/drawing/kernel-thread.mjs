// Entry of a thread that lays out one graph after the other (kernel-threads.ts). Plain JavaScript, so that sources and bundles use the same
// file.
import { parentPort } from 'node:worker_threads';
import module from 'elkjs/lib/elk.bundled.js';

const ELK = module.default ?? module;
const kernel = new ELK();

parentPort.on('message', async graph => {
    try {
        parentPort.postMessage({ answer: await kernel.layout(graph) });
    } catch (error) {
        parentPort.postMessage({ failure: String(error?.message ?? error) });
    }
});
