/** Recognizes the ids of nodes (contract: conversion 4.3), which consist of the owner's id and a slot. Depends on texts only. */

/** The maximum number of slots to try, because an id may contain several. */
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
