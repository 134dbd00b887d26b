/** Where the resolution of a name begins, by the relationship that the name belongs to (KerML 8.2.3.5.2). Resolves nothing. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { isNamespace, isType, owningNamespaceOf } from './structure.js';

/** Relationships of a type that are no specializations: their names are looked up in the type itself (KerML 8.2.3.5.2). */
const INNER_RELATIONSHIPS = new Set(['Disjoining', 'Unioning', 'Intersecting', 'Differencing', 'TypeFeaturing', 'FeatureInverting']);

/** The reference subsetting of an end that a connector declares in its body. */
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
            // A relationship of a type is resolved in the namespace around the type; the ends of a connector likewise.
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

/** The `chains` of a feature in front of another one, in whose feature that begins (KerML 8.2.3.5.2 FeatureChaining). */
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
