/** Writes the node classes: one for each type that a rule makes, plus the conversions of started nodes. Knows nothing of rules. */
import { Tree } from './emit-tree.js';
import type { NodeDemand } from './flow.js';
import type { NodeType, Property } from './types.js';

/**
 * The text of nodes.ts. `syntax` is the import path of the run-time support, `hash` what identifies the grammars (16 hexadecimal digits).
 */
export function emitNodes(types: ReadonlyMap<string, NodeType>, demand: NodeDemand, syntax: string, hash: string): string {
    const classes = [...demand.classes].sort().map(name => types.get(name)!);
    const tree = new Tree(types, demand);
    return `// Generated from the grammars by scripts/parser. Do not edit.
/* oxlint-disable */
import type { Body, BodyOwner } from '${syntax}/bodies.js';
import { EMPTY, NodeBase, type SyntaxNode } from '${syntax}/node.js';
import type * as ast from './tree.js';

/** Changes whenever a grammar does. */
export const GRAMMAR_HASH = '${hash}';

${classes.map(type => emitClass(type, demand.finals.has(type.name) ? tree.exactName(type.name) : undefined)).join('\n')}
${[...demand.conversions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([target, sources]) =>
        emitConversion(
            types.get(target)!,
            [...sources].sort().map(name => types.get(name)!)
        )
    )
    .join('\n')}
/** The classes of the nodes that trees have, by type. */
export const NODE_CLASSES: { readonly [T in keyof ast.NodeTypes]: new () => ast.NodeTypes[T] } = { ${tree.nodes.map(({ name }) => name).join(', ')} };
`;
}

/** @param exactName the type of finished nodes in tree.ts; undefined for a type that only started nodes have */
function emitClass(type: NodeType, exactName: string | undefined): string {
    const children = type.properties.filter(property => property.kind === 'node');
    const visits = children.map(({ name, array }) =>
        array
            ? name === 'members'
                ? 'if (isWhole) { const list = this.members; for (let i = 0; i < list.length; i++) each(list[i]); }'
                : `for (let i = 0; i < this.${name}.length; i++) each(this.${name}[i]);`
            : `if (this.${name} !== undefined) each(this.${name});`
    );
    const required = type.properties.filter(property => !property.optional && !property.array && property.kind !== 'boolean');
    const complete = exactName !== undefined ? ['true', ...required.map(({ name }) => `this.${name} !== undefined`)].join(' && ') : 'false';
    // Fields are declared and then assigned one by one: the fastest way to make objects of one shape.
    const fields: [name: string, type: string, value: string][] = [
        ['$type', `'${type.name}'`, `'${type.name}'`],
        ['$container', 'any', 'undefined'],
        ['$containerProperty', 'string | undefined', 'undefined'],
        ['$containerIndex', 'number | undefined', 'undefined'],
        ['$offset', 'number', '0'],
        ['$end', 'number', '0'],
        ['$facts', "ast.AstNode['$facts']", 'undefined'],
        ...(type.property.has('name')
            ? ([
                  ['$name', 'number', '-1'],
                  ['$nameEnd', 'number', '-1']
              ] as [string, string, string][])
            : []),
        ...type.properties.flatMap((property): [string, string, string][] => {
            const [fieldType, value] = fieldOf(property);
            return isBody(property)
                ? [
                      ['$members', `${fieldType} | undefined`, value],
                      ['$body', 'Body | undefined', 'undefined']
                  ]
                : [[property.name, fieldType, value]];
        })
    ];
    return `export class ${type.name} extends NodeBase implements ${exactName === undefined ? '' : `ast.${exactName}, `}SyntaxNode {
${fields.map(([name, fieldType]) => `    declare ${name}: ${fieldType};`).join('\n')}
    constructor() {
        super();
${fields.map(([name, , value]) => `        this.${name} = ${value};`).join('\n')}
    }
${type.properties
    .filter(isBody)
    .map(property => memberAccess(fieldOf(property)[0]))
    .join(
        ''
    )}    $forEachChild(${visits.length === 0 ? '_each' : 'each'}: (child: ast.AstNode) => void${type.properties.some(isBody) ? ', isWhole = true' : ''}): void {
${visits.map(line => `        ${line}`).join('\n')}
    }
    $isComplete(): boolean { return ${complete}; }
}
`;
}

/** Whether a property holds the members of a body, which may be read on demand. */
function isBody({ name, kind, array }: Property): boolean {
    return name === 'members' && kind === 'node' && array;
}

function memberAccess(type: string): string {
    return `    get members(): ${type} {
        if (this.$members === undefined) this.$body!.readInto(this as unknown as BodyOwner);
        return this.$members!;
    }
    set members(list: ${type}) { this.$members = list; }
`;
}

/** Type and initial value of a property's field. */
function fieldOf({ kind, array, text: declared, targets, optional }: Property): [type: string, value: string] {
    const text = kind === 'node' ? targets.map(target => `ast.${target}`).join(' | ') : declared;
    if (array) {
        return [`Array<${text}>`, 'EMPTY'];
    }
    if (kind === 'boolean') {
        return ['boolean', 'false'];
    }
    return optional ? [`${text} | undefined`, 'undefined'] : [text, `undefined as unknown as ${text}`];
}

/** A function that makes a node of another type from a started one, with all that both types have. */
function emitConversion(target: NodeType, sources: readonly NodeType[]): string {
    const cases = sources.map(source => {
        const lines = target.properties
            .filter(property => source.property.has(property.name))
            .map(property => {
                const { name, kind, array } = property;
                if (isBody(property)) {
                    return 'n.$body = o.$body; n.$members = o.$members; if (o.$members !== undefined) for (const c of o.$members as any[]) c.$container = n;';
                }
                const value = `n.${name} = o.${name};`;
                if (kind !== 'node') {
                    return value;
                }
                return array
                    ? `if (o.${name} !== EMPTY) { ${value} for (const c of o.${name} as any[]) c.$container = n; }`
                    : `if (o.${name} !== undefined) { ${value} o.${name}.$container = n; }`;
            });
        const name = target.property.has('name') && source.property.has('name') ? ['n.$name = o.$name; n.$nameEnd = o.$nameEnd;'] : [];
        return { source, lines: [...name, ...lines] };
    });
    return `export function to${target.name}(o: any): ${target.name} {
    if (o === undefined || o instanceof ${target.name}) return o;
    const n: any = new ${target.name}();
    switch (o.$type) {
${cases.map(({ source, lines }) => `        case '${source.name}':\n${lines.map(line => `            ${line}`).join('\n')}\n            break;`).join('\n')}
    }
    return n;
}
`;
}
