/** The query of a block with the bindings of its parameters (contract: views 7.2), which are names of elements or literals. */
import type { AstNode } from '../../language/generated/tree.js';
import { referentOf } from '../../language/semantics/referents.js';
import type * as ast from '../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { chainStepsOf, isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { evaluateConstant, literalOf, failureOf, isEnumLiteral } from '../../runtime/evaluation/index.js';
import { elementsOf, quoted } from '../../runtime/values/index.js';
import type { QueryContext } from '../query-context.js';
import { QueryFault } from '../faults.js';
import { heldObjectOf, referredObject } from '../held-objects.js';
import { definitionOf } from '../queries/definition.js';
import { elementsOfList, isName } from '../queries/expressions.js';
import { oneLine } from '../queries/plan.js';
import { type Binding, prepareQuery, type Table } from '../queries/run.js';
import { type CellValue, ElementRow } from '../rows.js';
import { type Part, queryOf } from './parts.js';

/** A query that is ready to run. */
export interface QueryUse {
    readonly id: string;
    run(): Table;
}

/** Plans the query of a block. @throws QueryFault */
export function queryUse(context: QueryContext, part: Part): QueryUse {
    const definition = definitionOf(queryOf(part));
    const members = part.declarations.flatMap(d => ownedMembersOf(d)).filter((m): m is ast.Usage => isUsage(m) && m.value !== undefined);
    const names = members.map(m => nameOf(m) ?? '');
    const own = ownedMembersOf(part.feature).filter((m): m is ast.Usage => isUsage(m) && m.value !== undefined);
    const repeated = own.map(m => nameOf(m)).find((name, i, all) => all.indexOf(name) !== i);
    if (repeated !== undefined) {
        throw new QueryFault('definition', `query ${definition.id}: ${repeated} is bound twice`);
    }
    // A redefinition of the block may rebind a parameter: the most specific binding applies.
    const nearest = members.filter((_, i) => names.indexOf(names[i]) === i);
    return {
        id: definition.id,
        run: prepareQuery(
            context,
            definition,
            nearest.map(member => bindingOf(context, member)),
            'definition'
        )
    };
}

function bindingOf(context: QueryContext, member: ast.Usage): Binding {
    const name = nameOf(member) ?? '';
    return {
        parameter: name,
        valuesFor: () => {
            try {
                return elementsOfList(member.value!.expression).flatMap(part => valuesOf(context, part));
            } catch (error) {
                throw error instanceof QueryFault ? error.within(`binding ${name}`) : error;
            }
        }
    };
}

const LITERALS: ReadonlySet<string> = new Set([
    'LiteralString',
    'LiteralInteger',
    'LiteralReal',
    'LiteralBoolean',
    'LiteralInfinity',
    'BracketExpression'
]);

function isLiteral(expression: AstNode): boolean {
    const operand = expression.$type === 'UnaryExpression' ? expression.operand : expression;
    return LITERALS.has(operand.$type);
}

function valuesOf(context: QueryContext, expression: AstNode): readonly CellValue[] {
    if (isName(expression)) {
        const element = referentOf(expression);
        if (element === undefined) {
            throw new QueryFault('definition', `${oneLine(expression)} names nothing`);
        }
        return [isEnumLiteral(element) ? literalOf(element, context.model) : boundElement(context, expression, element)];
    }
    if (!isLiteral(expression)) {
        throw new QueryFault('definition', `${oneLine(expression)} is neither a name nor a literal`);
    }
    try {
        return elementsOf(evaluateConstant(context.model, expression));
    } catch (error) {
        throw new QueryFault('definition', `${oneLine(expression)}: ${failureOf(error).message}`);
    }
}

/** The held object that a name or chain of features refers to; the element if no such object is held. */
function boundElement(context: QueryContext, expression: AstNode, element: AstNode): CellValue {
    if (expression.$type !== 'FeatureChainExpression') {
        return heldObjectOf(context, element) ?? new ElementRow(element);
    }
    const { operand, feature } = expression;
    const steps = [...chainOf(operand), ...chainStepsOf(feature.text)];
    const root = rootOf(operand);
    const held = root === undefined ? undefined : heldObjectOf(context, root);
    if (held === undefined) {
        return new ElementRow(element);
    }
    return referredObject(context, { id: 0, path: [qualifiedNameOf(root!) ?? '', ...steps.map(quoted)].join('.') });
}

/** The features of a chain after its first one. */
function chainOf(expression: AstNode): string[] {
    if (expression.$type !== 'FeatureChainExpression') {
        return [];
    }
    const { operand, feature } = expression;
    return [...chainOf(operand), ...chainStepsOf(feature.text)];
}

function rootOf(expression: AstNode): AstNode | undefined {
    return expression.$type === 'FeatureChainExpression' ? rootOf(expression.operand) : referentOf(expression);
}
