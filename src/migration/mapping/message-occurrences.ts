/** Occurrences on lifelines, at which messages begin and end (contract: migration 7.6). */
import type { UmlElement } from '../uml-model.js';

/** The message that begins or ends at an occurrence, whichever of the two says so: Enterprise Architect names it at the message alone. */
export function messageAt(occurrence: UmlElement, interaction: UmlElement): UmlElement | undefined {
    const isEnd = (message: UmlElement): boolean => message.ref('sendEvent') === occurrence || message.ref('receiveEvent') === occurrence;
    return occurrence.ref('message') ?? interaction.ownedAs('message').find(isEnd);
}
