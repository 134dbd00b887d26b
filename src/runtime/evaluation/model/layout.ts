/**
 * Layouts: the features of a type's objects (or of a calculation's performances), each once with all its declarations.
 *
 * Redefined features share a slot with their redefinitions. The order is the contract's (own members in declaration order, then inherited
 * ones, nearest supertype first). Memoized on the type. Does not depend on values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { resolve } from '../../../language/semantics/names.js';
import {
    chainStepsOf,
    type Feature,
    isUsage,
    ownedFeaturesOf,
    ownedMembersOf,
    owningTypeOf
} from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { assignedFeatureOf, returnedFeatureOf } from './assignments.js';
import { isA, isBehavior, isConnector, isVariant, memoize, restates } from './kinds.js';
import { allRedefined, isPortion, isWholeOf, sourcesOf, specialFirst } from './inheritance.js';

/** One feature of a type with all its declarations. */
export interface Slot {
    readonly index: number;
    /** the most specific declaration */
    readonly feature: Feature;
    /** all declarations, most specific first, then the redefined ones */
    readonly chain: readonly Feature[];
    /** its names, most specific first; empty for an anonymous feature */
    readonly names: readonly string[];
    /** whether it is declared by the model, or by a library type that the model names */
    readonly isModelled: boolean;
}

/** A binding `a.b = c`; each end is a path of feature names from the type's object. */
export interface BindingEnds {
    readonly node: ast.ConnectorUsage;
    readonly ends: readonly (readonly string[])[];
}

/** A redefinition `:>> part.feature`: a feature of the type that redefines a feature of a nested object at a path. */
export interface NestedRedefinition {
    readonly slot: number;
    readonly path: readonly string[];
}

export interface Layout {
    readonly type: AstNode;
    readonly slots: readonly Slot[];
    /** slots of features by any of their declarations */
    readonly indexOf: ReadonlyMap<AstNode, number>;
    readonly byName: ReadonlyMap<string, number>;
    readonly bindings: readonly BindingEnds[];
    /** item flows between features of a structure: from the first end to the second */
    readonly flows: readonly (readonly (readonly string[])[])[];
    /** the names under which one declaration gives a feature two values; the type then has no objects */
    readonly conflict: string | undefined;
    /** redefinitions of features of nested objects with a value or a body */
    readonly nested: readonly NestedRedefinition[];
    /** for connectors: the attachments of their ends, by the slot of the end */
    readonly ends: ReadonlyMap<number, AttachedEnd>;
}

/** The attachment of a connector's end: the name as written, and the path from the owner's object. */
export interface AttachedEnd {
    readonly node: ast.ConnectorEnd;
    readonly path: readonly string[];
}

const LAYOUT = Symbol('layout');

/** The layout of a definition or usage. A usage that adds nothing to its only type shares the type's layout. */
export function layoutOf(type: AstNode): Layout {
    return memoize(LAYOUT, type, computeLayout);
}

function computeLayout(type: AstNode): Layout {
    if (type.$type === 'Package' || type.$type === 'RootNamespace') {
        // Packages hold features without being objects.
        return {
            type,
            slots: [],
            indexOf: new Map(),
            byName: new Map(),
            bindings: [],
            flows: [],
            nested: [],
            conflict: undefined,
            ends: new Map()
        };
    }
    const shared = layoutSource(type);
    if (shared !== undefined) {
        return layoutOf(shared);
    }
    const builder = new LayoutBuilder(type);
    // Breadth first: the nearest supertype's features come first.
    const types = new Set<AstNode>([type]);
    for (const t of types) {
        sourcesOf(t).forEach(general => types.add(general));
    }
    specialFirst(types, sourcesOf).forEach(t => builder.add(t));
    return builder.build();
}

/**
 * The type whose layout a type shares, because neither it nor the types between add features; undefined for a type that adds some, and for
 * cyclic specializations.
 */
function layoutSource(type: AstNode): AstNode | undefined {
    const passed = new Set<AstNode>();
    for (let t = type; !passed.has(t);) {
        const generals = sourcesOf(t);
        if (ownedMembersOf(t).length > 0 || generals.length !== 1 || isConnector(t) || isPortion(t)) {
            return t === type ? undefined : t;
        }
        passed.add(t);
        [t] = generals;
    }
    return undefined;
}

interface MutableSlot extends Slot {
    readonly chain: Feature[];
    readonly names: string[];
    isModelled: boolean;
    valuedBy: AstNode | undefined;
}

class LayoutBuilder {
    private readonly slots: MutableSlot[] = [];
    private readonly index = new Map<AstNode, number>();
    private readonly names = new Map<string, number>();
    private readonly bindings: BindingEnds[] = [];
    private readonly flows: (readonly (readonly string[])[])[] = [];
    private ends: readonly ast.ConnectorEnd[] = [];
    private conflict: string | undefined;

    constructor(private readonly type: AstNode) {}

    /** Adds the features, ends and links that one type declares. */
    add(type: AstNode): void {
        const isModelled = !scopeOf(type).isLibrary;
        for (const feature of ownedFeaturesOf(type)) {
            if (this.hasSlot(feature, type)) {
                this.addFeature(feature, isModelled, type);
            }
        }
        const { ends } = type;
        if (this.ends.length === 0 && ends !== undefined && isConnector(type)) {
            this.ends = ends;
        }
        for (const member of ownedMembersOf(type)) {
            this.addLinks(member);
        }
    }

    /** Whether objects have a slot for a feature. */
    private hasSlot(feature: ast.Usage, type: AstNode): boolean {
        // A portion has the features of its whole except the whole's portions; it may have portions of its own.
        const isPortionOfWhole = isPortion(feature) && isPortion(this.type) && isWholeOf(type, this.type);
        return (
            !isVariant(feature) &&
            !isPortionOfWhole &&
            'relationships' in feature &&
            assignedFeatureOf(feature) === undefined &&
            returnedFeatureOf(feature) === undefined
        );
    }

    /** Adds the bindings and flows of a member: a connector itself, or those within a connection that link its ends. */
    private addLinks(member: AstNode): void {
        if (member.$type === 'ConnectorUsage' && isA(member, 'BindingConnector')) {
            this.bindings.push({ node: member, ends: member.ends.map(end => chainStepsOf(end.text)) });
        } else if (isA(member, 'ConnectionUsage') && this.slotOf(member)?.feature === member) {
            const across = linksAcross(member);
            this.bindings.push(...across.bindings);
            this.flows.push(...across.flows);
        } else if (member.$type === 'FlowUsage' && member.kind !== 'message' && member.ends.length === 2 && !isBehavior(this.type)) {
            this.flows.push(member.ends.map(end => chainStepsOf(end.text)));
        }
    }

    private addSlot(feature: Feature, chain: Feature[], names: string[], isModelled: boolean): MutableSlot {
        const slot = { feature, chain, names, isModelled, index: this.slots.length, valuedBy: undefined };
        this.slots.push(slot);
        return slot;
    }

    private slotOf(declaration: AstNode): MutableSlot | undefined {
        const index = this.index.get(declaration);
        return index === undefined ? undefined : this.slots[index];
    }

    private slotNamed(name: string): MutableSlot | undefined {
        const index = this.names.get(name);
        return index === undefined ? undefined : this.slots[index];
    }

    private addFeature(feature: ast.Usage, isModelled: boolean, owner: AstNode): void {
        const redefined = allRedefined(feature);
        const name = nameOf(feature);
        const known = this.slotOf(feature) ?? (name === undefined ? undefined : this.slotNamed(name)) ?? this.slotOfRedefined(feature);
        const slot = known ?? this.addSlot(feature, [], [], isModelled);
        for (const declaration of [feature, ...redefined]) {
            if (!this.index.has(declaration)) {
                this.index.set(declaration, slot.index);
                slot.chain.push(declaration);
                const declared = nameOf(declaration);
                if (
                    declared !== undefined &&
                    !slot.names.includes(declared) &&
                    (declaration === feature || !scopeOf(declaration).isLibrary || !isModelled)
                ) {
                    slot.names.push(declared);
                }
                if (declared !== undefined && !this.names.has(declared)) {
                    this.names.set(declared, slot.index);
                }
            }
        }
        slot.isModelled ||= isModelled;
        if (feature.value !== undefined) {
            if (slot.valuedBy === owner && slot.names.length > 1) {
                this.conflict ??= slot.names.join(' and ');
            }
            slot.valuedBy = owner;
        }
    }

    /** The slot of a feature's redefinition, where another feature of the same or a nearer type redefines the same feature. */
    private slotOfRedefined(feature: ast.Usage): MutableSlot | undefined {
        for (const r of feature.relationships) {
            const target = r.$type === 'Redefinition' ? resolve(r) : undefined;
            const slot = target === undefined || scopeOf(target).isLibrary ? undefined : this.slotOf(target);
            if (slot !== undefined && !r.text.includes('.')) {
                return slot;
            }
        }
        return undefined;
    }

    /** Adds a slot for each end of a connector: the declared end of its type at that position, else `source` and `target`. */
    private endSlots(): Map<number, AttachedEnd> {
        const declared = this.slots.filter(s => s.chain.some(f => f.isEnd));
        return new Map(
            this.ends.map((end, i) => {
                const name = end.name ?? declared[i]?.names[0] ?? (this.ends.length === 2 ? ['source', 'target'][i] : `end${i + 1}`);
                let index = this.names.get(name);
                if (index === undefined) {
                    ({ index } = this.addSlot(end, [end], [name], true));
                    this.names.set(name, index);
                }
                return [index, { node: end, path: chainStepsOf(end.text) }];
            })
        );
    }

    build(): Layout {
        const ends = this.endSlots();
        const nested: NestedRedefinition[] = [];
        for (const { chain, index } of this.slots) {
            nestedPathsOf(chain[0]).forEach(path => nested.push({ slot: index, path }));
        }
        return {
            type: this.type,
            slots: this.slots,
            indexOf: this.index,
            byName: this.names,
            bindings: this.bindings,
            flows: this.flows,
            conflict: this.conflict,
            nested,
            ends
        };
    }
}

const connectorsInProgress = new Set<AstNode>();

const NO_LINKS: Pick<Layout, 'bindings' | 'flows'> = { bindings: [], flows: [] };

/**
 * The bindings and flows that the type of a connector declares between the features at its ends, as paths from the connector's owner: `bind
 * source.x = target.x`, `flow source.x to target.x` in an interface definition.
 */
function linksAcross(connector: AstNode): Pick<Layout, 'bindings' | 'flows'> {
    if (connectorsInProgress.has(connector) || !isLinking(connector)) {
        return NO_LINKS;
    }
    connectorsInProgress.add(connector);
    try {
        const { bindings, flows, byName, ends } = layoutOf(connector);
        const attached = ([first, ...rest]: readonly string[]): readonly string[] | undefined => {
            const end = ends.get(byName.get(first) ?? -1);
            return end === undefined ? undefined : [...end.path, ...rest];
        };
        const allAttached = (paths: readonly (readonly string[])[]): readonly (readonly string[])[] | undefined => {
            const found = paths.map(attached).filter(path => path !== undefined);
            return found.length === paths.length ? found : undefined;
        };
        return {
            bindings: bindings.flatMap(({ node, ends: bound }) => {
                const paths = allAttached(bound);
                return paths === undefined ? [] : [{ node, ends: paths }];
            }),
            flows: flows.map(allAttached).filter(paths => paths !== undefined)
        };
    } finally {
        connectorsInProgress.delete(connector);
    }
}

/** Whether an element or a type that it inherits from declares bindings or flows. */
function isLinking(type: AstNode): boolean {
    const types = new Set([type]);
    for (const t of types) {
        if (ownedMembersOf(t).some(m => m.$type === 'FlowUsage' || (m.$type === 'ConnectorUsage' && isA(m, 'BindingConnector')))) {
            return true;
        }
        sourcesOf(t)
            .filter(general => !scopeOf(general).isLibrary)
            .forEach(general => types.add(general));
    }
    return false;
}

/** The paths by which a feature with a value or a body redefines features of nested objects. */
function nestedPathsOf(feature: Feature): (readonly string[])[] {
    if (!isUsage(feature) || (feature.value === undefined && !restates(feature))) {
        return [];
    }
    return feature.relationships
        .filter(r => r.$type === 'Redefinition' && r.text.includes('.'))
        .map(r => chainStepsOf(r.text))
        .filter(path => path.length > 1);
}

/** The slots that subset (but do not redefine) a slot, in declaration order. */
const SUBSETTERS = Symbol('subsetters');

export function subsettersOf(layout: Layout): ReadonlyMap<number, readonly number[]> {
    return memoize(SUBSETTERS, layout.type, () => {
        const found = new Map<number, number[]>();
        for (const slot of layout.slots) {
            const subsettings = slot.chain
                .flatMap(declaration => declaration.relationships ?? [])
                .filter(r => r.$type === 'Subsetting' || r.$type === 'ReferenceSubsetting');
            for (const target of subsettings.map(resolve).filter(t => t !== undefined)) {
                const index = layout.indexOf.get(target);
                if (index === undefined || index === slot.index || owningTypeOf(target) === undefined) {
                    continue;
                }
                const subsetters = found.get(index) ?? [];
                found.set(index, subsetters);
                if (!subsetters.includes(slot.index)) {
                    subsetters.push(slot.index);
                }
            }
        }
        return found;
    });
}
