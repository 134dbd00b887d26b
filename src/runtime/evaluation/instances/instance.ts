/**
 * Objects: frames with an identity, instances of a definition or usage, whose features are computed at their first reading (features.ts).
 * An open object represents any object of its type: its missing values are undetermined rather than unset.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isFeature, isUsage } from '../../../language/semantics/structure.js';
import { conformsTo, typesOf } from '../../../language/semantics/specialization.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { Frame, type Place } from '../expressions/frame.js';
import { allRedefined, individualOf, isPortion, wholesOf } from '../model/inheritance.js';
import { memoize, restates } from '../model/kinds.js';
import { type Layout, type Slot } from '../model/layout.js';
import { isStatedValue, natureOf } from '../model/slot-nature.js';
import type { Run } from '../run.js';
import { EvaluationError, type ObjectReference, type Value } from '../../values/index.js';

export interface InstanceOptions {
    readonly isOpen?: boolean;
    /** the variant that was selected for the object */
    readonly variant?: AstNode;
    /** the slot of the owner's feature that holds it, and its position among several */
    readonly via?: { readonly index: number; readonly position: number };
    /** the object that it is a portion of, where its type does not determine it */
    readonly portionOf?: Instance;
}

/**
 * Limit of nested objects. Features that read each other through a type that contains itself (`part def T { part t : T; attribute n = t.n +
 * 1; }`) would create objects without end.
 */
const DEEPEST_OBJECT = 1000;

export class Instance extends Frame implements ObjectReference {
    readonly kind = 'instance';
    /** 0 for an open object */
    readonly id: number;
    readonly isOpen: boolean;
    readonly variant: AstNode | undefined;
    readonly via: InstanceOptions['via'];
    private readonly portionOf: Instance | undefined;
    /** the number of objects that hold this one, directly or indirectly */
    private readonly depth: number;
    /** the last performances of the object's actions and machines, by slot index */
    private performances: Map<number, Frame> | undefined;

    /**
     * @param type the definition or usage that it instantiates
     * @param owner the enclosing frame: the object that holds it
     * @throws EvaluationError one feature valued under two names
     */
    constructor(
        run: Run,
        layout: Layout,
        readonly type: AstNode,
        owner: Frame | undefined,
        options: InstanceOptions = {}
    ) {
        super(run, layout, owner);
        this.depth = owner instanceof Instance ? owner.depth + 1 : 0;
        if (this.depth > DEEPEST_OBJECT) {
            throw new EvaluationError(
                'evaluation nested too deeply',
                `an object of ${nameOf(layout.type) ?? 'a feature'} within ${DEEPEST_OBJECT} others (unbounded recursion?)`
            );
        }
        this.isOpen = options.isOpen ?? false;
        if (layout.conflict !== undefined && !this.isOpen) {
            throw new EvaluationError('one feature valued under two names', `${layout.conflict} of ${nameOf(layout.type) ?? ''}`);
        }
        this.id = this.isOpen ? 0 : run.nextObjectId();
        this.variant = options.variant;
        this.via = options.via;
        this.portionOf = options.portionOf;
    }

    /**
     * The representative of the object's life. A snapshot or time slice is a portion of the life of its holder; all objects of an
     * individual definition are portions of one life.
     */
    get life(): ObjectReference {
        const whole = this.portionOf ?? (isPortion(this.type) && this.outer instanceof Instance ? this.outer : undefined);
        if (whole !== undefined) {
            return whole.life;
        }
        const individual = individualOf(this.type);
        return individual === undefined ? this : this.run.lifeOfIndividual(individual, this);
    }

    override get place(): Place | undefined {
        return this.via === undefined || this.outer === undefined ? undefined : { frame: this.outer, index: this.via.index };
    }

    /** Registers the current performance of one of the object's actions or machines, which holds its features from now on. */
    performed(index: number, performance: Frame): void {
        (this.performances ??= new Map()).set(index, performance);
        this.forgetReaders(index);
    }

    /** The last performance of an object that is an action or a machine; undefined for other objects. */
    get performance(): Frame | undefined {
        if (this.outer !== undefined) {
            this.run.accesses?.performances?.(this.outer);
        }
        return this.via !== undefined && this.outer instanceof Instance ? this.outer.performances?.get(this.via.index) : undefined;
    }

    /** The last performances of the object's actions and machines, by slot index. */
    get lastPerformances(): readonly (readonly [number, Frame])[] {
        return this.performances === undefined ? [] : [...this.performances].sort(([a], [b]) => a - b);
    }

    protected compute(slot: Slot): Value {
        return this.run.featureValue(this, slot);
    }

    protected override isDerived(slot: Slot): boolean {
        return this.run.followsChanges && (isStatedValue(slot) || this.run.isFed(this, slot));
    }

    protected override isKept(slot: Slot): boolean {
        const nature = this.run.followsChanges ? natureOf(slot) : 'value';
        return nature !== 'calculation' && nature !== 'constraint';
    }

    protected frameOf(slot: Slot): string {
        return `feature value ${this.nameOfSlot(slot)}`;
    }

    nameOfSlot(slot: Slot): string {
        return `${nameOf(typeSymbolOf(this)) ?? ''}.${slot.names[0] ?? ''}`;
    }
}

/** The outermost object that holds an object, directly or indirectly; the object itself if no object holds it. */
export function outermost(object: Instance): Instance {
    let root = object;
    while (root.outer instanceof Instance) {
        root = root.outer;
    }
    return root;
}

/** Whether a feature of the model has a body with features. */
function hasModelBody(feature: AstNode): boolean {
    return isUsage(feature) && restates(feature) && !scopeOf(feature).isLibrary;
}

/**
 * The element that an answer gives as an object's type (contract sheet 3.2 rule 4): the instantiated element; for a held object the usage
 * whose body restates or adds features, else the usage's type.
 */
export function typeSymbolOf(object: Instance): AstNode {
    const { type } = object;
    if (object.via === undefined || !isFeature(type) || object.variant !== undefined) {
        return type;
    }
    return memoize(SYMBOL, type, symbolOfHeld);
}

const SYMBOL = Symbol('element given as the type of held objects');

function symbolOfHeld(feature: AstNode): AstNode {
    const withBody = [feature, ...allRedefined(feature)].find(hasModelBody);
    if (withBody !== undefined) {
        return withBody;
    }
    // a snapshot or time slice without its own type has that of its whole
    const types = [...typesOf(feature), ...wholesOf(feature).flatMap(whole => (isUsage(whole) ? typesOf(whole) : [whole]))];
    return types.find(t => !scopeOf(t).isLibrary) ?? types.find(t => types.every(other => other === t || !conformsTo(other, t))) ?? feature;
}

/** The id of {@link typeSymbolOf}; of an anonymous element, such as an annotation, that of its type. */
export function typeSymbolIdOf(object: Instance): string {
    const type = typeSymbolOf(object);
    return (
        qualifiedNameOf(type) ??
        typesOf(type)
            .map(qualifiedNameOf)
            .find(id => id !== undefined) ??
        ''
    );
}
