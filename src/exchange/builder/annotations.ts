/**
 * The annotations `IdentityMetadata::ElementId` and `ProjectRef`, which declare ids and identity scopes (contract: conversion 4.4, 4.5).
 * The graph does not contain the annotations themselves. Does not depend on graphs.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { lastSegment } from '../../language/semantics/structure.js';
import { visitAll } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import { cannotConvert, type ConversionError } from '../graph.js';
import { ID } from '../vocabulary.js';
import { declaredNameOf, placeOf } from './members.js';

/** The values of a namespace's `ProjectRef`; missing ones are empty. */
export interface ProjectScope {
    readonly projectId: string;
    readonly branch: string;
    readonly org: string;
}

/** The identity annotations of a model's documents. */
export class IdentityAnnotations {
    /** Declared ids by element. */
    readonly ids = new Map<AstNode, string>();
    /** Identity scopes by their root namespace. */
    readonly scopes = new Map<AstNode, ProjectScope>();
    /** The annotations themselves, which the graph omits. */
    readonly nodes = new Set<AstNode>();

    /** @throws ConversionError for an invalid id */
    constructor(documents: readonly Document[]) {
        for (const document of documents) {
            if (/ElementId|ProjectRef/.test(document.text)) {
                visitAll(document.root, node => {
                    if (node.$type === 'MetadataUsage') {
                        this.read(node);
                    }
                });
            }
        }
    }

    private read(annotation: ast.MetadataUsage): void {
        const name = lastSegment(annotation.typing.text);
        if (name !== 'ElementId' && name !== 'ProjectRef') {
            return;
        }
        const type = memberElement(resolve(annotation.typing));
        if (type === undefined || qualifiedNameOf(type) !== `IdentityMetadata::${name}`) {
            return;
        }
        const owner = annotation.$container;
        const targets = annotation.about.length > 0 ? annotation.about.map(r => memberElement(resolve(r))) : [owner];
        for (const target of targets) {
            if (target !== undefined && target.$type !== 'RootNamespace') {
                if (name === 'ProjectRef') {
                    this.scopes.set(target, scopeOf(annotation, target));
                } else {
                    this.ids.set(target, declaredId(annotation, target));
                }
                this.nodes.add(annotation);
            }
        }
    }
}

function scopeOf(annotation: ast.MetadataUsage, target: AstNode): ProjectScope {
    const text = (feature: string): string => {
        const value = constantOf(annotation, feature);
        if (value === null) {
            throw refusal(annotation, target, `its ${feature} is not a constant string`);
        }
        return value ?? '';
    };
    return { projectId: text('projectId'), branch: text('branch'), org: text('org') };
}

function refusal(annotation: ast.MetadataUsage, target: AstNode, why: string): ConversionError {
    const name = lastSegment(annotation.typing.text);
    return cannotConvert(`the ${name} annotation on ${declaredNameOf(target) ?? 'an unnamed element'}`, why, placeOf(annotation));
}

function declaredId(annotation: ast.MetadataUsage, target: AstNode): string {
    const id = constantOf(annotation, 'id');
    if (id === undefined || id === null) {
        throw refusal(annotation, target, 'its id is not a constant string');
    }
    if (id === '') {
        throw refusal(annotation, target, 'its id is empty');
    }
    if (!ID.test(id)) {
        throw refusal(annotation, target, `its id "${id}" contains characters other than letters, digits, - and _`);
    }
    return id;
}

/** The string value of a feature in an annotation's body; undefined if it has no value, null if the value is not a string literal. */
function constantOf(annotation: ast.MetadataUsage, feature: string): string | null | undefined {
    for (const member of annotation.members) {
        const [redefined] = member.relationships ?? [];
        if (redefined !== undefined && lastSegment(redefined.text) === feature) {
            const expression = member.value?.expression;
            return expression === undefined ? undefined : expression.$type === 'LiteralString' ? expression.value : null;
        }
    }
    return undefined;
}
