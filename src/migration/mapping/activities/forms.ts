/**
 * Determines the form of an activity of a block. An activity that uses features of its block becomes a usage in the block if all of its
 * callers can reach that usage, otherwise a definition with the block as its context. Any other activity becomes a definition (contract:
 * migration 7.1).
 */
import type { UmlElement } from '../../uml-model.js';
import { everyElement } from '../../uml-model.js';

export type Form = 'definition' | 'usage' | 'context';

const CLASSIFIERS = new Set(['Class', 'Component', 'Node', 'Device', 'Actor', 'UseCase']);
/** Roles of behaviours that states and transitions own. They are written inline. */
const INLINE = new Set(['entry', 'exit', 'doActivity', 'effect']);

const forms = new WeakMap<UmlElement, Form>();
const uses = new WeakMap<UmlElement, boolean>();
const callers = new WeakMap<object, Map<UmlElement, UmlElement[]>>();

export const isInline = (behaviour: UmlElement): boolean => INLINE.has(behaviour.role);

/** Returns the block that owns a behaviour. */
export function blockOf(behaviour: UmlElement): UmlElement | undefined {
    const { owner } = behaviour;
    return owner !== undefined && CLASSIFIERS.has(owner.metaclass) && !isInline(behaviour) ? owner : undefined;
}

export function formOf(activity: UmlElement): Form {
    let form = forms.get(activity);
    if (form === undefined) {
        form = !usesBlock(activity) ? 'definition' : callersOf(activity).every(caller => reaches(caller, activity)) ? 'usage' : 'context';
        forms.set(activity, form);
    }
    return form;
}

/** Returns the activity that contains an element. */
export function activityOf(element: UmlElement): UmlElement | undefined {
    for (const owner of element.owners()) {
        if (owner.metaclass === 'Activity') {
            return owner;
        }
    }
    return undefined;
}

function callersOf(activity: UmlElement): readonly UmlElement[] {
    let known = callers.get(activity.model);
    if (known === undefined) {
        known = new Map();
        for (const element of everyElement(activity.model.roots)) {
            const callee = element.metaclass === 'CallBehaviorAction' ? element.ref('behavior') : undefined;
            if (callee !== undefined) {
                const list = known.get(callee);
                if (list === undefined) {
                    known.set(callee, [element]);
                } else {
                    list.push(element);
                }
            }
        }
        callers.set(activity.model, known);
    }
    return known.get(activity) ?? [];
}

/**
 * Whether a call can reference the usage of an activity: it is in a usage of the same block, or in a partition that represents a part typed
 * by that block.
 */
function reaches(call: UmlElement, activity: UmlElement): boolean {
    const caller = activityOf(call);
    const part = partOf(call);
    if (part !== undefined) {
        return withGenerals(part.ref('type')).includes(blockOf(activity)!);
    }
    const block = caller === undefined ? undefined : blockOf(caller);
    return block !== undefined && withGenerals(block).includes(blockOf(activity)!) && formOf(caller!) === 'usage';
}

/** Returns the part that the partition of a node, or of an enclosing structured node, represents. */
export function partOf(node: UmlElement): UmlElement | undefined {
    const activity = activityOf(node);
    const lanes = activity === undefined ? undefined : lanesIn(activity);
    for (const at of [node, ...node.owners()]) {
        const represented = [...at.refs('inPartition'), ...(lanes?.get(at) ?? [])].map(lane => lane.ref('represents'));
        const part = represented.find(e => e?.metaclass === 'Property');
        if (part !== undefined || at === activity) {
            return part;
        }
    }
    return undefined;
}

const lanesOf = new WeakMap<UmlElement, ReadonlyMap<UmlElement, readonly UmlElement[]>>();

/** Returns the partitions of an activity by the nodes that they list, because some tools do not state the partition at the node. */
function lanesIn(activity: UmlElement): ReadonlyMap<UmlElement, readonly UmlElement[]> {
    let lanes = lanesOf.get(activity);
    if (lanes === undefined) {
        const found = new Map<UmlElement, readonly UmlElement[]>();
        for (const lane of everyElement(activity.owned)) {
            for (const node of lane.metaclass === 'ActivityPartition' ? lane.refs('node') : []) {
                found.set(node, [...(found.get(node) ?? []), lane]);
            }
        }
        lanesOf.set(activity, (lanes = found));
    }
    return lanes;
}

/** Returns a classifier with its direct and indirect generals, each once. */
export function withGenerals(classifier: UmlElement | undefined): UmlElement[] {
    const found = classifier === undefined ? [] : [classifier];
    for (const at of found) {
        for (const general of at.ownedAs('generalization').flatMap(g => g.refs('general'))) {
            if (!found.includes(general)) {
                found.push(general);
            }
        }
    }
    return found;
}

/** Whether an activity needs the object that performs it. */
export function usesBlock(activity: UmlElement): boolean {
    const known = uses.get(activity);
    if (known !== undefined) {
        return known;
    }
    uses.set(activity, false); // a recursive call adds no need
    const block = blockOf(activity);
    const found = block !== undefined && needs(activity, block);
    uses.set(activity, found);
    return found;
}

/** Yields the content of an activity, and that of the events for which it waits. */
function* withEvents(activity: UmlElement): Generator<UmlElement> {
    for (const element of everyElement(activity.owned)) {
        yield element;
        yield* everyElement(element.metaclass === 'Trigger' ? element.refs('event') : []);
    }
}

/** Returns the feature whose changes are an event without a condition («ChangeStructuralFeatureEvent»); undefined for another element. */
export function changedFeature(event: UmlElement | undefined): UmlElement | undefined {
    const marked = event?.applications.find(({ name }) => /^changeStructuralFeatureEvent$/i.test(name));
    const [link] = event?.ownedAs('changeExpression').length === 0 ? (marked?.links('structuralFeature') ?? []) : [];
    return link === undefined ? undefined : event!.model.resolve(link);
}

/** Returns the operation or the feature that an element of an activity names. */
function usedMember(element: UmlElement): UmlElement | undefined {
    switch (element.metaclass) {
        case 'CallOperationAction':
            return element.ref('operation');
        case 'ActivityPartition':
            return element.ref('represents');
        default:
            return changedFeature(element);
    }
}

function needs(activity: UmlElement, block: UmlElement): boolean {
    const classifiers = withGenerals(block);
    const features = new Set(classifiers.flatMap(c => c.ownedAs('ownedAttribute', 'ownedPort').map(a => a.name)));
    const own = new Set(activity.ownedAs('ownedParameter', 'variable').map(p => p.name));
    for (const element of withEvents(activity)) {
        const used = usedMember(element)?.owner;
        if (used !== undefined && classifiers.includes(used)) {
            return true;
        }
        switch (element.metaclass) {
            case 'ReadSelfAction':
                return true;
            case 'CallBehaviorAction': {
                const callee = element.ref('behavior');
                const isShared = callee !== undefined && callee !== activity && classifiers.includes(blockOf(callee) ?? activity);
                if (isShared && usesBlock(callee)) {
                    return true;
                }
                break;
            }
        }
        if (element.ref('onPort') !== undefined || (element.metaclass === 'Trigger' && element.ref('port') !== undefined)) {
            return true;
        }
        const pins = element.owned.map(e => e.name);
        const texts = element.metaclass === 'LiteralString' ? [] : element.values('body');
        if (texts.some(text => namesIn(text).some(name => features.has(name) && !own.has(name) && !pins.includes(name)))) {
            return true;
        }
    }
    return false;
}

/** Returns the first name of each path in a text, without a leading `this` or `self`. */
const namesIn = (text: string): string[] =>
    text.match(/(?<![.\w])(?:(?:this|self)\.)?[A-Za-z_]\w*/g)?.map(n => n.replace(/^\w+\./, '')) ?? [];
