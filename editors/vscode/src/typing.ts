/**
 * Completion while one types fast. The editor filters a list that came late by all that was typed behind the place that it was requested
 * for, blanks included, and requests the list again only where it came empty: what a list is for is found out here before it is given.
 */

/** Milliseconds in which the keys that follow a trigger arrive. */
export const FOLLOWING_KEYS = 100;

/** What becomes of a list that was requested at a trigger. */
export type Use = 'as it is' | 'behind a blank' | 'not at all';

/**
 * @param trigger the trigger character; undefined for a request without one
 * @param before the text of the line before the place
 * @param typed what stands behind the place by now, up to the cursor
 */
export function useOfList(trigger: string | undefined, before: string, typed: string): Use {
    if ((trigger !== ':' && trigger !== '>') || before.endsWith('::') || before.endsWith('->')) {
        return 'as it is';
    }
    // `: Engine` and `:Engine` go on with the name; `:>`, `::`, `:=` go on with another symbol, behind which another list is right. Where
    // that is a trigger itself, the editor requests the list again.
    return /^[ \t]?[\w']*$/.test(typed) ? 'behind a blank' : 'not at all';
}

/** The text by which the editor finds an item with and without a blank behind the symbol. */
export function filterBehindBlank(label: string): string {
    return ` ${label}`;
}
