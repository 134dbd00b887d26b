/**
 * Names, contents and references of held objects (contract: operations, RunDocumentQuery 3 to 7; amendments, "Documents and object
 * references"). A name refers to the object of the last `Instantiate`; an id refers to an older object of the same name.
 */
import type { AstNode } from '../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../language/semantics/naming.js';
import { isFeature, isPackage } from '../language/semantics/structure.js';
import type { Population } from '../runtime/behaviour/index.js';
import { Instance, natureOf, type Slot, stepsOf, isAnswered, objectsAt, isManyValued } from '../runtime/evaluation/index.js';
import { elementsOf, EvaluationError, type Value } from '../runtime/values/index.js';
import type { QueryContext } from './query-context.js';
import { QueryFault } from './faults.js';
import { distinct, ObjectRow } from './rows.js';

/** The populations that names refer to, sorted by name. */
export function namedPopulations({ populations }: QueryContext): Population[] {
    const live = new Map(populations.map(p => [p.name, p]));
    return [...live.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The outermost objects: first those with a name, sorted by it, then replaced ones, sorted by id. */
export function heldRoots(context: QueryContext): ObjectRow[] {
    const live = namedPopulations(context);
    const displaced = context.populations.filter(p => !live.includes(p)).sort((a, b) => a.root.id - b.root.id);
    return [...live.map(p => rootRow(p, p.name)), ...displaced.map(p => rootRow(p, `#${p.root.id}`))];
}

const rootRow = (population: Population, label: string): ObjectRow => new ObjectRow(population.root, population, label, '');

/** The held object that the declaration's name refers to. */
export function heldObjectOf(context: QueryContext, element: AstNode): ObjectRow | undefined {
    const name = qualifiedNameOf(element);
    const population = name === undefined ? undefined : context.populations.findLast(p => p.name === name);
    return population === undefined ? undefined : rootRow(population, population.name);
}

// --- Contents of objects ----------------------------------------------------------------------------------------------

/** The segment of a path for the object at a position of a feature. */
function stepOf(slot: Slot, position: number): string {
    return `${slot.names[0] ?? ''}${isManyValued(slot) ? `[${position + 1}]` : ''}`;
}

/** Whether the values of a feature are objects that the owner contains, rather than attribute values. */
function holdsObjects(slot: Slot): boolean {
    const nature = natureOf(slot);
    return isAnswered(slot) && (nature === 'object' || nature === 'variation') && slot.chain.every(f => f.kind !== 'attribute');
}

/** The objects that an object contains, in the order of its features. */
export function heldBy(row: ObjectRow): ObjectRow[] {
    const found = row.object.layout.slots
        .filter(holdsObjects)
        .flatMap(slot => objectsAt(row.object, slot.index).map((object, i) => row.child(object, stepOf(slot, i))));
    return distinct(found.filter(child => child.object !== row.object));
}

/** An object and all objects below it, depth first, each once. */
export function withHeld(context: QueryContext, root: ObjectRow): ObjectRow[] {
    const found: ObjectRow[] = [];
    const seen = new Set<Instance>();
    const visit = (row: ObjectRow): void => {
        if (seen.has(row.object)) {
            return;
        }
        context.visit();
        seen.add(row.object);
        found.push(row);
        heldBy(row).forEach(visit);
    };
    visit(root);
    return found;
}

/** The row of an object that another row refers to, with the path from the nearest common root. */
export function rowOfObject(context: QueryContext, object: Instance, from: ObjectRow | Population): ObjectRow {
    const population = from instanceof ObjectRow ? from.population : from;
    if (from instanceof ObjectRow) {
        const steps = stepsTo(object, from.object);
        if (steps !== undefined) {
            return steps.length === 0 ? from : from.child(object, steps.join('.'));
        }
    }
    const root = heldRoots(context).find(r => r.population === population)!;
    const steps = stepsTo(object, population.root);
    return steps === undefined || steps.length === 0
        ? new ObjectRow(object, population, steps === undefined ? (qualifiedNameOf(object.type) ?? `#${object.id}`) : root.label, '')
        : root.child(object, steps.join('.'));
}

/** The path segments from `from` down to `object`; undefined if `from` does not contain it. */
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

/** The object that contains the row's object; undefined for an outermost one. */
export function holderOf(context: QueryContext, row: ObjectRow): ObjectRow | undefined {
    const { outer } = row.object;
    return outer instanceof Instance ? rowOfObject(context, outer, row.population) : undefined;
}

// --- References -------------------------------------------------------------------------------------------------------

/** A reference to an object in a request: by id, by path, or by both. */
export interface ObjectReference {
    /** 0 for none */
    readonly id: number;
    /** `barge`, `Yard::barge`, `#2`, `barge.masts[2]`, `#2.masts[2]`; empty for none */
    readonly path: string;
}

/** Resolves a reference to an object. @throws QueryFault */
export function referredObject(context: QueryContext, { id, path }: ObjectReference): ObjectRow {
    if (context.populations.length === 0) {
        throw new QueryFault('notFound', 'the model holds no objects: Instantiate makes one');
    }
    if (path === '') {
        return objectOfId(context, id);
    }
    const row = objectAtPath(context, path);
    if (id !== 0 && row.object.id !== id) {
        throw new QueryFault('unacceptable', `${path} is object #${row.object.id}, not #${id}`);
    }
    return row;
}

/** The object with this id; if several populations have one, that of the latest. */
function objectOfId(context: QueryContext, id: number): ObjectRow {
    for (const population of [...context.populations].reverse()) {
        const found = withHeld(context, rootRow(population, '')).find(row => row.object.id === id);
        if (found !== undefined) {
            return new ObjectRow(found.object, population, `#${id}`, '');
        }
    }
    throw new QueryFault('notFound', `the model holds no object #${id}`);
}

const malformed = (path: string): QueryFault =>
    new QueryFault('unacceptable', `${path} is not an object reference: one is a usage's name or #<id>, then .feature or .feature[index]`);

/** A feature in a path, with an optional index. */
const STEP = /^(?:'(?:\\.|[^\\'])*'|[^\s.'[\]#]+)(?:\[\d+\])?$/u;

function isReference(path: string): boolean {
    const [{ text }, ...steps] = stepsOf(path);
    const isRooted = /^#[1-9]\d*$/.test(text) || (text !== '' && !/[#[\]]|^:|:$/.test(text));
    return isRooted && steps.every(step => STEP.test(step.text)) && [text, ...steps.map(s => s.text)].join('.') === path;
}

function objectAtPath(context: QueryContext, path: string): ObjectRow {
    if (!isReference(path)) {
        throw malformed(path);
    }
    const [root, ...steps] = stepsOf(path);
    const start = root.name.startsWith('#') ? objectOfId(context, Number(root.name.slice(1))) : objectOfName(context, root.name);
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

/** The object that the simple or qualified name of a usage refers to. */
function objectOfName(context: QueryContext, name: string): ObjectRow {
    const element = elementById(context.model, name);
    const id = (element === undefined ? undefined : qualifiedNameOf(element)) ?? name;
    const population = context.populations.findLast(p => p.name === id) ?? context.populations.findLast(p => p.name.endsWith(`::${name}`));
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
