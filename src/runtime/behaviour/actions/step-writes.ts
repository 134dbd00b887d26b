/**
 * The writes of the tokens of one step. Two tokens that write one feature make a choice, whatever the values (contract behaviour 13.2).
 * Does not depend on tokens.
 */
import type { Frame } from '../../evaluation/expressions/frame.js';
import { type Value, valueText } from '../../values/index.js';
import type { Scheduler } from '../schedules/schedule.js';
import type { OrderLog } from '../simulation/order-log.js';

interface Write {
    readonly token: number;
    readonly frame: Frame;
    readonly index: number;
    readonly value: Value;
}

export class StepWrites {
    private readonly writes: Write[] = [];

    constructor(private readonly step: number) {}

    /** Notes a write; replaces an earlier write of the same token to the same feature. */
    add(token: number, frame: Frame, index: number, value: Value): void {
        const present = this.writes.findIndex(w => w.token === token && w.frame === frame && w.index === index);
        if (present >= 0) {
            this.writes.splice(present, 1);
        }
        this.writes.push({ token, frame, index, value });
    }

    noteConflicts(scheduler: Scheduler, order: OrderLog | undefined): void {
        const { writes, step } = this;
        const seen = new Set<Write>();
        for (const write of writes) {
            const same = writes.filter(w => w.frame === write.frame && w.index === write.index);
            if (same.length < 2 || seen.has(write)) {
                continue;
            }
            same.forEach(w => seen.add(w));
            const slot = write.frame.layout.slots[write.index];
            const textOf = (w: Write): string => `${slot.names[0] ?? ''} := ${valueText(w.value)} by token ${w.token}`;
            const listed = [...same].sort((a, b) => a.token - b.token);
            const last = same[same.length - 1];
            // The texts are read after the run has ended, and closures would keep its frames alive.
            const written = listed.map(textOf);
            const kept = textOf(last);
            const mark = scheduler.opens(log => log.unordered([], []));
            if (mark !== undefined) {
                order?.wasRaced(write.frame, write.index, mark);
            }
            scheduler.noteOrder(
                {
                    node: slot.feature,
                    subject: `step ${step}`,
                    alternatives: () => written,
                    witness: () => '',
                    text: () => `step ${step}: writes ${written.join(', ')} (unordered; ${kept} stood)`
                },
                listed.indexOf(last),
                mark
            );
        }
    }
}
