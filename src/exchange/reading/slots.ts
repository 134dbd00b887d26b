/** The grammar of the ids of nodes (contract: conversion 4.3): a slot behind the id of what the node hangs on. Knows texts only. */

/** Slots that may stand behind the one that names the place: they are encoded, so that hardly one is ever tried in vain. */
const MAX_TRIES = 8;

/** Whether an id has a slot (`_pvalue`) behind the id of an element that is there. */
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
