/**
 * Identifies the project that a usage names (KerML 10.3, table 12 `usage`): by its identifiers or, if it has none, by its name. Depends on
 * texts only.
 */
import type { ProjectFacts } from '../kpar.js';

/** The archives of the standards, which the bundled library contains, and this project's own library. */
const BUNDLED = /^(?:https?:\/\/www\.omg\.org\/spec\/(?:KerML|SysML)\/|urn:sysml-workbench:)/i;

/** Whether a resource belongs to the bundled library, which is always available. */
export function isBundled(resource: string): boolean {
    return BUNDLED.test(resource);
}

/**
 * Whether a resource names an archive or folder next to the project: its last part equals the file name without version, or the project
 * name. Compares letters and digits only.
 */
export function namesProject(resource: string, { name }: Pick<ProjectFacts, 'name'>, file: string): boolean {
    const wanted = plain(lastPart(resource));
    return wanted !== '' && [name, file].some(own => plain(lastPart(own)) === wanted);
}

/** The last part of an IRI or path, without the extension of an archive and a version. */
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
