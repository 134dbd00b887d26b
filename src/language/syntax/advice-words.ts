/** Words of the notation and tokens around an error, as far as advice needs them. Does not depend on the grammar. */

/** The tokens of a text, and the one that the parser refused. */
export interface Refused {
    readonly at: number;
    /** The text of a token; empty if there is none. */
    readonly text: (token: number) => string;
    /** What is expected there, in the words of the notation. */
    readonly expected: readonly string[];
    /** Whether a word is a keyword of the notation. */
    readonly isKeyword: (word: string) => boolean;
}

export interface Advice {
    readonly text: string;
    /** The token that the finding is about, if it is not the refused one; then the advice is the whole message. */
    readonly at?: number;
}

/** Words that begin a declaration, or precede its first keyword. */
export const KINDS =
    'action actor allocation analysis attribute calc case concern connection constraint enum flow frame interface item metadata objective occurrence part port rendering requirement stakeholder state subject use verification view viewpoint'.split(
        ' '
    );
export const PREFIXES =
    'abstract assert assume constant derived do end entry event exhibit exit in include individual inout library out perform private protected public ref render require return satisfy snapshot standard then timeslice variant variation verify'.split(
        ' '
    );
const OTHERS =
    'accept alias allocate assign binding comment connect decide dependency expose filter first fork import join locale loop merge package send succession terminate transition while'.split(
        ' '
    );
export const DECLARATION_WORDS = [...KINDS, ...PREFIXES, ...OTHERS];
export const WORD = /^[A-Za-z_]\w*$/;
export const NUMBER = /^[\d.]/;

/** Tokens that end a member, so that another one follows. */
export const ENDS = new Set([';', '{', '}', '']);

/** Maximum number of tokens of a member to read backwards. */
export const MOST_BACK = 40;

/** The tokens of the member before the refused one, the nearest first. */
export function before({ at, text }: Pick<Refused, 'at' | 'text'>): string[] {
    const found: string[] = [];
    for (let i = at - 1; i >= 0 && found.length < MOST_BACK && !ENDS.has(text(i)); i--) {
        found.push(text(i));
    }
    return found;
}

/** Names of value types in other languages, and the library's types for them. */
const VALUE_TYPES: Readonly<Record<string, string>> = {
    int: 'Integer',
    integer: 'Integer',
    long: 'Integer',
    short: 'Integer',
    unsigned: 'Natural',
    natural: 'Natural',
    real: 'Real',
    float: 'Real',
    double: 'Real',
    decimal: 'Real',
    number: 'Real',
    rational: 'Rational',
    complex: 'Complex',
    string: 'String',
    str: 'String',
    text: 'String',
    char: 'String',
    boolean: 'Boolean',
    bool: 'Boolean'
};

/** The library's scalar value type for a word of another notation; undefined for other words. */
export function valueTypeMeantBy(word: string): string | undefined {
    const key = word.toLowerCase();
    return Object.hasOwn(VALUE_TYPES, key) ? `ScalarValues::${VALUE_TYPES[key]}` : undefined;
}

/** Symbols of the SI for words that people write instead. */
const UNITS: Readonly<Record<string, string>> = {
    deg: '°',
    degC: '°C_abs',
    ohm: 'Ω',
    sec: 's',
    hr: 'h',
    hrs: 'h',
    mins: 'min'
};

/** The symbol of the SI unit that a word means; undefined for other words. */
export function unitMeantBy(word: string): string | undefined {
    return Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
}

export const isName = (word: string): boolean =>
    (WORD.test(word) && !DECLARATION_WORDS.includes(word) && word !== 'def') || /^'.*'$/.test(word);
export const unquotedOf = (word: string): string => word.replace(/^'(.*)'$/, '$1');
