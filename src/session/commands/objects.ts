/** Objects: `%instantiate`, `%instances`, `%features` (contract: newest-operations 10). */
import { toJson } from '@bufbuild/protobuf';
import { QueryContext, type FaultKind, QueryFault, referredObject } from '../../documents/index.js';
import { type BehaviourOptions, instantiate, type Population } from '../../runtime/behaviour/index.js';
import { Display, type FeatureAnswer, Instance, type InstanceAnswer, isManyValued, objectGraph } from '../../runtime/evaluation/index.js';
import { InstanceSchema } from '../../wire/generated/sysml_pb.js';
import { encodeInstance } from '../../wire/instances.js';
import type { NamedObject } from '../debugging.js';
import { CellFailure, type Shown, shownTable } from '../answers/shown.js';
import { resultText, treeOf } from '../answers/object-tree.js';
import type { CommandGroup, Session } from '../session.js';
import { policyFrom } from '../settings.js';
import { bare, wordsOf } from './command.js';

/** The object with a name; undefined if the session has no such object. @throws CellFailure for a path that does not resolve */
export function objectNamed(session: Session, name: string): NamedObject | undefined {
    const { held } = session;
    if (held.populations.length === 0) {
        return undefined;
    }
    try {
        const row = referredObject(new QueryContext(session.model, held, session.limits), { id: 0, path: idOrName(session, name) });
        return { population: row.population, instance: row.object, label: name };
    } catch (error) {
        if (error instanceof QueryFault) {
            return undefinedFor(error.kind, error, name);
        }
        throw error;
    }
}

/** The id of the element that a name resolves to, for example through an import; or the name itself. */
function idOrName(session: Session, name: string): string {
    return name.startsWith('#') || /[.[]/.test(name) ? name : (session.elementOrNone(name)?.id ?? name);
}

function undefinedFor(kind: FaultKind, error: QueryFault, name: string): undefined {
    if (name.startsWith('#') || (kind !== 'notFound' && /[.[]/.test(name))) {
        throw new CellFailure('CommandError', error.message);
    }
    return undefined;
}

/** The limits of a run that reads the session's objects, and the subject, if it is one of them. */
export const limitsOn = (session: Session, subject: string | undefined): BehaviourOptions =>
    session.limitsWithObjects(subject === undefined ? undefined : objectNamed(session, subject)?.population);

/** The existing object that a name denotes. @throws CellFailure if there is none */
export function madeObject(session: Session, name: string): NamedObject {
    const found = objectNamed(session, name);
    if (found !== undefined) {
        return found;
    }
    if (name.startsWith('#')) {
        throw new CellFailure('CommandError', `there is no object ${name}: %instances lists those that were made`);
    }
    const what = session.element(name).id;
    throw new CellFailure('CommandError', `no object of ${what} was made: %instantiate ${what} makes one`);
}

/** The path from a declaration to an object that was made. */
export function pathOfObject({ population, instance }: NamedObject): string {
    const steps: string[] = [];
    for (let at = instance; at.outer instanceof Instance && at.via !== undefined; at = at.outer) {
        const slot = at.outer.layout.slots[at.via.index];
        steps.unshift(`${slot.names[0] ?? ''}${isManyValued(slot) ? `[${at.via.position}]` : ''}`);
    }
    return [population.name, ...steps].join('.');
}

/** Creates an object of a definition or usage and starts its behaviors. @throws CellFailure */
export function made(session: Session, name: string): Population {
    const { id } = session.element(name);
    const options = { ...session.limits, lastObjectId: session.lastObjectId };
    const beside = session.held.populations.at(-1);
    const { population, error = '', unknown } = instantiate(session.model, id, options, policyFrom(session.settings), beside);
    if (population === undefined) {
        throw session.failed('CommandError', { error, unknown });
    }
    if (!session.held.keep(population, MOST_OBJECTS)) {
        throw new CellFailure('CommandError', `more than ${MOST_OBJECTS} objects would be held: %clear drops those that were made`);
    }
    return population;
}

const MOST_OBJECTS = 100_000;

function instantiated(session: Session, name: string): Shown {
    const population = made(session, name);
    const { root } = population;
    const displaced = session.held.populations.findLast(p => p !== population && p.name === population.name);
    const graph = objectGraph(root);
    // a name with blanks is not one word of a command: the object's number replaces it
    const word = /\s/.test(population.name) ? `#${root.id}` : population.name;
    const text = [
        `✓ Created instance of ${population.name}`,
        `  ID: ${root.id}`,
        ...(displaced === undefined
            ? []
            : [`  note: ${population.name} denotes this object from now on; the one before is #${displaced.root.id}`]),
        `  Use %features ${word} to inspect`
    ];
    return { text: text.join('\n'), json: graph.map(i => toJson(InstanceSchema, encodeInstance(i))) };
}

function instances({ held }: Session): Shown {
    const { populations } = held;
    if (populations.length === 0) {
        return { text: '(no instances)' };
    }
    const isNamed = (p: Population): boolean => p === populations.findLast(other => other.name === p.name);
    const named = populations.filter(isNamed).sort((a, b) => (a.name < b.name ? -1 : 1));
    const displaced = populations.filter(p => !isNamed(p));
    const lines = [
        'Instances:',
        ...named.map(({ name, root }) => `  ${name} (ID: ${root.id})`),
        ...displaced.map(({ name, root }) => `  #${root.id} (ID: ${root.id}, displaced from ${name})`)
    ];
    return { text: lines.join('\n'), table: { columns: ['object', 'id'], rows: populations.map(p => [p.name, String(p.root.id)]) } };
}

/** The depth to which objects below the named one are listed by default. */
const USUAL_DEPTH = 1;

function features(session: Session, words: readonly string[]): Shown | undefined {
    const [name, ...rest] = words;
    const isJson = rest.at(-1) === 'json';
    const [how, count, ...more] = isJson ? rest.slice(0, -1) : rest;
    const depth = how === undefined ? USUAL_DEPTH : how === 'all' ? Infinity : how === 'depth' ? Number(count) : NaN;
    if (name === undefined) {
        return undefined;
    }
    if (!(depth >= 0) || more.length > 0 || (how === 'all' && count !== undefined)) {
        throw new CellFailure('UsageError', `${rest.join(' ')}: expected all, depth <n> or json behind the object`);
    }
    const object = objectNamed(session, bare(name)) ??
        (bare(name).startsWith('#') ? madeObject(session, bare(name)) : undefined) ?? {
            ...rootOf(made(session, bare(name))),
            label: bare(name)
        };
    const { instance, population, label } = object;
    population.lend(() => session.host.checkCancelled?.());
    const graph = objectGraph(instance);
    const json = graph.map(i => toJson(InstanceSchema, encodeInstance(i)));
    if (isJson) {
        return { text: JSON.stringify(json, undefined, 2), json };
    }
    const display = Display.in(population.simulation.run, []);
    const behaviours = behaviourLines(population, instance, display);
    const lines = [
        `Instance: ${label} (ID: ${instance.id})`,
        'Features:',
        ...limitedTree(graph, display, depth),
        ...(behaviours.length === 0 ? [] : ['Behaviors:', ...behaviours])
    ];
    return { ...shownTable({ columns: ['feature', 'value'], rows: rowsOf(graph[0], display) }), text: lines.join('\n'), json };
}

/**
 * The behaviors of an object: its machines with their states, and the actions that it performs or has performed, with the values of each
 * performance.
 */
function behaviourLines(population: Population, object: Instance, display: Display): string[] {
    const machines = population.machines.filter(m => m.object === object).map(m => `  ${m.label}: ${m.finalState() || 'not started'}`);
    const performances = population.performancesOf(object).flatMap(action => {
        const state = action.wasTerminated ? 'terminated' : action.hasEnded ? 'completed' : `waiting at ${action.places().join(', ')}`;
        const values = [...action.outputs()].map(([name, value]) => `    ${name} = ${resultText(value, display)}`);
        return [`  ${action.label}: ${state}`, ...values];
    });
    return [...machines, ...performances];
}

const rootOf = (population: Population): Omit<NamedObject, 'label'> => ({ population, instance: population.root });

/** The tree of objects without its first line, limited to a depth. */
function limitedTree(graph: readonly InstanceAnswer[], display: Display, depth: number): string[] {
    const lines = treeOf(graph, display).slice(1);
    const indent = (line: string): number => (/^ */.exec(line)![0].length - 4) / 4;
    const shown = lines.filter(line => indent(line) <= depth - 1 || depth === Infinity).map(line => line.slice(2));
    const left = lines.length - shown.length;
    return left === 0 ? shown : [...shown, `  (${left} more below: all, or depth <n>, lists them)`];
}

function rowsOf({ features: all }: InstanceAnswer, display: Display): string[][] {
    return all.map((f: FeatureAnswer) => [f.name, featureValue(f, display)]);
}

function featureValue({ value, values, error, feature }: FeatureAnswer, display: Display): string {
    if (error !== undefined) {
        return `error: ${error}`;
    }
    return values !== undefined
        ? `(${values.map(v => display.text(v, feature)).join(', ')})`
        : value === undefined
          ? ''
          : display.text(value, feature);
}

export const objectCommands: CommandGroup = {
    title: 'Objects',
    commands: [
        {
            name: 'instantiate',
            usage: '<name>',
            example: '%instantiate Cars::car',
            summary: 'make an object of a definition or usage, and start its behaviors',
            run: (session, argument) => (argument === '' ? undefined : instantiated(session, bare(argument)))
        },
        { name: 'instances', usage: '', summary: 'list the objects that were made', words: [], run: session => instances(session) },
        {
            name: 'features',
            usage: '<object> [all|depth <n>] [json]',
            example: '%features car.front depth 2',
            summary: 'the values of an object and what its behaviors do; an object is named, #<id>, or a path (car.fl, #1.wheels[2])',
            run: (session, argument) => features(session, wordsOf(argument))
        }
    ]
};
