/** The source of the texts of files: the file system of the process (`disk.ts`), or the client (`client-files.ts`). */
import { UriUtils } from 'langium';
import type { UsedPackages } from '../language/library/layered.js';

/** Texts by the URIs of their files, as `UriUtils.normalize` spells them. */
export type Texts = ReadonlyMap<string, string>;

/** A source of files. Slow sources return promises. */
export interface ModelFiles {
    /** Whether this source reads files with URIs of this kind. */
    reads(uri: string): boolean;
    /** Whether a path is a folder, as far as this is known without a request. */
    isFolder(uri: string): boolean;
    /** All files in the notation below a folder, and its project files; unreadable files are left out. */
    below(folder: string): Texts | Promise<Texts>;
    /** The text of a file; undefined for none. */
    text(uri: string): string | undefined | Promise<string | undefined>;
    /** The packages that the projects in the folders use; absent for sources that cannot read installed packages. */
    packages?(folders: readonly string[]): UsedPackages & { readonly problems: readonly string[] };
}

const NOTATION = /\.(sysml|kerml)$/;
/** The file that makes a folder a project (KerML 10.3). */
export const PROJECT_FILE = '.project.json';
/** The folder of installed packages: they are no models of the workspace. */
const PACKAGES = '.sysand';
/** Folders without models of their own. */
const SKIPPED = new Set(['node_modules', '.git', PACKAGES]);

/** Whether an entry of a folder is read: a file in the notation, a project file, or a folder that may contain these. */
export function isIncluded(name: string, isFile: boolean): boolean {
    return isFile ? NOTATION.test(name) || isProjectFile(name) : !SKIPPED.has(name);
}

export function isProjectFile(name: string): boolean {
    return name === PROJECT_FILE || name.endsWith(`/${PROJECT_FILE}`);
}

/** Whether a URI belongs to packages: to installed ones, or to an archive. */
export function isOfPackages(uri: string): boolean {
    return uri.split('/').includes(PACKAGES) || uri.endsWith('.kpar');
}

/** Whether a URI is a folder or below it. */
export function isBelow(uri: string, folder: string): boolean {
    return uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The folder of a file. */
export function folderOf(uri: string): string {
    return UriUtils.normalize(uri).replace(/\/[^/]*$/, '');
}
