/**
 * Evaluates the body of a query, arguments before invocations. The query has been planned before, so a fault here comes from the contents
 * of the model.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { referentOf } from '../../language/semantics/referents.js';
import { codeOf, isEnumLiteral, literalOf, failureOf } from '../../runtime/evaluation/index.js';
import { elementsOf } from '../../runtime/values/index.js';
import { columnOf } from '../columns.js';
import { definitionFault, QueryFault, within } from '../faults.js';
import { operationNamed } from '../operations/index.js';
import { type CellValue, distinct, ElementRow, isRow, type Row } from '../rows.js';
import { checkedValues } from './bindings.js';
import { Call } from './call.js';
import type { QueryParameter } from './definition.js';
import { argumentsOf, elementsOfList, type Invoked, invokedBy, isName, parameterNamed } from './expressions.js';
import type { ComputedColumn, Rows } from './result.js';
import { Scope } from './scope.js';

/**
 * Runs a query with the given values of its parameters.
 * @param given the checked values by parameter
 * @throws QueryFault
 */
export function evaluateQuery(scope: Scope, given: ReadonlyMap<QueryParameter, readonly CellValue[]>): Rows {
    const { definition } = scope;
    for (const [parameter, values] of given) {
        scope.bind(parameter, values);
    }
    for (const parameter of definition.parameters) {
        if (!scope.isBound(parameter)) {
            const values = parameter.byDefault === undefined ? [] : valuesOf(parameter.byDefault, parameter, scope);
            scope.bind(parameter, checkedValues(scope, parameter, values, 'definition'));
        }
    }
    return rowsOf(definition.body!, scope);
}

/** The values that an argument expression gives to a parameter. */
function valuesOf(expression: AstNode, parameter: QueryParameter, scope: Scope): readonly CellValue[] {
    return parameter.takesElements ? rowsOf(expression, scope).rows : dataOf(expression, scope);
}

/** The rows of an expression. A list of several expressions has no columns. */
function rowsOf(expression: AstNode, scope: Scope): Rows {
    const parts = elementsOfList(expression);
    if (parts.length === 1) {
        return rowsOfPart(parts[0], scope);
    }
    return { rows: distinct(parts.flatMap(part => rowsOfPart(part, scope).rows)) };
}

function rowsOfPart(expression: AstNode, scope: Scope): Rows {
    const parameter = parameterNamed(expression, scope.definition);
    if (parameter !== undefined) {
        const rows = scope.valuesOf(parameter).filter((v): v is Row => isRow(v));
        return { rows: distinct(rows) };
    }
    if (isName(expression)) {
        return { rows: [new ElementRow(referentOf(expression)!)] };
    }
    return invoke(expression, invokedBy(expression)!, scope);
}

/** The values of an expression: a parameter, an enumerated value, or the runtime's result. */
function dataOf(expression: AstNode, scope: Scope): readonly CellValue[] {
    return elementsOfList(expression).flatMap((part): readonly CellValue[] => {
        const parameter = parameterNamed(part, scope.definition);
        if (parameter !== undefined) {
            return scope.valuesOf(parameter);
        }
        const element = part.$type === 'FeatureReferenceExpression' ? referentOf(part) : undefined;
        if (element !== undefined) {
            return [isEnumLiteral(element) ? literalOf(element, scope.context.model) : new ElementRow(element)];
        }
        try {
            return elementsOf(codeOf(part)(scope.frame));
        } catch (error) {
            throw definitionFault('invalid-argument', failureOf(error).message);
        }
    });
}

function invoke(expression: AstNode, invoked: Invoked, scope: Scope): Rows {
    const given = argumentsOf(expression, invoked);
    if (invoked.kind === 'query') {
        const inner = new Scope(scope.context, invoked.definition);
        const values = [...given].map(
            ([parameter, argument]) =>
                [parameter, checkedValues(inner, parameter, valuesOf(argument, parameter, scope), 'definition')] as const
        );
        return within(`query ${invoked.name}`, () => evaluateQuery(inner, new Map(values)));
    }
    const operation = operationNamed(invoked.name);
    if (operation === undefined) {
        throw new QueryFault('definition', `${invoked.name} is no operation`);
    }
    return within(invoked.name, () => operation(callOf(invoked, given, scope)));
}

function callOf({ name, definition }: Invoked, given: ReadonlyMap<QueryParameter, AstNode>, scope: Scope): Call {
    const rows = new Map<string, Rows>();
    const values = new Map<string, readonly CellValue[]>();
    let columns: readonly ComputedColumn[] = [];
    for (const parameter of definition.parameters) {
        const argument = given.get(parameter);
        if (argument === undefined) {
            const { byDefault } = parameter;
            if (!parameter.takesElements && byDefault !== undefined) {
                values.set(parameter.name, elementsOf(codeOf(byDefault)(scope.frame)));
            }
        } else if (parameter.takesElements) {
            if (argument.$type !== 'NullExpression') {
                rows.set(parameter.name, rowsOf(argument, scope));
            }
        } else if (parameter.name === 'columns') {
            columns = elementsOfList(argument).map(part => columnBy(part, scope));
        } else {
            values.set(parameter.name, dataOf(argument, scope));
        }
    }
    return new Call(scope.context, name, scope.definition.element, { rows, values, columns });
}

/** The column that a builder declares. Its `expression` argument stays unevaluated here and is evaluated on each row. */
function columnBy(expression: AstNode, scope: Scope): ComputedColumn {
    const invoked = invokedBy(expression)!;
    const given = argumentsOf(expression, invoked);
    const computed = [...given].find(([p]) => p.name === 'expression' && invoked.name === 'Column')?.[1];
    const others = new Map([...given].filter(([, argument]) => argument !== computed));
    return within(invoked.name, () => columnOf(callOf(invoked, others, scope), computed, scope));
}
