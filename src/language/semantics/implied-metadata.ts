/**
 * Semantic metadata (KerML 8.4.4.13): the types that an annotated type specializes by its user-defined keywords and annotations. The value
 * of `baseType` is that of the annotation, else of the metadata definition or its generals. Depends on the resolver only through the query.
 */
import type { AstNode } from '../generated/tree.js';
import type { SemanticQuery } from './implied-relationship.js';
import { isMetaclassConforming } from './metaclass.js';
import { Fact, lastSegment } from './structure.js';

const SEMANTIC_METADATA = 'Metaobjects::SemanticMetadata';
const BASE_TYPE = 'baseType';

const NONE: readonly never[] = Object.freeze([]);

/** The base types of the semantic metadata in the prefix and the body of a type, in textual order. */
export function semanticBasesOf(type: AstNode, query: SemanticQuery): readonly AstNode[] {
    const { prefixes = NONE, members = NONE } = type;
    if (prefixes.length === 0 && members.length === 0) {
        return NONE;
    }
    let all: AstNode[] | undefined;
    const add = (value: AstNode | undefined): void => {
        const base = value === undefined ? undefined : elementOf(value, type, query);
        if (base !== undefined) {
            (all ??= []).push(base);
        }
    };
    for (const prefix of prefixes) {
        add(valueOfDefinition(query.resolve(prefix), query));
    }
    for (const member of members) {
        if (member.$type === 'MetadataUsage' && member.about.length === 0) {
            const inherited = valueOfDefinition(query.resolve(member.typing), query);
            add(inherited && (ownedValueOf(member) ?? inherited));
        }
    }
    return all ?? NONE;
}

const BASE = new Fact<AstNode | null>('value of the semantic base type');

/** The expression of the base type in a metadata definition; undefined for a definition that is no semantic metadata. */
function valueOfDefinition(definition: AstNode | undefined, query: SemanticQuery): AstNode | undefined {
    if (definition === undefined) {
        return undefined;
    }
    let value = BASE.of(definition);
    if (value === undefined) {
        value = query.conformsToLibrary(definition, SEMANTIC_METADATA) ? (inheritedValue(definition, query, new Set()) ?? null) : null;
        BASE.set(definition, value);
    }
    return value ?? undefined;
}

function inheritedValue(definition: AstNode, query: SemanticQuery, seen: Set<AstNode>): AstNode | undefined {
    if (seen.has(definition)) {
        return undefined;
    }
    seen.add(definition);
    const own = ownedValueOf(definition);
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

/** The value of the redefinition of `baseType` in a body. */
function ownedValueOf(body: AstNode): AstNode | undefined {
    for (const member of body.members ?? []) {
        const { name, value, relationships } = member;
        if (
            value !== undefined &&
            (name === BASE_TYPE || relationships?.some(r => r.$type === 'Redefinition' && lastSegment(r.text) === BASE_TYPE) === true)
        ) {
            return value.expression;
        }
    }
    return undefined;
}

/** The element that `e meta M`, `e as M`, `e.metadata` or a name refers to; a conditional is decided for the annotated element. */
function elementOf(expression: AstNode, annotated: AstNode, query: SemanticQuery): AstNode | undefined {
    switch (expression.$type) {
        case 'ConditionalExpression': {
            const { condition, thenBranch, elseBranch } = expression;
            const holds = decide(condition, annotated, query);
            return holds === undefined ? undefined : elementOf(holds ? thenBranch : elseBranch, annotated, query);
        }
        case 'BinaryExpression': {
            const { operator, left } = expression;
            return operator === 'meta' || operator === 'as' ? elementOf(left, annotated, query) : undefined;
        }
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? elementOf(elements[0], annotated, query) : undefined;
        }
        case 'MetadataAccessExpression':
            return elementOf(expression.operand, annotated, query);
        case 'FeatureChainExpression':
            return query.resolve(expression.feature);
        case 'FeatureReferenceExpression':
            return query.resolve(expression);
        default:
            return undefined;
    }
}

const CLASSIFICATIONS = new Set(['istype', 'hastype', '@', '@@']);

/** Whether a condition on the metaclass of the annotated element holds: `annotatedElement istype M`, joined by `and`, `or`, `not`. */
function decide(condition: AstNode, annotated: AstNode, query: SemanticQuery): boolean | undefined {
    if (condition.$type === 'SequenceExpression') {
        const { elements } = condition;
        return elements.length === 1 ? decide(elements[0], annotated, query) : undefined;
    }
    if (condition.$type === 'UnaryExpression' && condition.operator === 'not') {
        const operand = decide(condition.operand, annotated, query);
        return operand === undefined ? undefined : !operand;
    }
    if (condition.$type !== 'BinaryExpression') {
        return undefined;
    }
    const { operator, left, right } = condition;
    if (CLASSIFICATIONS.has(operator)) {
        const metaclass = isAnnotatedElement(left) && right.$type === 'FeatureReferenceExpression' ? query.resolve(right) : undefined;
        return metaclass && isMetaclassConforming(annotated, metaclass);
    }
    const a = decide(left, annotated, query);
    const b = decide(right, annotated, query);
    switch (operator) {
        case 'and':
        case '&':
            return a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
        case 'or':
        case '|':
            return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
        default:
            return undefined;
    }
}

function isAnnotatedElement(expression: AstNode): boolean {
    return expression.$type === 'FeatureReferenceExpression' && lastSegment(expression.text) === 'annotatedElement';
}
