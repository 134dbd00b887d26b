/** A session of cells in a worker of its own, which is started at the first cell. Knows nothing of how answers are shown. */
import { hasSolver, isOfSolver, PageSolver, sharesMemory, type SolverMessage } from './solver.js';
import type { SharedFile } from './share.js';

/** What a cell shows, by MIME type; `text/plain` is always among them. */
export type Forms = Readonly<Record<string, unknown>>;

export interface CellAnswer {
    readonly shown: readonly { readonly text: string; readonly forms: Forms }[];
    readonly failure?: { readonly kind: string; readonly message: string };
}

export interface Completions {
    /** offsets into the cell: what an item takes the place of */
    readonly start: number;
    readonly end: number;
    readonly items: readonly { readonly text: string; readonly label: string; readonly detail: string }[];
}

interface Waiting {
    readonly resolve: (answer: never) => void;
    readonly reject: (error: Error) => void;
    readonly progress: (text: string) => void;
}

type FromWorker =
    | SolverMessage
    | { readonly written: SharedFile }
    | { readonly number: number; readonly progress: string }
    | { readonly number: number; readonly answer?: unknown; readonly error?: string };

export class PageSession {
    private worker: Promise<Worker> | undefined;
    private readonly waiting = new Map<number, Waiting>();
    private interruption: Int32Array<ArrayBufferLike> = new Int32Array(1);
    private count = 0;
    /** texts of files as the session has them, by name */
    private known = new Map<string, string>();

    /**
     * @param files the open files
     * @param write takes a file that a command wrote
     */
    constructor(
        private readonly files: () => readonly SharedFile[],
        private readonly write: (file: SharedFile) => void
    ) {}

    private async start(): Promise<Worker> {
        const bytes = Int32Array.BYTES_PER_ELEMENT;
        this.interruption = new Int32Array(sharesMemory() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
        const library = await (await fetch('library.snapshot')).arrayBuffer();
        const worker = new Worker('worker.js');
        const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
        worker.postMessage({ library, interruption: this.interruption.buffer, hasSolver: hasSolver(), theme }, [library]);
        const solver = new PageSolver();
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if (isOfSolver(data)) {
                solver.take(data);
            } else if ('written' in data) {
                this.write(data.written);
            } else {
                this.received(data);
            }
        };
        return worker;
    }

    private received(data: {
        readonly number: number;
        readonly progress?: string;
        readonly answer?: unknown;
        readonly error?: string;
    }): void {
        const waiting = this.waiting.get(data.number);
        if (data.progress !== undefined) {
            waiting?.progress(data.progress);
            return;
        }
        this.waiting.delete(data.number);
        if (data.error === undefined) {
            waiting?.resolve(data.answer as never);
        } else {
            waiting?.reject(new Error(data.error));
        }
    }

    private async ask<T>(method: string, given: object, progress: (text: string) => void = () => undefined): Promise<T> {
        const worker = await (this.worker ??= this.start());
        const number = ++this.count;
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(number, { resolve, reject, progress });
            worker.postMessage({ number, method, given });
        });
    }

    /**
     * Answers a cell over the files as they are now. Files that were closed begin a new session.
     * @returns what the files are answered first, where they have changed, and what the cell is answered
     */
    async execute(cell: string, progress: (text: string) => void): Promise<readonly CellAnswer[]> {
        const files = this.files();
        const names = new Set(files.map(f => f.name));
        if ([...this.known.keys()].some(name => !names.has(name))) {
            await this.restart();
        }
        const changed = files.filter(f => this.known.get(f.name) !== f.text);
        const answers: CellAnswer[] = [];
        if (changed.length > 0) {
            (await (this.worker ??= this.start())).postMessage({ files });
            const loaded = await this.ask<CellAnswer>('load', { paths: changed.map(f => f.name) });
            if (loaded.failure === undefined) {
                changed.forEach(f => this.known.set(f.name, f.text));
            } else {
                answers.push(loaded);
            }
        }
        return [...answers, await this.ask<CellAnswer>('execute', { cell }, progress)];
    }

    complete(cell: string, offset: number): Promise<Completions> {
        return this.ask('complete', { cell, offset });
    }

    async isComplete(cell: string): Promise<boolean> {
        return (await this.ask<string>('completeness', { cell })) !== 'incomplete';
    }

    /** Ends what is being computed. Where the page shares no memory with the worker, the session is lost. @returns whether it stays */
    async interrupt(): Promise<boolean> {
        if (this.waiting.size === 0) {
            return true;
        }
        if (sharesMemory()) {
            Atomics.store(this.interruption, 0, 1);
            return true;
        }
        await this.restart();
        return false;
    }

    /** Forgets everything; the next cell begins a new session. */
    async restart(): Promise<void> {
        const { worker } = this;
        this.worker = undefined;
        this.known = new Map();
        (await worker)?.terminate();
        [...this.waiting.values()].forEach(w => w.reject(new Error('the session was ended')));
        this.waiting.clear();
    }
}
