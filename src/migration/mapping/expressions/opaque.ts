/**
 * Opaque text in the subset that programs of many languages share, as notation: arithmetic, comparisons, logic, paths of features, and
 * statements that assign (contract: migration 8.1). What is outside of it is refused with the reason, never guessed.
 */
import { type Declaration, LibraryName, MemberName, Name, type Piece, type Text } from '../../notation/declaration.js';
import { nameText } from '../../notation/spelling.js';

/** A value in notation, or why there is none. */
export type ValueText = { readonly text: Text; readonly note?: string } | { readonly reason: string };

/** Where the names of a text are looked up. */
export interface Scope {
    /** the bodies whose features the text may name, the innermost first */
    readonly bodies: readonly Declaration[];
    /** names that the place itself brings, as the parameter of an accept; a reading is noted */
    readonly parameters?: ReadonlyMap<string, Parameter>;
    /** features on whose path the features of a body are reached: of the part that a partition represents, of a context */
    readonly prefixes?: ReadonlyMap<Declaration, readonly Declaration[]>;
}

export interface Parameter {
    readonly text: Text;
    /** what has its features */
    readonly type: Declaration | undefined;
    isUsed: boolean;
}

type Statements = { readonly statements: readonly Statement[]; readonly notes: readonly string[] } | { readonly reason: string };

export interface Statement {
    readonly text: Text;
    /** declares a variable: no step of its own */
    readonly isDeclaration: boolean;
}

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

/** A path of features by the names of the input, or why it leads nowhere. */
export function featureText(names: readonly string[], scope: Scope): ValueText {
    return translated(() => ({ text: resolved(names, scope) }));
}

/** Statements `x = e;`, `x += e;`, `x++;` as assignments, or why there are none; an empty text has none. */
export function opaqueStatements(text: string, scope: Scope): Statements {
    return translated(() => {
        const statements: Statement[] = [];
        const parser = new Parser(text, scope);
        while (!parser.isAtEnd) {
            const statement = parser.statement();
            if (statement !== undefined) {
                statements.push(statement);
            }
        }
        return { statements, notes: parser.notes };
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
    /\s*(?:(\d+\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?)[fFdDlL]?|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|([A-Za-z_]\w*)|(\*\*|\+\+|--|[-+*/]=|:=|===?|!==?|<>|<=|>=|&&|\|\||[-+*/%^<>=!(),.;?:]))/y;

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
        tokens.push({ kind: KINDS[group], text: spelling(word) });
    }
    return tokens;
}

/** A token as the parser knows it: words of logic in lower case, texts in double quotes, identity as equality. */
function spelling(word: string): string {
    if (word.startsWith("'")) {
        return `"${word.slice(1, -1).replaceAll('"', '\\"')}"`;
    }
    return /^(and|or|not|xor)$/i.test(word) ? word.toLowerCase() : Object.hasOwn(SAME, word) ? SAME[word] : word;
}

const SAME: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

/** Operators from the weakest: as written, and as notation. */
const LEVELS: readonly Readonly<Record<string, string>>[] = [
    { '||': 'or', or: 'or' },
    { xor: 'xor' },
    { '&&': 'and', and: 'and' },
    { '==': '==', '=': '==', '!=': '!=', '<>': '!=' },
    { '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
    { '+': '+', '-': '-' },
    { '*': '*', '/': '/', '%': '%' },
    { '**': '**', '^': '^' }
];

/** Nesting of parentheses and signs: the notation is parsed with a stack, too. */
const MAX_DEPTH = 100;

const CONSTANTS: Readonly<Record<string, string>> = { true: 'true', false: 'false', TRUE: 'true', FALSE: 'false', null: 'null' };
/** Words for the object whose behaviour it is. */
const SELF = new Set(['this', 'self']);
/** Words of programs that are no names. */
const WORDS = new Set(['if', 'else', 'while', 'for', 'return', 'new', 'let', 'var', 'not', 'and', 'or', 'xor', 'then', 'endif']);

/** Words that declare a variable; of Java, its type. */
const DECLARING = new Set(['var', 'let', 'double', 'float', 'int', 'long', 'boolean', 'String']);
/** Statements that only tell something. */
const PRINTS = new Set(['print', 'println', 'System.out.println', 'System.out.print', 'console.log', 'alert']);
/** Names of the simulation's clock (contract: migration 7.5). */
const CLOCKS = new Set(['simtime', 'simTime']);

/** Functions of scripts that the library has. */
const FUNCTIONS: Readonly<Partial<Record<string, string>>> = {
    'Math.min': 'RealFunctions::min',
    'Math.max': 'RealFunctions::max',
    'Math.abs': 'RealFunctions::abs',
    'Math.floor': 'RealFunctions::floor',
    'Math.sqrt': 'RealFunctions::sqrt',
    'Math.ceil': 'OpenSysMLMathFunctions::ceiling',
    'Math.sin': 'TrigFunctions::sin',
    'Math.cos': 'TrigFunctions::cos',
    'Math.tan': 'TrigFunctions::tan',
    'java.util.Collections.max': 'RealFunctions::max',
    min: 'RealFunctions::min',
    max: 'RealFunctions::max',
    abs: 'RealFunctions::abs',
    sqrt: 'RealFunctions::sqrt'
};

/** The library's function for one of scripts; undefined for a name that is none. */
export function libraryFunction(name: string): string | undefined {
    return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
}

class Parser {
    /** what a statement lost */
    readonly notes: string[] = [];
    private readonly tokens: readonly Token[];
    /** variables of the text, and the parameters of its place */
    private readonly locals: Map<string, Parameter>;
    private readonly scope: Scope;
    private at = 0;
    private depth = 0;

    constructor(text: string, scope: Scope) {
        this.tokens = tokensOf(text);
        this.locals = new Map(scope.parameters);
        this.scope = { ...scope, parameters: this.locals };
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

    /** @returns undefined for a statement that does nothing */
    statement(): Statement | undefined {
        if (this.take(';')) {
            return undefined;
        }
        const statement = this.declaration() ?? this.print() ?? this.assignment();
        if (!this.isAtEnd && !this.take(';')) {
            this.refuse();
        }
        return statement === 'nothing' ? undefined : statement;
    }

    private assignment(): Statement {
        const { kind, text } = this.next;
        const isNew = kind === 'name' && this.tokens[this.at + 1]?.text === '=' && !isKnown(text, this.scope);
        if (isNew) {
            this.notes.push(`'${text}' is declared nowhere: written as an attribute of the step`);
            return this.variable();
        }
        const target = this.path();
        return { text: ['assign ', ...target, ' := ', ...this.assigned(target), ';'], isDeclaration: false };
    }

    /** `var x = e` */
    private declaration(): Statement | undefined {
        const isDeclared = this.next.kind === 'name' && DECLARING.has(this.next.text) && this.tokens[this.at + 1]?.kind === 'name';
        if (!isDeclared) {
            return undefined;
        }
        this.at++;
        return this.variable();
    }

    private variable(): Statement {
        const name = this.name();
        if (!this.take('=')) {
            return this.refuse();
        }
        const value = this.expression();
        this.locals.set(name, { text: [nameText(name)], type: undefined, isUsed: true });
        return { text: ['attribute ', nameText(name), ' := ', ...value, ';'], isDeclaration: true };
    }

    /** A call that only tells something does nothing here. */
    private print(): 'nothing' | undefined {
        const start = this.at;
        const names: string[] = [];
        while (this.next.kind === 'name' && !WORDS.has(this.next.text)) {
            names.push(this.name());
            if (!this.take('.')) {
                break;
            }
        }
        if (!PRINTS.has(names.join('.')) || this.next.text !== '(') {
            this.at = start;
            return undefined;
        }
        this.arguments();
        this.notes.push(`${names.join('.')}(…) is not written`);
        return 'nothing';
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

    /** An expression, or `c ? a : b`. */
    expression(): Text {
        const condition = this.binary(0);
        if (!this.take('?')) {
            return condition;
        }
        const then = this.expression();
        return this.take(':') ? ['(if ', ...condition, ' ? ', ...then, ' else ', ...this.expression(), ')'] : this.refuse();
    }

    private binary(level: number): Text {
        if (level === LEVELS.length) {
            return this.unary();
        }
        let left = this.binary(level + 1);
        for (;;) {
            const { kind, text } = this.next;
            const operator = kind === 'string' || !Object.hasOwn(LEVELS[level], text) ? undefined : LEVELS[level][text];
            if (operator === undefined) {
                return left;
            }
            this.at++;
            left = [...left, ` ${operator} `, ...this.binary(level + 1)];
        }
    }

    private unary(): Text {
        if (++this.depth > MAX_DEPTH) {
            throw new Untranslatable(`the expression is nested more than ${MAX_DEPTH} deep`);
        }
        const operand = this.operand();
        this.depth--;
        return operand;
    }

    private operand(): Text {
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
        if (names.at(-1) === 'equals' && names.length > 1 && this.next.text === '(') {
            const left = this.reached(names.slice(0, -1));
            return ['(', ...left, ' == ', ...this.arguments(), ')'];
        }
        if (this.next.text === '(' && this.next.kind === 'sign') {
            const called = libraryFunction(names.join('.'));
            if (called !== undefined) {
                return [new LibraryName(called), '(', ...this.arguments(), ')'];
            }
            if (names.join('.') === 'Math.pow') {
                const [base, exponent] = this.argumentList();
                return exponent === undefined ? this.refuse() : ['((', ...base, ') ** (', ...exponent, '))'];
            }
            if (names.join('.') === 'Math.round') {
                return [new LibraryName('RealFunctions::floor'), '(', ...this.arguments(), ' + 0.5)'];
            }
            throw new Untranslatable(`the call of '${names.join('.')}' is not translated`);
        }
        return this.reached(names);
    }

    private reached(names: readonly string[]): Text {
        if (names.length === 1 && CLOCKS.has(names[0]) && !isKnown(names[0], this.scope)) {
            return ['localClock.currentTime'];
        }
        return resolved(SELF.has(names[0]) && names.length > 1 ? names.slice(1) : names, this.scope);
    }

    private arguments(): Text {
        return this.argumentList().flatMap((argument, i): Text => (i === 0 ? argument : [', ', ...argument]));
    }

    private argumentList(): Text[] {
        this.take('(');
        const list = [this.expression()];
        while (this.take(',')) {
            list.push(this.expression());
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

/** Whether a name is one of a scope. */
function isKnown(name: string, { bodies, parameters }: Scope): boolean {
    return parameters?.has(name) === true || bodies.some(body => memberOf(body, name) !== undefined);
}

function resolved(names: readonly string[], { bodies, parameters, prefixes }: Scope): Text {
    const [first, ...rest] = names;
    const parameter = parameters?.get(first);
    if (parameter !== undefined) {
        parameter.isUsed = true;
        const steps = stepsFrom(parameter.type, rest, first);
        return steps.reduce<Piece[]>((text, step) => [...text, '.', new MemberName(step)], [...parameter.text]);
    }
    for (const body of bodies) {
        const feature = memberOf(body, first);
        if (feature !== undefined) {
            const [head, ...path] = [...(prefixes?.get(body) ?? []), feature, ...stepsFrom(feature, rest, first)];
            return [new Name(head, path)];
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

/** The feature of that name, as the input has it, in a declaration or in what it specializes or is typed by. */
export function memberOf(declaration: Declaration, name: string): Declaration | undefined {
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
        open.push(...(general.generalsOrNone ?? []));
    }
    return undefined;
}
