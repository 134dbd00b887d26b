/** The difference of two texts as a unified diff. Knows lines and nothing else. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** Lines around a change. */
const CONTEXT = 3;

/** The diff of a file; empty when the texts are equal. Line ends are part of the lines. */
export function unifiedDiff(name: string, before: string, after: string): string {
    const patch = structuredPatch(name, name, before, after, '', '', { context: CONTEXT });
    return patch.hunks.length === 0 ? '' : formatPatch(patch, FILE_HEADERS_ONLY);
}
