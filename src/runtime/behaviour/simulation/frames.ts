/**
 * Frames of performances: of an action, a block, a state or a machine. They hold parameters, attributes and accepted payloads. Other names
 * are read in the enclosing performances, then in the performing object. Does not depend on tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolveEachSegment } from '../../../language/semantics/names.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isFeature, lastSegment, type NameNode, owningTypeOf, segmentsOf } from '../../../language/semantics/structure.js';
import { conformsTo, typesOf } from '../../../language/semantics/specialization.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { calculationOf } from '../../evaluation/calculations/usage.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import { Frame, type Place } from '../../evaluation/expressions/frame.js';
import { readPath } from '../../evaluation/expressions/paths.js';
import { boundValue } from '../../evaluation/instances/bindings.js';
import { conform, evaluatedBounds } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { bindsAFeature } from '../../evaluation/instances/features.js';
import { isA, isAttribute, memoize, isInput, isOutput, restates } from '../../evaluation/model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../../evaluation/model/layout.js';
import { boundsOf, isManyValued } from '../../evaluation/model/slot-bounds.js';
import { isStatedValue, natureOf } from '../../evaluation/model/slot-nature.js';
import { vacantSequence } from '../../evaluation/model/vacancies.js';
import type { Run } from '../../evaluation/run.js';
import { EvaluationError, OpaqueValue, Sequence, Unset, type Value, elementsOf, unresolvedReference } from '../../values/index.js';
import { conditionValue } from '../../evaluation/calculations/conditions.js';
import { bodyLayoutOf } from './body-layout.js';
import { type ClockReading, clockValue } from './clock-value.js';
import type { StateWriter } from './state-writer.js';
import { namesTarget } from './targets.js';

const VOLATILE = Symbol('features that are computed at every reading');

/** Flags of the calculation and constraint usages: each reading evaluates them again, since the body may have assigned their inputs. */
function volatileOf(layout: Layout): readonly boolean[] | undefined {
    const found = memoize(VOLATILE, layout.type, () => ({
        flags: layout.slots.map(s => natureOf(s) === 'calculation' || natureOf(s) === 'constraint')
    }));
    return found.flags.includes(true) ? found.flags : undefined;
}

/** A frame of a behaviour. */
export class BodyFrame extends Frame {
    private readonly volatile: readonly boolean[] | undefined;
    /** the feature that was just read without a value; the reading is not cached, since it may get one later */
    private vacant = -1;
    /** the step that it performs; bindings of the enclosing frame name its pins by the step */
    step: AstNode | undefined;
    /** the frame of the step's declaration, if names are not read in that frame */
    performedIn: Frame | undefined;
    /** whether its performance has begun */
    hasBegun = false;
    private hasEnded = false;
    /** pins that received values before the performance began */
    delivered: Set<number> | undefined;

    constructor(
        run: Run,
        layout: Layout,
        outer: Frame | undefined,
        readonly clock: ClockReading
    ) {
        super(run, layout, outer);
        this.volatile = volatileOf(layout);
    }

    override read(index: number): Value {
        const value = super.read(index);
        if (this.vacant === index) {
            this.vacant = -1;
            this.forget(index);
        } else if (this.volatile?.[index] === true) {
            this.forget(index);
        }
        return value;
    }

    override get place(): Place | undefined {
        const holder = this.performedIn ?? this.outer;
        const index = this.step === undefined ? undefined : holder?.layout.indexOf.get(this.step);
        return index === undefined ? undefined : { frame: holder!, index };
    }

    override get isInProgress(): boolean {
        return true;
    }

    /** Bound features follow their sources (KerML 8.3.4.10.2) until the performance ends. */
    protected override isDerived(slot: Slot): boolean {
        return !this.hasEnded && this.run.followsChanges && isStatedValue(slot);
    }

    /** Ends the performance: its features keep their values. */
    end(): void {
        this.hasEnded = true;
        this.freeze();
    }

    /** Whether a feature has a value, declared, given or assigned. Evaluates it. */
    override holds(index: number): boolean {
        if (this.layout.slots[index].feature.$containerProperty === 'payload' && !this.isSet(index)) {
            return false;
        }
        const value = this.read(index);
        return !(value instanceof Unset) && (this.isSet(index) || this.volatile?.[index] === true);
    }

    writeState(out: StateWriter): void {
        out.add(this.hasBegun);
        out.shared(this.step);
        out.frame(this.performedIn);
        out.add([...(this.delivered ?? [])].sort((a, b) => a - b).join());
    }

    /**
     * Drops the values that were read before the performance began.
     * @param kept slots whose values stay
     */
    forgetAllBut(kept: ReadonlySet<number> | undefined): void {
        for (const { index } of this.layout.slots) {
            if (this.isSet(index) && kept?.has(index) !== true) {
                this.forget(index);
            }
        }
    }

    protected compute(slot: Slot): Value {
        if (slot.names[0] === 'localClock' && slot.index >= layoutOf(this.layout.type).slots.length) {
            return clockValue(this.run, slot.feature, this.clock);
        }
        if (this.isToCome && isOutput(slot.feature) && !isInput(slot.feature)) {
            throw new EvaluationError('no value', `the action ${nameOf(this.step!) ?? slot.names[0] ?? ''} has not been performed yet`);
        }
        return boundValue(this, slot) ?? this.ownValue(slot);
    }

    /** Whether it is the performance of an action that the enclosing performance has not reached yet. */
    private get isToCome(): boolean {
        const holder = this.performedIn ?? this.outer;
        return !this.hasBegun && this.step !== undefined && holder instanceof BodyFrame && !isState(this.step);
    }

    private ownValue(slot: Slot): Value {
        const nature = natureOf(slot);
        for (const declaration of slot.chain) {
            if (
                declaration.value !== undefined &&
                declaration.value.expression.$type !== 'TriggerExpression' &&
                !hidesValue(declaration, slot, this.layout)
            ) {
                return conform(codeOf(declaration.value.expression)(this), slot, this);
            }
        }
        switch (nature) {
            case 'calculation':
                return calculationOf(slot.feature, this);
            case 'constraint':
                return conditionValue(slot, this);
            case 'behavior':
                return new OpaqueValue('a performance', frameOfStep(slot.feature, this, this.clock));
            case 'object':
            case 'connector':
                return this.ownObject(slot);
            default:
                return this.vacantValue(slot);
        }
    }

    private ownObject(slot: Slot): Value {
        if ((isInput(slot.feature) || isOutput(slot.feature)) && !slot.chain.some(f => restates(f) && !scopeOf(f).isLibrary)) {
            return this.vacantValue(slot);
        }
        const { lower } = evaluatedBounds(slot, this);
        // a binding within the body makes an optional object exist
        const wanted = lower === 0 && bindsAFeature(slot) ? 1 : lower;
        const objects = Array.from(
            { length: Math.min(wanted, 1000) },
            (_, i) => new Instance(this.run, layoutOf(slot.feature), slot.feature, this, { via: { index: slot.index, position: i + 1 } })
        );
        return objects.length === 1 && boundsOf(slot).isAnyNumber
            ? objects[0]
            : isManyValued(slot)
              ? new Sequence(objects)
              : (objects[0] ?? null);
    }

    private vacantValue(slot: Slot): Value {
        if (slot.feature.$containerProperty === 'payload') {
            throw unresolvedReference(slot.names[0] ?? '');
        }
        this.vacant = slot.index;
        return evaluatedBounds(slot, this).lower > 0
            ? new Unset(slot.names[0] ?? '')
            : isManyValued(slot)
              ? vacantSequence(slot, this.layout)
              : null;
    }

    protected frameOf(): string | undefined {
        return undefined;
    }

    nameOfSlot(slot: Slot): string {
        return slot.names[0] ?? '';
    }
}

/** Whether the value of an output only names its target, while a redefined declaration computes the output. */
function hidesValue(declaration: ast.Usage, slot: Slot, layout: Layout): boolean {
    const behind = slot.chain.slice(slot.chain.indexOf(declaration) + 1);
    return slot.feature.direction === 'out' && behind.some(f => f.value !== undefined) && namesTarget(declaration, layout);
}

/** Whether a type is a state, whose performance lasts until the state is left. */
export function isState(type: AstNode): boolean {
    return isA(type, 'StateUsage') || isA(type, 'StateDefinition');
}

/** The performance that a value represents; undefined for other values. */
export function performanceIn(value: Value): BodyFrame | undefined {
    return value instanceof OpaqueValue && value.identity instanceof BodyFrame ? value.identity : undefined;
}

/**
 * The name of the action that a step performs: `perform part.action`, `action step ::> part.action`, `perform action step :> part.action`.
 */
function performedBy(usage: AstNode): NameNode | undefined {
    const { reference, relationships } = usage;
    return (
        reference ??
        relationships?.find(r => r.$type === 'ReferenceSubsetting') ??
        relationships?.find(r => r.$type === 'Subsetting' && segmentsOf(r.text).some(s => s.separator === '.'))
    );
}

function frameOfStep(usage: AstNode, holder: Frame, clock: ClockReading): BodyFrame {
    const frame = performanceFor(usage, holder, clock);
    frame.step = usage;
    return frame;
}

/** The frame of a behaviour that a frame declares. Where the behaviour names the action of an object, that object encloses the frame. */
export function performanceFor(usage: AstNode, holder: Frame, clock: ClockReading): BodyFrame {
    const reference = performedBy(usage);
    const object = reference === undefined ? undefined : objectAt(holder, reference);
    const frame = new BodyFrame(holder.run, bodyLayoutOf(usage), object ?? holder, clock);
    if (object !== undefined) {
        frame.performedIn = holder;
    }
    return frame;
}

/** The object that `perform part.action` names: found from a frame outwards, else in a package. */
function objectAt(frame: Frame, reference: NameNode): Instance | undefined {
    const segments = segmentsOf(reference.text);
    const first = Math.max(0, segments.map(s => s.separator).lastIndexOf('::'));
    const path = segments.slice(first, -1).map(s => s.name);
    if (path.length === 0) {
        return undefined;
    }
    const at = readPath(frame, path);
    const [object] =
        at === undefined ? objectsOfPackage(frame.run, resolveEachSegment(reference)[first], path) : elementsOf(at.frame.read(at.index));
    return object instanceof Instance ? object : undefined;
}

/** The objects at a path whose first feature belongs to a package. */
function objectsOfPackage(run: Run, feature: AstNode | undefined, [, ...path]: readonly string[]): readonly Value[] {
    if (feature === undefined || !isFeature(feature) || owningTypeOf(feature) !== undefined) {
        return [];
    }
    let objects: readonly Value[] = [run.objectOf(feature)];
    for (const name of path) {
        const [object] = objects;
        const index = object instanceof Instance ? object.layout.byName.get(name) : undefined;
        objects = object instanceof Instance && index !== undefined ? elementsOf(object.read(index)) : [];
    }
    return objects;
}

/** Notifies the object whose action a step performs. */
function notifyObject(usage: ast.Usage, frame: BodyFrame): void {
    const reference = performedBy(usage);
    if (reference === undefined) {
        return;
    }
    const name = lastSegment(reference.text);
    let holder: Frame | undefined = frame.outer;
    while (holder !== undefined && !(holder instanceof Instance)) {
        holder = holder.outer;
    }
    const index = holder?.layout.byName.get(name);
    if (holder !== undefined && index !== undefined) {
        holder.performed(index, frame);
    }
}

/**
 * The frame of a step that begins: the one that flows have delivered to, else a new one. The enclosing frame keeps it, so that later steps
 * read its pins.
 */
export function beginStep(usage: ast.Usage, outer: Frame, clock: ClockReading): BodyFrame {
    const index = outer.layout.indexOf.get(usage);
    const present = index !== undefined && outer.isSet(index) ? performanceIn(outer.read(index)) : undefined;
    const frame = present !== undefined && !present.hasBegun ? present : frameOfStep(usage, outer, clock);
    frame.hasBegun = true;
    if (frame === present) {
        frame.forgetAllBut(frame.delivered);
    } else if (index !== undefined) {
        outer.write(index, new OpaqueValue('a performance', frame));
    }
    notifyObject(usage, frame);
    return frame;
}

/** The frame that a flow delivers to: that of the next performance of a step. */
export function comingStep(usage: AstNode, outer: Frame, clock: ClockReading): BodyFrame | undefined {
    const index = outer.layout.indexOf.get(usage);
    if (index === undefined) {
        return undefined;
    }
    const present = outer.isSet(index) ? performanceIn(outer.read(index)) : undefined;
    if (present !== undefined && !present.hasBegun) {
        return present;
    }
    const frame = frameOfStep(usage, outer, clock);
    outer.write(index, new OpaqueValue('a performance', frame));
    return frame;
}

/** Writes the performing object into unbound inputs whose types it conforms to. */
export function takePerformer(frame: BodyFrame, performer: Instance): void {
    for (const slot of frame.layout.slots) {
        const types = isInput(slot.feature) && slot.isModelled ? typesOf(slot.feature) : [];
        const isOfObjects = types.length > 0 && !isAttribute(slot.feature) && types.every(t => !scopeOf(t).isLibrary);
        if (isOfObjects && slot.chain.every(f => f.value === undefined) && types.every(t => conformsTo(performer.type, t))) {
            frame.write(slot.index, performer);
        }
    }
}

/**
 * The value of a function, or undefined where it fails with an EvaluationError: a feature that the run did not read must not fail the run.
 */
export function unlessFailing<T>(read: () => T): T | undefined {
    try {
        return read();
    } catch (error) {
        if (error instanceof EvaluationError) {
            return undefined;
        }
        throw error;
    }
}
