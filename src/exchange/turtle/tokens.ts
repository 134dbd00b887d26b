/** Splits Turtle into tokens, piece by piece, with n3's lexer. Never copies the whole text. Does not depend on statements. */
import { Lexer, type LexerInput, type Token } from 'n3';
import { ReadingError } from '../reading/failure.js';

export type { Token } from 'n3';

const PIECE = 1 << 16;

/**
 * The maximum length of a token. It bounds memory, because the lexer keeps an incomplete token, with several copies of a literal with
 * escapes.
 */
const LONGEST_TOKEN = 1 << 23;

/** Makes the error for a line of Turtle. */
export function turtleError(line: number, why: string): ReadingError {
    return new ReadingError(`turtle: line ${line}: ${why}`);
}

/**
 * Calls a function for each token of a text. The last one is `eof`.
 * @param start the first line to read: its UTF-16 offset and its number
 * @throws ReadingError for an invalid token
 */
export function forEachToken(text: string, each: (token: Token) => void, start: { readonly offset: number; readonly line: number }): void {
    // Includes the preceding line end, so that the lexer does not take the line for the start of a text.
    const from = Math.max(start.offset - 1, 0);
    const linesBefore = start.line - (start.offset === 0 ? 1 : 2);
    const listeners = new Map<string, (data: string) => void>();
    const input: LexerInput = { on: (event, listener) => void listeners.set(event, listener) };
    let failure: unknown;
    let line = start.line;
    let withoutToken = 0;
    new Lexer({ n3: false }).tokenize(input, (error, token) => {
        if (failure !== undefined) {
            return;
        }
        if (error) {
            failure = turtleError(linesBefore + (error.context?.line ?? lineIn(error.message)), reasonOf(error.message));
        } else {
            try {
                withoutToken = 0;
                line = token.line + linesBefore;
                each(linesBefore === 0 ? token : { ...token, line: token.line + linesBefore });
            } catch (thrown) {
                failure = thrown;
            }
        }
    });
    for (let i = from; i < text.length && failure === undefined; i += PIECE) {
        withoutToken += PIECE;
        // The lexer retries an incomplete token when its text has doubled.
        if (withoutToken > 2 * LONGEST_TOKEN) {
            const why = `is not closed, or has more than ${LONGEST_TOKEN} characters`;
            throw turtleError(line, `a text, an IRI or a comment that begins on this line or a later one ${why}`);
        }
        listeners.get('data')!(text.slice(i, i + PIECE));
    }
    if (failure === undefined) {
        listeners.get('end')!('');
    }
    if (failure !== undefined) {
        throw failure as Error;
    }
}

/** Words the lexer's message about an invalid token for users. */
function reasonOf(message: string): string {
    const reason = message.replace(/ on line \d+\.?$/, '');
    const [, found] = /^Unexpected "([\s\S]*)"$/.exec(reason) ?? [];
    if (found === undefined) {
        return reason === 'Token too long' ? 'an IRI or a name is too long' : reason;
    }
    const what = found.length > 20 ? `${found.slice(0, 20)}…` : found;
    return /^["']/.test(found) ? `the text that begins with ${what} is not closed, or not well formed` : `${what} is not Turtle`;
}

function lineIn(message: string): number {
    return Number(/ on line (\d+)/.exec(message)?.[1] ?? 0);
}
