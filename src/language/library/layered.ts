/**
 * The standard library together with the packages that a project uses. The documents of these packages are library documents of the model;
 * their names resolve in each other and in the standard library. Does not depend on files.
 */
import type { AstNode } from '../generated/tree.js';
import { ownedMembersNamed } from '../semantics/owned-members.js';
import { Document, type SourceDocument } from '../workspace/document.js';
import { elementNamed, type Library } from './library.js';

/** The packages that a project uses, and others that are available. */
export interface UsedPackages {
    /** The documents of the used packages, in any order. */
    readonly documents: readonly SourceDocument[];
    /** By the root names of unused packages: the end of a message that names the package which declares the name. */
    readonly offered: ReadonlyMap<string, string>;
}

/** A library with additional packages; the library itself if there are none. */
export function withPackages(library: Library, packages: UsedPackages): Library {
    return packages.documents.length === 0 && packages.offered.size === 0 ? library : new LayeredLibrary(library, packages);
}

class LayeredLibrary implements Library {
    private readonly own: readonly Document[];
    /** The words in the texts of the packages. */
    private words: ReadonlySet<string> | undefined;
    /** Whether specializations inherit imports of types in the packages. */
    private passesOnImports: boolean | undefined;

    constructor(
        private readonly base: Library,
        private readonly packages: UsedPackages
    ) {
        this.own = packages.documents.map(source => new Document(source, this, true));
    }

    get origin(): Library['origin'] {
        return this.base.origin;
    }

    get snapshot(): SharedArrayBuffer | undefined {
        return this.base.snapshot;
    }

    get warnings(): readonly string[] {
        return this.base.warnings;
    }

    get problems(): readonly string[] {
        return this.base.problems;
    }

    get packageNames(): readonly string[] {
        const names = this.own.flatMap(({ root }) => root.members.flatMap(m => (m.name === undefined ? [] : [m.name])));
        return [...new Set([...this.base.packageNames, ...names])];
    }

    offering(name: string): string | undefined {
        return this.packages.offered.get(name);
    }

    mayDeclare(name: string): boolean {
        return this.base.mayDeclare(name) || this.mayOwn(name);
    }

    isOnlyAtRoots(name: string): boolean {
        return this.base.isOnlyAtRoots(name) && !this.mayOwn(name);
    }

    mayInherit(name: string): boolean {
        this.passesOnImports ??= this.own.some(({ declaredNames }) => declaredNames.some(part => part.inheritedImports > 0));
        return this.passesOnImports || this.base.mayInherit(name) || this.mayOwn(name);
    }

    /** Whether one of the packages may declare a name. A name with escapes may: its spelling in the text differs. */
    private mayOwn(name: string): boolean {
        this.words ??= new Set(this.own.flatMap(({ text }) => text.match(/\w+/g) ?? []));
        return !/^\w+$/.test(name) || this.words.has(name);
    }

    documents(): readonly Document[] {
        return [...this.own, ...this.base.documents()];
    }

    replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library {
        return new LayeredLibrary(this.base.replacing(versions), this.packages);
    }

    lookupGlobal(name: string): readonly AstNode[] {
        return [...this.declaring(name), ...this.base.lookupGlobal(name)];
    }

    /** The standard library's elements come first: the language refers to them by name. */
    libraryElement(qualifiedName: string): AstNode | undefined {
        return this.base.libraryElement(qualifiedName) ?? elementNamed(qualifiedName, name => this.declaring(name)[0]);
    }

    private declaring(name: string): readonly AstNode[] {
        return this.own.flatMap(({ root }) => ownedMembersNamed(root, name));
    }
}
