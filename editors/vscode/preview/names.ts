/** Parts of element ids. Pure. */

/** The last name of a qualified name. */
export function lastOf(name: string): string {
    const at = name.lastIndexOf('::');
    return at < 0 ? name : name.slice(at + 2);
}
