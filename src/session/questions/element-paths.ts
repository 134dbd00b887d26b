/**
 * Resolves elements that a command line names, by qualified name or by a path of features (`P::car.modes`, `Spec.massLimit`). Does not
 * depend on commands.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isDefinition, isFeature, ownedMembersOf, ownerOf, segmentsOf } from '../../language/semantics/structure.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { Shown } from '../answers/run-answers.js';
import type { Display } from '../../runtime/evaluation/index.js';
import { isCalculation, isConstraint, isBehavior, layoutOf, stepsOf } from '../../runtime/evaluation/index.js';

export interface ElementAt {
    readonly element: AstNode;
    readonly id: string;
    /** its qualified name, or the path through objects */
    readonly path: string;
    /** the path of the object that has the element, if it was reached through one */
    readonly holder?: string;
}

/** The element with a qualified name or path; undefined if a step is unknown. */
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
        // Constraints, calculations and behaviours are not objects with features; their members are reached by name only.
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

/** The namespace of the only named element of the model's documents whose name begins a path; undefined if several or none have it. */
export function ownerOfOnly(model: Model, path: string): string | undefined {
    const [{ name }] = segmentsOf(stepsOf(path)[0].name);
    const found: AstNode[] = [];
    const visit = (node: AstNode): void => {
        if (nameOf(node) === name) {
            found.push(node);
        }
        ownedMembersOf(node).forEach(visit);
    };
    model.documents.forEach(d => visit(d.root));
    const owner = found.length === 1 ? ownerOf(found[0]) : undefined;
    return owner === undefined ? undefined : qualifiedNameOf(owner);
}

/**
 * The display of an answer's values: names denote features of the element, names after `this.` those of the performer.
 * @param performer path of the performer
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
