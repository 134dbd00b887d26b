/** Hashes of names, for uses where a collision of two names is acceptable. */

/** FNV-1a in 32 bits, mixed so that the low bits depend on all characters. */
export function hashOf(name: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) {
        hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) | 0;
}
