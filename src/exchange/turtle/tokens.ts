/** Turtle as tokens, piece by piece: n3's lexer over a text that never is a second time in memory. Knows no statements. */
import { Lexer, type LexerInput, type Token } from 'n3';
import { ReadingError } from '../reading/failure.js';

export type { Token } from 'n3';

const PIECE = 1 << 16;

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
    new Lexer({ n3: false }).tokenize(input, (error, token) => {
        if (failure !== undefined) {
            return;
        }
        if (error) {
            const line = linesBefore + (error.context?.line ?? lineIn(error.message));
            failure = turtleError(line, error.message.replace(/ on line \d+\.?$/, ''));
        } else {
            try {
                each(linesBefore === 0 ? token : { ...token, line: token.line + linesBefore });
            } catch (thrown) {
                failure = thrown;
            }
        }
    });
    for (let i = from; i < text.length && failure === undefined; i += PIECE) {
        listeners.get('data')!(text.slice(i, i + PIECE));
    }
    if (failure === undefined) {
        listeners.get('end')!('');
    }
    if (failure !== undefined) {
        throw failure as Error;
    }
}

function lineIn(message: string): number {
    return Number(/ on line (\d+)/.exec(message)?.[1] ?? 0);
}
