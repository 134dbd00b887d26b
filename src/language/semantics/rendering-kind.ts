/**
 * The kind of rendering of a view (contract: views 2.3), determined by its rendering members, else by the standard view definition that it
 * specializes. Only elements of library packages count. Does not depend on rendering.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { modelledViewsOf } from './exposure.js';
import { metaclassOrUndefined } from './metaclass.js';
import { isKind } from './metaclasses.js';
import { resolve } from './names.js';
import { nameOf, qualifiedNameOf } from './naming.js';
import { declaredSpecializationsOf, generalsOf } from './specialization.js';
import { RENDERING_KIND_FACTS } from './rendering-kinds.js';
import { isUsage, ownedMembersOf } from './structure.js';
import { scopeOf } from './world.js';

export interface StatedRendering {
    /** `tree`, `interconnection` …, or the name of an unsupported rendering */
    readonly kind: string;
    /** what determined it; empty for the default */
    readonly stated: string;
    /** whether it is a tree by a browser view: an indented list of members */
    readonly isBrowser?: boolean;
}

const FACTS = Object.entries(RENDERING_KIND_FACTS);

/** Renderings of the library by qualified name; null determines no kind, and `textual` has no drawing. */
const RENDERINGS: Readonly<Partial<Record<string, string | null>>> = {
    ...Object.fromEntries(FACTS.flatMap(([kind, { renderings }]) => renderings.map(name => [name, kind]))),
    'Views::asTextualNotation': 'textual',
    'Views::TextualRendering': 'textual',
    'Views::Rendering': null,
    'Views::GraphicalRendering': null
};

/** Standard view definitions by qualified name. */
const VIEW_DEFINITIONS: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
    FACTS.flatMap(([kind, { definitions }]) => definitions.map(name => [`StandardViewDefinitions::${name}`, kind]))
);

/** Whether an element is a view, definition or usage. */
export function isView(element: AstNode): boolean {
    const metaclass = metaclassOrUndefined(element);
    return metaclass === 'ViewDefinition' || metaclass === 'ViewUsage';
}

/** The kind of rendering of a view. */
export function renderingOf(view: AstNode): StatedRendering {
    const definition = standardDefinitionOf(view);
    const rendering = statedRenderingOf(view);
    if (rendering === undefined) {
        return definition === undefined
            ? { kind: 'tree', stated: '' }
            : { kind: definition.kind, stated: `view def ${definition.name}`, isBrowser: definition.name === 'BrowserView' };
    }
    // An action flow or state transition view is a specific interconnection view.
    const isRefined = rendering.kind === 'interconnection' && (definition?.kind === 'action' || definition?.kind === 'state');
    return isRefined ? { kind: definition.kind, stated: `${rendering.stated}, view def ${definition.name}` } : rendering;
}

/** The nearest standard view definition among a view and its supertypes. */
function standardDefinitionOf(view: AstNode): { readonly kind: string; readonly name: string } | undefined {
    const found = nearest(view, type => VIEW_DEFINITIONS[libraryName(type)] ?? null);
    return found === undefined ? undefined : { kind: found.value, name: nameOf(found.type)! };
}

/** The first rendering member that determines a kind: of the view, then of the views that it specializes. */
function statedRenderingOf(view: AstNode): StatedRendering | undefined {
    const general = nearestLibraryViews(view);
    for (const member of [...modelledViewsOf(view), ...general].flatMap(ownedMembersOf).filter(isRenderingMember)) {
        const written = declaredSpecializationsOf(member)[0];
        const stated = written === undefined ? 'the rendering the view declares' : `render ${written.text}`;
        if (written !== undefined && resolve(written) === undefined) {
            return { kind: written.text, stated };
        }
        const isNone = { value: false };
        // A reference determines the kind by its target, a declared rendering by its generals.
        const start = member.reference === undefined ? member : resolve(member.reference)!;
        const found = nearest(start, type => {
            const kind = RENDERINGS[libraryName(type)];
            isNone.value ||= kind === null;
            return kind ?? null;
        });
        if (found !== undefined) {
            return { kind: found.value, stated };
        }
        if (!isNone.value) {
            return { kind: written?.text ?? nameOf(member) ?? 'rendering', stated };
        }
    }
    return undefined;
}

/** Library views that a view specializes, nearest first: those of an extension package may determine a rendering. */
function nearestLibraryViews(view: AstNode): AstNode[] {
    const found: AstNode[] = modelledViewsOf(view)
        .flatMap(generalsOf)
        .filter(g => scopeOf(g).isLibrary && isView(g));
    for (const v of found) {
        found.push(...generalsOf(v).filter(g => isView(g) && !found.includes(g)));
    }
    return found;
}

/** Whether a member is a rendering: `render x;`, `render rendering r : T;`, `rendering r : T;`. Abstract renderings do not count. */
function isRenderingMember(member: AstNode): member is ast.Usage {
    const metaclass = metaclassOrUndefined(member);
    return isUsage(member) && !member.isAbstract && metaclass !== undefined && isKind(metaclass, 'RenderingUsage');
}

/** The first type, breadth first from a start upwards, with a value. */
function nearest(
    start: AstNode,
    valueOf: (type: AstNode) => string | null
): { readonly type: AstNode; readonly value: string } | undefined {
    const seen = new Set<AstNode>([start]);
    for (const type of seen) {
        const value = valueOf(type);
        if (value !== null) {
            return { type, value };
        }
        generalsOf(type).forEach(g => seen.add(g));
    }
    return undefined;
}

/** The qualified name of an element of the library; empty for one of the model. */
function libraryName(type: AstNode): string {
    return scopeOf(type).isLibrary ? (qualifiedNameOf(type) ?? '') : '';
}
