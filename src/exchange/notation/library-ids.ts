/**
 * Finds library elements, their memberships and the conjugates of port definitions by id (contract: conversion 4.7), to explain references
 * in documents of other tools.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import { ownedMembersOf } from '../../language/semantics/structure.js';
import type { Model } from '../../language/workspace/workspace.js';
import { Builder } from '../builder/builder.js';
import { conjugateOf } from '../builder/conjugates.js';
import { MEMBERSHIP_OF, normativeSegment, uuid5 } from '../ids.js';
import { normativeId, normativeMembershipId, placeOfAlias, standardPackageId } from '../normative.js';
import type { LibraryById, LibraryElement } from '../reading/library-elements.js';

/** Looks up a model's library by id. Collects ids only as far as needed. */
export function libraryById(library: () => Model): LibraryById {
    let ids: LibraryIds | undefined;
    return id => (ids ??= idsOf(library())).get(id);
}

/** Cached for all models, because libraries are immutable and shared within a process. */
const known = new WeakMap<object, LibraryIds>();

function idsOf(model: Model): LibraryIds {
    let ids = known.get(model.library);
    if (ids === undefined) {
        known.set(model.library, (ids = new LibraryIds(model)));
    }
    return ids;
}

type Ids = Map<string, LibraryElement>;

/** The elements of a library by id. Collects more ids until the requested one is found. */
class LibraryIds {
    private readonly ids: Ids = new Map();
    private readonly steps: Iterator<void>;

    constructor(model: Model) {
        this.steps = collect(model, this.ids);
    }

    get(id: string): LibraryElement | undefined {
        let found = this.ids.get(id);
        while (found === undefined && this.steps.next().done !== true) {
            found = this.ids.get(id);
        }
        return found;
    }
}

/**
 * Collects the ids of packages and their direct members, to which most references refer, and of their memberships; then all ids in both
 * forms, which differ for unnamed elements (contract: conversion 4.6); then the ids that follow from effective names, and those of aliases.
 * Starts with small documents, to which most models refer. Yields after each document.
 */
function* collect(model: Model, ids: Ids): Generator<void, void, undefined> {
    const documents = [...model.library.documents()].sort((a, b) => a.text.length - b.text.length);
    const builders = [true, false].map(hasUuids => new Builder(model, { hasUuids }));
    for (const add of [addElement, addMembership]) {
        for (const { root } of documents) {
            yield publishedIn(builders[0], root).forEach(node => add(ids, builders[0], node));
        }
    }
    for (const builder of builders) {
        for (const { root } of documents) {
            yield collectNamed(ids, builder, root);
        }
    }
    const builder = new Builder(model);
    for (const { root } of documents) {
        yield collectEffective(ids, builder, root);
    }
    for (const { root } of documents) {
        yield ownedMembersOf(root).forEach(node => addAliases(ids, builder, node));
    }
}

/** The declarations of a document that have an element, owners before members. */
function* declarationsIn(builder: Builder, root: AstNode): Generator<AstNode, void, undefined> {
    const work = [...ownedMembersOf(root)];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        if (builder.identities.of(node) !== undefined && builder.elementOf(node) !== undefined) {
            yield node;
            work.push(...ownedMembersOf(node));
        }
    }
}

/** Those packages of a document, and those of their direct members, for which the standard defines ids. */
function publishedIn(builder: Builder, root: AstNode): readonly AstNode[] {
    return ownedMembersOf(root)
        .flatMap(top => [top, ...ownedMembersOf(top)])
        .filter(node => builder.identities.of(node)?.isNormative === true);
}

function addElement(ids: Ids, builder: Builder, node: AstNode): void {
    const element = builder.elementOf(node)!;
    ids.set(element.id, {
        metaclass: element.metaclass,
        qualifiedName: builder.identities.of(node)!.qualifiedName,
        declaredName: node.name
    });
}

function addMembership(ids: Ids, builder: Builder, node: AstNode): void {
    const element = builder.elementOf(node)!;
    const membership = builder.membershipElementOf(node);
    if (membership !== undefined && membership !== element) {
        ids.set(membership.id, { metaclass: membership.metaclass, memberId: element.id });
    }
}

/** Collects elements, their memberships and the conjugates of port definitions. */
function collectNamed(ids: Ids, builder: Builder, root: AstNode): void {
    for (const node of declarationsIn(builder, root)) {
        addElement(ids, builder, node);
        addMembership(ids, builder, node);
        if (builder.elementOf(node)!.metaclass === 'PortDefinition') {
            addConjugate(ids, builder, node, builder.identities.of(node)!.path);
        }
    }
}

/** Collects unnamed elements by their effective names, which they take from features that they redefine. */
function collectEffective(ids: Ids, builder: Builder, root: AstNode): void {
    const paths = new Map<AstNode, readonly string[]>();
    for (const node of declarationsIn(builder, root)) {
        const { qualifiedName, path } = builder.identities.of(node)!;
        const named = effectivePath(node, paths);
        if (named !== undefined && path === undefined) {
            addByEffectiveName(ids, named, { metaclass: builder.elementOf(node)!.metaclass, qualifiedName });
        }
    }
}

/** If a package has only such members, the positions of its aliases follow from their order. */
const BESIDE_ALIASES: ReadonlySet<string> = new Set(['Alias', 'Import', 'Documentation', 'Comment']);

/**
 * Adds aliases by the standard's ids, which contain the position among the owner's relationships in the standard's own text (KerML
 * 8.3.2.1.2 path). That position follows from the order in packages with only imports, annotations and aliases; a table contains it for
 * some other aliases.
 */
function addAliases(ids: Ids, builder: Builder, node: AstNode): void {
    const packageId = node.name === undefined ? undefined : standardPackageId(node.name);
    if (packageId === undefined) {
        return;
    }
    const members = node.members ?? [];
    const followsFromOrder = members.every(m => BESIDE_ALIASES.has(m.$type));
    members.forEach((member, at) => {
        const known = member.$type === 'Alias' ? ids.get(builder.elementOf(member)?.id ?? '') : undefined;
        const place = followsFromOrder ? at + 1 : placeOfAlias(node.name!, member.name ?? '');
        if (known !== undefined && place !== undefined) {
            ids.set(uuid5(packageId, `${normativeSegment(node.name!)}/${place}`), known);
        }
    });
}

/** The effective names from a package to an element (KerML 8.3.2.1.2 qualifiedName); undefined if one of the elements has none. */
function effectivePath(node: AstNode, paths: Map<AstNode, readonly string[]>): readonly string[] | undefined {
    const outer = node.$container === undefined ? undefined : paths.get(node.$container);
    const name = nameOf(node);
    if (name === undefined || (outer === undefined && standardPackageId(name) === undefined)) {
        return undefined;
    }
    const path = [...(outer ?? []), normativeSegment(name)];
    paths.set(node, path);
    return path;
}

/** Adds an unnamed element and its membership by the ids that the standard makes from its effective name. */
function addByEffectiveName(ids: Ids, path: readonly string[], element: LibraryElement): void {
    const [id, membershipId] = [normativeId(path), normativeMembershipId(path)];
    if (id !== undefined && !ids.has(id)) {
        ids.set(id, element).set(membershipId!, { metaclass: 'OwningMembership', memberId: id });
    }
}

/** Adds a conjugate by the id that our graphs use and by the id that the standard makes from its name. */
function addConjugate(ids: Ids, builder: Builder, node: AstNode, path: readonly string[] | undefined): void {
    const conjugate = conjugateOf(builder, node);
    const original = builder.elementOf(node);
    if (conjugate === undefined || original === undefined) {
        return;
    }
    const declaredName = `~${node.name}`;
    const { qualifiedName } = builder.identities.of(node)!;
    const element: LibraryElement = {
        metaclass: conjugate.metaclass,
        qualifiedName: `${qualifiedName}::${declaredName}`,
        declaredName,
        originalId: original.id
    };
    ids.set(conjugate.id, element);
    const packageId = path === undefined ? undefined : standardPackageId(path[0]);
    if (packageId !== undefined) {
        const normative = uuid5(packageId, [...path!, `'${declaredName}'`].join('::'));
        ids.set(normative, element);
        ids.set(uuid5(packageId, [...path!, `'${declaredName}'`].join('::') + MEMBERSHIP_OF), {
            metaclass: 'OwningMembership',
            memberId: normative
        });
    }
}
