/** Determines operand and result types of operators in opaque text and expression trees (contract: migration 8.1, 8.2). */
import { type Declaration, LibraryName, type Piece, type Text } from '../../notation/declaration.js';
import { Untranslatable } from './untranslatable.js';

/**
 * The known type of a value. An enumeration literal has `Enumeration`; undefined if nothing is known, for example for user-defined types.
 */
export type Scalar = 'Boolean' | 'Integer' | 'Real' | 'String' | 'Enumeration' | undefined;

/** An expression with its scalar type. */
export interface Typed {
    readonly text: Text;
    readonly type: Scalar;
}

const SCALARS: Readonly<Record<string, Scalar>> = {
    'ScalarValues::Boolean': 'Boolean',
    'ScalarValues::Integer': 'Integer',
    'ScalarValues::Natural': 'Integer',
    'ScalarValues::Positive': 'Integer',
    'ScalarValues::Rational': 'Real',
    'ScalarValues::Real': 'Real',
    'ScalarValues::String': 'String'
};

/** Returns the scalar type for a library name; undefined for other names. */
export const scalarNamed = (name: string | undefined): Scalar =>
    name !== undefined && Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined;

/** Returns the library type of a feature or definition, own or inherited, for example `ScalarValues::Real`; undefined without one. */
export function libraryTypeOf(declaration: Declaration): string | undefined {
    // The iteration over a set includes members that are added during the iteration.
    const all = new Set([declaration]);
    for (const { types, specializes, generalsOrNone } of all) {
        for (const [piece] of [...types, ...specializes]) {
            if (piece instanceof LibraryName) {
                return piece.text;
            }
        }
        generalsOrNone?.forEach(general => all.add(general));
    }
    return undefined;
}

/** Returns the scalar type of a feature; undefined for a feature with several values, to which scalar operators do not apply. */
export const scalarOf = (feature: Declaration): Scalar => (isMultiple(feature) ? undefined : scalarNamed(libraryTypeOf(feature)));

/** Whether a feature may have more than one value. */
export function isMultiple({ multiplicity }: Declaration): boolean {
    const upper = multiplicity.replace(/^\[|\]$/g, '').replace(/^.*\.\./, '');
    return upper !== '' && upper !== '1' && upper !== '0';
}

const isOrdered = (type: Scalar): boolean => type !== 'Boolean' && type !== 'Enumeration';
const isNumber = (type: Scalar): boolean => type === 'Integer' || type === 'Real';

/** Whether a value of one type can be assigned to a feature of another type. */
export const isFit = (value: Scalar, feature: Scalar): boolean =>
    value === undefined || feature === undefined || value === feature || (value === 'Integer' && feature === 'Real');

const areComparable = (left: Scalar, right: Scalar): boolean =>
    left === undefined || right === undefined || left === right || (isNumber(left) && isNumber(right));

function demand(holds: boolean, operator: string, ...types: Scalar[]): void {
    if (!holds) {
        throw new Untranslatable(`the types of '${operator}' disagree: ${types.map(t => t ?? 'another').join(' and ')}`);
    }
}

/** @throws Untranslatable if the type is known and not a number */
export const demandNumber = (type: Scalar, operator: string): void => demand(type === undefined || isNumber(type), operator, type);
/** @throws Untranslatable if the type is known and not Boolean */
export const demandBoolean = (type: Scalar, operator: string): void => demand(type === undefined || type === 'Boolean', operator, type);
/** @throws Untranslatable if the value cannot be assigned to the feature */
export const demandFit = (value: Scalar, feature: Scalar): void => demand(isFit(value, feature), ':=', feature, value);

/** Returns the common type of two values. @throws Untranslatable if they are not comparable */
export function joined(left: Scalar, right: Scalar, operator: string): Scalar {
    demand(areComparable(left, right), operator, left, right);
    return left === right ? left : left === undefined || right === undefined ? undefined : 'Real';
}

/**
 * Returns the result type of an operator for two operand types.
 * @throws Untranslatable if the operator does not accept them
 */
export function resultOf(operator: string, left: Scalar, right: Scalar): Scalar {
    switch (operator) {
        case 'and':
        case 'or':
        case 'xor':
            demandBoolean(left, operator);
            demandBoolean(right, operator);
            return 'Boolean';
        case '==':
        case '!=':
            demand(areComparable(left, right), operator, left, right);
            return 'Boolean';
        case '<':
        case '<=':
        case '>':
        case '>=':
            demand(areComparable(left, right) && [left, right].every(isOrdered), operator, left, right);
            return 'Boolean';
        default:
            return arithmetic(operator, left, right);
    }
}

function arithmetic(operator: string, left: Scalar, right: Scalar): Scalar {
    if (operator === '+' && (left === 'String' || right === 'String')) {
        demand(areComparable(left, right), operator, left, right);
        return left === right ? 'String' : undefined;
    }
    demandNumber(left, operator);
    demandNumber(right, operator);
    if (left === undefined || right === undefined) {
        return undefined;
    }
    return operator === '/' || operator === '**' ? 'Real' : joined(left, right, operator);
}

/** Puts an expression in parentheses, so that it may be an operand; a path and a literal need none. */
export const grouped = (text: Text): Text => (text.every(isOfPath) ? text : ['(', ...text, ')']);

const isOfPath = (piece: Piece): boolean => typeof piece !== 'string' || /^[\w.]+$/.test(piece);
