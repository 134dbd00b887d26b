/**
 * Operators of the model: an operator over objects, or over literals without a scalar value, calls the model's function of that name that
 * takes the operands (KerML 9.4.1: specializations of the library functions for domain-specific types have the same notation). All operands
 * select the function; inner scopes take precedence over outer ones, more specific parameters over general ones.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { lookupInherited } from '../../../language/semantics/lookup.js';
import { lookupInImport } from '../../../language/semantics/imports.js';
import { memberElement, resolve } from '../../../language/semantics/names.js';
import { importsOf, ownedMembersNamed } from '../../../language/semantics/owned-members.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { isType, owningNamespaceOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { type Parameter, type Shape, shapeOf } from '../calculations/shape.js';
import { invoke, outerOf } from '../calculations/usage.js';
import { isCalculation } from '../model/kinds.js';
import { EnumLiteral, type Value } from '../../values/index.js';
import { valueFits } from './classification.js';
import type { Frame } from './frame.js';

/** Whether a function of the model may overload an operator over a value; the library's functions take data values only. */
export function isOverloadable(value: Value): boolean {
    return (
        typeof value === 'object' &&
        value !== null &&
        (value.kind === 'instance' || (value instanceof EnumLiteral && value.value === undefined))
    );
}

/**
 * Calls the model's function for an operator.
 * @param node the node of the operator
 * @param operands the values, in the order of the notation
 * @returns undefined when no function in scope takes the operands
 * @throws EvaluationError of the function
 */
export function callOverload(node: AstNode, operator: string, operands: readonly Value[], frame: Frame): Value | undefined {
    for (let scope = owningNamespaceOf(node); scope !== undefined; scope = owningNamespaceOf(scope)) {
        const fitting = functionsNamed(scope, operator)
            .map(shapeOf)
            .filter(shape => fits(shape, operands, frame));
        const best = fitting.find(a => fitting.every(b => a === b || isMoreSpecial(a, b, operands.length))) ?? fitting[0];
        if (best !== undefined) {
            return invoke(frame.run, best, outerOf(best.calc, frame), operands);
        }
    }
    return undefined;
}

/** Functions of the model with a name in a namespace: owned, inherited and imported. */
function functionsNamed(scope: AstNode, name: string): AstNode[] {
    const members = [
        ...ownedMembersNamed(scope, name),
        isType(scope) ? lookupInherited(scope, name) : undefined,
        ...importsOf(scope).map(i => lookupInImport(i, name))
    ].map(memberElement);
    return [...new Set(members)].filter(m => m !== undefined).filter(m => isCalculation(m) && !scopeOf(m).isLibrary);
}

/** Whether a function has a result and takes these operands; its other parameters must be optional. */
function fits(shape: Shape, operands: readonly Value[], frame: Frame): boolean {
    const { parameters } = shape;
    return (
        (shape.answer !== undefined || shape.statements.length > 0) &&
        parameters.length >= operands.length &&
        parameters.slice(operands.length).every(p => p.hasValue || !p.isSingle) &&
        operands.every((v, i) => typesOfParameter(parameters[i]).every(type => valueFits(v, type, frame.run)))
    );
}

/** The types of the most specific declaration that has a feature typing. */
function typesOfParameter({ slot }: Parameter): readonly AstNode[] {
    for (const declaration of slot.chain) {
        const types = (declaration.relationships ?? [])
            .filter(r => r.$type === 'FeatureTyping')
            .map(r => resolve(r))
            .filter(t => t !== undefined);
        if (types.length > 0) {
            return types;
        }
    }
    return [];
}

function isMoreSpecial(a: Shape, b: Shape, count: number): boolean {
    for (let i = 0; i < count; i++) {
        const [types, others] = [typesOfParameter(a.parameters[i]), typesOfParameter(b.parameters[i])];
        if (!others.every(o => types.some(t => conformsTo(t, o)))) {
            return false;
        }
    }
    return true;
}
