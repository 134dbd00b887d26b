/**
 * What may stand at a place of a text, asked of the parser itself: the bodies that are open there, and which words it takes behind them.
 * Knows the notation; no names' meaning.
 */
import type { SyntaxDiagnostic } from './diagnostics.js';
import { parserFor, type SyntaxLanguage } from './index.js';

/** The declarations around a place whose bodies are open, and what stands of the member at the place. */
export interface OpenPlace {
    /** from outside in, each up to its brace */
    readonly headers: readonly string[];
    /** offset of the innermost brace that is open; -1 at the root */
    readonly brace: number;
    /** of the member at the place, up to the place; empty at its beginning */
    readonly member: string;
    /** the member before, when it ended with a body and may go on behind it (`else`), without what is in the body */
    readonly before: string;
}

/** Reads the tokens before a place. */
export function openPlace(text: string, offset: number, language: SyntaxLanguage): OpenPlace {
    const { starts, ends, count } = parserFor(language).scanner.scan(text.slice(0, offset), []);
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

/** Texts that the parser has the same place behind, with nothing in front that it does not need. */
function prefixesOf({ headers, member, before }: OpenPlace): string[] {
    const around = headers.map(header => `${header} { `).join('');
    return [`${around}${member === '' ? '' : `${member} `}`, ...(before === '' ? [] : [`${around}${before} { } `])];
}

/** A word that no language reserves: where it is taken, a name is. */
const NAME = 'x';

/** What was asked before, by place: a place is asked again with every letter that is typed. */
const asked = new Map<string, Admitted>();
const MOST_ASKED = 200;

export interface Admitted {
    /** reserved words that may stand there */
    readonly words: ReadonlySet<string>;
    readonly isName: boolean;
}

/** Which reserved words of a language the notation admits at a place, and whether it admits a name. */
export function admittedAt(place: OpenPlace, language: SyntaxLanguage): Admitted {
    const prefixes = prefixesOf(place);
    const key = `${language}\n${prefixes.join('\n')}`;
    let admitted = asked.get(key);
    if (admitted === undefined) {
        const parser = parserFor(language);
        const takes = (word: string): boolean =>
            prefixes.some(prefix => {
                const diagnostics: SyntaxDiagnostic[] = [];
                parser.parse(prefix + word, diagnostics);
                return diagnostics.every(({ refused, offset }) => (refused?.offset ?? offset) !== prefix.length);
            });
        const words = parser.keywords.filter(word => parser.isReserved(word) && takes(word));
        admitted = { words: new Set(words), isName: takes(NAME) };
        if (asked.size >= MOST_ASKED) {
            asked.clear();
        }
        asked.set(key, admitted);
    }
    return admitted;
}
