/** The global namespace that a document sees: the root namespaces of its model and of the library. Knows only roots, not documents. */
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
    /** The members with a name at the root of any document, in the order of the documents; those of the library come last. */
    lookupGlobal(name: string): readonly AstNode[];
    /** An element of the library by its qualified name; repeated lookups are cheap. */
    libraryElement(qualifiedName: string): AstNode | undefined;
    /** The package that declares a root name and that the project does not use, as the end of a message. */
    offering?(name: string): string | undefined;
}

/** Facts about the names that a model and the library declare, valid for each text of that model. False means uncertain. */
export interface Census {
    /** Whether no namespace below the roots can have a member with a name, so that imports need not be searched for it. */
    isOnlyAtRoots(name: string): boolean;
    /** Whether at most one member has a name. */
    isDeclaredOnce(name: string): boolean;
    /** Whether any member may have a name. */
    isDeclared(name: string): boolean;
    /** Whether a type may have a member with a name that its specializations inherit. */
    isInheritable(name: string): boolean;
    /** Whether the library may declare a name. */
    mayBeOfLibrary(name: string): boolean;
    /** Whether specializations may inherit imports of types. */
    readonly hasInheritedImports: boolean;
}

/**
 * The scope of a text: the global namespace in which its names are resolved. The scope of a document never changes and is the same in all
 * models that share the document. An expression that a request evaluates in a model has its own scope, which is that model.
 */
export interface Scope extends World {
    readonly isLibrary: boolean;
    readonly language: 'sysml' | 'kerml';
    readonly text: string;
    /** The place of a span of the text in findings; absent for a separately parsed expression. */
    spanOf?(span: Span): Place;
    /** Facts about the names of all texts that its names may refer to. */
    readonly census?: Census;
    /** Called when a name in `from` was resolved to `to`. */
    noteRead?(from: AstNode, to: AstNode): void;
}

declare module '../syntax/node.js' {
    interface NodeFields {
        /** The scope of a root namespace, or of a separately parsed expression. */
        $scope?: Scope;
    }
}

/** Sets the scope of a root namespace, or of an expression outside documents. */
export function attachScope(root: AstNode, scope: Scope): void {
    root.$scope = scope;
}

/** The scope of the text that contains a node. */
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
