/** Operators with operands that are not directly the values of parameters (KerML 8.2.5.8.1). Depends on keywords only. */

/** The positions of the operands that the operator's function evaluates itself (8.4.4.9.6 Control Functions). */
export const EVALUATED_APART: ReadonlyMap<string, readonly number[]> = new Map([
    ['if', [1, 2]],
    ['??', [1]],
    ['or', [1]],
    ['and', [1]],
    ['implies', [1]]
]);

/** Operators that apply to the metadata of their first operand (MetaclassificationExpression). */
export const OF_METADATA: ReadonlySet<string> = new Set(['@@', 'meta']);
