/**
 * The subset of OCL that the standards' constraints and operations are written in: words and trees of expressions. Knows no metaclass and
 * no document. Two things are read more freely than OCL: a dot in front of an operation of collections is an arrow (the evaluator says
 * which those are), and comments end with their line.
 */

/** An expression. */
export type Ocl =
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'collection'; readonly type: string; readonly items: readonly Ocl[]; readonly to?: Ocl }
    | { readonly kind: 'name'; readonly path: readonly string[] }
    | { readonly kind: 'call'; readonly source?: Ocl; readonly isArrow: boolean; readonly name: string; readonly args: readonly Ocl[] }
    | { readonly kind: 'navigation'; readonly source: Ocl; readonly name: string }
    | {
          readonly kind: 'iteration';
          readonly source?: Ocl;
          readonly name: string;
          readonly variables: readonly string[];
          readonly body: Ocl;
      }
    | { readonly kind: 'if'; readonly condition: Ocl; readonly then: Ocl; readonly otherwise: Ocl }
    | { readonly kind: 'let'; readonly name: string; readonly value: Ocl; readonly body: Ocl }
    | { readonly kind: 'unary'; readonly operator: string; readonly operand: Ocl }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Ocl; readonly right: Ocl };

interface Token {
    readonly kind: 'name' | 'word' | 'number' | 'string' | 'symbol' | 'end';
    readonly text: string;
}

const WORDS = new Set('if then else endif let in and or xor not implies true false null self'.split(' '));
const COLLECTIONS = new Set(['Set', 'OrderedSet', 'Sequence', 'Bag']);
const TOKEN =
    /\s+|--[^\n]*|(?<string>'(?:[^'\\]|\\.)*'|"[^"]*")|(?<quoted>_'[^']*')|(?<name>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?)|(?<symbol>->|::|\.\.|<>|<=|>=|[-+*/=<>()[\]{}.,|:])/y;

/** Whatever is no expression of this subset. */
export class OclSyntaxError extends Error {}

function tokensOf(text: string): Token[] {
    const tokens: Token[] = [];
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.length) {
        const at = TOKEN.lastIndex;
        const groups = TOKEN.exec(text)?.groups;
        if (groups === undefined) {
            throw new OclSyntaxError(`no word at '${text.slice(at, at + 20)}'`);
        }
        const { string, quoted, name, number, symbol } = groups as Partial<Record<string, string>>;
        if (string !== undefined) {
            tokens.push({ kind: 'string', text: string.slice(1, -1).replace(/\\(.)/g, '$1') });
        } else if (quoted !== undefined) {
            tokens.push({ kind: 'name', text: quoted.slice(2, -1) });
        } else if (name !== undefined) {
            tokens.push({ kind: WORDS.has(name) ? 'word' : 'name', text: name });
        } else if (number !== undefined) {
            tokens.push({ kind: 'number', text: number });
        } else if (symbol !== undefined) {
            tokens.push({ kind: 'symbol', text: symbol });
        }
    }
    return [...tokens, { kind: 'end', text: '' }];
}

/** Binary operators, those that bind loosest first. */
const LEVELS: readonly (readonly string[])[] = [
    ['implies'],
    ['xor'],
    ['or'],
    ['and'],
    ['=', '<>'],
    ['<', '<=', '>', '>='],
    ['+', '-'],
    ['*', '/']
];

/** @throws OclSyntaxError */
export function parseOcl(text: string): Ocl {
    return new Parser(tokensOf(text)).whole();
}

class Parser {
    private at = 0;

    constructor(private readonly tokens: readonly Token[]) {}

    whole(): Ocl {
        const found = this.expression();
        if (this.next.kind !== 'end') {
            this.fail();
        }
        return found;
    }

    private get next(): Token {
        return this.tokens[this.at];
    }

    private fail(): never {
        throw new OclSyntaxError(
            `unexpected '${this.next.text}' behind '${this.tokens
                .slice(Math.max(0, this.at - 5), this.at)
                .map(t => t.text)
                .join(' ')}'`
        );
    }

    private is(text: string, ahead = 0): boolean {
        const token = this.tokens.at(this.at + ahead);
        return token !== undefined && token.text === text && token.kind !== 'string';
    }

    private take(text: string): boolean {
        if (this.is(text)) {
            this.at++;
            return true;
        }
        return false;
    }

    private expect(text: string): void {
        if (!this.take(text)) {
            this.fail();
        }
    }

    private name(): string {
        if (this.next.kind !== 'name') {
            this.fail();
        }
        return this.tokens[this.at++].text;
    }

    private expression(): Ocl {
        return this.binary(0);
    }

    private binary(level: number): Ocl {
        if (level === LEVELS.length) {
            return this.unary();
        }
        let left = this.binary(level + 1);
        for (let operator = this.operatorOf(level); operator !== undefined; operator = this.operatorOf(level)) {
            left = { kind: 'binary', operator, left, right: this.binary(level + 1) };
        }
        return left;
    }

    private operatorOf(level: number): string | undefined {
        return LEVELS[level].find(operator => this.take(operator));
    }

    private unary(): Ocl {
        const operator = ['not', '-'].find(o => this.take(o));
        return operator === undefined ? this.postfix(this.primary()) : { kind: 'unary', operator, operand: this.unary() };
    }

    private postfix(source: Ocl): Ocl {
        let found = source;
        for (;;) {
            const isArrow = this.is('->');
            if (!isArrow && !this.is('.')) {
                return found;
            }
            this.at++;
            const name = this.name();
            found = this.take('(') ? this.callOf(found, isArrow, name) : { kind: 'navigation', source: found, name };
        }
    }

    /** An operation with its arguments, or an iteration with its variables. */
    private callOf(source: Ocl | undefined, isArrow: boolean, name: string): Ocl {
        const start = this.at;
        const variables: string[] = [];
        while (this.next.kind === 'name') {
            variables.push(this.name());
            if (this.take(':')) {
                this.type();
            }
            if (this.take('|')) {
                const body = this.expression();
                this.expect(')');
                return { kind: 'iteration', source, name, variables, body };
            }
            if (!this.take(',')) {
                break;
            }
        }
        this.at = start;
        return { kind: 'call', source, isArrow, name, args: this.items(')') };
    }

    private items(end: string): Ocl[] {
        const items: Ocl[] = [];
        while (!this.take(end)) {
            if (items.length > 0) {
                this.expect(',');
            }
            items.push(this.expression());
        }
        return items;
    }

    /** A type, which nothing depends on. */
    private type(): void {
        this.name();
        while (this.take('::')) {
            this.name();
        }
        if (this.take('(')) {
            this.type();
            this.expect(')');
        }
    }

    private primary(): Ocl {
        const { kind, text } = this.next;
        if (kind === 'string' || kind === 'number') {
            this.at++;
            return { kind: 'literal', value: kind === 'string' ? text : Number(text) };
        }
        if (kind === 'name') {
            return this.named();
        }
        this.at++;
        switch (text) {
            case 'true':
            case 'false':
                return { kind: 'literal', value: text === 'true' };
            case 'null':
                return { kind: 'literal', value: null };
            case 'self':
                return { kind: 'name', path: ['self'] };
            case 'if':
                return this.conditional();
            case 'let':
                return this.binding();
            case '(': {
                const inner = this.expression();
                this.expect(')');
                return inner;
            }
            default:
                this.at--;
                return this.fail();
        }
    }

    private conditional(): Ocl {
        const condition = this.expression();
        this.expect('then');
        const then = this.expression();
        this.expect('else');
        const otherwise = this.expression();
        this.expect('endif');
        return { kind: 'if', condition, then, otherwise };
    }

    private binding(): Ocl {
        const name = this.name();
        if (this.take(':')) {
            this.type();
        }
        this.expect('=');
        const value = this.expression();
        if (this.take(',')) {
            return { kind: 'let', name, value, body: this.binding() };
        }
        this.expect('in');
        return { kind: 'let', name, value, body: this.expression() };
    }

    private named(): Ocl {
        const name = this.name();
        if (COLLECTIONS.has(name) && this.take('{')) {
            return this.collection(name);
        }
        if (this.take('(')) {
            return this.callOf(undefined, false, name);
        }
        const path = [name];
        while (this.take('::')) {
            path.push(this.name());
        }
        return { kind: 'name', path };
    }

    private collection(type: string): Ocl {
        if (this.take('}')) {
            return { kind: 'collection', type, items: [] };
        }
        const first = this.expression();
        if (this.take('..')) {
            const to = this.expression();
            this.expect('}');
            return { kind: 'collection', type, items: [first], to };
        }
        const others = this.take(',') ? this.items('}') : (this.expect('}'), []);
        return { kind: 'collection', type, items: [first, ...others] };
    }
}
