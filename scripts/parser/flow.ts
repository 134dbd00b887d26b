/** What the compiler knows of a rule's node at one place of the rule, and what it asks of the node classes. Knows no code. */

/** What is known of a rule's node at one place. */
export interface Flow {
    created: 'no' | 'maybe' | 'yes';
    /** Types of the node where it exists. */
    types: Set<string>;
    /** Type that it gets when it must exist now. */
    initial: Set<string>;
    assigned: Set<string>;
}

/** What the rules of all languages need from the node classes. */
export interface NodeDemand {
    readonly classes: Set<string>;
    /** Types that a finished node can have. */
    readonly finals: Set<string>;
    /** Conversions of started nodes: target type -> source types. */
    readonly conversions: Map<string, Set<string>>;
}

/** A copy that can be changed. */
export function copy(flow: Flow): Flow {
    return { created: flow.created, types: new Set(flow.types), initial: new Set(flow.initial), assigned: new Set(flow.assigned) };
}

/** Joins the knowledge of two ways that meet. */
export function merge(into: Flow, other: Flow): void {
    into.created = into.created === other.created ? into.created : 'maybe';
    other.types.forEach(type => into.types.add(type));
    other.initial.forEach(type => into.initial.add(type));
}

/** Joins two ways of which either may have been taken. */
export function mergeAll(into: Flow, other: Flow): void {
    merge(into, other);
    other.assigned.forEach(name => into.assigned.add(name));
}

/** Whether nothing was learned between two places of a loop. */
export function same(a: Flow, b: Flow): boolean {
    return a.created === b.created && a.types.size === b.types.size && a.assigned.size === b.assigned.size;
}
