/**
 * Writes the ids of v1 elements as ids of the output (contract: conversion 4.4). When a newer version of the model is migrated, a
 * comparison then shows only the actual changes, even after renaming or insertion.
 */
import { type Declaration, LibraryName } from '../notation/declaration.js';
import { everyElement, type UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';
import { quotedString } from '../notation/spelling.js';

/** Characters that are not allowed in the notation of an id. */
const FOREIGN = /[^A-Za-z0-9_-]/g;

/** Declares the id of each element in the body of its declaration, including bodies that are part of another declaration's line. */
export function writeIds(mapping: Mapping): void {
    const bodies = new Map<UmlElement, Declaration>();
    for (const body of mapping.inlineBodies) {
        if (body.source !== undefined) {
            bodies.set(body.source, body);
        }
    }
    const taken = new Set<string>();
    for (const element of everyElement(mapping.model.roots)) {
        const written = mapping.declarationOf(element);
        const declaration = bodies.get(element) ?? (written?.source === element && written.keyword !== '@' ? written : undefined);
        const id = element.id.replace(FOREIGN, '_');
        if (declaration === undefined || id === '' || taken.has(id)) {
            continue;
        }
        taken.add(id);
        declaration.addLine(['@', new LibraryName('IdentityMetadata::ElementId'), ` { id = ${quotedString(id)}; }`], 'import', -1);
    }
}
