/** The library for the models of a command line, with the packages that their projects use. */
import { projectLibrary } from '../exchange/packages/index.js';
import type { Library } from '../language/library/library.js';

/**
 * Loads the library for files and folders. Problems with packages are written to standard error.
 * @param path the value of `--library`; if undefined, the environment determines the library
 * @throws LibraryError
 */
export function libraryOf(paths: readonly string[], path: string | undefined): Library {
    const { library, problems } = projectLibrary(
        paths.filter(p => p !== '-'),
        path ?? process.env.SERVICE_LIBRARY_PATH
    );
    problems.forEach(problem => process.stderr.write(`warning: ${problem}\n`));
    return library;
}
