/** The object that performs a behaviour. Each run creates it with the machines that it exhibits and the actions that it performs. */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById } from '../../language/semantics/naming.js';
import { Instance } from '../evaluation/instances/instance.js';
import { readOnModel } from '../evaluation/instances/model-level.js';
import { stepsOf } from '../evaluation/instances/subjects.js';
import { layoutOf } from '../evaluation/model/layout.js';
import { EvaluationError, elementsOf } from '../values/index.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { activate, comesWithBehaviour, start } from './exhibited.js';
import { isFeature, isUsage, owningTypeOf } from '../../language/semantics/structure.js';
import { joinedParts } from './simulation/package-connections.js';
import type { Agent, Simulation } from './simulation/simulation.js';

/** Called with each behaviour that begins with an object, before it begins, and with the performer of the run. */
export type OnAgent = (agent: Agent, performer: Instance) => void;

/**
 * Creates the object at a path from a declaration and runs its behaviours until none can move; undefined for an empty path.
 * @throws EvaluationError in the contract's words (11)
 */
export function createPerformer(simulation: Simulation, path: string, onAgent?: OnAgent): Instance | undefined {
    if (path === '') {
        return undefined;
    }
    const { object, roots } = performerAt(simulation, path);
    for (const root of roots) {
        activate(simulation, root, agent => onAgent?.(agent, object));
    }
    return object;
}

/**
 * Like {@link createPerformer}, for a caller that moves the behaviours itself: starts those of the outermost object without moving them.
 * @returns the object, and a function that starts the behaviours of the next connected object once nothing can move; it returns false when
 * none is left
 */
export function startPerformer(
    simulation: Simulation,
    path: string,
    onAgent: OnAgent
): { readonly object: Instance; readonly startNext: () => boolean } {
    const { object, roots } = performerAt(simulation, path);
    const startNext = (): boolean => {
        const next = roots.next();
        if (next.done !== true) {
            start(simulation, next.value, agent => onAgent(agent, object));
        }
        return next.done !== true;
    };
    startNext();
    return { object, startNext };
}

/** The usage by which an object exhibits a machine or performs an action; undefined where it has none of that declaration. */
export function ownBehaviourAt(object: Instance, behaviour: AstNode): AstNode | undefined {
    return object.layout.slots
        .map(slot => slot.feature)
        .find(f => isUsage(f) && (f.kind === 'exhibit' || f.kind === 'perform') && (f === behaviour || conformsTo(f, behaviour)));
}

/**
 * An element other than a given machine whose behaviours start together with an object: a feature of the object, the enclosing object, or a
 * connected part.
 * @param machine the usage that exhibits the machine; undefined if the object exhibits none
 */
export function livesBeside(object: Instance, machine: AstNode | undefined): AstNode | undefined {
    const { outer, type } = object;
    if (outer instanceof Instance) {
        return outer.type;
    }
    const own = object.layout.slots.find(({ feature, isModelled }) => {
        if (!isModelled || feature === machine) {
            return false;
        }
        return isUsage(feature) && (feature.kind === 'exhibit' || feature.kind === 'perform' || comesWithBehaviour(feature));
    });
    return own?.feature ?? joinedParts(type).slice(1).find(comesWithBehaviour);
}

/** The object at a path, and the outermost objects whose behaviours start with it. */
function performerAt(
    simulation: Simulation,
    path: string
): { readonly object: Instance; readonly roots: Iterator<Instance, void> & Iterable<Instance> } {
    if (/^#\d+/.test(path)) {
        throw new EvaluationError(`performer ${path} names an object by id, which a call creates none of`);
    }
    const [{ name: rootName }, ...rest] = stepsOf(path);
    const declaration = elementById(simulation.run.model, rootName);
    if (declaration === undefined) {
        throw new EvaluationError(`symbol not found: ${rootName}`, '', { name: rootName, kind: 'name' });
    }
    // A part of a package is the object that expressions denote by its name, so messages sent to that name reach it.
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
    return { object, roots: rootsWith(simulation, root, isOfPackage ? joinedParts(declaration).slice(1) : []) };
}

/** The outermost object, then the connected objects of its package, because they may answer its messages. */
function* rootsWith(simulation: Simulation, root: Instance, joined: readonly AstNode[]): Generator<Instance, void> {
    yield root;
    for (const part of joined.flatMap(p => elementsOf(readOnModel(simulation.run, p)))) {
        if (part instanceof Instance && part !== root) {
            yield part;
        }
    }
}
