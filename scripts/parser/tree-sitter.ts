/**
 * Writes a language's rules (ir.ts) as a grammar for tree-sitter, the incremental parser of many editors. Tree-sitter has no empty rules
 * and no actions: each rule is written without the empty text, and is optional where it is called. Knows no file and no editor.
 */
import { type Element, type Rule } from './ir.js';
import type { Terminal, TokenClass, Tokens } from './tokens.js';

/** The tokens in the regular expressions that tree-sitter's lexer knows: it has no lazy repetition. */
const PATTERNS: Readonly<Record<TokenClass, string>> = {
    word: '/[_a-zA-Z][_a-zA-Z0-9]*/',
    quoted: String.raw`/'(\\(.|\r?\n)|[^\\'])*'/`,
    string: String.raw`/"(\\(.|\r?\n)|[^\\"])*"/`,
    integer: '/[0-9]+/',
    real: String.raw`/([0-9]*\.[0-9]+([eE][+-]?[0-9]+)?)|([0-9]+[eE][+-]?[0-9]+)/`,
    comment: String.raw`/\/\*[^*]*\*+([^/*][^*]*\*+)*\//`,
    lineNote: String.raw`/\/\/[^\r\n]*/`,
    // both notes match a block note of one line; a block note is meant
    blockNote: String.raw`token(prec(1, /\/\/\*[^*]*\*+([^/*][^*]*\*+)*\//))`,
    space: String.raw`/[\s\uFEFF]/`
};

/** Names of nodes for terminals that are none of their own in the grammar: notes. */
const HIDDEN: Readonly<Partial<Record<TokenClass, string>>> = { lineNote: 'line_note', blockNote: 'block_note' };

export interface TreeSitterGrammar {
    readonly name: string;
    /** pairs and groups of rules between which tree-sitter decides by what comes later */
    readonly conflicts: readonly (readonly string[])[];
    /** head comment of the file, line by line */
    readonly comment: readonly string[];
}

/** The text of a `grammar.js`. */
export function treeSitterGrammar(
    rules: ReadonlyMap<string, Rule>,
    tokens: Tokens,
    { name, conflicts, comment }: TreeSitterGrammar
): string {
    const writer = new Writer(rules, tokens);
    const entry = [...rules.values()].find(rule => rule.entry)!;
    const others = [...rules.values()].filter(rule => rule !== entry);
    const terminals = [...tokens.terminals.values()];
    const extras = terminals.filter(({ hidden }) => hidden).map(t => (t.class === 'space' ? PATTERNS.space : `$.${HIDDEN[t.class]}`));
    const lines = [
        ...comment.map(line => `// ${line}`),
        'module.exports = grammar({',
        `    name: '${name}',`,
        `    extras: $ => [${extras.join(', ')}],`,
        `    word: $ => $.${terminalName(terminals.find(t => t.class === 'word')!)},`,
        '    conflicts: $ => [',
        ...conflicts.map(group => `        [${group.map(rule => `$.${rule}`).join(', ')}],`),
        '    ],',
        '    rules: {',
        `        source_file: $ => ${writer.whole(entry.body)},`,
        ...others.map(rule => `        ${writer.nameOf(rule.name)}: $ => ${writer.ruleBody(rule)},`),
        ...others.filter(rule => rule.form === 'infix').map(rule => `        ${snake(rule.type)}: $ => ${writer.operations(rule)},`),
        ...terminals.filter(t => t.class !== 'space').map(t => `        ${terminalName(t)}: $ => ${PATTERNS[t.class]},`),
        '    }',
        '});'
    ];
    return `${lines.join('\n')}\n`;
}

const snake = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
const terminalName = (terminal: Terminal): string =>
    HIDDEN[terminal.class] ?? (terminal.class === 'word' ? 'identifier' : snake(terminal.name));

/** Assignments that a query may want to name; those of words that only switch something on are none. */
const isField = (operator: string): boolean => operator !== '?=';

class Writer {
    private readonly nullable: ReadonlySet<string>;

    constructor(
        private readonly rules: ReadonlyMap<string, Rule>,
        private readonly tokens: Tokens
    ) {
        const nullable = new Set<string>();
        for (let before = -1; before < nullable.size;) {
            before = nullable.size;
            [...rules.values()].filter(({ body }) => isNullable(body, nullable)).forEach(({ name }) => nullable.add(name));
        }
        this.nullable = nullable;
    }

    /** Fragments and rules that only choose among others have no node of their own. */
    nameOf(rule: string): string {
        const { form, body } = this.rules.get(rule)!;
        const isHidden =
            form === 'fragment' || form === 'infix' || (body.is === 'alternatives' && body.elements.every(e => e.is === 'call'));
        return `${isHidden ? '_' : ''}${snake(rule)}${form === 'infix' ? '_or_operand' : ''}`;
    }

    ruleBody(rule: Rule): string {
        return rule.form === 'infix' ? `choice($.${snake(rule.type)}, $.${this.nameOf(rule.operand!)})` : this.filled(rule.body);
    }

    /** The operations of an infix rule, by how tightly their operators bind. */
    operations({ name, operators }: Rule): string {
        const operand = `$.${this.nameOf(name)}`;
        const each = operators.map(({ kind, power, right }) => {
            const parts = `field('left', ${operand}), field('operator', ${this.token(kind)}), field('right', ${operand})`;
            return `prec.${right ? 'right' : 'left'}(${power}, seq(${parts}))`;
        });
        return `choice(\n            ${each.join(',\n            ')}\n        )`;
    }

    /** What an element matches, the empty text included. */
    whole(element: Element): string {
        if (isNothing(element)) {
            return 'blank()';
        }
        if (element.is === 'repeat' && element.cardinality === '*') {
            return `repeat(${this.filled(element.element)})`;
        }
        return isNullable(element, this.nullable) ? `optional(${this.filled(element)})` : this.filled(element);
    }

    /** What an element matches without the empty text. */
    private filled(element: Element): string {
        switch (element.is) {
            case 'token':
                return this.named(
                    element.terminal === undefined ? this.token(element.kind) : `$.${this.terminal(element.terminal)}`,
                    element
                );
            case 'call':
                return this.named(`$.${this.nameOf(element.rule)}`, element);
            case 'repeat':
                return element.cardinality === '?' ? this.filled(element.element) : `repeat1(${this.filled(element.element)})`;
            case 'alternatives':
                return choice(element.elements.filter(e => !isNothing(e)).map(e => this.filled(e)));
            case 'sequence':
                return this.filledSequence(element.elements.filter(e => !isNothing(e)));
            case 'action':
                throw new Error('an action matches nothing but the empty text');
        }
    }

    /** A sequence that may be empty begins with any of its elements. */
    private filledSequence(elements: readonly Element[]): string {
        if (elements.some(e => !isNullable(e, this.nullable))) {
            return sequence(elements.map(e => this.whole(e)));
        }
        return choice(elements.map((e, i) => sequence([this.filled(e), ...elements.slice(i + 1).map(other => this.whole(other))])));
    }

    private named(text: string, { assign }: { readonly assign?: { readonly property: string; readonly operator: string } }): string {
        return assign !== undefined && isField(assign.operator) ? `field('${snake(assign.property)}', ${text})` : text;
    }

    private token(kind: number): string {
        return JSON.stringify(this.tokens.names[kind]);
    }

    private terminal(name: string): string {
        return terminalName(this.tokens.terminals.get(name)!);
    }
}

const choice = (parts: readonly string[]): string => (parts.length === 1 ? parts[0] : `choice(${parts.join(', ')})`);
const sequence = (parts: readonly string[]): string => (parts.length === 1 ? parts[0] : `seq(${parts.join(', ')})`);

/** Whether an element matches the empty text and nothing else. */
function isNothing(element: Element): boolean {
    switch (element.is) {
        case 'action':
            return true;
        case 'sequence':
        case 'alternatives':
            return element.elements.every(isNothing);
        case 'repeat':
            return isNothing(element.element);
        default:
            return false;
    }
}

function isNullable(element: Element, nullable: ReadonlySet<string>): boolean {
    switch (element.is) {
        case 'token':
            return false;
        case 'action':
            return true;
        case 'call':
            return nullable.has(element.rule);
        case 'sequence':
            return element.elements.every(e => isNullable(e, nullable));
        case 'alternatives':
            return element.elements.some(e => isNullable(e, nullable));
        case 'repeat':
            return element.cardinality !== '+' || isNullable(element.element, nullable);
    }
}
