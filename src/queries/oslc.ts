/**
 * Translates OSLC query text to a query (contract: queries 5). The text is a bare where clause or the parameters of a URL. The parser
 * recognizes and refuses the parts of OSLC that the contract leaves out: nested terms, the wildcard, free-text search, languages.
 */
import { type Constraint, type Query, type SortKey } from './query.js';
import { QueryError } from './query-error.js';
import { OslcText, type Term } from './oslc-text.js';

const DEFAULT_PREFIXES: Readonly<Record<string, string>> = {
    sysml: 'https://www.omg.org/spec/SysML#',
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    xsd: 'http://www.w3.org/2001/XMLSchema#'
};

const PARAMETERS: ReadonlySet<string> = new Set(
    ['where', 'select', 'orderBy', 'prefix', 'properties', 'searchTerms'].map(name => `oslc.${name}`)
);

/**
 * Parses OSLC query text.
 * @throws QueryError for invalid or unsupported text
 */
export function parseOslcQuery(text: string): Query {
    if (!text.split('&').some(part => part.startsWith('oslc.'))) {
        return { where: whereOf(text, new Map(Object.entries(DEFAULT_PREFIXES))) };
    }
    const parameters = parametersOf(text);
    if (parameters.has('oslc.searchTerms')) {
        throw new QueryError('oslc.searchTerms is not implemented: queries are element identification, not free-text search');
    }
    const prefixes = new Map([...Object.entries(DEFAULT_PREFIXES), ...prefixesOf(parameters.get('oslc.prefix'))]);
    const where = parameters.get('oslc.where');
    const select = parameters.get('oslc.select');
    const orderBy = parameters.get('oslc.orderBy');
    if (parameters.get('oslc.properties')?.trim() === '*') {
        throw new QueryError('oslc.properties: the wildcard is not implemented');
    }
    return {
        ...(where !== undefined && { where: whereOf(where, prefixes) }),
        ...(select !== undefined && { select: selectOf(select, prefixes) }),
        ...(orderBy !== undefined && { orderBy: orderOf(orderBy, prefixes) })
    };
}

/** The parameters of a URL's query string; the first of a repeated parameter applies. */
function parametersOf(text: string): ReadonlyMap<string, string> {
    const parameters = new Map<string, string>();
    for (const part of text.split('&').filter(p => p !== '')) {
        const end = part.indexOf('=');
        const name = decoded(end === -1 ? part : part.slice(0, end));
        if (!PARAMETERS.has(name)) {
            throw new QueryError(`unknown OSLC query parameter "${name}"`);
        }
        if (!parameters.has(name)) {
            parameters.set(name, end === -1 ? '' : decoded(part.slice(end + 1)));
        }
    }
    return parameters;
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
        throw new QueryError(`OSLC query parameter "${text}" has a bad percent escape`);
    }
}

/** Parses `p=<iri>, q=<iri>`. */
function prefixesOf(text: string | undefined): [prefix: string, iri: string][] {
    if (text === undefined) {
        return [];
    }
    return itemsOf(text, 'oslc.prefix').map(item => {
        const [, prefix, iri] = /^([\w.-]+)\s*=\s*<([^<>]*)>$/.exec(item) ?? [];
        if (prefix === undefined) {
            throw new QueryError(`oslc.prefix: "${item}" does not bind a prefix: p=<iri>`);
        }
        return [prefix, iri];
    });
}

type Prefixes = ReadonlyMap<string, string>;

function whereOf(text: string, prefixes: Prefixes): Constraint {
    const constraints = new OslcText(text).terms().map(term => constraintOf(term, prefixes));
    return constraints.length === 1 ? constraints[0] : { kind: 'composite', operator: 'and', constraints };
}

function constraintOf({ name, operator, values }: Term, prefixes: Prefixes): Constraint {
    const property = propertyOf(name, prefixes);
    const texts = values.map(value => {
        switch (value.kind) {
            case 'text':
                return value.text;
            case 'name': {
                const iri = expanded(value.text, prefixes);
                return localName(iri) ?? iri;
            }
            case 'typed': {
                const type = expanded(value.datatype, prefixes);
                if (!DATATYPES.has(type)) {
                    throw new QueryError(`datatype ${value.datatype} is not supported`);
                }
                return value.text;
            }
        }
    });
    const compared = { kind: 'primitive', property, written: name, values: texts } as const;
    return operator === '!='
        ? { ...compared, operator: '=', sense: 'present and inverse' }
        : { ...compared, operator: operator === 'in' ? '=' : operator };
}

const DATATYPES: ReadonlySet<string> = new Set(
    ['string', 'boolean', 'integer', 'decimal', 'double'].map(name => `${DEFAULT_PREFIXES.xsd}${name}`)
);

function selectOf(text: string, prefixes: Prefixes): [property: string, written: string][] {
    return itemsOf(text, 'oslc.select').map(item => [propertyOf(nameIn(item, 'oslc.select'), prefixes), item]);
}

function orderOf(text: string, prefixes: Prefixes): SortKey[] {
    return itemsOf(text, 'oslc.orderBy').map(item => {
        const name = nameIn(item.replace(/^[+-]\s*/, ''), 'oslc.orderBy');
        return { property: propertyOf(name, prefixes), written: name, isDescending: item.startsWith('-') };
    });
}

/** The items of a comma-separated list. @throws QueryError for an empty item */
function itemsOf(text: string, parameter: string): string[] {
    const items = text.split(',').map(item => item.trim());
    if (items.includes('')) {
        throw new QueryError(`${parameter} has an empty item`);
    }
    return items;
}

/** Checks that an item is a prefixed name. @throws QueryError */
function nameIn(item: string, parameter: string): string {
    if (item === '*') {
        throw new QueryError(`${parameter}: the wildcard is not implemented`);
    }
    if (item.includes('{') || item.includes('}')) {
        throw new QueryError(`${parameter}: "${item}": scoped terms are not implemented`);
    }
    if (!/^[\p{L}\p{Nd}_.-]*:[\p{L}\p{Nd}_.:-]*$/u.test(item)) {
        throw new QueryError(`${parameter}: "${item}" is not a prefixed name`);
    }
    return item;
}

/**
 * The query property of an OSLC predicate: `@type` for `rdf:type`, the local name for predicates of the SysML namespace. Any other name is
 * returned as written; no property has such a name.
 */
function propertyOf(name: string, prefixes: Prefixes): string {
    const iri = expanded(name, prefixes);
    return iri === `${DEFAULT_PREFIXES.rdf}type` ? '@type' : (localName(iri) ?? name);
}

/** The local name of an IRI in the SysML namespace. */
function localName(iri: string): string | undefined {
    const { sysml } = DEFAULT_PREFIXES;
    return iri.startsWith(sysml) && iri.length > sysml.length ? iri.slice(sysml.length) : undefined;
}

function expanded(name: string, prefixes: Prefixes): string {
    const end = name.indexOf(':');
    const prefix = name.slice(0, end);
    const iri = prefixes.get(prefix);
    if (iri === undefined) {
        throw new QueryError(`OSLC prefix "${prefix}" is unbound`);
    }
    return iri + name.slice(end + 1);
}
