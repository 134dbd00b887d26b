/** Findings of the scanner and the parsers. */

/** A syntax error. Offsets are UTF-16 units, the end is exclusive. */
export interface SyntaxDiagnostic {
    readonly offset: number;
    readonly end: number;
    readonly message: string;
    readonly code: 'syntax';
    /** What is expected there, in the words of the notation: `';'`, `a name`. */
    readonly expected?: readonly string[];
    /** The token that could not be read, if the finding is about another one. */
    readonly refused?: { readonly offset: number; readonly end: number };
}

/** The expected things as a phrase: `';' or '{'`. */
export function expectation(phrases: readonly string[]): string {
    if (phrases.length <= 1) {
        return phrases[0] ?? 'nothing';
    }
    return `${phrases.slice(0, -1).join(', ')} or ${phrases[phrases.length - 1]}`;
}
