// What a type takes its features over from, and what a feature stands for besides itself: generals with what the language implies for
// variants, objectives and portions, and redefined features through whole chains. Knows no slots.

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
 * What a type takes features and conditions over from: declared generals, and those that its user-defined keywords mean; a variant
 * specializes its variation, and an objective the one that its case inherits (SysML `checkRequirementUsageObjectiveRedefinition`), whose
 * bindings it keeps.
 */
export function sourcesOf(type: AstNode): readonly AstNode[] {
    const declared = declaredGeneralsOf(type);
    const semantic = semanticGeneralsOf(type).filter(general => !scopeOf(general).isLibrary && !declared.includes(general));
    const generals = semantic.length === 0 ? declared : [...declared, ...semantic];
    if (isPortion(type)) {
        // what is bound in the whole masks what its types have: `part w : W { :>> k = 5; snapshot s : W; }`
        const [portions, types] = [generals.filter(isPortion), generals.filter(general => !isPortion(general))];
        const [whole] = wholesOf(type);
        return whole === undefined ? generals : [...portions, whole, ...types.filter(t => t !== whole && !conformsTo(whole, t))];
    }
    const implied = isObjective(type) ? redefinedFeaturesOf(type) : isVariant(type) ? [owningNamespaceOf(type)!] : [];
    const further = implied.filter(general => !generals.includes(general));
    return further.length === 0 ? generals : [...generals, ...further];
}

/**
 * Types in their order, save that each stands in front of what it specializes itself: what `w` redefines of `W` holds in `part f : W :> w`,
 * too, whose type is named first (KerML 8.3.3.1.10, `removeRedefinedFeatures`). Types that specialize each other in a circle stay as
 * they are.
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

/** A snapshot or time slice. */
export function isPortion(type: AstNode): boolean {
    return isUsage(type) && type.portionKind !== undefined;
}

const INDIVIDUAL = Symbol('individual definition');

/**
 * The definition of one individual that a type is or specializes, the most general one: its objects are portions of one life (SysML 7.9.4).
 */
export function individualOf(type: AstNode): AstNode | undefined {
    return memoize(INDIVIDUAL, type, t => ({
        definition: [...supertypesOf(t)].filter(s => s.isIndividual === true && isDefinition(s)).at(-1)
    })).definition;
}

/**
 * What a snapshot or time slice is a portion of, and what that is a portion of, nearest first: it has the features of the first, with the
 * values that are bound there, which hold at every snapshot of the whole (SysML 7.9.3; KerML 7.3.4.2, variable features).
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

/** Whether a portion has what a type declares since it is a portion of it, and not since it specializes it. */
export function isWholeOf(type: AstNode, portion: AstNode): boolean {
    return [portion, ...supertypesOf(portion)].some(p => wholesOf(p).includes(type));
}

/** What a feature redefines, directly or through others, nearest first. */
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
 * A parameter that a specializing definition declares under a name of its own comes after the inherited ones (contract behaviour 19.3):
 * it shares no value with the one that stands in its place.
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
