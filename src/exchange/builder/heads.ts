/**
 * Makes the statements of the relationships in a declaration's head: each is a value of a property of the declaration and a separate
 * element (contract: conversion 5.4, 5.5). Depends on the metaclasses of relationships, not on the rest of a declaration.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { chainOf } from '../../language/semantics/featuring.js';
import { metaclassOrUndefined } from '../../language/semantics/metaclass.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { type NameNode, segmentsOf } from '../../language/semantics/structure.js';
import { ExpressionText, GraphElement, type Value } from '../graph.js';
import type { MetaclassName } from '../metamodel/facts.js';
import { HEAD_LISTS, type HeadKind, HEADS } from '../metamodel/heads.js';
import { Shape } from '../shape.js';
import { type Builder, type Later, segmentText, unquotedName } from './builder.js';
import { conjugateOf } from './conjugates.js';
import { entryNameOf, impliedRedefinition } from './members.js';

const ORDER = Object.keys(HEADS);

/** A relationship of a head and its element in the graph. */
export interface Head {
    readonly node: NameNode;
    readonly kind: HeadKind;
    readonly element: GraphElement;
    /** the step of a chain (`chains a.b` makes one relationship for each step); undefined for a whole name */
    readonly link: AstNode | null | undefined;
    readonly text: string;
    /** whether it is a redefinition without a keyword, which the declaration does not state as a property (5.8) */
    readonly isImplied: boolean;
}

/** The relationships of a declaration's head in canonical order. */
export function headsOf(builder: Builder, owner: GraphElement, node: AstNode): readonly Head[] {
    const { relationships: written = [], reference } = node;
    const { typing } = node;
    const relationships = entryNameOf(node) === undefined ? written : written.slice(1);
    const nodes: readonly NameNode[] =
        node.$type === 'PrefixMetadata'
            ? [node]
            : [...(typing === undefined ? [] : [typing]), ...(reference === undefined ? [] : [reference]), ...relationships];
    if (nodes.length === 0) {
        return [];
    }
    if (nodes.length === 1 && nodes[0].$type !== 'FeatureChaining') {
        return [headOf(builder, owner, nodes[0], 0)];
    }
    const counts = new Map<string, number>();
    const sorted = nodes.map(n => [kindName(n), n] as const).sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
    return sorted.flatMap(([name, n]) => {
        const kind = HEADS[name];
        const make = (link?: Link): Head => {
            const count = counts.get(kind.suffix) ?? 0;
            counts.set(kind.suffix, count + 1);
            return headOf(builder, owner, n, count, link);
        };
        return name === 'FeatureChaining' ? linksOf(n).map(link => make(link)) : [make()];
    });
}

/**
 * The relationship for a name, or for one step of a chain.
 * @param count the number of preceding relationships of the same kind
 */
function headOf(builder: Builder, owner: GraphElement, node: NameNode, count: number, link?: Link): Head {
    const name = kindName(node);
    const kind = HEADS[name];
    const metaclass = (node.$type === 'PrefixMetadata' ? name : (metaclassOrUndefined(node) ?? name)) as MetaclassName;
    const isImplied = node.$type === 'Redefinition' && impliedRedefinition(node.$container) === node;
    const element = builder.unnamed(owner, `${kind.suffix}${count}`, metaclass);
    return { node, kind, element, link: link && (link.target ?? null), text: link?.text ?? node.text, isImplied };
}

function kindName(node: NameNode): string {
    return node.$type === 'PrefixMetadata' ? 'FeatureTyping' : node.$type;
}

/** A step of a chain: its target and its text. */
export interface Link {
    readonly target: AstNode | undefined;
    readonly text: string;
}

/** The steps of a feature chain; a single one for a plain name. */
export function linksOf(node: NameNode): Link[] {
    const targets = chainOf(node);
    const texts: string[] = [];
    for (const segment of segmentsOf(node.text)) {
        const text = segmentText(segment);
        if (segment.separator === '::') {
            texts[texts.length - 1] += `::${text}`;
        } else {
            texts.push(text);
        }
    }
    return texts.map((text, i) => ({ target: targets[i] === undefined ? undefined : memberElement(targets[i]), text }));
}

/** States the targets of the head's relationships on the declaration. */
export function emitHeads(builder: Builder, element: GraphElement, heads: readonly Head[]): void {
    let chained: NameNode | undefined;
    for (const { node, kind, isImplied } of heads) {
        if (isImplied) {
            continue;
        }
        if (node.$type !== 'FeatureChaining' || node !== chained) {
            element.addOnce(kind.property, targetOf(builder, node));
        }
        chained = node;
    }
}

/** States the lists of relationships on the declaration. The relationships are written after the elements of the document. */
export function emitOwnedHeads(builder: Builder, element: GraphElement, heads: readonly Head[]): void {
    if (heads.length === 0) {
        return;
    }
    for (const head of heads) {
        element.add('ownedRelationship', head.element);
        builder.relationships.push(head.element);
        writeHead(builder, element, head);
    }
    if (heads.length === 1) {
        heads[0].kind.lists.forEach(list => element.add(list, heads[0].element));
        return;
    }
    for (const list of HEAD_LISTS) {
        for (const { kind, element: relationship } of heads) {
            if (kind.lists.includes(list)) {
                element.add(list, relationship);
            }
        }
    }
}

/** The target of a head's relationship. A name after a tilde refers to the conjugate. */
function targetOf(builder: Builder, node: NameNode): Value {
    if (node.isConjugated !== true) {
        return builder.refer(node);
    }
    const definition = memberElement(resolve(node));
    const conjugate = definition === undefined ? undefined : conjugateOf(builder, definition);
    return conjugate ?? `~${unquotedName(node.text)}`;
}

/** Makes the statements of a relationship. If its target is a chain, the relationship owns a feature for that chain. */
function writeHead(builder: Builder, owner: GraphElement, head: Head): void {
    const { element, node, kind, link } = head;
    const stated = targetOf(builder, node);
    const isChain = link === undefined && stated instanceof ExpressionText;
    const chain = isChain ? builder.nodeOf(element, 'chain', 'Feature') : undefined;
    const target = chain ?? (link === undefined ? stated : builder.referTo(link ?? undefined, head.text));
    emitRelationship(element, owner, kind, target);
    if (element.metaclass === 'ConjugatedPortTyping' && target instanceof GraphElement) {
        element.add('conjugatedPortDefinition', target);
    }
    if (chain !== undefined) {
        element.add('ownedRelatedElement', chain);
        builder.relationships.push(...chainElements(builder, element, chain, linksOf(node)));
    }
}

/**
 * Adds a reference subsetting (`_prs`) to an end. The subsetting is written later, and so are the end's properties that refer to it.
 * @returns the target of the end: an element, the feature of a chain, or a name
 */
export function ownEndReference(builder: Builder, end: GraphElement, links: readonly Link[], later: Later): Value {
    const subsetting = builder.nodeOf(end, 'rs', 'ReferenceSubsetting');
    const chain = links.length > 1 ? builder.nodeOf(subsetting, 'chain', 'Feature') : undefined;
    const target = chain ?? builder.referTo(links[0].target, links[0].text);
    later.push(() => {
        end.add('ownedRelationship', subsetting);
        HEADS.ReferenceSubsetting.lists.forEach(list => end.add(list, subsetting));
        emitRelationship(builder.graph.write(subsetting), end, HEADS.ReferenceSubsetting, target);
        if (chain !== undefined) {
            subsetting.add('ownedRelatedElement', chain);
            chainElements(builder, subsetting, chain, links).forEach(e => builder.graph.write(e));
        }
    });
    return target;
}

/** Adds a redefinition (`_prd`) to the feature of a flow's end. */
export function ownRedefinition(builder: Builder, feature: GraphElement, target: Value): void {
    const redefinition = builder.nodeOf(feature, 'rd', 'Redefinition');
    feature.add('ownedRelationship', redefinition);
    HEADS.Redefinition.lists.forEach(list => feature.add(list, redefinition));
    emitRelationship(builder.graph.write(redefinition), feature, HEADS.Redefinition, target);
}

/** States the ends of a relationship that an element owns directly (5.5). */
export function emitRelationship(relationship: GraphElement, source: GraphElement, kind: HeadKind, target: Value): void {
    const objects: Value[] = [relationship.id];
    kind.source.forEach(() => objects.push(source));
    objects.push(source);
    kind.target.forEach(() => objects.push(target));
    objects.push(source, source);
    relationship.begin(shapeOf(kind), objects).addOnce('relatedElement', target);
}

const shapes = new Map<HeadKind, Shape>();

/** The properties of a kind of relationship. */
function shapeOf(kind: HeadKind): Shape {
    let shape = shapes.get(kind);
    if (shape === undefined) {
        shape = Shape.of(['elementId', ...kind.source, 'owningRelatedElement', ...kind.target, 'owner', 'relatedElement']);
        shapes.set(kind, shape);
    }
    return shape;
}

/**
 * The feature of a chain and its feature chainings; the caller writes them.
 * @param owner the relationship that owns the feature
 */
export function chainElements(builder: Builder, owner: GraphElement, chain: GraphElement, links: readonly Link[]): GraphElement[] {
    return chainThrough(builder, owner, chain, referToLinks(builder, links));
}

/** {@link chainElements} for resolved steps. */
export function chainThrough(builder: Builder, owner: GraphElement, chain: GraphElement, steps: readonly Value[]): GraphElement[] {
    chain.add('elementId', chain.id).add('owner', owner).add('owningRelationship', owner).add('owningMembership', owner);
    return [chain, ...ownSteps(builder, chain, steps)];
}

/** Makes the feature of a chain own its feature chainings, which the caller writes. */
export function ownChainings(builder: Builder, chain: GraphElement, links: readonly Link[]): GraphElement[] {
    return ownSteps(builder, chain, referToLinks(builder, links));
}

const referToLinks = (builder: Builder, links: readonly Link[]): Value[] => links.map(({ target, text }) => builder.referTo(target, text));

function ownSteps(builder: Builder, chain: GraphElement, steps: readonly Value[]): GraphElement[] {
    const elements = steps.map((step, i) => {
        const chaining = builder.nodeOf(chain, `fc${i}`, 'FeatureChaining');
        emitRelationship(chaining, chain, HEADS.FeatureChaining, step);
        chain.add('ownedRelationship', chaining);
        return chaining;
    });
    new Set(steps).forEach(step => chain.add('chainingFeature', step));
    elements.forEach(chaining => chain.add('ownedFeatureChaining', chaining));
    return elements;
}
