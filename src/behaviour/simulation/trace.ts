/** Records of what a run did, in execution order (contract behaviour 16); the newest are kept. Knows no executor. */
import type { Instance } from '../../evaluation/instances/instance.js';
import { nameOf } from '../../language/semantics/naming.js';
import { valueText } from '../../evaluation/values/index.js';
import type { NoteListener } from '../schedules/schedule.js';
import type { ActionListener } from './simulation.js';

export interface TraceRecord {
    /** `step` and `write` are an action's: a token that comes to a node, a feature that is assigned */
    readonly kind: 'accept' | 'send' | 'transition' | 'entry' | 'exit' | 'do' | 'choice' | 'guard' | 'terminate' | 'step' | 'write';
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

    /** Told of the choices of a run. @param now reads its clock */
    listener(now: () => number): NoteListener {
        return {
            choice: (text, alternatives, taken) => this.add({ kind: 'choice', time: now(), text, alternatives, taken }),
            guard: text => this.add({ kind: 'guard', time: now(), text })
        };
    }

    get records(): readonly TraceRecord[] {
        return this.kept.slice(this.first);
    }
}

/** Records what the actions of a run do: steps, assignments, sends, accepts. @param clock reads the run's clock */
export function actionListener(trace: Trace, clock: { readonly now: number }): ActionListener {
    const add = (kind: TraceRecord['kind'], text: string): void => trace.add({ kind, time: clock.now, text });
    return {
        step: (number, token, node, within) => {
            const path = within
                .slice(1)
                .map(n => nameOf(n) ?? '')
                .filter(n => n !== '');
            add('step', `step ${number}${path.length === 0 ? '' : ` of ${path.join('.')}`}: ${node} (token ${token})`);
        },
        wrote: (feature, value) => add('write', `${feature} := ${valueText(value)}`),
        sent: text => add('send', text),
        accepted: text => add('accept', text)
    };
}
