/**
 * The namespace in which the resolution of a name starts, by the relationship that contains the name (KerML 8.2.3.5.2). Resolves nothing.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { isNamespace, isType, owningNamespaceOf } from './structure.js';

/** Relationships of a type other than specializations: their names are looked up in the type itself (KerML 8.2.3.5.2). */
const INNER_RELATIONSHIPS = new Set(['Disjoining', 'Unioning', 'Intersecting', 'Differencing', 'TypeFeaturing', 'FeatureInverting']);

/** Whether a node is the reference subsetting of an end in a connector's body. */
function isReferenceOfConnectorEnd(node: AstNode): boolean {
    const end = node.$container;
    return node.$type === 'ReferenceSubsetting' && end?.isEnd === true && isMetaclass(owningNamespaceOf(end)!, 'Connector');
}

/** The namespace in which the first segment of a name is looked up. */
export function startOf(node: AstNode): AstNode {
    const container = node.$container!;
    const { $containerProperty: property } = node;
    switch (property) {
        case 'relationships':
            if (INNER_RELATIONSHIPS.has(node.$type) && isNamespace(container)) {
                return container;
            }
            return owningNamespaceOf(isReferenceOfConnectorEnd(node) ? owningNamespaceOf(container)! : container)!;
        case 'reference':
        case 'typing':
        case 'subject':
        case 'ends':
        case 'target':
        case 'source':
            // The target of a type's relationship is looked up in the namespace that owns the type; so are the ends of a connector.
            return isType(container) ? owningNamespaceOf(container)! : owningNamespaceOf(node)!;
        case 'prefixes':
            return owningNamespaceOf(container) ?? container;
        default:
            return node.$type === 'InitialNode' || node.$type === 'ConnectorEnd'
                ? owningNamespaceOf(node)!
                : isNamespace(container)
                  ? container
                  : owningNamespaceOf(node)!;
    }
}

/** The preceding `chains` relationship, in whose feature a chaining starts (KerML 8.2.3.5.2 FeatureChaining). */
export function chainingBefore(chaining: ast.FeatureChaining): ast.FeatureChaining | undefined {
    let before: ast.FeatureChaining | undefined;
    for (const relationship of chaining.$container?.relationships ?? []) {
        if (relationship === chaining) {
            return before;
        }
        before = relationship.$type === 'FeatureChaining' ? relationship : before;
    }
    return undefined;
}
