/** Owners of new members, and the insertion of members that all additions use. */
import type { AstNode } from '../../language/generated/tree.js';
import { isDefinition, isPackage, isUsage } from '../../language/semantics/structure.js';
import { type Draft, labelOf, type Origin } from '../draft.js';
import type { LateCheck } from '../gathered.js';
import { EditRefusal } from '../outcome.js';
import { ownerOfId } from '../targets.js';
import { endingOf, placeAtEnd } from '../text/layout.js';

/**
 * The owner with this id; it can have members.
 * @param mayBeOpened accepts an owner whose body a pending edit creates, for members that are only appended
 * @throws EditRefusal OWNER_UNKNOWN, AMBIGUOUS_TARGET, OWNER_NOT_NAMESPACE
 */
export function openOwner(draft: Draft, id: string, mayBeOpened = false): AstNode {
    const owner = ownerOfId(draft, id, mayBeOpened);
    if (!isAdmissible(draft, owner)) {
        throw new EditRefusal('OWNER_NOT_NAMESPACE', `${labelOf(owner)} can have no members`);
    }
    return owner;
}

function isAdmissible(draft: Draft, owner: AstNode): boolean {
    return (
        owner.$container === undefined ||
        ((isPackage(owner) || isDefinition(owner) || isUsage(owner)) && endingOf(draft.layoutOf(owner).text, owner) !== undefined)
    );
}

/** Like {@link openOwner}, but first writes pending additions to the owner, so that all its members are visible. */
export function flushedOwner(draft: Draft, id: string): AstNode {
    const owner = openOwner(draft, id);
    if (!draft.hasPending || !draft.hasAdditions(owner)) {
        return owner;
    }
    draft.flush();
    return openOwner(draft, id);
}

/** Appends a member to an owner. */
export function addAtEnd(
    draft: Draft,
    origin: Origin,
    owner: AstNode,
    lines: readonly string[],
    note: { readonly isPlaced?: boolean; readonly check?: LateCheck } = {}
): void {
    if (draft.append(origin, owner, lines, note)) {
        return;
    }
    const place = placeAtEnd(draft.layoutOf(owner), owner, lines);
    if (place === undefined) {
        throw new EditRefusal('OWNER_NOT_NAMESPACE', `${labelOf(owner)} can have no members`);
    }
    draft.add(origin, owner, place, note);
}
