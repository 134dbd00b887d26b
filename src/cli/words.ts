/** Which words of a command line bind parameters and which are files: a file that is there is a file, however it is named. */
import { existsSync } from 'node:fs';
import { type Binding, bindingOf } from '../session/questions/bindings.js';

/** A word that binds a parameter; undefined for a file. */
export function bindingAmongFiles(word: string): Binding | undefined {
    return existsSync(word) ? undefined : bindingOf(word);
}
