/**
 * The AST types that a grammar declares, flattened: each interface with all its properties, inherited ones first.
 * Knows Langium's grammar AST; nothing of rules or code.
 */
import { GrammarAST, type Grammar } from 'langium';

/** What a property holds; `node` is a child. */
export type PropertyKind = 'string' | 'number' | 'boolean' | 'node';

export interface Property {
    readonly name: string;
    readonly kind: PropertyKind;
    readonly array: boolean;
    readonly optional: boolean;
    /** The type as TypeScript text. */
    readonly text: string;
    /** Names of the types that children can have; none for values. */
    readonly targets: readonly string[];
}

export interface NodeType {
    readonly name: string;
    readonly properties: readonly Property[];
    /** Names of the types that it extends, directly or through others. */
    readonly ancestors: ReadonlySet<string>;
    readonly property: ReadonlyMap<string, Property>;
}

/** All interfaces of a grammar by name. Throws on what the parser compiler does not support, naming the place. */
export function collectTypes(grammar: Grammar): Map<string, NodeType> {
    const types = new Map<string, NodeType>();
    for (const declared of grammar.interfaces) {
        const property = new Map<string, Property>();
        const ancestors = new Set<string>();
        addProperties(declared, property, ancestors, new Set());
        types.set(declared.name, { name: declared.name, properties: [...property.values()], property, ancestors });
    }
    return types;
}

function addProperties(
    declared: GrammarAST.Interface,
    into: Map<string, Property>,
    ancestors: Set<string>,
    seen: Set<GrammarAST.Interface>
): void {
    if (seen.has(declared)) {
        throw new Error(`Interface ${declared.name} extends itself.`);
    }
    seen.add(declared);
    for (const superType of declared.superTypes) {
        if (!GrammarAST.isInterface(superType.ref)) {
            throw new Error(`Interface ${declared.name}: ${superType.$refText} is no interface; only interfaces can be extended.`);
        }
        ancestors.add(superType.ref.name);
        addProperties(superType.ref, into, ancestors, seen);
    }
    seen.delete(declared);
    for (const attribute of declared.attributes) {
        const array = GrammarAST.isArrayType(attribute.type);
        const element = GrammarAST.isArrayType(attribute.type) ? attribute.type.elementType : attribute.type;
        const { kind, text, targets } = typeOf(element, `${declared.name}.${attribute.name}`);
        if (array && kind === 'boolean') {
            throw new Error(`${declared.name}.${attribute.name}: lists of booleans are not supported.`);
        }
        into.set(attribute.name, { name: attribute.name, kind, array, optional: attribute.isOptional, text, targets });
    }
}

function typeOf(type: GrammarAST.TypeDefinition, where: string): Pick<Property, 'kind' | 'text' | 'targets'> {
    if (GrammarAST.isUnionType(type)) {
        const members = type.types.map(member => typeOf(member, where));
        if (members.some(member => member.kind !== members[0].kind)) {
            throw new Error(`${where}: a union of nodes and values is not supported.`);
        }
        return {
            kind: members[0].kind,
            text: members.map(member => member.text).join(' | '),
            targets: members.flatMap(member => member.targets)
        };
    }
    if (GrammarAST.isSimpleType(type)) {
        if (type.stringType !== undefined) {
            return { kind: 'string', text: `'${type.stringType}'`, targets: [] };
        }
        if (type.primitiveType === 'string' || type.primitiveType === 'number' || type.primitiveType === 'boolean') {
            return { kind: type.primitiveType, text: type.primitiveType, targets: [] };
        }
        const target = type.typeRef?.ref;
        if (GrammarAST.isInterface(target)) {
            return { kind: 'node', text: target.name, targets: [target.name] };
        }
        if (GrammarAST.isType(target)) {
            return typeOf(target.type, where);
        }
    }
    throw new Error(`${where}: this kind of type is not supported (only interfaces, type aliases, string, number and boolean).`);
}
