/**
 * The standard library: one world of documents, loaded once per process and shared by every model. A file is read when a name leads into it.
 * Another folder may take its place. Knows no model.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstNode } from 'langium';
import { Document } from '../workspace/document.js';
import type { World } from '../semantics/world.js';
import { memberElement, lookupVisible, ownedMembersNamed } from '../semantics/names.js';
import { segmentsOf } from '../semantics/structure.js';
import { languageOf } from '../syntax/index.js';

export interface Library extends World {
    /** Names of the packages at the roots of the library's documents. */
    readonly packageNames: readonly string[];
    /** All documents, read on this call where they were not yet. */
    documents(): readonly Document[];
}

export interface LibraryOptions {
    /** Folder with `.sysml` and `.kerml` files; the bundled library when absent. */
    readonly path?: string;
}

/** A library cannot be loaded; the message says which path and why. */
export class LibraryError extends Error {}

/** Loads a library. Throws {@link LibraryError} when the path has none. */
export function loadLibrary(options: LibraryOptions = {}): Library {
    const folder = options.path ?? bundledFolder();
    if (!existsSync(folder) || !statSync(folder).isDirectory()) {
        throw new LibraryError(`library not found: ${folder}`);
    }
    return new TextLibrary(folder);
}

function bundledFolder(): string {
    let here = dirname(fileURLToPath(import.meta.url));
    for (let up = 0; up < 5; up++) {
        const candidate = join(here, 'build', 'library');
        if (existsSync(candidate)) {
            return candidate;
        }
        here = dirname(here);
    }
    return join(process.cwd(), 'build', 'library');
}

/** A library whose files are text. */
class TextLibrary implements Library {
    private readonly files = new Map<string, string>();
    private readonly loaded = new Map<string, Document>();
    private readonly elements = new Map<string, AstNode | null>();

    constructor(private readonly folder: string) {
        for (const path of filesBelow(folder)) {
            const text = readFileSync(path, 'utf8');
            for (const name of packagesOf(text)) {
                this.files.set(name, path);
            }
        }
    }

    get packageNames(): readonly string[] {
        return [...this.files.keys()];
    }

    documents(): readonly Document[] {
        return this.packageNames.map(name => this.document(name)!);
    }

    private document(packageName: string): Document | undefined {
        const path = this.files.get(packageName);
        if (path === undefined) {
            return undefined;
        }
        let document = this.loaded.get(path);
        if (document === undefined) {
            document = new Document({ name: relative(this.folder, path), language: languageOf(path), content: readFileSync(path, 'utf8') }, this, true);
            this.loaded.set(path, document);
        }
        return document;
    }

    lookupGlobal(name: string): readonly AstNode[] {
        const document = this.document(name);
        return document === undefined ? [] : ownedMembersNamed(document.root, name);
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        const known = this.elements.get(qualifiedName);
        if (known !== undefined) {
            return known ?? undefined;
        }
        const segments = segmentsOf(qualifiedName);
        let element: AstNode | undefined = this.lookupGlobal(segments[0].name)[0];
        for (let i = 1; element !== undefined && i < segments.length; i++) {
            element = memberElement(ownedMembersNamed(element, segments[i].name)[0] ?? lookupVisible(element, segments[i].name));
        }
        this.elements.set(qualifiedName, element ?? null);
        return element;
    }
}

function filesBelow(folder: string): string[] {
    const found: string[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
            found.push(...filesBelow(path));
        } else if (/\.(sysml|kerml)$/.test(entry.name)) {
            found.push(path);
        }
    }
    return found;
}

/** Names of the packages that start at the beginning of a line: enough to find the file of a package without parsing it. */
function packagesOf(text: string): string[] {
    return [...text.matchAll(/^(?:standard\s+)?(?:library\s+)?package\s+(?:<[^>]*>\s*)?('(?:\\.|[^\\'])*'|\w+)/gm)].map(m => segmentsOf(m[1])[0].name);
}
