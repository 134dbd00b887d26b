/**
 * Gives functions that are arguments, `xs->reduce f`, the form of the grammar: a feature reference expression owns an expression whose type
 * is the function (KerML 8.2.5.8.2 FunctionReferenceExpression). Some tools write a feature membership that owns nothing and refers to the
 * function instead. Depends on graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { become } from '../../patterns/stored.js';
import { madeFrom } from './body-references.js';

/** The elements of a document with function arguments in the grammar's form. */
export function withFunctionArguments(elements: readonly GraphElement[]): readonly GraphElement[] {
    const made = elements.filter(isNaming).flatMap(argumentOf);
    return made.length === 0 ? elements : [...elements, ...made];
}

/** Whether a membership in an invocation refers to a function without owning it. */
function isNaming(membership: GraphElement): boolean {
    const call = membership.metaclass === 'FeatureMembership' ? membership.element('owningRelatedElement') : undefined;
    const owner = membership.element('memberElement')?.element('owningRelationship');
    return (
        call?.metaclass === 'InvocationExpression' &&
        membership.has('memberElement') &&
        !membership.has('ownedRelatedElement') &&
        owner !== membership
    );
}

function argumentOf(membership: GraphElement): readonly GraphElement[] {
    const call = membership.element('owningRelatedElement')!;
    const [named] = membership.all('memberElement');
    const [parameter, value, reference, referring, body, typing] = [
        madeFrom(membership, 'parameter', 'Feature').add('direction', 'in'),
        madeFrom(membership, 'value', 'FeatureValue'),
        madeFrom(membership, 'reference', 'FeatureReferenceExpression'),
        madeFrom(membership, 'referring', 'FeatureMembership'),
        madeFrom(membership, 'body', 'Expression'),
        madeFrom(membership, 'typing', 'FeatureTyping').add('type', named)
    ];
    become(membership, 'ParameterMembership');
    membership.discard(property => property !== 'elementId');
    [[membership, call, parameter] as const, [value, parameter, reference] as const, [referring, reference, body] as const].forEach(
        ([relationship, owner, member]) => {
            emitMembership(relationship, owner, member);
            member.add('owningRelationship', relationship);
        }
    );
    parameter.add('ownedRelationship', value);
    reference.add('ownedRelationship', referring);
    body.add('ownedRelationship', typing);
    typing.add('owningRelatedElement', body);
    return [parameter, value, reference, referring, body, typing];
}
