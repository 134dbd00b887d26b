/** Finds elements by the ids of describe.ts: qualified names, `Owner::@<n>` for an anonymous member. */
import type { AstNode } from '../language/generated/tree.js';
import { elementById, nameOf } from '../language/semantics/naming.js';
import { ownedMembersOf } from '../language/semantics/structure.js';
import type { Model } from '../language/workspace/workspace.js';

/**
 * The element of an id; undefined if there is none. If no name is on its path, the first document with an element at this position counts.
 */
export function elementOfId(model: Model, id: string): AstNode | undefined {
    const named = elementById(model, id);
    if (named !== undefined || !id.includes('@')) {
        return named;
    }
    const parts = id.split('::');
    const first = parts.findIndex(part => POSITION.test(part));
    const owners = first === 0 ? model.documents.map(d => d.root) : [elementById(model, parts.slice(0, first).join('::'))];
    for (const owner of owners) {
        const found = parts.slice(first).reduce((element, part) => element && memberAt(element, part), owner);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

const POSITION = /^@(\d+)$/;

/** The member with a name, or the anonymous member at a position. */
function memberAt(owner: AstNode, part: string): AstNode | undefined {
    const simpleName = (member: AstNode): string | undefined => nameOf(member) ?? member.shortName;
    const [, position] = POSITION.exec(part) ?? [];
    const members = ownedMembersOf(owner);
    if (position === undefined) {
        return members.find(m => simpleName(m) === part);
    }
    const member = members.at(Number(position));
    return member !== undefined && simpleName(member) === undefined ? member : undefined;
}
