/** Distinguishes the words of a command line that bind parameters from files. A word that is an existing file is a file. */
import { existsSync } from 'node:fs';
import { type Binding, bindingOf } from '../session/questions/bindings.js';

/** The binding of a word; undefined for a file. */
export function bindingAmongFiles(word: string): Binding | undefined {
    return existsSync(word) ? undefined : bindingOf(word);
}
