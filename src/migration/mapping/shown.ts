/** What the diagrams of a model show: an edge gets a name where one of them shows it (contract: migration 10.2). */
import type { Declaration } from '../notation/declaration.js';
import { diagramFacts } from '../reading/diagrams.js';
import { everyElement, type UmlElement, type UmlModel } from '../uml-model.js';
import { oncePer } from './once.js';

const shownIds = oncePer((model: UmlModel): ReadonlySet<string> => {
    const diagrams = [...everyElement(model.roots)].filter(({ metaclass }) => metaclass === 'Diagram');
    return new Set(
        diagrams.flatMap(diagram => [
            ...diagramFacts(diagram).shown,
            ...(model.drawings.get(diagram.id) ?? []).map(({ elementId }) => elementId)
        ])
    );
});

/** Whether a diagram lists an element or has a symbol for it; layout files say nothing of that. */
export const isShown = (element: UmlElement, model: UmlModel): boolean => shownIds(model).has(element.id);

/** What an element is written as: the declaration that stands for it, and further members that an edge is written as. */
export function membersOf(element: UmlElement, mapping: Members): Declaration[] {
    const own = mapping.declarationOf(element);
    const all = [...(own === undefined ? [] : [own]), ...(mapping.edgeMembers.get(element) ?? [])];
    return [...new Set(all)];
}

interface Members {
    readonly declarationOf: (element: UmlElement) => Declaration | undefined;
    readonly edgeMembers: ReadonlyMap<UmlElement, readonly Declaration[]>;
}

/** The members that edges are written as, by their elements: several where an edge has several triggers, ends or control nodes. */
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
