/**
 * Finds the elements of the model that correspond to a run configuration of a sidecar: its action, the performed behavior, and the Monte
 * Carlo cases about its target.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { conformsTo, typesOf } from '../../language/semantics/specialization.js';
import { chainStepsOf, featureValueOf, isDefinition, isFeature, lastSegment, unquoted } from '../../language/semantics/structure.js';
import { textOf } from '../../language/semantics/text.js';
import { visitAll } from '../../language/syntax/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import { isBehavior, layoutOf, shapeOf, type Slot } from '../../runtime/evaluation/index.js';
import { isMonteCarlo } from '../records/record-definition.js';
import type { StoredConfiguration } from './sidecar.js';

/** The action that corresponds to a configuration. */
export interface ConfiguredAction {
    readonly element: AstNode;
    /** qualified name */
    readonly id: string;
    /** qualified name in the textual notation */
    readonly name: string;
}

/** The behaviors and Monte Carlo cases in a model's own documents. Computed once for all configurations. */
export interface ModelIndex {
    readonly model: Model;
    readonly behaviors: readonly AstNode[];
    /** definitions and usages of analysis cases that specialize `Simulation::MonteCarlo` */
    readonly monteCarlo: readonly AstNode[];
}

/** Collects the behaviors and Monte Carlo cases of a model. */
export function indexOf(model: Model): ModelIndex {
    const behaviors: AstNode[] = [];
    const monteCarlo: AstNode[] = [];
    for (const { root } of model.documents) {
        visitAll(root, node => {
            if (!isDefinition(node) && !isFeature(node)) {
                return;
            }
            if (isBehavior(node)) {
                behaviors.push(node);
            }
            if (isDefinition(node) && isMonteCarlo(node)) {
                monteCarlo.push(node);
            }
        });
    }
    return { model, behaviors, monteCarlo };
}

/** The action that corresponds to a configuration: by qualified name, or by a unique simple name. @returns the reason if there is none */
export function configuredAction({ model, behaviors }: ModelIndex, { name }: StoredConfiguration): ConfiguredAction | string {
    const named = elementById(model, name);
    if (named !== undefined && isBehavior(named)) {
        return actionOf(named);
    }
    const simple = behaviors.filter(node => nameOf(node) === name && qualifiedNameOf(node) !== undefined);
    const definitions = simple.filter(isDefinition);
    const found = definitions.length > 0 ? definitions : simple;
    if (found.length === 1) {
        return actionOf(found[0]);
    }
    return found.length === 0
        ? `the model has no action named ${name}`
        : `the model has ${found.length} actions named ${name}: ${found.map(f => notationNameOf(f)).join(', ')}`;
}

const actionOf = (element: AstNode): ConfiguredAction => ({
    element,
    id: qualifiedNameOf(element) ?? '',
    name: notationNameOf(element) ?? ''
});

/**
 * The behavior that the action performs for the configuration; it is a member of the action. @returns its qualified name in the notation;
 * undefined if there is none
 */
export function behaviorOf({ element }: ConfiguredAction, behavior: string): string | undefined {
    const name = unquoted(lastSegment(behavior));
    const { byName, slots } = layoutOf(element);
    const index = byName.get(name);
    const feature = index === undefined ? undefined : slots[index].feature;
    return feature !== undefined && isBehavior(feature) ? notationNameOf(feature) : undefined;
}

/** The feature of a run that corresponds to a stored observable: a feature of the action, or else of its target. */
export function featureOf({ element }: ConfiguredAction, { target }: StoredConfiguration, stored: string): string {
    const { byName } = layoutOf(element);
    return byName.has(stored) || target === undefined ? stored : `${target}.${stored}`;
}

/** A Monte Carlo case, with the observable and the statistics that it declares. */
export interface DeclaredCase {
    /** qualified name in the textual notation */
    readonly name: string;
    /** the observed feature */
    readonly observed: string;
    /** the returned statistics, in the order of declaration */
    readonly statistics: readonly string[];
}

/** The statistics that a Monte Carlo case can return. */
const STATISTICS = ['runs', 'mean', 'deviation', 'outOfSpec'];

/** The Monte Carlo cases about the target of a configuration: the named case, else the cases whose subject has the target's type. */
export function casesAbout({ monteCarlo }: ModelIndex, action: ConfiguredAction, configuration: StoredConfiguration): DeclaredCase[] {
    const { target, analysisCase } = configuration;
    const { byName, slots } = layoutOf(action.element);
    const index = target === undefined ? undefined : byName.get(target);
    const types = index === undefined ? [] : typesOf(slots[index].feature);
    const named = monteCarlo.filter(c => analysisCase !== undefined && [qualifiedNameOf(c), nameOf(c)].includes(analysisCase));
    const about = monteCarlo.filter(c => subjectTypesOf(c).some(general => types.some(type => conformsTo(type, general))));
    return (named.length > 0 ? named : about).flatMap(declaredCase);
}

function subjectTypesOf(element: AstNode): readonly AstNode[] {
    const subject = shapeOf(element).layout.slots.find(slot => slot.chain.some(feature => feature.kind === 'subject'));
    return subject === undefined ? [] : typesOf(subject.feature);
}

function declaredCase(element: AstNode): DeclaredCase[] {
    const { layout, answers } = shapeOf(element);
    const observed = layout.slots.find(slot => slot.names.includes('observed'));
    const path = observed === undefined ? undefined : valueText(observed);
    if (path === undefined) {
        return [];
    }
    const statistics = answers.flatMap(slot => lastSegment(valueText(slot) ?? '')).filter(name => STATISTICS.includes(name));
    const [, ...steps] = chainStepsOf(path);
    return [{ name: notationNameOf(element) ?? '', observed: steps.length > 0 ? steps[steps.length - 1] : path, statistics }];
}

/** The text of the feature or chain to which a feature is bound; undefined if it is bound to another expression. */
function valueText({ chain }: Slot): string | undefined {
    const expression = chain.map(feature => featureValueOf(feature)?.expression).find(value => value !== undefined);
    const isName = expression?.$type === 'FeatureReferenceExpression' || expression?.$type === 'FeatureChainExpression';
    return isName ? textOf(expression) : undefined;
}
