/** Elements of a test's model by where they stand, and back: no lookup of the language takes part. */
import type { AstNode } from '../../src/language/generated/tree.js';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { ownedMembersOf, ownerOf } from '../../src/language/semantics/structure.js';
import { type Model, Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from './library.js';

/** A model of one document. */
export function modelOf(content: string, language: 'sysml' | 'kerml' = 'sysml'): Model {
    return new Workspace({ library: testLibrary() }).parse([{ name: `test.${language}`, language, content }]).model;
}

/**
 * The element at a path of declared names (`P::a::b`), where `@2` is the third member of an owner. A name of the library leads into the
 * library.
 * @throws Error when nothing stands there
 */
export function elementAt(model: Model, path: string): AstNode {
    const found = path.split('::').reduce<AstNode | undefined>((owner, segment) => {
        const members = owner === undefined ? [] : ownedMembersOf(owner);
        return segment.startsWith('@')
            ? members[Number(segment.slice(1))]
            : members.find(m => (m as { name?: string }).name === segment || (m as { shortName?: string }).shortName === segment);
    }, model.documents.at(-1)!.root);
    const element = found ?? model.libraryElement(path);
    if (element === undefined) {
        throw new Error(`the test's model has no element ${path}`);
    }
    return element;
}

/** What a table says of an element: its qualified name, else where it stands in its owner; `-` for none. */
export function told(element: AstNode | undefined): string {
    if (element === undefined) {
        return '-';
    }
    const owner = ownerOf(element);
    return qualifiedNameOf(element) ?? `${told(owner)}::@${owner === undefined ? 0 : ownedMembersOf(owner).indexOf(element)}`;
}
