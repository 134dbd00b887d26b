/**
 * The objects that are held, as a question sees them: which names they go by, what they hold, and what a reference leads to (contract:
 * operations, RunDocumentQuery 3 to 7; amendments, "Documents and object references"). A name means the object of the last `Instantiate`; a
 * displaced one goes by its id.
 */
import type { AstNode } from '../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../language/semantics/naming.js';
import { isFeature, isPackage } from '../language/semantics/structure.js';
import type { Population } from '../runtime/behaviour/index.js';
import { Instance, natureOf, type Slot, stepsOf, isAnswered, objectsAt, isManyValued } from '../runtime/evaluation/index.js';
import { elementsOf, EvaluationError, type Value } from '../runtime/values/index.js';
import type { Asking } from './asking.js';
import { QueryFault } from './faults.js';
import { distinct, ObjectRow } from './rows.js';

/** The populations that names mean, in the order of their names. */
export function namedPopulations({ populations }: Asking): Population[] {
    const live = new Map(populations.map(p => [p.name, p]));
    return [...live.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The outermost objects: those that names mean in the order of these, then displaced ones by their ids. */
export function heldRoots(asking: Asking): ObjectRow[] {
    const live = namedPopulations(asking);
    const displaced = asking.populations.filter(p => !live.includes(p)).sort((a, b) => a.root.id - b.root.id);
    return [...live.map(p => rootRow(p, p.name)), ...displaced.map(p => rootRow(p, `#${p.root.id}`))];
}

const rootRow = (population: Population, label: string): ObjectRow => new ObjectRow(population.root, population, label, '');

/** The held object that a declaration's name means. */
export function heldObjectOf(asking: Asking, element: AstNode): ObjectRow | undefined {
    const name = qualifiedNameOf(element);
    const population = name === undefined ? undefined : asking.populations.findLast(p => p.name === name);
    return population === undefined ? undefined : rootRow(population, population.name);
}

// --- What objects hold ------------------------------------------------------------------------------------------------

/** How a path names the objects of a feature. */
function stepOf(slot: Slot, position: number): string {
    return `${slot.names[0] ?? ''}${isManyValued(slot) ? `[${position + 1}]` : ''}`;
}

/** Whether a feature's values are parts of an object and not what it is described by. */
function holdsObjects(slot: Slot): boolean {
    const nature = natureOf(slot);
    return isAnswered(slot) && (nature === 'object' || nature === 'variation') && slot.chain.every(f => f.kind !== 'attribute');
}

/** The objects that an object holds, in the order of its features. */
export function heldBy(row: ObjectRow): ObjectRow[] {
    const found = row.object.layout.slots
        .filter(holdsObjects)
        .flatMap(slot => objectsAt(row.object, slot.index).map((object, i) => row.child(object, stepOf(slot, i))));
    return distinct(found.filter(child => child.object !== row.object));
}

/** An object with all that it holds, depth first, each once. */
export function withHeld(asking: Asking, root: ObjectRow): ObjectRow[] {
    const found: ObjectRow[] = [];
    const seen = new Set<Instance>();
    const visit = (row: ObjectRow): void => {
        if (seen.has(row.object)) {
            return;
        }
        asking.visit();
        seen.add(row.object);
        found.push(row);
        heldBy(row).forEach(visit);
    };
    visit(root);
    return found;
}

/** The row of an object that another row's value or record leads to: by where it stands below its outermost object. */
export function rowOfObject(asking: Asking, object: Instance, from: ObjectRow | Population): ObjectRow {
    const population = from instanceof ObjectRow ? from.population : from;
    if (from instanceof ObjectRow) {
        const steps = stepsTo(object, from.object);
        if (steps !== undefined) {
            return steps.length === 0 ? from : from.child(object, steps.join('.'));
        }
    }
    const root = heldRoots(asking).find(r => r.population === population)!;
    const steps = stepsTo(object, population.root);
    return steps === undefined || steps.length === 0
        ? new ObjectRow(object, population, steps === undefined ? (qualifiedNameOf(object.type) ?? `#${object.id}`) : root.label, '')
        : root.child(object, steps.join('.'));
}

/** The steps from an object down to another; undefined where the first does not hold the second. */
function stepsTo(object: Instance, from: Instance): string[] | undefined {
    const steps: string[] = [];
    let at = object;
    while (at !== from) {
        const { outer, via } = at;
        if (!(outer instanceof Instance) || via === undefined) {
            return undefined;
        }
        steps.unshift(stepOf(outer.layout.slots[via.index], via.position - 1));
        at = outer;
    }
    return steps;
}

/** The object that holds an object; undefined for an outermost one. */
export function holderOf(asking: Asking, row: ObjectRow): ObjectRow | undefined {
    const { outer } = row.object;
    return outer instanceof Instance ? rowOfObject(asking, outer, row.population) : undefined;
}

// --- References -------------------------------------------------------------------------------------------------------

/** An object as a request names it: by id, by path, or by both. */
export interface ObjectReference {
    /** 0 for none */
    readonly id: number;
    /** `barge`, `Yard::barge`, `#2`, `barge.masts[2]`, `#2.masts[2]`; empty for none */
    readonly path: string;
}

/** The object that a reference leads to. @throws QueryFault */
export function referredObject(asking: Asking, { id, path }: ObjectReference): ObjectRow {
    if (asking.populations.length === 0) {
        throw new QueryFault('notFound', 'the model holds no objects: Instantiate makes one');
    }
    if (path === '') {
        return objectOfId(asking, id);
    }
    const row = objectAtPath(asking, path);
    if (id !== 0 && row.object.id !== id) {
        throw new QueryFault('unacceptable', `${path} is object #${row.object.id}, not #${id}`);
    }
    return row;
}

/** The object of an id: of the last call that made one of that id. */
function objectOfId(asking: Asking, id: number): ObjectRow {
    for (const population of [...asking.populations].reverse()) {
        const found = withHeld(asking, rootRow(population, '')).find(row => row.object.id === id);
        if (found !== undefined) {
            return new ObjectRow(found.object, population, `#${id}`, '');
        }
    }
    throw new QueryFault('notFound', `the model holds no object #${id}`);
}

const malformed = (path: string): QueryFault =>
    new QueryFault('unacceptable', `${path} is not an object reference: one is a usage's name or #<id>, then .feature or .feature[index]`);

/** A feature of a path, perhaps with an index. */
const STEP = /^(?:'(?:\\.|[^\\'])*'|[^\s.'[\]#]+)(?:\[\d+\])?$/u;

function isReference(path: string): boolean {
    const [{ text }, ...steps] = stepsOf(path);
    const isRooted = /^#[1-9]\d*$/.test(text) || (text !== '' && !/[#[\]]|^:|:$/.test(text));
    return isRooted && steps.every(step => STEP.test(step.text)) && [text, ...steps.map(s => s.text)].join('.') === path;
}

function objectAtPath(asking: Asking, path: string): ObjectRow {
    if (!isReference(path)) {
        throw malformed(path);
    }
    const [root, ...steps] = stepsOf(path);
    const start = root.name.startsWith('#') ? objectOfId(asking, Number(root.name.slice(1))) : objectOfName(asking, root.name);
    let { object } = start;
    const taken: string[] = [];
    for (const { name, index } of steps) {
        const position = object.layout.byName.get(name);
        if (position === undefined) {
            throw new QueryFault('unacceptable', `${path}: ${[start.label, ...taken].join('.')} has no feature ${name}`);
        }
        const values = valuesAt(object, position, path);
        if (index === undefined && values.length > 1) {
            throw new QueryFault('unacceptable', `${path}: ${name} has ${values.length} values: name one by its index, from 1`);
        }
        if (values[(index ?? 1) - 1] === undefined) {
            throw new QueryFault('unacceptable', `${path}: ${name} has no value ${index ?? 1}: there are ${values.length}`);
        }
        const value = values[(index ?? 1) - 1];
        if (!(value instanceof Instance)) {
            throw new QueryFault('unacceptable', `${path}: ${name} is a value, not an object`);
        }
        taken.push(stepOf(object.layout.slots[position], (index ?? 1) - 1));
        object = value;
    }
    return taken.length === 0 ? start : new ObjectRow(object, start.population, `${start.label}.${taken.join('.')}`, '');
}

function valuesAt(object: Instance, index: number, path: string): readonly Value[] {
    try {
        return elementsOf(object.read(index));
    } catch (error) {
        if (error instanceof EvaluationError) {
            throw new QueryFault('unacceptable', `${path}: ${error.message}`);
        }
        throw error;
    }
}

/** The object that a usage's simple or qualified name means. */
function objectOfName(asking: Asking, name: string): ObjectRow {
    const element = elementById(asking.model, name);
    const id = (element === undefined ? undefined : qualifiedNameOf(element)) ?? name;
    const population = asking.populations.findLast(p => p.name === id) ?? asking.populations.findLast(p => p.name.endsWith(`::${name}`));
    if (population !== undefined) {
        return rootRow(population, population.name);
    }
    if (
        element !== undefined &&
        (isPackage(element) || !('relationships' in element) || (isFeature(element) && element.kind === 'attribute'))
    ) {
        throw new QueryFault('unacceptable', `${name} is not an object`);
    }
    throw new QueryFault('notFound', `the model holds no instance of ${name}: Instantiate makes one`);
}
