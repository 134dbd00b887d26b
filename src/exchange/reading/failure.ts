/** The error for unreadable text. */
import { shortened } from '../../language/long-texts.js';

/** Reports text that is not Turtle, JSON or XMI, or that a graph cannot contain (contract 1.6). The message names the line. */
export class ReadingError extends Error {
    override readonly name = 'ReadingError';

    constructor(message: string) {
        super(shortened(message));
    }
}

/** The maximum number of characters of a graph's text. Longer input is refused before reading, to bound memory. */
export const MAX_TEXT = 90_000_000;
