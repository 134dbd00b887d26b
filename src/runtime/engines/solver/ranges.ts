/** What features may take by their types, in the solver's sorts. Knows no frames. */
import type { ValueCategory } from '../../evaluation/model/kinds.js';
import type { Unit } from '../../values/index.js';
import type { Meaning } from './symbolic.js';
import * as terms from './terms.js';
import type { Sort, Term } from './terms.js';

/** What a feature of a type may take. */
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

/** Of an enumeration or a variation. */
export const CHOSEN = range('Int', 'choice');

/** By category; a quantity's is that of its dimension. */
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
