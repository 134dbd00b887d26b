/**
 * Derives all properties of a graph's elements as the metamodel defines them (contract: conversion 13.2; KerML 8.3, SysML 8.3). Uses the
 * statements of the graph, the rules (rules.ts), and the semantic model for inheritance and types. A property that cannot be derived has
 * `undefined` instead of values.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isExpression, isFeature, isType } from '../../language/semantics/structure.js';
import type { Builder } from '../builder/builder.js';
import { ExpressionText, GraphElement, type Value } from '../graph.js';
import type { Wrapping } from '../json/wrapper.js';
import { isKind, type MetaclassName, propertiesOf, type PropertyFacts } from '../metamodel/facts.js';
import { CommonEnds } from './common-ends.js';
import { ofKind } from './kinds.js';
import { Members } from './members.js';
import { Parts } from './parts.js';
import { Snapshots } from './snapshots.js';
import { isDeclared, type Member, OwnedPart, type UndeclaredParameter } from './undeclared-parameters.js';

export type Values = readonly Value[];

/** Derives the values of a property. If it reads a property that cannot be derived, its own property cannot be derived either. */
export type Rule = (d: Derivation, e: GraphElement) => Values;

/** The rules of the metamodel. */
export interface Rules {
    /** The rule for a property of a metaclass; undefined if the graph's statements suffice. */
    ruleFor(metaclass: string, facts: PropertyFacts): Rule | undefined;
    /** rules for elements that the graph only refers to: those of the library and their memberships */
    readonly ofLibrary: Readonly<Partial<Record<string, Rule>>>;
}

/** Thrown by a rule when it reads a property that cannot be derived. */
class NotDerivable extends Error {}
const NOT_DERIVABLE = new NotDerivable('not derivable');
const NONE: Values = [];

/**
 * Properties for which the metamodel requires an expression that the notation may omit (`loop`). Their value may then be the parameter of
 * the library's action, which is not an expression.
 */
const OF_LIBRARY: ReadonlySet<string> = new Set(['whileArgument', 'payloadArgument']);

/** The way to derive one property. */
interface Planned {
    /** the index of the values in {@link Known.values} */
    readonly place: number;
    /** the facts about a property of a metaclass; absent for elements of the library */
    readonly facts?: PropertyFacts;
    readonly rule: Rule | undefined;
    /** the redefining properties, for a property without a rule */
    readonly redefining?: readonly string[];
}

/** The ways to derive the properties of a metaclass, by name and in order. */
class Plan {
    readonly inOrder: readonly Planned[];

    constructor(readonly byName: ReadonlyMap<string, Planned>) {
        this.inOrder = [...byName.values()];
    }
}

/** The derived values of an element. */
class Known {
    readonly values: (Values | undefined)[];

    constructor(
        readonly by: Derivation,
        readonly isOf: GraphElement['state'],
        readonly plan: Plan
    ) {
        this.values = new Array<Values | undefined>(plan.inOrder.length).fill(UNKNOWN);
    }
}

/** Marks values that have not been requested yet. */
const UNKNOWN: Values = [];

/** Whether the values include an element of another metaclass, or the text of an expression. */
function hasOther(values: Values, type: MetaclassName): boolean {
    let known = '';
    for (const value of values) {
        if (value instanceof GraphElement) {
            if (value.metaclass !== known && !isKind(value.metaclass, type)) {
                return true;
            }
            known = value.metaclass;
        } else if (value instanceof ExpressionText) {
            return true;
        }
    }
    return false;
}

function defaultOf({ type, default: value }: PropertyFacts): Values {
    if (type === 'Boolean') {
        return [value === 'true'];
    }
    return value === undefined ? NONE : [value];
}

export class Derivation {
    readonly ends = new CommonEnds();
    readonly members: Members;
    readonly snapshots: Snapshots;
    private readonly nodes = new Map<GraphElement, AstNode>();
    /** members declared in the head of their owner, to which names cannot refer */
    private readonly parts = new Map<AstNode, GraphElement>();
    private readonly memberships = new Map<Member, GraphElement>();
    private readonly inherited = new Map<readonly Member[], Values>();
    private readonly plans = new Map<string, Plan>();
    private readonly ofLibrary: Plan;

    constructor(
        readonly builder: Builder,
        private readonly wrapping: Wrapping,
        hasUuids: boolean,
        private readonly rules: Rules
    ) {
        this.snapshots = new Snapshots(builder, hasUuids);
        this.members = new Members(new Parts(builder));
        this.ofLibrary = new Plan(
            new Map(Object.keys(rules.ofLibrary).map((name, place) => [name, { place, rule: rules.ofLibrary[name] }]))
        );
        builder.known.elements.forEach((element, node) => builder.library.has(element) || this.nodes.set(element, node));
        builder.origins?.forEach((node, element) => isExpression(node) || this.parts.set(node, element));
    }

    /** The values of a property; undefined if they cannot be derived. */
    valuesOf(element: GraphElement, property: string): Values | undefined {
        const known = this.knownOf(element);
        const planned = known.plan.byName.get(property);
        if (planned === undefined) {
            return element.state === 'written' ? this.stated(element, property) : undefined;
        }
        const value = known.values[planned.place];
        return value === UNKNOWN ? this.determine(element, known, planned) : value;
    }

    /** {@link valuesOf} for a written element, by the index of the property in its metaclass. */
    valuesAt(element: GraphElement, place: number): Values | undefined {
        const known = this.knownOf(element);
        const value = known.values[place];
        return value === UNKNOWN ? this.determine(element, known, known.plan.inOrder[place]) : value;
    }

    private determine(element: GraphElement, { values }: Known, planned: Planned): Values | undefined {
        const { place } = planned;
        values[place] = undefined; // while this is computed, the property cannot be derived: its derivation must not depend on itself
        return (values[place] = this.compute(element, planned));
    }

    private knownOf(element: GraphElement): Known {
        const { derived } = element;
        if (derived instanceof Known && derived.by === this && derived.isOf === element.state) {
            return derived;
        }
        const known = new Known(this, element.state, element.state === 'written' ? this.planOf(element.metaclass) : this.ofLibrary);
        element.derived = known;
        return known;
    }

    /** The plan for the properties of a metaclass. */
    private planOf(metaclass: string): Plan {
        let plan = this.plans.get(metaclass);
        if (plan === undefined) {
            const all = [...propertiesOf(metaclass).values()];
            const redefining = (name: string): readonly string[] =>
                all.filter(p => p.redefines.some(r => r.split('.')[1] === name)).map(p => p.name);
            plan = new Plan(
                new Map(
                    all.map((facts, place) => {
                        const rule = this.rules.ruleFor(metaclass, facts);
                        return [facts.name, { place, facts, rule, redefining: rule === undefined ? redefining(facts.name) : [] }];
                    })
                )
            );
            this.plans.set(metaclass, plan);
        }
        return plan;
    }

    /** The values; undefined if a required value is missing or a value has a type that the metamodel does not allow. */
    private checked(values: Values, { name, type, isRequired, isMany, isReference }: PropertyFacts): Values | undefined {
        if (values.length === 0) {
            return isRequired && !isMany ? undefined : values;
        }
        const isChecked = isReference && !OF_LIBRARY.has(name);
        return isChecked && !this.ends.holds(values, type, some => !hasOther(some, type as MetaclassName)) ? undefined : values;
    }

    private compute(element: GraphElement, planned: Planned): Values | undefined {
        try {
            const { facts, rule } = planned;
            return facts === undefined ? rule?.(this, element) : this.checked(this.derive(element, facts, planned), facts);
        } catch (error) {
            if (error instanceof NotDerivable) {
                return undefined;
            }
            throw error;
        }
    }

    private derive(element: GraphElement, facts: PropertyFacts, { rule, redefining = [] }: Planned): Values {
        if (rule !== undefined) {
            return rule(this, element);
        }
        const stated = this.stated(element, facts.name);
        const values = stated.length > 0 ? stated : this.byRedefinition(element, redefining);
        return values.length === 0 && !facts.isDerived ? defaultOf(facts) : values;
    }

    /** The values of the first redefining property that has some: a redefined property has the same values. */
    private byRedefinition(element: GraphElement, redefining: readonly string[]): Values {
        for (const name of redefining) {
            const values = this.of(element, name);
            if (values.length > 0) {
                return values;
            }
        }
        return NONE;
    }

    // --- For rules ------------------------------------------------------------------------------------------------------

    /** The statements of the graph or of its wrapping root namespace. */
    stated(element: GraphElement, property: string): Values {
        const ownership = this.wrapping.ownerships.get(element)?.find(([name]) => name === property);
        return ownership === undefined ? element.all(property) : [ownership[1]];
    }

    /** The values of a property, for use in rules. @throws NotDerivable, so that the property of the rule cannot be derived either */
    of(element: GraphElement, property: string): Values {
        const values = this.valuesOf(element, property);
        if (values === undefined) {
            throw NOT_DERIVABLE;
        }
        return values;
    }

    /** The elements among the values of a property, optionally of one kind only. */
    elements(element: GraphElement, property: string, kind?: MetaclassName): GraphElement[] {
        return ofKind(this.of(element, property), kind);
    }

    /** {@link elements} as the result of a rule. */
    selected(element: GraphElement, property: string, kind: MetaclassName): Values {
        const values = this.of(element, property);
        return values.length === 0 ? values : this.ends.image(values, kind, some => ofKind(some, kind));
    }

    element(element: GraphElement, property: string): GraphElement | undefined {
        return this.of(element, property).find(v => v instanceof GraphElement);
    }

    /** Ends the current rule, because a value cannot be determined. @throws NotDerivable */
    unknown(): never {
        throw NOT_DERIVABLE;
    }

    /** The declaration of an element; undefined for nodes of expressions, ends, memberships and relationships of heads. */
    nodeOf(element: GraphElement): AstNode | undefined {
        return this.nodes.get(element) ?? this.builder.library.get(element)?.node;
    }

    /** The syntax of an element: its declaration, or the syntax node of a part. */
    syntaxOf(element: GraphElement): AstNode | undefined {
        return this.nodeOf(element) ?? this.builder.origins?.get(element);
    }

    /** The syntax of a type: its declaration, or the syntax node of an expression, end or range. */
    typeSyntax(element: GraphElement): AstNode | undefined {
        const node = this.typeNode(element) ?? this.builder.origins?.get(element);
        return node !== undefined && isType(node) && isKind(element.metaclass, 'Type') ? node : undefined;
    }

    featureNode(element: GraphElement): AstNode | undefined {
        const node = this.nodeOf(element);
        return node !== undefined && isFeature(node) && isKind(element.metaclass, 'Feature') ? node : undefined;
    }

    /** The syntax node of a feature in the body of an expression, which is not a declaration in the graph. */
    featureSyntax(element: GraphElement): AstNode | undefined {
        const node = this.builder.origins?.get(element);
        return node !== undefined && isFeature(node) ? node : undefined;
    }

    typeNode(element: GraphElement): AstNode | undefined {
        const node = this.nodeOf(element);
        return node !== undefined && isType(node) && isKind(element.metaclass, 'Type') ? node : undefined;
    }

    /** The elements of declarations. Omits declarations without an element. */
    elementsOf(nodes: readonly AstNode[]): GraphElement[] {
        return nodes.flatMap(node => {
            const element = this.builder.namedBy(node);
            return element === undefined ? [] : [this.builder.noted(element)];
        });
    }

    /** The memberships of inherited members. Returns the same list for the same members. */
    inheritedMemberships(members: readonly Member[]): Values {
        let memberships = this.inherited.get(members);
        if (memberships === undefined) {
            const found = this.membershipsOf(members);
            memberships = found.length === members.length && new Set(found).size === found.length ? this.ends.shared(found) : found;
            this.inherited.set(members, memberships);
        }
        return memberships;
    }

    membershipsOf(members: readonly Member[]): GraphElement[] {
        const found: GraphElement[] = [];
        for (const member of members) {
            const membership = this.memberships.get(member) ?? this.membershipOf(member);
            if (membership !== undefined) {
                this.memberships.set(member, membership);
                found.push(membership);
            }
        }
        return found;
    }

    private membershipOf(member: Member): GraphElement | undefined {
        if (member instanceof OwnedPart) {
            return member.membership;
        }
        if (!isDeclared(member)) {
            return this.membershipOfParameter(member);
        }
        const membership = this.builder.elementOf(member)
            ? this.builder.membershipElementOf(member)
            : this.parts.get(member)?.element('owningMembership');
        return membership && this.builder.noted(membership);
    }

    /** The membership of an undeclared parameter: the one at its position among the parameter memberships of the owner. */
    private membershipOfParameter({ action, place }: UndeclaredParameter): GraphElement | undefined {
        const memberships = this.builder.elementOf(action)?.elements('ownedRelationship') ?? [];
        return memberships.filter(m => isKind(m.metaclass, 'ParameterMembership')).at(place);
    }
}
