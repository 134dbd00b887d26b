/** Finds the messages at the occurrences on lifelines (contract: migration 7.6). */
import type { UmlElement } from '../uml-model.js';

/**
 * Returns the message that begins or ends at an occurrence. Either of the two may state the relation: Enterprise Architect states it only
 * at the message.
 */
export function messageAt(occurrence: UmlElement, interaction: UmlElement): UmlElement | undefined {
    const isEnd = (message: UmlElement): boolean => message.ref('sendEvent') === occurrence || message.ref('receiveEvent') === occurrence;
    return occurrence.ref('message') ?? interaction.ownedAs('message').find(isEnd);
}
