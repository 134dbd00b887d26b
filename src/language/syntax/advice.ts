/**
 * Guesses what a text with a syntax error means: misspelled keywords, words and forms of other notations (foreign-notations.ts), recognized
 * by the tokens around the error. Depends on words of the notation, not on the grammar.
 */
import { type Advice, DECLARATION_WORDS, ENDS, isName, KINDS, PREFIXES, type Refused, valueTypeMeantBy, WORD } from './advice-words.js';
import { surroundingsOf, keywordForForeign, FOREIGN_NOTATIONS } from './foreign-notations.js';
import { allowedDistance, distance } from './spelling.js';

/** Words that follow a name. */
const AFTER_NAME =
    'accept connect crosses default defined from nonunique ordered redefines references specializes subsets then typed via'.split(' ');

/** Symbols that follow the name of a feature. */
const SYMBOLS_AFTER_NAME = new Set([':', ':>', ':>>', '::>', '=', ':=']);

/** The keyword nearest to a word, within the allowed distance of names. */
function keywordNear(word: string, keywords: readonly string[]): string | undefined {
    const limit = WORD.test(word) ? Math.min(2, allowedDistance(word.length)) : 0;
    const near = keywords
        .map(keyword => ({ keyword, far: distance(word.toLowerCase(), keyword, limit) }))
        .filter(({ far }) => far <= limit)
        .sort((a, b) => a.far - b.far);
    return keywords.includes(word) ? undefined : near[0]?.keyword;
}

/** `int x;`, `attribute string s;`: the type precedes the name. */
function typeBeforeName({ at, text }: Refused): Advice | undefined {
    const [type, previous] = [text(at - 1), text(at - 2)];
    const meant = valueTypeMeantBy(type);
    const isBeforeName = canBeginDeclaration(previous) || previous === 'attribute';
    return meant === undefined || !isBeforeName || !isName(text(at))
        ? undefined
        : { at: at - 1, text: `a type follows the name: 'attribute ${text(at)} : ${meant};'` };
}

/** `attribute default : Real;`: a reserved word in the place of a name, which the parser read as a keyword. */
function reservedName({ at, text, isKeyword }: Refused): Advice | undefined {
    const [word, previous] = [text(at - 1), text(at - 2)];
    const isDeclared = canBeginDeclaration(previous) || KINDS.includes(previous) || previous === 'def';
    return isDeclared && isKeyword(word) && SYMBOLS_AFTER_NAME.has(text(at))
        ? { at: at - 1, text: `'${word}' is a reserved keyword: write it in single quotes to use it as a name` }
        : undefined;
}

/** A misspelled keyword where one must be meant: at the beginning of a declaration, or after its name. */
function misspelled(refused: Refused): Advice | undefined {
    const { at, text } = refused;
    const [written, previous] = [text(at - 1), text(at - 2)];
    if (canBeginDeclaration(previous)) {
        const meant = keywordNear(written, DECLARATION_WORDS);
        if (meant !== undefined && (WORD.test(text(at)) || /^[':<]/.test(text(at)))) {
            return { at: at - 1, text: `'${written}' is no keyword: did you mean '${meant}'?` };
        }
    }
    return undefined;
}

/** A word after a name that is nearly one of the keywords that can follow. */
function misspelledAfterName({ at, text }: Refused): Advice | undefined {
    const meant = isName(text(at - 1)) ? keywordNear(text(at), AFTER_NAME) : undefined;
    return meant === undefined ? undefined : { at, text: `'${text(at)}' is no keyword: did you mean '${meant}'?` };
}

/** `block A;`: a word that begins declarations in other notations. */
function foreignWord({ at, text, isKeyword }: Refused): Advice | undefined {
    const [word, previous] = [text(at - 1), text(at - 2)];
    const here = canBeginDeclaration(previous) && !isKeyword(word) ? keywordForForeign(word) : undefined;
    const isDeclaration = isName(text(at)) || text(at) === 'def' || isNamePrefix(text(at));
    return here === undefined || !isDeclaration ? undefined : { at: at - 1, text: `'${word}' is no keyword: this notation has ${here}` };
}

/** Whether a declaration can begin after a token. */
function canBeginDeclaration(previous: string): boolean {
    return ENDS.has(previous) || PREFIXES.includes(previous) || previous.endsWith('*/');
}
const isNamePrefix = (word: string): boolean => /^[<':"]/.test(word);

/** Advice for a refused token; undefined if nothing indicates what was meant. */
export function adviceFor(refused: Refused): Advice | undefined {
    const certain = typeBeforeName(refused) ?? foreignWord(refused) ?? misspelledAfterName(refused);
    if (certain !== undefined) {
        return certain;
    }
    const around = surroundingsOf(refused);
    const foreign = FOREIGN_NOTATIONS.find(h => h.found.test(around.found) && h.applies(around));
    return foreign === undefined
        ? (reservedName(refused) ?? misspelled(refused))
        : { text: typeof foreign.advice === 'string' ? foreign.advice : foreign.advice(around) };
}
