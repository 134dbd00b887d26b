/** Implied relationships, and the queries of their rules to the resolver. Types only. */
import type { AstNode } from '../generated/tree.js';
import type { NameNode } from './structure.js';

export type ImpliedKind = 'subclassification' | 'subsetting' | 'redefinition' | 'typing';

/** One implied relationship of an element. */
export interface ImpliedRelationship {
    /** The constraint of the standards that requires it: `checkPartUsageSpecialization`. */
    readonly constraint: string;
    readonly kind: ImpliedKind;
    /** The qualified name of a library element (names in quotes where the notation needs them), or an element of the model. */
    readonly target: string | AstNode;
    /** Whether every element of the metaclass has this specialization, so that any other specialization of a subtype replaces it. */
    readonly isBase: boolean;
}

/**
 * The queries of the rules. Implied relationships of an element may depend on the generals of its owner and of other types, but only on the
 * declared generals of the element, and not on its members.
 */
export interface SemanticQuery {
    /** The resolved targets of the specializations that a type declares. */
    readonly declaredGenerals: (type: AstNode) => readonly AstNode[];
    /** The types that another type directly specializes, declared and implied. */
    readonly generals: (type: AstNode) => readonly AstNode[];
    /** The types of a feature. */
    readonly types: (feature: AstNode) => readonly AstNode[];
    /** The element that a name resolves to. */
    readonly resolve: (name: NameNode) => AstNode | undefined;
    /** The features or types of an expression's values. */
    readonly resultTypes: (expression: AstNode) => readonly AstNode[];
    /** Whether a type specializes a library element, given by its qualified name. */
    readonly conformsToLibrary: (type: AstNode, qualifiedName: string) => boolean;
}
