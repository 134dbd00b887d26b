/** Stops a translation, because partial translations are not allowed (contract: migration 8.1). */
export class Untranslatable extends Error {}

/** Returns the result of a translation, or the reason why it stopped. */
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
