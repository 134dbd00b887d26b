/**
 * The solver of the page: a worker of its own, loaded at the first question. Other workers ask through the page and wait at memory that
 * they share with the solver, which browsers permit on isolated pages only.
 */

/** What a worker that asks sends. */
export type SolverMessage =
    { readonly solver: 'solve'; readonly script: string; readonly memory: SharedArrayBuffer } | { readonly solver: 'end' };

export const isOfSolver = (message: object): message is SolverMessage => 'solver' in message;

/** Whether this build has the solver, and this page may use it. */
export const hasSolver = (): boolean => HAS_SOLVER && sharesMemory();

/** Whether the page may share memory with its workers. */
export const sharesMemory = (): boolean => crossOriginIsolated;

/** The solver of one worker that asks: it is ended when that does not wait any more. */
export class PageSolver {
    private worker: Worker | undefined;

    take(message: SolverMessage): void {
        if (message.solver === 'solve') {
            const { script, memory } = message;
            (this.worker ??= new Worker('z3/solver.js')).postMessage({ script, memory });
        } else {
            this.worker?.terminate();
            this.worker = undefined;
        }
    }
}
