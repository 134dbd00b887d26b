/**
 * Frames of performances: an action, a block, a state or a machine while it goes on. They hold parameters, attributes and accepted
 * payloads; what they lack is read around them: in the performance that performs them, then in the performing object. Knows no tokens.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import { type Feature, isUsage, lastSegment, type Segment, segmentsOf } from '../../language/semantics/structure.js';
import { conformsTo, typesOf } from '../../language/semantics/specialization.js';
import { libraryElement, scopeOf } from '../../language/semantics/world.js';
import { visitAll } from '../../language/syntax/index.js';
import { calculationOf } from '../../evaluation/calculations/usage.js';
import { codeOf } from '../../evaluation/expressions/compile.js';
import { Frame, type Place } from '../../evaluation/expressions/frame.js';
import { readPath, targetOf } from '../../evaluation/expressions/references.js';
import { boundValue } from '../../evaluation/instances/bindings.js';
import { conform, evaluatedBounds } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { bindsAFeature } from '../../evaluation/instances/features.js';
import { isA, isAttribute, isCalculation, memoize, isInput, isOutput, restates } from '../../evaluation/model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../../evaluation/model/layout.js';
import { boundsOf, isManyValued } from '../../evaluation/model/slot-bounds.js';
import { isStatedValue, natureOf } from '../../evaluation/model/slot-nature.js';
import type { Run } from '../../evaluation/run.js';
import {
    EvaluationError,
    OpaqueValue,
    Real,
    Sequence,
    Unset,
    type Value,
    elementsOf,
    unresolvedReference
} from '../../evaluation/values/index.js';
import { conditionValue } from '../../evaluation/calculations/conditions.js';
import { bodyMembersOf } from './members.js';
import { namesTarget } from './targets.js';

const BODY_LAYOUT = Symbol('layout of a performance');

/** The layout of a performance: the features of what is performed and the payloads that its accepts bind. */
export function bodyLayoutOf(node: AstNode): Layout {
    return memoize(BODY_LAYOUT, node, n =>
        extended(
            layoutOf(n),
            n,
            [
                ...bodyMembersOf(n)
                    .filter(m => m.$type === 'AcceptActionUsage')
                    .map(m => m.payload),
                ...(n.$type === 'TransitionUsage' ? boundBy(n.trigger?.payload) : [])
            ].filter(p => p !== undefined && (p.name !== undefined || p.relationships.some(r => r.$type === 'Redefinition')))
        )
    );
}

/** What a trigger binds: the arguments of a call, else its payload. */
function boundBy(payload: ast.Usage | undefined): readonly (ast.Usage | undefined)[] {
    return payload?.$type === 'CallTrigger' ? (payload.members as ast.Usage[]) : [payload];
}

/** Features by element; every clock that the library declares is the run's one clock. */
class FeatureIndex extends Map<AstNode, number> {
    constructor(
        base: ReadonlyMap<AstNode, number>,
        private readonly clock: number
    ) {
        super(base);
    }

    override get(feature: AstNode): number | undefined {
        return super.get(feature) ?? (isClock(feature) ? this.clock : undefined);
    }

    override has(feature: AstNode): boolean {
        return super.has(feature) || isClock(feature);
    }
}

function isClock(feature: AstNode): boolean {
    return nameOf(feature) === 'localClock' && scopeOf(feature).isLibrary;
}

const CLOCK = 'Occurrences::Occurrence::localClock';

/** The layout with further features, the clock's among them. */
function extended(base: Layout, node: AstNode, extra: readonly (ast.Usage | undefined)[]): Layout {
    const slots = [...base.slots];
    const indexOf = new Map(base.indexOf);
    const byName = new Map(base.byName);
    const add = (feature: ast.Usage, name: string | undefined): void => {
        const index = slots.length;
        slots.push({ index, feature, chain: [feature], names: name === undefined ? [] : [name], isModelled: true });
        indexOf.set(feature, index);
        if (name !== undefined && !byName.has(name)) {
            byName.set(name, index);
        }
    };
    for (const feature of extra) {
        if (!indexOf.has(feature!)) {
            add(feature!, nameOf(feature!));
        }
    }
    const clock = libraryElement(node, CLOCK);
    if (clock === undefined || !isUsage(clock)) {
        return { ...base, slots, indexOf, byName };
    }
    add(clock, 'localClock');
    return { ...base, slots, indexOf: new FeatureIndex(indexOf, slots.length - 1), byName };
}

const VOLATILE = Symbol('features that are computed at every reading');

/** Calculation usages take their inputs anew each time they are read: the body may have assigned them meanwhile. */
function volatileOf(layout: Layout): readonly boolean[] | undefined {
    const found = memoize(VOLATILE, layout.type, () => ({
        flags: layout.slots.map(s => natureOf(s) === 'calculation' || natureOf(s) === 'constraint')
    }));
    return found.flags.includes(true) ? found.flags : undefined;
}

/** What frames of behaviours need of the run's clock. */
export interface ClockReading {
    readonly now: number;
    /** Told of a derived feature of an object that depends on the reading. */
    readBy(reader: Place): void;
}

/** A frame of a behaviour. */
export class BodyFrame extends Frame {
    private readonly volatile: readonly boolean[] | undefined;
    /** the feature that has just been read and has no value so far: it may get one, so none is kept */
    private vacant = -1;
    /** the step that it is a performance of, by which bindings around it name its pins */
    step: AstNode | undefined;
    /** the frame that has the step, where its names are not read on in that one */
    performedIn: Frame | undefined;
    /** set while its performance has begun */
    hasBegun = false;
    /** pins that flows have delivered to before that */
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

    /** What a state derives follows; the attributes of an action are its variables, unless they are declared to be derived. */
    protected override isDerived(slot: Slot): boolean {
        return isStatedValue(slot) && (slot.feature.isDerived || isState(this.layout.type));
    }

    /** Whether a feature has a value, declared, given or assigned. Reads it. */
    override holds(index: number): boolean {
        if (this.layout.slots[index].feature.$containerProperty === 'payload' && !this.isSet(index)) {
            return false;
        }
        const value = this.read(index);
        return !(value instanceof Unset) && (this.isSet(index) || this.volatile?.[index] === true);
    }

    /** Forgets what was read before the performance began. */
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
        return boundValue(this, slot) ?? this.ownValue(slot);
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
        // a body that gives a feature a value makes the object be there
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
        const name = slot.names[0] ?? '';
        return evaluatedBounds(slot, this).lower > 0 ? new Unset(name) : isManyValued(slot) ? new Sequence([], name) : null;
    }

    protected frameOf(): string | undefined {
        return undefined;
    }

    nameOfSlot(slot: Slot): string {
        return slot.names[0] ?? '';
    }
}

/** Whether what is stated for an output only says where the value goes, which a declaration behind it computes. */
function hidesValue(declaration: ast.Usage, slot: Slot, layout: Layout): boolean {
    const behind = slot.chain.slice(slot.chain.indexOf(declaration) + 1);
    return slot.feature.direction === 'out' && behind.some(f => f.value !== undefined) && namesTarget(declaration, layout);
}

/** Whether it is a state, of which a performance goes on until it is left. */
export function isState(type: AstNode): boolean {
    return isA(type, 'StateUsage') || isA(type, 'StateDefinition');
}

/** The run's clock as a value. */
export function clockValue(run: Run, feature: Feature, clock: ClockReading): Value {
    return new OpaqueValue('a clock', new ClockFrame(run, feature, clock));
}

/** A clock as an object: its one feature is the reading, in seconds. */
class ClockFrame extends Frame {
    constructor(
        run: Run,
        feature: Feature,
        private readonly clock: ClockReading
    ) {
        super(run, clockLayout(feature), undefined);
    }

    override read(): Value {
        const { reader } = this.run;
        if (reader?.frame instanceof Instance) {
            this.clock.readBy(reader);
        }
        return new Real(this.clock.now);
    }

    protected compute(): Value {
        return new Real(this.clock.now);
    }

    protected frameOf(): undefined {
        return undefined;
    }

    nameOfSlot(): string {
        return 'currentTime';
    }
}

const CLOCK_LAYOUT = Symbol('layout of a clock');

function clockLayout(feature: Feature): Layout {
    return memoize(CLOCK_LAYOUT, feature, f => {
        const slot: Slot = { index: 0, feature: f, chain: [], names: ['currentTime'], isModelled: false };
        return {
            type: f,
            slots: [slot],
            indexOf: new Map(),
            byName: new Map([['currentTime', 0]]),
            bindings: [],
            flows: [],
            nested: [],
            conflict: undefined,
            ends: new Map()
        };
    });
}

/** The performance that a value stands for. */
export function performanceIn(value: Value): BodyFrame | undefined {
    return value instanceof OpaqueValue && value.identity instanceof BodyFrame ? value.identity : undefined;
}

function frameOfStep(usage: AstNode, holder: Frame, clock: ClockReading): BodyFrame {
    const { reference } = usage;
    const object = reference === undefined ? undefined : objectAt(holder, segmentsOf(reference.text));
    const frame = new BodyFrame(holder.run, bodyLayoutOf(usage), object ?? holder, clock);
    frame.step = usage;
    if (object !== undefined) {
        frame.performedIn = holder;
    }
    return frame;
}

/** The object that `perform part.action` names. */
function objectAt(frame: Frame, reference: readonly Segment[]): Instance | undefined {
    const path = reference.slice(Math.max(0, reference.map(s => s.separator).lastIndexOf('::')), -1).map(s => s.name);
    const at = path.length === 0 ? undefined : readPath(frame, path);
    const [object] = at === undefined ? [] : elementsOf(at.frame.read(at.index));
    return object instanceof Instance ? object : undefined;
}

/** Tells the object whose action a step refers to that it is being performed. */
function tellObject(usage: ast.Usage, frame: BodyFrame): void {
    const name = usage.reference === undefined ? undefined : lastSegment(usage.reference.text);
    let holder: Frame | undefined = frame.outer;
    while (holder !== undefined && !(holder instanceof Instance)) {
        holder = holder.outer;
    }
    const index = name === undefined ? undefined : holder?.layout.byName.get(name);
    if (index !== undefined) {
        (holder as Instance).performed(index, frame);
    }
}

/**
 * The frame of a step about to be performed: the one that flows have delivered to already, else a new one. The enclosing frame has it from
 * then on, so that later steps read its pins.
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
    tellObject(usage, frame);
    return frame;
}

/** The frame that a flow delivers to: of the coming performance of a step. */
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

/** Values that hold at first are those of the beginning, whatever is read first later. */
export function fixInitialValues(frame: Frame): void {
    for (const slot of frame.layout.slots) {
        if (slot.isModelled && slot.chain.find(f => f.value !== undefined)?.value?.isInitial === true) {
            unlessFailing(() => frame.read(slot.index));
        }
    }
}

/** An input that nothing is bound to and that the performing object conforms to is that object. */
export function takePerformer(frame: BodyFrame, performer: Instance): void {
    for (const slot of frame.layout.slots) {
        const types = isInput(slot.feature) && slot.isModelled ? typesOf(slot.feature) : [];
        const isOfObjects = types.length > 0 && !isAttribute(slot.feature) && types.every(t => !scopeOf(t).isLibrary);
        if (isOfObjects && slot.chain.every(f => f.value === undefined) && types.every(t => conformsTo(performer.type, t))) {
            frame.write(slot.index, performer);
        }
    }
}

/** A value, or nothing where it cannot be computed: what a run has not read has not failed it. */
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

/** The features of a performance that are answered: parameters and attributes of the model, in order. */
export function answeredSlots(layout: Layout): readonly Slot[] {
    return memoize(ANSWERED, layout.type, () => computeAnswered(layout));
}

/**
 * The features of a performance that hold a value, by name; an attribute that cannot be computed is left out.
 * @throws what an output throws
 */
export function answersOf(frame: BodyFrame): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const slot of answeredSlots(frame.layout)) {
        const read = (): Value | undefined => (!isAwaited(frame, slot) && frame.holds(slot.index) ? frame.read(slot.index) : undefined);
        const value = isOutput(slot.feature) ? read() : unlessFailing(read);
        if (value !== undefined) {
            found.set(slot.names[0], value);
        }
    }
    return found;
}

const ANSWERED = Symbol('answered features of a performance');

function computeAnswered(layout: Layout): readonly Slot[] {
    return layout.slots.filter(
        s =>
            s.isModelled &&
            s.names.length > 0 &&
            s.names[0] !== 'localClock' &&
            !isCalculation(s.feature) &&
            (isAttribute(s.feature) ||
                isInput(s.feature) ||
                isOutput(s.feature) ||
                s.feature.$containerProperty === 'payload' ||
                natureOf(s) === 'value' ||
                natureOf(s) === 'variation')
    );
}

const AWAITED = Symbol('outputs that are bound to what steps answer');

/**
 * The outputs whose bound value names steps of the performance, with those steps: they have it once the steps have ended,
 * not when the performance begins.
 */
function awaitedOutputs(layout: Layout): ReadonlyMap<Slot, readonly number[]> {
    return memoize(AWAITED, layout.type, () => {
        const found = new Map<Slot, readonly number[]>();
        for (const slot of answeredSlots(layout)) {
            const stated = slot.chain.find(f => f.value !== undefined)?.value;
            if (stated !== undefined && !stated.isDefault && !stated.isInitial && isOutput(slot.feature) && !isInput(slot.feature)) {
                const steps = new Set<number>();
                visitAll(stated.expression, node => {
                    const target = node.$type === 'FeatureReferenceExpression' ? targetOf(node) : undefined;
                    const step = target === undefined ? undefined : layout.slots[layout.indexOf.get(target) ?? -1];
                    if (step !== undefined && natureOf(step) === 'behavior') {
                        steps.add(step.index);
                    }
                });
                if (steps.size > 0) {
                    found.set(slot, [...steps]);
                }
            }
        }
        return found;
    });
}

/** Whether an output waits for steps that have not begun: it has no value yet, and none at the end when another way was taken. */
export function isAwaited(frame: BodyFrame, slot: Slot): boolean {
    return (
        !frame.isSet(slot.index) &&
        awaitedOutputs(frame.layout)
            .get(slot)
            ?.some(step => !frame.isSet(step) || performanceIn(frame.read(step))?.hasBegun !== true) === true
    );
}
