/**
 * The annotations that say how elements are identified, `IdentityMetadata::ElementId` and `ProjectRef`: they declare ids and identity
 * scopes and are no content themselves (contract: conversion 4.4, 4.5). Knows nothing of graphs.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { lastSegment } from '../../language/semantics/structure.js';
import { visitAll } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import { cannotConvert } from '../graph.js';
import { ID } from '../vocabulary.js';
import { declaredNameOf, placeOf } from './members.js';

/** What `ProjectRef` says of a namespace; absent texts are empty. */
export interface ProjectScope {
    readonly projectId: string;
    readonly branch: string;
    readonly org: string;
}

/** What the documents of a model say about identity. */
export class IdentityAnnotations {
    /** Declared ids by the element. */
    readonly ids = new Map<AstNode, string>();
    /** Identity scopes by the namespace that is their root. */
    readonly scopes = new Map<AstNode, ProjectScope>();
    /** The annotations themselves: no content of their owners. */
    readonly nodes = new Set<AstNode>();

    /** @throws ConversionError for an id that is none */
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
        if (name === 'ProjectRef') {
            if (owner.$type !== 'RootNamespace') {
                const text = (feature: string): string => constantOf(annotation, feature) ?? '';
                this.scopes.set(owner, { projectId: text('projectId'), branch: text('branch'), org: text('org') });
                this.nodes.add(annotation);
            }
            return;
        }
        const targets = annotation.about.length > 0 ? annotation.about.map(r => memberElement(resolve(r))) : [owner];
        for (const target of targets) {
            if (target !== undefined && target.$type !== 'RootNamespace') {
                this.ids.set(target, declaredId(annotation, target));
                this.nodes.add(annotation);
            }
        }
    }
}

function declaredId(annotation: ast.MetadataUsage, target: AstNode): string {
    const refusal = (why: string): Error =>
        cannotConvert(`the ElementId annotation on ${declaredNameOf(target) ?? 'an unnamed element'}`, why, placeOf(annotation));
    const id = constantOf(annotation, 'id');
    if (id === undefined) {
        throw refusal('its id is not a constant string');
    }
    if (id === '') {
        throw refusal('its id is empty');
    }
    if (!ID.test(id)) {
        throw refusal(`its id "${id}" has other characters than letters, digits, - and _`);
    }
    return id;
}

/** The string that the body of an annotation gives a feature; undefined when it gives none or another value. */
function constantOf(annotation: ast.MetadataUsage, feature: string): string | undefined {
    for (const member of annotation.members) {
        const [redefined] = member.relationships ?? [];
        if (redefined !== undefined && lastSegment(redefined.text) === feature) {
            const expression = member.value?.expression;
            return expression?.$type === 'LiteralString' ? expression.value : undefined;
        }
    }
    return undefined;
}
