/**
 * Elements that a command line names: by qualified name, or by a path of features from one (`P::car.modes`,
 * `Spec.massLimit`). Knows no command.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isDefinition, isFeature, ownedMembersOf } from '../../language/semantics/structure.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { Shown } from '../answers/run-answers.js';
import type { Display } from '../../runtime/evaluation/index.js';
import { isCalculation, isConstraint, isBehavior, layoutOf, stepsOf } from '../../runtime/evaluation/index.js';

export interface ElementAt {
    readonly element: AstNode;
    readonly id: string;
    /** what it is reached by: its qualified name, or through objects their path */
    readonly path: string;
    /** the path to the object that has the element, where it is reached through one */
    readonly holder?: string;
}

/** The element of a qualified name or a path; undefined when some step is unknown. */
export function elementAt(model: Model, path: string): ElementAt | undefined {
    const named = elementById(model, path);
    if (named !== undefined) {
        return { element: named, id: path, path };
    }
    const [root, ...steps] = stepsOf(path);
    let element = elementById(model, root.name);
    let holder: string | undefined;
    let through = root.name;
    for (const step of steps) {
        if (element === undefined) {
            return undefined;
        }
        const type: AstNode = element;
        const isType = isDefinition(type) || isFeature(type);
        // What is judged or computed is no object that has something; its parts are reached by their names alone.
        holder = isType && !isConstraint(type) && !isCalculation(type) && !isBehavior(type) ? through : undefined;
        const layout = isType ? layoutOf(type) : undefined;
        const index = layout?.byName.get(step.name);
        element = index === undefined ? ownedMembersOf(type).find(m => nameOf(m) === step.name) : layout!.slots[index].feature;
        through = `${through}.${step.text}`;
    }
    const id = element === undefined ? undefined : qualifiedNameOf(element);
    return element === undefined || id === undefined
        ? undefined
        : { element, id, path: holder === undefined ? id : through, ...(holder !== undefined && { holder }) };
}

/**
 * How the values of an element's answer are shown: its names are of its features, those behind `this.` of what performs it.
 * @param performer path to that
 */
export function shownOf(model: Model, display: Display, id: string, performer = ''): Shown {
    const [self, performing] = [id, performer].map(path => elementAt(model, path)?.element);
    return {
        display,
        featureNamed: name => {
            const [first, ...rest] = stepsOf(name).map(s => s.name);
            return first === 'this' ? featureIn(performing, rest) : featureIn(self, [first, ...rest]);
        }
    };
}

function featureIn(type: AstNode | undefined, path: readonly string[]): AstNode | undefined {
    return path.reduce<AstNode | undefined>((owner, name) => {
        const layout = owner !== undefined && (isDefinition(owner) || isFeature(owner)) ? layoutOf(owner) : undefined;
        const index = layout?.byName.get(name);
        return index === undefined ? undefined : layout!.slots[index].feature;
    }, type);
}
