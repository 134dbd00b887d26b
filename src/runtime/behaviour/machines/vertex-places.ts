/**
 * The vertices and regions of a state graph under construction, and the resolution of elements and names to them (contract behaviour 9.1,
 * 10). Does not depend on transitions or behaviours.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { lastSegment, type NameNode, ownedMembersOf, segmentsOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { bodyTypesOf } from '../simulation/members.js';
import { contains, type Region, type Vertex, type VertexKind } from './state-graph.js';
import { declaresFeature } from './state-members.js';

export class VertexPlaces {
    readonly vertices: Vertex[] = [];
    readonly regions: Region[] = [];
    /** vertices by element: a state definition that types several states has separate vertices in each of them */
    private readonly byElement = new Map<AstNode, { readonly vertex: Vertex; readonly region: Region }[]>();

    add(kind: VertexKind, name: string, node: Vertex['node'], region: Region | undefined): Vertex {
        const vertex = vertexOf(this.vertices.length, kind, name, node, region);
        this.vertices.push(vertex);
        region?.vertices.push(vertex);
        return vertex;
    }

    addRegion(owner: Vertex, name: string, node: AstNode): Region {
        const start = vertexOf(-1, 'initial', '', undefined, undefined);
        const region: Region = { id: this.regions.length, name, owner, vertices: [], start, root: undefined, final: undefined, node };
        this.regions.push(region);
        owner.regions.push(region);
        return region;
    }

    /** Registers the vertex of an element in a region. */
    place(element: AstNode, vertex: Vertex, region: Region): void {
        const places = this.byElement.get(element) ?? [];
        places.push({ vertex, region });
        this.byElement.set(element, places);
    }

    /** The vertex of an element that is nearest to a region, from the region outwards. */
    standsFor(element: AstNode, from: Region): Vertex | undefined {
        const places = this.byElement.get(element);
        if (places === undefined || places.length < 2) {
            return places?.[0].vertex;
        }
        for (let region: Region | undefined = from; region !== undefined; region = region.owner.region) {
            const { owner } = region;
            const found =
                places.find(p => p.region === region) ??
                places.find(p => p.region.owner === owner) ??
                places.find(p => contains(owner, p.region.owner));
            if (found !== undefined) {
                return found.vertex;
            }
        }
        return places[0].vertex;
    }

    /** The vertex that an end of a transition names: by element, else by name from the body outwards. */
    vertexAt(end: NameNode, region: Region, isSource: boolean): Vertex | undefined {
        const target = resolve(end);
        const known = this.alongPath(end, region) ?? (target === undefined ? undefined : this.standsFor(target, region));
        if (known !== undefined) {
            return known;
        }
        const name = lastSegment(end.text);
        if (target === undefined || scopeOf(target).isLibrary) {
            const declared = segmentsOf(end.text).length > 1 ? undefined : this.named(name, region);
            if (declared !== undefined) {
                return declared;
            }
            if (name === 'done' && !isSource) {
                return (region.final ??= this.add('final', 'done', undefined, region));
            }
            if (name === 'start' && isSource) {
                return region.start;
            }
        }
        // The target is a state that a redefinition or an inheriting usage replaces.
        return this.named(name, region) ?? this.vertices.find(v => v.name === name && v.kind !== 'machine');
    }

    /** The vertex at a path of names, `a.b`, where only names distinguish the vertices along it. */
    private alongPath(end: NameNode, region: Region): Vertex | undefined {
        const [first, ...rest] = end.text.includes('.') ? segmentsOf(end.text).map(s => s.name) : [];
        let at = first === undefined ? undefined : this.named(first, region);
        for (const name of rest) {
            at = at?.regions.flatMap(r => r.vertices).find(v => v.name === name && v.node !== undefined);
        }
        return at;
    }

    private named(name: string, region: Region): Vertex | undefined {
        for (let r: Region | undefined = region; r !== undefined; r = r.owner.region) {
            const found =
                r.vertices.find(v => v.name === name && v.node !== undefined) ??
                r.owner.regions.flatMap(o => o.vertices).find(v => v.name === name && v.node !== undefined);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    /** Labels states; the region distinguishes states of the same name. */
    label(): void {
        const byName = new Map<string, Vertex[]>();
        for (const vertex of this.vertices) {
            if (vertex.kind !== 'machine' && vertex.node !== undefined) {
                byName.set(vertex.name, [...(byName.get(vertex.name) ?? []), vertex]);
            }
        }
        for (const [name, same] of byName) {
            if (same.length > 1) {
                for (const vertex of same) {
                    const owner = vertex.region?.name ?? '';
                    vertex.label =
                        owner === '' || (vertex.region?.owner.kind === 'machine' && vertex.region.owner.regions.length === 1)
                            ? name
                            : `${owner}.${name}`;
                }
            }
        }
    }
}

function vertexOf(id: number, kind: VertexKind, name: string, node: Vertex['node'], region: Region | undefined): Vertex {
    return {
        id,
        kind,
        name,
        node,
        region,
        regions: [],
        entry: [],
        do: [],
        exit: [],
        outgoing: [],
        incoming: [],
        defers: [],
        label: name,
        hasFeatures: node !== undefined && bodyTypesOf(node).some(t => ownedMembersOf(t).some(declaresFeature)),
        timed: [],
        leavesOnCompletion: false,
        containsItself: false
    };
}
