/**
 * What the language itself takes from its library: the targets of the implied relationships (KerML 8.4, SysML 8.4), and what expressions
 * and verdicts are computed with. A library without them cannot carry a model. Knows names; no library.
 */
import { hashOfName } from './format.js';
import { LIBRARY_ROWS } from '../semantics/implied-table.js';

/** Elements that no implied relationship leads to. */
const OTHERS: readonly string[] = [
    ...['Boolean', 'String', 'NumericalValue', 'Complex', 'Real', 'Rational', 'Integer', 'Natural', 'Positive'].map(
        name => `ScalarValues::${name}`
    ),
    ...['Base', 'Data', 'Scalar', 'Boolean', 'Numerical', 'Control', 'Sequence', 'Collection'].map(name => `${name}Functions`),
    'Metaobjects::SemanticMetadata',
    'VerificationCases::VerdictKind',
    'VerificationCases::PassIf'
];

/** Qualified names of all elements that the language needs, each once. */
export const REQUIRED: readonly string[] = [...new Set([...LIBRARY_ROWS.map(({ target }) => target), ...OTHERS])];

/** Identity of that list. */
export const REQUIRED_HASH = hashOfName(REQUIRED.join());

/** How many missing elements a message names before it only counts them. */
const NAMED = 12;

/**
 * One message about everything that a library lacks, or none. Of a package or type that is missing as a whole its members are not named.
 *
 * @param has whether the library has an element of a qualified name
 */
export function missingFrom(has: (qualifiedName: string) => boolean): string[] {
    const missing = new Set(
        REQUIRED.flatMap(name => {
            const segments = name.split('::');
            const length = segments.findIndex((_, i) => !has(segments.slice(0, i + 1).join('::'))) + 1;
            return length === 0 ? [] : [segments.slice(0, length).join('::')];
        })
    );
    if (missing.size === 0) {
        return [];
    }
    const rest = missing.size - NAMED;
    return [`the library lacks what the language needs: ${[...missing].slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}
