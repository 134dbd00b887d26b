/**
 * Adds steps around actions for duration constraints and duration observations (contract: migration 7.5): a wait before a constrained
 * action, and assignments that record times for an observed duration.
 */
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import type { Mapper, MapperRow } from '../mapper.js';
import type { Mapping } from '../mapping.js';
import { oncePer } from '../once.js';
import { waitOf } from './conditions.js';
import { isControl } from './routes.js';

/** An end of a succession: an action, or the start or end of a body. */
export type Node = Declaration | 'start' | 'done';

/** The steps that precede and follow the actions of an activity. */
export class Surroundings {
    private readonly first = new Map<Declaration, Declaration>();
    private readonly last = new Map<Declaration, Declaration>();

    constructor(
        private readonly activity: UmlElement,
        private readonly body: Declaration,
        private readonly mapping: Mapping
    ) {}

    /** Returns the first step of an action: the action itself, or the first step added before it. */
    entryOf(node: Node): Node {
        return typeof node === 'string' ? node : (this.first.get(node) ?? node);
    }

    /** Returns the last step of an action: the action itself, or the last step added after it. */
    exitOf(node: Node): Node {
        return typeof node === 'string' ? node : (this.last.get(node) ?? node);
    }

    write(): void {
        this.writeWaits();
        observationsOf(this.mapping).forEach(observation => this.writeObservation(observation));
    }

    /** Writes a wait before each action with a duration constraint. */
    private writeWaits(): void {
        const { mapping } = this;
        for (const constraint of [...everyElement(this.activity.owned)].filter(e => e.metaclass === 'DurationConstraint')) {
            const nodes = constraint.refs('constrainedElement');
            const action = mapping.declarationOf(nodes[0]);
            if (nodes.length !== 1 || action === undefined || this.first.has(action) || isControl(nodes[0])) {
                continue;
            }
            const wait = waitOf(constraint, action, mapping);
            if ('reason' in wait) {
                mapping.unmapped(constraint, wait.reason);
                continue;
            }
            const step = this.before(action, `wait for ${action.name}`);
            step.tail = ['accept ', ...wait.text];
            const notes = ['a wait before the action', ...(wait.note === undefined ? [] : [wait.note])];
            mapping.approximated(constraint, notes.join('; '));
        }
    }

    /**
     * Writes an observed duration between two events of this activity: one step stores the first time, and another computes the duration at
     * the second time.
     */
    private writeObservation(observation: UmlElement): void {
        const events = observation.refs('event');
        const isHere = events.length > 0 && events.every(event => [...event.owners()].includes(this.activity));
        const actions = events.flatMap(event => (isControl(event) ? [] : (this.mapping.declarationOf(event) ?? [])));
        if (!isHere || actions.length !== events.length || this.mapping.declarationOf(observation) !== undefined) {
            return;
        }
        const ends = observation
            .values('firstEvent')
            .flatMap(text => text.split(/\s+/))
            .map(text => text !== 'false');
        const [from, to] = [actions[0], actions.at(-1)!];
        const [fromStart, toStart] = actions.length === 1 ? [true, false] : [ends[0] ?? true, ends[1] ?? true];
        const duration = this.attribute(observation.name || 'duration', observation);
        const since = this.attribute(`${duration.name} since`, undefined);
        this.noteAt(from, fromStart, since, ['localClock.currentTime']);
        this.noteAt(to, toStart, duration, ['localClock.currentTime - ', new Name(since)]);
        this.mapping.mapped(observation);
    }

    private attribute(name: string, source: UmlElement | undefined): Declaration {
        const order = source?.order ?? Infinity;
        const attribute = this.body.declare('attribute', this.body.freeName(name), 'property', order, source);
        attribute.append('types', [new LibraryName('ScalarValues::Real')]);
        attribute.multiplicity = '[0..1]';
        attribute.isNameMadeUp = source === undefined || source.name === '';
        if (source !== undefined) {
            this.mapping.recordDeclaration(attribute, source);
        }
        return attribute;
    }

    private noteAt(action: Declaration, isStart: boolean, target: Declaration, value: Text): void {
        const name = `note ${target.name}`;
        const step = isStart ? this.before(action, name) : this.after(action, name);
        step.addLine(['assign ', new Name(target), ' := ', ...value, ';'], 'node', 0);
    }

    private before(action: Declaration, name: string): Declaration {
        const next = this.first.get(action) ?? action;
        const step = this.step(action, name, -0.1);
        this.first.set(action, step);
        this.inOrder(step, next, action);
        return step;
    }

    private after(action: Declaration, name: string): Declaration {
        const previous = this.last.get(action) ?? action;
        const step = this.step(action, name, 0.05);
        this.last.set(action, step);
        this.inOrder(previous, step, action);
        return step;
    }

    private step(action: Declaration, name: string, offset: number): Declaration {
        const place = action.owner!;
        const step = place.declare('action', place.freeName(name), 'node', action.source!.order + offset);
        step.isNameMadeUp = true;
        return step;
    }

    private inOrder(from: Declaration, to: Declaration, action: Declaration): void {
        const succession = action.owner!.declare('', '', 'edge', action.source!.order - 0.1);
        succession.tail = ['first ', new Name(from), ' then ', new Name(to)];
    }
}

/** Duration observations of the whole input. Packages own them, but their events are in activities. */
const observationsOf = oncePer(({ model }: Mapping): readonly UmlElement[] =>
    [...everyElement(model.roots)].filter(({ metaclass }) => metaclass === 'DurationObservation')
);

/** Marks an observation that no activity has written as unmapped. */
const observation: Mapper = {
    relate(element, mapping) {
        mapping.whenComplete(() => {
            if (mapping.accounts.verdictOf(element) === undefined) {
                const what =
                    element.metaclass === 'TimeObservation'
                        ? 'the time of an event'
                        : 'a duration between other events than actions of one activity';
                mapping.unmapped(element, `${what} is not observed in v2`);
            }
        });
    }
};

export const observationRows: readonly MapperRow[] = [{ metaclasses: ['DurationObservation', 'TimeObservation'], mapper: observation }];
