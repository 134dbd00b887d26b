/** Distinguishes bindings of parameters (`name=value`) from files among the words of a command line. */
import { existsSync } from 'node:fs';
import { type Binding, bindingOf } from '../session/questions/bindings.js';

/** The binding that a word states; undefined for the name of an existing file and for other words. */
export function bindingAmongFiles(word: string): Binding | undefined {
    return existsSync(word) ? undefined : bindingOf(word);
}
