/**
 * Ids of the v1 model as ids of the output (contract: conversion 4.4): a newer version of the model, migrated again, differs from
 * the older one by the change alone, whatever was renamed or inserted.
 */
import { type Declaration, LibraryName } from '../notation/declaration.js';
import { everyElement, type UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';
import { quotedString } from '../notation/spelling.js';

/** What an id may not have in notation. */
const FOREIGN = /[^A-Za-z0-9_-]/g;

/** Declares the id of each element in the body of its declaration, also where the declaration is part of another's line. */
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
