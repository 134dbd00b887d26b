/**
 * What was meant by a text that cannot be parsed: misspelled keywords and habits of other notations, told from the tokens around the error. Knows words of
 * the notation, no grammar.
 */
import { allowedDistance, distance } from './spelling.js';

/** The tokens of a text, and the one that the parser could not accept. */
export interface Refused {
    readonly at: number;
    /** The text of a token; empty where there is none. */
    readonly text: (token: number) => string;
    /** What could stand there, in the words of the notation. */
    readonly expected: readonly string[];
}

export interface Advice {
    readonly text: string;
    /** The token that the finding is about when it is another one; then the advice is the whole message. */
    readonly at?: number;
}

/** Words that begin a declaration, or stand in front of one. */
const KINDS =
    'action actor allocation analysis attribute calc case concern connection constraint enum flow frame interface item metadata objective occurrence part port rendering requirement stakeholder state subject use verification view viewpoint'.split(
        ' '
    );
const PREFIXES =
    'abstract assert assume constant derived do end entry event exhibit exit in include individual inout library out perform private protected public ref render require return satisfy snapshot standard then timeslice variant variation verify'.split(
        ' '
    );
const OTHERS =
    'accept alias allocate assign binding comment connect decide dependency expose filter first fork import join locale loop merge package send succession terminate transition while'.split(
        ' '
    );
const BEGINNING = [...KINDS, ...PREFIXES, ...OTHERS];
/** Words that stand behind a name. */
const BEHIND =
    'accept connect crosses default defined from nonunique ordered redefines references specializes subsets then typed via'.split(' ');

const WORD = /^[A-Za-z_]\w*$/;
const NUMBER = /^[\d.]/;

/** What ends a member, so that another begins behind it. */
const ENDS = new Set([';', '{', '}', '']);

/** The keyword that a word is nearest to, within the distance of names. */
function keywordNear(word: string, keywords: readonly string[]): string | undefined {
    const limit = WORD.test(word) ? Math.min(2, allowedDistance(word.length)) : 0;
    const near = keywords
        .map(keyword => ({ keyword, far: distance(word.toLowerCase(), keyword, limit) }))
        .filter(({ far }) => far <= limit)
        .sort((a, b) => a.far - b.far);
    return keywords.includes(word) ? undefined : near[0]?.keyword;
}

/** How far back a member is looked at. */
const MOST_BACK = 40;

/** The tokens of the member before the refused one, the nearest first. */
function before({ at, text }: Pick<Refused, 'at' | 'text'>): string[] {
    const found: string[] = [];
    for (let i = at - 1; i >= 0 && found.length < MOST_BACK && !ENDS.has(text(i)); i--) {
        found.push(text(i));
    }
    return found;
}

/** Types of values as other languages write them, and what the library has for them. */
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

/** The type of the library's scalar values that a word of another notation means; undefined for other words. */
export function valueTypeMeantBy(word: string): string | undefined {
    const key = word.toLowerCase();
    return Object.hasOwn(VALUE_TYPES, key) ? `ScalarValues::${VALUE_TYPES[key]}` : undefined;
}

/** `int x;`, `attribute string s;`: the type in front of the name. */
function typeInFront({ at, text }: Refused): Advice | undefined {
    const [type, previous] = [text(at - 1), text(at - 2)];
    const meant = valueTypeMeantBy(type);
    const isBeginning = ENDS.has(previous) || PREFIXES.includes(previous) || previous === 'attribute' || previous === '*/';
    return meant === undefined || !isBeginning || !isName(text(at))
        ? undefined
        : { at: at - 1, text: `a type stands behind the name: 'attribute ${text(at)} : ${meant};'` };
}

/** A word that is nearly a keyword, where one must have been meant: at the beginning of a declaration, or behind its name. */
function misspelled(refused: Refused): Advice | undefined {
    const { at, text } = refused;
    const [written, previous] = [text(at - 1), text(at - 2)];
    if (ENDS.has(previous) || PREFIXES.includes(previous) || previous === '*/') {
        const meant = keywordNear(written, BEGINNING);
        if (meant !== undefined && (WORD.test(text(at)) || /^[':<]/.test(text(at)))) {
            return { at: at - 1, text: `'${written}' is no keyword: did you mean '${meant}'?` };
        }
    }
    return undefined;
}

/** A word behind a name that is nearly one of the keywords that stand there. */
function misspelledBehind({ at, text }: Refused): Advice | undefined {
    const meant = isName(text(at - 1)) ? keywordNear(text(at), BEHIND) : undefined;
    return meant === undefined ? undefined : { at, text: `'${text(at)}' is no keyword: did you mean '${meant}'?` };
}

/** A habit of other notations: the text that it leaves refused, where it shows, and how this notation writes what is meant. */
interface Habit {
    /** The refused text. */
    readonly found: RegExp;
    readonly isMeant: (around: { last: string; lastButOne: string; member: readonly string[]; found: string }, refused: Refused) => boolean;
    readonly advice: (refused: Refused) => string;
}

/** Whether the body that the refused token stands in is that of a condition. */
function isInCondition({ at, text }: Pick<Refused, 'at' | 'text'>): boolean {
    let i = at - 1;
    for (; i >= Math.max(0, at - MOST_BACK) && !ENDS.has(text(i)); i--);
    return (
        text(i) === '{' &&
        before({ at: i, text }).some(word => word === 'constraint' || word === 'assert' || word === 'require' || word === 'assume')
    );
}

/** Words in front of a condition. */
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'while', 'until', 'when']);

const isName = (word: string): boolean => (WORD.test(word) && !BEGINNING.includes(word) && word !== 'def') || /^'.*'$/.test(word);
const unquotedOf = (word: string): string => word.replace(/^'(.*)'$/, '$1');

const HABITS: readonly Habit[] = [
    {
        found: /^(?:extends|inherits|implements|isa)$/,
        isMeant: () => true,
        advice: refused =>
            before(refused).includes('def')
                ? "a definition specializes with ':>' (or 'specializes')"
                : "a usage has its type behind ':', and subsets another usage with ':>'"
    },
    { found: /^:$/, isMeant: ({ lastButOne }) => lastButOne === 'def', advice: () => "a definition specializes with ':>'" },
    { found: /^=$/, isMeant: ({ lastButOne }) => lastButOne === 'def', advice: () => 'only a usage has a value' },
    {
        found: /^then$/,
        isMeant: (_, { expected }) => expected.includes("'?'"),
        advice: () => "a conditional expression is 'if … ? … else …'"
    },
    { found: /^&$/, isMeant: () => true, advice: () => "the conjunction is 'and'" },
    { found: /^\|$/, isMeant: () => true, advice: () => "the disjunction is 'or'" },
    { found: /^mod$/, isMeant: () => true, advice: () => "the remainder is '%'" },
    {
        found: /^\.$/,
        isMeant: ({ member }) => member.includes('import'),
        advice: () => "the names of an import are separated by '::', as in 'import A::*'"
    },
    {
        found: WORD,
        isMeant: ({ last }) => NUMBER.test(last),
        advice: ({ at, text }) => `a unit stands in brackets: ${text(at - 1)} [${text(at)}]`
    },
    {
        found: WORD,
        isMeant: ({ last }) => last === 'def',
        advice: ({ at, text }) => `the kind stands in front of 'def': '${text(at)} def ${isName(text(at + 1)) ? text(at + 1) : '…'}'`
    },
    {
        found: /^to$/,
        isMeant: ({ member }) => member.includes('transition') || member.includes('accept'),
        advice: ({ at, text }) => `the target of a transition stands behind 'then': 'then ${isName(text(at + 1)) ? text(at + 1) : '…'}'`
    },
    {
        found: /^\}$/,
        isMeant: ({ member }, refused) => member.includes('=') && isInCondition(refused),
        advice: () => "a condition compares with '=='; '=' binds a value"
    },
    {
        found: /^=$/,
        isMeant: ({ member }) => member.some(word => CONDITIONS.has(word)),
        advice: () => "a condition compares with '=='; '=' binds a value"
    },
    {
        found: /^(?:\w+|'.*')$/,
        isMeant: ({ last, lastButOne, found }) => isName(last) && isName(found) && lastButOne === 'def',
        advice: ({ at, text }) => `a name with a blank stands in single quotes: '${unquotedOf(text(at - 1))} ${unquotedOf(text(at))}'`
    },
    {
        found: /^(?:\w+|'.*')$/,
        isMeant: ({ last, lastButOne, found }) => isName(last) && isName(found) && KINDS.includes(lastButOne),
        advice: ({ at, text }) =>
            `a type stands behind ':' ('${text(at - 2)} ${text(at - 1)} : ${text(at)}'), a name with a blank in single quotes ('${unquotedOf(text(at - 1))} ${unquotedOf(text(at))}')`
    }
];

/** Advice for a token that was refused; undefined when nothing shows what was meant. */
export function adviceFor(refused: Refused): Advice | undefined {
    const { at, text } = refused;
    const behind = typeInFront(refused) ?? misspelledBehind(refused);
    if (behind !== undefined) {
        return behind;
    }
    const around = { last: text(at - 1), lastButOne: text(at - 2), member: before(refused), found: text(at) };
    const habit = HABITS.find(h => h.found.test(text(at)) && h.isMeant(around, refused));
    return habit === undefined ? misspelled(refused) : { text: habit.advice(refused) };
}
