/** Makes UUIDs: one for each root by its name, and those of the elements below it from the root's UUID (contract: conversion 4.6). */
import type { AstNode } from '../../language/generated/tree.js';
import { encodeName, URL_NAMESPACE, uuid5 } from '../ids.js';
import { NAMESPACES } from '../vocabulary.js';
import type { Identities } from './identities.js';

export class RootUuids {
    private readonly packageIds = new Map<AstNode, string>();

    constructor(private readonly identities: Identities) {}

    /** The UUID of a declaration's root. */
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

    /** The UUID for an element below a root, made from its qualified id. */
    below(node: AstNode, id: string): string {
        return uuid5(this.packageIdOf(node), id);
    }

    /** The id of a declaration: its declared or normative id if it has one, else a UUID. */
    idOf(node: AstNode): string | undefined {
        const identity = this.identities.of(node);
        if (identity === undefined || identity.isDeclared || identity.isNormative) {
            return identity?.id;
        }
        const packageId = this.packageIdOf(node);
        return rootOf(node) === node ? packageId : uuid5(packageId, identity.id);
    }
}

/** The root declaration of a node's document that contains the node. */
function rootOf(node: AstNode): AstNode {
    let root = node;
    while (root.$container?.$container !== undefined) {
        root = root.$container;
    }
    return root;
}
