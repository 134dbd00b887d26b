/**
 * The values of features at one time of an unrolled action, as terms. Each expression is translated once, over symbols for the features
 * that change. For each time, these symbols are replaced by the terms of that time. Does not depend on statements or tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { visitAll } from '../../../language/syntax/index.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { sameDimension } from '../../values/index.js';
import { asCondition, type Symbolic, type SymbolicTerm, Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Translation } from '../solver/translation.js';

/** A feature that changes. */
export interface Variant {
    readonly name: string;
    readonly frame: Frame;
    readonly index: number;
    /** symbol for its value in all expressions */
    readonly symbol: SymbolicTerm;
}

/** The values of the features that change, by symbol. A feature without a value is absent. */
export type Values = ReadonlyMap<Term, Term>;

/** A translated expression, with the conditions under which it is defined. */
export interface Translated {
    readonly value: Symbolic;
    readonly sides: readonly Term[];
}

/** The features that change, and the translated expressions over them. */
export class Variants {
    private readonly all: Variant[] = [];
    private readonly byPlace = new Map<Frame, Map<number, Variant>>();
    private readonly bySymbol = new Map<Term, Variant>();
    private readonly reads = new Map<Term, readonly Term[]>();
    private readonly expressions = new Map<Frame, Map<AstNode, Translated>>();

    constructor(readonly translation: Translation) {}

    /** Adds a feature that changes. */
    add(name: string, frame: Frame, index: number, initial?: SymbolicTerm): Variant {
        const symbol = this.translation.features.changing(frame, index, `s${this.all.length}`, initial);
        const variant = { name, frame, index, symbol };
        this.all.push(variant);
        const places = this.byPlace.get(frame) ?? new Map<number, Variant>();
        this.byPlace.set(frame, places.set(index, variant));
        this.bySymbol.set(symbol.term, variant);
        return variant;
    }

    /** Returns the features of a frame that change. */
    of(frame: Frame): readonly Variant[] {
        return [...(this.byPlace.get(frame)?.values() ?? [])];
    }

    at(frame: Frame, index: number): Variant | undefined {
        return this.byPlace.get(frame)?.get(index);
    }

    /** Translates an expression over the symbols of the features that change. @throws Untranslatable */
    translated(expression: AstNode, frame: Frame): Translated {
        const known = this.expressions.get(frame) ?? new Map<AstNode, Translated>();
        this.expressions.set(frame, known);
        let found = known.get(expression);
        if (found === undefined) {
            refuseDraws(expression);
            const { value, sides } = this.translation.arithmetic.apart(() => this.translation.of(expression, frame));
            known.set(expression, (found = { value, sides }));
        }
        return found;
    }

    /** Translates a Boolean expression. @throws Untranslatable */
    condition(expression: AstNode, frame: Frame): { readonly term: Term; readonly sides: readonly Term[] } {
        const { value, sides } = this.translated(expression, frame);
        return { term: asCondition(value, this.translation.choices), sides };
    }

    /** Returns the value that a feature holds after an assignment. @throws Untranslatable */
    held({ frame, index, symbol, name }: Variant, value: Symbolic): Term {
        const { term, meaning } = this.translation.features.held(value, frame, index);
        const { sort } = symbol.term;
        const isSame = meaning.kind === symbol.meaning.kind || (terms.isNumeric(term) && terms.isNumeric(symbol.term));
        const isMeasured = meaning.kind === 'quantity' || symbol.meaning.kind === 'quantity';
        const isAlike =
            !isMeasured ||
            (meaning.kind === 'quantity' &&
                symbol.meaning.kind === 'quantity' &&
                sameDimension(meaning.dimension, symbol.meaning.dimension));
        if (!isSame || !isAlike || (sort !== term.sort && sort !== 'Real')) {
            throw new Untranslatable(`${name} holds values of several kinds: declare its type`);
        }
        return sort === 'Real' ? terms.toReal(term) : term;
    }

    /**
     * Returns a function that evaluates translated terms at one time. It throws Untranslatable for a term that reads a feature without a
     * value.
     */
    reader(values: Values): (term: Term) => Term {
        const replaced = new Map(values);
        return term => {
            const vacant = this.readBy(term).find(symbol => !values.has(symbol));
            if (vacant !== undefined) {
                throw new Untranslatable(`${this.bySymbol.get(vacant)!.name} may have no value where it is read`);
            }
            return terms.substituted(term, replaced);
        };
    }

    /** Returns the symbols of features in a translated term. */
    private readBy(root: Term): readonly Term[] {
        let found = this.reads.get(root);
        if (found === undefined) {
            found = terms.termsWithin(root).filter(t => this.bySymbol.has(t));
            this.reads.set(root, found);
        }
        return found;
    }
}

/** @throws Untranslatable for an expression that draws a random value */
function refuseDraws(expression: AstNode): void {
    visitAll(expression, node => {
        const called = node.$type === 'InvocationExpression' && 'text' in node.target ? resolve(node.target) : undefined;
        const name = called === undefined ? undefined : qualifiedNameOf(called);
        if (name?.startsWith('RandomFunctions::') === true) {
            throw new Untranslatable(`a draw of ${name} is not encoded`, node);
        }
    });
}

/** Symbols whose presence in the values records that something has happened on some path to a place. */
const records = new WeakSet<Term>();

/** Returns a symbol whose presence records that something has happened on some path. */
export function recordOf(name: string): Term {
    const record = terms.variable(name, 'Bool');
    records.add(record);
    return record;
}

const vacancies = new WeakMap<Term, Term>();

/** The record that a feature has a value on some paths to a place and none on others. @param symbol of the feature */
export function sometimesVacant(symbol: Term): Term {
    const record = vacancies.get(symbol) ?? recordOf(`sometimes vacant ${symbol.operator}`);
    vacancies.set(symbol, record);
    return record;
}

/** Merges the values of two paths that reach the same place. */
export function merged(isFirst: Term, first: Values, second: Values): Values {
    const values = new Map<Term, Term>();
    for (const symbol of new Set([...first.keys(), ...second.keys()])) {
        const [value, other] = [first.get(symbol), second.get(symbol)];
        if (records.has(symbol)) {
            values.set(symbol, terms.TRUE);
        } else if (value !== undefined && other !== undefined) {
            values.set(symbol, terms.conditional(isFirst, value, other));
        } else {
            values.set(sometimesVacant(symbol), terms.TRUE);
        }
    }
    return values;
}
