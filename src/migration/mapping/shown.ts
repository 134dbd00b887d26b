/** Determines what diagrams and their views show. An edge gets a name only if a diagram shows it (contract: migration 10.2). */
import type { Declaration } from '../notation/declaration.js';
import { diagramFacts } from '../reading/diagrams.js';
import { everyElement, type UmlElement, type UmlModel } from '../uml-model.js';
import { oncePer } from './once.js';

/** A view with its exposed declarations. */
export interface DrawnView {
    readonly view: Declaration;
    readonly exposed: ReadonlySet<Declaration>;
    /** definition whose nodes and edges the view draws; undefined for a view of elements */
    readonly graph: Declaration | undefined;
    /** whether its rendering is graphical */
    readonly isDrawing: boolean;
}

const shownIds = oncePer((model: UmlModel): ReadonlySet<string> => {
    const diagrams = [...everyElement(model.roots)].filter(({ metaclass }) => metaclass === 'Diagram');
    return new Set(
        diagrams.flatMap(diagram => [
            ...diagramFacts(diagram).shown,
            ...(model.drawings.get(diagram.id) ?? []).map(({ elementId }) => elementId)
        ])
    );
});

/** Whether a diagram lists an element or has a symbol for it. Layout files do not state this. */
export const isShown = (element: UmlElement, model: UmlModel): boolean => shownIds(model).has(element.id);

/** Returns all declarations written for an element: its own declaration, and the further members of an edge. */
export function membersOf(element: UmlElement, mapping: Members): Declaration[] {
    const own = mapping.declarationOf(element);
    const all = [...(own === undefined ? [] : [own]), ...(mapping.edgeMembers.get(element) ?? [])];
    return [...new Set(all)];
}

interface Members {
    readonly declarationOf: (element: UmlElement) => Declaration | undefined;
    readonly edgeMembers: ReadonlyMap<UmlElement, readonly Declaration[]>;
}

/** Collects the members that are written for edges, by element: several for an edge with several triggers, ends or control nodes. */
export function edgesBelow(document: Declaration): Map<UmlElement, Declaration[]> {
    const edges = new Map<UmlElement, Declaration[]>();
    const open = [document];
    for (let body = open.pop(); body !== undefined; body = open.pop()) {
        for (const member of body.declarations()) {
            if (member.edgeKeyword !== '' && member.source !== undefined) {
                edges.set(member.source, [...(edges.get(member.source) ?? []), member]);
            }
            open.push(member);
        }
    }
    return edges;
}
