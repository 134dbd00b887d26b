/** Hover, definition, references, rename and symbols. */
import type { AstNode } from '../language/generated/tree.js';
import {
    type DocumentSymbol,
    type Hover,
    type Location,
    MarkupKind,
    type Position,
    ResponseError,
    type SymbolInformation,
    type WorkspaceEdit
} from 'vscode-languageserver';
import { applyEdits } from '../editing/index.js';
import { normativeSegment } from '../exchange/ids.js';
import { normativeId } from '../exchange/normative.js';
import { lookupNameOf, namingNodeOf } from '../language/semantics/owned-members.js';
import { resolve } from '../language/semantics/names.js';
import { elementAt, nameAt, referencesTo } from '../language/positions/places.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { isImport, isPackage, ownedMembersOf, ownerOf, unquoted } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import {
    declaredAt,
    documentationOf,
    kindWords,
    locationOfElement,
    multiplicityText,
    shownName,
    symbolKind,
    typeText
} from './elements.js';
import { documentEdits } from './edits.js';
import type { EditorModels } from './models.js';
import { locationOf, offsetOf, rangeOf } from './places.js';

/** The protocol's error code `RequestFailed`. */
const REQUEST_FAILED = -32803;

export function hover(document: Document, position: Position): Hover | null {
    const offset = offsetOf(document, position);
    const place = nameAt(document, offset);
    const element = elementAt(document, offset);
    if (place === undefined || element === undefined) {
        return null;
    }
    const types = typeText(element);
    const heading = `${kindWords(element)} ${qualifiedNameOf(element) ?? shownName(element)}${multiplicityText(element)}${types === '' ? '' : ` ${/^[:~]/.test(types) ? '' : ': '}${types}`}`;
    const documentation = documentationOf(element);
    const id = normativeIdOf(element);
    const parts = [`\`\`\`sysml\n${heading}\n\`\`\``, documentation, id === undefined ? '' : `id \`${id}\` (normative)`];
    return {
        contents: {
            kind: MarkupKind.Markdown,
            value: parts.filter(p => p !== '').join('\n\n')
        },
        range: rangeOf(document, place.span)
    };
}

/** The normative id of a library element; undefined for all others. */
function normativeIdOf(element: AstNode): string | undefined {
    const path: string[] = [];
    for (let e: AstNode | undefined = documentOf(element).isLibrary ? element : undefined; e?.$container !== undefined; e = ownerOf(e)) {
        const name = lookupNameOf(e);
        if (name === undefined) {
            return undefined;
        }
        path.unshift(normativeSegment(name));
    }
    return path.length === 0 ? undefined : normativeId(path);
}

export function definition(document: Document, position: Position): Location[] {
    const element = elementAt(document, offsetOf(document, position));
    return element === undefined ? [] : [locationOfElement(element)];
}

export function references(models: EditorModels, document: Document, position: Position, isDeclarationIncluded: boolean): Location[] {
    const place = nameAt(document, offsetOf(document, position));
    if (place === undefined) {
        return [];
    }
    const found = models
        .modelsSeeing(documentOf(place.element))
        .flatMap(model => referencesTo(model, place.element))
        .map(({ document: other, segment }) => locationOf(other, segment.span));
    return isDeclarationIncluded ? [locationOfElement(place.element), ...found] : found;
}

export function prepareRename(document: Document, position: Position): { range: ReturnType<typeof rangeOf>; placeholder: string } | null {
    const place = nameAt(document, offsetOf(document, position));
    if (place === undefined || documentOf(namedBy(place.element)).isLibrary) {
        return null;
    }
    return { range: rangeOf(document, place.span), placeholder: document.text.slice(place.span.offset, place.span.end) };
}

/** The element that declares an element's name: itself, or the feature that a redefinition without names takes its names from. */
function namedBy(element: AstNode): AstNode {
    const seen = new Set<AstNode>();
    for (let named = element; !seen.has(named);) {
        seen.add(named);
        const naming = namingNodeOf(named);
        const feature = naming && resolve(naming);
        if (feature === undefined) {
            return named;
        }
        named = feature;
    }
    return element;
}

/**
 * Renames the element at a position with the rename operation of the editing room; its short name if that is at the position.
 * @throws ResponseError with the reason if the operation is refused
 */
export function rename(models: EditorModels, document: Document, position: Position, newName: string): WorkspaceEdit | null {
    const place = nameAt(document, offsetOf(document, position));
    const element = place && namedBy(place.element);
    const id = element && qualifiedNameOf(element);
    if (place === undefined || id === undefined) {
        return null;
    }
    const home = documentOf(element!);
    if (home.isLibrary) {
        throw new ResponseError(REQUEST_FAILED, `'${id}' is declared in the standard library, which cannot be changed`);
    }
    const model = models.modelOf(home);
    const spelled = unquoted(document.text.slice(place.span.offset, place.span.end));
    const isShortName = spelled !== element!.name && spelled === element!.shortName;
    const outcome = applyEdits(model, [{ case: 'rename', value: { target: id, newName, isShortName } }], home);
    if ('error' in outcome) {
        throw new ResponseError(REQUEST_FAILED, outcome.error);
    }
    return { documentChanges: documentEdits(models, model, outcome) };
}

/** The outline of a text. It shows declared names as written, so that the outline of a long text resolves few names. */
export function documentSymbols(document: Document): DocumentSymbol[] {
    const symbolsOf = (namespace: AstNode, depth: number): DocumentSymbol[] =>
        depth > 50
            ? []
            : ownedMembersOf(namespace).flatMap(member => {
                  const name = lookupNameOf(member) ?? shownName(member);
                  return isImport(member) || name === ''
                      ? []
                      : [
                            {
                                name,
                                detail: `${kindWords(member)} ${typeText(member)}`.trim(),
                                kind: symbolKind(member),
                                range: rangeOf(document, spanOf(member)),
                                selectionRange: rangeOf(document, declaredAt(member)),
                                children: symbolsOf(member, depth + 1)
                            }
                        ];
              });
    return symbolsOf(document.root, 0);
}

/** Declarations of packages and their members whose names contain the letters of the query in their order. */
export function workspaceSymbols(documents: readonly Document[], query: string): SymbolInformation[] {
    const wanted = query.toLowerCase();
    const found: SymbolInformation[] = [];
    const visit = (namespace: AstNode, containerName: string): void => {
        for (const member of ownedMembersOf(namespace)) {
            const name = isImport(member) ? '' : shownName(member);
            if (name !== '' && containsInOrder(name.toLowerCase(), wanted) && found.length < 500) {
                found.push({ name, kind: symbolKind(member), location: locationOfElement(member), containerName });
            }
            if (isPackage(member) || (namespace.$container === undefined && name !== '') || isPackage(namespace)) {
                visit(member, name);
            }
        }
    };
    documents.forEach(({ root }) => visit(root, ''));
    return found;
}

function containsInOrder(text: string, letters: string): boolean {
    let at = 0;
    for (const letter of letters) {
        at = text.indexOf(letter, at) + 1;
        if (at === 0) {
            return false;
        }
    }
    return true;
}
