/** The element that a name denotes in an expression (contract sheet 4.3). Does not depend on values; references.ts reads the element. */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { lookupFull } from '../../../language/semantics/lookup.js';
import { memberElement, resolve } from '../../../language/semantics/names.js';
import { isFeature, type NameNode, owningNamespaceOf, owningTypeOf, segmentsOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { isInput } from '../model/kinds.js';
import { assignedFeatureOf } from '../model/assignments.js';
import { allRedefined } from '../model/inheritance.js';
import { layoutOf } from '../model/layout.js';

/** Names of the object, of its performer and of its holder. */
export const SELF_NAMES: ReadonlySet<string> = new Set(['self', 'that', 'this']);

/**
 * The element that a name denotes in an expression. A feature is not visible in its own value (`in mass = mass` reads the outer one), and
 * the arguments of a usage are resolved in the enclosing scope of the usage.
 */
export function targetOf(node: NameNode): AstNode | undefined {
    const found = meantBy(node);
    return found === undefined ? undefined : (assignedFeatureOf(found) ?? found);
}

function meantBy(node: NameNode): AstNode | undefined {
    const target = resolve(node);
    const valued = valuedFeatureOf(node);
    if (valued === undefined || target === undefined) {
        return target;
    }
    const owner = owningTypeOf(valued);
    if (owner === undefined) {
        return target;
    }
    const own = target === valued || allRedefined(valued).some(redefined => redefined === target);
    const isArgument = isInput(valued) && isFeature(owner);
    if (!own && !(isArgument && isFeature(target) && isInput(target) && layoutOf(owner).indexOf.has(target))) {
        return target;
    }
    const outside = owningNamespaceOf(owner);
    if (outside === undefined || segmentsOf(node.text).length > 1) {
        return target;
    }
    const [first] = segmentsOf(node.text);
    return memberElement(lookupFull(outside, first.name, undefined, scopeOf(node))) ?? target;
}

/** The feature whose value contains an expression, unless an expression body lies between. */
function valuedFeatureOf(node: AstNode): ast.Usage | undefined {
    for (let n: AstNode | undefined = node; n !== undefined; n = n.$container) {
        if (n.$type === 'FeatureValue') {
            return n.$container;
        }
        if (n.$type === 'BodyExpression') {
            return undefined;
        }
    }
    return undefined;
}
