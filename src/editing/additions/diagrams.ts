/**
 * Writes the diagram layout of elements as metadata of the package `DiagramLayout` (contract: views 2.7, 8.3; edits-and-diagnostics 3.3):
 * positions, routes, canvas and styles. It rewrites the annotation that applies, or adds one to the body of the element or of the view.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { type LayoutAnnotation, layoutAnnotationsIn, layoutValuesOf } from '../../language/semantics/diagram-layout.js';
import { resolveIn } from '../../language/semantics/names.js';
import { elementById, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { owningNamespaceOf, segmentsOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { spanOf } from '../../language/syntax/index.js';
import type { Draft } from '../draft.js';
import type { Draw } from '../operations.js';
import { EditRefusal } from '../outcome.js';
import { targetOf } from '../targets.js';
import { spliced } from '../text/splices.js';
import { quoted } from '../../runtime/values/index.js';
import { addMetadata } from './annotations.js';

/** Writes a layout annotation of an element: in the body of the view if one is given, else in the body of the element. */
export function draw(draft: Draft, index: number, operation: Draw): void {
    const { target, view: viewId, statement, values } = operation;
    draft.flush();
    const { model } = draft;
    const view = viewId === '' ? undefined : targetOf(draft, viewId);
    const element = view !== undefined && target !== viewId ? elementById(model, target) : targetOf(draft, target);
    if (element === undefined) {
        throw new EditRefusal('UNKNOWN_TARGET', `there is no element '${target}'`);
    }
    const applying = model.documents
        .flatMap(document => layoutAnnotationsIn(document.root))
        .find(a => a.kind === statement && a.targets.includes(element) && appliesIn(a, view));
    if (applying === undefined) {
        add(draft, index, operation, view, element);
        return;
    }
    const { node, targets } = applying;
    if (targets.length > 1) {
        throw new EditRefusal(
            'AMBIGUOUS_TARGET',
            `one ${statement} is about '${target}' and ${targets.length - 1} more: write one for each`
        );
    }
    if (documentOf(node) !== draft.document) {
        throw new EditRefusal('UNKNOWN_TARGET', `the ${statement} of '${target}' is stated in '${documentOf(node).name}'`);
    }
    draft.change({ index, target }, node, { ...spanOf(node), text: rewritten(draft, node, values) });
}

/** Whether an annotation belongs to the given view, or to no view if none is given. */
function appliesIn({ view, hasAbout, targets }: LayoutAnnotation, of: AstNode | undefined): boolean {
    const isOfView = view !== undefined && (hasAbout || targets.includes(view));
    return of === undefined ? !isOfView : isOfView && view === of;
}

/** The text of an annotation with new values. */
function rewritten(draft: Draft, node: ast.MetadataUsage, values: Draw['values']): string {
    const { text } = draft.layoutOf(node);
    const { offset, end } = spanOf(node);
    const stated = layoutValuesOf(node);
    const splices = values.flatMap(({ feature, value }) => {
        const expression = stated.get(feature);
        const { offset: start, end: stop } = expression === undefined ? { offset: 0, end: 0 } : spanOf(expression);
        return expression === undefined ? [] : [{ offset: start - offset, end: stop - offset, text: value }];
    });
    const added = values.filter(({ feature }) => !stated.has(feature)).map(({ feature, value }) => `${feature} = ${value};`);
    const changed = spliced(text.slice(offset, end), splices);
    if (added.length === 0) {
        return changed;
    }
    return changed.endsWith(';')
        ? `${changed.slice(0, -1).trimEnd()} { ${added.join(' ')} }`
        : `${changed.slice(0, -1).trimEnd()} ${added.join(' ')} }`;
}

function add(draft: Draft, index: number, { target, statement, values }: Draw, view: AstNode | undefined, element: AstNode): void {
    const annotate = (owner: AstNode, id: string, isAbout: boolean): void =>
        addMetadata(draft, index, {
            owner: id,
            metadataType: typeName(owner, statement),
            name: '',
            about: isAbout ? [nameFrom(owner, element)] : [],
            values,
            shorthand: !isAbout
        });
    if (view !== undefined) {
        annotate(view, qualifiedNameOf(view)!, view !== element);
        return;
    }
    try {
        annotate(element, target, false);
    } catch (error) {
        const owner = owningNamespaceOf(element);
        const hasNoBody = error instanceof EditRefusal && error.failure === 'OWNER_NOT_NAMESPACE';
        if (!hasNoBody || owner === undefined || notationNameOf(element) === undefined) {
            throw error;
        }
        annotate(owner, qualifiedNameOf(owner) ?? '', true);
    }
}

const PACKAGE = 'DiagramLayout';

/** The name of the metadata definition that resolves at the given place. */
function typeName(place: AstNode, statement: string): string {
    const qualified = `${PACKAGE}::${statement}`;
    const meant = resolveIn(place, statement);
    return meant !== undefined && qualifiedNameOf(meant) === qualified ? statement : qualified;
}

/** The shortest name that resolves from a place to an element. @throws EditRefusal NOT_NAMED */
function nameFrom(place: AstNode, element: AstNode): string {
    const names = segmentsOf(notationNameOf(element) ?? '').map(s => quoted(s.name));
    for (let length = 1; length <= names.length; length++) {
        const name = names.slice(-length).join('::');
        if (name !== '' && resolveIn(place, name) === element) {
            return name;
        }
    }
    throw new EditRefusal('NOT_NAMED', 'it has no name by which a diagram could place it');
}
