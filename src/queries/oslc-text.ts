/**
 * Parses the where clause of an OSLC query into terms (contract: queries 5.2). It covers syntax only and does not resolve prefixes and
 * names.
 */
import { QueryError } from './query-error.js';

export type Operator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'in';

export type TermValue =
    | { readonly kind: 'text'; readonly text: string }
    /** a prefixed name */
    | { readonly kind: 'name'; readonly text: string }
    | { readonly kind: 'typed'; readonly text: string; readonly datatype: string };

export interface Term {
    /** a prefixed name */
    readonly name: string;
    readonly operator: Operator;
    readonly values: readonly TermValue[];
}

const BLANKS = /\s*/y;
const NAME = /[\p{L}\p{Nd}_.:-]+/uy;
const OPERATOR = /!=|<=|>=|=|<|>|in(?=\s)/y;
const AND = /\s+and(?=\s|$)/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?![\p{L}\p{Nd}_.:-])/uy;
const STRING = /"((?:[^"\\]|\\[\s\S])*)"/y;
const URI = /<([^<>]*)>/y;
const LANGUAGE = /@[\w-]*/y;

export class OslcText {
    private at = 0;
    /** offset of the current term */
    private term = 0;

    constructor(private readonly text: string) {}

    /** The terms of the clause, which is their conjunction. @throws QueryError for a text that is not a where clause */
    terms(): Term[] {
        const terms = [this.nextTerm()];
        while (this.take(AND) !== undefined) {
            terms.push(this.nextTerm());
        }
        this.take(BLANKS);
        if (this.at < this.text.length) {
            throw this.fault('terms are joined by "and"');
        }
        return terms;
    }

    private nextTerm(): Term {
        this.take(BLANKS);
        this.term = this.at;
        if (this.at === this.text.length) {
            throw new QueryError(
                this.at === 0 || this.text.trim() === '' ? 'the OSLC where clause is empty' : 'an OSLC term is missing behind "and"'
            );
        }
        if (this.text[this.at] === '*') {
            throw this.fault('the wildcard is not implemented');
        }
        const name = this.take(NAME);
        if (name === undefined || !name.includes(':')) {
            throw this.fault(`a term begins with a prefixed name, as sysml:${name ?? 'name'}`);
        }
        this.take(BLANKS);
        if (this.text[this.at] === '{') {
            throw this.fault('scoped terms are not implemented');
        }
        const operator = this.take(OPERATOR) as Operator | undefined; // the pattern matches exactly these operators
        if (operator === undefined) {
            throw this.fault('it has no operator');
        }
        this.take(BLANKS);
        return { name, operator, values: operator === 'in' ? this.list() : [this.value()] };
    }

    private list(): TermValue[] {
        if (!this.takeCharacter('[')) {
            throw this.fault('"in" takes a list: [a,b]');
        }
        const values: TermValue[] = [];
        do {
            this.take(BLANKS);
            values.push(this.value());
            this.take(BLANKS);
        } while (this.takeCharacter(','));
        if (!this.takeCharacter(']')) {
            throw this.fault('its list does not end');
        }
        return values;
    }

    private value(): TermValue {
        const first = this.text[this.at];
        if (first === '<') {
            const uri = this.take(URI);
            if (uri === undefined) {
                throw this.fault('its URI does not end');
            }
            return { kind: 'text', text: uri.slice(1, -1) };
        }
        if (first === '"') {
            return this.string();
        }
        if (this.takeCharacter('*')) {
            return { kind: 'text', text: '*' };
        }
        const number = this.take(NUMBER);
        if (number !== undefined) {
            return { kind: 'text', text: number };
        }
        const name = this.take(NAME);
        if (name === 'true' || name === 'false') {
            return { kind: 'text', text: name };
        }
        if (name === undefined || !name.includes(':')) {
            throw this.fault(name === undefined ? 'it has no value to compare with' : `"${name}" is no value`);
        }
        return { kind: 'name', text: name };
    }

    private string(): TermValue {
        const literal = this.take(STRING);
        if (literal === undefined) {
            throw this.fault('its string does not end');
        }
        const text = literal.slice(1, -1).replace(/\\([\s\S])/g, (escape, character: string) => {
            if (character !== '"' && character !== '\\') {
                throw this.fault(`a string has no escape ${escape}`);
            }
            return character;
        });
        if (this.take(LANGUAGE) !== undefined) {
            throw this.fault('language tags are not supported');
        }
        if (!this.text.startsWith('^^', this.at)) {
            return { kind: 'text', text };
        }
        this.at += 2;
        const datatype = this.take(NAME);
        if (datatype === undefined || !datatype.includes(':')) {
            throw this.fault('a datatype is a prefixed name');
        }
        return { kind: 'typed', text, datatype };
    }

    private take(pattern: RegExp): string | undefined {
        pattern.lastIndex = this.at;
        const match = pattern.exec(this.text)?.[0];
        this.at += match?.length ?? 0;
        return match;
    }

    private takeCharacter(character: string): boolean {
        const isNext = this.text[this.at] === character;
        this.at += Number(isNext);
        return isNext;
    }

    private fault(why: string): QueryError {
        return new QueryError(`OSLC term "${this.text.slice(this.term).trim()}": ${why}`);
    }
}
