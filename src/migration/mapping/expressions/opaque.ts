/**
 * Opaque text in the subset that programs of many languages share, as notation: arithmetic, comparisons, logic, paths of features, and
 * statements that assign (contract: migration 8.1). What is outside of it is refused with the reason, never guessed.
 */
import { type Declaration, LibraryName, MemberName, Name, type Piece, type Text } from '../../notation/declaration.js';

/** A value in notation, or why there is none. */
export type ValueText = { readonly text: Text; readonly note?: string } | { readonly reason: string };

/** Where the names of a text are looked up. */
export interface Scope {
    /** the bodies whose features the text may name, the innermost first */
    readonly bodies: readonly Declaration[];
    /** names that the place itself brings, as the parameter of an accept; a reading is noted */
    readonly parameters?: ReadonlyMap<string, Parameter>;
}

export interface Parameter {
    readonly text: string;
    /** what has its features */
    readonly type: Declaration | undefined;
    isUsed: boolean;
}

type Statements = { readonly statements: readonly Text[] } | { readonly reason: string };

class Untranslatable extends Error {}

/** An expression as notation, or why there is none. */
export function opaqueExpression(text: string, scope: Scope): ValueText {
    return translated(() => {
        const parser = new Parser(text, scope);
        const result = parser.expression();
        parser.end();
        return { text: result };
    });
}

/** Statements `x = e;`, `x += e;`, `x++;` as assignments, or why there are none; an empty text has none. */
export function opaqueStatements(text: string, scope: Scope): Statements {
    return translated(() => {
        const statements: Text[] = [];
        const parser = new Parser(text, scope);
        while (!parser.isAtEnd) {
            const statement = parser.statement();
            if (statement !== undefined) {
                statements.push(statement);
            }
        }
        return { statements };
    });
}

function translated<T>(work: () => T): T | { readonly reason: string } {
    try {
        return work();
    } catch (error) {
        if (error instanceof Untranslatable) {
            return { reason: error.message };
        }
        throw error;
    }
}

const TOKEN =
    /\s*(?:(\d+\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?)[fFdDlL]?|("(?:\\.|[^"\\])*")|([A-Za-z_]\w*)|(\+\+|--|[-+*/]=|:=|==|!=|<>|<=|>=|&&|\|\||[-+*/%^<>=!(),.;?:]))/y;

interface Token {
    readonly kind: 'number' | 'string' | 'name' | 'sign' | 'end';
    readonly text: string;
}

const KINDS = ['number', 'string', 'name', 'sign'] as const;

function tokensOf(text: string): Token[] {
    const tokens: Token[] = [];
    const source = text.trimEnd();
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < source.length) {
        const at = TOKEN.lastIndex;
        const match = TOKEN.exec(source);
        if (match === null) {
            throw new Untranslatable(`'${source.slice(at).trim().slice(0, 20)}' is outside the translated expressions`);
        }
        const group = match.slice(1).findIndex(found => found !== undefined);
        const word = match[group + 1];
        tokens.push({ kind: KINDS[group], text: /^(and|or|not|xor)$/i.test(word) ? word.toLowerCase() : word });
    }
    return tokens;
}

/** Operators from the weakest: as written, and as notation. */
const LEVELS: readonly Readonly<Record<string, string>>[] = [
    { '||': 'or', or: 'or' },
    { xor: 'xor' },
    { '&&': 'and', and: 'and' },
    { '==': '==', '=': '==', '!=': '!=', '<>': '!=' },
    { '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
    { '+': '+', '-': '-' },
    { '*': '*', '/': '/', '%': '%' }
];

const CONSTANTS: Readonly<Record<string, string>> = { true: 'true', false: 'false', TRUE: 'true', FALSE: 'false', null: 'null' };
/** Words for the object whose behaviour it is. */
const SELF = new Set(['this', 'self']);
/** Words of programs that are no names. */
const WORDS = new Set(['if', 'else', 'while', 'for', 'return', 'new', 'let', 'var', 'not', 'and', 'or', 'xor', 'then', 'endif']);

/** Functions of scripts that the library has. */
const FUNCTIONS: Readonly<Partial<Record<string, string>>> = {
    'Math.min': 'RealFunctions::min',
    'Math.max': 'RealFunctions::max',
    'Math.abs': 'RealFunctions::abs',
    'Math.floor': 'RealFunctions::floor',
    'Math.sqrt': 'RealFunctions::sqrt',
    abs: 'RealFunctions::abs',
    sqrt: 'RealFunctions::sqrt'
};

class Parser {
    private readonly tokens: readonly Token[];
    private at = 0;

    constructor(
        text: string,
        private readonly scope: Scope
    ) {
        this.tokens = tokensOf(text);
    }

    get isAtEnd(): boolean {
        return this.at >= this.tokens.length;
    }

    private get next(): Token {
        return this.tokens[this.at] ?? { kind: 'end', text: '' };
    }

    private take(...texts: string[]): boolean {
        const found = this.next.kind !== 'string' && texts.includes(this.next.text);
        this.at += found ? 1 : 0;
        return found;
    }

    private refuse(): never {
        throw new Untranslatable(
            this.next.kind === 'end' ? 'the text ends within an expression' : `'${this.next.text}' is outside the translated expressions`
        );
    }

    end(): void {
        if (!this.isAtEnd) {
            this.refuse();
        }
    }

    // --- Statements -------------------------------------------------------------------------------------------------------

    /** @returns undefined for an empty statement */
    statement(): Text | undefined {
        if (this.take(';')) {
            return undefined;
        }
        const target = this.path();
        const value = this.assigned(target);
        if (!this.isAtEnd && !this.take(';')) {
            this.refuse();
        }
        return ['assign ', ...target, ' := ', ...value, ';'];
    }

    private assigned(target: Text): Text {
        if (this.take('=', ':=')) {
            return this.expression();
        }
        for (const sign of ['+', '-', '*', '/']) {
            if (this.take(`${sign}=`)) {
                return [...target, ` ${sign} (`, ...this.expression(), ')'];
            }
            if (this.take(sign + sign)) {
                return [...target, ` ${sign} 1`];
            }
        }
        return this.refuse();
    }

    // --- Expressions ------------------------------------------------------------------------------------------------------

    expression(level = 0): Text {
        if (level === LEVELS.length) {
            return this.unary();
        }
        let left = this.expression(level + 1);
        for (;;) {
            const { kind, text } = this.next;
            const operator = kind === 'string' || !Object.hasOwn(LEVELS[level], text) ? undefined : LEVELS[level][text];
            if (operator === undefined) {
                return left;
            }
            this.at++;
            left = [...left, ` ${operator} `, ...this.expression(level + 1)];
        }
    }

    private unary(): Text {
        if (this.take('!', 'not')) {
            return ['not ', ...this.unary()];
        }
        if (this.take('-')) {
            return ['-', ...this.unary()];
        }
        if (this.take('+')) {
            return this.unary();
        }
        return this.primary();
    }

    private primary(): Text {
        const { kind, text } = this.next;
        if (this.take('(')) {
            const inner = this.expression();
            return this.take(')') ? ['(', ...inner, ')'] : this.refuse();
        }
        if (kind === 'number' || kind === 'string') {
            this.at++;
            return [text];
        }
        if (kind === 'name' && Object.hasOwn(CONSTANTS, text)) {
            this.at++;
            return [CONSTANTS[text]];
        }
        return this.path();
    }

    /** A path of features; each step must be known. */
    private path(): Text {
        const names = [this.name()];
        while (this.take('.')) {
            names.push(this.name());
        }
        if (this.next.text === '(' && this.next.kind === 'sign') {
            const called = FUNCTIONS[names.join('.')];
            if (called !== undefined) {
                return [new LibraryName(called), '(', ...this.arguments(), ')'];
            }
            throw new Untranslatable(`the call of '${names.join('.')}' is not translated`);
        }
        return resolved(SELF.has(names[0]) && names.length > 1 ? names.slice(1) : names, this.scope);
    }

    private arguments(): Text {
        this.take('(');
        const list: Piece[] = [...this.expression()];
        while (this.take(',')) {
            list.push(', ', ...this.expression());
        }
        return this.take(')') ? list : this.refuse();
    }

    private name(): string {
        const { kind, text } = this.next;
        if (kind !== 'name' || WORDS.has(text)) {
            return this.refuse();
        }
        this.at++;
        return text;
    }
}

function resolved(names: readonly string[], { bodies, parameters }: Scope): Text {
    const [first, ...rest] = names;
    const parameter = parameters?.get(first);
    if (parameter !== undefined) {
        parameter.isUsed = true;
        const steps = stepsFrom(parameter.type, rest, first);
        return steps.reduce<Piece[]>((text, step) => [...text, '.', new MemberName(step)], [parameter.text]);
    }
    for (const body of bodies) {
        const feature = memberOf(body, first);
        if (feature !== undefined) {
            return [new Name(feature, stepsFrom(feature, rest, first))];
        }
    }
    throw new Untranslatable(`the name '${first}' is not one of a feature in reach`);
}

function stepsFrom(start: Declaration | undefined, names: readonly string[], first: string): Declaration[] {
    const steps: Declaration[] = [];
    let at = start;
    let path = first;
    for (const name of names) {
        const step = at === undefined ? undefined : memberOf(at, name);
        if (step === undefined) {
            throw new Untranslatable(`'${path}' has no feature '${name}'`);
        }
        steps.push(step);
        at = step;
        path = `${path}.${name}`;
    }
    return steps;
}

/** A usage of that name, as the input has it, in a declaration or in what it specializes or is typed by. */
function memberOf(declaration: Declaration, name: string): Declaration | undefined {
    const seen = new Set<Declaration>();
    const open = [declaration];
    for (const general of open) {
        if (seen.has(general)) {
            continue;
        }
        seen.add(general);
        const found = general.declarations().find(d => !d.isDefinition && !d.isPackage && (d.source?.name ?? d.name) === name);
        if (found !== undefined) {
            return found;
        }
        open.push(...general.generals);
    }
    return undefined;
}
