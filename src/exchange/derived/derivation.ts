/**
 * The values of all properties of the elements of a graph, as the metamodel derives them (contract: conversion 13.2; KerML 8.3, SysML 8.3):
 * what the graph states, what follows from it by rules (of rules.ts), and what the model knows of inheritance and types. What cannot be
 * derived is distinguished from what is empty.
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

/** The values of a property of an element. A rule that reads a property without known values has none itself. */
export type Rule = (d: Derivation, e: GraphElement) => Values;

/** By what rules properties are derived. */
export interface Rules {
    /** The rule for a property of a metaclass; undefined when it has none beside what a graph states. */
    ruleFor(metaclass: string, facts: PropertyFacts): Rule | undefined;
    /** by property: what is known of elements that a graph only refers to, those of the library and their memberships */
    readonly ofLibrary: Readonly<Partial<Record<string, Rule>>>;
}

/** Thrown within a rule when what it builds on cannot be determined. */
class NotDerivable extends Error {}
const NOT_DERIVABLE = new NotDerivable('not derivable');
const NONE: Values = [];

/** Where the metamodel wants an expression that the grammar lacks (`loop`): the parameter of the library that has a default. */
const OF_LIBRARY: ReadonlySet<string> = new Set(['whileArgument', 'payloadArgument']);

/** How a property is derived. */
interface Planned {
    /** where its values are among those of an element */
    readonly place: number;
    /** of a property of a metaclass; none of what is known of the library */
    readonly facts?: PropertyFacts;
    readonly rule: Rule | undefined;
    /** where it has no rule: the properties that redefine it */
    readonly redefining?: readonly string[];
}

/** The properties of a metaclass by their names, and in their order. */
class Plan {
    readonly inOrder: readonly Planned[];

    constructor(readonly byName: ReadonlyMap<string, Planned>) {
        this.inOrder = [...byName.values()];
    }
}

/** What is known of an element. */
interface Known {
    readonly isOf: GraphElement['state'];
    readonly plan: Plan;
    readonly values: (Values | undefined)[];
}

/** In the place of values that nobody requested yet. */
const UNKNOWN: Values = [];

/** Whether an element among values is not of a kind, or the text of an expression is among them. */
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
    /** members that are declared in the head of their owner, which no name leads to */
    private readonly parts = new Map<AstNode, GraphElement>();
    private readonly known = new Map<GraphElement, Known>();
    private readonly memberships = new Map<Member, GraphElement>();
    private readonly inherited = new Map<readonly Member[], Values>();
    private readonly plans = new Map<string, Plan>();
    private readonly ofLibrary: Plan;
    /** What is known of the element that was requested last: properties of one are requested one after the other. */
    private last: { readonly element: GraphElement; readonly known: Known } | undefined;

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

    /** The values of a property of an element; undefined where they cannot be determined. */
    valuesOf(element: GraphElement, property: string): Values | undefined {
        const known = this.knownOf(element);
        const planned = known.plan.byName.get(property);
        if (planned === undefined) {
            return element.state === 'written' ? this.stated(element, property) : undefined;
        }
        const value = known.values[planned.place];
        return value === UNKNOWN ? this.determine(element, known, planned) : value;
    }

    /** {@link valuesOf} a written element by the place of the property among those of its metaclass. */
    valuesAt(element: GraphElement, place: number): Values | undefined {
        const known = this.knownOf(element);
        const value = known.values[place];
        return value === UNKNOWN ? this.determine(element, known, known.plan.inOrder[place]) : value;
    }

    private determine(element: GraphElement, { values }: Known, planned: Planned): Values | undefined {
        const { place } = planned;
        values[place] = undefined; // what leads back to itself cannot be determined
        return (values[place] = this.compute(element, planned));
    }

    private knownOf(element: GraphElement): Known {
        if (this.last?.element === element) {
            return this.last.known;
        }
        let known = this.known.get(element);
        if (known?.isOf !== element.state) {
            const plan = element.state === 'written' ? this.planOf(element.metaclass) : this.ofLibrary;
            known = { isOf: element.state, plan, values: new Array<Values | undefined>(plan.inOrder.length).fill(UNKNOWN) };
            this.known.set(element, known);
        }
        this.last = { element, known };
        return known;
    }

    /** How the properties of a metaclass are derived. */
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

    /** The values, unless one is missing that there must be, or something stands in its place that the metamodel has not there. */
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

    /** What the graph states of a redefining property holds of the redefined one, too. */
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

    /** What the graph, or the root namespace around it, states. */
    stated(element: GraphElement, property: string): Values {
        const ownership = this.wrapping.ownerships.get(element)?.find(([name]) => name === property);
        return ownership === undefined ? element.all(property) : [ownership[1]];
    }

    /** The values of a property, as a rule builds on them. @throws NotDerivable, so that the rule's property cannot be derived either */
    of(element: GraphElement, property: string): Values {
        const values = this.valuesOf(element, property);
        if (values === undefined) {
            throw NOT_DERIVABLE;
        }
        return values;
    }

    /** The elements among the values of a property, of one kind when it is given. */
    elements(element: GraphElement, property: string, kind?: MetaclassName): GraphElement[] {
        return ofKind(this.of(element, property), kind);
    }

    /** {@link elements} as values that a rule gives. */
    selected(element: GraphElement, property: string, kind: MetaclassName): Values {
        return this.ends.image(this.of(element, property), kind, values => ofKind(values, kind));
    }

    element(element: GraphElement, property: string): GraphElement | undefined {
        return this.of(element, property).find(v => v instanceof GraphElement);
    }

    /** Says that a value cannot be determined. */
    unknown(): never {
        throw NOT_DERIVABLE;
    }

    /** The declaration that an element is of; undefined for nodes of expressions, ends, relationships of heads and memberships. */
    nodeOf(element: GraphElement): AstNode | undefined {
        return this.nodes.get(element) ?? this.builder.library.get(element)?.node;
    }

    /** The syntax of an element: its declaration, or what a part of one is written as. */
    syntaxOf(element: GraphElement): AstNode | undefined {
        return this.nodeOf(element) ?? this.builder.origins?.get(element);
    }

    /** The syntax of a type: its declaration, or what an expression, an end or a range is written as. */
    typeSyntax(element: GraphElement): AstNode | undefined {
        const node = this.typeNode(element) ?? this.builder.origins?.get(element);
        return node !== undefined && isType(node) && isKind(element.metaclass, 'Type') ? node : undefined;
    }

    featureNode(element: GraphElement): AstNode | undefined {
        const node = this.nodeOf(element);
        return node !== undefined && isFeature(node) && isKind(element.metaclass, 'Feature') ? node : undefined;
    }

    typeNode(element: GraphElement): AstNode | undefined {
        const node = this.nodeOf(element);
        return node !== undefined && isType(node) && isKind(element.metaclass, 'Type') ? node : undefined;
    }

    /** The elements of declarations; those that none stands for are left out. */
    elementsOf(nodes: readonly AstNode[]): GraphElement[] {
        return nodes.flatMap(node => {
            const element = this.builder.namedBy(node);
            return element === undefined ? [] : [this.builder.noted(element)];
        });
    }

    /** The memberships of members that a type inherits; the same ones for the same list. */
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

    /** The membership of a parameter of an action, by its place among those that it owns. */
    private membershipOfParameter({ action, place }: UndeclaredParameter): GraphElement | undefined {
        const memberships = this.builder.elementOf(action)?.elements('ownedRelationship') ?? [];
        return memberships.filter(m => isKind(m.metaclass, 'ParameterMembership')).at(place);
    }
}
