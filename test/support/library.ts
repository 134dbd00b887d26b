/** The bundled library for tests, loaded once a process. */
import type { Library } from '../../src/language/library/library.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import '../../src/runtime/evaluation/model-level.js';

let library: Library | undefined;

export function testLibrary(): Library {
    return (library ??= loadLibrary());
}
