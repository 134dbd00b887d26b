/**
 * The tokens of a language: its keywords, and its terminals recognized by what their patterns match. The scanner is written by
 * hand for speed (src/language/syntax/scanner.ts); here the terminals of the grammar are matched with what that scanner can do,
 * and a terminal that it cannot do stops the build.
 */
import { GrammarAST, GrammarUtils } from 'langium';

/** What the hand-written scanner recognizes, with texts that tell the kinds apart. */
const SAMPLES: Readonly<Record<TokenClass, readonly string[]>> = {
    word: ['a', '_a1', 'Zz9'],
    quoted: ["'a b'", "''", "'\\''"],
    string: ['"a b"', '""', '"\\""'],
    integer: ['0', '12'],
    real: ['1.5', '.5', '1e3', '1.5E-3'],
    comment: ['/* a */', '/**/', '/* a\nb * / */'],
    lineNote: ['//', '// a */'],
    blockNote: ['//* a\nb */', '//**/'],
    space: [' ', '\t', '\r\n  ']
};

export type TokenClass = 'word' | 'quoted' | 'string' | 'integer' | 'real' | 'comment' | 'lineNote' | 'blockNote' | 'space';

/** Kinds 0 and 1 are "none" and the end of the text. */
export const NONE = 0,
    END = 1;

export interface Terminal {
    readonly name: string;
    readonly kind: number;
    readonly class: TokenClass;
    readonly hidden: boolean;
    readonly valueType: string;
}

export interface Tokens {
    readonly count: number;
    readonly keywords: ReadonlyMap<string, number>;
    readonly terminals: ReadonlyMap<string, Terminal>;
    /** Token kinds by number, as keyword text or terminal name. */
    readonly names: readonly string[];
    readonly quotedNamesSpanLines: boolean;
    readonly stringsSpanLines: boolean;
    /** White space beyond blank, tab and line ends, as character codes. */
    readonly spaces: readonly number[];
}

/** Numbers the tokens of a language: terminals first, then keywords in alphabetical order. */
export function collectTokens(terminals: readonly GrammarAST.TerminalRule[], keywords: Iterable<string>): Tokens {
    const names = ['', 'end of text'];
    const found = new Map<string, Terminal>();
    const byClass = new Map<TokenClass, RegExp>();
    for (const rule of terminals) {
        if (rule.fragment) {
            continue;
        }
        const pattern = GrammarUtils.terminalRegex(rule);
        const tokenClass = classify(rule.name, pattern);
        if (byClass.has(tokenClass)) {
            throw new Error(`Terminal ${rule.name}: there is already a terminal for ${tokenClass} tokens.`);
        }
        const hiddenClass = tokenClass === 'space' || tokenClass === 'lineNote' || tokenClass === 'blockNote';
        if (rule.hidden !== hiddenClass) {
            throw new Error(`Terminal ${rule.name}: ${tokenClass} tokens must ${hiddenClass ? '' : 'not '}be hidden.`);
        }
        byClass.set(tokenClass, pattern);
        const kind = rule.hidden ? NONE : names.push(rule.name) - 1;
        found.set(rule.name, { name: rule.name, kind, class: tokenClass, hidden: rule.hidden, valueType: rule.type?.name ?? 'string' });
    }
    const numbers = new Map<string, number>();
    for (const word of [...new Set(keywords)].sort()) {
        if (!/^([_a-zA-Z][_a-zA-Z0-9]*|[^\s_a-zA-Z0-9'"]+)$/.test(word)) {
            throw new Error(`Keyword '${word}': a keyword is a word or a sequence of symbols.`);
        }
        numbers.set(word, names.push(word) - 1);
    }
    return {
        count: names.length,
        keywords: numbers,
        terminals: found,
        names,
        quotedNamesSpanLines: matches(byClass.get('quoted'), "'a\nb'"),
        stringsSpanLines: matches(byClass.get('string'), '"a\nb"'),
        spaces: [0x0b, 0x0c, 0xa0, 0x2028, 0x2029, 0xfeff].filter(code => matches(byClass.get('space'), String.fromCharCode(code)))
    };
}

function classify(name: string, pattern: RegExp): TokenClass {
    const classes = (Object.keys(SAMPLES) as TokenClass[]).filter(key => SAMPLES[key].every(sample => matches(pattern, sample)));
    // A line note's pattern also matches the first line of a block note; the samples of several lines decide.
    if (classes.length !== 1) {
        throw new Error(`Terminal ${name}: the scanner knows no such token (it matches the samples of: ${classes.join(', ') || 'none'}).`);
    }
    if (classes[0] === 'word' && ['é', '$a', 'a-b'].some(sample => matches(pattern, sample))) {
        throw new Error(`Terminal ${name}: the scanner's words are ASCII letters, digits and _.`);
    }
    return classes[0];
}

function matches(pattern: RegExp | undefined, sample: string): boolean {
    return pattern !== undefined && new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(sample);
}
