/**
 * Binding connectors: `bind a = b` gives two features the same value, in either direction, also features of nested objects and of
 * performances (contract sheet 3.3 rule 1, behaviour 5).
 */
import { resultOfReading } from '../calculations/usage.js';
import { EvaluationError, type Value, elementsOf, valuesEqual } from '../../values/index.js';
import type { Frame, Place } from '../expressions/frame.js';
import { featuresIn, readPath } from '../expressions/paths.js';
import { isCalculation } from '../model/kinds.js';
import { type Slot } from '../model/layout.js';
import { type SlotNature, hasBody, natureOf } from '../model/slot-nature.js';
import { conform } from './conform.js';
import { Instance } from './instance.js';
import { unboundValue } from './features.js';

interface BoundEnd {
    readonly frame: Frame;
    readonly path: readonly string[];
}

/**
 * The value that bindings give a feature; undefined when it has no binding, or when its own value or object determines the others.
 * @throws EvaluationError binding conflict, binding cycle, binding end cannot be resolved
 */
export function boundValue(holder: Frame, slot: Slot): Value | undefined {
    if (!mayBeConnected(holder)) {
        return undefined;
    }
    const { others, redefinition, feeds } = connectionsOf(holder, slot);
    if (redefinition !== undefined && !redefinition.frame.isPending(redefinition.index)) {
        return conform(redefinition.frame.read(redefinition.index), slot, holder);
    }
    if (others.length === 0) {
        return feeds.length === 0 ? undefined : transferred(holder, slot, feeds);
    }
    const isStated = slot.chain.some(f => f.value !== undefined);
    const own = isStated && holder instanceof Instance ? unboundValue(holder, slot) : undefined;
    if (own !== undefined) {
        // The other features read this one while they are compared with it.
        holder.write(slot.index, own);
    }
    const shared = sharedValue(holder, slot, others, own);
    if (shared !== undefined && !(shared instanceof EvaluationError)) {
        return own ?? conform(shared, slot, holder);
    }
    if (isStated || holder.isInProgress || CREATES_OBJECTS.has(natureOf(slot))) {
        return undefined;
    }
    throw shared ?? new EvaluationError('binding cycle', `${holder.nameOfSlot(slot)} is bound to nothing that has a value`);
}

/**
 * The common value of a feature and the other ends of its bindings. Where none has a value, the error of the first end that could not be
 * read, or undefined.
 * @throws EvaluationError binding conflict, binding end cannot be resolved
 */
function sharedValue(holder: Frame, slot: Slot, ends: readonly BoundEnd[], own: Value | undefined): Value | EvaluationError | undefined {
    let value = own;
    let failure: EvaluationError | undefined;
    for (const end of ends) {
        const other = valueAtEnd(end, slot, own !== undefined);
        if (other === undefined || other instanceof EvaluationError) {
            failure ??= other;
            continue;
        }
        if (value !== undefined && !valuesEqual(value, other)) {
            throw new EvaluationError('binding conflict', `${holder.nameOfSlot(slot)} and ${end.path.join('.')} have different values`);
        }
        value ??= other;
    }
    return value === undefined ? failure : value;
}

/**
 * The value at the other end of a binding; undefined if it has no own value yet, an error if reading it failed.
 * @throws EvaluationError binding end cannot be resolved
 */
function valueAtEnd({ frame, path }: BoundEnd, slot: Slot, hasOwn: boolean): Value | EvaluationError | undefined {
    const at = readPath(frame, path);
    if (at === undefined) {
        // An undeclared result may be bound; it has no value other than that of this feature.
        const isResult = path.length === 1 && path[0] === 'result' && isCalculation(frame.layout.type);
        if (!isResult) {
            throw new EvaluationError('binding end cannot be resolved', path.join('.'));
        }
        return undefined;
    }
    const isOpen = at.frame.isPending(at.index) || (!hasOwn && definesObject(slot, at));
    return isOpen ? undefined : readEnd(at.frame, at.index);
}

/** The value that item flows transfer to a feature without an own value; undefined if their sources have none. */
function transferred(holder: Frame, slot: Slot, feeds: readonly BoundEnd[]): Value | undefined {
    if (slot.chain.some(f => f.value !== undefined)) {
        return undefined;
    }
    for (const { frame, path } of feeds) {
        const at = readPath(frame, path);
        if (at !== undefined && !at.frame.isPending(at.index) && at.frame.holds(at.index)) {
            return conform(at.frame.read(at.index), slot, holder);
        }
    }
    return undefined;
}

/** Whether a feature is the target of item flows. */
export function isFed(holder: Frame, slot: Slot): boolean {
    return mayBeConnected(holder) && connectionsOf(holder, slot).feeds.length > 0;
}

/**
 * Whether a feature is declared with a body while the other end, which has no other binding, is not: then both have the feature's object.
 */
function definesObject(slot: Slot, { frame, index }: Place): boolean {
    const other = frame.layout.slots[index];
    return (
        hasBody(slot) &&
        !hasBody(other) &&
        natureOf(slot) === 'object' &&
        natureOf(other) === 'object' &&
        other.chain.every(f => f.value === undefined) &&
        connectionsOf(frame, other).others.length === 1
    );
}

/** The connections of a feature before any of them is read. */
export interface Connected {
    /** the feature of an outer object that redefines it */
    readonly redefinition?: Place;
    /** undefined for an unresolved end */
    readonly others: readonly (Place | undefined)[];
    readonly isFed: boolean;
}

/** The bindings, redefinitions of nested features and item flows of a feature; undefined for none. */
export function connectedTo(holder: Frame, slot: Slot): Connected | undefined {
    if (!mayBeConnected(holder)) {
        return undefined;
    }
    const { others, feeds, redefinition } = connectionsOf(holder, slot);
    return others.length + feeds.length === 0 && redefinition === undefined
        ? undefined
        : {
              ...(redefinition && { redefinition }),
              others: others.map(({ frame, path }) => readPath(frame, path)),
              isFed: feeds.length > 0
          };
}

/** Whether a feature has a binding in the frame's type or in the enclosing types. */
export function isBound(holder: Frame, slot: Slot): boolean {
    return mayBeConnected(holder) && connectionsOf(holder, slot).others.length > 0;
}

/** Natures of features that create their own objects when they hold no others. */
const CREATES_OBJECTS: ReadonlySet<SlotNature> = new Set<SlotNature>(['object', 'connector', 'behavior', 'calculation']);

/**
 * The value of the other end; undefined, or a `binding cycle`, when it only depends on this feature: another binding may then determine the
 * value.
 */
function readEnd(frame: Frame, index: number): Value | EvaluationError | undefined {
    try {
        return frame.holds(index) ? resultOfReading(frame.read(index)) : undefined;
    } catch (error) {
        if (error instanceof EvaluationError && error.head === 'binding cycle') {
            return error;
        }
        throw error;
    }
}

/** The connections of a feature in its own type and in the types of the frames that hold it. */
interface Connections {
    /** the other ends of its bindings */
    readonly others: readonly BoundEnd[];
    /** the sources of item flows to it */
    readonly feeds: readonly BoundEnd[];
    /** the outermost feature of an outer object that redefines it */
    readonly redefinition?: Place;
}

/** A quick test whether the types of the frames that hold a frame have any connections; most have none. */
function mayBeConnected(holder: Frame): boolean {
    if (holder.isInConnections !== undefined) {
        return holder.isInConnections;
    }
    const held: Frame[] = [];
    let isConnected = false;
    for (let h: Frame | undefined = holder; h !== undefined && !isConnected; h = h.place?.frame) {
        if (h.isInConnections !== undefined) {
            isConnected = h.isInConnections;
            break;
        }
        held.push(h);
        isConnected = h.layout.bindings.length > 0 || h.layout.nested.length > 0 || h.layout.flows.length > 0;
    }
    for (const frame of held) {
        // The outermost frame may yet become the performance of a step.
        if (frame.place !== undefined) {
            frame.isInConnections = isConnected;
        }
    }
    return isConnected;
}

function connectionsOf(holder: Frame, slot: Slot): Connections {
    const others: BoundEnd[] = [];
    const feeds: BoundEnd[] = [];
    let redefinition: Connections['redefinition'];
    const path: Place[] = [{ frame: holder, index: slot.index }];
    for (let h: Frame = holder; ;) {
        for (const { slot: index, path: redefined } of h.layout.nested) {
            if (denotesPath(redefined, path)) {
                redefinition = { frame: h, index };
            }
        }
        for (const { ends } of h.layout.bindings) {
            for (let i = 0; i < ends.length; i++) {
                if (denotesPath(ends[i], path)) {
                    ends.forEach((end, k) => k !== i && others.push({ frame: h, path: end }));
                }
            }
        }
        for (const [source, target] of h.layout.flows) {
            if (denotesPath(target, path)) {
                feeds.push({ frame: h, path: source });
            }
        }
        const { place } = h;
        if (place === undefined) {
            return { others, feeds, redefinition };
        }
        path.unshift(place);
        h = place.frame;
    }
}

function denotesPath(end: readonly string[], path: readonly Place[]): boolean {
    return end.length === path.length && end.every((name, k) => path[k].frame.layout.byName.get(name) === path[k].index);
}

/** A quick test whether a frame may have bindings; most have none. */
export function mayBeBound(frame: Frame): boolean {
    if (frame.isInBindings !== undefined) {
        return frame.isInBindings;
    }
    const within: Frame[] = [];
    let isBound = false;
    for (let f: Frame | undefined = frame; f !== undefined && !isBound; f = f.outer) {
        if (f.isInBindings !== undefined) {
            isBound = f.isInBindings;
            break;
        }
        within.push(f);
        isBound = f.layout.bindings.length > 0;
    }
    for (const inner of within) {
        inner.isInBindings = isBound;
    }
    return isBound;
}

/** The features bound to a feature, directly or indirectly, whose holders exist already: they receive its new values. */
export function boundPlaces(frame: Frame, index: number): Place[] {
    const found: Place[] = [{ frame, index }];
    for (const at of found) {
        for (const end of connectionsOf(at.frame, at.frame.layout.slots[at.index]).others) {
            const other = presentPlace(end.frame, end.path);
            if (other !== undefined && !found.some(p => p.frame === other.frame && p.index === other.index)) {
                found.push(other);
            }
        }
    }
    return found.slice(1);
}

/** The place of a path without computing values or creating objects; its first name may belong to an enclosing frame. */
function presentPlace(frame: Frame, path: readonly string[]): Place | undefined {
    let holder: Frame | undefined = frame;
    while (holder !== undefined && !holder.layout.byName.has(path[0])) {
        holder = holder.outer;
    }
    for (let i = 0; holder !== undefined; i++) {
        const index = holder.layout.byName.get(path[i]);
        if (index === undefined || i === path.length - 1) {
            return index === undefined ? undefined : { frame: holder, index };
        }
        const [first]: readonly Value[] = holder.isSet(index) ? elementsOf(holder.read(index)) : [];
        holder = first === undefined ? undefined : featuresIn(first);
    }
    return undefined;
}
