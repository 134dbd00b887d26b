/**
 * Langium's descriptions, segments, paths and references, made from our tree. There is no concrete syntax tree: nodes store their extents.
 * Depends on trees and the position index, not on the protocol.
 */
import type { AstNode as LangiumNode, AstNodeDescription, DocumentSegment, LinkingError, Reference, ReferenceDescription } from 'langium';
import { URI } from 'langium';
import type { AstNode } from '../../language/generated/tree.js';
import { membersOf, type NameSegment, nameSegments } from '../../language/positions/name-segments.js';
import { lookupNameOf } from '../../language/semantics/owned-members.js';
import { documentOf } from '../../language/semantics/text.js';
import { childrenOf, nameSpanOf, type Span, spanOf } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import { uriOf } from '../models.js';
import { rangeOf } from '../places.js';

export function segmentAt(document: Document, { offset, end }: Span): DocumentSegment {
    return { offset, end, length: end - offset, range: rangeOf(document, { offset, end }) };
}

/** Narrows a node from Langium: all of them come from our trees. */
export function ourNode(node: LangiumNode): AstNode {
    return node as AstNode;
}

/**
 * The path from the root to a node: its index among the children at each step, in the order of the text, for example `/0/3`; empty for the
 * root.
 */
export function pathOf(node: AstNode): string {
    const steps: number[] = [];
    for (let n = node; n.$container !== undefined; n = n.$container) {
        steps.unshift(childrenOf(n.$container).indexOf(n));
    }
    return steps.map(step => `/${step}`).join('');
}

/** The node at a path from a root; undefined if there is none. */
export function nodeAtPath(root: AstNode, path: string): AstNode | undefined {
    return path
        .split('/')
        .slice(1)
        .reduce<AstNode | undefined>((node, step) => node && childrenOf(node)[Number(step)], root);
}

/** A description that contains the node: a snapshot never changes, so the node is always valid within it. */
export function describe(node: AstNode, name: string | undefined = lookupNameOf(node)): AstNodeDescription {
    const document = documentOf(node);
    const nameSpan = nameSpanOf(node);
    return {
        node,
        type: node.$type,
        name: name ?? '',
        documentUri: URI.parse(uriOf(document)),
        get path() {
            return pathOf(node);
        },
        get nameSegment() {
            return nameSpan && segmentAt(document, nameSpan);
        },
        get selectionSegment() {
            return segmentAt(document, spanOf(node));
        }
    };
}

/** A segment of a name as a reference, which the core resolves on request. */
function referenceAt(segment: NameSegment): Reference {
    const reference: Reference = {
        $refText: segment.name,
        get ref() {
            return membersOf(segment.node)[segment.index];
        },
        get $nodeDescription() {
            return this.ref && describe(ourNode(this.ref), segment.name);
        },
        get error() {
            return this.ref === undefined
                ? linkingError({ reference, container: segment.node, property: 'text', index: segment.index })
                : undefined;
        }
    };
    return reference;
}

/** All references of a document, in the order of the text: one for each segment of each referring name. */
export function referencesIn(document: Document): Reference[] {
    return nameSegments(document).map(referenceAt);
}

export function linkingError(info: LinkingError['info']): LinkingError {
    return { info, message: `'${info.reference.$refText}' leads to nothing` };
}

/** The description of a reference from a segment of a name to an element. */
export function referenceDescription(document: Document, segment: NameSegment, target: AstNode): ReferenceDescription {
    const to = documentOf(target);
    return {
        sourceUri: URI.parse(uriOf(document)),
        sourcePath: pathOf(segment.node),
        targetUri: URI.parse(uriOf(to)),
        targetPath: pathOf(target),
        segment: segmentAt(document, segment.span),
        local: to === document
    };
}
