/** The UUIDs that ids are made of (contract: conversion 4.6): those of roots, which stand for the names of what is below them. */
import type { AstNode } from '../../language/generated/tree.js';
import { encodeName, URL_NAMESPACE, uuid5 } from '../ids.js';
import { NAMESPACES } from '../vocabulary.js';
import type { Identities } from './identities.js';

/** The UUIDs that roots give to what is below them. */
export class RootUuids {
    private readonly packageIds = new Map<AstNode, string>();

    constructor(private readonly identities: Identities) {}

    /** The UUID of the root that a declaration is below. */
    packageIdOf(node: AstNode): string {
        const root = rootOf(node);
        let id = this.packageIds.get(root);
        if (id === undefined) {
            const { qualifiedName, qualifier } = this.identities.of(root)!;
            id = uuid5(URL_NAMESPACE, `${NAMESPACES.elmt}${qualifier === '' ? '' : `${qualifier}:`}${encodeName(qualifiedName)}`);
            this.packageIds.set(root, id);
        }
        return id;
    }

    /** The id in this form of what is below a root, which has another id in the qualified form. */
    below(node: AstNode, id: string): string {
        return uuid5(this.packageIdOf(node), id);
    }

    /** The id of a declaration, unless it is declared or normative. */
    idOf(node: AstNode): string | undefined {
        const identity = this.identities.of(node);
        if (identity === undefined || identity.isDeclared || identity.isNormative) {
            return identity?.id;
        }
        const packageId = this.packageIdOf(node);
        return rootOf(node) === node ? packageId : uuid5(packageId, identity.id);
    }
}

/** The declaration at the root of a document that a node is below. */
function rootOf(node: AstNode): AstNode {
    let root = node;
    while (root.$container?.$container !== undefined) {
        root = root.$container;
    }
    return root;
}
