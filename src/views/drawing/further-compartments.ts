/**
 * Compartments that a reader requests in addition to those that the drawing needs (`--show compartments`; SysML 8.2.3.2, 8.2.3.5, 8.2.3.6
 * and the clauses of each kind): the members and relationships of an element as lines, even if boxes and lines show them too. Does not
 * measure text.
 */
import type { EdgeForm, EdgeKind, GraphEdge, GraphNode, RenderedView, RenderingKind } from '../graph.js';
import { LINE_SIZE, type Section, simpleName, type TextLine } from './phrases.js';

/** The compartments of kinds of relationships; other kinds are lines of `relationships`. */
const BY_KIND: Partial<Readonly<Record<EdgeKind, string>>> = { satisfy: 'satisfies', include: 'includes' };
/** The same for members that make such a relationship. */
const BY_COMPARTMENT: Readonly<Record<string, string>> = { 'satisfy requirements': 'satisfies', 'include use cases': 'includes' };
/** Kinds that a name compartment or a feature's line already shows, or that are not relationships. */
const LEFT_OUT: ReadonlySet<EdgeKind> = new Set<EdgeKind>(['succession', 'transition', 'flow', 'typing', 'annotation', 'composition']);

/** Headings of the compartments that hold boxes. */
const GRAPHICAL: Partial<Readonly<Record<RenderingKind, string>>> = {
    interconnection: 'interconnection',
    mixed: 'general',
    tree: 'general'
};

/** Connections that are named by their form. */
const FORMS: ReadonlySet<EdgeForm> = new Set<EdgeForm>(['allocation', 'binding', 'interface']);

const BEHAVIOURS: ReadonlySet<string> = new Set(['entry', 'do', 'exit']);

/** The further compartments of the nodes of a rendering. */
export class FurtherCompartments {
    private readonly children = new Map<string, GraphNode[]>();
    private readonly byId: ReadonlyMap<string, GraphNode>;
    private readonly leaving = new Map<string, GraphEdge[]>();

    constructor(private readonly view: RenderedView) {
        this.byId = new Map(view.nodes.map(n => [n.id, n]));
        for (const node of view.nodes) {
            push(this.children, node.parent, node);
        }
        for (const edge of [...view.edges, ...view.relationships].filter(e => !LEFT_OUT.has(e.kind))) {
            push(this.leaving, edge.from, edge);
        }
    }

    /** @param isHolder whether the node's box contains other boxes */
    of(node: GraphNode, isHolder: boolean): Section[] {
        const inside = this.children.get(node.id) ?? [];
        const texts: readonly (readonly [string, readonly string[]])[] = [
            ['packages', inside.filter(n => n.shape === 'package').map(nameOf)],
            ['members', inside.filter(n => n.declared.isDefinition).map(n => `${n.kind} ${nameOf(n)}`)],
            ['variant elementusages', inside.filter(n => n.declared.isVariant).map(n => `${n.kind} ${nameOf(n)}`)],
            ['state actions', stateActionsOf(node, inside)],
            ['metadata', metadataOf(node, inside)],
            ...this.relatedTo(node)
        ];
        const written = texts.filter(([, lines]) => lines.length > 0).map(([name, lines]): Section => ({ name, lines: lines.map(lineOf) }));
        const heading = isHolder ? GRAPHICAL[this.view.kind] : undefined;
        return heading === undefined ? written : [...written, { name: heading, lines: [] }];
    }

    private relatedTo({ id }: GraphNode): (readonly [string, readonly string[]])[] {
        const found = new Map<string, string[]>();
        for (const { kind, form, to } of this.leaving.get(id) ?? []) {
            const named = nameOf(this.byId.get(to)!);
            const section = BY_KIND[kind] ?? 'relationships';
            push(found, section, BY_KIND[kind] === undefined ? `${FORMS.has(form) ? form : kind} ${named}` : named);
        }
        for (const child of (this.children.get(id) ?? []).filter(n => n.compartment in BY_COMPARTMENT)) {
            push(found, BY_COMPARTMENT[child.compartment], nameOf(child) || child.declared.joins || child.declared.statement);
        }
        return [...found];
    }
}

const nameOf = ({ name, nameSynthesized, type }: GraphNode): string =>
    [nameSynthesized ? '' : simpleName(name), type === '' ? '' : `: ${type}`].filter(t => t !== '').join(' ');

function metadataOf({ declared }: GraphNode, inside: readonly GraphNode[]): string[] {
    const drawn = inside.filter(n => n.kind === 'metadata').map(n => simpleName(n.name) || n.type);
    return [...new Set([...declared.keywords, ...drawn])].map(name => `@${name}`);
}

function stateActionsOf({ compartments, kind }: GraphNode, inside: readonly GraphNode[]): string[] {
    const listed = compartments.filter(c => BEHAVIOURS.has(c.name)).flatMap(c => c.lines.map(line => `${c.name} ${line.text}`));
    const drawn = inside.filter(n => BEHAVIOURS.has(n.compartment)).map(n => `${n.compartment} ${nameOf(n)}`);
    return /\bstate\b/.test(kind) ? [...listed, ...drawn].map(text => text.trim()) : [];
}

const lineOf = (text: string): TextLine => ({ text, size: LINE_SIZE });

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
    const known = map.get(key);
    if (known === undefined) {
        map.set(key, [value]);
    } else {
        known.push(value);
    }
}
