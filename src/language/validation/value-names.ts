/**
 * Names in a value that resolve to a member of the feature's type (`inherited-name-in-value`, a warning). The names of a value are resolved
 * in the feature that has the value (KerML 8.2.3.5.2). Members of its type therefore hide elements of enclosing namespaces:
 * `return : LengthValue = num` reads `LengthValue::num`, although a calculation declares `num`.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupFull, lookupInherited } from '../semantics/lookup.js';
import { memberElement, resolveEachSegment } from '../semantics/names.js';
import { notationNameOf } from '../semantics/naming.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { featureValueOf, owningNamespaceOf, segmentsOf } from '../semantics/structure.js';
import { documentOf } from '../semantics/text.js';
import { spanOf } from '../syntax/index.js';
import type { Check, CheckTable } from './check.js';
import { described } from './wording.js';

const isMeantOutside: Check<ast.FeatureReferenceExpression> = (node, context) => {
    const [first] = segmentsOf(node.text);
    const feature = owningNamespaceOf(node);
    if (feature === undefined || !isInValueOf(node, feature)) {
        return;
    }
    const inherited = memberElement(lookupInherited(feature, first.name));
    const around = owningNamespaceOf(feature);
    if (inherited === undefined || around === undefined || resolveEachSegment(node)[0] !== inherited) {
        return;
    }
    const hidden = memberElement(lookupFull(around, first.name, node));
    if (hidden === undefined || hidden === feature || hidden === inherited || isOfLibrary(hidden)) {
        return;
    }
    const name = notationNameOf(hidden);
    const line = documentOf(hidden) === documentOf(node) ? ` of line ${documentOf(hidden).spanOf(spanOf(hidden)).startLine}` : '';
    context.report(
        'warning',
        'inherited-name-in-value',
        `'${first.name}' is ${described(inherited)} here, which the feature inherits from its type, and not ${described(hidden)}${line}` +
            (name === undefined ? '' : `: write ${name}`),
        node
    );
};

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
