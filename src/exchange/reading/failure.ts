/** The error for unreadable text. */
import { shortened } from '../../language/long-texts.js';

/** Reports text that is no Turtle or JSON, or that no graph can hold (contract 1.6). Has one message, which names the line. */
export class ReadingError extends Error {
    override readonly name = 'ReadingError';

    constructor(message: string) {
        super(shortened(message));
    }
}

/** The maximum number of characters of a graph's text. Longer input is refused before reading, to bound memory. */
export const MAX_TEXT = 90_000_000;
