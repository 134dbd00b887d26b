/**
 * Geometry in models, as metadata of the extension package `DiagramLayout` (contract: views 2.7, 8.3): the annotations of a document with
 * their targets, their view and their values. Does not depend on rendering.
 */
import { isAmong } from '../closed-lists.js';
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { metadataTypeOf } from './annotations.js';
import { resolve } from './names.js';
import { nameOf, qualifiedNameOf } from './naming.js';
import { isView } from './rendering-kind.js';
import { supertypesOf } from './specialization.js';
import { Fact, featureValueOf, isExpression, isUsage, ownedMembersOf, ownerOf } from './structure.js';
import { scopeOf } from './world.js';

const KINDS = ['Layout', 'Route', 'Canvas', 'Style', 'Note', 'Picture'] as const;
export type LayoutKind = (typeof KINDS)[number];
const PACKAGE = 'DiagramLayout::';

export interface LayoutAnnotation {
    readonly kind: LayoutKind;
    readonly node: ast.MetadataUsage;
    /** the elements that it is about; the owner where `about` is absent */
    readonly targets: readonly AstNode[];
    /** the nearest enclosing view */
    readonly view: AstNode | undefined;
    /** whether it has an `about` */
    readonly hasAbout: boolean;
}

/** A constant value; a list of constants. */
export type Constant = number | string | boolean | readonly Constant[];

/** The kind of a layout annotation; undefined for metadata of any other type. */
export function layoutKindOf(metadata: AstNode): LayoutKind | undefined {
    if (metadata.$type !== 'MetadataUsage') {
        return undefined;
    }
    const type = metadataTypeOf(metadata);
    for (const t of type === undefined ? [] : supertypesOf(type)) {
        const name = scopeOf(t).isLibrary ? qualifiedNameOf(t) : undefined;
        const kind = name?.startsWith(PACKAGE) === true ? name.slice(PACKAGE.length) : '';
        if (isAmong(KINDS, kind)) {
            return kind;
        }
    }
    return undefined;
}

const ANNOTATIONS = new Fact<LayoutAnnotation[]>('layout annotations');

/** The layout annotations of a document, in declaration order. */
export function layoutAnnotationsIn(root: AstNode): readonly LayoutAnnotation[] {
    let found = ANNOTATIONS.of(root);
    if (found === undefined) {
        found = [];
        collect(root, undefined, found);
        ANNOTATIONS.set(root, found);
    }
    return found;
}

function collect(namespace: AstNode, view: AstNode | undefined, found: LayoutAnnotation[]): void {
    for (const member of ownedMembersOf(namespace)) {
        if (member.$type !== 'MetadataUsage') {
            collect(member, isView(member) ? member : view, found);
            continue;
        }
        const kind = layoutKindOf(member);
        if (kind !== undefined) {
            const node = member;
            const hasAbout = node.about.length > 0;
            const targets = hasAbout ? node.about.map(a => resolve(a)) : [ownerOf(node)];
            found.push({ kind, node, targets: targets.filter(t => t !== undefined), view, hasAbout });
        }
    }
}

/** The expressions that a layout annotation gives its features, by name. */
export function layoutValuesOf(annotation: ast.MetadataUsage): ReadonlyMap<string, AstNode> {
    const values = new Map<string, AstNode>();
    for (const member of annotation.members) {
        const name = isUsage(member) ? nameOf(member) : undefined;
        const value = featureValueOf(member);
        if (name !== undefined && value !== undefined) {
            values.set(name, value.expression);
        }
    }
    return values;
}

/** The value of an expression of literals and constant attributes on the model level; undefined for others. */
export function constantOf(expression: AstNode, depth = 0): Constant | undefined {
    switch (expression.$type) {
        case 'LiteralInteger':
        case 'LiteralReal':
            return Number(expression.value);
        case 'LiteralString':
            return expression.value;
        case 'LiteralBoolean':
            return expression.value === 'true';
        case 'SequenceExpression':
            return constantSequence(expression.elements, depth);
        case 'NullExpression':
            return [];
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            const value = constantOf(operand, depth);
            return typeof value !== 'number' ? undefined : operator === '-' ? -value : operator === '+' ? value : undefined;
        }
        case 'BinaryExpression':
            return constantOfOperation(expression, depth);
        case 'FeatureReferenceExpression': {
            const feature = resolve(expression);
            const value = feature && featureValueOf(feature);
            return value === undefined || depth > 20 || !isExpression(value.expression)
                ? undefined
                : constantOf(value.expression, depth + 1);
        }
        default:
            return undefined;
    }
}

function constantSequence(elements: readonly AstNode[], depth: number): Constant | undefined {
    const values = elements.map(e => constantOf(e, depth));
    if (!values.every(v => v !== undefined)) {
        return undefined;
    }
    return values.length === 1 ? values[0] : values.flat();
}

const OPERATIONS: Readonly<Partial<Record<string, (a: number, b: number) => number>>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b
};

function constantOfOperation({ left, operator, right }: ast.BinaryExpression, depth: number): Constant | undefined {
    const a = constantOf(left, depth);
    const b = constantOf(right, depth);
    if (operator === '+' && typeof a === 'string' && typeof b === 'string') {
        return a + b;
    }
    const operation = OPERATIONS[operator];
    const result = operation === undefined || typeof a !== 'number' || typeof b !== 'number' ? NaN : operation(a, b);
    return Number.isFinite(result) ? result : undefined;
}
