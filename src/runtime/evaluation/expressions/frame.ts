/**
 * Frames, in which expressions read features. A frame has the features of one layout; other features are read in the enclosing frame (the
 * owner of an object, the caller's scope of a body). Objects and performances of calculations are frames. Does not depend on syntax.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { EvaluationError, OpaqueValue, Unset, type Value } from '../../values/index.js';
import type { Layout, Slot } from '../model/layout.js';
import { isStatedValue } from '../model/slot-nature.js';
import type { Run } from '../run.js';

/** Content of a cell while its value is being computed. */
const PENDING = new OpaqueValue('a value that is being computed', undefined);

/** Heads of failures caused by cycles. */
const CYCLES: ReadonlySet<string> = new Set(['cyclic feature value dependency', 'cyclic output dependency', 'binding cycle']);

/** A feature of a frame. */
export interface Place {
    readonly frame: Frame;
    readonly index: number;
}

/** Receives reads and writes while dependencies between values are recorded. */
export interface AccessLog {
    /** Whether it has recorded the origin of a feature's present value. */
    knows(frame: Frame, index: number): boolean;
    read(frame: Frame, index: number): void;
    /** Called when the run checks whether a feature has been computed or written. */
    probed?(frame: Frame, index: number): void;
    written(frame: Frame, index: number): void;
    /** Called when a message or call reaches a behaviour, which reads it later. */
    behaviour?(behaviour: object): void;
    /** Called when an accept looks for messages in a mailbox. */
    mailbox?(mailbox: object): void;
    /** Called when the run reads which performances an object has. */
    performances?(object: Frame): void;
    /** Computes a value and records the reads that it depends on. */
    computing<T>(frame: Frame, index: number, compute: () => T): T;
}

export abstract class Frame {
    /** cells by slot index; undefined means "not computed yet" */
    protected readonly cells: (Value | undefined)[] = [];
    private failures: Map<number, EvaluationError> | undefined;
    /** the derived cells: their present values depend on other cells */
    private derived: Set<number> | undefined;
    /** the derived cells that have read a cell, by its index */
    private readers: (Set<Place> | undefined)[] | undefined;
    /** whether bindings apply to its features, and whether connections do; noted by `instances/bindings.ts` once known */
    isInBindings: boolean | undefined;
    isInConnections: boolean | undefined;

    /** whether it holds the locals of a body rather than an object */
    get isLocal(): boolean {
        return false;
    }

    /** Whether its features may change while derived values depend on them, so that their readers are recorded. */
    protected get isObserved(): boolean {
        return !this.isLocal;
    }

    /** Whether it outlives the statement that created it, so that its accesses are logged. */
    get isFollowed(): boolean {
        return !this.isLocal;
    }

    constructor(
        readonly run: Run,
        readonly layout: Layout,
        readonly outer: Frame | undefined
    ) {}

    /** The feature that holds this frame, if any: a feature of an object's owner, or of the frame that encloses a step's performance. */
    get place(): Place | undefined {
        return undefined;
    }

    /** Whether features may get their values later, so that a missing value is not a fault of the model. */
    get isInProgress(): boolean {
        return false;
    }

    /** Called before the first reading of a feature; may give the feature its value. */
    protected beforeReading(_slot: Slot): void {}

    /** Computes the value of a feature that has none yet. */
    protected abstract compute(slot: Slot): Value;

    /** The frame of a feature's failures in messages; undefined for none. */
    protected abstract frameOf(slot: Slot): string | undefined;

    /** Whether a feature's value is derived from others and recomputed when these change. */
    protected isDerived(_slot: Slot): boolean {
        return false;
    }

    /** Whether a computed value is kept for the next reading. */
    protected isKept(_slot: Slot): boolean {
        return true;
    }

    /** The name of a feature in the message of a cycle. */
    abstract nameOfSlot(slot: Slot): string;

    /** The failure of a feature whose value depends on itself. */
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
            // Computed before the log was attached: compute it again to record its sources.
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

    /** Keeps the failure of a feature, with its frame, for the next reading. */
    private keepFailure(slot: Slot, error: EvaluationError): void {
        const frame = this.frameOf(slot);
        // Within a cycle the failure depends on the first feature read; a failed local is not read again.
        if (frame !== undefined && !CYCLES.has(error.within(frame).head)) {
            (this.failures ??= new Map()).set(slot.index, error.again());
            this.run.journal?.push(() => this.restore(slot.index, undefined));
        }
    }

    /** Whether the feature's value is being computed. */
    isPending(index: number): boolean {
        return this.cells[index] === PENDING;
    }

    /** Whether the feature has been computed or written. */
    isSet(index: number): boolean {
        this.run.accesses?.probed?.(this, index);
        const value = this.cells[index];
        return value !== undefined && value !== PENDING;
    }

    /** Whether a feature has a value. Evaluates it. @throws EvaluationError of the evaluation */
    holds(index: number): boolean {
        return !(this.read(index) instanceof Unset);
    }

    /** Replaces the value of a feature; derived features that depend on it are recomputed at their next reading. */
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

    /** Drops the values derived from a feature. A recomputed value registers as a reader again. */
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

    /** Drops the value of a derived feature after one of its sources has changed. */
    forgetDerived(index: number): void {
        if (this.isPending(index) || this.derived?.delete(index) !== true) {
            return;
        }
        this.run.journal?.push(() => this.derived!.add(index));
        this.run.accesses?.written(this, index);
        this.forget(index);
        this.forgetReaders(index);
    }

    /** Keeps all computed values: they no longer follow their sources. */
    freeze(): void {
        const { derived } = this;
        if (derived !== undefined && derived.size > 0) {
            this.derived = undefined;
            this.run.journal?.push(() => (this.derived = derived));
        }
    }

    /** Drops a computed value, so that the next reading computes it again. */
    forget(index: number): void {
        this.recordCell(index);
        this.restore(index, undefined);
    }

    /**
     * Visits the cells whose content is not derived from others: written values, values computed once, identities, and failures
     * (undefined). Identities may also be derived.
     */
    ownCells(visit: (index: number, value: Value | undefined, isDerived: boolean) => void): void {
        this.cells.forEach((value, index) => {
            const isDerived = this.derived?.has(index) === true;
            if (value !== undefined && value !== PENDING && (!isDerived || hasIdentity(value))) {
                visit(index, value, isDerived);
            }
        });
        this.failures?.forEach((_, index) => visit(index, undefined, false));
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

/** Whether a value is, or contains, a value whose identity its text does not show. */
function hasIdentity(value: Value): boolean {
    if (typeof value !== 'object' || value === null) {
        return false;
    }
    return 'elements' in value ? value.elements.some(hasIdentity) : ['instance', 'opaque', 'function'].includes(value.kind);
}

/** A frame of local features of an expression body, a calculation or a condition. */
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

/** A frame of a body whose statements assign features: features bound to these follow them (KerML 8.3.4.10.2). */
export class StatementFrame extends LocalFrame {
    protected override get isObserved(): boolean {
        return true;
    }

    protected override isDerived(slot: Slot): boolean {
        return isStatedValue(slot);
    }
}

/** The innermost frame that has a feature and is not computing it. */
export function frameWith(frame: Frame | undefined, feature: AstNode): Place | undefined {
    for (let f = frame; f !== undefined; f = f.outer) {
        const index = f.layout.indexOf.get(feature);
        if (index !== undefined && !f.isPending(index)) {
            return { frame: f, index };
        }
    }
    return undefined;
}

/** The innermost frame that has a feature of a name and is not computing it. */
export function frameWithName(frame: Frame | undefined, name: string): Place | undefined {
    for (let f = frame; f !== undefined; f = f.outer) {
        const index = f.layout.byName.get(name);
        if (index !== undefined && !f.isPending(index)) {
            return { frame: f, index };
        }
    }
    return undefined;
}
