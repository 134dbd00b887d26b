/**
 * The highlighting of an editor that has no server yet: a TextMate grammar a language, made from the keyword list of its parser. Words are
 * sorted into the groups that colour themes know; a word of no group is a declaration's keyword. Knows no editor but the format.
 */
import { AstUtils, GrammarAST, type Grammar } from 'langium';
import { KerMLGrammar, SysMLGrammar } from '../../src/language/generated/grammar.js';
import { keywordsOf, type SyntaxLanguage } from '../../src/language/syntax/index.js';

const GRAMMARS: Readonly<Record<SyntaxLanguage, () => Grammar>> = { sysml: SysMLGrammar, kerml: KerMLGrammar };
const TITLES: Readonly<Record<SyntaxLanguage, string>> = { sysml: 'SysML v2', kerml: 'KerML' };

const words = (text: string): readonly string[] => text.split(/\s+/).filter(word => word !== '');

/** The scopes of words that are no keyword of a declaration. */
export const WORD_GROUPS: Readonly<Record<string, readonly string[]>> = {
    'constant.language': words('true false null'),
    'keyword.operator.word': words('and or xor not implies istype hastype as meta new'),
    'keyword.control':
        words(`if then else while until loop for accept send via after at when do entry exit first decide merge fork join terminate return
        assign perform exhibit include assert assume require satisfy verify import expose filter from to by of about alias`),
    'storage.modifier':
        words(`public private protected abstract variation variant derived constant const composite portion var ref individual
        snapshot timeslice in out inout end ordered nonunique parallel library standard default all member`),
    'keyword.other.specialization':
        words(`specializes specialization subsets subset redefines redefinition references crosses conjugates conjugate conjugation
        typed typing defined chains unions intersects differences inverting inverse disjoint disjoining featured featuring subtype subclassifier`)
};

/** A pattern of a TextMate grammar. */
export interface Pattern {
    readonly name?: string;
    readonly match?: string;
    readonly begin?: string;
    readonly end?: string;
    readonly captures?: Readonly<Record<string, { readonly name: string }>>;
    readonly patterns?: readonly Pattern[];
}

export interface TextMateGrammar {
    readonly name: string;
    readonly scopeName: string;
    readonly patterns: readonly Pattern[];
}

/** The words that are names wherever no declaration starts with them: the alternatives of the rule `Name`. */
export function contextualWordsOf(language: SyntaxLanguage): readonly string[] {
    const rule = GRAMMARS[language]().rules.find(r => r.name === 'Name');
    return rule === undefined ? [] : [...AstUtils.streamAst(rule)].filter(GrammarAST.isKeyword).map(keyword => keyword.value);
}

/** The keywords of both languages. */
export function keywordsByLanguage(): Readonly<Record<SyntaxLanguage, readonly string[]>> {
    const of = (language: SyntaxLanguage): readonly string[] => keywordsOf(language).filter(word => /^\w+$/.test(word));
    return { sysml: of('sysml'), kerml: of('kerml') };
}

const NAME = String.raw`(?:[A-Za-z_]\w*|'(?:\\.|[^'\\])*')`;
const QUALIFIED = String.raw`(?:\$::)?${NAME}(?:(?:::|\.)${NAME})*`;
const anyOf = (list: readonly string[]): string => `(?:${[...list].sort((a, b) => b.length - a.length).join('|')})`;

/** The grammar of a language. */
export function textMateGrammar(language: SyntaxLanguage): TextMateGrammar {
    const all = keywordsByLanguage()[language];
    const contextual = contextualWordsOf(language).filter(word => all.includes(word));
    const reserved = all.filter(word => !contextual.includes(word));
    const grouped = Object.entries(WORD_GROUPS).map(([name, group]) => [name, group.filter(word => reserved.includes(word))] as const);
    const rest = reserved.filter(word => !grouped.some(([, group]) => group.includes(word)));
    const scoped = (name: string): string => `${name}.${language}`;
    const wordPatterns = [...grouped, ['storage.type', rest] as const]
        .filter(([, group]) => group.length > 0)
        .map(([name, group]): Pattern => ({ name: scoped(name), match: String.raw`\b${anyOf(group)}\b` }));
    return {
        name: TITLES[language],
        scopeName: `source.${language}`,
        patterns: [
            { name: scoped('comment.block.note'), begin: String.raw`//\*`, end: String.raw`\*/` },
            { name: scoped('comment.line.double-slash'), match: '//.*$' },
            { name: scoped('comment.block.documentation'), begin: String.raw`/\*`, end: String.raw`\*/` },
            {
                name: scoped('string.quoted.double'),
                begin: '"',
                end: '"',
                patterns: [{ name: scoped('constant.character.escape'), match: String.raw`\\.` }]
            },
            // behind `def` and `package` a name is declared
            {
                match: String.raw`\b(def)\s+(<\s*${NAME}\s*>\s*)?(${NAME})`,
                captures: {
                    1: { name: scoped('storage.type') },
                    2: { name: scoped('entity.name.tag') },
                    3: { name: scoped('entity.name.type') }
                }
            },
            {
                match: String.raw`\b(package|namespace)\s+(<\s*${NAME}\s*>\s*)?(${NAME})`,
                captures: {
                    1: { name: scoped('storage.type') },
                    2: { name: scoped('entity.name.tag') },
                    3: { name: scoped('entity.name.namespace') }
                }
            },
            // metadata: `#safety`, `@Reviewed`
            {
                match: String.raw`([#@])\s*(${QUALIFIED})`,
                captures: {
                    1: { name: scoped('punctuation.definition.annotation') },
                    2: { name: scoped('entity.name.function.decorator') }
                }
            },
            // behind a colon or an arrow a type or a general is named
            {
                match: String.raw`(:>>|:>|::>|=>)\s*(${QUALIFIED})`,
                captures: { 1: { name: scoped('keyword.operator.specialization') }, 2: { name: scoped('entity.other.inherited-class') } }
            },
            {
                match: String.raw`(?<!:)(:)(?![:>=])\s*(~)?\s*(${QUALIFIED})`,
                captures: {
                    1: { name: scoped('keyword.operator.typing') },
                    2: { name: scoped('keyword.operator.conjugation') },
                    3: { name: scoped('entity.name.type') }
                }
            },
            ...wordPatterns,
            ...(contextual.length === 0
                ? []
                : [{ name: scoped('storage.type'), match: String.raw`(?<![.:])\b${anyOf(contextual)}\b(?=\s+['<\w])` }]),
            { name: scoped('constant.numeric'), match: String.raw`(?<![\w.])(?:\d+\.\d+|\.\d+|\d+)(?:[eE][+-]?\d+)?(?!\w)` },
            { name: scoped('variable.other'), match: String.raw`'(?:\\.|[^'\\])*'` },
            { name: scoped('keyword.operator'), match: String.raw`:=|==?=?|!==?|<=|>=|\*\*|\.\.|->|\?\?|[-+*/%^&|~?<>=!]` }
        ]
    };
}
