/** The elements that queries walk over, and names that queries give as texts. */
import type { AstNode } from '../language/generated/tree.js';
import { NOT_SHOWN } from '../language/semantics/exposure.js';
import { elementById } from '../language/semantics/naming.js';
import { memberElement, resolveIn } from '../language/semantics/names.js';
import { isNamespace, ownerOf } from '../language/semantics/structure.js';
import type { Asking } from './asking.js';

/** What an element declares in its body, in order. */
export function childrenOf(element: AstNode): readonly AstNode[] {
    return (element.members ?? []).filter(m => m.$type !== 'Alias' && !NOT_SHOWN.has(m.$type));
}

/** The element that owns another one; the root of a document is none. */
export function parentOf(element: AstNode): AstNode | undefined {
    const owner = ownerOf(element);
    return owner === undefined || owner.$container === undefined ? undefined : owner;
}

/** Every element that the model declares, parents first, by its documents. */
export function* allElements({ model }: Asking): Generator<AstNode> {
    function* below(element: AstNode): Generator<AstNode> {
        for (const child of element.members ?? []) {
            yield child;
            yield* below(child);
        }
    }
    for (const { root } of model.documents) {
        yield* below(root);
    }
}

/** The element that a text names: by its qualified name, else as a name at the place of the query. */
export function namedElement({ model }: Asking, name: string, place: AstNode): AstNode | undefined {
    const element = elementById(model, name);
    if (element !== undefined || !/^[\p{L}_']/u.test(name)) {
        return element;
    }
    return memberElement(resolveIn(isNamespace(place) ? place : (ownerOf(place) ?? place), name));
}
