/** Finds the declarations that operations refer to (contract: edits-and-diagnostics 1.5). */
import type { AstNode } from '../language/generated/tree.js';
import { elementById, nameOf } from '../language/semantics/naming.js';
import { ownedMembersNamed } from '../language/semantics/owned-members.js';
import { ownedMembersOf, segmentsOf } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import type { Draft } from './draft.js';
import { EditRefusal } from './outcome.js';

type Members = (namespace: AstNode, name: string) => readonly AstNode[];

/** Members by declared name; `@2` is the third member of all if no member has that name. */
const asWritten: Members = (namespace, name) => {
    const named = ownedMembersNamed(namespace, name);
    if (named.length > 0 || !/^@\d+$/.test(name)) {
        return named;
    }
    const member = ownedMembersOf(namespace)[Number(name.slice(1))];
    return member === undefined ? [] : [member];
};

/** Members by declared name, else by effective name. */
const effective: Members = (namespace, name) => {
    const named = asWritten(namespace, name);
    return named.length > 0 ? named : ownedMembersOf(namespace).filter(m => nameOf(m) === name);
};

function walk(root: AstNode, names: readonly string[], members: Members): readonly AstNode[] {
    let found: readonly AstNode[] = [root];
    for (const name of names) {
        found = [...new Set(found.flatMap(namespace => members(namespace, name)))];
    }
    return found;
}

function find(root: AstNode, id: string, members: Members): readonly AstNode[] {
    const found = walk(root, id.split('::'), members);
    return found.length > 0 || !id.includes("'")
        ? found
        : walk(
              root,
              segmentsOf(id).map(s => s.name),
              members
          );
}

/**
 * The declaration with this id in the current text of the targeted document.
 * @throws EditRefusal UNKNOWN_TARGET or AMBIGUOUS_TARGET
 */
export function targetOf(draft: Draft, id: string): AstNode {
    return declaration(draft, id, 'UNKNOWN_TARGET');
}

/**
 * The owner with this id; the root of the document if it is empty.
 * @param mayBeOpened accepts an owner whose body a pending edit creates, for members that are only appended
 * @throws EditRefusal OWNER_UNKNOWN or AMBIGUOUS_TARGET
 */
export function ownerOfId(draft: Draft, id: string, mayBeOpened = false): AstNode {
    return id === '' ? draft.document.root : declaration(draft, id, 'OWNER_UNKNOWN', mayBeOpened);
}

function declaration(draft: Draft, id: string, unknown: 'UNKNOWN_TARGET' | 'OWNER_UNKNOWN', mayBeOpened = false): AstNode {
    let found = find(draft.document.root, id, asWritten);
    const added = found.length === 0 && draft.hasPending ? findGathered(draft, id) : undefined;
    if (added !== undefined) {
        return added;
    }
    if (draft.hasPending && (found.length === 0 || (isStale(draft, found[0], unknown) && !(mayBeOpened && draft.isOpened(found[0]))))) {
        draft.flush();
        found = find(draft.document.root, id, asWritten);
    }
    if (found.length === 0 && id !== '') {
        found = find(draft.model.documents[draft.target].root, id, effective);
    }
    if (found.length > 1) {
        throw new EditRefusal('AMBIGUOUS_TARGET', `'${id}' is declared ${found.length} times in '${draft.document.name}'`);
    }
    if (found.length === 0 || id === '') {
        throw new EditRefusal(unknown, unknownMessage(draft, id));
    }
    return found[0];
}

/** A declaration in a pending member that the document does not contain yet. */
function findGathered(draft: Draft, id: string): AstNode | undefined {
    const names = id.includes("'") ? segmentsOf(id).map(s => s.name) : id.split('::');
    for (let length = names.length - 1; length >= 0; length--) {
        const owners = walk(draft.document.root, names.slice(0, length), asWritten);
        if (owners.length === 0) {
            continue;
        }
        const root = owners.length === 1 ? draft.gathered(owners[0], names[length]) : undefined;
        const found = root === undefined ? [] : walk(root, names.slice(length), asWritten);
        return found.length === 1 ? found[0] : undefined;
    }
    return undefined;
}

/** Whether pending splices may change the place where an operation on a declaration, or an addition to it, is written. */
function isStale(draft: Draft, found: AstNode, unknown: 'UNKNOWN_TARGET' | 'OWNER_UNKNOWN'): boolean {
    return unknown === 'OWNER_UNKNOWN' ? draft.isTouched(found) : draft.isDisturbed(found);
}

function unknownMessage(draft: Draft, id: string): string {
    const elsewhere = id === '' ? undefined : elementById(draft.model, id);
    const { name } = draft.document;
    if (elsewhere === undefined) {
        return id === '' ? 'no element is named' : `there is no element '${id}' in '${name}'`;
    }
    const document = documentOf(elsewhere);
    return document.name === name
        ? `'${id}' is not declared by that name: it is inherited or imported`
        : `'${id}' is not declared in '${name}' but in ${document.isLibrary ? `the library ('${document.name}')` : `'${document.name}'`}`;
}
