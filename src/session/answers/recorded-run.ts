/**
 * The record of a run as data: how long each machine was in each state, and the messages between objects. Does not depend on forms of
 * output.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isUsage } from '../../language/semantics/structure.js';
import type { TraceRecord } from '../../runtime/behaviour/index.js';
import { nameOf } from '../../language/semantics/naming.js';
import { Instance, isA, typeSymbolOf } from '../../runtime/evaluation/index.js';

/** A stay of a machine in a state, with the states that it passed in zero time before, and the event that caused the stay. */
export interface Stay {
    readonly state: string;
    /** seconds */
    readonly from: number;
    readonly to: number;
    /** `time`, or the name of the accepted event; may be empty */
    readonly by: string;
    /** states that were passed in zero time */
    readonly via: readonly string[];
    /** whether it lasted until the end of the run */
    readonly isLast: boolean;
}

/** The history of one machine. */
export interface Lifetime {
    /** path of its object, then its name */
    readonly machine: string;
    /** the type of the object; undefined for a machine without an object */
    readonly declaration: AstNode | undefined;
    readonly stays: readonly Stay[];
    readonly transitions: readonly { readonly time: number; readonly from: string; readonly to: string; readonly by: string }[];
}

/** The machines of a run, in the order of their first record. @param end end of the record, in seconds */
export function lifetimesOf(records: readonly TraceRecord[], end: number): Lifetime[] {
    const machines = new Map<string, TraceRecord[]>();
    for (const record of records) {
        if (record.kind === 'entry' || record.kind === 'exit' || record.kind === 'transition') {
            const key = `${record.object?.id ?? ''} ${record.machine ?? ''}`;
            machines.set(key, [...(machines.get(key) ?? []), record]);
        }
    }
    return [...machines.values()].map(own => ({
        machine: [pathTo(own[0].object), own[0].machine ?? ''].filter(t => t !== '').join('.'),
        declaration: own[0].object && typeSymbolOf(own[0].object),
        stays: staysOf(own, end),
        transitions: own
            .filter(r => r.kind === 'transition')
            .map(({ time, from = '', to = '', event = '' }) => ({ time, from, to, by: event }))
    }));
}

function staysOf(records: readonly TraceRecord[], end: number): Stay[] {
    const stays: { -readonly [K in keyof Stay]: Stay[K] }[] = [];
    for (const { kind, time, state = '', event = '' } of records) {
        const present = stays.findLast(s => s.isLast && (kind === 'transition' || s.state === state));
        if (kind === 'entry') {
            stays.push({ state, from: time, to: end, by: '', via: [], isLast: true });
        } else if (kind === 'transition') {
            // the record of a transition follows the records of the states that it leaves and enters
            stays.forEach(s => (s.by = s === present ? event : s.by));
        } else if (present !== undefined) {
            Object.assign(present, { to: time, isLast: false });
        } else {
            // the state was entered before the record begins
            stays.push({ state, from: records[0].time === time ? 0 : records[0].time, to: time, by: '', via: [], isLast: false });
        }
    }
    const isPassed = ({ from, to, isLast }: Stay): boolean => from === to && !isLast;
    stays.forEach((stay, i) => {
        const before = stays.slice(0, i);
        stay.via = before.slice(before.findLastIndex(s => !isPassed(s)) + 1).map(s => s.state);
    });
    return stays.filter(s => !isPassed(s));
}

/** A participant of messages: an object, or the outside of the model. */
export interface Participant {
    readonly name: string;
    readonly declaration: AstNode | undefined;
}

export interface SentMessage {
    readonly time: number;
    /** name and payload */
    readonly text: string;
    /** indexes into the participants */
    readonly from: number;
    readonly to: number;
}

/** The messages of a run between objects. Messages through a port belong to the object that has the port. */
export function messagesIn(records: readonly TraceRecord[]): {
    readonly participants: readonly Participant[];
    readonly messages: readonly SentMessage[];
} {
    const participants: Participant[] = [];
    const objects: (Instance | undefined)[] = [];
    const placeOf = (object: Instance | undefined): number => {
        const holder = object && holderOf(object);
        const known = objects.indexOf(holder);
        if (known >= 0) {
            return known;
        }
        objects.push(holder);
        const name = holder === undefined ? 'outside' : `${pathTo(holder)}${typeText(holder)}`;
        return participants.push({ name, declaration: holder && typeSymbolOf(holder) }) - 1;
    };
    const accepts = records.filter(r => r.kind === 'accept');
    const taken = new Set<TraceRecord>();
    const messages = records
        .filter(r => r.kind === 'send' || r.kind === 'accept')
        .flatMap((record): SentMessage[] => {
            const { kind, time, event = '', object, target, payload = [] } = record;
            const text = (values: readonly string[]): string => (values.length === 0 ? event : `${event} (${values.join(', ')})`);
            if (kind === 'accept') {
                // no object sent it, so its sender is outside the model
                return taken.has(record) ? [] : [{ time, text: text(payload), from: placeOf(undefined), to: placeOf(object) }];
            }
            const [from, to] = [placeOf(object), placeOf(target)];
            const accepted = accepts.find(
                a => !taken.has(a) && a.event === event && a.time >= time && (target === undefined || isWithin(target, a.object))
            );
            taken.add(accepted ?? record);
            return [{ time, text: text(accepted?.payload ?? payload), from, to: target === undefined ? placeOf(accepted?.object) : to }];
        });
    return { participants, messages };
}

/** The object that owns a port; any other object itself. */
function holderOf(object: Instance): Instance {
    let at = object;
    while (at.outer instanceof Instance && at.via !== undefined && isPort(at)) {
        at = at.outer;
    }
    return at;
}

const isPort = (object: Instance): boolean => {
    const feature =
        object.outer instanceof Instance && object.via !== undefined ? object.outer.layout.slots[object.via.index].feature : undefined;
    return feature !== undefined && isA(feature, 'PortUsage');
};

const isWithin = (inner: Instance, outer: Instance | undefined): boolean => outer !== undefined && holderOf(inner) === holderOf(outer);

/** `car.wheels`, from the outermost object: a usage by name, an object of a definition by number. */
function pathTo(object: Instance | undefined): string {
    const steps: string[] = [];
    let at = object;
    while (at?.outer instanceof Instance && at.via !== undefined) {
        steps.unshift(at.outer.layout.slots[at.via.index].names[0] ?? '');
        at = at.outer;
    }
    if (at === undefined) {
        return '';
    }
    const root = typeSymbolOf(at);
    return [(isUsage(root) ? nameOf(root) : undefined) ?? `#${at.id}`, ...steps].join('.');
}

const typeText = (object: Instance): string => {
    const name = nameOf(typeSymbolOf(object));
    return name === undefined ? '' : ` : ${name}`;
};
