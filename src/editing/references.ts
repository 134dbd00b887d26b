/**
 * References to elements in all documents of a model, and the names of referring declarations in reports (contract: edits-and-diagnostics
 * 1.8, 1.9, 1.12).
 */
import type { AstNode } from '../language/generated/tree.js';
import { membersOf, type NameSegment, namesIn, referringNodes, segmentsOfNode } from '../language/positions/name-segments.js';
import { notationNameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { lookupNameOf } from '../language/semantics/owned-members.js';
import { isImport, ownerOf } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { type Span, spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { tokensFrom } from '../language/validation/tokens.js';
import type { Referrer } from './outcome.js';
import { endingOf } from './text/layout.js';
import type { PlaceMap } from './text/splices.js';

/** A segment of a name with the member that it resolves to. */
export interface Reference extends NameSegment {
    /** index of its document in the model */
    readonly document: number;
    readonly member: AstNode;
}

/** The references to a declaration or to anything declared in it, in the order of the documents and their texts. */
export function referencesInto(model: Model, declaration: AstNode): Reference[] {
    const names = namesDeclaredIn(declaration);
    return model.documents.flatMap((document, i) =>
        referringNodes(document).flatMap(node => {
            if (!namesIn(node).some(({ name }) => names.has(name))) {
                return [];
            }
            const members = membersOf(node);
            return members.some(m => m !== undefined && isWithin(m, declaration))
                ? segmentsOfNode(document, node).flatMap(segment => {
                      const member = members[segment.index];
                      return member !== undefined && isWithin(member, declaration) ? [{ ...segment, document: i, member }] : [];
                  })
                : [];
        })
    );
}

/** All names under which elements in a declaration can be found. */
function namesDeclaredIn(declaration: AstNode): ReadonlySet<string> {
    const names = new Set<string>();
    visitAll(declaration, node => {
        const { shortName } = node;
        const name = lookupNameOf(node);
        if (name !== undefined) {
            names.add(name);
        }
        if (shortName !== undefined) {
            names.add(shortName);
        }
    });
    return names;
}

/** The declaration that contains a node: the innermost member of a body. */
export function declarationOf(node: AstNode): AstNode {
    let declaration = node;
    while (declaration.$containerProperty !== 'members' && declaration.$container !== undefined) {
        declaration = declaration.$container;
    }
    return declaration;
}

/** Whether a node is `container` or lies inside it. */
export function isWithin(node: AstNode, container: AstNode): boolean {
    let inner: AstNode | undefined = node;
    while (inner !== undefined && inner !== container) {
        inner = inner.$container;
    }
    return inner !== undefined;
}

/** A declaration by its qualified name, or by its heading and namespace if it has no name. */
export function referrerOf(declaration: AstNode): Referrer {
    const document = documentOf(declaration);
    return { name: displayName(document, declaration), document: document.name };
}

export function displayName(document: Document, declaration: AstNode): string {
    const isNamed = declaration.name !== undefined || declaration.shortName !== undefined;
    const name = isNamed && !isImport(declaration) ? qualifiedNameOf(declaration) : undefined;
    if (name !== undefined) {
        return name;
    }
    const owner = ownerOf(declaration);
    const inside = owner?.$container === undefined ? undefined : (qualifiedNameOf(owner) ?? notationNameOf(owner));
    return inside === undefined ? headingOf(document, declaration) : `${headingOf(document, declaration)} in ${inside}`;
}

/** The text of a declaration before its body, without visibility, on one line. */
function headingOf(document: Document, declaration: AstNode): string {
    const { text } = document;
    const { offset, end } = spanOf(declaration);
    const ending = endingOf(text, declaration);
    const limit = ending === undefined ? end : ending.form === 'semicolon' ? ending.at : ending.open;
    const { visibility } = declaration;
    let start = offset;
    for (const token of tokensFrom(text, offset, limit)) {
        start = token.offset;
        if (token.text !== visibility) {
            break;
        }
    }
    const heading = text.slice(start, limit).replace(/\s+/g, ' ').replace(/;$/, '').trim();
    return heading.length > 120 ? `${heading.slice(0, 119)}…` : heading;
}

/** The referring declarations, each once, sorted by document, then name. */
export function sortedReferrers(declarations: Iterable<AstNode>): Referrer[] {
    const byKey = new Map<string, Referrer>();
    for (const declaration of declarations) {
        const referrer = referrerOf(declaration);
        byKey.set(JSON.stringify([referrer.document, referrer.name]), referrer);
    }
    const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    return [...byKey.values()].sort((a, b) => order(a.document, b.document) || order(a.name, b.name));
}

/**
 * Whether an element of the edited texts corresponds to an element of the old texts.
 * @param maps maps of the changed documents, by name
 */
export function isSame(before: AstNode | undefined, after: AstNode | undefined, maps: ReadonlyMap<string, PlaceMap>): boolean {
    if (before === undefined || after === undefined || before === after) {
        return before === after;
    }
    const from = documentOf(before);
    const to = documentOf(after);
    if (from.isLibrary || to.isLibrary || from.name !== to.name || before.$type !== after.$type) {
        return false;
    }
    const place = placeIn(maps.get(from.name), spanOf(before));
    const now = spanOf(after);
    return place.offset === now.offset && place.end === now.end;
}

/** The extent in the new text of an extent of the old text; a bound is undefined if it was removed. */
export function placeIn(map: PlaceMap | undefined, { offset, end }: Span): { offset: number | undefined; end: number | undefined } {
    return map === undefined ? { offset, end } : { offset: map.start(offset), end: map.end(end) };
}
