/** The bundled library for tests, loaded once a process. */
import { loadLibrary, type Library } from '../../src/language/library/library.js';

let library: Library | undefined;

export function testLibrary(): Library {
    return (library ??= loadLibrary());
}
