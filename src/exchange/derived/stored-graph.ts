/** Implements {@link Stored} for the graph of a builder. */
import type { Builder } from '../builder/builder.js';
import type { GraphElement } from '../graph.js';
import type { Stored } from '../patterns/stored.js';

export class StoredGraph implements Stored {
    constructor(private readonly builder: Builder) {}

    relationshipsOf(owner: GraphElement): readonly GraphElement[] {
        return owner.elements('ownedRelationship');
    }

    membersOf(relationship: GraphElement): readonly GraphElement[] {
        return relationship.elements('ownedRelatedElement');
    }

    order(owner: GraphElement, relationships: readonly GraphElement[]): void {
        owner.set('ownedRelationship', relationships);
    }

    idBelow({ id }: GraphElement, suffix: string): string {
        return `${id}${suffix}`;
    }

    write(element: GraphElement): void {
        this.builder.graph.write(element);
    }

    remove(...elements: readonly GraphElement[]): void {
        elements.forEach(element => (element.state = 'external'));
    }
}
