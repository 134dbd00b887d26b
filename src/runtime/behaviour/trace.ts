/** Records of what a machine run did, in execution order (contract behaviour 16); the newest are kept. Knows no executor. */
import type { Instance } from '../instances/instance.js';

export interface TraceRecord {
    readonly kind: 'accept' | 'send' | 'transition' | 'entry' | 'exit' | 'do' | 'choice' | 'guard' | 'terminate';
    /** seconds on the run's clock */
    readonly time: number;
    readonly text: string;
    readonly object?: Instance;
    readonly machine?: string;
    readonly state?: string;
    readonly from?: string;
    readonly to?: string;
    readonly event?: string;
    readonly target?: Instance;
    readonly payload?: readonly string[];
    readonly alternatives?: readonly string[];
    readonly taken?: string;
}

export class Trace {
    private readonly kept: TraceRecord[] = [];
    private first = 0;
    dropped = 0;

    constructor(private readonly limit: number) {}

    add(record: TraceRecord): void {
        this.kept.push(record);
        if (this.kept.length - this.first > this.limit) {
            this.first++;
            this.dropped++;
            // The list is shortened now and then, so that dropping stays cheap.
            if (this.first > this.limit) {
                this.kept.splice(0, this.first);
                this.first = 0;
            }
        }
    }

    get records(): readonly TraceRecord[] {
        return this.kept.slice(this.first);
    }
}
