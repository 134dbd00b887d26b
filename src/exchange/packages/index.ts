/**
 * The library of models of a project: the standard one, or one that is named, with the packages above it that the project uses. The door of
 * this folder: it loads no graph.
 */
import { withPackages } from '../../language/library/layered.js';
import type { Library } from '../../language/library/library.js';
import { loadLibrary } from '../../language/library/loading.js';
import { packagesOf, type ProjectPackages } from './project.js';

export { packagesOf, type ProjectPackages } from './project.js';

/** A library, and what is wrong with the packages that are used. */
export interface ProjectLibrary {
    readonly library: Library;
    /** a sentence each */
    readonly problems: readonly string[];
}

/**
 * The library of the models of some files and folders.
 * @param path a folder or an archive in the place of the bundled library. One that has packages only, and not the standard library, is
 * where they are found, and the bundled library stays
 * @throws LibraryError
 */
export function projectLibrary(paths: readonly string[], path: string | undefined): ProjectLibrary {
    const packages = packagesOf(paths, path === undefined || path === '' ? {} : { library: path });
    return { library: above(loadLibrary(path === undefined ? {} : { path }), packages), problems: packages.problems };
}

/** A library with the packages of a project above it, or above the bundled one where it is no standard library itself. */
function above(library: Library, packages: ProjectPackages): Library {
    if (packages.ofLibrary.length === 0 || library.libraryElement('Base::Anything') !== undefined) {
        return withPackages(library, packages);
    }
    return withPackages(loadLibrary(), { ...packages, documents: [...packages.documents, ...packages.ofLibrary] });
}
