/**
 * Reads the triples of a Turtle text, in order (contract: conversion 12.2). Refuses blank nodes and collections, which graphs of models
 * never contain. Does not depend on a model.
 */
import { forEachToken, type Token, turtleError } from './tokens.js';

/** The object of a triple. */
export type Term = { readonly iri: string } | { readonly literal: string; readonly datatype: string; readonly language: string };

/** Takes a triple and the line of its object. */
export type TripleConsumer = (subject: string, predicate: string, object: Term, line: number) => void;

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** The line at which to start reading: the one at which the other reader stopped. */
export interface Start {
    /** the UTF-16 offset, which follows a line end */
    readonly offset: number;
    readonly line: number;
    readonly prefixes: ReadonlyMap<string, string>;
    /** the subject whose statements continue there */
    readonly subject: string | undefined;
}

/** Reads the triples of a text. @throws ReadingError naming a line */
export function forEachTriple(text: string, consume: TripleConsumer, start: Start): void {
    const reader = new TripleReader(consume, start);
    forEachToken(text, token => reader.read(token), start);
}

/** The maximum number of cached predicates. Models have a few hundred. */
const MAX_PREDICATES = 10_000;

/** The next construct that the grammar expects. */
type State = 'statement' | 'predicate' | 'object' | 'behind object' | 'prefix name' | 'prefix iri' | 'base iri' | 'directive end';

class TripleReader {
    private state: State = 'statement';
    private readonly prefixes: Map<string, string>;
    /** IRIs of predicates by prefix and local name. */
    private readonly predicates = new Map<string, Map<string, string>>();
    private base: string | undefined;
    private subject = '';
    private predicate = '';
    /** A literal that a datatype or language may follow. */
    private literal: { text: string; line: number } | undefined;
    private prefix = '';
    private endsWithDot = false;

    constructor(
        private readonly consume: TripleConsumer,
        { prefixes, subject }: Start
    ) {
        this.prefixes = new Map(prefixes);
        if (subject !== undefined) {
            this.subject = subject;
            // The metaclass of this subject was already read, so the block may end.
            this.predicate = RDF_TYPE;
            this.state = 'predicate';
        }
    }

    read(token: Token): void {
        if (this.literal !== undefined && this.completeLiteral(token)) {
            return;
        }
        switch (this.state) {
            case 'statement':
                return this.readStatement(token);
            case 'predicate':
                return this.readPredicate(token);
            case 'object':
                return this.readObject(token);
            case 'behind object':
                return this.readSeparator(token);
            default:
                return this.readDirective(token);
        }
    }

    private readStatement(token: Token): void {
        switch (token.type) {
            case 'eof':
                return;
            case '@prefix':
            case 'PREFIX':
                this.endsWithDot = token.type === '@prefix';
                this.state = 'prefix name';
                return;
            case '@base':
            case 'BASE':
                this.endsWithDot = token.type === '@base';
                this.state = 'base iri';
                return;
            default:
                this.subject = this.iriOf(token, 'a subject');
                this.state = 'predicate';
        }
    }

    private readPredicate(token: Token): void {
        if (token.type === '.' && this.predicate !== '') {
            this.end();
        } else if (token.type === ';' && this.predicate !== '') {
            return;
        } else {
            this.predicate = token.type === 'abbreviation' ? RDF_TYPE : this.predicateOf(token);
            this.state = 'object';
        }
    }

    private readObject(token: Token): void {
        if (token.type === 'literal' && token.prefix !== '') {
            // A number or boolean without quotes, whose datatype the lexer provides.
            this.consume(this.subject, this.predicate, { literal: token.value, datatype: token.prefix, language: '' }, token.line);
        } else if (token.type === 'literal') {
            this.literal = { text: token.value, line: token.line };
        } else {
            this.consume(this.subject, this.predicate, { iri: this.iriOf(token, 'an object') }, token.line);
        }
        this.state = 'behind object';
    }

    /** @returns whether the token belongs to the preceding literal */
    private completeLiteral(token: Token): boolean {
        const { text, line } = this.literal!;
        this.literal = undefined;
        const isLanguage = token.type === 'langcode' || token.type === 'dirlangcode';
        const isType = token.type === 'type' || token.type === 'typeIRI';
        const datatype = isType ? this.iriOf({ ...token, type: token.type === 'type' ? 'prefixed' : 'IRI' }, 'a datatype') : '';
        this.consume(this.subject, this.predicate, { literal: text, datatype, language: isLanguage ? token.value : '' }, line);
        return isLanguage || isType;
    }

    private readSeparator(token: Token): void {
        switch (token.type) {
            case ',':
                this.state = 'object';
                return;
            case ';':
                this.state = 'predicate';
                return;
            case '.':
                return this.end();
            default:
                throw unexpected(token, '"," ";" or "."');
        }
    }

    private end(): void {
        this.state = 'statement';
        this.predicate = '';
    }

    private readDirective(token: Token): void {
        switch (this.state) {
            case 'prefix name':
                if (token.type !== 'prefix') {
                    throw unexpected(token, 'a prefix');
                }
                this.prefix = token.value;
                this.state = 'prefix iri';
                return;
            case 'prefix iri':
                this.prefixes.set(this.prefix, this.iriOf(token, 'an IRI'));
                this.predicates.delete(this.prefix);
                break;
            case 'base iri':
                this.base = this.iriOf(token, 'an IRI');
                break;
            default:
                if (token.type !== '.') {
                    throw unexpected(token, '"."');
                }
                this.state = 'statement';
                return;
        }
        this.state = this.endsWithDot ? 'directive end' : 'statement';
    }

    /** The IRI of a predicate. Cached, because there are few different ones. */
    private predicateOf(token: Token): string {
        if (token.type !== 'prefixed') {
            return this.iriOf(token, 'a predicate');
        }
        let ofPrefix = this.predicates.get(token.prefix);
        if (ofPrefix === undefined || ofPrefix.size > MAX_PREDICATES) {
            this.predicates.set(token.prefix, (ofPrefix = new Map<string, string>()));
        }
        let iri = ofPrefix.get(token.value);
        if (iri === undefined) {
            ofPrefix.set(token.value, (iri = this.iriOf(token, 'a predicate')));
        }
        return iri;
    }

    private iriOf(token: Token, what: string): string {
        switch (token.type) {
            case 'IRI':
                return this.absolute(token);
            case 'prefixed': {
                const namespace = this.prefixes.get(token.prefix);
                if (namespace === undefined) {
                    throw turtleError(token.line, `the prefix ${token.prefix}: is not declared`);
                }
                return namespace + token.value;
            }
            case 'blank':
            case '[':
                throw turtleError(token.line, 'blank nodes are not supported: every element must have an IRI');
            case '(':
                throw turtleError(token.line, 'collections are not supported: write the order of values as a json: annotation');
            default:
                throw unexpected(token, what);
        }
    }

    private absolute({ value, line }: Token): string {
        if (ABSOLUTE.test(value)) {
            return value;
        }
        try {
            return new URL(value, this.base).href;
        } catch {
            throw turtleError(line, `<${value}> is a relative IRI, and there is no base against which to resolve it`);
        }
    }
}

function unexpected({ type, value, line }: Token, expected: string): Error {
    const found = type === 'eof' ? 'the end of the text' : `"${value || type}"`;
    return turtleError(line, `expected ${expected}, found ${found}`);
}
