/** The tokens, notes and errors of texts, with the tokens of a small notation. */
import { describe, expect, it } from 'vitest';
import type { SyntaxDiagnostic } from '../../../src/language/syntax/diagnostics.js';
import { type Lexicon, Scanner, type Trivia } from '../../../src/language/syntax/scanner.js';

const KINDS = [
    'none',
    'end',
    'part',
    'in',
    'inout',
    ':',
    '::',
    ';',
    'word',
    'quoted',
    'string',
    'integer',
    'real',
    'comment',
    '/',
    '.',
    '+',
    '-'
];
const SYMBOLS = ['::', ':', ';', '/', '.', '+', '-'];
/** Reserved words without a kind of their own in the rows: so many that several share a slot of the scanner's table. */
const MORE = Array.from({ length: 90 }, (_, i) => `k${i}`);

const LEXICON: Lexicon = {
    words: [
        ...['part', 'in', 'inout'].map(word => [word, KINDS.indexOf(word)] as const),
        ...MORE.map((word, i) => [word, KINDS.length + i] as const)
    ],
    symbol: (text, offset) => {
        const symbol = SYMBOLS.find(s => text.startsWith(s, offset));
        return symbol === undefined ? 0 : KINDS.indexOf(symbol) | (symbol.length << 16);
    },
    word: KINDS.indexOf('word'),
    quoted: KINDS.indexOf('quoted'),
    string: KINDS.indexOf('string'),
    integer: KINDS.indexOf('integer'),
    real: KINDS.indexOf('real'),
    comment: KINDS.indexOf('comment'),
    quotedNamesSpanLines: false,
    stringsSpanLines: true,
    spaces: [12, 0xfeff]
};

interface Scanned {
    readonly tokens: readonly string[];
    readonly notes: readonly string[];
    readonly errors: readonly string[];
    readonly isCutOff: boolean;
    readonly openNotes: readonly number[];
}

/** What a scanner makes of a text: tokens and notes as `kind text`, errors as `text: message`. */
function scanned(scanner: Scanner, text: string, part = { offset: 0, end: text.length }): Scanned {
    const errors: SyntaxDiagnostic[] = [];
    const notes: Trivia[] = [];
    const { kinds, starts, ends, count, isCutOff, openNotes } = scanner.scanPart(text, part, errors, notes);
    const tokens = Array.from({ length: count }, (_, i) => `${KINDS[kinds[i]] ?? 'more'} ${text.slice(starts[i], ends[i])}`);
    expect([...kinds.subarray(count, count + 2)]).toEqual([1, 0]);
    expect([starts, ends].flatMap(places => [...places.subarray(count, count + 2)])).toEqual(Array(4).fill(part.end));
    return {
        tokens,
        notes: notes.map(({ kind, offset, end }) => `${kind} ${text.slice(offset, end)}${end > text.length ? '<behind the end>' : ''}`),
        errors: errors.map(({ offset, end, message }) => `${text.slice(offset, end)}: ${message}`),
        isCutOff,
        openNotes: [...openNotes]
    };
}

const NONE: Scanned = { tokens: [], notes: [], errors: [], isCutOff: false, openNotes: [] };
const inQuotes = (letter: string, name: string): string =>
    `${name}: a name with letters such as '${letter}' stands in single quotes: '${name}'`;
const unknown = (found: string, shown = found): string =>
    `${found}: unexpected character${found.length > 1 ? 's' : ''} '${shown}'; a name with such characters must stand in single quotes`;

describe('a text of', () => {
    it.each<readonly [what: string, text: string, expected: Partial<Scanned>]>([
        ['nothing', '', {}],
        ['white space', ' \t\r\n\f\ufeff ', {}],
        ['words', 'part parts in inout _a1 Z9', { tokens: ['part part', 'word parts', 'in in', 'inout inout', 'word _a1', 'word Z9'] }],
        ['a word behind a digit', '1part', { tokens: ['integer 1', 'part part'] }],
        ['a name that hashes like a keyword', 'ko0 k7 kP', { tokens: ['word ko0', 'more k7', 'word kP'] }],
        ['symbols', 'a::b:c;.', { tokens: ['word a', ':: ::', 'word b', ': :', 'word c', '; ;', '. .'] }],
        ['integers', '0 42', { tokens: ['integer 0', 'integer 42'] }],
        ['reals', '1.5 .5 09.90', { tokens: ['real 1.5', 'real .5', 'real 09.90'] }],
        ['exponents', '1e5 1E5 1.5e+6 .5E-70', { tokens: ['real 1e5', 'real 1E5', 'real 1.5e+6', 'real .5E-70'] }],
        [
            'no exponents',
            '1e 1e+ .5e-x',
            { tokens: ['integer 1', 'word e', 'integer 1', 'word e', '+ +', 'real .5', 'word e', '- -', 'word x'] }
        ],
        ['ranges', '1..2', { tokens: ['integer 1', '. .', 'real .2'] }],
        ['a number before a dot', '1.a 1.', { tokens: ['integer 1', '. .', 'word a', 'integer 1', '. .'] }],
        ['characters beside the digits', '1/2:3', { tokens: ['integer 1', '/ /', 'integer 2', ': :', 'integer 3'] }],
        [
            'quoted names',
            String.raw`'a' 'b c' 'd\'e' ''`,
            { tokens: ["quoted 'a'", "quoted 'b c'", String.raw`quoted 'd\'e'`, "quoted ''"] }
        ],
        ['strings', String.raw`"a" "b\"c" "d\\"`, { tokens: ['string "a"', String.raw`string "b\"c"`, String.raw`string "d\\"`] }],
        ['a string of two lines', '"a\nb" c', { tokens: ['string "a\nb"', 'word c'] }],
        ['comments', '/* a * b */ c /**/ /*/ d */', { tokens: ['comment /* a * b */', 'word c', 'comment /**/', 'comment /*/ d */'] }],
        ['line notes', 'a // b\nc // d', { tokens: ['word a', 'word c'], notes: ['line // b', 'line // d'] }],
        ['line notes before CR', '// a\rb //\r\nc', { tokens: ['word b', 'word c'], notes: ['line // a', 'line //'] }],
        ['block notes', '//* a\n b */c //**/', { tokens: ['word c'], notes: ['block //* a\n b */', 'block //**/'] }],
        ['a block note whose start is no end', '//*/ a */b', { tokens: ['word b'], notes: ['block //*/ a */'] }],
        ['a block note behind a comment', '/**///* a */b', { tokens: ['comment /**/', 'word b'], notes: ['block //* a */'] }],
        ['a slash', 'a / b /', { tokens: ['word a', '/ /', 'word b', '/ /'] }]
    ])('%s', (_what, text, expected) => expect(scanned(new Scanner(LEXICON), text)).toEqual({ ...NONE, ...expected }));
});

describe('an error:', () => {
    it.each<readonly [what: string, text: string, expected: Partial<Scanned>]>([
        [
            'an open comment',
            'a /* b ',
            { tokens: ['word a', 'comment /* b '], errors: ["/*: this comment is not closed: expected '*/'"], isCutOff: true }
        ],
        [
            'a comment that closes too early',
            '/*/ a',
            { tokens: ['comment /*/ a'], errors: ["/*: this comment is not closed: expected '*/'"], isCutOff: true }
        ],
        ['an open block note, which ends with its line', '//* a\nb', { tokens: ['word b'], notes: ['line //* a'], openNotes: [0] }],
        ['an open block note behind a closed one', '//*/**/ //* a', { notes: ['block //*/**/', 'line //* a'], openNotes: [8] }],
        [
            'an open name, which ends with its line',
            "'a b;\nc",
            { tokens: ["quoted 'a b", '; ;', 'word c'], errors: ["'a b: this name is not closed: expected '"] }
        ],
        ['an open name before CR', "'a\rc", { tokens: ["quoted 'a", 'word c'], errors: ["'a: this name is not closed: expected '"] }],
        [
            'an open name before a closed one',
            "'a\n'b'",
            { tokens: ["quoted 'a", "quoted 'b'"], errors: ["'a: this name is not closed: expected '"] }
        ],
        [
            'an open name at the end',
            "'a b",
            { tokens: ["quoted 'a b"], errors: ["'a b: this name is not closed: expected '"], isCutOff: true }
        ],
        [
            'an open name before braces at the end',
            "'a ;",
            { tokens: ["quoted 'a", '; ;'], errors: ["'a: this name is not closed: expected '"] }
        ],
        ['an open string', '"a;\nb', { tokens: ['string "a', '; ;', 'word b'], errors: ['"a: this string is not closed: expected "'] }],
        [
            'an open string behind an escaped end of the line',
            '"a\\\nb\nc',
            { tokens: ['string "a\\', 'word b', 'word c'], errors: ['"a\\: this string is not closed: expected "'] }
        ],
        ['characters of no token', 'a §§b', { tokens: ['word a', 'word b'], errors: [unknown('§§')] }],
        ['a character of no token in ASCII', 'a #b', { tokens: ['word a', 'word b'], errors: [unknown('#')] }],
        ['characters before unusual white space', '§§\ufeff§', { errors: [unknown('§§'), unknown('§')] }],
        ['many of them, which are cited in part', '§'.repeat(30), { errors: [unknown('§'.repeat(30), '§'.repeat(20))] }],
        ['one of two units', '🚗a', { tokens: ['word a'], errors: [unknown('🚗')] }],
        ['a character of the control set', '\u0001', { errors: [unknown('\u0001')] }],
        ['a negation', '!a', { tokens: ['word a'], errors: ["!: unexpected character '!': the negation is 'not'"] }],
        ['a foreign letter', 'ñ', { tokens: ['word ñ'], errors: [inQuotes('ñ', 'ñ')] }],
        ['a word that starts with one', 'ñandú_1 b', { tokens: ['word ñandú_1', 'word b'], errors: [inQuotes('ñ', 'ñandú_1')] }],
        ['a word that contains one', 'a größe', { tokens: ['word a', 'word größe'], errors: [inQuotes('ö', 'größe')] }],
        ['a word behind a keyword', 'parté', { tokens: ['word parté'], errors: [inQuotes('é', 'parté')] }],
        ['a foreign letter behind a symbol', ':é', { tokens: [': :', 'word é'], errors: [inQuotes('é', 'é')] }],
        ['a foreign letter behind a blank', 'a é', { tokens: ['word a', 'word é'], errors: [inQuotes('é', 'é')] }],
        ['a foreign letter behind a number', '1é', { tokens: ['integer 1', 'word é'], errors: [inQuotes('é', 'é')] }],
        ['a letter of two units', 'a𝒳b', { tokens: ['word a𝒳b'], errors: [inQuotes('𝒳', 'a𝒳b')] }]
    ])('%s', (_what, text, expected) => expect(scanned(new Scanner(LEXICON), text)).toEqual({ ...NONE, ...expected }));
});

it('a notation may let names span lines and end strings with theirs', () => {
    const scanner = new Scanner({ ...LEXICON, quotedNamesSpanLines: true, stringsSpanLines: false });
    expect(scanned(scanner, '\'a\nb\' "c\nd"').tokens).toEqual(["quoted 'a\nb'", 'string "c', 'word d', 'string "']);
});

it('a part of a text has the tokens that begin in it', () => {
    const scanner = new Scanner(LEXICON);
    expect(scanned(scanner, 'a b c d', { offset: 2, end: 5 }).tokens).toEqual(['word b', 'word c']);
    // of an open comment before it nothing remains
    scanned(scanner, '//* a\n/*');
    expect(scanned(scanner, 'a')).toEqual({ ...NONE, tokens: ['word a'] });
});

it('a text may have more tokens than expected, also one behind a released text', () => {
    const scanner = new Scanner(LEXICON);
    const text = ';'.repeat(1000);
    expect(scanned(scanner, text).tokens).toEqual(Array(1000).fill('; ;'));
    scanner.release();
    expect(scanner.scan('a;', []).kinds.length).toBeGreaterThan(1000);
    scanner.scan(`/*${' '.repeat(2_200_000)}*/`, []);
    scanner.release();
    expect(scanner.scan('a;', []).kinds.length).toBeLessThan(1000);
    scanner.release();
    expect(scanned(scanner, 'a;').tokens).toEqual(['word a', '; ;']);
});

it.each([
    ['part', true],
    ['par', false],
    ['', false],
    ['word', false],
    ['k89', true]
])('the word "%s" is reserved: %s', (word, isReserved) => {
    expect(new Scanner(LEXICON).isReserved(word)).toBe(isReserved);
    expect(new Scanner(LEXICON).nameKind).toBe(KINDS.indexOf('word'));
});
