/**
 * Adds data that a reader wants in addition to the model: links to the declarations of nodes, and verdicts about them. Both are fields of
 * nodes, so that drawings and written forms show them in the same way. Does not depend on the evaluator.
 */
import type { Origin } from './geometry.js';
import type { GraphNode, NodeVerdict, RenderedView, Row } from './graph.js';

/** An address with placeholders for the location of a declaration: `https://host/{file}#L{line}`. */
export interface LinkTemplate {
    readonly address: string;
}

const PLACEHOLDERS = ['file', 'line', 'col'] as const;

/** Addresses that execute their content. */
const SCRIPTS = /^\s*(?:javascript|data|vbscript):/i;

/** @returns the template, or why it is invalid */
export function linkTemplateOf(text: string): LinkTemplate | { readonly fault: string } {
    const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name).find(name => !PLACEHOLDERS.some(p => p === name));
    if (unknown !== undefined) {
        return { fault: `unknown placeholder {${unknown}} of a link; there are ${PLACEHOLDERS.map(p => `{${p}}`).join(', ')}` };
    }
    return SCRIPTS.test(text) ? { fault: 'a link is an address, not a script' } : { address: text };
}

/** The location of a declaration in a file; undefined if it is in no file. */
export type FilePlace = (origin: Origin) => { readonly file: string; readonly line: number; readonly col: number } | undefined;

/** Characters that would end an address in some written form. */
const UNSAFE = /[\s"'<>\\^`{|}[\]]/g;

/** The address of a location; undefined if there is none. */
export function linkOf({ address }: LinkTemplate, place: ReturnType<FilePlace>): string | undefined {
    return place === undefined || address === ''
        ? undefined
        : address
              .replace(/\{(file|line|col)\}/g, (_, name: 'file' | 'line' | 'col') => String(place[name]))
              .replace(UNSAFE, encodeURIComponent);
}

/** The rendering with a link at each node whose declaration is in a file. */
export function withLinks(view: RenderedView, template: LinkTemplate, placeOf: FilePlace): RenderedView {
    const linked = (node: GraphNode): GraphNode => {
        const place = node.origin === undefined ? undefined : placeOf(node.origin);
        const link = linkOf(template, place);
        return link === undefined ? node : { ...node, link };
    };
    return { ...view, nodes: view.nodes.map(linked) };
}

/** A verdict about an element, and about the element that states it if that is shown inside. */
export interface ShownVerdict {
    /** element id of the assertion, constraint or requirement */
    readonly about: string;
    /** element id of the judged subject: only nodes inside its node are marked; if empty, nodes everywhere */
    readonly on: string;
    readonly verdict: NodeVerdict;
}

const WORST: readonly NodeVerdict[] = ['holds', 'undecided', 'fails'];

const worse = (a: NodeVerdict | undefined, b: NodeVerdict): NodeVerdict => (a === undefined || WORST.indexOf(b) > WORST.indexOf(a) ? b : a);

/** The rendering with verdicts at the nodes or rows that they concern. A node with several verdicts shows the worst. */
export function withVerdicts(view: RenderedView, verdicts: readonly ShownVerdict[]): RenderedView {
    const holders = new Map<string, readonly string[]>();
    const nodes = view.nodes.map((node): GraphNode => {
        const around = [...(holders.get(node.parent) ?? []), node.element];
        holders.set(node.id, around);
        const found = verdicts
            .filter(({ about, on }) => about === node.element && (on === '' || around.includes(on)))
            .reduce<NodeVerdict | undefined>((worst, { verdict }) => worse(worst, verdict), undefined);
        return found === undefined ? node : { ...node, verdict: found };
    });
    if (view.rows.length === 0) {
        return { ...view, nodes };
    }
    const cellOf = ({ element }: Row): string =>
        verdicts
            .filter(({ about }) => about === element)
            .reduce<NodeVerdict | undefined>((worst, { verdict }) => worse(worst, verdict), undefined) ?? '';
    return {
        ...view,
        nodes,
        columns: [...view.columns, 'Verdict'],
        rows: view.rows.map(row => ({ ...row, cells: [...row.cells, cellOf(row)] }))
    };
}

/** A verdict in words after a mark, for readers who cannot see colours. */
export const verdictWords = (verdict: NodeVerdict): string => `${MARKS[verdict]} ${verdict}`;

const MARKS: Readonly<Record<NodeVerdict, string>> = { holds: '✓', undecided: '?', fails: '✗' };
