/**
 * What the frames of a run hold, cell by cell: each cell that counts is a component with a number, its content a value with a number, so
 * that states are rows of numbers and what a move reads and changes can be told. Only for runs whose objects are told apart by the
 * features that hold them.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { elementsOf } from '../../values/index.js';
import { declarationNumber, StateWriter } from '../simulation/state-writer.js';

/** A state that is not the sum of its components. */
export class NotApart extends Error {}

/** The numbers of components and of their values, shared by the runs of a search. */
export class Components {
    private readonly numbers = new Map<string, number>();
    private readonly values: Map<string, number>[] = [];
    /** those that no reading tells of: what frames are beside their cells */
    readonly fixed: boolean[] = [];

    numberOf(frame: string, index: number): number {
        const key = `${frame}:${index}`;
        let number = this.numbers.get(key);
        if (number === undefined) {
            number = this.values.length;
            this.numbers.set(key, number);
            this.values.push(new Map());
            this.fixed.push(index === BESIDE);
        }
        return number;
    }

    /** The number of a value, from 1; 0 is that of nothing. */
    valueOf(component: number, text: string): number {
        const values = this.values[component];
        let number = values.get(text);
        if (number === undefined) {
            values.set(text, (number = values.size + 1));
        }
        return number;
    }
}

/** In place of an index: what a frame is beside its cells. */
const BESIDE = -1;

/** Where a state's reading begins: what behaviours and names lead to. */
export interface Roots {
    readonly main: Frame;
    readonly objects: readonly (readonly [AstNode, Instance])[];
}

/** What the frames of a run hold at one time. */
export class Reading {
    /** by component; less than all where the last ones hold nothing */
    readonly values: number[] = [];
    /** frames that other components refer to by name */
    private readonly names = new Map<Frame, string>();
    /** other frames that were reached: the component that they belong to, and their place in it */
    private readonly owners = new Map<Frame, { readonly component: number; readonly number: number }>();
    private readonly waiting: Frame[] = [];

    /** @throws NotApart */
    constructor(
        private readonly components: Components,
        { main, objects }: Roots
    ) {
        this.name(main, 'm');
        for (const [declaration, object] of objects) {
            this.name(object, `o${declarationNumber(declaration)}`);
        }
        for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
            this.read(next);
        }
        for (let i = 0; i < this.values.length; i++) {
            this.values[i] ??= 0;
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

    /** The name of a frame by the features that hold it; undefined for what nothing but a value holds. */
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

    private read(frame: Frame): void {
        const name = this.names.get(frame)!;
        frame.ownCells((index, value, isDerived) => {
            if (value === undefined || isDerived) {
                throw new NotApart();
            }
            this.write(name, index, out => out.value(value));
        });
        this.write(name, BESIDE, out => out.beside(frame));
    }

    private write(name: string, index: number, write: (out: StateWriter) => void): void {
        const component = this.components.numberOf(name, index);
        let number = 0;
        const text = textOf(write, frame => {
            const named = this.nameOf(frame);
            const owner = this.owners.get(frame);
            if (named === undefined && owner === undefined) {
                this.owners.set(frame, { component, number: number++ });
            } else if (named === undefined && owner!.component !== component) {
                throw new NotApart();
            }
            return named;
        });
        this.values[component] = this.components.valueOf(component, text);
    }

    /** What something beside the frames says; what it alone refers to belongs to it. @throws NotApart */
    textBeside(write: (out: StateWriter) => void): string {
        return textOf(write, frame => {
            const owner = this.owners.get(frame);
            return this.nameOf(frame) ?? (owner && `c${owner.component}.${owner.number}`);
        });
    }

    /** The component that a cell belongs to; undefined for a frame that is not part of the state. */
    componentOf(frame: Frame, index: number): number | undefined {
        const name = this.names.get(frame);
        return name === undefined ? this.owners.get(frame)?.component : this.components.numberOf(name, index);
    }
}

function textOf(write: (out: StateWriter) => void, named: (frame: Frame) => string | undefined): string {
    const out = new StateWriter(0, false, named);
    write(out);
    const text = out.finish();
    if (out.hasUnlike) {
        throw new NotApart();
    }
    return text;
}
