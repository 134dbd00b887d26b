/**
 * Computed columns (contract: views 6.4, "Computed column"; 6.5, RelatedColumn): an expression over the properties of a row, or the
 * elements related to a row.
 */
import type { AstNode } from '../language/generated/tree.js';
import { referentOf } from '../language/semantics/referents.js';
import type * as ast from '../language/generated/tree.js';
import { codeOf, operators, failureOf } from '../runtime/evaluation/index.js';
import { elementsOf, type Value } from '../runtime/values/index.js';
import { definitionFault, within } from './faults.js';
import { DIRECTIONS, RELATIONSHIP_KINDS, relatedTo } from './operations/relations.js';
import { declaredPropertyOf } from './properties/row-properties.js';
import type { Call } from './queries/call.js';
import { parameterNamed } from './queries/expressions.js';
import type { ComputedColumn } from './queries/result.js';
import type { Scope } from './queries/scope.js';
import { type CellValue, isRow, labelOf, type Row } from './rows.js';

/** The column that a builder declares. @param expression the `expression` argument of `Column` */
export function columnOf(call: Call, expression: AstNode | undefined, scope: Scope): ComputedColumn {
    const name = call.text('name');
    if (call.operation === 'RelatedColumn') {
        const [kind, direction] = [call.word('relationshipKind', RELATIONSHIP_KINDS), call.word('direction', DIRECTIONS)];
        const [depth, form] = [call.depth('maxDepth'), call.word('form', ['elements', 'count', 'any'])];
        const among = call.hasRows('among')
            ? new Set(call.rows('among').rows.flatMap(r => (r.kind === 'element' ? [r.element] : [])))
            : undefined;
        return {
            name,
            cellOf: row => {
                const reached = within(`column ${name}`, () => relatedTo(call.context, [row], kind, direction, depth));
                const related = among === undefined ? reached : reached.filter(r => among.has(r.element));
                return form === 'elements' ? related : [form === 'count' ? related.length : related.length > 0];
            }
        };
    }
    return {
        name,
        cellOf: row => {
            const where = `column ${name} of ${labelOf(row)}`;
            return within(where, () => {
                const value = expression === undefined ? undefined : new RowExpression(scope, row).valueOf(expression);
                if (value === undefined) {
                    throw definitionFault('column-absent', 'it has no value (`??` gives one)');
                }
                return [value];
            });
        }
    };
}

/** Evaluates an expression on one row. An undefined operand means "absent"; every operator except `??` propagates it. */
class RowExpression {
    constructor(
        private readonly scope: Scope,
        private readonly row: Row
    ) {}

    valueOf(expression: AstNode): CellValue | undefined {
        switch (expression.$type) {
            case 'FeatureReferenceExpression':
                return this.named(expression);
            case 'BinaryExpression':
                return this.binary(expression);
            case 'UnaryExpression': {
                const { operator, operand } = expression;
                const apply = operators.UNARY_OPERATORS[operator];
                return apply === undefined ? this.computed(expression) : this.applied([operand], ([value]) => apply(value));
            }
            case 'ConditionalExpression': {
                const { condition, thenBranch, elseBranch } = expression;
                const test = this.valueOf(condition);
                return test === undefined ? undefined : this.valueOf(test === true ? thenBranch : elseBranch);
            }
            case 'SequenceExpression': {
                const { elements } = expression;
                return elements.length === 1 ? this.valueOf(elements[0]) : this.computed(expression);
            }
            default:
                return this.computed(expression);
        }
    }

    private binary(expression: ast.BinaryExpression): CellValue | undefined {
        const { left, operator, right } = expression;
        if (operator === '??') {
            return this.valueOf(left) ?? this.valueOf(right);
        }
        const [apply, applyLazily] = [operators.BINARY_OPERATORS[operator], operators.LAZY_OPERATORS[operator]];
        return apply === undefined && applyLazily === undefined
            ? this.computed(expression)
            : this.applied([left, right], ([a, b]) => (apply === undefined ? applyLazily(a, () => b) : apply(a, b)));
    }

    private applied(operands: readonly AstNode[], apply: (values: readonly Value[]) => Value): CellValue | undefined {
        const values: Value[] = [];
        for (const value of operands.map(o => this.valueOf(o))) {
            if (value === undefined) {
                return undefined;
            }
            if (isRow(value)) {
                throw definitionFault('invalid-argument', 'an element cannot be an operand');
            }
            values.push(value);
        }
        return this.guarded(() => apply(values));
    }

    /** The value of a query parameter, or of the row's property with this declaration. */
    private named(expression: AstNode): CellValue | undefined {
        const parameter = parameterNamed(expression, this.scope.definition);
        if (parameter !== undefined) {
            return only(this.scope.valuesOf(parameter));
        }
        const element = referentOf(expression);
        const values = element === undefined ? undefined : declaredPropertyOf(this.scope.context, this.row, element);
        return values === undefined ? undefined : only(values);
    }

    /** The runtime evaluates all other expressions, in the frame of the row. */
    private computed(expression: AstNode): CellValue | undefined {
        const { row, scope } = this;
        const frame =
            row.kind === 'object' ? row.object : row.kind === 'element' ? scope.context.run.prototypeOf(row.element) : scope.frame;
        const value = this.guarded(() => codeOf(expression)(frame));
        const values = elementsOf(value).filter(
            v => typeof v !== 'object' || v === null || (v.kind !== 'undetermined' && v.kind !== 'unset')
        );
        return only(values);
    }

    private guarded(work: () => Value): Value {
        try {
            return work();
        } catch (error) {
            const failure = failureOf(error);
            throw definitionFault(
                failure.head === 'incommensurable units' ? 'column-incommensurable' : 'unevaluable-feature',
                failure.message
            );
        }
    }
}

function only(values: readonly CellValue[]): CellValue | undefined {
    if (values.length > 1) {
        throw definitionFault('column-cardinality', `there are ${values.length} values where one is required`);
    }
    return values[0];
}
