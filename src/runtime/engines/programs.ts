/** Finds programs. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Returns the executable file for a path, or for a name on the search path; undefined without one. */
export function programAt(name: string, path: string): string | undefined {
    const places = isAbsolute(name) || name.includes('/') ? [name] : path.split(delimiter).map(folder => join(folder, name));
    return places.find(isProgram);
}

function isProgram(path: string): boolean {
    try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
    } catch {
        return false;
    }
}
