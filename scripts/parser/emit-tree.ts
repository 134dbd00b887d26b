/**
 * Writes the types of the nodes: one for each type that a node of a tree can have, and a union for each type that others extend, so that a
 * comparison of `$type` tells which node it is. Knows nothing of rules.
 */
import type { NodeDemand } from './flow.js';
import type { NodeType, Property } from './types.js';

/** The text of tree.ts. `syntax` is the import path of the run-time support. */
export function emitTree(types: ReadonlyMap<string, NodeType>, demand: NodeDemand, syntax: string): string {
    const tree = new Tree(types, demand);
    return `// Generated from the grammars by scripts/parser. Do not edit.
/* oxlint-disable */
import type { NodeFields } from '${syntax}/node.js';

${tree.nodes.map(node => tree.interfaceOf(node)).join('\n')}
${tree.unions().join('\n')}
/** Any node of a syntax tree. What other nodes state can be asked of each: it is undefined where the type of a node has no such property. */
export type AstNode =
${tree.nodes.map(({ name }) => `    | ${tree.exactName(name)}`).join('\n')};

/** A node by its \`$type\`. */
export interface NodeTypes {
${tree.nodes.map(({ name }) => `    ${name}: ${tree.exactName(name)};`).join('\n')}
}
`;
}

/** The types of the nodes that trees have, and how each is called in tree.ts. */
export class Tree {
    /** The types that nodes have, by name. */
    readonly nodes: readonly NodeType[];
    /** All properties that some node has. */
    private readonly properties: ReadonlySet<string>;

    constructor(
        private readonly types: ReadonlyMap<string, NodeType>,
        demand: NodeDemand
    ) {
        this.nodes = [...demand.finals].sort().map(name => types.get(name)!);
        this.properties = new Set(this.nodes.flatMap(node => node.properties.map(property => property.name)));
    }

    /** The node types that are a type or extend it. */
    private membersOf(name: string): readonly NodeType[] {
        return this.nodes.filter(node => node.name === name || node.ancestors.has(name));
    }

    /** The name of the nodes of exactly one type: a type that others extend lends its own name to all of them. */
    exactName(name: string): string {
        return this.membersOf(name).length > 1 ? `Plain${name}` : name;
    }

    interfaceOf(node: NodeType): string {
        const absent = [...this.properties].filter(name => !node.property.has(name));
        return `export interface ${this.exactName(node.name)} extends NodeFields {
    readonly $type: '${node.name}';
    readonly $container${this.containerOf(node)};
${node.properties.map(property => `    readonly ${property.name}${fieldOf(property)};`).join('\n')}
${absent.map(name => `    readonly ${name}?: undefined;`).join('\n')}
}
`;
    }

    /** What can contain a node; a root and an expression that was asked stand in nothing. */
    private containerOf(node: NodeType): string {
        const containers = this.nodes.filter(({ properties }) =>
            properties.some(({ targets }) => targets.some(target => target === node.name || node.ancestors.has(target)))
        );
        const names = containers.map(({ name }) => this.exactName(name));
        return containers.length === 0 || node.ancestors.has('Expression')
            ? `?: ${[...names, 'undefined'].join(' | ')}`
            : `: ${names.join(' | ')}`;
    }

    unions(): string[] {
        return [...this.types.keys()]
            .sort()
            .map(name => ({ name, members: this.membersOf(name) }))
            .filter(({ members }) => members.length > 1)
            .map(({ name, members }) => `export type ${name} = ${members.map(member => this.exactName(member.name)).join(' | ')};\n`);
    }
}

function fieldOf({ array, optional, kind, text }: Property): string {
    if (array) {
        return `: readonly ${text.includes('|') ? `(${text})` : text}[]`;
    }
    return optional && kind !== 'boolean' ? `?: ${text}` : `: ${text}`;
}
