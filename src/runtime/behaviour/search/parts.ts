/**
 * The parts of a run's state outside the frames: the state of each behaviour, the messages, the clock, the random generator. They are
 * separate, so that a step of one behaviour depends on few of them. Does not depend on the search.
 */
import { hasAccepts } from '../simulation/accepts.js';
import { type Message, writeMessage } from '../simulation/bus.js';
import { messagesByMailbox } from '../simulation/mailboxes.js';
import type { Agent, AgentPart, Simulation } from '../simulation/simulation.js';
import type { StateWriter } from '../simulation/state-writer.js';

/** A part of a state outside the frames. */
export interface StatePart {
    /** unique within a state */
    readonly name: string;
    /** the behaviours whose state it is; empty for a mailbox, which any behaviour may read */
    readonly behaviours: readonly Agent[] | 'all';
    /** whether other behaviours read and change it by sending */
    readonly isReached: boolean;
    readonly write: (out: StateWriter) => void;
    /**
     * for a queue, the number of items taken from its head, and writers of the waiting items; `items` is undefined if not only their order
     * matters
     */
    readonly line?: { readonly taken: number; readonly items: readonly ((out: StateWriter) => void)[] | undefined };
}

/** What belongs to a state. */
interface About {
    /** whether the clock's reading matters */
    readonly isTimed: boolean;
    /** whether all behaviours that begin without a request have come to rest */
    readonly isAtRest: boolean;
    /** whether only the order within each mailbox matters, in models with accept actions as steps */
    readonly dividesMessages: boolean;
}

/** The parts of the current state; undefined if its messages cannot be divided by mailboxes. */
export function partsOf(simulation: Simulation, { isTimed, isAtRest, dividesMessages }: About): readonly StatePart[] | undefined {
    const { agents, now, scheduler, run } = simulation;
    const messages = simulation.awaitedMessages();
    const isShared = hasAccepts(run.model);
    const mailboxes = isShared && dividesMessages ? messagesByMailbox(messages, simulation) : undefined;
    if (isShared && dividesMessages && mailboxes === undefined) {
        return undefined;
    }
    const placesInMailboxes = new Map<Message, string>();
    mailboxes?.forEach((held, name) => held.forEach((message, i) => placesInMailboxes.set(message, `${name} ${i}`)));
    const parts: StatePart[] = [];
    const pools: ((out: StateWriter) => void)[] = [];
    agents.forEach((behaviour, i) => {
        for (const { name, holdsMessages, isReached = false, write, line } of behaviour.parts ?? [unlike]) {
            if (mailboxes !== undefined && holdsMessages === true) {
                parts.push({
                    name: `${i} ${name}`,
                    behaviours: [behaviour],
                    isReached,
                    write: out => write(out, message => out.add(placesInMailboxes.get(message) ?? 'gone'))
                });
            } else if (isShared && holdsMessages === true) {
                pools.push(out => write(out, message => out.add(messages.indexOf(message))));
            } else {
                const message = (out: StateWriter, m: Message): void => writeHeld(out, m, { agents, holder: i, messages });
                parts.push({
                    name: `${i} ${name}`,
                    behaviours: [behaviour],
                    isReached,
                    write: out => write(out, m => message(out, m)),
                    ...(line && { line: { taken: line.taken(), items: isHeldOnce(agents, messages) ? line.items(message) : undefined } })
                });
            }
        }
    });
    const addCommon = (name: string, write: StatePart['write']): void =>
        void parts.push({ name, behaviours: 'all', isReached: false, write });
    mailboxes?.forEach((held, name) =>
        parts.push({
            name: mailboxPart(name),
            behaviours: agents.filter(a => held.some(m => a.holdsBack?.(m) === true)),
            isReached: false,
            write: out => {
                out.add(name);
                held.forEach(message => writeMessage(out, message));
            }
        })
    );
    if (isShared && mailboxes === undefined) {
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

/** The name of the part with the messages of a mailbox. */
export const mailboxPart = (mailbox: string): string => `mailbox ${mailbox}`;

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
