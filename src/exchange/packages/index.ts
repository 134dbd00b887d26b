/**
 * Loads the library for the models of a project: the standard library, or a given one, and in addition the packages that the project uses.
 * The public interface of this folder; loads no graph code.
 */
import { withPackages } from '../../language/library/layered.js';
import type { Library } from '../../language/library/library.js';
import { loadLibrary } from '../../language/library/loading.js';
import { packagesOf, type ProjectPackages } from './project.js';

export { packagesOf, type ProjectPackages } from './project.js';

/** A library and the problems of the used packages. */
export interface ProjectLibrary {
    readonly library: Library;
    /** one sentence for each problem */
    readonly problems: readonly string[];
}

/**
 * Loads the library for the models in some files and folders.
 * @param path a folder or archive to use instead of the bundled library. If it contains packages but not the standard library, used
 * packages are found in it, and the bundled library is used, too
 * @throws LibraryError if the library at the path cannot be loaded
 */
export function projectLibrary(paths: readonly string[], path: string | undefined): ProjectLibrary {
    const packages = packagesOf(paths, path === undefined || path === '' ? {} : { library: path });
    return { library: above(loadLibrary(path === undefined ? {} : { path }), packages), problems: packages.problems };
}

/** Adds the packages of a project to a library, or to the bundled library if the given one does not contain the standard library. */
function above(library: Library, packages: ProjectPackages): Library {
    if (packages.ofLibrary.length === 0 || library.libraryElement('Base::Anything') !== undefined) {
        return withPackages(library, packages);
    }
    return withPackages(loadLibrary(), { ...packages, documents: [...packages.documents, ...packages.ofLibrary] });
}
