/** The grammar of the ids of nodes (contract: conversion 4.3): the owner's id followed by a slot. Depends on texts only. */

/** How many slots to try, since an id may contain several. Slots are encoded, so false matches are rare. */
const MAX_TRIES = 8;

/** Whether a key is the key of an existing element followed by a slot (such as `_pvalue`). */
export function hasSlot(key: string, keys: ReadonlySet<string>): boolean {
    let at = key.lastIndexOf('_p');
    for (let tries = 0; at > 0 && tries < MAX_TRIES; tries++) {
        if (keys.has(key.slice(0, at))) {
            return true;
        }
        at = key.lastIndexOf('_p', at - 1);
    }
    return false;
}
