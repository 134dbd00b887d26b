/** Types for the part of n3 that this room uses; n3 has none. */
declare module 'n3' {
    export interface Token {
        readonly line: number;
        readonly type: string;
        readonly value: string;
        readonly prefix: string;
    }
    export interface LexerInput {
        on(event: string, listener: (data: string) => void): void;
    }
    export class Lexer {
        constructor(options?: { n3?: boolean });
        tokenize(input: LexerInput, callback: (error: (Error & { context?: { line?: number } }) | null, token: Token) => void): void;
    }
}
