/**
 * The conjugates of port definitions to which `~P` refers. They are separate definitions, with ids made from that of the original
 * (contract: conversion 5.5).
 */
import type { AstNode } from '../../language/generated/tree.js';
import { referringNodes } from '../../language/positions/name-segments.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import type { Document } from '../../language/workspace/document.js';
import { GraphElement } from '../graph.js';
import type { Builder } from './builder.js';

const CONJUGATE = 'conjugatedPortDefinition';

/**
 * Records the conjugates to which names refer. This precedes all statements, because a definition states its conjugate even if the name
 * that refers to it follows.
 */
export function noteConjugates(builder: Builder, documents: readonly Document[]): void {
    for (const document of documents) {
        if (document.text.includes('~')) {
            for (const node of referringNodes(document)) {
                if (node.isConjugated === true) {
                    const definition = memberElement(resolve(node));
                    if (definition !== undefined) {
                        conjugateOf(builder, definition);
                    }
                }
            }
        }
    }
}

/** The conjugate of a port definition, recorded on the first call; undefined if the node is not a declaration in the graph. */
export function conjugateOf(builder: Builder, definition: AstNode): GraphElement | undefined {
    const original = builder.elementOf(definition);
    const known = original && builder.conjugates.get(original);
    if (known !== undefined || original === undefined) {
        return known?.element;
    }
    const { id, qualifier } = original;
    const idOf = (suffix: string): string =>
        builder.library.has(original) ? builder.libraryPartId(definition, suffix) : `${id}_${suffix}`;
    const element = new GraphElement(idOf('conjugated'), 'ConjugatedPortDefinition', 'element', qualifier);
    const membership = new GraphElement(idOf('conjugated_om'), 'OwningMembership', 'element', qualifier);
    builder.conjugates.set(original, { definition, element, membership, isStated: false });
    return element;
}

/** States on a port definition that it owns its conjugate, if the conjugate is recorded. */
export function emitConjugate(builder: Builder, original: GraphElement): void {
    const conjugate = builder.conjugates.size === 0 ? undefined : builder.conjugates.get(original);
    if (conjugate !== undefined) {
        conjugate.isStated = true;
        original
            .add('ownedMember', conjugate.element)
            .add('ownedMembership', conjugate.membership)
            .add('ownedRelationship', conjugate.membership)
            .add(CONJUGATE, conjugate.element);
    }
}

/** Writes the conjugates to which nothing refers, for all port definitions in the graph. */
export function writeMissingConjugates(builder: Builder): void {
    const isMissing = (e: GraphElement): boolean => e.state === 'written' && e.metaclass === 'PortDefinition' && !e.has(CONJUGATE);
    for (const [node, original] of [...builder.known.elements].filter(([, e]) => isMissing(e))) {
        conjugateOf(builder, node);
        emitConjugate(builder, original);
    }
    writeConjugates(builder);
}

/** Writes the recorded conjugates, except those of port definitions in documents that are not written. */
export function writeConjugates(builder: Builder): void {
    for (const [original, { definition, element: conjugate, membership, isStated }] of builder.conjugates) {
        if (!isStated || conjugate.state === 'written') {
            continue;
        }
        const { name } = definition;
        const conjugation = new GraphElement(`${original.id}_pc`, 'PortConjugation', 'element', original.qualifier);
        builder.graph.write(conjugate);
        conjugate
            .add('qualifiedName', name && `${builder.identities.of(definition)!.qualifiedName}::~${name}`)
            .add('elementId', conjugate.id);
        builder.emitOwner(conjugate, original, membership);
        conjugate
            .add('declaredName', name && `~${name}`)
            .flag('isConjugated', true)
            .add('ownedRelationship', conjugation)
            .add('ownedConjugator', conjugation)
            .add('ownedPortConjugator', conjugation)
            .add('originalPortDefinition', original);
        builder.writeMembership(membership, original, conjugate);
        builder
            .beginRelationship(conjugation)
            .add('owner', conjugate)
            .add('conjugatedPortDefinition', conjugate)
            .add('conjugatedType', conjugate)
            .add('owningType', conjugate)
            .add('source', conjugate)
            .add('originalPortDefinition', original)
            .add('originalType', original)
            .add('target', original)
            .add('owningRelatedElement', conjugate)
            .add('relatedElement', conjugate)
            .add('relatedElement', original);
    }
}
