/** The layout kernel for tests that both measure a drawing and write it: it lays out each graph once. */
import { kernelInPlace, type LayoutKernel } from '../../src/views/drawing/kernel.js';

/** A kernel in place that remembers its answers, as texts: who receives one may change it. */
export function kernelOnce(): LayoutKernel {
    const answers = new Map<string, Promise<string>>();
    return async (graph, signal) => {
        const asked = JSON.stringify(graph);
        const answer = answers.get(asked) ?? kernelInPlace(graph, signal).then(laidOut => JSON.stringify(laidOut));
        answers.set(asked, answer);
        return JSON.parse(await answer) as Awaited<ReturnType<LayoutKernel>>;
    };
}
