/** The views that a model declares, and the elements to show if no view is named. */
import type { AstNode } from '../language/generated/tree.js';
import { isAlias, isPackage, isUsage, ownedMembersOf } from '../language/semantics/structure.js';
import { exposedBy, visibleMembersOf } from '../language/semantics/exposure.js';
import { metaclassOrUndefined } from '../language/semantics/metaclass.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { isView, renderingOf } from '../language/semantics/rendering-kind.js';
import { RENDERING_KIND_FACTS } from '../language/semantics/rendering-kinds.js';
import { rootsWith } from '../language/semantics/searched-roots.js';
import type { Document } from '../language/workspace/document.js';
import { fullNameOf, originOf } from './describe.js';
import type { Origin } from './geometry.js';

export interface DeclaredView {
    /** qualified name, raw */
    readonly id: string;
    /** as notation writes it */
    readonly name: string;
    readonly kind: string;
    readonly stated: string;
    /** why it cannot be rendered; empty if it can */
    readonly reason: string;
    readonly origin: Origin;
}

/** A cheap test: only documents with this keyword declare views. */
const KEYWORD = /\bview\b/;

/** The views that documents declare, by name: view usages at any depth, and view definitions that expose something. */
export function viewsOf(documents: readonly Document[]): DeclaredView[] {
    const found: DeclaredView[] = [];
    const visit = (namespace: AstNode): void => {
        for (const member of ownedMembersOf(namespace)) {
            const id = isView(member) ? qualifiedNameOf(member) : undefined;
            if (id !== undefined && (isUsage(member) || exposedBy(member).length > 0) && !isColumn(namespace)) {
                found.push({ id, name: fullNameOf(member), ...described(member) });
            }
            visit(member);
        }
    };
    rootsWith(documents, KEYWORD).forEach(visit);
    return found.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function described(view: AstNode): Pick<DeclaredView, 'kind' | 'stated' | 'reason' | 'origin'> {
    const { kind, stated } = renderingOf(view);
    const isSupported = Object.hasOwn(RENDERING_KIND_FACTS, kind);
    return { kind, stated, reason: isSupported ? '' : `${kind} rendering is not supported`, origin: originOf(view, false) };
}

/** Whether the views in a namespace are columns of a table, as in a rendering. */
function isColumn(namespace: AstNode): boolean {
    const metaclass = metaclassOrUndefined(namespace);
    return metaclass === 'RenderingUsage' || metaclass === 'RenderingDefinition';
}

/** All top-level declarations of documents, with the members of their top-level packages instead of the packages (contract: views 2.2). */
export function topLevelElementsOf(documents: readonly Document[]): readonly AstNode[] {
    const elements = documents.flatMap(d => visibleMembersOf(d.root)).flatMap(m => (isPackage(m) ? ownedVisibleMembersOf(m) : [m]));
    return [...new Set(elements)];
}

/** The visible members that a package declares itself, without imported ones. */
function ownedVisibleMembersOf(namespace: AstNode): readonly AstNode[] {
    const owned = new Set<AstNode>(ownedMembersOf(namespace).filter(m => !isAlias(m)));
    return visibleMembersOf(namespace).filter(m => owned.has(m));
}
