/**
 * What a document can see outside itself: the root namespaces of its model and of the library. Knows documents only as root namespaces.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { rootOf } from './structure.js';

/** The global namespace of a set of documents (KerML 8.2.3.5.2). */
export interface World {
    /** Members of that name at the root of any document, in the order of the documents; the library's behind the model's. */
    lookupGlobal(name: string): readonly AstNode[];
    /** An element of the library by its qualified name, which is cheap to ask again and again. */
    libraryElement(qualifiedName: string): AstNode | undefined;
}

/** The semantic side of a document: which world it was analysed in, and what it looked at outside itself. */
export interface Scope {
    world: World;
    readonly isLibrary: boolean;
    readonly language: 'sysml' | 'kerml';
    /** Other documents (their scopes) that names of this document lead into. */
    readonly dependencies: Set<Scope>;
    /** Names that were looked up in the global namespace, found or not. */
    readonly globalNames: Set<string>;
}

/** Where a root namespace keeps its scope. */
interface ScopedRoot { $document?: unknown }

export function attachScope(root: ast.RootNamespace, scope: Scope): void {
    (root as unknown as ScopedRoot).$document = scope;
}

export function scopeOf(node: AstNode): Scope {
    return (rootOf(node) as unknown as ScopedRoot).$document as Scope;
}

export function worldOf(node: AstNode): World {
    return scopeOf(node).world;
}

/** Shorthand for {@link World.libraryElement} of a node's world. */
export function libraryElement(node: AstNode, qualifiedName: string): AstNode | undefined {
    return worldOf(node).libraryElement(qualifiedName);
}
