/**
 * What may follow at a place of a text, determined with the parser itself: the open bodies there, and the words that it accepts. Depends on
 * the notation, not on the meaning of names.
 */
import { isPlainWord, parserFor, type SyntaxLanguage } from './index.js';

/** The declarations around a place whose bodies are open, and the text of the member at the place. */
export interface OpenPlace {
    /** from outside in, each up to its brace */
    readonly headers: readonly string[];
    /** offset of the innermost brace that is open; -1 at the root */
    readonly brace: number;
    /** text of the member up to the place; empty at its beginning */
    readonly member: string;
    /** the previous member without its body, if it ended with one and may continue (`else`) */
    readonly before: string;
}

/** Reads the tokens before a place. */
export function openPlace(text: string, offset: number, language: SyntaxLanguage): OpenPlace {
    const { starts, ends, count } = parserFor(language).tokensBefore(text, offset);
    const open: { readonly start: number; readonly brace: number }[] = [];
    let member = 0;
    let before: { readonly start: number; readonly brace: number } | undefined;
    for (let i = 0; i < count; i++) {
        const c = ends[i] - starts[i] === 1 ? text.charCodeAt(starts[i]) : 0;
        if (c === 0x7b) {
            open.push({ start: member, brace: i });
            member = i + 1;
            before = undefined;
        } else if (c === 0x7d) {
            before = open.pop();
            member = i + 1;
        } else if (c === 0x3b) {
            member = i + 1;
            before = undefined;
        }
    }
    const textOf = (from: number, to: number): string => (from < to ? text.slice(starts[from], ends[to - 1]) : '');
    return {
        headers: open.map(({ start, brace }) => textOf(start, brace)),
        brace: open.length === 0 ? -1 : starts[open[open.length - 1].brace],
        member: textOf(member, count),
        before: before === undefined || member < count ? '' : textOf(before.start, before.brace)
    };
}

/** Short texts after which the parser is in the same state as at the place. */
function prefixesOf({ headers, member, before }: OpenPlace): string[] {
    const around = headers.map(header => `${header} { `).join('');
    return [`${around}${member === '' ? '' : `${member} `}`, ...(before === '' ? [] : [`${around}${before} { } `])];
}

/** A word that neither language reserves: if it is accepted, a name is. */
const NAME = 'x';

/** Previous results by place, because a place is requested again with every typed letter. */
const asked = new Map<string, Admitted>();
const MOST_ASKED = 200;

export interface Admitted {
    /** reserved words that may follow there */
    readonly words: ReadonlySet<string>;
    readonly isName: boolean;
}

/**
 * Which reserved words of a language the notation admits at a place, and whether it admits a name. Within a member that admits a name, the
 * words that are names themselves are left out: the notation admits them as names.
 */
export function admittedAt(place: OpenPlace, language: SyntaxLanguage): Admitted {
    const prefixes = prefixesOf(place);
    const key = `${language}\n${prefixes.join('\n')}`;
    let admitted = asked.get(key);
    if (admitted === undefined) {
        const parser = parserFor(language);
        const takes = (word: string): boolean => prefixes.some(prefix => !parser.refusals(prefix + word).includes(prefix.length));
        const isName = takes(NAME);
        const isOfName = (word: string): boolean => isName && place.member !== '' && isPlainWord(word, language);
        const words = parser.keywords.filter(word => parser.isReserved(word) && !isOfName(word) && takes(word));
        admitted = { words: new Set(words), isName };
        if (asked.size >= MOST_ASKED) {
            asked.clear();
        }
        asked.set(key, admitted);
    }
    return admitted;
}
