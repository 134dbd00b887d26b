/** The compact form as clients read it; for tests. */

export interface Compact {
    ids: string[];
    elementCount: number;
    elementIdsAreIds?: true;
    referenceKeys: string[];
    elements: Record<string, unknown>[];
}

/** Expansion to the element array (contract: conversion 10.3). */
export function expanded({ ids, elements, elementIdsAreIds, referenceKeys }: Compact): unknown[] {
    const reference = (h: unknown): unknown => ({ '@id': ids[h as number] });
    const expand = (key: string, value: unknown): unknown =>
        Array.isArray(value)
            ? value.map(v => expand(key, v))
            : typeof value === 'number' && referenceKeys.includes(key)
              ? reference(value)
              : typeof value === 'object' && value !== null && '@id' in value
                ? reference(value['@id'])
                : value;
    return elements.map((element, i) => ({
        '@id': ids[i],
        ...(elementIdsAreIds && { elementId: ids[i] }),
        ...Object.fromEntries(Object.entries(element).map(([key, value]) => [key, expand(key, value)]))
    }));
}
