/** Call and type hierarchies: which elements invoke, perform or specialize which. Items contain the id of their element. */
import type { AstNode } from '../language/generated/tree.js';
import type {
    CallHierarchyIncomingCall,
    CallHierarchyItem,
    CallHierarchyOutgoingCall,
    Position,
    Range,
    TypeHierarchyItem
} from 'vscode-languageserver';
import { isBehavior, isCalculation, isConstraint, isA } from '../runtime/evaluation/index.js';
import { membersOf, referringNodes, segmentsOfNode } from '../language/positions/name-segments.js';
import { elementAt, referencesTo } from '../language/positions/places.js';
import { memberElement } from '../language/semantics/names.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { declaredGeneralsOf, declaredSpecializationsOf } from '../language/semantics/specialization.js';
import { isDefinition, isUsage } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import { elementIdOf } from '../views/index.js';
import { declaredAt, kindWords, shownName, symbolKind } from './elements.js';
import { elementAmong } from './ids.js';
import { type EditorModels, uriOf } from './models.js';
import { offsetOf, rangeOf } from './places.js';

const isInvocable = (element: AstNode): boolean =>
    isBehavior(element) || isCalculation(element) || isConstraint(element) || isA(element, 'StateUsage') || isA(element, 'StateDefinition');

function itemOf(element: AstNode): CallHierarchyItem & TypeHierarchyItem {
    const document = documentOf(element);
    return {
        name: shownName(element) === '' ? elementIdOf(element) : shownName(element),
        detail: `${kindWords(element)} ${qualifiedNameOf(element) ?? ''}`.trim(),
        kind: symbolKind(element),
        uri: uriOf(document),
        range: rangeOf(document, spanOf(element)),
        selectionRange: rangeOf(document, declaredAt(element)),
        data: elementIdOf(element)
    };
}

const elementOf = (models: EditorModels, { data, uri }: { readonly data?: unknown; readonly uri: string }): AstNode | undefined =>
    typeof data === 'string' ? elementAmong(models, data, uri) : undefined;

const referencesAmong = (models: EditorModels, element: AstNode | undefined): ReturnType<typeof referencesTo> =>
    element === undefined ? [] : models.modelsSeeing(documentOf(element)).flatMap(model => referencesTo(model, element));

// --- Calls ------------------------------------------------------------------------------------------------------------

export function prepareCallHierarchy(document: Document, position: Position): CallHierarchyItem[] | null {
    const element = elementAt(document, offsetOf(document, position));
    return element !== undefined && isInvocable(element) ? [itemOf(element)] : null;
}

/** The nearest declaration around a node, without the node itself, that is a behaviour or calculation. */
function invokerOf(node: AstNode, invoked: AstNode): AstNode | undefined {
    for (let owner = node.$container; owner !== undefined; owner = owner.$container) {
        if ((isDefinition(owner) || isUsage(owner)) && owner !== invoked && isInvocable(owner) && shownName(owner) !== '') {
            return owner;
        }
    }
    return undefined;
}

export function incomingCalls(models: EditorModels, item: CallHierarchyItem): CallHierarchyIncomingCall[] {
    const element = elementOf(models, item);
    const callers = new Map<AstNode, Range[]>();
    for (const { document, segment } of referencesAmong(models, element)) {
        const caller = invokerOf(segment.node, element!);
        if (caller !== undefined) {
            callers.set(caller, [...(callers.get(caller) ?? []), rangeOf(document, segment.span)]);
        }
    }
    return [...callers].map(([caller, fromRanges]) => ({ from: itemOf(caller), fromRanges }));
}

export function outgoingCalls(models: EditorModels, item: CallHierarchyItem): CallHierarchyOutgoingCall[] {
    const element = elementOf(models, item);
    if (element === undefined) {
        return [];
    }
    const document = documentOf(element);
    const { offset, end } = spanOf(element);
    const called = new Map<AstNode, Range[]>();
    for (const node of referringNodes(document)) {
        const at = spanOf(node);
        if (at.offset < offset || at.end > end) {
            continue;
        }
        const members = membersOf(node);
        const last = segmentsOfNode(document, node).at(-1);
        const target = last && memberElement(members[last.index]);
        if (
            last !== undefined &&
            target !== undefined &&
            target !== element &&
            isInvocable(target) &&
            invokerOf(node, target) === element
        ) {
            called.set(target, [...(called.get(target) ?? []), rangeOf(document, last.span)]);
        }
    }
    return [...called].map(([target, fromRanges]) => ({ to: itemOf(target), fromRanges }));
}

// --- Types ------------------------------------------------------------------------------------------------------------

export function prepareTypeHierarchy(document: Document, position: Position): TypeHierarchyItem[] | null {
    const element = elementAt(document, offsetOf(document, position));
    return element !== undefined && (isDefinition(element) || isUsage(element)) ? [itemOf(element)] : null;
}

export function supertypes(models: EditorModels, item: TypeHierarchyItem): TypeHierarchyItem[] {
    const element = elementOf(models, item);
    return element === undefined ? [] : [...new Set(declaredGeneralsOf(element))].map(itemOf);
}

export function subtypes(models: EditorModels, item: TypeHierarchyItem): TypeHierarchyItem[] {
    const element = elementOf(models, item);
    const found = new Set<AstNode>();
    for (const { segment } of referencesAmong(models, element)) {
        const owner = segment.node.$container;
        const specializations: readonly AstNode[] =
            owner !== undefined && (isDefinition(owner) || isUsage(owner)) ? declaredSpecializationsOf(owner) : [];
        if (specializations.includes(segment.node) && declaredGeneralsOf(owner!).includes(element!)) {
            found.add(owner!);
        }
    }
    return [...found].map(itemOf);
}
