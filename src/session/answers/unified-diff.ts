/** The difference of two texts as a unified diff. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** number of context lines around a change */
const CONTEXT = 3;

/** The diff of a file; empty if the texts are equal. Line breaks are part of the lines. */
export function unifiedDiff(name: string, before: string, after: string): string {
    const patch = structuredPatch(name, name, before, after, '', '', { context: CONTEXT });
    return patch.hunks.length === 0 ? '' : formatPatch(patch, FILE_HEADERS_ONLY);
}
