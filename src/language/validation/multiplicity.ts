/** Rules of multiplicity ranges (KerML 8.3.4.11): order of the bounds and their types. */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { scalarTypesOf } from '../semantics/expression-types.js';
import { boundsOfRange } from '../semantics/multiplicity.js';
import { conformsTo, conformsToLibrary } from '../semantics/specialization.js';
import { libraryElement } from '../semantics/world.js';
import type { Check, CheckTable } from './check.js';

/** A lower bound above the upper one, where both are literals. */
const isOrdered: Check = (node, context) => {
    const { lower, upper } = boundsOfRange(node as ast.MultiplicityRange);
    if (lower !== undefined && upper !== undefined && lower > upper) {
        context.report('error', 'multiplicity-range', 'The lower bound of a multiplicity cannot be above its upper bound', node);
    }
};

/** validateMultiplicityRangeResultTypes; the notation has no negative literals. */
const hasNaturalBounds: Check = (node, context) => {
    for (const bound of (node as ast.MultiplicityRange).bounds) {
        if (isNoInteger(bound)) {
            context.report('error', 'multiplicity-bound-natural', 'A bound of a multiplicity must be a natural number', bound);
        }
    }
};

/** Whether the types of a bound are known and none is of integers; a general type such as `Number` or none at all leaves it open. */
function isNoInteger(bound: AstNode): boolean {
    const integer = libraryElement(bound, 'ScalarValues::Integer');
    const types = integer === undefined || bound.$type === 'LiteralInfinity' ? [] : scalarTypesOf(bound);
    return types.length > 0 && types.every(t => !conformsTo(t, integer!) && (!conformsTo(integer!, t) || conformsToLibrary(t, 'ScalarValues::Complex')));
}

export const multiplicityChecks: CheckTable = {
    MultiplicityRange: [isOrdered, hasNaturalBounds]
};
