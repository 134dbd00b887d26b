// The multiplicity of a slot: declared, redefined or implied, else the default of the contract (verification 3.4).

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

/** The multiplicity of a slot. */
export interface SlotBounds extends Bounds {
    /** the declared multiplicity, of the feature or of one that it redefines */
    readonly range?: ast.MultiplicityRange;
    /**
     * whether none is declared and the default is not one (SysML 7.6.3): any number of values conforms, and a single value is not wrapped
     */
    readonly isAnyNumber: boolean;
}

const ONE: SlotBounds = { lower: 1, upper: 1, isAnyNumber: false };

const USUALLY_ONE: SlotBounds = { lower: 1, upper: 1, isAnyNumber: true };

const ANY_NUMBER: SlotBounds = { lower: 0, upper: Infinity, isAnyNumber: true };

/**
 * The multiplicity of a slot's most specific declaration, else the inherited one, else the default. Bounds that are not literals are
 * undefined.
 */
export function boundsOf(slot: Slot): SlotBounds {
    return memoize(BOUNDS, slot.feature, feature => {
        const range = statedRange(feature, new Set()) ?? impliedRange(slot);
        return range === undefined ? defaultBounds(slot) : { ...boundsOfRange(range), range, isAnyNumber: false };
    });
}

/**
 * The default multiplicity of a slot (contract sheet 3.4 rule 1). A parameter without keyword holds any number of values. Other features
 * whose default is not one also hold any number, but have one while they are unset.
 */
function defaultBounds({ chain }: Slot): SlotBounds {
    if (chain.some(isOneByDefault)) {
        return ONE;
    }
    return chain.some(f => isBareParameter(f) || isChained(f)) ? ANY_NUMBER : USUALLY_ONE;
}

/**
 * The range that a subject, actor … or a parameter without keyword inherits by implied redefinition. It takes precedence over their own
 * default, so the alternatives of a trade study are many, wherever its subject is redeclared.
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
 * Whether a feature has the default multiplicity one: an attribute, item, part or port usage of a type that neither subsets nor redefines,
 * or a feature that the library implies to be one.
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

/** Keywords of parameters whose multiplicity follows from their implied redefinitions (`Case::subj`, `Case::obj` …). */
const IMPLICITLY_ONE: ReadonlySet<string> = new Set(['subject', 'actor', 'stakeholder', 'objective']);

/** Whether a feature is declared as a chain, which has as many values as its steps give (KerML 7.3.4.6). */
function isChained({ relationships = [] }: Feature): boolean {
    return relationships.some(r => r.$type === 'FeatureChaining');
}

/** Whether a feature is a parameter without keyword: a reference usage. */
function isBareParameter(feature: Feature): boolean {
    const { kind, direction, membership } = feature;
    return kind === undefined && (direction !== undefined || membership === 'return');
}

/** The declared range of a feature, else that of a feature which it redefines explicitly. */
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
