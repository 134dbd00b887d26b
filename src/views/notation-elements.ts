/** Applies a reader's choice of the elements of the notation to show or hide (contract: newest operations 1.3). */
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
