/**
 * The words that the notation admits at an offset of a text. The parser itself determines them, after a short text with the headers of the
 * bodies that are open there. Depends on the notation, not on the meaning of names.
 */
import { isPlainWord, parserFor, type SyntaxLanguage } from './index.js';

/** The declarations whose bodies are open at an offset, and the text of the member that contains the offset. */
export interface OpenPlace {
    /** the texts of the open declarations up to their braces, the outermost first */
    readonly headers: readonly string[];
    /** offset of the innermost brace that is open; -1 at the root */
    readonly brace: number;
    /** text of the member up to the place; empty at its beginning */
    readonly member: string;
    /** the previous member without its body, if it ended with one and may continue (`else`) */
    readonly before: string;
}

/** Determines the open place from the tokens before an offset. */
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

/** A word that neither language reserves: where the parser accepts it, it accepts any name. */
const NAME = 'x';

/** Previous results by place: clients request completion at the same place with every typed letter. */
const previous = new Map<string, Admitted>();
const MOST_PREVIOUS = 200;

export interface Admitted {
    /** reserved words that may follow there */
    readonly words: ReadonlySet<string>;
    readonly isName: boolean;
}

/**
 * The reserved words that the notation admits at a place, and whether it admits a name. Within a member, a place that admits a name admits
 * every word that can be a name. Such words are left out there, because the notation may admit them only as names.
 */
export function admittedAt(place: OpenPlace, language: SyntaxLanguage): Admitted {
    const prefixes = prefixesOf(place);
    const key = `${language}\n${prefixes.join('\n')}`;
    let admitted = previous.get(key);
    if (admitted === undefined) {
        const parser = parserFor(language);
        const takes = (word: string): boolean => prefixes.some(prefix => !parser.refusals(prefix + word).includes(prefix.length));
        const isName = takes(NAME);
        const isOfName = (word: string): boolean => isName && place.member !== '' && isPlainWord(word, language);
        const words = parser.keywords.filter(word => parser.isReserved(word) && !isOfName(word) && takes(word));
        admitted = { words: new Set(words), isName };
        if (previous.size >= MOST_PREVIOUS) {
            previous.clear();
        }
        previous.set(key, admitted);
    }
    return admitted;
}
