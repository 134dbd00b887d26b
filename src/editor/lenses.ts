/** Code lenses, inlay hints, links to library text, and the highlights of the name at the cursor. */
import {
    type CodeLens,
    type DocumentHighlight,
    DocumentHighlightKind,
    type DocumentLink,
    type InlayHint,
    InlayHintKind,
    type Position,
    type Range
} from 'vscode-languageserver';
import { isObject } from '../language/narrowing.js';
import { startRun } from '../runtime/behaviour/index.js';
import { displayed, evaluate } from '../runtime/evaluation/index.js';
import type * as ast from '../language/generated/tree.js';
import { nameAt, referencesTo } from '../language/positions/places.js';
import { isOfLibrary } from '../language/semantics/cycles.js';
import { importTarget } from '../language/semantics/names.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { declaredSpecializationsOf, typesOf } from '../language/semantics/specialization.js';
import { isDefinition, isImport, isUsage, owningNamespaceOf } from '../language/semantics/structure.js';
import { documentOf, textOf } from '../language/semantics/text.js';
import { nameSpanOf, type Span, spanOf, visitAll } from '../language/syntax/index.js';
import { segmentsOfNode } from '../language/positions/name-segments.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { elementIdOf } from '../views/index.js';
import { declaredAt, kindWords, locationOfElement, shownName } from './elements.js';
import { elementAmong } from './ids.js';
import { type EditorModels, uriOf } from './models.js';
import { locationOf, offsetOf, positionOf, rangeOf } from './places.js';
import { solverQuestionsOf } from './open-values.js';
import { isStepOfAnother, type Role, roleOf } from './roles.js';

// --- Lenses -----------------------------------------------------------------------------------------------------------

const RUNS: Readonly<Partial<Record<Role, readonly [title: string, command: string]>>> = {
    run: ['Run', 'sysml.run'],
    evaluate: ['Evaluate', 'sysml.evaluate'],
    verify: ['Verify', 'sysml.verify'],
    analyze: ['Analyze', 'sysml.analyze']
};

interface LensData {
    readonly uri: string;
    readonly element: string;
}

/**
 * Lenses with the commands of each element that can be run or solved, and with the number of references of each definition, which is
 * counted when the lens is shown.
 */
export function codeLenses(document: Document): CodeLens[] {
    const lenses: CodeLens[] = [];
    const uri = uriOf(document);
    visitAll(document.root, node => {
        if (!isDefinition(node) && !isUsage(node)) {
            return;
        }
        const range = rangeOf(document, declaredAt(node));
        const isNamed = nameSpanOf(node) !== undefined;
        const role = document.isLibrary || (!isNamed && node.$type !== 'SatisfyRequirementUsage') ? undefined : roleOf(node);
        const command = role === undefined ? undefined : RUNS[role];
        if (command !== undefined && !isStepOfAnother(node)) {
            const [title, name] = command;
            lenses.push({ range, command: { title, command: name, arguments: [uri, elementIdOf(node), kindWords(node)] } });
        }
        if (isNamed && !document.isLibrary) {
            const id = elementIdOf(node);
            lenses.push(
                ...solverQuestionsOf(node).map(([title, name]) => ({ range, command: { title, command: name, arguments: [uri, id] } }))
            );
        }
        if (isNamed && isDefinition(node)) {
            lenses.push({ range, data: { uri, element: elementIdOf(node) } satisfies LensData });
        }
    });
    return lenses;
}

export function resolvedLens(models: EditorModels, lens: CodeLens): CodeLens {
    const { uri, element: id } = lens.data as LensData;
    const element = elementAmong(models, id, uri);
    const seeing = element === undefined ? [] : models.modelsSeeing(documentOf(element));
    const places = seeing.flatMap(model => referencesTo(model, element!)).map(r => locationOf(r.document, r.segment.span));
    const title = places.length === 1 ? '1 reference' : `${places.length} references`;
    return { range: lens.range, command: { title, command: 'sysml.showReferences', arguments: [uri, lens.range.start, places, id] } };
}

// --- Hints ------------------------------------------------------------------------------------------------------------

/** The types of untyped features, inferred from their values, and the constant values of expressions. */
export function inlayHints(model: Model, document: Document, range: Range): InlayHint[] {
    const [from, to] = [offsetOf(document, range.start), offsetOf(document, range.end)];
    const isInRange = ({ offset, end }: Span): boolean => end >= from && offset <= to;
    const hints: InlayHint[] = [];
    const isSound = !document.isLibrary && document.findings.every(f => f.severity !== 'error');
    const deadline = performance.now() + MOST_TIME;
    visitAll(document.root, node => {
        if (!isUsage(node) || node.value === undefined) {
            return;
        }
        const name = nameSpanOf(node);
        if (name !== undefined && isInRange(name)) {
            hints.push(...typeHint(document, node, name));
        }
        if (isSound && isInRange(spanOf(node.value.expression)) && performance.now() < deadline) {
            hints.push(...constantHint(model, document, node, deadline));
        }
    });
    return hints;
}

/** Maximum time in milliseconds for the constants of one request. */
const MOST_TIME = 200;
const MOST_LETTERS = 40;

function typeHint(document: Document, node: ast.Usage, name: Span): InlayHint[] {
    const [type] =
        declaredSpecializationsOf(node).length > 0 ? [] : typesOf(node).filter(t => !(qualifiedNameOf(t) ?? '').startsWith('Base::'));
    if (type === undefined || shownName(type) === '') {
        return [];
    }
    return [
        {
            position: positionOf(document, name.end),
            label: [{ value: `: ${shownName(type)}`, ...(!isOfLibrary(type) && { location: locationOfElement(type) }) }],
            kind: InlayHintKind.Type,
            tooltip: `${qualifiedNameOf(type) ?? ''} (${documentOf(type).name})`
        }
    ];
}

const LITERAL = /^Literal|^NullExpression$|^FeatureReferenceExpression$|^MetadataAccess/;

/** The hint ` = 42` after a value that is no literal and has the same result on every object. */
function constantHint(model: Model, document: Document, node: ast.Usage, deadline: number): InlayHint[] {
    const expression = node.value!.expression;
    const text = textOf(expression);
    const context = owningNamespaceOf(node);
    const contextId = context && qualifiedNameOf(context);
    if (LITERAL.test(expression.$type) || /^[\d.]+\s*\[[^\]]*\]$/.test(text) || contextId === undefined) {
        return [];
    }
    const checkCancelled = (): void => {
        if (performance.now() > deadline) {
            throw new TooLong();
        }
    };
    let shown: string;
    try {
        const { result } = evaluate(startRun(model, { checkCancelled }), { expression: text, contextId });
        shown = result === undefined || result === null || isOpen(result) ? '' : displayed(result);
    } catch (error) {
        if (!(error instanceof TooLong)) {
            throw error;
        }
        return [];
    }
    const isShort = shown !== '' && shown.length <= MOST_LETTERS && !/#\d|<un/.test(shown);
    return isShort && shown !== text.trim()
        ? [{ position: positionOf(document, spanOf(expression).end), label: ` = ${shown}`, paddingLeft: true }]
        : [];
}

class TooLong extends Error {}

const isOpen = (value: unknown): boolean =>
    isObject(value) && ['undetermined', 'unset', 'instance', 'opaque'].some(kind => value.kind === kind);

// --- Links and highlights ---------------------------------------------------------------------------------------------

/** Links from imports of the library to its text. */
export function documentLinks(document: Document): DocumentLink[] {
    const links: DocumentLink[] = [];
    visitAll(document.root, node => {
        if (!isImport(node)) {
            return;
        }
        const target = importTarget(node);
        if (target === undefined || !isOfLibrary(target)) {
            return;
        }
        const segments = segmentsOfNode(document, node);
        const [first, last] = [segments[0], segments.at(-1)];
        if (last !== undefined) {
            const { uri, range } = locationOfElement(target);
            links.push({
                range: rangeOf(document, { offset: first.span.offset, end: last.span.end }),
                target: `${uri}#L${range.start.line + 1}`,
                tooltip: `${kindWords(target)} ${qualifiedNameOf(target) ?? ''} of the library`
            });
        }
    });
    return links;
}

/** The other places of the document with a name for the element at the cursor. */
export function documentHighlights(model: Model, document: Document, position: Position): DocumentHighlight[] {
    const place = nameAt(document, offsetOf(document, position));
    if (place === undefined) {
        return [];
    }
    const highlights = referencesTo(model, place.element)
        .filter(r => r.document === document)
        .map(({ segment }): DocumentHighlight => ({ range: rangeOf(document, segment.span), kind: DocumentHighlightKind.Read }));
    return documentOf(place.element) === document
        ? [{ range: rangeOf(document, declaredAt(place.element)), kind: DocumentHighlightKind.Write }, ...highlights]
        : highlights;
}
