/** The object that performs a behaviour: made anew for the run, with the machines that it exhibits and the actions that it performs. */
import { elementById } from '../../language/semantics/naming.js';
import { Instance } from '../evaluation/instances/instance.js';
import { readOnModel } from '../evaluation/instances/model-level.js';
import { stepsOf } from '../evaluation/instances/subjects.js';
import { layoutOf } from '../evaluation/model/layout.js';
import { EvaluationError, elementsOf } from '../values/index.js';
import { activate } from './exhibited.js';
import { isFeature, owningTypeOf } from '../../language/semantics/structure.js';
import { joinedParts } from './simulation/package-connections.js';
import type { Agent, Simulation } from './simulation/simulation.js';

/**
 * The object at the end of a path from a declaration; undefined for an empty path.
 * @throws EvaluationError in the contract's words (11)
 */
export function createPerformer(simulation: Simulation, path: string, onAgent?: (agent: Agent) => void): Instance | undefined {
    if (path === '') {
        return undefined;
    }
    if (/^#\d+/.test(path)) {
        throw new EvaluationError(`performer ${path} names an object by id, which a call creates none of`);
    }
    const [{ name: rootName }, ...rest] = stepsOf(path);
    const declaration = elementById(simulation.run.model, rootName);
    if (declaration === undefined) {
        throw new EvaluationError(`symbol not found: ${rootName}`, '', { name: rootName, kind: 'name' });
    }
    // A part of a package is the one that the model's expressions name, so that messages to it by name reach it.
    const isOfPackage = isFeature(declaration) && owningTypeOf(declaration) === undefined;
    const root = isOfPackage
        ? simulation.run.objectOf(declaration)
        : new Instance(simulation.run, layoutOf(declaration), declaration, undefined);
    let object = root;
    let reached = rootName;
    for (const { name, index } of rest) {
        const slot = object.layout.byName.get(name);
        if (slot === undefined) {
            throw new EvaluationError(`${reached} has no feature "${name}"`, '', { name, kind: 'feature' });
        }
        const objects = elementsOf(object.read(slot));
        if (index === undefined && objects.length !== 1) {
            throw new EvaluationError(`${name} of ${reached} holds ${objects.length} objects: pick one by index`);
        }
        const picked = objects[(index ?? 1) - 1];
        if (!(picked instanceof Instance)) {
            throw new EvaluationError(`${name}[${index ?? 1}] names none`);
        }
        object = picked;
        reached = `${reached}.${name}${index === undefined ? '' : `[${index}]`}`;
    }
    activate(simulation, root, onAgent);
    // What the package connects it with answers its messages.
    const joined = isOfPackage ? joinedParts(declaration).slice(1) : [];
    for (const part of joined.flatMap(p => elementsOf(readOnModel(simulation.run, p)))) {
        if (part instanceof Instance && part !== root) {
            activate(simulation, part, onAgent);
        }
    }
    return object;
}
