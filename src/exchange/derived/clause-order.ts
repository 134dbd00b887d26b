/**
 * Sorts generals and types in the order of a graph's relationships, which depends on the kinds of the clauses, not on their order in the
 * text (contract: conversion 5.4): `feature f redefines g : A` equals `feature f : A redefines g`. Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { featuringOwnerOf } from '../../language/semantics/features.js';
import { resolve } from '../../language/semantics/names.js';
import { declaredGeneralsOf, declaredSpecializationsOf, generalsOf, typesOf } from '../../language/semantics/specialization.js';
import { isFeature } from '../../language/semantics/structure.js';
import { HEADS } from '../metamodel/heads.js';

const CLAUSES = Object.keys(HEADS);

/**
 * The generals of a type: declared ones in the order of the kinds of their clauses, then implied ones, in the order of the types that own
 * them.
 * @param asDeclared whether implied specializations are omitted
 */
export function generalsInOrder(type: AstNode, asDeclared = false): readonly AstNode[] {
    const generals = asDeclared ? declaredGeneralsOf(type) : generalsOf(type);
    if (generals.length < 2) {
        return generals;
    }
    const places = new Map<AstNode, number>();
    for (const clause of declaredSpecializationsOf(type)) {
        const general = resolve(clause);
        const place = CLAUSES.indexOf(clause.$type);
        if (general !== undefined && !places.has(general)) {
            places.set(general, place < 0 ? CLAUSES.indexOf('ReferenceSubsetting') : place);
        }
    }
    const owner = generals.filter(g => !places.has(g)).length < 2 ? undefined : featuringOwnerOf(type);
    const owners = owner === undefined ? [] : generalsInOrder(owner);
    const placeOf = (general: AstNode): number => {
        const ofOwner = owners.indexOf(featuringOwnerOf(general) ?? general);
        return places.get(general) ?? CLAUSES.length + (ofOwner < 0 ? owners.length : ofOwner);
    };
    return [...generals].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The types of a feature in the order of {@link generalsInOrder} (KerML deriveFeatureType). */
export function typesInOrder(feature: AstNode): readonly AstNode[] {
    const types = typesOf(feature);
    if (types.length < 2) {
        return types;
    }
    const found = new Set<AstNode>();
    const seen = new Set<AstNode>([feature]);
    const collect = (f: AstNode): void => {
        for (const general of generalsInOrder(f)) {
            if (isFeature(general) && !seen.has(general)) {
                seen.add(general);
                collect(general);
            } else if (types.includes(general)) {
                found.add(general);
            }
        }
    };
    collect(feature);
    return [...new Set([...found, ...types])];
}
