/** Parses the arguments of commands. A command is a row in the table of its group: see `Command`. */

/**
 * The words of a command line. Blanks within brackets, strings and quoted names belong to a word, and blanks before the unit of a quantity
 * (`3 [kg]`); double quotes around a whole word, or after an equals sign, are removed.
 */
export function wordsOf(argument: string): string[] {
    const words: string[] = [];
    let word = '';
    let depth = 0;
    for (let i = 0; i < argument.length; i++) {
        const c = argument[i];
        if (c === '"' || c === "'") {
            const end = closingQuote(argument, i);
            word += argument.slice(i, end);
            i = end - 1;
            continue;
        }
        depth += '([{'.includes(c) ? 1 : ')]}'.includes(c) ? -1 : 0;
        if (/\s/.test(c) && depth <= 0) {
            addWord(words, word);
            word = '';
        } else {
            word += c;
        }
    }
    addWord(words, word);
    return words;
}

/** Appends a word; the unit of a quantity belongs to the word before it. */
function addWord(words: string[], word: string): void {
    if (word.startsWith('[') && words.length > 0) {
        words[words.length - 1] += ` ${word}`;
    } else if (word !== '') {
        words.push(word);
    }
}

function closingQuote(text: string, at: number): number {
    for (let i = at + 1; i < text.length; i++) {
        if (text[i] === '\\') {
            i++;
        } else if (text[i] === text[at]) {
            return i + 1;
        }
    }
    return text.length;
}

/** A word without its double quotes, which users of other kernels write around names. */
export const bare = (word: string): string => word.replace(/^"(.*)"$/s, '$1');

/** `--view=TREE` among words: the options by name, in order, and the rest. */
export function optionsOf(words: readonly string[]): {
    readonly options: readonly (readonly [string, string])[];
    readonly rest: readonly string[];
} {
    const options: [string, string][] = [];
    const rest: string[] = [];
    for (const word of words) {
        const match = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word);
        if (match === null) {
            rest.push(bare(word));
        } else {
            options.push([match[1], bare(match[2] ?? '')]);
        }
    }
    return { options, rest };
}
