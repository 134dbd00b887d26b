/**
 * The mailboxes of messages in flight. An accept takes from one mailbox, so the order of messages in different mailboxes does not matter. A
 * port has its own mailbox; messages to an object and to its behaviours share one. Does not depend on behaviours.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { elementsOf } from '../../values/index.js';
import type { Message } from './bus.js';
import { declarationNumber } from './state-writer.js';

/** An object, or a behaviour without one. */
export type Mailbox = object;

/** The behaviours and objects of a run. */
export interface MailboxOwners {
    readonly agents: readonly { readonly object: Instance | undefined }[];
    readonly run: { readonly madeObjects: readonly (readonly [AstNode, Instance])[] };
}

/** The mailbox of messages with a destination; undefined for a step, whose accepts compete with those of its behaviour. */
export function mailboxOf(destination: unknown, { agents }: Pick<MailboxOwners, 'agents'>): Mailbox | undefined {
    if (destination instanceof Instance) {
        return destination;
    }
    const behaviour = agents.find(a => a === destination);
    return behaviour && (behaviour.object ?? behaviour);
}

/** A name that is equal in all runs of a model; undefined for an object that no feature holds. */
export function nameOfMailbox(mailbox: Mailbox, owners: MailboxOwners): string | undefined {
    if (!(mailbox instanceof Instance)) {
        const number = owners.agents.findIndex(a => a === mailbox);
        return number < 0 ? undefined : `behaviour ${number}`;
    }
    const made = owners.run.madeObjects.find(([, object]) => object === mailbox);
    if (made !== undefined) {
        return `object ${declarationNumber(made[0])}`;
    }
    const { via, outer } = mailbox;
    if (via === undefined || !(outer instanceof Instance)) {
        return undefined;
    }
    const holder = nameOfMailbox(outer, owners);
    return holder === undefined ? undefined : `${holder}/${via.index}.${via.position}`;
}

/** Whether the feature that identifies an object still holds it, and the same for the objects that hold it. */
function isHeld(object: Instance): boolean {
    const { via, outer } = object;
    return (
        via === undefined ||
        (outer instanceof Instance && outer.isSet(via.index) && elementsOf(outer.read(via.index)).includes(object) && isHeld(outer))
    );
}

/** Messages in flight by the name of their mailbox, in the order of the names; undefined if the order of mailboxes may matter. */
export function messagesByMailbox(
    messages: readonly Message[],
    owners: MailboxOwners & { readonly mixesMailboxes: boolean }
): ReadonlyMap<string, readonly Message[]> | undefined {
    const found = new Map<Mailbox, Message[]>();
    for (const message of messages) {
        const mailbox = mailboxOf(message.destination, owners);
        if (mailbox === undefined || message.isInjected === true || (mailbox instanceof Instance && !isHeld(mailbox))) {
            return undefined;
        }
        const held = found.get(mailbox);
        if (held === undefined) {
            found.set(mailbox, [message]);
        } else {
            held.push(message);
        }
    }
    const named = Array.from(found, ([mailbox, held]) => [nameOfMailbox(mailbox, owners), held] as const);
    if (owners.mixesMailboxes || !named.every((entry): entry is readonly [string, Message[]] => entry[0] !== undefined)) {
        return undefined;
    }
    return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
