/** Spells feature chains as texts, which is their form in sparse graphs (contract: conversion 5.4). Depends on graphs only. */
import { segmentsOf } from '../../../language/semantics/structure.js';
import { quoted } from '../../../runtime/values/index.js';
import { ExpressionText, GraphElement, type Value } from '../../graph.js';
import { qualifiedSegments } from '../../ids.js';
import type { OwnershipIndex } from './ownership-index.js';

/**
 * The text of a chain: a name that resolves to the first step, then the names of the other steps. Returns the chain itself if a step has no
 * name.
 */
export function chainText(chain: GraphElement, from: GraphElement, ownership: OwnershipIndex): Value {
    const links = ownership.relationshipsOf(chain).flatMap(link => link.all('chainingFeature').slice(0, 1));
    const steps = links.map((link, i) => {
        if (typeof link === 'string') {
            return segmentsOf(link)
                .map(({ name, separator, isGlobal }) => separator + (isGlobal === true ? name : quoted(name)))
                .join('');
        }
        const name = link instanceof GraphElement ? (link.text('declaredName') ?? link.text('name')) : undefined;
        if (name === undefined || !(link instanceof GraphElement)) {
            return undefined;
        }
        const qualifiedName = i > 0 || isNear(link, from, ownership) ? undefined : link.text('qualifiedName');
        return qualifiedName === undefined
            ? quoted(name)
            : qualifiedSegments(qualifiedName)
                  .map(segment => quoted(segment.name))
                  .join('::');
    });
    return steps.some(step => step === undefined) ? chain : new ExpressionText(steps.join('.'));
}

const ownerOf = (element: GraphElement, ownership: OwnershipIndex): GraphElement | undefined => {
    const relationship = ownership.relationshipTo(element);
    return relationship === undefined ? ownership.ownerOf(element) : (ownership.ownerOf(relationship) ?? relationship);
};

/**
 * Whether the owner of the feature encloses the element. The element itself does not count: names in the head of a declaration resolve
 * outside of it, where its own members are not visible.
 */
function isNear(feature: GraphElement, from: GraphElement, ownership: OwnershipIndex): boolean {
    const owner = ownerOf(feature, ownership);
    let outer = ownerOf(from, ownership);
    while (outer !== undefined && outer !== owner) {
        outer = ownerOf(outer, ownership);
    }
    return outer !== undefined && owner !== undefined;
}
