/** Syntax of query expressions: invocations, their arguments, and the referents of names. Evaluates nothing. */
import type { AstNode } from '../../language/generated/tree.js';
import { labelName } from '../../language/semantics/labels.js';
import { resolve } from '../../language/semantics/names.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { textOf } from '../../language/semantics/text.js';
import { scopeOf } from '../../language/semantics/world.js';
import { layoutOf } from '../../runtime/evaluation/index.js';
import { definitionFault, QueryFault } from '../faults.js';
import { definitionOf, isQuery, QUERIES, type QueryDefinition, type QueryParameter } from './definition.js';

/** The calculation that an invocation refers to. */
export interface Invoked {
    readonly kind: 'query' | 'operation';
    /** for an operation, its name in the library */
    readonly name: string;
    readonly definition: QueryDefinition;
}

/** The query or operation that an expression invokes; undefined if it invokes neither. @throws QueryFault for an unknown name */
export function invokedBy(expression: AstNode): Invoked | undefined {
    if (expression.$type !== 'InvocationExpression') {
        return undefined;
    }
    const { target } = expression;
    const element = target.$type === 'FeatureReferenceExpression' ? resolve(target) : undefined;
    if (element === undefined) {
        throw new QueryFault('definition', `${textOf(target)} names no query and no operation`);
    }
    if (isQuery(element)) {
        return { kind: 'query', name: qualifiedNameOf(element) ?? '', definition: definitionOf(element) };
    }
    const id = qualifiedNameOf(element) ?? '';
    return scopeOf(element).isLibrary && id.startsWith(`${QUERIES}::`)
        ? { kind: 'operation', name: id.slice(QUERIES.length + 2), definition: definitionOf(element) }
        : undefined;
}

/** The arguments of an invocation by parameter. Arguments without a label are positional. @throws QueryFault */
export function argumentsOf(expression: AstNode, { definition, name }: Invoked): ReadonlyMap<QueryParameter, AstNode> {
    const given = new Map<QueryParameter, AstNode>();
    (expression.arguments ?? []).forEach((argument, i) => {
        const label = argument.name === undefined ? undefined : labelName(definition.element, argument);
        const parameter = label === undefined ? definition.parameters[i] : definition.parameters.find(p => p.slot.names.includes(label));
        if (parameter === undefined) {
            throw definitionFault('invalid-argument', `${name} has no parameter ${label ?? i + 1}`);
        }
        if (given.has(parameter)) {
            throw definitionFault('invalid-argument', `${name}: ${parameter.name} is given twice`);
        }
        given.set(parameter, argument.value);
    });
    return given;
}

/** The query parameter that an expression refers to. */
export function parameterNamed(expression: AstNode, definition: QueryDefinition): QueryParameter | undefined {
    const target = expression.$type === 'FeatureReferenceExpression' ? resolve(expression) : undefined;
    const index = target === undefined ? undefined : layoutOf(definition.element).indexOf.get(target);
    return index === undefined ? undefined : definition.parameters.find(p => p.slot.index === index);
}

/** Whether an expression is only a name or a chain of names. */
export function isName(expression: AstNode): boolean {
    return expression.$type === 'FeatureReferenceExpression' || expression.$type === 'FeatureChainExpression';
}

/** The elements of a list expression; any other expression is its only element. */
export function elementsOfList(expression: AstNode): readonly AstNode[] {
    switch (expression.$type) {
        case 'SequenceExpression':
            return expression.elements.flatMap(elementsOfList);
        case 'NullExpression':
            return [];
        default:
            return [expression];
    }
}
