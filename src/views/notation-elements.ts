/**
 * Applies a reader's choices about the notation (contract: newest operations 1.3): elements to show or hide, members as compartment lines
 * instead of boxes. Maps one rendering to another.
 */
import { isAmong } from '../language/closed-lists.js';
import type { GraphEdge, GraphNode, RenderedView } from './graph.js';

/** Elements of the notation by their names on the wire; `all` means each of them. */
export const NOTATION_ELEMENTS = [
    'compartments',
    'edge-labels',
    'keywords',
    'multiplicities',
    'parameter-symbols',
    'port-symbols',
    'qualifiers',
    'typings'
] as const;
export type NotationElement = (typeof NOTATION_ELEMENTS)[number];

/** Which members become lines: in a tree with stated positions, those without a position; as many as possible; ports that contain ports. */
export const COMPARTMENT_FOLDINGS = ['', 'positioned', 'most', 'ports'] as const;
export type CompartmentFolding = (typeof COMPARTMENT_FOLDINGS)[number];

/** The elements with the given names, in the order of the list; or the first unknown name. */
export function notationElementsOf(names: readonly string[]): { readonly elements: NotationElement[] } | { readonly unknown: string } {
    const unknown = names.find(name => name !== 'all' && !isAmong(NOTATION_ELEMENTS, name));
    if (unknown !== undefined) {
        return { unknown };
    }
    return { elements: NOTATION_ELEMENTS.filter(e => names.includes('all') || names.includes(e)) };
}

/** A rendering without some elements of the notation: for drawings and written forms. */
export function withoutNotation(view: RenderedView, hidden: readonly NotationElement[]): RenderedView {
    if (hidden.length === 0) {
        return view;
    }
    const isHidden = (element: NotationElement): boolean => hidden.includes(element);
    const endsAt = new Set([...view.edges, ...view.relationships].flatMap(e => [e.from, e.to]));
    const parents = new Set(view.nodes.map(n => n.parent));
    const isLine = (n: GraphNode): boolean => n.compartment !== '' && n.parent !== '' && !parents.has(n.id) && !endsAt.has(n.id);
    const nodeOf = (node: GraphNode): GraphNode => {
        const { declared } = node;
        return {
            ...node,
            ...(isHidden('compartments') && { compartments: [], text: '' }),
            ...(isHidden('keywords') && { kind: '' }),
            ...(isHidden('typings') && { type: '' }),
            ...(isHidden('parameter-symbols') && { pins: [] }),
            ...(isHidden('port-symbols') && { ports: [] }),
            declared: {
                ...declared,
                ...(isHidden('keywords') && { keywords: [] }),
                ...(isHidden('multiplicities') && { multiplicity: '' }),
                ...(isHidden('typings') && { specializations: '' }),
                ...(isHidden('compartments') && { documentation: '', statement: '', joins: '', payload: '' }),
                ...(isHidden('qualifiers') && {
                    isAbstract: false,
                    isVariation: false,
                    isVariant: false,
                    isIndividual: false,
                    direction: '' as const
                })
            }
        };
    };
    const edgeOf = (edge: GraphEdge): GraphEdge => ({
        ...edge,
        ...(isHidden('edge-labels') && {
            label: '',
            name: '',
            type: '',
            payload: '',
            fromEnd: '',
            toEnd: '',
            trigger: '',
            guard: '',
            effect: '',
            form: edge.form === 'binding' ? ('plain' as const) : edge.form
        }),
        ...(isHidden('port-symbols') && { fromPort: '', toPort: '', fromInner: undefined, toInner: undefined }),
        ...(isHidden('parameter-symbols') && {
            fromPin: '',
            toPin: '',
            ...(edge.fromPin + edge.toPin !== '' && { fromInner: undefined, toInner: undefined })
        })
    });
    return {
        ...view,
        nodes: view.nodes.filter(n => !isHidden('compartments') || !isLine(n)).map(nodeOf),
        edges: view.edges.map(edgeOf),
        relationships: view.relationships.map(edgeOf)
    };
}

/** Marks the members of a rendering that are lines of their parent. */
export function withFoldedMembers(view: RenderedView, folding: CompartmentFolding): RenderedView {
    const isPlaced = (n: GraphNode): boolean => n.geometry !== undefined;
    const positions = view.kind === 'tree' && view.nodes.some(isPlaced);
    const chosen = (n: GraphNode): boolean => {
        switch (folding) {
            case 'most':
                return n.compartment !== '' && !n.declared.isDefinition;
            case 'ports':
                return n.kind === 'port' && view.nodes.some(o => o.parent === n.id && o.kind === 'port');
            default:
                return positions && n.compartment !== '';
        }
    };
    // The enclosing nodes of a kept node are kept, too.
    const kept = new Set<string>();
    const parents = new Map(view.nodes.map(n => [n.id, n.parent]));
    for (const node of view.nodes.filter(n => isPlaced(n) || n.declared.isDefinition || n.shape === 'package')) {
        for (let id = node.id; id !== '' && !kept.has(id); id = parents.get(id) ?? '') {
            kept.add(id);
        }
    }
    const folded = new Set<string>();
    for (const { id, parent, ...node } of view.nodes) {
        if (parent !== '' && (folded.has(parent) || (!kept.has(id) && chosen({ id, parent, ...node })))) {
            folded.add(id);
        }
    }
    return folded.size === 0
        ? view
        : { ...view, nodes: view.nodes.map(n => (folded.has(n.id) && n.compartment !== '' ? { ...n, isFolded: true } : n)) };
}
