// Object ids in answers. If an answer has objects of several runs, the ids of each run continue after those of the previous one.

import type { DescMessage, Message } from '@bufbuild/protobuf';
import {
    InstanceSchema,
    SweepRowSchema,
    type Function,
    type Instance,
    type SweepRow,
    type Value,
    type Verdict
} from '../../wire/generated/sysml_pb.js';
import { Walker } from '../../wire/walk.js';

const withIds = new Walker<Value | Verdict | Instance>('sysml.Value', 'sysml.Verdict', 'sysml.Instance');

/**
 * Adds `after` to the object ids of a run, in its row and its objects. Changes the messages in place.
 * @returns the greatest id, or `after` if there is none
 */
export function shiftObjects(rows: readonly SweepRow[], instances: readonly Instance[], after: number): number {
    const offset = BigInt(after);
    let greatest = offset;
    const shifted = (id: bigint): bigint => {
        const now = id === 0n ? 0n : id + offset;
        greatest = now > greatest ? now : greatest;
        return now;
    };
    const shift = (message: Value | Verdict | Instance): void => {
        switch (message.$typeName) {
            case 'sysml.Instance':
                message.id = shifted(message.id);
                break;
            case 'sysml.Verdict':
                message.instanceId = shifted(message.instanceId);
                break;
            case 'sysml.Value':
                shiftValue(message.kind, shifted);
        }
    };
    const visit = (schema: DescMessage, messages: readonly Message[]): void => messages.forEach(m => withIds.visit(schema, m, shift));
    visit(SweepRowSchema, rows);
    visit(InstanceSchema, instances);
    return Number(greatest);
}

function shiftValue(kind: Value['kind'], shifted: (id: bigint) => bigint): void {
    if (kind.case === 'instanceId') {
        kind.value = shifted(kind.value);
    } else if (kind.case === 'function') {
        const held: Function = kind.value;
        held.selfId = shifted(held.selfId);
    }
}
