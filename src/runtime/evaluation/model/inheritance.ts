// The sources of a type's features, and the features that a feature redefines: declared generals with those implied for variants,
// objectives and portions, and chains of redefinitions. Does not depend on slots.

import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import {
    conformsTo,
    declaredGeneralsOf,
    redefinedFeaturesOf,
    semanticGeneralsOf,
    supertypesOf
} from '../../../language/semantics/specialization.js';
import { type Feature, isDefinition, isFeature, isUsage, owningNamespaceOf, owningTypeOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { isObjective, isVariant, memoize } from './kinds.js';

/**
 * The types from which a type inherits features and conditions: declared generals and those of its user-defined keywords; also the
 * variation of a variant, and the inherited objective of a case's objective (SysML `checkRequirementUsageObjectiveRedefinition`), whose
 * bindings it keeps.
 */
export function sourcesOf(type: AstNode): readonly AstNode[] {
    const declared = declaredGeneralsOf(type);
    const semantic = semanticGeneralsOf(type).filter(general => !scopeOf(general).isLibrary && !declared.includes(general));
    const generals = semantic.length === 0 ? declared : [...declared, ...semantic];
    if (isPortion(type)) {
        // values bound in the whole override those of its types: `part w : W { :>> k = 5; snapshot s : W; }`
        const [portions, types] = [generals.filter(isPortion), generals.filter(general => !isPortion(general))];
        const [whole] = wholesOf(type);
        return whole === undefined ? generals : [...portions, whole, ...types.filter(t => t !== whole && !conformsTo(whole, t))];
    }
    const implied = isObjective(type) ? redefinedFeaturesOf(type) : isVariant(type) ? [owningNamespaceOf(type)!] : [];
    const further = implied.filter(general => !generals.includes(general));
    return further.length === 0 ? generals : [...generals, ...further];
}

/**
 * Orders types so that each precedes the types that it specializes, and keeps their order otherwise: the redefinition by `w` of a feature
 * of `W` applies in `part f : W :> w`, too, whose type comes first (KerML 8.3.3.1.10, `removeRedefinedFeatures`). Types that specialize
 * each other cyclically keep their order.
 */
export function specialFirst(types: Iterable<AstNode>, generalsOf: (type: AstNode) => readonly AstNode[]): readonly AstNode[] {
    const found = [...types];
    const places = new Map(found.map((type, at) => [type, at]));
    const generals = found.map((type, at) =>
        generalsOf(type)
            .flatMap(g => places.get(g) ?? [])
            .filter(place => place !== at)
    );
    if (generals.every((below, at) => below.every(place => place > at))) {
        return found;
    }
    const waiting = found.map(() => 0);
    generals.flat().forEach(place => waiting[place]++);
    const open = found.map((_, at) => at);
    const ordered: AstNode[] = [];
    while (open.length > 0) {
        const next = Math.max(
            open.findIndex(at => waiting[at] === 0),
            0
        );
        const [at] = open.splice(next, 1);
        ordered.push(found[at]);
        generals[at].forEach(place => waiting[place]--);
    }
    return ordered;
}

/** Whether a type is a snapshot or time slice. */
export function isPortion(type: AstNode): boolean {
    return isUsage(type) && type.portionKind !== undefined;
}

const INDIVIDUAL = Symbol('individual definition');

/** The most general individual definition that a type is or specializes: its objects are portions of one life (SysML 7.9.4). */
export function individualOf(type: AstNode): AstNode | undefined {
    return memoize(INDIVIDUAL, type, t => ({
        definition: [...supertypesOf(t)].filter(s => s.isIndividual === true && isDefinition(s)).at(-1)
    })).definition;
}

/**
 * The wholes that a snapshot or time slice is a portion of, nearest first. It has the features of the first one, with the values bound
 * there, which apply to every snapshot of the whole (SysML 7.9.3; KerML 7.3.4.2, variable features).
 */
export function wholesOf(portion: AstNode): readonly AstNode[] {
    const wholes: AstNode[] = [];
    for (let t: AstNode | undefined = portion; t !== undefined && isPortion(t);) {
        t = owningTypeOf(t);
        if (t !== undefined) {
            wholes.push(t);
        }
    }
    return wholes;
}

/** Whether a portion inherits from a type as its whole, rather than as its general. */
export function isWholeOf(type: AstNode, portion: AstNode): boolean {
    return [portion, ...supertypesOf(portion)].some(p => wholesOf(p).includes(type));
}

/** The features that a feature redefines, directly or indirectly, nearest first. */
export function allRedefined(feature: AstNode): Feature[] {
    const found: Feature[] = [];
    const work: AstNode[] = [feature];
    for (let f = work.shift(); f !== undefined; f = work.shift()) {
        for (const r of redefinedFeaturesOf(f)) {
            if (r !== feature && isFeature(r) && !found.includes(r) && !isFurtherParameter(f, r)) {
                found.push(r);
                work.push(r);
            }
        }
    }
    return found;
}

/**
 * Whether a parameter of a specializing definition is an additional one: declared under its own name, it follows the inherited parameters
 * (contract behaviour 19.3) and does not share the value of the one at its position.
 */
function isFurtherParameter(feature: AstNode, redefined: AstNode): boolean {
    const { $container: owner, direction, name, relationships } = feature;
    return (
        owner?.$type === 'Definition' &&
        direction !== undefined &&
        name !== undefined &&
        !relationships?.some(r => r.$type === 'Redefinition') &&
        redefined.direction !== undefined &&
        nameOf(redefined) !== name
    );
}
