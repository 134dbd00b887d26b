/**
 * Transfers of the flows of a body: values from output pins of a step that has ended to input pins of other steps (contract behaviour 5).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { readPath } from '../../evaluation/expressions/paths.js';
import { conform } from '../../evaluation/instances/conform.js';
import { EvaluationError, type Value, sequenceOf, unresolvedReference } from '../../values/index.js';
import type { ActionGraph, ActionNode, ObjectFlow } from './action-graph.js';
import type { Activity } from '../simulation/activity.js';
import type { StateWriter } from '../simulation/state-writer.js';
import { comingStep, performanceIn } from '../simulation/frames.js';

export class Deliveries {
    /** pins that have received a value, by performance */
    private readonly delivered = new Map<Frame, Set<number>>();

    constructor(
        private readonly graph: ActionGraph,
        private readonly frame: Frame,
        private readonly activity: Activity
    ) {}

    /**
     * Transfers the values of the flows that leave a step, when its performance has ended; without a step, of the flows that leave the
     * action's own features.
     */
    deliver(node: ActionNode | undefined): void {
        for (const flow of this.graph.flows) {
            if (flow.source === node && flow.gate === undefined) {
                this.transfer(flow);
            }
        }
    }

    /** Transfers the value of one flow. @throws EvaluationError no value, and conformance errors of the target pin */
    transfer(transferred: ObjectFlow): void {
        const { order, surrogate } = this.activity.simulation;
        if (surrogate !== undefined) {
            surrogate.transfer(transferred, this.frame);
            return;
        }
        const { flow, source, sourcePin, target, targetPin } = transferred;
        order?.statement();
        const pin = source === undefined ? this.pathIn(this.frame, sourcePin) : this.pinOf(source.node!, sourcePin);
        const value = pin?.frame.holds(pin.index) === true ? pin.frame.read(pin.index) : undefined;
        if (value === undefined) {
            throw new EvaluationError(
                'no value',
                `the flow ${nameOf(flow) ?? `from ${source?.name ?? sourcePin[0]}`} finds nothing at ${named(source, sourcePin)}`
            );
        }
        const to = target === undefined ? this.pathIn(this.frame, targetPin) : this.targetPin(target, targetPin);
        if (to === undefined) {
            throw unresolvedReference(named(target, targetPin));
        }
        this.activity.write(
            to.frame,
            to.index,
            conform(this.combined(to.frame, to.index, value), to.frame.layout.slots[to.index], to.frame)
        );
    }

    /** Combines the values that several flows deliver to one pin; a pin with upper bound 1 refuses the second value. */
    private combined(frame: Frame, index: number, value: Value): Value {
        const pins = this.delivered.get(frame) ?? new Set<number>();
        this.delivered.set(frame, pins);
        if (pins.has(index)) {
            return sequenceOf([frame.read(index), value]);
        }
        pins.add(index);
        return value;
    }

    /** Writes the pins that received values, without those of performances that are over. */
    writeState(out: StateWriter): void {
        for (const [frame, pins] of this.delivered) {
            const { place } = frame;
            const isPresent =
                place === undefined || !place.frame.isSet(place.index) || performanceIn(place.frame.read(place.index)) === frame;
            if (frame === this.frame || isPresent) {
                out.frame(frame);
                out.add([...pins].sort((a, b) => a - b).join());
            }
        }
    }

    private pinOf(step: AstNode, path: readonly string[]): { frame: Frame; index: number } | undefined {
        const index = this.frame.layout.indexOf.get(step);
        const performance = index === undefined ? undefined : performanceIn(this.frame.read(index));
        return performance === undefined ? undefined : this.pathIn(performance, path);
    }

    private targetPin(node: ActionNode, path: readonly string[]): { frame: Frame; index: number } | undefined {
        const performance = comingStep(node.node!, this.frame, this.activity.simulation);
        const pin = performance?.layout.byName.get(path[0]);
        if (performance === undefined || pin === undefined) {
            return undefined;
        }
        (performance.delivered ??= new Set()).add(pin);
        return this.pathIn(performance, path);
    }

    /** The pin at a path; a single name denotes a feature of the performance itself. */
    private pathIn(frame: Frame, path: readonly string[]): { frame: Frame; index: number } | undefined {
        if (path.length === 1) {
            const index = frame.layout.byName.get(path[0]);
            return index === undefined ? undefined : { frame, index };
        }
        return path.length === 0 ? undefined : readPath(frame, path);
    }
}

function named(node: ActionNode | undefined, pin: readonly string[]): string {
    return [...(node === undefined ? [] : [node.name]), ...pin].join('.');
}
