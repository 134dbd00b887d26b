/**
 * The position index: the element that is named at an offset, and the references to an element. The index of each document is built on
 * first use and kept with the document, so that a new snapshot builds only those of new documents.
 */
import type { AstNode } from '../generated/tree.js';
import { memberElement } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { shortNameOf } from '../semantics/reflection.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { forEachChild, nameSpanOf, type Span, spanOf } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import type { Model } from '../workspace/workspace.js';
import { membersOf, namesIn, isReferring, type NameSegment, type ReferringNode, referringNodes, segmentsOfNode } from './name-segments.js';
import { shortNameSpanOf } from './short-names.js';

/** A name in a text and the element that it declares or resolves to; aliases are not followed. */
export interface NamePlace {
    readonly span: Span;
    readonly element: AstNode;
    readonly isDeclaration: boolean;
}

/** The innermost node that contains an offset: the root namespace if no other does. */
export function nodeAt(document: Document, offset: number): AstNode {
    let node: AstNode = document.root;
    for (;;) {
        let inner: AstNode | undefined;
        forEachChild(node, child => {
            const { $offset, $end } = child;
            if ($offset <= offset && offset <= $end && (inner === undefined || $offset >= inner.$offset)) {
                inner = child;
            }
        });
        if (inner === undefined) {
            return node;
        }
        node = inner;
    }
}

/** The name whose span contains an offset (or ends there): a declared name, or a segment of a referring one. */
export function nameAt(document: Document, offset: number): NamePlace | undefined {
    for (let node: AstNode | undefined = nodeAt(document, offset); node !== undefined; node = node.$container) {
        const declared = nameSpanOf(node);
        if (declared !== undefined && node.$type !== 'Argument' && holds(declared, offset)) {
            return { span: declared, element: node, isDeclaration: true };
        }
        const short = shortNameSpanOf(node);
        if (short !== undefined && holds(short, offset)) {
            return { span: short, element: node, isDeclaration: true };
        }
        if (isReferring(node)) {
            const segment = segmentsOfNode(document, node).find(s => holds(s.span, offset));
            const element = segment && membersOf(segment.node)[segment.index];
            if (segment !== undefined && element !== undefined) {
                return { span: segment.span, element, isDeclaration: false };
            }
        }
    }
    return undefined;
}

const holds = ({ offset, end }: Span, at: number): boolean => offset <= at && at <= end;

/** All references to an element, in the order of the documents: the segments that resolve to it itself, not those that name an alias. */
export function referencesTo(model: Model, element: AstNode): { readonly document: Document; readonly segment: NameSegment }[] {
    // References may name an unnamed redefinition by either name of the redefined feature.
    const names = new Set([lookupNameOf(element), nameOf(element), shortNameOf(element)].filter(name => name !== undefined));
    return model.documents.flatMap(document =>
        nodesNaming(document, names).flatMap(node => {
            const members = membersOf(node);
            return members.includes(element)
                ? segmentsOfNode(document, node).flatMap(segment => (members[segment.index] === element ? [{ document, segment }] : []))
                : [];
        })
    );
}

/** The referring nodes of a document by the names of their segments. */
const nodesByName = new WeakMap<Document, ReadonlyMap<string, readonly ReferringNode[]>>();

function nodesNaming(document: Document, names: ReadonlySet<string>): readonly ReferringNode[] {
    let index = nodesByName.get(document);
    if (index === undefined) {
        const made = new Map<string, ReferringNode[]>();
        for (const node of referringNodes(document)) {
            for (const name of new Set(namesIn(node).map(segment => segment.name))) {
                const same = made.get(name);
                if (same === undefined) {
                    made.set(name, [node]);
                } else {
                    same.push(node);
                }
            }
        }
        nodesByName.set(document, (index = made));
    }
    const known = index;
    const found = new Set([...names].flatMap(name => known.get(name) ?? []));
    return [...found].sort((a, b) => spanOf(a).offset - spanOf(b).offset);
}

/** The element whose name is at an offset; an alias is followed. */
export function elementAt(document: Document, offset: number): AstNode | undefined {
    const place = nameAt(document, offset);
    return place === undefined ? undefined : (memberElement(place.element) ?? place.element);
}
