/** Trace records of a run in execution order (contract behaviour 16). Keeps the newest up to a limit. Does not depend on executors. */
import type { Frame } from '../../evaluation/expressions/frame.js';
import { isPerformance } from '../../evaluation/expressions/references.js';
import { Instance } from '../../evaluation/instances/instance.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isType } from '../../../language/semantics/structure.js';
import type { Run } from '../../evaluation/run.js';
import { type Value, valueText } from '../../values/index.js';
import type { NoteListener } from '../schedules/schedule.js';
import { acceptText, payloadTexts, type Message } from './bus.js';
import { evaluationLines } from './evaluation-lines.js';

/** Receives the steps and writes of actions, if a trace is requested. */
export interface ActionListener {
    /** A token performs a node. @param within the enclosing steps of the flow, innermost last */
    step(stepNumber: number, token: number, node: string, within: readonly AstNode[]): void;
    /** The value of an assignment's expression was computed; the write follows. */
    evaluated(expression: AstNode): void;
    /** @param frame the frame that holds the feature */
    wrote(feature: string, value: Value, frame: Frame): void;
}

export interface TraceRecord {
    /**
     * `step` and `write` belong to actions: a token at a node, an assigned feature. `evaluation` is an evaluated part of a condition or an
     * assignment, if the request wants parts.
     */
    readonly kind:
        'accept' | 'send' | 'transition' | 'entry' | 'exit' | 'do' | 'choice' | 'guard' | 'terminate' | 'step' | 'write' | 'evaluation';
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
    /** of an assignment */
    readonly written?: { readonly feature: string; readonly value: string; readonly expression?: AstNode };
}

/** The path of an object: the declaration of its root, then the features that hold it. */
export function objectPath(object: Instance): string {
    const { via, outer: owner } = object;
    if (via === undefined || !(owner instanceof Instance)) {
        return qualifiedNameOf(object.type) ?? '';
    }
    const slot = owner.layout.slots[via.index];
    return `${objectPath(owner)}.${slot.names[0] ?? ''}${via.position > 1 ? `[${via.position}]` : ''}`;
}

/** The object that encloses a frame: the innermost one that is not a performance. */
function objectAround(frame: Frame): Instance | undefined {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f instanceof Instance && isType(f.type) && !isPerformance(f)) {
            return f;
        }
    }
    return undefined;
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
            // Dropped records are removed in bulk, so that dropping stays cheap.
            if (this.first > this.limit) {
                this.kept.splice(0, this.first);
                this.first = 0;
            }
        }
    }

    /** A listener that records the choices of a run. @param now reads the clock */
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

/** A record without its time, object and machine, which the recording behaviour adds. */
export type Happening = Omit<TraceRecord, 'time' | 'object' | 'machine'>;

/** The records of a sent message, one for each receiver. */
export function sendRecords(event: string, messages: readonly Message[]): Happening[] {
    return messages.map(({ destination }) => {
        const target = destination instanceof Instance ? destination : undefined;
        const text = `send: ${event}${target === undefined ? '' : ` to object #${target.id}`}`;
        return { kind: 'send', event, text, ...(target !== undefined && { target }) };
    });
}

/** The record of an accepted message. @param message undefined for an event without payload */
export function acceptRecord(event: string, message: Message | undefined): Happening {
    const payload = message === undefined ? [] : payloadTexts(message.payload);
    return { kind: 'accept', event, payload, text: acceptText(event, payload) };
}

/**
 * Records the steps and assignments of a run's actions. Behaviours record their own sends and accepts.
 * @param clock reads the run's clock
 */
export function actionListener(trace: Trace, clock: { readonly now: number }): ActionListener {
    const add = (kind: TraceRecord['kind'], text: string, more: Partial<TraceRecord> = {}): void =>
        trace.add({ kind, time: clock.now, text, ...more });
    let expression: AstNode | undefined;
    return {
        step: (number, token, node, within) => {
            const path = within
                .slice(1)
                .map(n => nameOf(n) ?? '')
                .filter(n => n !== '');
            add('step', `step ${number}${path.length === 0 ? '' : ` of ${path.join('.')}`}: ${node} (token ${token})`);
        },
        evaluated: of => void (expression = of),
        wrote: (feature, value, frame) => {
            const [from, object] = [expression, objectAround(frame)];
            expression = undefined;
            add('write', `${feature} := ${valueText(value)}`, {
                written: { feature, value: valueText(value), ...(from && { expression: from }) },
                ...(object && { object })
            });
        }
    };
}

/** Records the evaluations of a run's behaviours, part by part. */
export function recordParts(trace: Trace, run: Run, clock: { readonly now: number }): void {
    run.notesParts = evaluated => evaluationLines(evaluated).forEach(text => trace.add({ kind: 'evaluation', time: clock.now, text }));
}
