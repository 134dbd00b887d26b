/**
 * Writes the state of a run as a text: runs of one model with the same text have the same continuations. Counters (steps, tokens, objects)
 * are left out; objects are numbered in the order in which they are reached. Does not depend on behaviours: each writes itself.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { elementsOf, FunctionValue, Metaobject, OpaqueValue, Sequence, type Value, valueText, ValueSet } from '../../values/index.js';

/** Numbers of objects that the runs of a model share: declarations, nodes of graphs, layouts. */
const SHARED = new WeakMap<object, number>();
let lastShared = 0;

function sharedNumber(element: object): number {
    let number = SHARED.get(element);
    if (number === undefined) {
        SHARED.set(element, (number = ++lastShared));
    }
    return number;
}

/** Compares items by shared elements, in an order that all runs of a model have in common. */
export function byShared<T>(element: (item: T) => object | undefined): (a: T, b: T) => number {
    const number = (item: T): number => {
        const found = element(item);
        return found === undefined ? 0 : sharedNumber(found);
    };
    return (a, b) => number(a) - number(b);
}

/** Whether a reference is a behaviour, which its declaration and its object identify. */
function isBehaviour(to: unknown): to is { readonly node: object; readonly object: Instance | undefined } {
    return typeof to === 'object' && to !== null && 'canAct' in to && 'node' in to && 'object' in to;
}

/** An object that writes its own part of the state. */
export interface Stateful {
    writeState(out: StateWriter): void;
}

const isStateful = (frame: Frame): frame is Frame & Stateful => 'writeState' in frame;

/** Whether a frame is an object that no feature holds and that has all its values, so that its creator no longer matters. */
export function isComplete(frame: Frame): boolean {
    return frame instanceof Instance && frame.via === undefined && frame.layout.slots.every(s => !s.isModelled || frame.isSet(s.index));
}

/** Whether a value consists of objects that features hold; a derived value of this kind can be recomputed. */
export const namesHeld = (value: Value): boolean => elementsOf(value).every(e => e instanceof Instance && e.via !== undefined);

let unlike = 0;

/** The seconds from one instant to another, rounded so that sums like 0.1 + 0.2 do not differ. */
export const secondsBetween = (from: number, to: number): number => Number((to - from).toPrecision(12));

/** The number of a declaration, equal in all runs of a model. */
export const declarationNumber = (element: AstNode): number => sharedNumber(element);

export class StateWriter {
    /** whether the state contains a value that cannot be compared */
    hasUnlike = false;
    private readonly parts: string[] = [];
    private readonly numbers = new Map<object, number>();
    private readonly waiting: Frame[] = [];
    private readonly ends: (() => void)[] = [];

    /**
     * @param now clock time in seconds
     * @param named the name of a frame that is written elsewhere; undefined for a frame whose contents belong here
     * @param isOrdered whether to write orders that only affect the order of alternatives
     */
    constructor(
        readonly now: number,
        private readonly named?: (frame: Frame) => string | undefined,
        readonly isOrdered = false
    ) {}

    /** Writes a text, number or Boolean as it is. */
    add(part: string | number | boolean): void {
        this.parts.push(String(part));
    }

    /** Writes an element that all runs of the model share. */
    shared(element: object | undefined): void {
        this.parts.push(element === undefined ? '-' : `e${sharedNumber(element)}`);
    }

    /** Writes a set of elements that all runs of the model share. */
    sharedSet(elements: Iterable<object>): void {
        this.parts.push(`{${Array.from(elements, sharedNumber).sort((a, b) => a - b)}}`);
    }

    /** Writes an instant of a wait, in seconds relative to now. */
    instant(at: number | undefined): void {
        this.parts.push(at === undefined ? '-' : `d${secondsBetween(this.now, at)}`);
    }

    /** Writes a reference to a frame; its contents are written once, at the end. */
    frame(frame: Frame | undefined): void {
        if (frame === undefined) {
            this.parts.push('-');
            return;
        }
        this.parts.push(this.named?.(frame) ?? `#${this.numberOf(frame)}`);
    }

    private numberOf(frame: Frame): number {
        let number = this.numbers.get(frame);
        if (number === undefined) {
            this.numbers.set(frame, (number = this.numbers.size));
            this.waiting.push(frame);
        }
        return number;
    }

    /** Whether a frame was reached so far. */
    hasReached(frame: object): boolean {
        return this.numbers.has(frame);
    }

    /** Writes which of the given frames have been reached so far. */
    reachedOf(frames: Iterable<object>): void {
        const found = Array.from(frames, f => this.numbers.get(f)).filter(n => n !== undefined);
        this.parts.push(`{${found.sort((a, b) => a - b)}}`);
    }

    /** Writes a reference to a behaviour, a frame or a declaration. */
    reference(to: unknown): void {
        if (to instanceof Frame) {
            this.frame(to);
        } else if (isBehaviour(to)) {
            this.shared(to.node);
            this.frame(to.object);
        } else if (typeof to === 'object' && to !== null) {
            this.shared(to);
        } else {
            this.parts.push('-');
        }
    }

    value(value: Value): void {
        if (value instanceof Frame) {
            this.frame(value);
        } else if (value instanceof Sequence || value instanceof ValueSet) {
            this.parts.push(value instanceof Sequence ? '(' : '<');
            value.elements.forEach(element => this.value(element));
            this.parts.push(')');
        } else if (value instanceof Metaobject) {
            this.shared(value.element);
        } else if (value instanceof OpaqueValue || value instanceof FunctionValue) {
            this.identity(value);
        } else {
            const kind = typeof value === 'object' && value !== null ? value.kind : typeof value;
            this.parts.push(`${kind}:${JSON.stringify(valueText(value))}`);
        }
    }

    private identity(value: OpaqueValue | FunctionValue): void {
        if (value instanceof OpaqueValue && value.identity instanceof Frame) {
            this.frame(value.identity);
        } else if (value instanceof FunctionValue && value.noWireForm === undefined && value.self === undefined) {
            this.parts.push(`calc:${value.calcId}`);
        } else {
            this.isUnlike();
        }
    }

    /** Marks the state as different from all others. */
    isUnlike(): void {
        this.hasUnlike = true;
        this.parts.push(`!${++unlike}`);
    }

    /** Registers a writer that runs after all frames were reached. */
    atEnd(write: () => void): void {
        this.ends.push(write);
    }

    /** The text, including the contents of every reached frame. */
    finish(): string {
        for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
            this.contents(next);
        }
        this.ends.forEach(write => write());
        return this.parts.join(' ');
    }

    private contents(frame: Frame): void {
        this.parts.push(`\n${frame instanceof Instance ? 'object' : 'frame'}`);
        this.shared(frame instanceof Instance ? frame.type : frame.layout.type);
        this.frame(isComplete(frame) ? undefined : frame.outer);
        frame.ownCells((index, value, isDerived) => {
            if (isDerived && value !== undefined && namesHeld(value)) {
                return;
            }
            this.parts.push(`${index}=`);
            if (value === undefined) {
                this.parts.push('fails');
            } else {
                this.value(value);
            }
        });
        this.beside(frame);
    }

    /** Writes the state of a frame outside its cells. */
    beside(frame: Frame): void {
        if (frame instanceof Instance) {
            this.shared(frame.variant);
            for (const [index, performance] of frame.lastPerformances) {
                this.add(`${index}:`);
                this.frame(performance);
            }
        }
        if (isStateful(frame)) {
            frame.writeState(this);
        }
    }
}
