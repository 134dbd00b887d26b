/** Where the texts of files come from: the file system of the process (`disk.ts`), or the client (`client-files.ts`). */
import { UriUtils } from 'langium';
import type { UsedPackages } from '../language/library/layered.js';

/** Texts by the URIs of their files, as `UriUtils.normalize` spells them. */
export type Texts = ReadonlyMap<string, string>;

/** A place that files are read from. What takes its time answers with a promise. */
export interface ModelFiles {
    /** Whether files of a URI's kind are read here. */
    reads(uri: string): boolean;
    /** Whether a path is a folder, as far as is known without asking anybody. */
    isFolder(uri: string): boolean;
    /** All files in the notation below a folder, and the files that say what is a project; what cannot be read has no models to offer. */
    below(folder: string): Texts | Promise<Texts>;
    /** The text of a file; undefined for none. */
    text(uri: string): string | undefined | Promise<string | undefined>;
    /** The packages that the projects of some folders use; a place that the process does not see has none. */
    packages?(folders: readonly string[]): UsedPackages & { readonly problems: readonly string[] };
}

const NOTATION = /\.(sysml|kerml)$/;
/** The file that makes a folder a project (KerML 10.3). */
export const PROJECT_FILE = '.project.json';
/** The folder that packages are installed in: they are no models of the workspace. */
const PACKAGES = '.sysand';
/** Folders that hold no models of their own. */
const SKIPPED = new Set(['node_modules', '.git', PACKAGES]);

/** Whether an entry of a folder is read: a file in the notation, one that says what is a project, a folder that may hold some. */
export function isIncluded(name: string, isFile: boolean): boolean {
    return isFile ? NOTATION.test(name) || isProjectFile(name) : !SKIPPED.has(name);
}

export function isProjectFile(name: string): boolean {
    return name === PROJECT_FILE || name.endsWith(`/${PROJECT_FILE}`);
}

/** Whether a URI is of what packages are read from: what is installed, and archives. */
export function isOfPackages(uri: string): boolean {
    return uri.split('/').includes(PACKAGES) || uri.endsWith('.kpar');
}

/** Whether a URI is that of a folder, or of something below it. */
export function isBelow(uri: string, folder: string): boolean {
    return uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The folder of a file. */
export function folderOf(uri: string): string {
    return UriUtils.normalize(uri).replace(/\/[^/]*$/, '');
}
