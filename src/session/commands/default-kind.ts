/** The kind of drawing of an element if the user names none. */
import type { AstNode } from '../../language/generated/tree.js';
import { isDefinition, isFeature, ownedMembersOf } from '../../language/semantics/structure.js';
import { symbolKindOf } from '../../language/symbols/symbol-kind.js';
import { isBehavior, isCalculation } from '../../runtime/evaluation/index.js';
import type { RenderingKind } from '../../views/index.js';

/** Kinds of usages that connect parts, which a tree would not show. */
const CONNECTORS = /^(?:connection|interface|flow|binding|connector|succession)/;

/** A behavior is drawn with its steps, a part with connections as an interconnection, everything else as a tree. */
export function defaultKindOf(element: AstNode): RenderingKind {
    const kind = symbolKindOf(element);
    if (/^state/.test(kind)) {
        return 'state';
    }
    if (/^useCase/.test(kind)) {
        return 'case';
    }
    if (isBehavior(element) && !isCalculation(element)) {
        return 'action';
    }
    const hasConnections =
        (isDefinition(element) || isFeature(element)) && ownedMembersOf(element).some(m => CONNECTORS.test(symbolKindOf(m)));
    return hasConnections ? 'interconnection' : 'tree';
}
