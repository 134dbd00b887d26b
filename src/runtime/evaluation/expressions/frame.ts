/**
 * Frames: where an expression reads features. A frame has the features of one layout; what it lacks is read in the frame around it (the
 * owner of an object, the caller's scope of a body). Objects and runs of calculations are frames. Knows no syntax.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { EvaluationError, OpaqueValue, Unset, type Value } from '../../values/index.js';
import type { Layout, Slot } from '../model/layout.js';
import { isStatedValue } from '../model/slot-nature.js';
import type { Run } from '../run.js';

/** Stands in a cell while its value is being computed. */
const PENDING = new OpaqueValue('a value that is being computed', undefined);

/** Heads of failures that end a cycle. */
const CYCLES: ReadonlySet<string> = new Set(['cyclic feature value dependency', 'cyclic output dependency', 'binding cycle']);

/** A feature of a frame. */
export interface Place {
    readonly frame: Frame;
    readonly index: number;
}

/** Is notified of what is read and written, while dependencies between values are recorded. */
export interface AccessLog {
    /** Whether it knows where the present value of a feature comes from. */
    knows(frame: Frame, index: number): boolean;
    read(frame: Frame, index: number): void;
    /** It is asked whether a feature has been computed or written. */
    looked?(frame: Frame, index: number): void;
    written(frame: Frame, index: number): void;
    /** Something reaches a behaviour: what it does with that is read. */
    behaviour?(behaviour: object): void;
    /** It is asked what performs behaviours of an object. */
    performances?(object: Frame): void;
    /** Computes a value that follows from what is read meanwhile. */
    computing<T>(frame: Frame, index: number, compute: () => T): T;
}

export abstract class Frame {
    /** Cells by slot index: undefined is "not computed yet". */
    protected readonly cells: (Value | undefined)[] = [];
    private failures: Map<number, EvaluationError> | undefined;
    /** where values change: the cells whose present value follows from what others hold */
    private derived: Set<number> | undefined;
    /** where values change: the derived cells that have read a cell, by its index */
    private readers: (Set<Place> | undefined)[] | undefined;

    /** a body's locals, not an object */
    get isLocal(): boolean {
        return false;
    }

    /** Whether its features may change while others depend on them, so that it is noted which derived values read them. */
    protected get isObserved(): boolean {
        return !this.isLocal;
    }

    /** Whether it outlives the statement that made it, so that it is followed who reads and writes it. */
    get isFollowed(): boolean {
        return !this.isLocal;
    }

    constructor(
        readonly run: Run,
        readonly layout: Layout,
        readonly outer: Frame | undefined
    ) {}

    /**
     * The feature that holds what the frame is of, where one does: an object's owner has it, a step's
     * performance is held by the one around it.
     */
    get place(): Place | undefined {
        return undefined;
    }

    /** Whether features get their values while the frame is in use, so that one without a value is no fault of the model. */
    get isInProgress(): boolean {
        return false;
    }

    /** Does what comes before the first reading of a feature; it may give the feature its value. */
    protected beforeReading(_slot: Slot): void {}

    /** Computes the value of a feature that has none yet. */
    protected abstract compute(slot: Slot): Value;

    /** How a failure of a feature is framed; undefined for no frame. */
    protected abstract frameOf(slot: Slot): string | undefined;

    /** Whether what a feature holds follows from what others hold, so that it is computed again when those have changed. */
    protected isDerived(_slot: Slot): boolean {
        return false;
    }

    /** Whether a value that was computed is kept for the next reading. */
    protected isKept(_slot: Slot): boolean {
        return true;
    }

    /** The name of a feature in the message of a cycle. */
    abstract nameOfSlot(slot: Slot): string;

    /** The failure of a feature whose value needs itself. */
    cycleAt(slot: Slot): EvaluationError {
        return new EvaluationError('cyclic feature value dependency', this.nameOfSlot(slot));
    }

    /**
     * The value of a feature, computed at the first reading and kept.
     * @throws EvaluationError, framed by the feature; a feature that needs itself is a `cyclic feature value dependency`
     */
    read(index: number): Value {
        const value = this.cells[index];
        const { reader, accesses } = this.run;
        if (accesses !== undefined && this.isFollowed) {
            return this.readLogged(index, accesses);
        }
        if (value === undefined || value === PENDING) {
            return this.readSlowly(index, value);
        }
        if (reader !== undefined) {
            this.noteReader(index, reader);
        }
        return value;
    }

    private readLogged(index: number, accesses: AccessLog): Value {
        if (this.derived?.has(index) === true && !this.isPending(index) && !accesses.knows(this, index)) {
            // Computed before anybody followed from what.
            this.forget(index);
            this.derived.delete(index);
        }
        let value = this.cells[index];
        if (value === undefined || value === PENDING) {
            value = this.readSlowly(index, value);
        } else if (this.run.reader !== undefined) {
            this.noteReader(index, this.run.reader);
        }
        accesses.read(this, index);
        return value;
    }

    private noteReader(index: number, reader: Place): void {
        if (this.isObserved) {
            ((this.readers ??= [])[index] ??= new Set()).add(reader);
        }
    }

    private readSlowly(index: number, present: Value | undefined): Value {
        const slot = this.layout.slots[index];
        if (present === PENDING) {
            throw this.cycleAt(slot);
        }
        const failed = this.failures?.get(index);
        if (failed !== undefined) {
            throw failed.again();
        }
        this.beforeReading(slot);
        const given = this.cells[index];
        if (given !== undefined) {
            return this.read(index);
        }
        this.cells[index] = PENDING;
        let value: Value | undefined;
        const { reader } = this.run;
        if (reader !== undefined) {
            this.noteReader(index, reader);
        }
        if (this.isDerived(slot)) {
            (this.derived ??= new Set()).add(index);
            this.run.reader = { frame: this, index };
        }
        try {
            const { accesses } = this.run;
            value =
                accesses === undefined || !this.isFollowed ? this.compute(slot) : accesses.computing(this, index, () => this.compute(slot));
            return value;
        } catch (error) {
            this.cells[index] = undefined;
            if (error instanceof EvaluationError) {
                this.keepFailure(slot, error);
            }
            throw error;
        } finally {
            this.run.reader = reader;
            if (value !== undefined && !this.isKept(slot)) {
                this.cells[index] = value = undefined;
            }
            // A computation may write its own cell (an assignment, a binding).
            if (value !== undefined || this.cells[index] === PENDING) {
                this.run.journal?.push(() => this.restore(index, undefined));
                this.cells[index] = value;
            }
        }
    }

    /** Keeps why a feature could not be read, framed by the feature, for the next reading. */
    private keepFailure(slot: Slot, error: EvaluationError): void {
        const frame = this.frameOf(slot);
        // Within a cycle the outcome depends on where the reading began; a local is not read again after its failure.
        if (frame !== undefined && !CYCLES.has(error.within(frame).head)) {
            (this.failures ??= new Map()).set(slot.index, error.again());
            this.run.journal?.push(() => this.restore(slot.index, undefined));
        }
    }

    /** Whether the feature's value is being computed right now. */
    isPending(index: number): boolean {
        return this.cells[index] === PENDING;
    }

    /** Whether the feature has been computed or written. */
    isSet(index: number): boolean {
        this.run.accesses?.looked?.(this, index);
        const value = this.cells[index];
        return value !== undefined && value !== PENDING;
    }

    /** Whether a feature has a value. Reads it. @throws what computing it throws */
    holds(index: number): boolean {
        return !(this.read(index) instanceof Unset);
    }

    /** Replaces the value of a feature; features that are derived from it are computed again when they are read next. */
    write(index: number, value: Value): void {
        this.recordCell(index);
        if (this.run.accesses !== undefined && this.isFollowed) {
            this.run.accesses.written(this, index);
        }
        this.cells[index] = value;
        this.failures?.delete(index);
        if (this.derived?.delete(index) === true) {
            this.run.journal?.push(() => this.derived!.add(index));
        }
        if (this.readers?.[index] !== undefined) {
            this.forgetReaders(index);
        }
    }

    /** What was derived from a feature is computed again. A value that is computed again becomes a reader again. */
    protected forgetReaders(index: number): void {
        const readers = this.readers?.[index];
        if (readers === undefined || readers.size === 0) {
            return;
        }
        const pending = [...readers].filter(({ frame, index: derived }) => frame.isPending(derived));
        this.readers![index] = new Set(pending);
        this.run.journal?.push(() => (this.readers![index] = readers));
        for (const { frame, index: derived } of readers) {
            frame.forgetDerived(derived);
        }
    }

    /** Something that a derived feature was computed from has changed. */
    forgetDerived(index: number): void {
        if (this.isPending(index) || this.derived?.delete(index) !== true) {
            return;
        }
        this.run.journal?.push(() => this.derived!.add(index));
        this.run.accesses?.written(this, index);
        this.forget(index);
        this.forgetReaders(index);
    }

    /** What has been computed stays: nothing follows what it was computed from any more. */
    freeze(): void {
        const { derived } = this;
        if (derived !== undefined && derived.size > 0) {
            this.derived = undefined;
            this.run.journal?.push(() => (this.derived = derived));
        }
    }

    /** Forgets values that were computed, so that the next reading computes them again. */
    forget(index: number): void {
        this.recordCell(index);
        this.restore(index, undefined);
    }

    /**
     * Tells of the cells whose content does not follow from what others hold: values that were written or are computed once, identities,
     * and failures that are kept (undefined). An identity may follow from others all the same.
     */
    ownCells(tell: (index: number, value: Value | undefined, isDerived: boolean) => void): void {
        this.cells.forEach((value, index) => {
            const isDerived = this.derived?.has(index) === true;
            if (value !== undefined && value !== PENDING && (!isDerived || hasIdentity(value))) {
                tell(index, value, isDerived);
            }
        });
        this.failures?.forEach((_, index) => tell(index, undefined, false));
    }

    private recordCell(index: number): void {
        if (this.run.journal !== undefined) {
            const cell = this.cells[index];
            this.run.journal.push(() => this.restore(index, cell));
        }
    }

    private restore(index: number, cell: Value | undefined): void {
        this.cells[index] = cell;
        this.failures?.delete(index);
    }
}

/** Whether a value is, or holds, more than what its text says. */
function hasIdentity(value: Value): boolean {
    if (typeof value !== 'object' || value === null) {
        return false;
    }
    return 'elements' in value ? value.elements.some(hasIdentity) : ['instance', 'opaque', 'function'].includes(value.kind);
}

/** A frame of local features: of an expression body, a calculation, a condition. */
export class LocalFrame extends Frame {
    override get isLocal(): boolean {
        return true;
    }

    protected compute(slot: Slot): Value {
        return this.run.localValue(this, slot);
    }

    protected frameOf(_slot: Slot): string | undefined {
        return undefined;
    }

    nameOfSlot(slot: Slot): string {
        return slot.names[0] ?? '';
    }
}

/** A frame of a body whose statements assign features: what is bound to those follows them (KerML 8.3.4.10.2). */
export class StatementFrame extends LocalFrame {
    protected override get isObserved(): boolean {
        return true;
    }

    protected override isDerived(slot: Slot): boolean {
        return isStatedValue(slot);
    }
}

/** The frame, from the inside out, that has a feature and is not computing it. */
export function frameWith(frame: Frame | undefined, feature: AstNode): Place | undefined {
    for (let f = frame; f !== undefined; f = f.outer) {
        const index = f.layout.indexOf.get(feature);
        if (index !== undefined && !f.isPending(index)) {
            return { frame: f, index };
        }
    }
    return undefined;
}

/** The frame, from the inside out, that has a feature of that name and is not computing it. */
export function frameWithName(frame: Frame | undefined, name: string): Place | undefined {
    for (let f = frame; f !== undefined; f = f.outer) {
        const index = f.layout.byName.get(name);
        if (index !== undefined && !f.isPending(index)) {
            return { frame: f, index };
        }
    }
    return undefined;
}
