/** Failures of reading text: what could not be read, and where. */
import { shortened } from '../../language/long-texts.js';

/** Text that is no Turtle or JSON, or holds what a graph cannot (contract 1.6): one message, which names the line. */
export class ReadingError extends Error {
    override readonly name = 'ReadingError';

    constructor(message: string) {
        super(shortened(message));
    }
}

/** Characters of text that is read as a graph: larger input is refused before it is read, so that memory stays bounded. */
export const MAX_TEXT = 90_000_000;
