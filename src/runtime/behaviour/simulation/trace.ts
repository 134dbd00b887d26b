/** Records of what a run did, in execution order (contract behaviour 16); the newest are kept. Knows no executor. */
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

/** Is notified of what an action does, where a trace of it is wanted. */
export interface ActionListener {
    /** A token comes to a node. @param within the steps around the flow, the innermost last */
    step(stepNumber: number, token: number, node: string, within: readonly AstNode[]): void;
    /** The expression of an assignment has a value, which is written next. */
    evaluated(expression: AstNode): void;
    /** @param frame what has the feature */
    wrote(feature: string, value: Value, frame: Frame): void;
}

export interface TraceRecord {
    /**
     * `step` and `write` are an action's: a token that comes to a node, a feature that is assigned; `evaluation` is a
     * line of what a condition or an assignment evaluates, where parts are wanted
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

/** Where an object sits: the name of the declaration that its root was made of, then the features that lead to it. */
export function objectPath(object: Instance): string {
    const { via, outer: owner } = object;
    if (via === undefined || !(owner instanceof Instance)) {
        return qualifiedNameOf(object.type) ?? '';
    }
    const slot = owner.layout.slots[via.index];
    return `${objectPath(owner)}.${slot.names[0] ?? ''}${via.position > 1 ? `[${via.position}]` : ''}`;
}

/** The object that has what a frame holds: the innermost one that is no performance. */
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
            // The list is shortened now and then, so that dropping stays cheap.
            if (this.first > this.limit) {
                this.kept.splice(0, this.first);
                this.first = 0;
            }
        }
    }

    /** Is notified of the choices of a run. @param now reads its clock */
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

/** What happened, as who did it records it: when and by whom is added there. */
export type Happening = Omit<TraceRecord, 'time' | 'object' | 'machine'>;

/** A message that was sent, once for each that receives it. */
export function sendRecords(event: string, messages: readonly Message[]): Happening[] {
    return messages.map(({ destination }) => {
        const target = destination instanceof Instance ? destination : undefined;
        const text = `send: ${event}${target === undefined ? '' : ` to object #${target.id}`}`;
        return { kind: 'send', event, text, ...(target !== undefined && { target }) };
    });
}

/** A message that was accepted. @param payload undefined for an event that carries nothing */
export function acceptRecord(event: string, message: Message | undefined): Happening {
    const payload = message === undefined ? [] : payloadTexts(message.payload);
    return { kind: 'accept', event, payload, text: acceptText(event, payload) };
}

/**
 * Records what the actions of a run do: steps and assignments. What is sent and accepted their behaviours record.
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

/** Records what behaviours of a run evaluate, part by part. */
export function recordParts(trace: Trace, run: Run, clock: { readonly now: number }): void {
    run.notesParts = evaluated => evaluationLines(evaluated).forEach(text => trace.add({ kind: 'evaluation', time: clock.now, text }));
}
