/**
 * The library elements that the language itself needs: the targets of the implied relationships (KerML 8.4, SysML 8.4), and the elements
 * for computing expressions and verdicts. A library without them cannot support a model. Depends on names, not on a library.
 */
import { hashOfName } from './format.js';
import { LIBRARY_ROWS } from '../semantics/implied-table.js';

/** Required elements that are no targets of implied relationships. */
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

/** Number of missing elements that a message names before it only counts them. */
const NAMED = 12;

/**
 * One message about all elements that a library lacks, or none. Does not name the members of a missing package or type.
 * @param has whether the library has an element with a qualified name
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
