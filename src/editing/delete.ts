/** delete: removes a declaration and, with `cascade`, all declarations that refer to it (contract: edits-and-diagnostics 1.9). */
import type { AstNode } from '../language/generated/tree.js';
import { documentOf } from '../language/semantics/text.js';
import { spanOf } from '../language/syntax/index.js';
import type { Model } from '../language/workspace/workspace.js';
import type { Draft, TargetedSplice } from './draft.js';
import type { Delete } from './operations.js';
import { EditRefusal } from './outcome.js';
import { declarationOf, displayName, isWithin, referencesInto, sortedReferrers } from './references.js';
import { targetOf } from './targets.js';
import { extentOf } from './text/layout.js';

export function deleteDeclaration(draft: Draft, index: number, { target: id, cascade }: Delete): void {
    const { model } = draft;
    const target = targetOf(draft, id);
    if (target.$containerProperty !== 'members') {
        throw new EditRefusal('ILLEGAL_KIND', `'${id}' is a part of another declaration and cannot be removed alone`);
    }
    const removed = withReferrers(model, target);
    const others = removed.filter(declaration => declaration !== target && !isWithin(declaration, target));
    if (others.length > 0 && !cascade) {
        throw new EditRefusal(
            'DELETE_REFERENCED',
            `'${id}' is referred to by ${others.length === 1 ? 'another declaration' : `${others.length} others`}`,
            {
                referrers: sortedReferrers(others)
            }
        );
    }
    const parts = new Map<number, TargetedSplice[]>();
    for (const declaration of inOrder(removed, target)) {
        const document = documentOf(declaration);
        const i = model.documents.indexOf(document);
        const { offset, end } = extentOf(document, declaration);
        const name = declaration === target ? id : displayName(document, declaration);
        parts.set(i, [...(parts.get(i) ?? []), { offset, end, text: '', target: name }]);
    }
    draft.rewrite(index, parts);
}

/**
 * A declaration with all declarations that transitively refer to it or to its contents. Declarations inside another one of them are left
 * out.
 */
function withReferrers(model: Model, target: AstNode): AstNode[] {
    const removed = new Set<AstNode>([target]);
    for (const declaration of removed) {
        for (const { node } of referencesInto(model, declaration)) {
            const referrer = declarationOf(node);
            if (!isWithin(referrer, declaration)) {
                removed.add(referrer);
            }
        }
    }
    const all = [...removed];
    return all.filter(declaration => !all.some(other => other !== declaration && isWithin(declaration, other)));
}

/** The target first, then the others in the order of their texts. */
function inOrder(declarations: readonly AstNode[], target: AstNode): AstNode[] {
    return [...declarations].sort((a, b) => Number(b === target) - Number(a === target) || spanOf(a).offset - spanOf(b).offset);
}
