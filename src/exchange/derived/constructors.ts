/**
 * Finds the features of `T` that the arguments of `new T(…)` redefine. The arguments are features of the expression's result (KerML
 * 8.4.4.9.4, checkConstructorExpressionResultFeatureRedefinition). Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { memberElement } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import { visibilityOf } from '../../language/semantics/owned-members.js';
import { isFeature, ownedFeaturesOf } from '../../language/semantics/structure.js';
import type { GraphElement } from '../graph.js';
import type { Derivation } from './derivation.js';
import { is } from './forms.js';
import { isDeclared } from './undeclared-parameters.js';

/** The constructor expression of which a feature is the result, if there is one. */
export function constructorOf(d: Derivation, result: GraphElement | undefined): GraphElement | undefined {
    const owner = result && d.element(result, 'owner');
    return is(owner, 'ConstructorExpression') && d.of(owner, 'result')[0] === result ? owner : undefined;
}

/** The public features of the instantiated type, in order; undefined if they cannot be determined. */
export function constructedFeatures(d: Derivation, constructor: GraphElement): readonly AstNode[] | undefined {
    const type = d.elements(constructor, 'instantiatedType').map(t => d.nodeOf(t))[0];
    return (
        type &&
        [...ownedFeaturesOf(type), ...d.members.inheritedBy(type).filter(isDeclared)]
            .filter(member => visibilityOf(member) === 'public')
            .map(memberElement)
            .filter(feature => feature !== undefined && isFeature(feature))
    );
}

/** The feature that an argument redefines, by name or position; undefined if it cannot be determined. */
export function redefinedByArgument(d: Derivation, constructor: GraphElement, argument: GraphElement): AstNode | undefined {
    const name = argument.text('sysx:argumentName');
    const features = constructedFeatures(d, constructor);
    const place = d
        .elements(argument, 'owningType')
        .flatMap(result => d.elements(result, 'ownedFeature'))
        .indexOf(argument);
    return name === undefined ? features?.[place] : features?.find(feature => nameOf(feature) === name);
}
