/**
 * Static checks of a query before it runs (contract: views 6.2): unknown names, arguments of the wrong kind, recursive queries, and budgets
 * of invocations.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { referentOf } from '../../language/semantics/referents.js';
import { isEnumLiteral } from '../../runtime/evaluation/index.js';
import { textOf } from '../../language/semantics/text.js';
import { DEEPEST_INVOCATION, MOST_INVOCATIONS } from '../query-context.js';
import { definitionFault, QueryFault, within } from '../faults.js';
import { isOptional, type QueryDefinition, type QueryParameter } from './definition.js';
import { argumentsOf, elementsOfList, invokedBy, isName, parameterNamed } from './expressions.js';

/** Operations that build columns. They may occur only in the columns of a projection. */
export const COLUMN_BUILDERS: ReadonlySet<string> = new Set(['Column', 'RelatedColumn']);

/** @throws QueryFault */
export function planQuery(definition: QueryDefinition): void {
    new Planner().query(definition, []);
}

class Planner {
    private invocations = 0;

    query(definition: QueryDefinition, around: readonly QueryDefinition[]): void {
        within(`query ${definition.id}`, () => {
            if (around.includes(definition)) {
                throw new QueryFault('definition', `it invokes itself: ${[...around, definition].map(d => d.id).join(' -> ')}`);
            }
            if (around.length >= DEEPEST_INVOCATION) {
                throw new QueryFault(
                    'exhausted',
                    `the invocation depth is exhausted: queries are nested more than ${DEEPEST_INVOCATION} deep`
                );
            }
            if (++this.invocations > MOST_INVOCATIONS) {
                throw new QueryFault(
                    'exhausted',
                    `the invocation budget is exhausted: there are more than ${MOST_INVOCATIONS} invocations`
                );
            }
            if (definition.body === undefined) {
                throw new QueryFault('definition', 'it has no body: one is an expression over the operations of DocumentQueries');
            }
            this.rows(definition.body, definition, [...around, definition]);
        });
    }

    /** Checks an expression whose value must be rows. */
    private rows(expression: AstNode, definition: QueryDefinition, around: readonly QueryDefinition[]): void {
        for (const part of elementsOfList(expression)) {
            const parameter = parameterNamed(part, definition);
            if (parameter !== undefined) {
                if (!parameter.takesElements && !parameter.isUntyped) {
                    throw definitionFault('invalid-argument', `${parameter.name} holds values where elements are required`);
                }
            } else if (isName(part)) {
                checkKnown(part);
            } else {
                this.invocation(part, definition, around);
            }
        }
    }

    private invocation(expression: AstNode, definition: QueryDefinition, around: readonly QueryDefinition[]): void {
        const invoked = invokedBy(expression);
        if (invoked === undefined || (invoked.kind === 'operation' && COLUMN_BUILDERS.has(invoked.name))) {
            throw definitionFault('invalid-argument', `${oneLine(expression)} gives no rows`);
        }
        this.arguments(expression, definition, around);
        if (invoked.kind === 'query') {
            this.query(invoked.definition, around);
        }
    }

    private arguments(expression: AstNode, definition: QueryDefinition, around: readonly QueryDefinition[]): void {
        const invoked = invokedBy(expression)!;
        const given = argumentsOf(expression, invoked);
        for (const parameter of invoked.definition.parameters) {
            const argument = given.get(parameter);
            if (argument === undefined) {
                if (!isOptional(parameter)) {
                    throw definitionFault('invalid-argument', `${invoked.name} requires ${parameter.name}`);
                }
            } else if (parameter.takesElements) {
                this.rows(argument, definition, around);
            } else if (invoked.kind === 'operation' && parameter.name === 'columns') {
                this.columns(argument, definition, around);
            } else if (!parameter.isUntyped && !(COLUMN_BUILDERS.has(invoked.name) && parameter.name === 'expression')) {
                elementsOfList(argument).forEach(part => this.value(part, parameter, definition));
            }
        }
    }

    private columns(expression: AstNode, definition: QueryDefinition, around: readonly QueryDefinition[]): void {
        for (const part of elementsOfList(expression)) {
            const invoked = invokedBy(part);
            if (invoked === undefined || !COLUMN_BUILDERS.has(invoked.name)) {
                throw definitionFault('invalid-argument', `${oneLine(part)} makes no column: Column and RelatedColumn do`);
            }
            this.arguments(part, definition, around);
        }
    }

    /** Checks an expression whose value must not be an element. An enumerated value is a value. */
    private value(expression: AstNode, { name }: QueryParameter, definition: QueryDefinition): void {
        const bound = parameterNamed(expression, definition);
        if (bound !== undefined) {
            if (bound.takesElements) {
                throw definitionFault('invalid-argument', `${bound.name} holds elements where ${name} wants a value`);
            }
        } else if (expression.$type === 'FeatureReferenceExpression' && !isEnumLiteral(checkKnown(expression))) {
            throw definitionFault('invalid-argument', `${oneLine(expression)} is an element where ${name} wants a value`);
        }
    }
}

function checkKnown(expression: AstNode): AstNode {
    const element = referentOf(expression);
    if (element === undefined) {
        throw new QueryFault('definition', `${oneLine(expression)} names nothing`);
    }
    return element;
}

export const oneLine = (expression: AstNode): string => textOf(expression).replace(/\s+/g, ' ').trim();
