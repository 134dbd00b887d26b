/** Requests about drawings: the list of views, one view as data, picture or text, and navigation between text and drawing. */
import type { AstNode } from '../../language/generated/tree.js';
import { membersOfObject } from '../../language/narrowing.js';
import { elementAt as elementNamedAt, nodeAt } from '../../language/positions/places.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { spanOf } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import type { Model } from '../../language/workspace/workspace.js';
import {
    elementIdOf,
    type Direction,
    DIRECTIONS,
    drawView,
    foldView,
    isRefused,
    isWrittenForm,
    LayoutMemory,
    levelsAtAGlance,
    limitLevels,
    misfitOf,
    type Origin,
    PSEUDO_KINDS,
    type RenderedView,
    isSurface,
    RENDERING_KINDS,
    renderEverything,
    renderView,
    viewsOf,
    WRITTEN_FORMS,
    writeRendering
} from '../../views/index.js';
import { DRAWABLE } from '../drawable.js';
import { kindWords, shownName } from '../elements.js';
import { uriOf } from '../models.js';
import { rangeOf } from '../places.js';
import { isShowable, renderingsOf, roleOf } from '../roles.js';
import {
    type CustomRequest,
    type DeclaredPlace,
    documentOfParams,
    type DocumentParams,
    elementOfParams,
    type ElementParams,
    invalid,
    offsetOfParams,
    placeOfElement,
    type Session,
    versionOf
} from './request.js';
import { isAmong } from '../../language/closed-lists.js';

const THEMES = ['auto', 'light', 'dark'] as const;
const PORTS = ['minimal', 'full'] as const;
const LEVELS = ['auto', 'all'] as const;

export interface RenderParams extends DocumentParams {
    /** a view, or a pseudo-view `#kind:<qualified name>` or `#kind` */
    readonly view?: string;
    readonly form?: string;
    readonly direction?: string;
    readonly ports?: string;
    readonly theme?: string;
    /** whether to draw the picture; default: true */
    readonly svg?: boolean;
    /** element ids of nodes whose content is left out */
    readonly folded?: readonly string[];
    /** `auto`: shows only as many levels of a big drawing as a reader can survey */
    readonly levels?: string;
    /** element ids of nodes whose content is shown in addition to those levels */
    readonly opened?: readonly string[];
}

// --- Places -----------------------------------------------------------------------------------------------------------

const documentsByName = new WeakMap<Model, ReadonlyMap<string, Document>>();

function documentNamed(model: Model, name: string): Document | undefined {
    let known = documentsByName.get(model);
    if (known === undefined) {
        documentsByName.set(model, (known = new Map(model.documents.map(d => [d.name, d]))));
    }
    return known.get(name) ?? model.library.documents().find(d => d.name === name);
}

/** A place of a rendering in the protocol's terms. */
function locationOfOrigin(model: Model, origin: Origin): { uri: string; range: object; digest?: string } | undefined {
    const document = origin.startLine === 0 ? undefined : documentNamed(model, origin.file);
    if (document === undefined) {
        return undefined;
    }
    const at = (line: number, column: number): number => document.lines.offsetOf({ line, column });
    const span = { offset: at(origin.startLine, origin.startCol), end: at(origin.endLine, origin.endCol) };
    return { uri: uriOf(document), range: rangeOf(document, span), ...(origin.digest !== undefined && { digest: origin.digest }) };
}

/** Replaces every origin in a rendering by a location. */
function located(model: Model, value: unknown): unknown {
    if (Array.isArray(value)) {
        return value.map(v => located(model, v));
    }
    if (value === null || typeof value !== 'object') {
        return value;
    }
    return Object.fromEntries(
        Object.entries(value).map(([key, held]) =>
            key === 'origin' && held !== undefined ? ['location', locationOfOrigin(model, held as Origin)] : [key, located(model, held)]
        )
    );
}

// --- Views ------------------------------------------------------------------------------------------------------------

function views(session: Session, params: DocumentParams): object {
    const document = documentOfParams(session, params);
    const model = session.models.modelOf(document);
    return {
        version: versionOf(session, document),
        views: viewsOf([document]).map(({ id, name, kind, stated, reason, origin }) => ({
            id,
            name,
            kind,
            stated,
            isSupported: reason === '',
            reason,
            location: locationOfOrigin(model, origin)
        })),
        pseudoViews: PSEUDO_KINDS.map(kind => `#${kind}`)
    };
}

function rendered(session: Session, document: Document, params: RenderParams): RenderedView {
    const { view, ports, folded = [], levels, opened = [] } = params;
    const auto = oneOf('levels', levels, LEVELS, 'all') === 'auto';
    const shown = (all: RenderedView): RenderedView => {
        const open = foldView(all, new Set(folded));
        return auto ? limitLevels(open, levelsAtAGlance(open), new Set(opened)) : open;
    };
    const model = session.models.modelOf(document);
    const options = { ports: oneOf('ports', ports, PORTS, 'minimal'), digests: true, inherited: true };
    const everything = RENDERING_KINDS.find(kind => `#${kind}` === view);
    if (everything !== undefined) {
        return shown(renderEverything(model, everything, options, [document]));
    }
    const answer = renderView(model, view ?? theOnlyView(document), options);
    if (isRefused(answer)) {
        throw invalid(answer.message);
    }
    return shown(answer);
}

function theOnlyView(document: Document): string {
    const declared = viewsOf([document]);
    if (declared.length === 1) {
        return declared[0].id;
    }
    throw invalid(
        declared.length === 0
            ? `the document declares no view: ${PSEUDO_KINDS.map(k => `#${k}`).join(', ')} render what it declares, each also as #kind:<qualified name>`
            : `the document declares several views: name one of ${declared.map(v => v.id).join(', ')}`
    );
}

function oneOf<T extends string>(what: string, given: string | undefined, valid: readonly T[], otherwise: T): T {
    if (given === undefined) {
        return otherwise;
    }
    if (!isAmong(valid, given)) {
        throw invalid(`${what} ${given}: not one of ${valid.join(', ')}`);
    }
    return given;
}

/** Number of drawings whose layout is remembered. */
const REMEMBERED = 16;
const memories = new WeakMap<Session, Map<string, LayoutMemory>>();

/** The previous layout of a view, so that a small edit, or collapsing one box, moves few elements. */
function memoryOf(session: Session, { textDocument, view = '', ports = '', direction = '' }: RenderParams): LayoutMemory {
    const kept = memories.get(session) ?? new Map<string, LayoutMemory>();
    memories.set(session, kept);
    const key = JSON.stringify([textDocument.uri, view, ports, direction]);
    const memory = kept.get(key) ?? new LayoutMemory();
    kept.delete(key);
    kept.set(key, memory);
    for (const oldest of [...kept.keys()].slice(0, -REMEMBERED)) {
        kept.delete(oldest);
    }
    return memory;
}

async function render(session: Session, params: RenderParams, signal: AbortSignal): Promise<object> {
    const document = documentOfParams(session, params);
    const model = session.models.modelOf(document);
    const { form, direction: asked, theme: colours, svg } = params;
    const direction = asked === undefined ? undefined : oneOf<Direction>('direction', asked, DIRECTIONS, 'TB');
    const theme = oneOf('theme', colours, THEMES, 'auto');
    if (form !== undefined && !isWrittenForm(form)) {
        throw invalid(`form ${form}: not one of ${WRITTEN_FORMS.join(', ')}`);
    }
    const view = rendered(session, document, params);
    const misfit = form === undefined ? undefined : misfitOf(form, view.kind);
    if (misfit !== undefined) {
        throw invalid(misfit);
    }
    return {
        document: { uri: params.textDocument.uri, version: versionOf(session, document) },
        ...membersOfObject(located(model, view)),
        isSurface: isSurface(view.kind),
        drawable: DRAWABLE[view.kind],
        ...(svg !== false && {
            svg: await drawView(view, { direction, theme, kernel: session.kernel, memory: memoryOf(session, params), signal })
        }),
        ...(form !== undefined && { form, artifact: writeRendering(view, form, direction) })
    };
}

// --- Between text and drawing -----------------------------------------------------------------------------------------

/** An element in an answer. */
export interface ElementJson {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    /** pseudo-views that show it, the best one first */
    readonly views: readonly string[];
    readonly role: string | null;
    readonly location: DeclaredPlace;
}

export function elementJson(element: AstNode): ElementJson {
    const id = elementIdOf(element);
    return {
        id,
        name: shownName(element),
        kind: kindWords(element),
        views: isShowable(element) && qualifiedNameOf(element) !== undefined ? renderingsOf(element).map(kind => `#${kind}:${id}`) : [],
        role: roleOf(element) ?? null,
        location: placeOfElement(element)
    };
}

/** The element that the name at a place refers to, and the declarations around the place, the innermost first. */
function elementAt(session: Session, params: DocumentParams & ElementParams): object {
    const document = documentOfParams(session, params);
    const offset = offsetOfParams(document, params.position);
    const named = elementNamedAt(document, offset);
    const around: AstNode[] = [];
    for (let node: AstNode | undefined = nodeAt(document, offset); node?.$container !== undefined; node = node.$container) {
        if (isShowable(node) && nameOf(node) !== undefined && spanOf(node).offset <= offset) {
            around.push(node);
        }
    }
    return { element: named === undefined ? null : elementJson(named), around: around.map(elementJson) };
}

const element = (session: Session, params: ElementParams): ElementJson => elementJson(elementOfParams(session, params));

export const drawingRequests: readonly CustomRequest[] = [
    { method: 'sysml/views', capability: 'sysmlRender', answer: views },
    { method: 'sysml/render', capability: 'sysmlRender', answer: render },
    { method: 'sysml/elementAt', capability: 'sysmlElements', answer: elementAt },
    { method: 'sysml/element', capability: 'sysmlElements', answer: element }
];

export const RENDER_CAPABILITY = {
    kinds: RENDERING_KINDS,
    forms: WRITTEN_FORMS,
    directions: DIRECTIONS,
    ports: PORTS,
    themes: THEMES
};
