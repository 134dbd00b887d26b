/** What the flows of a body carry: values from the pins of a step that has ended to the pins of others (contract behaviour 5). */
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
    /** pins that a flow has delivered to, by performance */
    private readonly delivered = new Map<Frame, Set<number>>();

    constructor(
        private readonly graph: ActionGraph,
        private readonly frame: Frame,
        private readonly activity: Activity
    ) {}

    /**
     * Delivers what the flows out of a step carry, when its performance has ended; for no step, what those out of the
     * action's own features do.
     */
    deliver(node: ActionNode | undefined): void {
        for (const flow of this.graph.flows) {
            if (flow.source === node && flow.gate === undefined) {
                this.transfer(flow);
            }
        }
    }

    /** Delivers what one flow carries. @throws no value, and what the pin does not take */
    transfer({ flow, source, sourcePin, target, targetPin }: ObjectFlow): void {
        this.activity.simulation.order?.statement();
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
            conform(this.together(to.frame, to.index, value), to.frame.layout.slots[to.index], to.frame)
        );
    }

    /** What several flows deliver to one pin counts together: a pin of one value takes no second one. */
    private together(frame: Frame, index: number, value: Value): Value {
        const pins = this.delivered.get(frame) ?? new Set<number>();
        this.delivered.set(frame, pins);
        if (pins.has(index)) {
            return sequenceOf([frame.read(index), value]);
        }
        pins.add(index);
        return value;
    }

    /** What was delivered to performances that are over counts no more. */
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

    /** A pin by its path; a single name is a feature of the performance itself. */
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
