/** Which project a usage names (KerML 10.3, table 12 `usage`): by its identifiers, or by its name where it has none. Knows texts. */
import type { ProjectFacts } from '../kpar.js';

/** The archives of the standards, whose texts are the bundled library, and the library of this project. */
const BUNDLED = /^(?:https?:\/\/www\.omg\.org\/spec\/(?:KerML|SysML)\/|urn:sysml-workbench:)/i;

/** Whether a resource is of the standard library, which is always at hand. */
export function isBundled(resource: string): boolean {
    return BUNDLED.test(resource);
}

/**
 * Whether a resource names an archive or a folder that lies beside the project: its last part is the name of the file, without a version,
 * or that of the project; letters and digits count.
 */
export function namesProject(resource: string, { name }: Pick<ProjectFacts, 'name'>, file: string): boolean {
    const wanted = plain(lastPart(resource));
    return wanted !== '' && [name, file].some(own => plain(lastPart(own)) === wanted);
}

/** The last part of an IRI or a path, without the ending of an archive and a version. */
function lastPart(text: string): string {
    const path = text.replace(/[?#].*$/, '').replace(/\/+$/, '');
    return path
        .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':'), path.lastIndexOf('\\')) + 1)
        .replace(/\.kpar$/i, '')
        .replace(/[-_]v?\d+(?:\.\d+)*(?:[-+][\w.]+)?$/, '');
}

function plain(text: string): string {
    return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
