/**
 * Translates opaque text in the subset that many programming languages share: arithmetic, comparisons, logic, feature paths and assignments
 * (contract: migration 8.1). Rejects anything else with the reason and guesses nothing.
 */
import { LibraryName, Name, type Text } from '../../notation/declaration.js';
import { nameText } from '../../notation/spelling.js';
import { calledFunction, isFunction } from './functions.js';
import {
    demandBoolean,
    demandFit,
    demandNumber,
    grouped,
    isMultiple,
    joined,
    resultOf,
    type Scalar,
    scalarOf,
    type Typed
} from './scalars.js';
import { isKnown, literalNamed, memberOf, type Parameter, resolved, type Scope, type ValueText } from './scope.js';
import { type Dialect, type Token, tokensOf } from './tokens.js';
import { translated, Untranslatable } from './untranslatable.js';

export type Statements = { readonly statements: readonly Statement[]; readonly notes: readonly string[] } | { readonly reason: string };

export interface Statement {
    readonly text: Text;
    /** declares a variable, and is not a step */
    readonly isDeclaration: boolean;
}

/** Translates an expression to notation, or returns the reason why it cannot. */
export function opaqueExpression(text: string, scope: Scope, dialect: Dialect = 'any'): ValueText {
    return translated(() => {
        const parser = new Parser(text, scope, dialect);
        const result = parser.expression();
        parser.end();
        return result;
    });
}

/**
 * Translates the statements `x = e;`, `x += e;` and `x++;` to assignments, or returns the reason why it cannot. An empty text has no
 * statements.
 */
export function opaqueStatements(text: string, scope: Scope, dialect: Dialect = 'any'): Statements {
    return translated(() => {
        const parser = new Parser(text, scope, dialect);
        const statements: Statement[] = [];
        while (!parser.isAtEnd) {
            statements.push(...parser.statement());
        }
        return { statements, notes: parser.notes };
    });
}

/** Operators by increasing precedence: the spelling in the text, then the notation. */
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
/** Operators that a dialect lacks or uses with another meaning. */
const FOREIGN: Readonly<Record<Dialect, ReadonlySet<string>>> = {
    script: new Set(['^', '<>', ':=', 'and', 'or', 'xor']),
    java: new Set(['^', '<>', ':=', '**', 'and', 'or', 'xor']),
    words: new Set(['^', '**', '?']),
    any: new Set()
};

/** Greatest nesting of parentheses and signs, because the parser of the notation is recursive, too. */
const MAX_DEPTH = 100;

const CONSTANTS: Readonly<Record<string, Typed>> = {
    true: { text: ['true'], type: 'Boolean' },
    false: { text: ['false'], type: 'Boolean' },
    null: { text: ['null'], type: undefined }
};
/** Words for the performing object. */
const SELF = new Set(['this', 'self']);
/** Keywords of programs, which are not names. */
const WORDS = new Set([
    'if',
    'else',
    'while',
    'for',
    'return',
    'new',
    'let',
    'var',
    'const',
    'function',
    'not',
    'and',
    'or',
    'xor',
    'then',
    'endif'
]);
const LOGIC = /^(and|or|not|xor)$/i;

/** Words that declare a variable. Java uses the type, which determines the scalar. */
const DECLARING: Readonly<Record<string, Scalar>> = {
    ...{ var: undefined, let: undefined, const: undefined },
    ...{
        double: 'Real',
        float: 'Real',
        int: 'Integer',
        long: 'Integer',
        short: 'Integer',
        byte: 'Integer',
        boolean: 'Boolean',
        String: 'String'
    }
};
const CONSTANT = new Set(['const', 'final']);
/** Functions that only print. */
const PRINTS = new Set(['print', 'println', 'System.out.println', 'System.out.print', 'console.log', 'alert']);

class Parser {
    /** losses in statements */
    readonly notes: string[] = [];
    private readonly tokens: readonly Token[];
    /** variables that the text declares, and parameters in scope */
    private readonly locals: Map<string, Parameter>;
    private readonly scope: Scope;
    private at = 0;
    private depth = 0;
    /** in statements, `=` is an assignment and not an operator */
    private isAssigning = false;
    /** whether the expression being parsed is not written; its types may then disagree */
    private isDropped = false;

    constructor(
        text: string,
        scope: Scope,
        private readonly dialect: Dialect
    ) {
        const hasWords = dialect === 'words' || dialect === 'any';
        this.tokens = tokensOf(text, dialect).map(token =>
            token.kind === 'name' && hasWords && LOGIC.test(token.text) ? { ...token, text: token.text.toLowerCase() } : token
        );
        this.locals = new Map(scope.parameters);
        this.scope = { ...scope, parameters: this.locals };
    }

    get isAtEnd(): boolean {
        return this.at >= this.tokens.length;
    }

    private get next(): Token {
        return this.tokens[this.at] ?? { kind: 'end', text: '', startsLine: false };
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

    /** @returns no statement for one without effect; two for a variable declaration with a value */
    statement(): Statement[] {
        if (this.take(';')) {
            return [];
        }
        this.isAssigning = true;
        const statements = this.declaration() ?? this.print() ?? this.assignment();
        const endsLine = this.dialect !== 'java' && this.next.startsLine;
        if (!this.isAtEnd && !this.take(';') && !endsLine) {
            this.refuse();
        }
        return statements;
    }

    private assignment(): Statement[] {
        const { kind, text } = this.next;
        const isNew = kind === 'name' && this.tokens[this.at + 1]?.text === '=' && !isKnown(text, this.scope);
        if (isNew && this.dialect !== 'java') {
            this.notes.push(`'${text}' is declared nowhere: written as an attribute of the step`);
            return this.variable(undefined, false);
        }
        const target = this.target();
        const value = this.assigned(target);
        demandFit(value.type, target.type);
        return [{ text: ['assign ', ...target.text, ' := ', ...value.text, ';'], isDeclaration: false }];
    }

    /** Parses a declaration such as `var x = e` or `final double x = e`. */
    private declaration(): Statement[] | undefined {
        const start = this.at;
        const isFinal = this.take('final');
        const { text } = this.next;
        if (!Object.hasOwn(DECLARING, text) || this.tokens[this.at + 1]?.kind !== 'name') {
            this.at = start;
            return undefined;
        }
        this.at++;
        return this.variable(DECLARING[text], isFinal || CONSTANT.has(text));
    }

    private variable(declared: Scalar, isConstant: boolean): Statement[] {
        const name = this.name();
        if (this.locals.has(name) || memberOf(this.scope.bodies[0], name) !== undefined) {
            throw new Untranslatable(`'${name}' is declared already`);
        }
        if (!this.take('=')) {
            return this.refuse();
        }
        const value = this.expression();
        demandFit(value.type, declared);
        const scalar = declared ?? value.type;
        const text = [nameText(name)];
        this.locals.set(name, { text, type: undefined, isUsed: true, variable: { scalar, isConstant } });
        const type = scalar === undefined || scalar === 'Enumeration' ? [] : [' : ', new LibraryName(`ScalarValues::${scalar}`)];
        return [
            { text: ['attribute ', ...text, ...type, ';'], isDeclaration: true },
            { text: ['assign ', ...text, ' := ', ...value.text, ';'], isDeclaration: false }
        ];
    }

    /** Parses a call that only prints. It has no translation. */
    private print(): [] | undefined {
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
        this.isDropped = true;
        this.arguments();
        this.isDropped = false;
        this.notes.push(`${names.join('.')}(…) is not written`);
        return [];
    }

    /** Parses the target of an assignment. */
    private target(): Typed {
        const names = this.names();
        const own = SELF.has(names[0]) && names.length > 1 ? names.slice(1) : names;
        const { text, parameter, path } = resolved(own, this.scope);
        const variable = parameter?.variable;
        if (parameter !== undefined && (variable === undefined || variable.isConstant)) {
            throw new Untranslatable(`'${names.join('.')}' is not assigned to: it is ${variable === undefined ? 'given' : 'a constant'}`);
        }
        const last = path.at(-1);
        if (last?.prefixes.includes('in') === true) {
            throw new Untranslatable(`'${names.join('.')}' is not assigned to: it is an input`);
        }
        const several = path.slice(0, -1).find(isMultiple);
        if (several !== undefined) {
            throw new Untranslatable(`'${names.join('.')}' is not assigned to: '${several.name}' may be several`);
        }
        return { text, type: last === undefined ? variable?.scalar : scalarOf(last) };
    }

    private assigned(target: Typed): Typed {
        if (this.take('=', ':=')) {
            return this.expression();
        }
        for (const sign of ['+', '-', '*', '/']) {
            if (this.take(`${sign}=`)) {
                const value = this.expression();
                return this.combined(sign, target, { ...value, text: grouped(value.text) });
            }
            if (this.take(sign + sign)) {
                return this.combined(sign, target, { text: ['1'], type: 'Integer' });
            }
        }
        return this.refuse();
    }

    // --- Expressions ------------------------------------------------------------------------------------------------------

    /** Parses an expression, including `c ? a : b`. */
    expression(): Typed {
        const condition = this.binary(0);
        if (this.isForeign('?') || !this.take('?')) {
            return condition;
        }
        this.check(() => demandBoolean(condition.type, '?'));
        const then = this.expression();
        if (!this.take(':')) {
            return this.refuse();
        }
        const other = this.expression();
        return {
            text: ['(if ', ...condition.text, ' ? ', ...then.text, ' else ', ...other.text, ')'],
            type: this.check(() => joined(then.type, other.type, '?'))
        };
    }

    private binary(level: number): Typed {
        if (level === LEVELS.length) {
            return this.unary();
        }
        let left = this.binary(level + 1);
        for (;;) {
            const { kind, text } = this.next;
            const isOperator = kind !== 'string' && Object.hasOwn(LEVELS[level], text) && !this.isForeign(text);
            if (!isOperator) {
                return left;
            }
            this.at++;
            left = this.combined(LEVELS[level][text], left, this.binary(level + 1));
        }
    }

    private isForeign(sign: string): boolean {
        return FOREIGN[this.dialect].has(sign) || (sign === '=' && this.isAssigning);
    }

    /** Checks types, except in an expression that is not written. */
    private check(type: () => Scalar | void): Scalar {
        return this.isDropped ? undefined : (type() ?? undefined);
    }

    private combined(operator: string, left: Typed, right: Typed): Typed {
        const type = this.check(() => resultOf(operator, left.type, right.type));
        if (operator === '/' && this.dialect === 'java' && left.type === 'Integer' && right.type === 'Integer') {
            const text = [new LibraryName('OpenSysMLMathFunctions::quotient'), '(', ...left.text, ', ', ...right.text, ')'];
            return { text, type: 'Integer' };
        }
        return { text: [...left.text, ` ${operator} `, ...right.text], type };
    }

    private unary(): Typed {
        if (++this.depth > MAX_DEPTH) {
            throw new Untranslatable(`the expression is nested more than ${MAX_DEPTH} deep`);
        }
        const operand = this.operand();
        this.depth--;
        return operand;
    }

    private operand(): Typed {
        if (this.take('!') || ((this.dialect === 'words' || this.dialect === 'any') && this.take('not'))) {
            const { text, type } = this.unary();
            this.check(() => demandBoolean(type, 'not'));
            return { text: ['not ', ...text], type: 'Boolean' };
        }
        const isNegated = this.next.text === '-';
        if (this.next.kind === 'sign' && this.take('-', '+')) {
            const { text, type } = this.unary();
            this.check(() => demandNumber(type, isNegated ? '-' : '+'));
            return { text: isNegated ? ['-', ...text] : text, type };
        }
        return this.primary();
    }

    private primary(): Typed {
        const { kind, text } = this.next;
        if (this.take('(')) {
            const inner = this.expression();
            return this.take(')') ? { text: ['(', ...inner.text, ')'], type: inner.type } : this.refuse();
        }
        if (kind === 'number' || kind === 'string') {
            this.at++;
            return { text: [text], type: kind === 'string' ? 'String' : /^\d+$/.test(text) ? 'Integer' : 'Real' };
        }
        const constant = this.dialect === 'words' || this.dialect === 'any' ? text.toLowerCase() : text;
        if (kind === 'name' && Object.hasOwn(CONSTANTS, constant) && this.tokens[this.at + 1]?.kind !== 'name') {
            this.at++;
            return CONSTANTS[constant];
        }
        return this.path();
    }

    /** Parses a feature path, whose steps must all be known, or a call. */
    private path(): Typed {
        const names = this.names();
        const isCall = this.next.kind === 'sign' && this.next.text === '(';
        if (!isCall) {
            return this.reached(names);
        }
        if (this.dialect === 'words') {
            throw new Untranslatable(`the call of '${names.join('.')}' is not translated: words have no calls`);
        }
        if (names.at(-1) === 'equals' && names.length > 1 && this.dialect !== 'script') {
            return this.equality(this.reached(names.slice(0, -1)));
        }
        const name = names.join('.');
        if (!isFunction(name)) {
            throw new Untranslatable(`the call of '${name}' is not translated`);
        }
        return calledFunction(name, this.arguments());
    }

    /** Parses `a.equals(b)` of two strings. */
    private equality(left: Typed): Typed {
        const [right, more] = this.arguments();
        const isOfStrings = [left.type, right.type].every(type => type === undefined || type === 'String');
        if (more !== undefined || !isOfStrings) {
            throw new Untranslatable("'equals' compares two strings");
        }
        return { text: ['(', ...left.text, ' == ', ...right.text, ')'], type: 'Boolean' };
    }

    private reached(names: readonly string[]): Typed {
        if (names.length === 1 && this.scope.clocks?.has(names[0]) === true && !isKnown(names[0], this.scope)) {
            return { text: ['localClock.currentTime'], type: 'Real' };
        }
        const literal = literalNamed(names, this.scope);
        if (literal !== undefined) {
            return { text: [new Name(literal)], type: scalarOf(literal.owner!) ?? 'Enumeration' };
        }
        const { text, parameter, path } = resolved(SELF.has(names[0]) && names.length > 1 ? names.slice(1) : names, this.scope);
        const last = path.at(-1);
        if (last !== undefined) {
            return { text, type: path.some(isMultiple) ? undefined : scalarOf(last) };
        }
        return { text, type: parameter?.variable?.scalar ?? (parameter?.type && scalarOf(parameter.type)) };
    }

    private arguments(): [Typed, ...Typed[]] {
        this.take('(');
        const list: [Typed, ...Typed[]] = [this.expression()];
        while (this.take(',')) {
            list.push(this.expression());
        }
        return this.take(')') ? list : this.refuse();
    }

    private names(): string[] {
        const names = [this.name()];
        while (this.take('.')) {
            names.push(this.name());
        }
        return names;
    }

    /** Parses a name. In a dialect with natural language, consecutive words form one name. */
    private name(): string {
        const { kind, text } = this.next;
        if (kind !== 'name' || WORDS.has(text)) {
            return this.refuse();
        }
        this.at++;
        const words = [text];
        while ((this.dialect === 'words' || this.dialect === 'any') && this.isFurtherWord()) {
            words.push(this.next.text);
            this.at++;
        }
        return words.join(' ');
    }

    private isFurtherWord(): boolean {
        const { kind, text, startsLine } = this.next;
        return (kind === 'name' && !WORDS.has(text) && !(startsLine && this.isAssigning)) || (kind === 'number' && /^\d+$/.test(text));
    }
}
