/**
 * Encodes the frames of a run cell by cell: each relevant cell is a component with a number, and each of its contents a value with a
 * number. A state is then a row of numbers, and the reads and writes of a move are known. Only for runs whose objects are identified by the
 * features that hold them.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { elementsOf, type Value } from '../../values/index.js';
import { declarationNumber, isComplete, namesHeld, StateWriter } from '../simulation/state-writer.js';
import { type Mailbox, type MailboxOwners, nameOfMailbox } from '../simulation/mailboxes.js';
import { mailboxPart, type StatePart } from './parts.js';

/** The state cannot be split into components. */
export class NotApart extends Error {}

/** The numbers of components and of their values, shared by the runs of a search. */
export class Components {
    private readonly numbers = new Map<string, number>();
    private readonly values: Map<string, number>[] = [];
    /** by component and value, a number shared by values that differ only in the order of alternatives */
    private readonly kinds: number[][] = [];
    private readonly kindNumbers: Map<string, number>[] = [];
    /** the items of queues, by component and value */
    private readonly lines: (readonly number[])[][] = [];
    private readonly heads: number[][] = [];
    private readonly items: Map<string, number>[] = [];
    /** components that access logs do not report: the parts of frames outside their cells */
    readonly fixed: boolean[] = [];

    numberOf(frame: string, index: number): number {
        const key = `${frame}:${index}`;
        let number = this.numbers.get(key);
        if (number === undefined) {
            number = this.values.length;
            this.numbers.set(key, number);
            this.values.push(new Map());
            this.kinds.push([0]);
            this.kindNumbers.push(new Map());
            this.fixed.push(index === BESIDE);
        }
        return number;
    }

    /**
     * The number of a value, from 1; 0 means no value.
     * @param kind a text that values with the same possible continuations share
     */
    valueOf(component: number, text: string, kind = text): number {
        const values = this.values[component];
        let number = values.get(text);
        if (number === undefined) {
            values.set(text, (number = values.size + 1));
            const numbers = this.kindNumbers[component];
            const kindNumber = numbers.get(kind) ?? numbers.size + 1;
            numbers.set(kind, kindNumber);
            this.kinds[component].push(kindNumber);
        }
        return number;
    }

    /** The number of a queue with these items. */
    valueOfLine(component: number, items: readonly number[]): number {
        const value = this.valueOf(component, items.join());
        (this.lines[component] ??= [])[value] ??= items;
        (this.heads[component] ??= [])[value] = items[0] ?? 0;
        return value;
    }

    /** The number of a queue's item, from 1. */
    itemOf(component: number, text: string): number {
        const items = (this.items[component] ??= new Map());
        const number = items.get(text) ?? items.size + 1;
        items.set(text, number);
        return number;
    }

    /** The items of a queue; undefined for another component. */
    lineOf(component: number, value: number): readonly number[] | undefined {
        return this.lines[component]?.[value];
    }

    /** The first item of a queue; 0 for none. */
    headOf(component: number, value: number): number {
        return this.heads[component]?.[value] ?? 0;
    }

    /** The number of a value's kind: equal for values with the same possible continuations. */
    kindOf(component: number, value: number): number {
        return this.kinds[component][value];
    }
}

/** Instead of a cell's index: the part of a frame outside its cells. */
export const BESIDE = -1;
/** A part of the state that is not a frame, in place of a cell's index. */
const PART = -2;

/** The roots of a state: frames of behaviours and declared objects. */
export interface Roots {
    /** frames by unique names */
    readonly frames: readonly (readonly [string, Frame])[];
    readonly objects: readonly (readonly [AstNode, Instance])[];
}

/** Instead of a behaviour: all of them. */
export const ALL = {};

/** How a state is read. */
export interface AboutReading {
    readonly now: number;
    /** whether queues are identified by their items */
    readonly hasLines: boolean;
    /** owners of the mailboxes, if messages are divided among mailboxes */
    readonly owners?: MailboxOwners;
}

/** Added to the component of a queue: denotes only its head. */
export const HEAD = 0x100000;

/** The component that a frame belongs to, the frame's number in it, and the component that an access to the frame reads. */
interface Owner {
    readonly component: number;
    readonly number: number;
    readonly read: number;
}

/** The contents of a run's frames at one time. */
export class Reading {
    /** by component; the last components may be missing if they hold nothing */
    readonly values: number[] = [];
    /** frames that other components reference by name */
    private readonly names = new Map<Frame, string>();
    /** other reached frames: the component that contains each, and the position in it */
    private readonly owners = new Map<Frame, Owner>();
    /** the frames of `owners` that several components hold */
    private readonly shared = new Set<Frame>();
    private readonly waiting: Frame[] = [];
    /** components of the state of each behaviour; the components that every behaviour reads are under {@link ALL} */
    readonly kept = new Map<object, readonly number[]>();
    /** all components of {@link kept}, and mailboxes */
    readonly outside = new Set<number>();
    /** number of items taken from the heads of queues so far, by component */
    readonly taken = new Map<number, number>();
    /** the components of `kept` that other behaviours read and change by sending */
    readonly reached = new Map<object, readonly number[]>();

    /** @throws NotApart */
    constructor(
        private readonly components: Components,
        { frames, objects }: Roots,
        parts: readonly StatePart[] = [],
        private readonly about: AboutReading = { now: 0, hasLines: false }
    ) {
        for (const [name, frame] of frames) {
            this.name(frame, name);
        }
        for (const [declaration, object] of objects) {
            this.name(object, `o${declarationNumber(declaration)}`);
        }
        this.readWaiting();
        for (const { name, behaviours, isReached, write, line } of parts) {
            const isLine = about.hasLines && line !== undefined;
            const component = isLine ? this.writeLine(name, line) : this.write(name, PART, write);
            this.outside.add(component);
            for (const keeper of behaviours === 'all' ? [ALL] : behaviours) {
                this.kept.set(keeper, [...(this.kept.get(keeper) ?? []), component]);
                if (isReached && !isLine) {
                    this.reached.set(keeper, [...(this.reached.get(keeper) ?? []), component]);
                }
            }
            this.readWaiting();
        }
        for (let i = 0; i < this.values.length; i++) {
            this.values[i] ??= 0;
        }
    }

    private readWaiting(): void {
        for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
            this.read(next);
        }
    }

    private name(frame: Frame, name: string): string {
        const known = this.names.get(frame);
        if (known === undefined) {
            this.names.set(frame, name);
            this.waiting.push(frame);
        }
        return known ?? name;
    }

    /** The name of a frame by the features that hold it; undefined for a frame that only a value holds. */
    private nameOf(frame: Frame): string | undefined {
        const known = this.names.get(frame);
        if (known !== undefined) {
            return known;
        }
        if (!(frame instanceof Instance) || frame.via === undefined || frame.outer === undefined) {
            return undefined;
        }
        const holder = this.nameOf(frame.outer);
        if (holder === undefined) {
            return undefined;
        }
        const { index, position } = frame.via;
        if (!frame.outer.isSet(index) || !elementsOf(frame.outer.read(index)).includes(frame)) {
            throw new NotApart();
        }
        return this.name(frame, `${holder}/${index}.${position}`);
    }

    /** Whether a value is an object held by features, so that these features identify it. */
    private isNamed(value: Value): boolean {
        return namesHeld(value) && value instanceof Instance && this.nameOf(value) !== undefined;
    }

    private read(frame: Frame): void {
        const name = this.names.get(frame)!;
        frame.ownCells((index, value, isDerived) => {
            if (isDerived && value !== undefined && elementsOf(value).every(e => this.isNamed(e))) {
                // A derived value is recomputed from its sources.
                return;
            }
            if (value === undefined || isDerived) {
                throw new NotApart();
            }
            this.write(name, index, out => out.value(value));
        });
        this.write(name, BESIDE, out => out.beside(frame));
    }

    /** @returns the component */
    private write(name: string, index: number, write: (out: StateWriter) => void): number {
        const component = this.components.numberOf(name, index);
        const isPart = index === PART;
        const named = this.namer(component, isPart);
        const { now } = this.about;
        const kind = textOf(write, named, now);
        const text = isPart ? textOf(write, named, now, true) : kind;
        this.values[component] = this.components.valueOf(component, text, kind);
        return component;
    }

    /** @returns the component */
    private writeLine(name: string, { taken, items }: NonNullable<StatePart['line']>): number {
        const component = this.components.numberOf(name, PART);
        if (items === undefined) {
            throw new NotApart();
        }
        const texts = items.map((item, i) =>
            textOf(item, this.namer(component, true, i === 0 ? HEAD + component : component), this.about.now, true)
        );
        this.values[component] = this.components.valueOfLine(
            component,
            texts.map(text => this.components.itemOf(component, text))
        );
        this.taken.set(component, taken);
        return component;
    }

    private namer(component: number, isPart: boolean, read = component): (frame: Frame) => string | undefined {
        let number = 0;
        return frame => {
            const name = this.nameOf(frame);
            const owner = this.owners.get(frame);
            if (name !== undefined || owner?.component === component) {
                return name;
            }
            if (owner === undefined) {
                this.owners.set(frame, { component, number: number++, read });
                return undefined;
            }
            if (isComplete(frame)) {
                // A value, for example the payload of a message.
                this.shared.add(frame);
                return undefined;
            }
            if (isPart) {
                return `c${owner.component}.${owner.number}`;
            }
            throw new NotApart();
        };
    }

    /** Whether several components hold a frame, so that writing it would change all of them. */
    isShared(frame: Frame): boolean {
        return this.shared.has(frame);
    }

    /** The text of a part of the state outside the frames. Frames that only this part references belong to it. @throws NotApart */
    textBeside(write: (out: StateWriter) => void): string {
        return textOf(write, frame => {
            const owner = this.owners.get(frame);
            return this.nameOf(frame) ?? (owner && `c${owner.component}.${owner.number}`);
        });
    }

    /** The component of a mailbox; undefined where messages are not divided. */
    mailbox(mailbox: Mailbox): number | undefined {
        const name = this.about.owners && nameOfMailbox(mailbox, this.about.owners);
        return name === undefined ? undefined : this.components.numberOf(mailboxPart(name), PART);
    }

    /** The component that a cell belongs to; undefined for a frame that is not part of the state. */
    componentOf(frame: Frame, index: number): number | undefined {
        const name = this.names.get(frame);
        return name === undefined ? this.owners.get(frame)?.read : this.components.numberOf(name, index);
    }
}

function textOf(write: (out: StateWriter) => void, named: (frame: Frame) => string | undefined, now = 0, isOrdered = false): string {
    const out = new StateWriter(now, named, isOrdered);
    write(out);
    const text = out.finish();
    if (out.hasUnlike) {
        throw new NotApart();
    }
    return text;
}
