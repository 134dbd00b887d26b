/**
 * What a state of a run consists of beside the frames: what each behaviour keeps, the messages, the clock, the generator; each apart, so
 * that a step of one behaviour depends on few of them. Knows no search.
 */
import { hasAccepts } from '../simulation/accepts.js';
import { type Message, writeMessage } from '../simulation/bus.js';
import type { Agent, AgentPart, Simulation } from '../simulation/simulation.js';
import type { StateWriter } from '../simulation/state-writer.js';

/** Something that a state consists of beside the frames. */
export interface StatePart {
    /** no other one of a state has it */
    readonly name: string;
    /** the behaviour that keeps it; undefined for what is everybody's */
    readonly behaviour: Agent | undefined;
    /** whether what others send depends on it, and changes it */
    readonly isReached: boolean;
    readonly write: (out: StateWriter) => void;
    /** of a queue, how many were taken from its head, and what writes those that wait; undefined where more counts than their order */
    readonly line?: { readonly taken: number; readonly items: readonly ((out: StateWriter) => void)[] | undefined };
}

/** @param about whether the reading of the clock counts, and whether everything that begins by itself has come to rest */
export function partsOf(
    simulation: Simulation,
    { isTimed, isAtRest }: { readonly isTimed: boolean; readonly isAtRest: boolean }
): readonly StatePart[] {
    const { agents, now, scheduler, run } = simulation;
    const messages = simulation.awaitedMessages();
    const isShared = hasAccepts(run.model);
    const parts: StatePart[] = [];
    const pools: ((out: StateWriter) => void)[] = [];
    agents.forEach((behaviour, i) => {
        for (const { name, holdsMessages, isReached = false, write, line } of behaviour.parts ?? [unlike]) {
            if (isShared && holdsMessages === true) {
                pools.push(out => write(out, message => out.add(messages.indexOf(message))));
            } else {
                const message = (out: StateWriter, m: Message): void => writeHeld(out, m, { agents, holder: i, messages });
                parts.push({
                    name: `${i} ${name}`,
                    behaviour,
                    isReached,
                    write: out => write(out, m => message(out, m)),
                    ...(line && { line: { taken: line.taken(), items: isHeldOnce(agents, messages) ? line.items(message) : undefined } })
                });
            }
        }
    });
    const everybodys = (name: string, write: StatePart['write']): void =>
        void parts.push({ name, behaviour: undefined, isReached: false, write });
    if (isShared) {
        everybodys('messages', out => {
            messages.forEach(message => writeMessage(out, message));
            pools.forEach(write => write(out));
        });
    }
    if (isTimed) {
        everybodys('clock', out => out.add(now));
    }
    if (scheduler.modelGenerator !== undefined) {
        everybodys('generator', out => out.add(String(scheduler.modelGenerator!.save())));
    }
    everybodys('rest', out => out.add(isAtRest));
    return parts;
}

/** Whether no message is in several pools. */
const isHeldOnce = (agents: readonly Agent[], messages: readonly Message[]): boolean =>
    messages.every(m => agents.filter(a => a.holdsBack?.(m) === true).length < 2);

const unlike: AgentPart = { name: 'unknown', write: out => out.isUnlike() };

interface Held {
    readonly agents: readonly Agent[];
    readonly holder: number;
    readonly messages: readonly Message[];
}

/** A message of a pool: one that several pools have says where it is in the others, since who takes it takes it from them. */
function writeHeld(out: StateWriter, message: Message, { agents, holder, messages }: Held): void {
    if (!messages.includes(message)) {
        out.add('gone');
        return;
    }
    const places = agents.map(a => a.placeOf?.(message) ?? -1);
    places.forEach((place, i) => {
        if (place >= 0 && i !== holder) {
            out.add(`also ${i}@${place}`);
        }
    });
    if (places.findIndex(place => place >= 0) === holder) {
        writeMessage(out, message);
    }
}
