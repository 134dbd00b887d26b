/**
 * The subjects of satisfaction assertions (contract sheet 6.4, 7): a new object for the feature after `by`, and the objects of a tree that
 * an assertion applies to. Does not depend on conditions or verdicts.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolveIn } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import {
    featureValueOf,
    isDefinition,
    isFeature,
    isUsage,
    ownedMembersOf,
    owningNamespaceOf,
    owningTypeOf
} from '../../language/semantics/structure.js';
import { checkHasObjects, objectsAt } from '../evaluation/instances/subjects.js';
import { SELF_NAMES } from '../evaluation/expressions/referents.js';
import { scopeOf } from '../../language/semantics/world.js';
import { codeOf } from '../evaluation/expressions/code.js';
import { textOf } from '../../language/semantics/text.js';
import { Instance } from '../evaluation/instances/instance.js';
import { stepsOf } from '../evaluation/instances/subjects.js';
import { memoize } from '../evaluation/model/kinds.js';
import { layoutOf } from '../evaluation/model/layout.js';
import type { Run } from '../evaluation/run.js';
import { EvaluationError, elementsOf } from '../values/index.js';

/** The path after `by`: `by root.step.step`. */
interface SubjectPath {
    readonly text: string;
    /** undefined for `that`: the owner of the assertion */
    readonly root: AstNode | undefined;
    readonly steps: readonly string[];
}

const noSubject = (detail: string): EvaluationError => new EvaluationError('no subject to satisfy the requirement', detail);

const PATH = Symbol('path to the subject of an assertion');

/** The path to the feature after `by`; undefined without `by`, or where its name does not resolve. */
function pathOf(assertion: ast.SatisfyRequirementUsage): SubjectPath | undefined {
    const { subject, $container } = assertion;
    if (subject === undefined) {
        return undefined;
    }
    return memoize<{ path: SubjectPath | undefined }>(PATH, assertion, () => {
        const [first, ...rest] = stepsOf(subject.text);
        const root = resolveIn($container, first.name);
        const isOwner = SELF_NAMES.has(first.name) && (root === undefined || scopeOf(root).isLibrary);
        const steps = rest.map(s => s.name);
        return { path: root === undefined && !isOwner ? undefined : { text: subject.text, root: isOwner ? undefined : root, steps } };
    }).path;
}

/** The type that owns an assertion. */
function ownerOf(assertion: ast.SatisfyRequirementUsage): AstNode | undefined {
    const owner = owningNamespaceOf(assertion);
    return owner !== undefined && (isDefinition(owner) || isFeature(owner)) ? owner : undefined;
}

/**
 * A new object for the feature after `by`; without `by`, the value bound to the assertion's subject, else a new object of the assertion's
 * owner. A feature of a type is read from a new object of that type.
 * @throws EvaluationError no subject to satisfy the requirement, and failures to build the object
 */
export function freshSubject(run: Run, assertion: ast.SatisfyRequirementUsage): Instance {
    if (assertion.subject === undefined) {
        return boundSubject(run, assertion) ?? ownerObject(run, assertion);
    }
    const path = pathOf(assertion);
    if (path === undefined) {
        throw noSubject(assertion.subject.text);
    }
    if (path.root !== undefined) {
        checkHasObjects(path.root);
    }
    return path.steps.reduce(
        (object, step) => {
            const index = object.layout.byName.get(step);
            const found = index === undefined ? undefined : firstObject(object, index);
            if (found === undefined) {
                throw noSubject(`${path.text}: ${nameOf(object.type) ?? ''} has no object ${step}`);
            }
            return found;
        },
        path.root === undefined ? ownerObject(run, assertion) : freshRoot(run, path.root, assertion)
    );
}

/** The value bound to the subject in `satisfy r { subject s = e; }`. */
function boundSubject(run: Run, assertion: ast.SatisfyRequirementUsage): Instance | undefined {
    const stated = ownedMembersOf(assertion).find(m => m.kind === 'subject');
    const value = stated && featureValueOf(stated);
    const [object] = value === undefined ? [] : elementsOf(codeOf(value.expression)(run.prototypeOf(assertion.$container)));
    return object instanceof Instance ? object : undefined;
}

function ownerObject(run: Run, assertion: ast.SatisfyRequirementUsage): Instance {
    const owner = ownerOf(assertion);
    if (owner === undefined) {
        throw noSubject(textOf(assertion));
    }
    return freshObject(run, owner);
}

/** The object of a feature that the assertion names, read from a new object of the nearest enclosing type that has the feature. */
function freshRoot(run: Run, feature: AstNode, assertion: AstNode): Instance {
    for (let type = owningNamespaceOf(assertion); type !== undefined; type = owningNamespaceOf(type)) {
        const index = isDefinition(type) || isFeature(type) ? layoutOf(type).indexOf.get(feature) : undefined;
        if (index !== undefined) {
            return firstObject(freshObject(run, type), index) ?? run.freshObjectOf(feature);
        }
    }
    return freshObject(run, feature);
}

/** A new object of a type; for a feature of a usage, the object that a new object of the usage holds. */
export function freshObject(run: Run, type: AstNode): Instance {
    const owner = isUsage(type) ? owningTypeOf(type) : undefined;
    if (owner !== undefined && isUsage(owner)) {
        const holder = freshObject(run, owner);
        const index = holder.layout.indexOf.get(type);
        const held = index === undefined ? undefined : firstObject(holder, index);
        if (held !== undefined) {
            return held;
        }
    }
    return run.freshObjectOf(type);
}

function firstObject(object: Instance, index: number): Instance | undefined {
    return elementsOf(object.read(index)).find(v => v instanceof Instance);
}

/** The objects that an assertion applies to, starting at a given object: the object itself, or the objects at the path after `by`. */
export function subjectsFrom(object: Instance, assertion: ast.SatisfyRequirementUsage): readonly Instance[] {
    const owner = ownerOf(assertion);
    const ownerAt = (): readonly Instance[] =>
        owner !== undefined && (object.type === owner || object.layout.type === owner || object.layout.indexOf.has(assertion))
            ? [object]
            : [];
    if (assertion.subject === undefined) {
        return ownerAt();
    }
    const path = pathOf(assertion);
    if (path === undefined) {
        return [];
    }
    return path.steps.reduce(
        (objects, step) =>
            objects.flatMap(o => {
                const at = o.layout.byName.get(step);
                return at === undefined ? [] : objectsAt(o, at);
            }),
        path.root === undefined ? ownerAt() : rootsAt(object, path.root, assertion, owner)
    );
}

/** The objects of the first feature after `by`: read from the object, or the object itself. */
function rootsAt(object: Instance, root: AstNode, assertion: AstNode, owner: AstNode | undefined): readonly Instance[] {
    const holder = owningTypeOf(root);
    // A feature of the assertion's owner is read only from objects that have the assertion.
    const isOfOwner = owner !== undefined && layoutOf(owner).indexOf.has(root);
    const index = object.layout.indexOf.get(root);
    if (index !== undefined && (!isOfOwner || object.layout.indexOf.has(assertion) || object.layout.type === owner)) {
        return objectsAt(object, index);
    }
    const isRoot = object.type === root && (holder === undefined || (object.outer === undefined && (!isOfOwner || holder === owner)));
    return isRoot ? [object] : [];
}
