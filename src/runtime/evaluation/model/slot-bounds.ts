// How many values a slot holds: the multiplicity that is stated, redefined or implied, else the default of the contract (verification 3.4).

import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import type { Bounds } from '../../../language/semantics/multiplicity.js';
import { boundsOfRange, declaredRangeOf } from '../../../language/semantics/multiplicity.js';
import { resolve } from '../../../language/semantics/names.js';
import { type Feature, isUsage, owningTypeOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { isA, isAttribute, memoize } from './kinds.js';
import type { Slot } from './layout.js';

const BOUNDS = Symbol('slot bounds');

/** How many values a slot holds. */
export interface SlotBounds extends Bounds {
    /** the multiplicity that is stated, here or by what is redefined */
    readonly range?: ast.MultiplicityRange;
    /** none is stated, and the default is not one (SysML 7.6.3): any number of values conforms, and one value is held as itself */
    readonly isAnyNumber: boolean;
}

const ONE: SlotBounds = { lower: 1, upper: 1, isAnyNumber: false };

const USUALLY_ONE: SlotBounds = { lower: 1, upper: 1, isAnyNumber: true };

const ANY_NUMBER: SlotBounds = { lower: 0, upper: Infinity, isAnyNumber: true };

/**
 * The multiplicity that a slot's most specific declaration states, else inherits, else the default. Bounds
 * that are no literals are undefined.
 */
export function boundsOf(slot: Slot): SlotBounds {
    return memoize(BOUNDS, slot.feature, feature => {
        const range = statedRange(feature, new Set()) ?? impliedRange(slot);
        return range === undefined ? defaultBounds(slot) : { ...boundsOfRange(range), range, isAnyNumber: false };
    });
}

/**
 * The multiplicity of a slot that no declaration states (contract sheet 3.4 rule 1). A parameter without keyword holds any number of
 * values. What else is not one by default holds any number, too, but counts as one while it has no value.
 */
function defaultBounds({ chain }: Slot): SlotBounds {
    if (chain.some(isOneByDefault)) {
        return ONE;
    }
    return chain.some(f => isBareParameter(f) || isChained(f)) ? ANY_NUMBER : USUALLY_ONE;
}

/**
 * The range of what a subject, actor … or a parameter without keyword redefines by implication: no default of their own comes before it, so
 * the alternatives of a trade study are many, whoever restates its subject.
 */
function impliedRange({ chain }: Slot): ast.MultiplicityRange | undefined {
    const [feature] = chain;
    const isRole = isUsage(feature) && IMPLICITLY_ONE.has(feature.kind ?? '');
    if (!isRole && !(isUsage(feature) && isBareParameter(feature))) {
        return undefined;
    }
    const redefined = chain.filter(f => isRole || !scopeOf(f).isLibrary);
    const stated = redefined.find(f => declaredRangeOf(f) !== undefined || (!isRole && isOneByDefault(f)));
    return stated === undefined ? undefined : declaredRangeOf(stated);
}

/**
 * An attribute, item, part or port usage of a type that neither subsets nor redefines; and what the library fixes at one by implication.
 */
function isOneByDefault(feature: Feature): boolean {
    if (IMPLICITLY_ONE.has(feature.kind ?? '') || feature.isEnd) {
        return true;
    }
    return (
        feature.kind !== undefined &&
        (isAttribute(feature) || isA(feature, 'PortUsage') || (isA(feature, 'ItemUsage') && !isA(feature, 'ConnectionUsage'))) &&
        owningTypeOf(feature) !== undefined &&
        (feature.relationships ?? []).every(
            r => r.$type !== 'Subsetting' && r.$type !== 'Redefinition' && r.$type !== 'ReferenceSubsetting'
        )
    );
}

/** Keywords of parameters whose multiplicity follows from what they redefine by implication (`Case::subj`, `Case::obj` …). */
const IMPLICITLY_ONE: ReadonlySet<string> = new Set(['subject', 'actor', 'stakeholder', 'objective']);

/** A feature that is declared as a chain has as many values as its steps lead to (KerML 7.3.4.6). */
function isChained({ relationships = [] }: Feature): boolean {
    return relationships.some(r => r.$type === 'FeatureChaining');
}

/** A parameter that is declared without keyword: a reference usage. */
function isBareParameter(feature: Feature): boolean {
    const { kind, direction, membership } = feature;
    return kind === undefined && (direction !== undefined || membership === 'return');
}

/** The range that a feature states, else that a feature states which it is declared to redefine. */
function statedRange(feature: AstNode, seen: Set<AstNode>): ast.MultiplicityRange | undefined {
    const own = declaredRangeOf(feature);
    if (own !== undefined || seen.has(feature)) {
        return own;
    }
    seen.add(feature);
    for (const r of feature.relationships ?? []) {
        const target = r.$type === 'Redefinition' ? resolve(r) : undefined;
        const range = target === undefined ? undefined : statedRange(target, seen);
        if (range !== undefined) {
            return range;
        }
    }
    return undefined;
}

/** Whether the declared upper bound is above one or open. */
export function isManyValued(slot: Slot): boolean {
    const { upper } = boundsOf(slot);
    return upper === undefined || upper > 1;
}
