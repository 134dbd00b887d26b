/** The elements that queries navigate, and the resolution of names that queries give as texts. */
import type { AstNode } from '../language/generated/tree.js';
import { NOT_SHOWN } from '../language/semantics/exposure.js';
import { elementById } from '../language/semantics/naming.js';
import { memberElement, resolveIn } from '../language/semantics/names.js';
import { isNamespace, ownerOf } from '../language/semantics/structure.js';
import type { QueryContext } from './query-context.js';

/** The members that an element declares in its body, in order. */
export function childrenOf(element: AstNode): readonly AstNode[] {
    return (element.members ?? []).filter(m => m.$type !== 'Alias' && !NOT_SHOWN.has(m.$type));
}

/** The owner of an element; undefined below the root of a document. */
export function parentOf(element: AstNode): AstNode | undefined {
    const owner = ownerOf(element);
    return owner === undefined || owner.$container === undefined ? undefined : owner;
}

/** Every element that the model declares, document by document, owners before their members. */
export function* allElements({ model }: QueryContext): Generator<AstNode> {
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

/** Resolves a name: first as a qualified name, then as a name visible at `place`. */
export function namedElement({ model }: QueryContext, name: string, place: AstNode): AstNode | undefined {
    const element = elementById(model, name);
    if (element !== undefined || !/^[\p{L}_']/u.test(name)) {
        return element;
    }
    return memberElement(resolveIn(isNamespace(place) ? place : (ownerOf(place) ?? place), name));
}
