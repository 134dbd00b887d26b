/** The possible values of features by their types, in the sorts of the solver. Does not depend on frames. */
import type { ValueCategory } from '../../evaluation/model/kinds.js';
import type { Unit } from '../../values/index.js';
import type { Meaning } from './symbolic.js';
import * as terms from './terms.js';
import type { Sort, Term } from './terms.js';

/** The possible values of a feature with some type. */
export interface Range {
    readonly sort: Sort;
    readonly meaning: Meaning;
    readonly unit?: Unit;
    readonly domain: (term: Term) => Term;
}

const range = (sort: Sort, kind: 'boolean' | 'string' | 'number' | 'real' | 'choice', from?: number): Range => ({
    sort,
    meaning: { kind },
    domain: term => (from === undefined ? terms.TRUE : terms.compare('>=', term, terms.integer(from)))
});

/** The range of an enumeration or a variation. */
export const CHOSEN = range('Int', 'choice');

/** The ranges by category, except for quantities, whose range depends on their dimension. */
export const RANGES: Readonly<Partial<Record<ValueCategory, Range>>> = {
    boolean: range('Bool', 'boolean'),
    string: range('String', 'string'),
    natural: range('Int', 'number', 0),
    positive: range('Int', 'number', 1),
    integer: range('Int', 'number'),
    rational: range('Real', 'number'),
    number: range('Real', 'number'),
    real: range('Real', 'real')
};
