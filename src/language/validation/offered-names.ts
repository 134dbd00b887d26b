/** The names that a world and its namespaces offer as suggestions; each index is built once. */
import type { AstNode } from '../generated/tree.js';
import { memberElement, resolve } from '../semantics/names.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { lookupNameOf, namingNodeOf, visibilityOf } from '../semantics/owned-members.js';
import { isImport, isPackage, ownedMembersOf } from '../semantics/structure.js';
import { scopeOf, type World } from '../semantics/world.js';
import { quoted } from '../../runtime/values/index.js';
import { type Candidate, NameIndex } from './near-names.js';

const modelIndexes = new WeakMap<object, NameIndex<Candidate>>();

/** A world that may list its documents. */
export interface DocumentWorld extends World {
    readonly documents?: readonly { readonly root: AstNode }[] | (() => readonly { readonly root: AstNode }[]);
    readonly library?: DocumentWorld;
}

/** Members of all packages by qualified name; built once per model and once for the library. */
export function packageIndex(world: DocumentWorld, isLibrary: boolean): NameIndex<Candidate> {
    let index = modelIndexes.get(world);
    if (index === undefined) {
        const made = new NameIndex<Candidate>();
        const { documents } = world;
        const all = typeof documents === 'function' ? documents.call(world) : (documents ?? []);
        const work: AstNode[] = all.map(d => d.root);
        for (let namespace = work.pop(); namespace !== undefined; namespace = work.pop()) {
            for (const member of ownedMembersOf(namespace)) {
                const { name, shortName } = member;
                const element = memberElement(member);
                if (isImport(member) || element === undefined || visibilityOf(member) !== 'public') {
                    continue;
                }
                if (shortName !== undefined && namespace.$container !== undefined) {
                    made.add({
                        text: `${notationName(namespace)}::${quoted(shortName)}`,
                        name: shortName,
                        reach: isLibrary ? 3 : 1,
                        element,
                        isExact: true
                    });
                }
                if (name === undefined) {
                    continue;
                }
                if (namespace.$container !== undefined) {
                    const qualified = notationName(member);
                    made.add({ text: qualified, name, reach: isLibrary ? 3 : 1, element });
                } else {
                    made.add({ text: quoted(name), name, reach: isLibrary ? 2 : 0, element });
                }
                if (isPackage(member)) {
                    work.push(member);
                }
            }
        }
        modelIndexes.set(world, (index = made));
    }
    return index;
}

function notationName(member: AstNode): string {
    return (qualifiedNameOf(member) ?? '').split('::').map(quoted).join('::');
}

/** A declared member as a candidate, with its visibility. */
interface Declared extends Candidate {
    readonly isPublic: boolean;
}
const declared = new WeakMap<AstNode, NameIndex<Declared>>();

/** Names that a namespace declares itself. */
export function declaredIn(namespace: AstNode): NameIndex<Declared> {
    let index = declared.get(namespace);
    if (index === undefined) {
        index = new NameIndex<Declared>();
        const reach = scopeOf(namespace).isLibrary ? 2 : 0;
        for (const member of ownedMembersOf(namespace)) {
            const { shortName } = member;
            const naming = namingNodeOf(member);
            const element = memberElement(member);
            const hasNames = !isImport(member) && (naming === undefined || resolve(naming) !== undefined);
            for (const name of hasNames ? [lookupNameOf(member), shortName] : []) {
                if (name !== undefined && element !== undefined) {
                    index.add({ text: quoted(name), name, reach, element, isPublic: visibilityOf(member) === 'public' });
                }
            }
        }
        declared.set(namespace, index);
    }
    return index;
}
