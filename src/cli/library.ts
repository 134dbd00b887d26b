/** The library of the models that a command line names, with the packages that their projects use. */
import { projectLibrary } from '../exchange/packages/index.js';
import type { Library } from '../language/library/library.js';

/**
 * Loads the library of some files and folders; what is wrong with the packages that they use goes to standard error.
 * @param path what `--library` names; what the environment names without
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
