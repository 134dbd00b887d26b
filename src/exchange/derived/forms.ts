/** Building blocks for rules: the operators of the standard's constraints, applied to a {@link Derivation}. */
import { GraphElement, type Value } from '../graph.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';
import type { Rule, Values } from './derivation.js';
import { ofKind } from './kinds.js';

const NONE: Values = [];

export const is = (element: GraphElement | undefined, kind: MetaclassName): element is GraphElement =>
    element !== undefined && isKind(element.metaclass, kind);
export const some = (...elements: readonly (GraphElement | undefined)[]): GraphElement[] => elements.filter(e => e !== undefined);
export const one = (value: string | boolean | undefined): Values => (value === undefined ? [] : [value]);
export const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** `base->selectByKind(kind)`. */
export const select =
    (base: string, kind: MetaclassName): Rule =>
    (d, e) =>
        d.selected(e, base, kind);
/** `base.property`. */
export function collect(base: string, property: string, kind: MetaclassName = 'Element'): Rule {
    const key = `${kind}.${property}`;
    return (d, e) => {
        const others = d.of(e, base);
        return others.length === 0
            ? others
            : d.ends.image(others, key, values => {
                  const found = new Set<Value>();
                  for (const other of ofKind(values, kind)) {
                      for (const value of d.of(other, property)) {
                          found.add(value);
                      }
                  }
                  return found.size === 0 ? NONE : [...found];
              });
    };
}
/** `base.property`, keeping duplicates. */
export const collectAll =
    (base: string, property: string): Rule =>
    (d, e) =>
        d.elements(e, base).flatMap(other => [...d.of(other, property)]);
export const first =
    (rule: Rule): Rule =>
    (d, e) =>
        rule(d, e).slice(0, 1);
/** The owning related element of a relationship, if it is also a value of the given property. */
export const ownerThatIs =
    (end: string): Rule =>
    (d, e) => {
        const owner = d.element(e, 'owningRelatedElement');
        return some(owner !== undefined && d.of(e, end).includes(owner) ? owner : undefined);
    };
export const owningRelated: Rule = (d, e) => d.of(e, 'owningRelatedElement');
export const members = (kind: MetaclassName, property: string): Rule => collect('featureMembership', property, kind);
export const constraints =
    (kind: string): Rule =>
    (d, e) =>
        d
            .elements(e, 'ownedFeatureMembership', 'RequirementConstraintMembership')
            .filter(m => (m.text('kind') ?? 'requirement') === kind)
            .flatMap(m => [...d.of(m, 'ownedConstraint')]);
export const subaction =
    (kind: string): Rule =>
    (d, e) =>
        d
            .elements(e, 'ownedRelationship', 'StateSubactionMembership')
            .filter(m => m.text('kind') === kind)
            .flatMap(m => [...d.of(m, 'action')]);
export const transitionFeatures =
    (kind: string): Rule =>
    (d, e) =>
        d
            .elements(e, 'ownedFeatureMembership', 'TransitionFeatureMembership')
            .filter(m => m.text('kind') === kind)
            .flatMap(m => [...d.of(m, 'transitionFeature')]);
/** The target of a usage's reference subsetting, if it is of the given kind; the usage itself if it has no reference subsetting. */
export const referenced =
    (kind: MetaclassName): Rule =>
    (d, e) => {
        const subsetting = d.element(e, 'ownedReferenceSubsetting');
        const target = subsetting && d.element(subsetting, 'referencedFeature');
        return subsetting === undefined ? [e] : target === undefined ? [] : d.elements(target, 'featureTarget', kind);
    };
export const referencedBy =
    (property: string): Rule =>
    (d, e) =>
        d.elements(e, property).flatMap(member => [...referenced('Feature')(d, member)]);
export const owningFeature =
    (kind: MetaclassName): Rule =>
    (d, e) =>
        some(d.element(e, 'owningType')).filter(owner => is(owner, kind));
