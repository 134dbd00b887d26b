/** Finds elements by the ids of describe.ts: qualified names, `Owner::@<n>` for an anonymous member. */
import type { AstNode } from '../language/generated/tree.js';
import { elementById, nameOf } from '../language/semantics/naming.js';
import { ownedMembersOf } from '../language/semantics/structure.js';
import type { Model } from '../language/workspace/workspace.js';

/** The element of an id; undefined for none. */
export function elementOfId(model: Model, id: string): AstNode | undefined {
    const named = elementById(model, id);
    if (named !== undefined || !id.includes('@')) {
        return named;
    }
    const parts = id.split('::');
    const first = parts.findIndex(part => POSITION.test(part));
    if (first < 0) {
        return undefined;
    }
    const owner = first === 0 ? model.documents[0]?.root : elementById(model, parts.slice(0, first).join('::'));
    return parts.slice(first).reduce<AstNode | undefined>((element, part) => {
        const members = element === undefined ? [] : ownedMembersOf(element);
        const [, position] = POSITION.exec(part) ?? [];
        return position === undefined ? members.find(m => nameOf(m) === part) : members[Number(position)];
    }, owner);
}

const POSITION = /^@(\d+)$/;
