/** Finds actions and parameters of activities that can never get a value (contract: migration 7.2, 9). */
import { everyElement, type UmlElement, type UmlModel } from '../../uml-model.js';
import { multiplicityOf } from '../multiplicity.js';
import { activityOf } from './forms.js';
import { isScalar, libraryBehaviour } from './library-behaviours.js';
import { type Edges, edgesIn, isOutput, nodeOf, pinsOf } from './routes.js';

/** Actions that are performed even without a value: calls, and sends, which have their own rule. */
const PERFORMED = /^(Call|Send|Broadcast|Accept|Reply|Start)/;
/** Pins whose object may be known without an edge. */
const KNOWN = new Set(['target', 'object']);

const isRequired = (pin: UmlElement): boolean => !isOutput(pin) && !KNOWN.has(pin.role) && multiplicityOf(pin).lower > 0;
const hasValue = (pin: UmlElement): boolean =>
    pin.metaclass !== 'InputPin' || pin.ownedAs('value').length > 0 || pin.owner!.role === 'fromAction';

/** Whether a pin gets a value: it has a value, or an edge comes from a source that can provide one. */
function isSupplied(pin: UmlElement, edges: Edges, { starving, unanswered }: Dry): boolean {
    const flows = edges.incoming(pin);
    const sources = flows.flatMap(flow => edges.sourcesOf(flow));
    const isDry = (source: UmlElement): boolean => starving.has(nodeOf(source)) || unanswered.has(nodeOf(source));
    return hasValue(pin) || (flows.length > 0 && (sources.length === 0 || !sources.every(isDry)));
}

/** Actions of an activity that provide no values. */
interface Dry {
    /** actions that never start, with the pin that never gets a value */
    readonly starving: ReadonlyMap<UmlElement, UmlElement>;
    /** library calls without a result, with the reason */
    readonly unanswered: ReadonlyMap<UmlElement, string>;
}

const dryIn = new WeakMap<UmlElement, Dry>();

function dryActions(activity: UmlElement): Dry {
    const known = dryIn.get(activity);
    if (known !== undefined) {
        return known;
    }
    const edges = edgesIn(activity);
    const starving = new Map<UmlElement, UmlElement>();
    const unanswered = new Map<UmlElement, string>();
    const dry = { starving, unanswered };
    dryIn.set(activity, dry);
    const nodes = [...everyElement(activity.owned)].filter(node => pinsOf(node).length > 0);
    const calls = nodes.filter(node => libraryBehaviour(node) !== undefined);
    const others = nodes.filter(node => !PERFORMED.test(node.metaclass));
    for (let before = -1; before !== starving.size + unanswered.size;) {
        before = starving.size + unanswered.size;
        for (const node of others.filter(n => !starving.has(n))) {
            const pin = pinsOf(node).find(p => isRequired(p) && !isSupplied(p, edges, dry));
            if (pin !== undefined) {
                starving.set(node, pin);
            }
        }
        for (const node of calls.filter(n => !unanswered.has(n))) {
            const reason = whyUnanswered(node, edges, dry);
            if (reason !== undefined) {
                unanswered.set(node, reason);
            }
        }
    }
    return dry;
}

/** Returns the reason why a library call has no result: a single-value input never gets a value or is not a finite number. */
function whyUnanswered(node: UmlElement, edges: Edges, dry: Dry): string | undefined {
    const behaviour = libraryBehaviour(node)!;
    const scalars = pinsOf(node).filter(pin => !isOutput(pin) && isScalar(behaviour, pin));
    const starved = scalars.find(pin => !isSupplied(pin, edges, dry));
    const endless = scalars.find(pin => constantsOf(pin, edges).some(isEndless));
    return starved !== undefined
        ? `its input '${starved.name}' never gets a value`
        : endless && `its input '${endless.name}' is no finite number`;
}

/** Returns the constants of a pin: its own values, and those of ValueSpecificationActions that feed it. */
function constantsOf(pin: UmlElement, edges: Edges): UmlElement[] {
    const specifying = edges.incoming(pin).flatMap(flow => edges.sourcesOf(flow).map(nodeOf));
    return [pin, ...specifying.filter(({ metaclass }) => metaclass === 'ValueSpecificationAction')].flatMap(e => e.ownedAs('value'));
}

/** Whether a value is `*`, infinite or not a number. */
function isEndless(value: UmlElement): boolean {
    const text = value.value('value')?.trim() ?? '0';
    return value.metaclass === 'LiteralUnlimitedNatural'
        ? text === '*' || text === '-1'
        : value.metaclass === 'LiteralReal' && /nan|inf/i.test(text);
}

/** Returns the actions of an activity that never start, with the pin that never gets a value. */
export const starvingActions = (activity: UmlElement): ReadonlyMap<UmlElement, UmlElement> => dryActions(activity).starving;

/** Returns the library calls of an activity that have no result, with the reason. */
export const unansweredCalls = (activity: UmlElement): ReadonlyMap<UmlElement, string> => dryActions(activity).unanswered;

const INPUTS = new Set(['in', 'inout']);

/** Returns the inputs of a callee, to which a call passes arguments by position. */
function inputsOf(callee: UmlElement): UmlElement[] {
    return callee.ownedAs('ownedParameter').filter(p => INPUTS.has(p.value('direction') ?? 'in'));
}

/** Returns the parameters at a position of a callee, of its operation and of that operation's methods. */
function counterparts(callee: UmlElement, position: number): UmlElement[] {
    const operation = callee.ref('specification');
    const others = [callee, ...(operation === undefined ? [] : [operation]), ...(operation ?? callee).refs('method')];
    return [...new Set(others)].flatMap(other => inputsOf(other)[position] ?? []);
}

const admitting = new WeakMap<UmlModel, ReadonlySet<UmlElement>>();

/**
 * Returns the required parameters to which some call passes no value, and the pins that only they feed. All of these are written as
 * optional.
 */
function withoutValues(model: UmlModel): ReadonlySet<UmlElement> {
    const known = admitting.get(model);
    if (known !== undefined) {
        return known;
    }
    const found = new Set<UmlElement>();
    admitting.set(model, found);
    const calls = [...everyElement(model.roots)].flatMap(node => {
        const callee = /^Call(Behavior|Operation)Action$/.test(node.metaclass)
            ? (node.ref('behavior') ?? node.ref('operation'))
            : undefined;
        const activity = callee === undefined ? undefined : activityOf(node);
        return callee === undefined || activity === undefined ? [] : [{ node, callee, edges: edgesIn(activity), activity }];
    });
    for (let before = -1; before !== found.size;) {
        before = found.size;
        for (const { node, callee, edges, activity } of calls) {
            const pins = pinsOf(node).filter(pin => !isOutput(pin) && pin.role !== 'target');
            inputsOf(callee).forEach((parameter, i) => {
                const isOptional = multiplicityOf(parameter).lower === 0 || parameter.ownedAs('defaultValue').length > 0;
                if (!isOptional && !isGiven(pins[i], edges, activity, found)) {
                    counterparts(callee, i).forEach(same => found.add(same));
                }
            });
        }
        feed(found);
    }
    return found;
}

function isGiven(pin: UmlElement | undefined, edges: Edges, activity: UmlElement, found: ReadonlySet<UmlElement>): boolean {
    if (pin === undefined || !isSupplied(pin, edges, dryActions(activity))) {
        return false;
    }
    const sources = edges.incoming(pin).flatMap(flow => edges.sourcesOf(flow));
    return sources.length === 0 || hasValue(pin) || !sources.every(source => found.has(source.ref('parameter') ?? source));
}

/** Adds the pins that are fed only by one of these parameters. */
function feed(found: Set<UmlElement>): void {
    for (const parameter of [...found].filter(({ metaclass }) => metaclass === 'Parameter')) {
        const activity = parameter.owner!;
        if (activity.metaclass !== 'Activity') {
            continue;
        }
        const edges = edgesIn(activity);
        for (const flow of edges.all) {
            const target = flow.ref('target');
            const sources = flow.metaclass === 'ObjectFlow' && target?.metaclass === 'InputPin' ? edges.sourcesOf(flow) : [];
            if (sources.length > 0 && sources.every(source => source.ref('parameter') === parameter)) {
                found.add(target!);
            }
        }
    }
}

/** Whether a parameter or a pin must be written as optional. */
export const admitsNone = (element: UmlElement): boolean => withoutValues(element.model).has(element);
