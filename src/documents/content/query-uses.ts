/** A block's query with what the document binds its parameters to (contract: views 7.2): names of elements, and literals. */
import type { AstNode } from '../../language/generated/tree.js';
import { referentOf } from '../../language/semantics/referents.js';
import type * as ast from '../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { chainStepsOf, isUsage, ownedMembersOf, quoted } from '../../language/semantics/structure.js';
import { evaluateConstant, literalOf, failureOf, isEnumLiteral } from '../../runtime/evaluation/index.js';
import { elementsOf } from '../../runtime/values/index.js';
import type { Asking } from '../asking.js';
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
export function queryUse(asking: Asking, part: Part): QueryUse {
    const definition = definitionOf(queryOf(part));
    const members = part.declarations.flatMap(d => ownedMembersOf(d)).filter((m): m is ast.Usage => isUsage(m) && m.value !== undefined);
    const names = members.map(m => nameOf(m) ?? '');
    const own = ownedMembersOf(part.feature).filter((m): m is ast.Usage => isUsage(m) && m.value !== undefined);
    const repeated = own.map(m => nameOf(m)).find((name, i, all) => all.indexOf(name) !== i);
    if (repeated !== undefined) {
        throw new QueryFault('definition', `query ${definition.id}: ${repeated} is bound twice`);
    }
    // A redefinition of the block may rebind what the block binds: the most specific one counts.
    const nearest = members.filter((_, i) => names.indexOf(names[i]) === i);
    return {
        id: definition.id,
        run: prepareQuery(
            asking,
            definition,
            nearest.map(member => bindingOf(asking, member)),
            'definition'
        )
    };
}

function bindingOf(asking: Asking, member: ast.Usage): Binding {
    const name = nameOf(member) ?? '';
    return {
        parameter: name,
        valuesFor: () => {
            try {
                return elementsOfList(member.value!.expression).flatMap(part => valuesOf(asking, part));
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

function valuesOf(asking: Asking, expression: AstNode): readonly CellValue[] {
    if (isName(expression)) {
        const element = referentOf(expression);
        if (element === undefined) {
            throw new QueryFault('definition', `${oneLine(expression)} names nothing`);
        }
        return [isEnumLiteral(element) ? literalOf(element, asking.model) : boundElement(asking, expression, element)];
    }
    if (!isLiteral(expression)) {
        throw new QueryFault('definition', `${oneLine(expression)} is neither a name nor a literal`);
    }
    try {
        return elementsOf(evaluateConstant(asking.model, expression));
    } catch (error) {
        throw new QueryFault('definition', `${oneLine(expression)}: ${failureOf(error).message}`);
    }
}

/** The object of a usage's name, where one is held, or what its features lead to from there; else the element. */
function boundElement(asking: Asking, expression: AstNode, element: AstNode): CellValue {
    if (expression.$type !== 'FeatureChainExpression') {
        return heldObjectOf(asking, element) ?? new ElementRow(element);
    }
    const { operand, feature } = expression;
    const steps = [...chainOf(operand), ...chainStepsOf(feature.text)];
    const root = rootOf(operand);
    const held = root === undefined ? undefined : heldObjectOf(asking, root);
    if (held === undefined) {
        return new ElementRow(element);
    }
    return referredObject(asking, { id: 0, path: [qualifiedNameOf(root!) ?? '', ...steps.map(quoted)].join('.') });
}

/** The features of a chain behind its first one. */
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
