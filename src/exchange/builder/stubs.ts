/** Writes stubs, whose few statements explain the ids of library elements in a graph (contract: conversion 4.8). */
import type { AstNode } from '../../language/generated/tree.js';
import type { GraphElement } from '../graph.js';
import type { Builder } from './builder.js';

/** Writes a stub for each library element or membership to which the graph refers, in the order of their first reference. */
export function writeStubs(builder: Builder): void {
    // The set grows during the loop, because the stub of a membership refers to its member.
    for (const element of builder.referred) {
        const { node, isMembership } = builder.library.get(element)!;
        if (element.state === 'external') {
            writeStub(builder, element, node, isMembership);
        }
    }
    builder.conjugates.forEach(({ element, definition }, original) => writeConjugateStub(builder, element, original, definition));
}

function writeStub(builder: Builder, stub: GraphElement, node: AstNode, isMembership: boolean): void {
    builder.graph.write(stub, 'stub').add('elementId', stub.id);
    if (isMembership) {
        stub.add('memberElement', builder.noted(builder.elementOf(node)!));
    } else {
        stub.add('qualifiedName', builder.identities.of(node)!.qualifiedName).add('declaredName', node.name);
        if (node.$type === 'Alias') {
            stub.add('memberElement', builder.refer(node.target)); // an alias is a membership, which must have a member (KerML 8.3.2.4.3)
        }
    }
    stub.add('isLibraryElement', true);
}

/** Writes the stub for the conjugate of a library port definition. */
function writeConjugateStub(builder: Builder, conjugate: GraphElement, original: GraphElement, node: AstNode): void {
    if (conjugate.state === 'external' && builder.library.has(original)) {
        const { qualifiedName } = builder.identities.of(node)!;
        const name = `~${node.name}`;
        builder.graph
            .write(conjugate, 'stub')
            .add('elementId', conjugate.id)
            .add('qualifiedName', `${qualifiedName}::${name}`)
            .add('declaredName', name)
            .add('isLibraryElement', true)
            .add('originalPortDefinition', original);
        if (original.state === 'external') {
            writeStub(builder, original, node, false);
        }
    }
}
