/** Writes the compiled parser of one language: its scanner's tables, constants and rule functions. */
import { Constants } from './constants.js';
import { RuleEmitter } from './emit-rules.js';
import type { NodeDemand } from './flow.js';
import type { Rule } from './ir.js';
import { Grammar, type Decision, type First } from './lookahead.js';
import { END, type Tokens } from './tokens.js';
import type { NodeType } from './types.js';

/** A rule whose start has a phrase of its own in messages; larger ones first. */
const PHRASES: readonly (readonly [string, string])[] = [
    ['Member', 'a declaration'],
    ['Expression', 'an expression'],
    ['BinaryExpression', 'an expression'],
    ['PrimaryExpression', 'an expression'],
    ['Name', 'a name']
];
const MAX_PHRASES = 6;

export interface LanguageOutput {
    readonly parser: string;
    /** The transition network, for prediction at run time. */
    readonly network: string;
    /** All decisions, for Langium's parser. */
    readonly lookahead: string;
    /** Decisions that only prediction at run time decides, and ambiguous ones, for the grammar's author. */
    readonly report: readonly string[];
}

/**
 * The text of one parser.
 *
 * @param rules reachable rules; one of them is the entry
 * @param entries further rules with a parse function of their own (`Expression`)
 * @param syntax import path of the run-time support
 */
export function emitLanguage(
    language: string,
    rules: ReadonlyMap<string, Rule>,
    types: ReadonlyMap<string, NodeType>,
    tokens: Tokens,
    entries: readonly string[],
    demand: NodeDemand,
    syntax: string
): LanguageOutput {
    const grammar = new Grammar(rules, tokens.names, entries);
    const constants = new Constants(tokens.count);
    const words = new Map(tokens.names.map((name, kind) => [kind, phraseOf(name, kind, tokens)]));
    const phrases = (set: ReadonlySet<number>): string[] => expectedPhrases(set, grammar, words);
    const emitter = new RuleEmitter(grammar, types, tokens, constants, demand, phrases, first => restartTokens(first, grammar, tokens));
    const functions = emitter.emit();
    const entry = [...rules.values()].find(rule => rule.entry)!;
    const decisions = [...grammar.decisions.values()];
    const kindOf = (word: string): number => tokens.keywords.get(word) ?? 0;
    const text = `// Generated from the grammar of ${language} by scripts/parser. Do not edit.
/* oxlint-disable */
import * as N from './nodes.js';
import { network } from './${language.toLowerCase()}-network.js';
import { cells, Table } from '${syntax}/cells.js';
import { append, appendValue, powers, prepend } from '${syntax}/lists.js';
import { ParserBase } from '${syntax}/parser-base.js';
import { Scanner, type Lexicon } from '${syntax}/scanner.js';
import type { KnownBodies } from '${syntax}/bodies.js';
import type { SyntaxDiagnostic } from '${syntax}/diagnostics.js';
import type { SyntaxNode } from '${syntax}/node.js';

const COUNT = ${tokens.count};
/** Keyword texts by kind. */
const TEXTS: readonly string[] = ${JSON.stringify(tokens.names.map(name => (tokens.keywords.has(name) ? name : '')))};
const PHRASES: readonly string[] = ${JSON.stringify(tokens.names.map((_, kind) => words.get(kind)))};
${constants.text()}

${emitLexicon(tokens)}

/** Parses ${language}. Not reentrant. */
export class ${language}Parser extends ParserBase {
    readonly scanner: Scanner;

    constructor() {
        const scanner = new Scanner(LEXICON);
        super({
            scanner, phrases: PHRASES, network,
            semicolon: ${kindOf(';')}, open: ${kindOf('{')}, close: ${kindOf('}')}
        });
        this.scanner = scanner;
    }

    /** Parses a whole document; the root is there whatever the text is. @param known bodies that need not be read */
    parse(text: string, diagnostics: SyntaxDiagnostic[], known?: KnownBodies): N.${entry.type} {
        const root = this.run(text, () => this.r${entry.name}(), diagnostics, known) ?? new N.${entry.type}();
        root.$offset = 0;
        root.$end = text.length;
        return root;
    }
${entries
    .map(
        name => `
    /** Parses a text that is one ${name}. */
    parse${name}(text: string, diagnostics: SyntaxDiagnostic[]): SyntaxNode | undefined {
        return this.run(text, () => this.r${name}(), diagnostics);
    }
`
    )
    .join('')}
${functions}}

// Uses of the helpers that this grammar happens not to need.
void [append, appendValue, cells, powers, prepend, Table, TEXTS];
`;
    return {
        parser: text,
        network: emitNetwork(grammar, syntax),
        lookahead: emitLookahead(grammar, tokens, language, syntax),
        report: reportOf(decisions, tokens)
    };
}

function emitNetwork(grammar: Grammar, syntax: string): string {
    const { network, decisions } = grammar;
    const slow = new Set([...decisions.values()].filter(decision => decision.slow).map(decision => decision.id));
    const used =
        slow.size === 0
            ? { offsets: [], edges: [], returns: [], stops: [], decisions: [], optional: [] }
            : { ...network, decisions: network.decisions.map((starts, id) => (slow.has(id) ? starts : [])) };
    return `// Generated from the grammar by scripts/parser. Do not edit.
import type { Network } from '${syntax}/prediction.js';

/** The transition network of the grammar. */
export function network(): Network {
    return JSON.parse('${JSON.stringify(used)}') as Network;
}
`;
}

function emitLookahead(grammar: Grammar, tokens: Tokens, language: string, syntax: string): string {
    const constants = new Constants(tokens.count);
    const entries = [...grammar.langiumKeys()].map(
        ([key, decision]) => `        ['${key}', { id: ${decision.id}, table: ${constants.table(decision)} }]`
    );
    return `// Generated from the grammar of ${language} by scripts/parser. Do not edit.
import { network } from './${language.toLowerCase()}-network.js';
import { Table } from '${syntax}/cells.js';
import type { LookaheadTables } from '${syntax}/prediction.js';

/** The decisions of the compiled parser, by the names of Langium's productions. */
export function lookahead(): LookaheadTables {
${constants.text().replace(/^/gm, '    ')}
    return { network, tokens: ${JSON.stringify(tokens.names)}, decisions: new Map([
${entries.join(',\n')}
    ]) };
}
`;
}

function phraseOf(name: string, kind: number, tokens: Tokens): string {
    if (kind === END) {
        return 'the end of the text';
    }
    switch (tokens.terminals.get(name)?.class) {
        case 'word':
        case 'quoted':
            return 'a name';
        case 'string':
            return 'a string';
        case 'integer':
            return 'a whole number';
        case 'real':
            return 'a number';
        case 'comment':
            return 'a comment';
        default:
            return `'${name}'`;
    }
}

/** Expected tokens in words, whole kinds of notation where all their first tokens are there. */
function expectedPhrases(set: ReadonlySet<number>, grammar: Grammar, words: ReadonlyMap<number, string>): string[] {
    const rest = new Set(set);
    const phrases: string[] = [];
    for (const [rule, phrase] of PHRASES) {
        const tokens = grammar.firsts.get(rule)?.tokens;
        if (tokens !== undefined && tokens.size > 0 && [...tokens].every(token => rest.has(token))) {
            tokens.forEach(token => rest.delete(token));
            phrases.push(phrase);
        }
    }
    const single = [...new Set([...rest].map(token => words.get(token)!))].sort();
    // Closing and ending signs first: they are what is forgotten.
    single.sort((a, b) => Number(b === "';'") - Number(a === "';'") || Number(b === "'{'") - Number(a === "'{'"));
    if (single.length + phrases.length > MAX_PHRASES) {
        return phrases.length > 0 ? [...phrases, ...single.filter(phrase => phrase === "'}'")] : [...single.slice(0, MAX_PHRASES), '…'];
    }
    return [...phrases, ...single];
}

/** What starts a member other than a name. */
function restartTokens(first: First, grammar: Grammar, tokens: Tokens): readonly number[] {
    const names = new Set([...(grammar.firsts.get('Name')?.tokens ?? []), ...[...tokens.terminals.values()].map(({ kind }) => kind)]);
    return [...first.tokens].filter(token => !names.has(token));
}

function emitLexicon(tokens: Tokens): string {
    const kind = (tokenClass: string): number => [...tokens.terminals.values()].find(terminal => terminal.class === tokenClass)?.kind ?? 0;
    const words = [...tokens.keywords].filter(([word]) => /^\w/.test(word));
    const symbols = [...tokens.keywords].filter(([word]) => !/^\w/.test(word));
    return `const LEXICON: Lexicon = {
    words: ${JSON.stringify(words)},
    symbol,
    word: ${kind('word')}, quoted: ${kind('quoted')}, string: ${kind('string')}, integer: ${kind('integer')}, real: ${kind('real')}, comment: ${kind('comment')},
    quotedNamesSpanLines: ${tokens.quotedNamesSpanLines}, stringsSpanLines: ${tokens.stringsSpanLines}, spaces: ${JSON.stringify(tokens.spaces)}
};

function symbol(text: string, i: number): number {
${emitSymbols(symbols, 0, '    ')}
    return 0;
}`;
}

/** Nested switches over the characters of symbols; the longest symbol wins. */
function emitSymbols(symbols: readonly (readonly [string, number])[], depth: number, pad: string): string {
    const next = [...new Set(symbols.filter(([word]) => word.length > depth).map(([word]) => word[depth]))];
    const cases = next.map(char => {
        const group = symbols.filter(([word]) => word[depth] === char);
        const whole = group.find(([word]) => word.length === depth + 1);
        const longer = group.some(([word]) => word.length > depth + 1) ? `${emitSymbols(group, depth + 1, `${pad}        `)}\n` : '';
        const result = whole === undefined ? 'break;' : `return ${whole[1] | ((depth + 1) << 16)};`;
        return `${pad}    case ${char.charCodeAt(0)}:\n${longer}${pad}        ${result}`;
    });
    return `${pad}switch (text.charCodeAt(i${depth > 0 ? ` + ${depth}` : ''})) {\n${cases.join('\n')}\n${pad}}`;
}

function reportOf(decisions: readonly Decision[], tokens: Tokens): string[] {
    return decisions.flatMap(decision => {
        const { rule, firsts, slow, ambiguities } = decision;
        const both = [...firsts[0].tokens]
            .filter(token => firsts.slice(1).some(first => first.tokens.has(token)))
            .slice(0, 6)
            .map(token => tokens.names[token]);
        return [
            ...(slow ? [`${rule}: ${firsts.length} alternatives need unbounded look-ahead (they share: ${both.join(' ')} …)`] : []),
            ...ambiguities.slice(0, 1).map(path => `${rule}: ambiguous, the first alternative is taken after:${path}`)
        ];
    });
}
