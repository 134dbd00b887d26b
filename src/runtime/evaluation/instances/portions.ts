/**
 * Portions that the library declares for every object (KerML 9.2.4.2.13, Occurrence): its first and last snapshots, and the whole life that
 * it is a portion of.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsToLibrary } from '../../../language/semantics/specialization.js';
import { isFeature, owningTypeOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { allRedefined } from '../model/inheritance.js';
import { memoize } from '../model/kinds.js';
import { EvaluationError, lifeOf, type Value } from '../../values/index.js';
import { Instance, typeSymbolIdOf } from './instance.js';

const PORTIONS = ['startShot', 'endShot', 'portionOfLife'] as const;
export type PortionFeature = (typeof PORTIONS)[number];

const PORTION = Symbol('portion that a feature of the library means');

/**
 * The portion that a library feature denotes, whatever its name: `start` of an item is its `startShot`. For performances these features are
 * positions in a flow, not objects.
 */
export function portionFeatureOf(feature: AstNode): PortionFeature | undefined {
    if (!isFeature(feature) || !scopeOf(feature).isLibrary) {
        return undefined;
    }
    return memoize(PORTION, feature, f => {
        const owner = owningTypeOf(f);
        const names = [f, ...allRedefined(f)].map(qualifiedNameOf);
        return {
            portion:
                owner === undefined || conformsToLibrary(owner, 'Performances::Performance')
                    ? undefined
                    : PORTIONS.find(name => names.includes(`Occurrences::Occurrence::${name}`))
        };
    }).portion;
}

const shots = new WeakMap<Instance, Map<PortionFeature, Instance>>();

/** The first or last snapshot of an object, the same object at every reading, or the representative of its life. */
export function portionOf(object: Instance, portion: PortionFeature): Value {
    if (portion === 'portionOfLife') {
        return lifeOf(object);
    }
    let made = shots.get(object);
    if (made === undefined) {
        shots.set(object, (made = new Map<PortionFeature, Instance>()));
    }
    let shot = made.get(portion);
    if (shot === undefined) {
        shot = portion === 'startShot' ? firstSnapshot(object) : new LastSnapshot(object);
        made.set(portion, shot);
        object.run.journal?.push(() => made.delete(portion));
    }
    return shot;
}

/** The object at its creation: its features have their declared values, whatever was assigned later. */
function firstSnapshot(object: Instance): Instance {
    return new Instance(object.run, object.layout, object.type, object.outer, optionsOf(object));
}

/** The object at the end of its life. */
class LastSnapshot extends Instance {
    constructor(private readonly object: Instance) {
        super(object.run, object.layout, object.type, object.outer, optionsOf(object));
    }

    /** @throws EvaluationError no value, while the object still lives in a behaviour */
    override read(index: number): Value {
        if (this.run.occurrences?.isDuring(this.object) === true) {
            throw new EvaluationError(
                'no value',
                `${this.nameOfSlot(this.layout.slots[index])} at the end: ${typeSymbolIdOf(this.object)} goes on`
            );
        }
        return this.object.read(index);
    }
}

function optionsOf(object: Instance): ConstructorParameters<typeof Instance>[4] {
    return { isOpen: object.isOpen, variant: object.variant, via: object.via, portionOf: object };
}
