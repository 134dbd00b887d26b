/** How a translation stops: it is complete or absent (contract: migration 8.1). */
export class Untranslatable extends Error {}

/** The result of a translation, or why there is none. */
export function translated<T>(work: () => T): T | { readonly reason: string } {
    try {
        return work();
    } catch (error) {
        if (error instanceof Untranslatable) {
            return { reason: error.message };
        }
        throw error;
    }
}
