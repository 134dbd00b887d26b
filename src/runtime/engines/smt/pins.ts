/**
 * Parameters of steps as terms: their values as a step begins, the targets of outputs as it ends, and the pins to which flows have
 * delivered values (contract: behaviour 5). Does not depend on statements or tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { visitAll } from '../../../language/syntax/index.js';
import { type Frame, frameWithName, type Place } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { connectedTo } from '../../evaluation/instances/bindings.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isInput, isOutput } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { argumentOf, bodyTypesOf, type ObjectFlow, outputPlace } from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Translated, Values, Variant, Variants } from './values.js';

/** What executes the step. */
interface Host {
    readonly write: (place: Place, value: Translated) => void;
    /** requires that a value is defined */
    readonly evaluate: (value: Translated) => void;
}

/** Whether a slot is a named parameter of the model. */
export const isParameter = ({ isModelled, names, feature }: Slot): boolean =>
    isModelled && names.length > 0 && (isInput(feature) || isOutput(feature));

/** Whether a parameter has its own values: it is not bound to an expression whose value it follows while the step is performed. */
export function isChangingParameter(slot: Slot, step: AstNode): boolean {
    const stated = slot.chain.find(f => f.value !== undefined)?.value;
    return stated === undefined || stated.isInitial === true || stated.isDefault === true || isAssigned(slot, step);
}

/** Whether a statement in the body of a step assigns a parameter. */
function isAssigned({ chain }: Slot, step: AstNode): boolean {
    const features: ReadonlySet<AstNode | undefined> = new Set(chain);
    let isFound = false;
    for (const body of bodyTypesOf(step)) {
        visitAll(body, node => {
            const target = node.$type === 'AssignmentActionUsage' ? assignedTarget(node.target) : assignedFeatureOf(node);
            isFound ||= target !== undefined && features.has(target);
        });
    }
    return isFound;
}

const assignedTarget = (target: AstNode): AstNode | undefined =>
    target.$type === 'FeatureReferenceExpression' ? targetOf(target) : undefined;

export class Pins {
    /** for each pin, a symbol that has a value while a delivered value waits for the next performance */
    private readonly markers = new Map<Variant, Term>();

    constructor(private readonly variants: Variants) {}

    /** A text for the pins to which values have been delivered. */
    delivered(values: Values): string {
        return [...this.markers.values()]
            .filter(m => values.has(m))
            .map(m => m.operator)
            .join(' ');
    }

    /** Takes the delivered values of a step that begins. @returns the values by symbol */
    begun(frame: Frame, values: Map<Term, Term>): Values {
        const taken = new Map<Term, Term>();
        for (const variant of this.variants.of(frame)) {
            const marker = this.markers.get(variant);
            const { term } = variant.symbol;
            if (marker !== undefined && values.delete(marker)) {
                taken.set(term, values.get(term)!);
            }
        }
        return taken;
    }

    /**
     * Gives the inputs of a step that begins their values: delivered values, else the caller's values of the same names, else defaults.
     * @param delivered the values that flows have delivered, by symbol
     * @throws Untranslatable for an input without a value
     */
    takeInputs(step: AstNode, frame: Frame, caller: Frame, delivered: Values, { write, evaluate }: Host): void {
        for (const slot of frame.layout.slots.filter(s => isParameter(s) && isInput(s.feature))) {
            this.refuseBinding(frame, slot);
            const variant = this.variants.at(frame, slot.index);
            const name = slot.names[0];
            const hasArgument = argumentOf(slot) !== undefined;
            const place = hasArgument ? undefined : frameWithName(caller, name);
            if (variant === undefined) {
                if (place !== undefined) {
                    throw new Untranslatable(`the parameter ${name}, which its definition binds, is not encoded`, step);
                }
                // The executor evaluates the argument as the step begins.
                evaluate(this.valueAt({ frame, index: slot.index }));
                continue;
            }
            if (delivered.has(variant.symbol.term)) {
                continue;
            }
            const stated = slot.chain.find(f => f.value !== undefined)?.value;
            if (place !== undefined) {
                write({ frame, index: slot.index }, this.valueAt(place));
            } else if (stated !== undefined) {
                write({ frame, index: slot.index }, this.variants.translated(stated.expression, frame));
            } else {
                throw new Untranslatable(`the unbound parameter ${name} of ${nameOf(step) ?? 'an action'} is not encoded`, step);
            }
        }
    }

    /** Writes the outputs of a step that has ended to the features that they name, else to the caller's features of the same names. */
    giveOutputs(frame: Frame, caller: Frame, { write }: Host): void {
        for (const slot of frame.layout.slots.filter(s => isParameter(s) && isOutput(s.feature))) {
            const place = outputPlace(frame, slot, caller);
            if (place !== undefined) {
                write(place, this.valueAt({ frame, index: slot.index }));
            }
        }
    }

    /**
     * The value that a flow transfers, and its target.
     * @param frame frame of the action
     * @param frames the frames of steps
     * @returns `marker` records the delivery to a step
     * @throws Untranslatable
     */
    transferred(
        { flow, source, sourcePin, target, targetPin }: ObjectFlow,
        frame: Frame,
        frames: { frameWithin(step: AstNode, outer: Frame): Frame }
    ): { readonly place: Place; readonly value: Translated; readonly marker: Term | undefined } {
        const placeOf = (step: AstNode | undefined, name: string): Place => {
            const at = step === undefined ? frame : frames.frameWithin(step, frame);
            const index = at.layout.byName.get(name);
            if (index === undefined) {
                throw new Untranslatable(`a flow to or from ${name}, which is no feature there, is not encoded`, flow);
            }
            return { frame: at, index };
        };
        const value = this.valueAt(placeOf(source?.node, sourcePin[0]));
        const place = placeOf(target?.node, targetPin[0]);
        const pin = this.variants.at(place.frame, place.index);
        const marker = target === undefined || pin === undefined ? undefined : this.markerOf(pin);
        return { place, value, marker };
    }

    /** @throws Untranslatable for a step with parameters */
    refuse(step: AstNode, { layout }: Frame): void {
        const parameter = layout.slots.find(isParameter);
        if (parameter !== undefined) {
            throw new Untranslatable(
                `the parameter ${parameter.names[0]} of ${nameOf(step) ?? 'an action'} that sends is not encoded`,
                step
            );
        }
    }

    private valueAt({ frame, index }: Place): Translated {
        const { arithmetic, features } = this.variants.translation;
        return arithmetic.apart(() => features.read(frame, index));
    }

    private markerOf(pin: Variant): Term {
        const marker = this.markers.get(pin) ?? terms.variable(`delivered ${pin.symbol.term.operator}`, 'Bool');
        this.markers.set(pin, marker);
        return marker;
    }

    private refuseBinding(frame: Frame, slot: Slot): void {
        if (connectedTo(frame, slot) !== undefined) {
            throw new Untranslatable(`the binding of the parameter ${slot.names[0]} is not encoded`, slot.feature);
        }
    }
}
