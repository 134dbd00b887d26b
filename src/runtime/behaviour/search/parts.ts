/**
 * The parts of a run's state outside the frames: the state of each behaviour, the messages, the clock, the generator. They are separate, so
 * that a step of one behaviour depends on few of them. Does not depend on the search.
 */
import { hasAccepts } from '../simulation/accepts.js';
import { type Message, writeMessage } from '../simulation/bus.js';
import type { Agent, AgentPart, Simulation } from '../simulation/simulation.js';
import type { StateWriter } from '../simulation/state-writer.js';

/** A part of a state outside the frames. */
export interface StatePart {
    /** unique within a state */
    readonly name: string;
    /** the behaviour that keeps it; undefined for common parts */
    readonly behaviour: Agent | undefined;
    /** whether sends of other behaviours depend on it and change it */
    readonly isReached: boolean;
    readonly write: (out: StateWriter) => void;
    /**
     * for a queue, the number of items taken from its head, and writers of the waiting items; undefined where more than their order matters
     */
    readonly line?: { readonly taken: number; readonly items: readonly ((out: StateWriter) => void)[] | undefined };
}

/**
 * The parts of the current state.
 * @param about whether the clock's reading matters, and whether everything that begins by itself has come to rest
 */
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
    const addCommon = (name: string, write: StatePart['write']): void =>
        void parts.push({ name, behaviour: undefined, isReached: false, write });
    if (isShared) {
        addCommon('messages', out => {
            messages.forEach(message => writeMessage(out, message));
            pools.forEach(write => write(out));
        });
    }
    if (isTimed) {
        addCommon('clock', out => out.add(now));
    }
    if (scheduler.modelGenerator !== undefined) {
        addCommon('generator', out => out.add(String(scheduler.modelGenerator!.save())));
    }
    addCommon('rest', out => out.add(isAtRest));
    return parts;
}

/** Whether every message is in at most one pool. */
const isHeldOnce = (agents: readonly Agent[], messages: readonly Message[]): boolean =>
    messages.every(m => agents.filter(a => a.holdsBack?.(m) === true).length < 2);

const unlike: AgentPart = { name: 'unknown', write: out => out.isUnlike() };

interface Held {
    readonly agents: readonly Agent[];
    readonly holder: number;
    readonly messages: readonly Message[];
}

/**
 * Writes a message of a pool. A message in several pools also states its places in the others, since taking it removes it from all of them.
 */
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
