/**
 * Forms of other notations: how to recognize each, the refused token, and how this notation writes the same. Rows are tried in order.
 * Depends on words and the tokens around an error, not on the grammar.
 */
import { before, ENDS, isName, KINDS, MOST_BACK, NUMBER, type Refused, unquotedOf, WORD } from './advice-words.js';

/** The surroundings of the refused token. */
export interface Surroundings {
    readonly found: string;
    readonly next: string;
    readonly last: string;
    readonly lastButOne: string;
    /** The tokens of the member before the refused one, the nearest first. */
    readonly member: readonly string[];
    readonly expected: readonly string[];
    readonly refused: Refused;
}

/** A form of another notation: the refused token, the condition that recognizes the form, and the advice. */
export interface ForeignNotation {
    readonly found: RegExp;
    readonly applies: (around: Surroundings) => boolean;
    readonly advice: string | ((around: Surroundings) => string);
}

export function surroundingsOf(refused: Refused): Surroundings {
    const { at, text, expected } = refused;
    return {
        found: text(at),
        next: text(at + 1),
        last: text(at - 1),
        lastButOne: text(at - 2),
        member: before(refused),
        expected,
        refused
    };
}

// --- Places ----------------------------------------------------------------------------------------------------------------

const always = (): boolean => true;
const inMember =
    (...words: readonly string[]) =>
    ({ member }: Surroundings): boolean =>
        words.some(word => member.includes(word));
const after =
    (...words: readonly string[]) =>
    ({ last }: Surroundings): boolean =>
        words.includes(last);
/** After the name of a definition or usage: `part def A`, `part a`. */
const afterDefinitionName = ({ last, lastButOne }: Surroundings): boolean => isName(last) && lastButOne === 'def';
const afterUsageName = ({ last, lastButOne }: Surroundings): boolean => isName(last) && KINDS.includes(lastButOne);
const afterName = (around: Surroundings): boolean => afterDefinitionName(around) || afterUsageName(around);
const isKind = (word: string): boolean => word === 'def' || KINDS.includes(word);
/** Inside brackets that the member has not closed. */
const inBrackets = ({ member }: Surroundings): boolean => {
    const opened = member.indexOf('[');
    return opened >= 0 && !member.slice(0, opened).includes(']');
};

/** The tokens before the brace that precedes the refused token, the nearest first; empty if there is none near. */
function beforeBrace({ at, text }: Refused): readonly string[] {
    let i = at - 1;
    for (; i >= Math.max(0, at - MOST_BACK) && !ENDS.has(text(i)); i--);
    return text(i) === '{' ? before({ at: i, text }) : [];
}

const inCondition = ({ refused }: Surroundings): boolean => beforeBrace(refused).some(word => word === 'constraint' || isCondition(word));

/** In the body of an enumeration definition. */
export const inEnumeration = ({ refused }: Pick<Surroundings, 'refused'>): boolean => {
    const head = beforeBrace(refused);
    return head.includes('enum') && head.includes('def');
};

/** Maximum number of tokens of a short name with its brackets. */
const MOST_PIECES = 8;
/** The text between `<` after a keyword and the next `>`: a short name that is no plain word; undefined elsewhere. */
function shortNameAround({ refused: { at, text } }: Surroundings): string | undefined {
    const around = Array.from({ length: MOST_PIECES }, (_, i) => i);
    const opened = around.map(i => at - 1 - i).find(i => text(i) === '<' && isKind(text(i - 1)));
    const closed = around.map(i => at + i).find(i => text(i) === '>');
    return opened === undefined || closed === undefined
        ? undefined
        : Array.from({ length: closed - opened - 1 }, (_, i) => text(opened + 1 + i))
              .join(' ')
              .replace(/ ?([^\w ]) ?/g, '$1');
}

const named = (word: string): string => (isName(word) ? word : '…');
const firstOf = ({ member }: Surroundings): string => member[member.length - 1] ?? '';

// --- The rows --------------------------------------------------------------------------------------------------------------

const TRANSITION = "a transition is written 'transition first a accept … if … do … then b;'";
const RANGE = ({ last, next }: Surroundings): string => `a range is written '[${last}..${next}]'`;
const COUNT = ({ found, next }: Surroundings): string => `a multiplicity stands in brackets: '[${NUMBER.test(found) ? found : next}]'`;

const DECLARATIONS: readonly ForeignNotation[] = [
    {
        found: /^(?:extends|inherits|implements|isa|is|subclasses|derives)$/,
        applies: always,
        advice: ({ member }) =>
            member.includes('def')
                ? "a definition specializes with ':>' (or 'specializes')"
                : "the type of a usage follows ':', and subsets another usage with ':>'"
    },
    { found: /^typed$/, applies: afterUsageName, advice: "the type of a usage follows ':' (or 'defined by')" },
    { found: /^[:<]$/, applies: afterDefinitionName, advice: "a definition specializes with ':>'" },
    { found: /^=$/, applies: afterDefinitionName, advice: 'only a usage has a value' },
    { found: /^(?:::|->)$/, applies: afterUsageName, advice: ({ next }) => `a type follows ':', as in ': ${named(next)}'` },
    {
        found: /^(?:::|\.)$/,
        applies: afterDefinitionName,
        advice: 'a declaration has a simple name, and belongs to the namespace that it stands in'
    },
    {
        found: /^(?![>'"])/,
        applies: around => shortNameAround(around) !== undefined,
        advice: around => `a short name with such characters stands in single quotes: <'${shortNameAround(around)}'>`
    },
    {
        found: /^-$/,
        applies: afterName,
        advice: ({ last, next }) => `a name with such characters stands in single quotes: '${unquotedOf(last)}-${next}'`
    },
    {
        found: /^\d/,
        applies: ({ last }) => isKind(last),
        advice: ({ found, next }) => `a name that begins with a digit stands in single quotes: '${found}${isName(next) ? next : ''}'`
    },
    { found: /^-$/, applies: ({ last, next }) => next === '-' && ENDS.has(last), advice: "a note begins with '//'" },
    { found: /^"/, applies: after('doc', 'comment'), advice: "its text stands between '/*' and '*/'" },
    {
        found: /^"/,
        applies: ({ last }) => isKind(last) || last === 'import',
        advice: ({ found }) => {
            const name = found.slice(1, -1);
            return WORD.test(name)
                ? `a name stands without quotes: ${name}`
                : `a name with such characters stands in single quotes: '${name}'`;
        }
    },
    { found: /^"/, applies: afterName, advice: "a text about it is documentation: '{ doc /* … */ }'" },
    {
        found: /^(?:in|out|inout)$/,
        applies: afterUsageName,
        advice: ({ found, last, lastButOne }) => `the direction comes first: '${found} ${lastButOne} ${last}'`
    },
    {
        found: /^==$/,
        applies: ({ lastButOne }) => KINDS.includes(lastButOne) || lastButOne === ':>>' || lastButOne === 'redefines',
        advice: "a value is bound with '='"
    },
    {
        found: /^(?:=|as)$/,
        applies: inMember('alias'),
        advice: ({ last, next }) => `an alias is written 'alias ${named(last)} for ${named(next)};'`
    },
    { found: /^\.$/, applies: inMember('import'), advice: "the names of an import are separated by '::', as in 'import A::*'" },
    { found: /^\.$/, applies: inMember('expose'), advice: "the names of what is exposed are separated by '::', as in 'expose A::b'" },
    { found: /^;$/, applies: after('}'), advice: "a body is not followed by ';'" },
    { found: /^,$/, applies: inEnumeration, advice: "each value of an enumeration ends with ';'" },
    {
        found: WORD,
        applies: around => around.lastButOne === '{' && inEnumeration(around),
        advice: "each value of an enumeration ends with ';'"
    },
    {
        found: WORD,
        applies: ({ found, member }) => KINDS.includes(found) && member.length === 2 && member[1] === '@',
        advice: ({ last, found, next }) => `a metadata keyword before a declaration begins with '#': '#${last} ${found} ${named(next)}'`
    },
    {
        found: /^satisfy$/,
        applies: ({ last }) => isName(last),
        advice: ({ last, next }) => `a satisfaction is written 'satisfy ${named(next)} by ${last};'`
    },
    {
        found: /^[(]$/,
        applies: afterDefinitionName,
        advice: "parameters are declared in the body: '{ in x : T; … }'"
    },
    {
        found: /^(?:[<>(!.]|[=!<>]=|and|or|xor)$/,
        applies: ({ member }) => member.some((word, i) => word === 'constraint' && isCondition(member[i + 1])),
        advice: "a condition stands in braces: 'constraint { … }'"
    },
    {
        found: /./,
        applies: ({ last, refused }) => last === '}' && isCondition(wordBeforeBody(refused)),
        advice: ({ refused }) => `a condition stands in '${wordBeforeBody(refused)} constraint { … }'`
    }
];

const isCondition = (word: string): boolean => word === 'require' || word === 'assume' || word === 'assert';

/** The token before the body that ends right before the refused one. */
function wordBeforeBody({ at, text }: Refused): string {
    let open = 0;
    for (let i = at - 1; i >= Math.max(0, at - MOST_BACK); i--) {
        open += text(i) === '}' ? 1 : text(i) === '{' ? -1 : 0;
        if (open === 0) {
            return text(i - 1);
        }
    }
    return '';
}

const MULTIPLICITIES: readonly ForeignNotation[] = [
    {
        found: /^[,-]$/,
        applies: around => inBrackets(around) && [around.last, around.next].every(end => NUMBER.test(end)),
        advice: RANGE
    },
    {
        found: /^\*$/,
        applies: ({ member, last, next }) =>
            member.includes(':') && !member.includes('=') && isName(last) && (next === ';' || next === '{'),
        advice: "a multiplicity stands in brackets: '[*]'"
    },
    { found: /^\+$/, applies: after('['), advice: "one or more is '[1..*]'" },
    { found: /^\]$/, applies: after('['), advice: "any number is '[*]'" },
    {
        found: /^\]$/,
        applies: around => around.last === '..' && inBrackets(around),
        advice: "a range without an upper bound ends with '*': '[1..*]'"
    },
    { found: /^\?$/, applies: after('['), advice: "one or none is '[0..1]'" },
    { found: /^[(]$/, applies: ({ member, next }) => member.includes(':') && !member.includes('=') && NUMBER.test(next), advice: COUNT },
    { found: NUMBER, applies: ({ last, lastButOne, next }) => last === '{' && isName(lastButOne) && next === '}', advice: COUNT },
    {
        found: WORD,
        applies: ({ last, member, found }) => last === ']' && isName(found) && KINDS.includes(member[member.indexOf('[') + 1]),
        advice: ({ found, member }) =>
            `a multiplicity follows the name: '${member[member.indexOf('[') + 1]} ${found}[${member[member.indexOf('[') - 1]}]'`
    }
];

const EXPRESSIONS: readonly ForeignNotation[] = [
    {
        found: /^[;,)}\]]$/,
        applies: ({ expected, member }) => expected.includes("'('") && member.some((word, i) => word === 'new' && i > 0),
        advice: "arguments follow the type, maybe none: 'new A()'"
    },
    { found: /^then$/, applies: ({ expected }) => expected.includes("'?'"), advice: "a conditional expression is 'if … ? … else …'" },
    { found: /^\?$/, applies: always, advice: "a conditional expression is 'if … ? … else …'" },
    { found: /^&$/, applies: always, advice: "the conjunction is 'and'" },
    { found: /^\|$/, applies: always, advice: "the disjunction is 'or'" },
    { found: /^mod$/, applies: always, advice: "the remainder is '%'" },
    { found: /^>$/, applies: after('<'), advice: "'!=' compares values that differ" },
    { found: /^<$/, applies: after('='), advice: "at most is '<='" },
    { found: /^(?:[\d.(]|\w)/, applies: after('=>'), advice: "at least is '>=', and 'implies' joins two conditions" },
    { found: /^\[$/, applies: after('=', '(', ',', ':='), advice: "a sequence stands in parentheses: '(1, 2, 3)'" },
    {
        found: /^,$/,
        applies: ({ last, lastButOne, refused: { at, text } }) => lastButOne === '{' && text(at - 3) === '=' && !isKind(last),
        advice: "a sequence stands in parentheses: '(1, 2, 3)'"
    },
    {
        found: /^\}$/,
        applies: around => around.member.includes('=') && inCondition(around),
        advice: "a condition compares with '=='; '=' binds a value"
    },
    {
        found: /^=$/,
        applies: around => inMember('if', 'while', 'until', 'when')(around),
        advice: "a condition compares with '=='; '=' binds a value"
    },
    {
        found: /^[;,)\]}]$/,
        applies: ({ last, lastButOne }) => last === '.' && NUMBER.test(lastButOne),
        advice: ({ lastButOne }) => `digits follow the point: ${lastButOne}.0`
    },
    {
        found: /^,$/,
        applies: ({ last, lastButOne, next }) => lastButOne === '=' && NUMBER.test(last) && NUMBER.test(next),
        advice: ({ last, next }) => `a number has no comma, and a sequence stands in parentheses: '(${last}, ${next})'`
    },
    {
        // a keyword, or a name with a type or value, begins the next member
        found: WORD,
        applies: ({ last, found, next, refused }) => NUMBER.test(last) && !refused.isKeyword(found) && !/^:?[=:>]/.test(next),
        advice: ({ last, found }) => `a unit stands in brackets: ${last} [${found}]`
    }
];

/** Connectors as KerML writes them. */
const CONNECTORS: readonly ForeignNotation[] = [
    {
        found: /^(?:[=.]|of|\w+|'.*')$/,
        applies: around => firstOf(around) === 'binding' && around.expected.includes("'bind'"),
        advice: "a binding is written 'bind a = b;'"
    },
    {
        found: /^then$/,
        applies: around => firstOf(around) === 'succession' && isName(around.last),
        advice: ({ last, next }) => `the source follows 'first': 'succession first ${last} then ${named(next)};'`
    },
    {
        found: /^(?:to|from)$/,
        applies: around => firstOf(around) === 'connector' || around.last === 'connector',
        advice: "a connection is written 'connect a to b;'"
    },
    {
        found: /^(?:,|and|with)$/,
        applies: around => ['connect', 'allocate'].includes(around.lastButOne) && isName(around.last) && isName(around.next),
        advice: ({ lastButOne, last, next }) => `'to' stands between the two: '${lastButOne} ${last} to ${next};'`
    },
    {
        found: /^(?:,|to)$/,
        applies: ({ member }) => (member.includes('connect') || member.includes('interface')) && member.includes('to'),
        advice: "three ends and more stand in parentheses: 'connect (a, b, c);'"
    },
    {
        found: /^(?:\w+|'.*')$/,
        applies: around =>
            ['allocate', 'connect'].includes(around.lastButOne) && isName(around.last) && isName(around.found) && ENDS.has(around.next),
        advice: ({ lastButOne, last, found }) => `'to' stands between the two: '${lastButOne} ${last} to ${found};'`
    }
];

const BEHAVIORS: readonly ForeignNotation[] = [
    {
        found: /^;$/,
        applies: ({ last, lastButOne }) => last === 'end' && lastButOne === 'then',
        advice: "the end of a behavior is 'then done;'"
    },
    { found: /^(?:->|from)$/, applies: after('transition'), advice: TRANSITION },
    { found: /^->$/, applies: inMember('transition'), advice: TRANSITION },
    { found: /^->$/, applies: inMember('flow', 'message', 'connect', 'allocate', 'dependency'), advice: "'to' stands between the two" },
    {
        found: /^->$/,
        applies: ({ last, lastButOne }) => isName(last) && ENDS.has(lastButOne),
        advice: ({ last, next }) =>
            `a succession is written 'first ${last} then ${named(next)};', a transition 'transition first ${last} then ${named(next)};'`
    },
    {
        found: /^to$/,
        applies: inMember('transition', 'accept'),
        advice: ({ next }) => `the target of a transition follows 'then': 'then ${named(next)}'`
    },
    {
        found: /^(?:on|trigger|after|at|when)$/,
        applies: inMember('transition'),
        advice: ({ found, next }) =>
            `a trigger follows 'accept': 'accept ${found === 'on' || found === 'trigger' ? named(next) : `${found} …`}'`
    },
    { found: /^\/$/, applies: inMember('accept', 'transition'), advice: "an effect follows 'do'" },
    { found: /^[<>!=]=?$/, applies: around => inMember('accept')(around) && inBrackets(around), advice: "a guard follows 'if'" },
    { found: /^from$/, applies: inMember('accept'), advice: "the port that receives follows 'via'" },
    {
        found: WORD,
        applies: around =>
            inMember('accept')(around) && inMember('transition', 'first')(around) && isName(around.found) && !NUMBER.test(around.last),
        advice: ({ found }) => `the target of a transition follows 'then': 'then ${found}'`
    },
    {
        found: /^then$/,
        applies: after('entry'),
        advice: ({ next }) => `the action of the entry comes first, maybe an empty one: 'entry; then ${named(next)};'`
    },
    {
        found: WORD,
        applies: ({ last, found }) => last === 'initial' && KINDS.includes(found),
        advice: "'entry; then a;' names the first state"
    },
    {
        found: WORD,
        applies: ({ last, found }) => last === 'final' && KINDS.includes(found),
        advice: "a state machine ends with 'then done;'"
    },
    {
        found: WORD,
        applies: around => around.last === 'then' && inMember('if')(around) && KINDS.includes(around.found),
        advice: "what is done stands in braces: 'if … { … }'"
    },
    { found: /^do$/, applies: inMember('while', 'for'), advice: "what is repeated stands in braces: '{ … }'" },
    { found: /^(?:=|to|:)$/, applies: around => firstOf(around) === 'for', advice: "a loop goes through values: 'for i in 1..3 { … }'" },
    {
        found: /^[-+*/]$/,
        applies: around => isName(around.last) && (inMember('assign')(around) || around.next === around.found),
        advice: around => {
            const name = around.last;
            return `a step of calculation is an assignment: 'assign ${named(name)} := ${named(name)} ${around.found} …;'`;
        }
    },
    {
        found: /^=$/,
        applies: around => around.member.includes('.') && isName(firstOf(around)),
        advice: "features of features are bound by 'bind a.x = b.y;' and assigned by 'assign a.x := …;'"
    },
    {
        found: /^[(]$/,
        applies: ({ last, lastButOne }) => isName(last) && ENDS.has(lastButOne),
        advice: ({ last }) => `an action is performed by a step: 'action step : ${last} { in … = …; }'`
    }
];

const NAMES: readonly ForeignNotation[] = [
    {
        found: WORD,
        applies: after('def'),
        advice: ({ found, next }) => `the kind precedes 'def': '${found} def ${named(next)}'`
    },
    {
        found: /^(?:\w+|'.*')$/,
        applies: around => afterDefinitionName(around) && isName(around.found),
        advice: ({ last, found }) => `a name with a blank stands in single quotes: '${unquotedOf(last)} ${unquotedOf(found)}'`
    },
    {
        found: /^(?:\w+|'.*')$/,
        applies: around => afterUsageName(around) && isName(around.found),
        advice: ({ lastButOne, last, found }) =>
            `a type follows ':' ('${lastButOne} ${last} : ${found}'), a name with a blank in single quotes ('${unquotedOf(last)} ${unquotedOf(found)}')`
    }
];

/** Prefixes that exclude each other on a feature (KerML 8.2.4.3.1). */
const EXCLUSIVE: Readonly<Record<string, string>> = { const: 'var', var: 'const', composite: 'portion', portion: 'composite' };

const PREFIXES_IN_FRONT: readonly ForeignNotation[] = [
    {
        found: /^(?:const|var|composite|portion)$/,
        applies: ({ found, last }) => EXCLUSIVE[found] === last,
        advice: ({ found, last }) => `a feature is '${last}' or '${found}', not both`
    }
];

export const FOREIGN_NOTATIONS: readonly ForeignNotation[] = [
    ...PREFIXES_IN_FRONT,
    ...DECLARATIONS,
    ...MULTIPLICITIES,
    ...CONNECTORS,
    ...BEHAVIORS,
    ...EXPRESSIONS,
    ...NAMES
];

// --- Words -----------------------------------------------------------------------------------------------------------------

/** Words that begin declarations in other notations, and the keywords of this notation. */
const FOREIGN_WORDS: readonly (readonly [words: string, here: string])[] = [
    ['block component module system subsystem entity', "'part def' and 'part'"],
    ['value property field var variable val let', "'attribute'"],
    ['parameter param input', "'in'"],
    ['output', "'out'"],
    ['operation method procedure activity', "'action def' and 'action'"],
    ['valuetype typedef', "'attribute def'"],
    ['enumeration', "'enum def'"],
    ['signal', "'item def' or 'attribute def'"],
    ['interfaceblock', "'port def'"],
    ['flowport', "'port'"],
    ['reference', "'ref'"],
    ['association link', "'connection def' and 'connect'"],
    ['model', "'package'"],
    ['using imports', "'private import'"],
    ['redefine override overrides', "':>>' before the name"],
    ['subset', "':>' after the name"],
    ['invoke call', "'perform', or 'action step : A;'"],
    ['const', "'constant'"],
    ['satisfies', "'satisfy'"],
    ['verifies', "'verify'"],
    ['requires', "'require'"],
    ['connects', "'connect'"],
    ['testcase', "'verification def' and 'verification'"]
];
const FOREIGN = new Map(FOREIGN_WORDS.flatMap(([words, here]) => words.split(' ').map(word => [word, here] as const)));

/** The keyword of this notation for a word with which other notations begin a declaration; undefined for other words. */
export function keywordForForeign(word: string): string | undefined {
    return FOREIGN.get(word.toLowerCase());
}
