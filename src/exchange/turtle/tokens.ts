/** Turtle as tokens, piece by piece: n3's lexer over a text that never is a second time in memory. Knows no statements. */
import { Lexer, type LexerInput, type Token } from 'n3';
import { ReadingError } from '../reading/failure.js';

export type { Token } from 'n3';

const PIECE = 1 << 16;

/** What the lexer reads without a token is in its memory, several times for a literal of escapes. */
const LONGEST_TOKEN = 1 << 23;

/** The failure that names a line of Turtle. */
export function turtleError(line: number, why: string): ReadingError {
    return new ReadingError(`turtle: line ${line}: ${why}`);
}

/**
 * Calls a function for each token of a text, the last of which is `eof`.
 * @param start the line to begin with: the UTF-16 units in front of it, and its number
 * @throws ReadingError for text that has no tokens
 */
export function forEachToken(text: string, each: (token: Token) => void, start: { readonly offset: number; readonly line: number }): void {
    // the end of the line in front is read, too, so that the lexer does not take the line for the beginning of a text
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
        // the lexer looks for the end of a token again when its text is twice as long
        if (withoutToken > 2 * LONGEST_TOKEN) {
            const why = `is not closed, or has more than the ${LONGEST_TOKEN} characters that are read`;
            throw turtleError(line, `a text, an IRI or a comment that begins here or further on ${why}`);
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

/** What the lexer says of text that is no token, in words of its grammar. */
function reasonOf(message: string): string {
    const reason = message.replace(/ on line \d+\.?$/, '');
    const [, found] = /^Unexpected "([\s\S]*)"$/.exec(reason) ?? [];
    if (found === undefined) {
        return reason === 'Token too long' ? 'an IRI or a name is too long' : reason;
    }
    const what = found.length > 20 ? `${found.slice(0, 20)}…` : found;
    return /^["']/.test(found) ? `the text that begins with ${what} is not closed, or not well formed` : `${what} is no Turtle`;
}

function lineIn(message: string): number {
    return Number(/ on line (\d+)/.exec(message)?.[1] ?? 0);
}
