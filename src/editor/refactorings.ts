/**
 * Refactorings of the declaration at the cursor: adding members, extracting a definition from a body, specializations, satisfactions,
 * moving to another owner. They are operations of the editing room or plain text edits. This file selects those that fit; it does not apply
 * operations to the text.
 */
import { isBasicName } from '../runtime/values/index.js';
import { type EditOperation, NO_MEMBER } from '../editing/index.js';
import type { AstNode } from '../language/generated/tree.js';
import { notationNameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { isDefinition, isPackage, isUsage, lastSegment, ownedMembersOf, owningNamespaceOf } from '../language/semantics/structure.js';
import { ownedSubjectOf } from '../language/semantics/features.js';
import { conformsTo, supertypesOf, typesOf } from '../language/semantics/specialization.js';
import { documentOf } from '../language/semantics/text.js';
import { nameSpanOf, spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { kindWords, shownName } from './elements.js';

/** An offered refactoring: operations on the model, or changes of the text between two offsets. */
export interface Refactoring {
    readonly title: string;
    readonly kind: 'extract' | 'rewrite';
    readonly operations?: readonly EditOperation[];
    readonly changes?: readonly { readonly offset: number; readonly end: number; readonly text: string }[];
}

/** Maximum number of suggestions of one kind, to keep the list of actions short. */
const MOST = 5;

/** Kinds of members to offer, by the keywords of the owner. */
const MEMBERS: readonly (readonly [owner: RegExp, kinds: readonly string[]])[] = [
    [/^(library )?package$/, ['part def', 'attribute def', 'port def', 'action def', 'requirement def', 'part']],
    [/^(part|item|occurrence|individual)( def)?$/, ['attribute', 'part', 'port', 'action', 'constraint']],
    [/^port( def)?$/, ['attribute', 'item']],
    [/^action( def)?$/, ['action', 'attribute']],
    [/^(exhibit )?state( def)?$/, ['state']],
    [/^(requirement|concern)( def)?$/, ['attribute']],
    [/^enum def$/, ['enum']]
];

export function refactorings(model: Model, document: Document, element: AstNode): Refactoring[] {
    const id = qualifiedNameOf(element);
    return id === undefined
        ? []
        : [
              ...additions(element, id),
              ...extraction(document, element),
              ...specialization(element),
              ...satisfactions(model, element, id),
              ...moves(document, element, id)
          ];
}

const nameFor = (owner: AstNode, kind: string): string => {
    const taken = new Set(ownedMembersOf(owner).map(shownName));
    const isDef = kind.endsWith(' def');
    const word = lastSegment(kind.replace(/ def$/, '').replace(/ /g, ''));
    const base = isDef ? word[0].toUpperCase() + word.slice(1) : word;
    for (let n = 1; ; n++) {
        if (!taken.has(`${base}${n}`)) {
            return `${base}${n}`;
        }
    }
};

function additions(element: AstNode, id: string): Refactoring[] {
    const words = kindWords(element);
    const kinds = MEMBERS.find(([owner]) => owner.test(words))?.[1] ?? [];
    return kinds.map(kind => ({
        title: `Add ${kind} to ${shownName(element)}`,
        kind: 'rewrite',
        operations: [{ case: 'addMember', value: { ...NO_MEMBER, owner: id, kind, name: nameFor(element, kind) } }]
    }));
}

/** Rewrites `part engine { … }` as `part def Engine { … }` and `part engine : Engine;`. */
function extraction(document: Document, element: AstNode): Refactoring[] {
    const name = nameSpanOf(element);
    const owner = owningNamespaceOf(element);
    const words = kindWords(element);
    if (
        !isUsage(element) ||
        name === undefined ||
        owner === undefined ||
        !/^(part|item|port|attribute|action|state|occurrence)$/.test(words)
    ) {
        return [];
    }
    const { text } = document;
    const { offset, end } = spanOf(element);
    const brace = text.indexOf('{', name.end);
    const header = text.slice(name.end, brace);
    if (brace < 0 || brace > end || !/^\s*(\[[^\]{]*\])?\s*$/.test(header) || /^\{\s*\}$/.test(text.slice(brace, end))) {
        return [];
    }
    const given = shownName(element);
    const taken = new Set(ownedMembersOf(owner).map(shownName));
    const base = given[0].toUpperCase() + given.slice(1);
    const wanted = taken.has(base) ? `${base}Type` : base;
    if (taken.has(wanted) || !isBasicName(wanted)) {
        return [];
    }
    const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    return [
        {
            title: `Extract ${words} def ${wanted}`,
            kind: 'extract',
            changes: [
                { offset, end: offset, text: `${words} def ${wanted} ${text.slice(brace, end)}${line.trim() === '' ? eol + line : ' '}` },
                { offset: name.end, end, text: ` : ${wanted}${header.trim()};` }
            ]
        }
    ];
}

function specialization(element: AstNode): Refactoring[] {
    const owner = owningNamespaceOf(element);
    const name = notationNameOf(element);
    const ownerId = owner === undefined ? undefined : (qualifiedNameOf(owner) ?? '');
    if (!isDefinition(element) || owner === undefined || ownerId === undefined || name === undefined) {
        return [];
    }
    const kind = kindWords(element);
    const value = { ...NO_MEMBER, owner: ownerId, kind, name: nameFor(owner, kind), specializes: [lastSegment(name)] };
    return [{ title: `Specialize ${shownName(element)}`, kind: 'rewrite', operations: [{ case: 'addMember', value }] }];
}

/** Satisfactions of a requirement by a part that its subject admits, offered at either of them; first those of the same document. */
function satisfactions(model: Model, element: AstNode, id: string): Refactoring[] {
    const words = kindWords(element);
    const owner = owningNamespaceOf(element);
    const other = words === 'requirement' ? 'part' : words === 'part' ? 'requirement' : undefined;
    if (other === undefined || owner === undefined || !isPackage(owner)) {
        return [];
    }
    const admitted = usagesInPackages(model, other).filter(found =>
        other === 'part' ? isAdmitted(element, found) : isAdmitted(found, element)
    );
    const near = admitted.filter(found => documentOf(found) === documentOf(element));
    return [...near, ...admitted.filter(found => !near.includes(found))].slice(0, MOST).map(found => {
        const foundId = notationNameOf(found) ?? '';
        const own = notationNameOf(element) ?? id;
        const [requirement, satisfyingFeature] = other === 'part' ? [own, foundId] : [foundId, own];
        const value = { owner: qualifiedNameOf(owner) ?? '', requirement, satisfyingFeature, isAsserted: false, isNegated: false };
        const isUnique = admitted.every(same => same === found || shownName(same) !== shownName(found));
        const shown = isUnique ? shownName(found) : foundId;
        const title = other === 'part' ? `Satisfy it by ${shown}` : `Satisfy ${shown} by it`;
        return { title, kind: 'rewrite', operations: [{ case: 'addSatisfy', value }] };
    });
}

/** Whether a part conforms to the type of a requirement's subject, its own or inherited (SysML 8.4.17). */
function isAdmitted(requirement: AstNode, part: AstNode): boolean {
    const subjects = [requirement, ...supertypesOf(requirement)].flatMap(type => ownedSubjectOf(type) ?? []);
    return subjects.flatMap(typesOf).every(type => conformsTo(part, type));
}

function usagesInPackages({ documents }: Model, words: string): AstNode[] {
    const inside = (namespace: AstNode): AstNode[] =>
        ownedMembersOf(namespace).flatMap(member => {
            if (isPackage(member)) {
                return inside(member);
            }
            return isUsage(member) && kindWords(member) === words && nameSpanOf(member) !== undefined ? [member] : [];
        });
    return documents.filter(d => !d.isLibrary).flatMap(({ root }) => inside(root));
}

/** Moves the element to other packages of the document. */
function moves(document: Document, element: AstNode, id: string): Refactoring[] {
    const owner = owningNamespaceOf(element);
    const packagesIn = (namespace: AstNode): AstNode[] =>
        ownedMembersOf(namespace).flatMap(member => (isPackage(member) ? [member, ...packagesIn(member)] : []));
    const ids = packagesIn(document.root)
        .filter(p => p !== owner)
        .flatMap(p => qualifiedNameOf(p) ?? [])
        .filter(target => target !== id && !target.startsWith(`${id}::`));
    return ids.slice(0, MOST).map(target => ({
        title: `Move to ${target}`,
        kind: 'rewrite',
        operations: [{ case: 'move', value: { target: id, owner: target } }]
    }));
}
