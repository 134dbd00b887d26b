/** Resolves stubs to elements of the library that this process uses (contract: conversion 4.8), by id, else by name. */
import type { AstNode } from '../../language/generated/tree.js';
import { declaredMembersOf } from '../../language/semantics/declared-members.js';
import { ownedMembersOf } from '../../language/semantics/structure.js';
import type { Model } from '../../language/workspace/workspace.js';
import { Builder } from '../builder/builder.js';
import { conjugateOf } from '../builder/conjugates.js';
import { declaredNameOf } from '../builder/members.js';
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import { qualifiedSegments } from '../ids.js';
import { isKind, isMetaclassName } from '../metamodel/facts.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** The library element with a qualified name, which may contain positions. */
export function libraryNode(library: Model, qualifiedName: string): AstNode | undefined {
    let node: AstNode | undefined;
    for (const [i, { name, position }] of qualifiedSegments(qualifiedName).entries()) {
        const members = node === undefined ? [] : declaredMembersOf(node);
        node =
            i === 0
                ? library.libraryElement(name)
                : position === undefined
                  ? members.find(m => declaredNameOf(m) === name)
                  : members[position];
        if (node === undefined) {
            return undefined;
        }
    }
    return node;
}

/**
 * Gives each stub the id of its element in the library of this process.
 * @param warn is called for each stub that is resolved by name, because the library has no element with its id
 * @throws ConversionError for a stub without a library element
 */
export function resolveStubs(graph: Graph, library: Model, warn: (message: string) => void): void {
    const stubs = graph.elements.filter(e => e.state === 'stub');
    const builder = new Builder(library, { hasUuids: graph.uuidRoots.size > 0 });
    for (const stub of stubs) {
        if (!stub.has('originalPortDefinition') && !isKind(stub.metaclass, 'Membership')) {
            resolveStub(stub, builder, library, warn);
        }
    }
    for (const stub of stubs) {
        const original = stub.element('originalPortDefinition');
        const member = isKind(stub.metaclass, 'OwningMembership') ? stub.element('memberElement') : undefined;
        const isAlias = stub.metaclass === 'Membership' && stub.has('qualifiedName');
        const known = isAlias ? stub : (original ?? member);
        const node = known && libraryNode(library, nameOf(known));
        const id = node && (original === undefined ? builder.membershipElementOf(node) : conjugateOf(builder, node))?.id;
        if (id !== undefined && id !== stub.id) {
            stub.identify(id);
        }
    }
}

function resolveStub(stub: GraphElement, builder: Builder, library: Model, warn: (message: string) => void): void {
    const name = nameOf(stub);
    const node = libraryNode(library, name);
    const known = node && builder.elementOf(node);
    if (known?.id === stub.id) {
        return;
    }
    const what = `the library element ${name === '' ? stub.id : name}`;
    const actual = nameInLibrary(library, builder, stub.id);
    if (actual !== undefined) {
        throw cannotConvert(what, `its id ${stub.id} is that of ${actual}`);
    }
    if (known === undefined) {
        throw cannotConvert(what, `the library contains no element with its id ${stub.id} or with its name`);
    }
    if (!isCompatible(known.metaclass, stub.metaclass)) {
        throw cannotConvert(
            what,
            `it is ${withArticle(stub.metaclass)}, but the library element with its name is ${withArticle(known.metaclass)}`
        );
    }
    warn(`the id of ${name} in the library is ${known.id}, not ${stub.id}: the element was found by its name`);
    stub.identify(known.id);
}

function isCompatible(a: string, b: string): boolean {
    return (isMetaclassName(b) && isKind(a, b)) || (isMetaclassName(a) && isKind(b, a));
}

function nameOf(stub: GraphElement): string {
    return stub.text('qualifiedName') ?? stub.text('declaredName') ?? '';
}

/**
 * The qualified name of the library element with an id. Searches the whole library; this is needed only for graphs with ids of other tools.
 */
function nameInLibrary(library: Model, builder: Builder, id: string): string | undefined {
    const work = library.library.documents().flatMap(d => ownedMembersOf(d.root));
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        const identity = builder.identities.of(node);
        if (identity?.id === id) {
            return identity.qualifiedName;
        }
        work.push(...ownedMembersOf(node));
    }
    return undefined;
}
