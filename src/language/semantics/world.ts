/**
 * What a document can see outside itself: the root namespaces of its model and of the library. Knows documents only as root namespaces.
 */
import type { AstNode } from '../generated/tree.js';
import type { Span } from '../syntax/index.js';

/** A place in a text of a model: lines and columns from 1, columns in bytes of UTF-8, the end exclusive. */
export interface Place {
    readonly file: string;
    readonly startLine: number;
    readonly startCol: number;
    readonly endLine: number;
    readonly endCol: number;
}

/** The global namespace of a set of documents (KerML 8.2.3.5.2). */
export interface World {
    /** Members of that name at the root of any document, in the order of the documents; the library's behind the model's. */
    lookupGlobal(name: string): readonly AstNode[];
    /** An element of the library by its qualified name, which is cheap to ask again and again. */
    libraryElement(qualifiedName: string): AstNode | undefined;
    /** Where a name at the root of a package would come from that is at hand and not used: the end of a message. */
    offering?(name: string): string | undefined;
}

/** Facts about the names that a model and the library declare, true of each text of that model. False stands for "not certain". */
export interface Census {
    /** Whether no namespace below the roots can have a member of a name: then imports need not be searched for it. */
    isOnlyAtRoots(name: string): boolean;
    /** Whether one member at most has a name. */
    isDeclaredOnce(name: string): boolean;
    /** Whether any member may have a name. */
    isDeclared(name: string): boolean;
    /** Whether the library may declare a name. */
    mayBeOfLibrary(name: string): boolean;
    /** Whether types may hand down what they import. */
    readonly hasInheritedImports: boolean;
}

/**
 * The semantic side of a text: what its names see outside it. A document's scope never changes and answers alike in all models that share
 * the document; an expression that is asked of a model has a scope of its own, which is that model.
 */
export interface Scope extends World {
    readonly isLibrary: boolean;
    readonly language: 'sysml' | 'kerml';
    readonly text: string;
    /** The place of a span of the text as findings have it; an expression that is asked has none. */
    spanOf?(span: Span): Place;
    /** What is known of the names of all texts that its names may refer to. */
    readonly census?: Census;
    /** Is notified that a name with this text in `from` was resolved to `to`. */
    noteRead?(from: AstNode, to: AstNode): void;
}

declare module '../syntax/node.js' {
    interface NodeFields {
        /** The scope of a root namespace, or of an expression that was asked. */
        $scope?: Scope;
    }
}

/** Gives a root namespace, or an expression that stands in no document, its scope. */
export function attachScope(root: AstNode, scope: Scope): void {
    root.$scope = scope;
}

/** The scope of the text that a node was read from. */
export function scopeOf(node: AstNode): Scope {
    let scoped = node;
    while (scoped.$scope === undefined && scoped.$container !== undefined) {
        scoped = scoped.$container;
    }
    return scoped.$scope!;
}

/** Shorthand for {@link World.libraryElement} of a node's scope. */
export function libraryElement(node: AstNode, qualifiedName: string): AstNode | undefined {
    return scopeOf(node).libraryElement(qualifiedName);
}
