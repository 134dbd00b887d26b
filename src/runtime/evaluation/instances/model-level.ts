/**
 * Features read without an object, from their declarations (contract sheet 4.3, 4.7). A part that the model declares outside types is
 * instantiated once per run; a feature of a definition is read on an open object.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { type Feature, featureValueOf, isFeature, owningTypeOf } from '../../../language/semantics/structure.js';
import { calculationOf } from '../calculations/usage.js';
import { codeOf } from '../expressions/code.js';
import { Frame } from '../expressions/frame.js';
import { allRedefined } from '../model/inheritance.js';
import { isVariant, memoize, restates } from '../model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../model/layout.js';
import { boundsOf, isManyValued } from '../model/slot-bounds.js';
import { natureOf } from '../model/slot-nature.js';
import type { Run } from '../run.js';
import { EMPTY_SEQUENCE, Sequence, Undetermined, Unset, type Value, unresolvedReference } from '../../values/index.js';
import { conditionValue } from '../calculations/conditions.js';
import { valueOfObject } from './value-objects.js';
import { conform, evaluatedBounds, openValue } from './conform.js';
import { Instance } from './instance.js';

/**
 * The value of a feature on the model level.
 * @param qualifier the usage in a qualified name, whose object is read
 */
export function readOnModel(run: Run, feature: AstNode, qualifier?: AstNode): Value {
    if (qualifier !== undefined) {
        const index = layoutOf(qualifier).indexOf.get(feature);
        const holder = index === undefined ? undefined : holderOf(run, qualifier);
        if (holder !== undefined) {
            return openInstead(holder, index!, feature);
        }
    }
    const owner = owningTypeOf(feature);
    if (owner === undefined) {
        return packageFeature(run, feature);
    }
    const prototype = run.prototypeOf(owner);
    const index = prototype.layout.indexOf.get(feature);
    if (index === undefined) {
        throw unresolvedReference(qualifiedNameOf(feature) ?? nameOf(feature) ?? '');
    }
    return prototype.read(index);
}

/** The object of a usage on the model level; undefined for none or several. */
function holderOf(run: Run, usage: AstNode): Instance | undefined {
    if (isVariant(usage)) {
        return featureValueOf(usage) === undefined ? run.objectOf(usage) : undefined;
    }
    const value = owningTypeOf(usage) === undefined ? packageFeature(run, usage) : readOnModel(run, usage);
    return value instanceof Instance ? value : undefined;
}

/** An unset feature is open on the model level, where no object was requested. */
function openInstead(holder: Instance, index: number, feature: AstNode): Value {
    const value = holder.read(index);
    return value instanceof Unset ? new Undetermined(`${qualifiedNameOf(feature) ?? ''} has no value in the model`) : value;
}

const LAYOUT = Symbol('layout of a package feature');

/** A frame that holds only one feature of a package. */
class PackageFeature extends Frame {
    protected compute(slot: Slot): Value {
        return computePackageFeature(this, slot);
    }

    protected frameOf(): undefined {
        return undefined;
    }

    nameOfSlot(slot: Slot): string {
        return slot.names[0] ?? '';
    }
}

function packageFeature(run: Run, feature: AstNode): Value {
    return packageFrame(run, feature).read(0);
}

/** The frame that holds only a feature of a package. @throws EvaluationError unresolved reference */
export function packageFrame(run: Run, feature: AstNode): Frame {
    if (!isFeature(feature)) {
        throw unresolvedReference(qualifiedNameOf(feature) ?? nameOf(feature) ?? '');
    }
    run.looksOutside();
    let frame = run.packageFeatures.get(feature);
    if (frame === undefined) {
        const layout = memoize(LAYOUT, feature, layoutOfOne);
        frame = new PackageFeature(run, layout, undefined);
        run.packageFeatures.set(feature, frame);
    }
    return frame;
}

function layoutOfOne(feature: Feature): Layout {
    const chain = [feature, ...allRedefined(feature)];
    const names = [...new Set(chain.map(f => nameOf(f)).filter(n => n !== undefined))];
    const slot: Slot = { index: 0, feature, chain, names, isModelled: true };
    return {
        type: feature,
        slots: [slot],
        indexOf: new Map(chain.map(f => [f, 0])),
        byName: new Map(names.map(n => [n, 0])),
        bindings: [],
        flows: [],
        nested: [],
        conflict: undefined,
        ends: new Map()
    };
}

function computePackageFeature(frame: PackageFeature, slot: Slot): Value {
    const { run } = frame;
    const nature = natureOf(slot);
    for (const declaration of slot.chain) {
        if (declaration.value !== undefined) {
            return conform(codeOf(declaration.value.expression)(frame), slot, frame);
        }
        if (restates(declaration)) {
            break;
        }
    }
    switch (nature) {
        case 'calculation':
            return calculationOf(slot.feature, frame);
        case 'constraint':
            return conditionValue(slot, frame);
        case 'object':
        case 'connector':
        case 'behavior': {
            const { lower, upper } = evaluatedBounds(slot, frame);
            if (lower !== upper && boundsOf(slot).range !== undefined) {
                return openValue(slot, lower, upper);
            }
            if (!isManyValued(slot)) {
                return valueOfObject(run.objectOf(slot.feature));
            }
            const objects = Array.from(
                { length: Math.min(lower, 1000) },
                (_, i) => new Instance(run, layoutOf(slot.feature), slot.feature, undefined, { via: { index: 0, position: i + 1 } })
            );
            return objects.length === 0 ? EMPTY_SEQUENCE : new Sequence(objects);
        }
        default: {
            const { lower, upper } = evaluatedBounds(slot, frame);
            return upper === 0 ? EMPTY_SEQUENCE : openValue(slot, lower, upper);
        }
    }
}
