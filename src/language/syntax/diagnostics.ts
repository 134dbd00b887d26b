/** Findings of the scanner and the parsers. */

/** A syntax error. Offsets are UTF-16 units, the end is exclusive. */
export interface SyntaxDiagnostic {
    readonly offset: number;
    readonly end: number;
    readonly message: string;
    readonly code: 'syntax';
    /** What could stand there, in the words of the notation: `';'`, `a name`. */
    readonly expected?: readonly string[];
}

/** The expected things as a phrase: `';' or '{'`. */
export function expectation(phrases: readonly string[]): string {
    if (phrases.length <= 1) {
        return phrases[0] ?? 'nothing';
    }
    return `${phrases.slice(0, -1).join(', ')} or ${phrases[phrases.length - 1]}`;
}

/** Habits of other notations: what was found where something else was expected, and how this notation writes what is meant by it. */
const HABITS: readonly { readonly found: string; readonly expected: string; readonly advice: string; readonly introducedBy?: string }[] = [
    { found: ':', expected: "'{'", introducedBy: 'def', advice: "a definition specializes with ':>'" },
    { found: '=', expected: "'{'", introducedBy: 'def', advice: 'only a usage has a value' },
    { found: 'then', expected: "'?'", advice: "a conditional expression is 'if … ? … else …'" },
    { found: '&', expected: 'an expression', advice: "the conjunction is 'and'" },
    { found: '|', expected: 'an expression', advice: "the disjunction is 'or'" },
    { found: 'mod', expected: "';'", advice: "the remainder is '%'" }
];

/**
 * The end of a message about a text that stands where something else was expected: advice, where a habit of other notations shows.
 * @param introducedBy the word before the name before it
 */
export function adviceFor(found: string, expected: readonly string[], introducedBy: string): string {
    const habit = HABITS.find(h => h.found === found && expected.includes(h.expected) && (h.introducedBy ?? introducedBy) === introducedBy);
    return habit === undefined ? '' : `: ${habit.advice}`;
}
