/**
 * Names that a member inherited nearby hides (`inherited-name-in-value`, a warning). The names of a value are resolved in the feature that
 * has the value (KerML 8.2.3.5.2). Members of its type therefore hide elements of enclosing namespaces: `return : LengthValue = num` reads
 * `LengthValue::num`, although a calculation declares `num`. Steps and transitions have members of the library in the same way:
 * `assign x := target` reads `AssignmentAction::target`.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupFull, lookupInherited } from '../semantics/lookup.js';
import { memberElement, resolveEachSegment } from '../semantics/names.js';
import { notationNameOf } from '../semantics/naming.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { ownedMembersNamed } from '../semantics/owned-members.js';
import { featureValueOf, isFeature, isType, owningNamespaceOf, owningTypeOf, segmentsOf } from '../semantics/structure.js';
import { documentOf } from '../semantics/text.js';
import { spanOf } from '../syntax/index.js';
import type { Check, CheckTable } from './check.js';
import { described } from './wording.js';

const isMeantOutside: Check<ast.FeatureReferenceExpression> = (node, context) => {
    const [{ name }] = segmentsOf(node.text);
    const inherited = resolveEachSegment(node)[0];
    if (inherited === undefined) {
        return;
    }
    const ofType = featureWithValue(node, name, inherited);
    const heir = ofType ?? stepThatInherits(node, name, inherited);
    const hidden = heir && elementAround(heir, name, node);
    if (hidden === undefined || hidden === heir || hidden === inherited || (ofType === undefined && !isVariable(hidden))) {
        return;
    }
    const way = notationNameOf(hidden);
    const line = documentOf(hidden) === documentOf(node) ? ` of line ${documentOf(hidden).spanOf(spanOf(hidden)).startLine}` : '';
    context.report(
        'warning',
        'inherited-name-in-value',
        `'${name}' is ${described(inherited)} here, which ${ofType === undefined ? 'this step inherits' : 'the feature inherits from its type'}, ` +
            `and not ${described(hidden)}${line}${way === undefined ? '' : `: write ${way}`}`,
        node
    );
};

/** The feature in whose value a name is written, if its type has the element. */
function featureWithValue(node: AstNode, name: string, element: AstNode): AstNode | undefined {
    const feature = owningNamespaceOf(node);
    return feature !== undefined && isInValueOf(node, feature) && inherits(feature, name, element) ? feature : undefined;
}

const inherits = (type: AstNode, name: string, element: AstNode): boolean => memberElement(lookupInherited(type, name)) === element;

/** The nearest type around a name that inherits its element from the library. */
function stepThatInherits(node: AstNode, name: string, element: AstNode): AstNode | undefined {
    if (!isOfLibrary(element) || owningTypeOf(element) === undefined) {
        return undefined;
    }
    let scope = owningNamespaceOf(node);
    while (scope !== undefined && isType(scope) && ownedMembersNamed(scope, name).length === 0) {
        if (inherits(scope, name, element)) {
            return scope;
        }
        scope = owningNamespaceOf(scope);
    }
    return undefined;
}

/** Whether an element is a feature that a step may read; a result without a name has other advice. */
function isVariable(element: AstNode): boolean {
    return isFeature(element) && !(element.membership === 'return' && element.name === undefined);
}

/** The nearest element of the model that a name denotes outside a type. */
function elementAround(type: AstNode, name: string, node: AstNode): AstNode | undefined {
    for (let around = owningNamespaceOf(type); around !== undefined; around = owningNamespaceOf(around)) {
        const found = memberElement(lookupFull(around, name, node));
        if (found === undefined || !isOfLibrary(found)) {
            return found;
        }
    }
    return undefined;
}

function isInValueOf(node: AstNode, feature: AstNode): boolean {
    const value = featureValueOf(feature)?.expression;
    for (let at: AstNode | undefined = node; at !== undefined && at !== feature; at = at.$container) {
        if (at === value) {
            return true;
        }
    }
    return false;
}

export const valueNameChecks: CheckTable = { FeatureReferenceExpression: [isMeantOutside] };
