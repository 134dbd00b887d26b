/**
 * Semantic metadata (KerML 8.4.4.13): which types an annotated type specializes because of its user-defined keywords and annotations. The
 * value of `baseType` is read from the annotation, else from the metadata definition and what it specializes. Knows the resolver only
 * through the query.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import type { SemanticQuery } from './implied.js';
import { factsOf, lastSegment, type NameNode } from './structure.js';

const SEMANTIC_METADATA = 'Metaobjects::SemanticMetadata';
const BASE_TYPE = 'baseType';

const NONE: readonly AstNode[] = Object.freeze([]);

/** The base types that the semantic metadata in the prefix and the body of a type name, in the order of the text. */
export function semanticBasesOf(type: AstNode, query: SemanticQuery): readonly AstNode[] {
    const { prefixes, members } = type as Partial<ast.Usage>;
    let all: AstNode[] | undefined;
    for (const prefix of prefixes ?? NONE) {
        const base = baseOfDefinition(query.resolve(prefix as NameNode), query);
        if (base !== undefined) {
            (all ??= []).push(base);
        }
    }
    for (const member of members ?? NONE) {
        if (member.$type === 'MetadataUsage' && (member as ast.MetadataUsage).about.length === 0) {
            const definition = query.resolve((member as ast.MetadataUsage).typing);
            const base = definition === undefined || !query.conformsToLibrary(definition, SEMANTIC_METADATA) ? undefined
                : valueOf(member, query) ?? baseOfDefinition(definition, query);
            if (base !== undefined) {
                (all ??= []).push(base);
            }
        }
    }
    return all ?? NONE;
}

const BASE = Symbol('semantic base type');

/** The base type that a metadata definition names for what it annotates; undefined when it is no semantic metadata. */
function baseOfDefinition(definition: AstNode | undefined, query: SemanticQuery): AstNode | undefined {
    if (definition === undefined) {
        return undefined;
    }
    const facts = factsOf(definition);
    let base = facts.extra?.get(BASE) as AstNode | null | undefined;
    if (base === undefined) {
        base = query.conformsToLibrary(definition, SEMANTIC_METADATA) ? inheritedValue(definition, query, new Set()) ?? null : null;
        (facts.extra ??= new Map()).set(BASE, base);
    }
    return base ?? undefined;
}

function inheritedValue(definition: AstNode, query: SemanticQuery, seen: Set<AstNode>): AstNode | undefined {
    if (seen.has(definition)) {
        return undefined;
    }
    seen.add(definition);
    const own = valueOf(definition, query);
    if (own !== undefined) {
        return own;
    }
    for (const general of query.declaredGenerals(definition)) {
        const inherited = inheritedValue(general, query, seen);
        if (inherited !== undefined) {
            return inherited;
        }
    }
    return undefined;
}

/** The element that the value of a redefinition of `baseType` in a body stands for. */
function valueOf(body: AstNode, query: SemanticQuery): AstNode | undefined {
    for (const member of (body as Partial<ast.Definition>).members ?? []) {
        const { name, value, relationships } = member as Partial<ast.Usage>;
        if (value !== undefined && (name === BASE_TYPE || relationships?.some(r => r.$type === 'Redefinition' && lastSegment(r.text) === BASE_TYPE) === true)) {
            return elementOf(value.expression, query);
        }
    }
    return undefined;
}

/** The element that `e meta M`, `e as M`, `e.metadata` or a name alone refers to. */
function elementOf(expression: AstNode, query: SemanticQuery): AstNode | undefined {
    switch (expression.$type) {
        case 'BinaryExpression': {
            const { operator, left } = expression as ast.BinaryExpression;
            return operator === 'meta' || operator === 'as' ? elementOf(left, query) : undefined;
        }
        case 'SequenceExpression': {
            const { elements } = expression as ast.SequenceExpression;
            return elements.length === 1 ? elementOf(elements[0], query) : undefined;
        }
        case 'MetadataAccessExpression':
            return elementOf((expression as ast.MetadataAccessExpression).operand, query);
        case 'FeatureChainExpression':
            return query.resolve((expression as ast.FeatureChainExpression).feature);
        case 'FeatureReferenceExpression':
            return query.resolve(expression as NameNode);
        default:
            return undefined;
    }
}
