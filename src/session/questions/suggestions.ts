/** Suggests names of a model that are similar to an unknown name. Does not depend on commands. */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { lastSegment, type NameNode, ownedMembersOf } from '../../language/semantics/structure.js';
import { type Candidate, nearest } from '../../language/validation/near-names.js';
import { candidatesIn, candidatesFor, missingSegmentOf } from '../../language/validation/suggestions.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { UnknownName } from '../../runtime/values/index.js';

/**
 * Adds suggestions to an error: those of `check` for a name in a place, else names of the model's own elements that are equal or similar to
 * the unknown one. A feature of an object is suggested by its simple name.
 */
export function withSuggestions(model: Model, error: string, unknown: UnknownName): string {
    const { name, kind } = unknown;
    const candidates = candidatesAtItsPlace(model, unknown);
    const suggested = (candidates.length > 0 ? candidates : nearest(lastSegment(name), candidatesOf(model, kind === 'feature')))
        .map(c => c.text)
        .filter(text => text !== name);
    return suggested.length === 0 ? error : `${error} (did you mean ${suggested.join(' or ')}?)`;
}

function candidatesAtItsPlace(model: Model, { name, node, type }: UnknownName): readonly Candidate[] {
    if (node !== undefined) {
        const unresolved = node as NameNode; // failures do not depend on syntax trees; those of the evaluator contain its nodes
        return candidatesFor(unresolved, missingSegmentOf(unresolved), model);
    }
    return type === undefined ? [] : candidatesIn(type as AstNode, name, model);
}

/** The named elements of the model's documents. `reach` marks names that are usable only when qualified. */
function candidatesOf(model: Model, isMember: boolean): Candidate[] {
    const found: Candidate[] = [];
    const visit = (node: AstNode): void => {
        const name = nameOf(node);
        const text = isMember ? name : qualifiedNameOf(node);
        if (name !== undefined && text !== undefined) {
            found.push({ text, name, reach: 1, element: node });
        }
        ownedMembersOf(node).forEach(visit);
    };
    model.documents.forEach(d => visit(d.root));
    return found;
}
