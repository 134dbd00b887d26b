/**
 * Maps interactions (contract: migration 7.6): those of a block to executable actions (see `scenarios.ts`), others to occurrences with
 * their lifelines and ordered messages.
 */
import { hasEntry } from './kinds.js';
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, Name } from '../notation/declaration.js';
import { everyElement, type UmlElement, withoutComments } from '../uml-model.js';
import { declareContext } from './activities/scopes.js';
import { behaviourGroup, parameterMapper } from './operations.js';
import { messageAt } from './message-occurrences.js';
import { COMBINED, hasSteps, isScenario, writeScenario } from './scenarios.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { lowerFirst } from './properties.js';

const SPECIFICATIONS = /Specification$|^GeneralOrdering$|^Gate$/;

const interaction: Mapper = {
    isWhole: true,
    declare(element, owner, mapping) {
        if (!hasSteps(element)) {
            return undefined;
        }
        const isAction = owner.isDefinition && isScenario(element);
        const isTest = isAction && mapping.stereotypes.has(element, 'TestCase');
        const keyword = isTest ? 'verification def' : isAction ? 'action def' : 'occurrence def';
        const declaration = mapping.declare(element, owner, keyword, behaviourGroup(owner), element.name || 'interaction');
        if (isAction) {
            element.ownedAs('ownedParameter').forEach(parameter => parameterMapper.declare!(parameter, declaration, mapping));
            declareContext(element, declaration, owner, mapping);
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element);
        if (declaration !== undefined && mapping.contexts.has(declaration)) {
            element.ownedAs('ownedParameter').forEach(parameter => parameterMapper.complete!(parameter, mapping));
        }
    },
    relate(element, mapping) {
        const body = mapping.declarationOf(element);
        if (body === undefined) {
            const parts = withoutComments([element]).filter(part => hasEntry(part));
            parts.forEach(part => mapping.unmapped(part, 'the interaction has no messages'));
            return;
        }
        const reason = mapping.contexts.has(body) ? writeScenario(element, body, mapping) : 'it is of no block, or not between its parts';
        if (reason === undefined) {
            mapping.approximated(element, 'written as an action with a step for each message');
            accountForRest(element, mapping);
            return;
        }
        body.keyword = 'occurrence def';
        leaveContext(body, mapping);
        const lifelines = new Map(element.ownedAs('lifeline').map(line => [line, lifeline(line, body, mapping)]));
        new Sequence(element, body, lifelines, mapping).write();
        mapping.approximated(element, `written as an occurrence with its lifelines and messages in order: ${reason}`);
        accountForRest(element, mapping);
    }
};

/** Removes the context parameter, because an occurrence has no performer. */
function leaveContext(body: Declaration, mapping: Mapping): void {
    const context = mapping.contexts.get(body);
    if (context !== undefined) {
        body.remove(context);
        mapping.contexts.delete(body);
    }
}

function lifeline(element: UmlElement, body: Declaration, mapping: Mapping): Declaration {
    const represented = element.ref('represents');
    const type = mapping.declarationOf(represented?.ref('type'));
    const wanted = element.name || represented?.name || lowerFirst(type?.name ?? '') || 'lifeline';
    const isPart = type?.keyword === 'part def';
    const declaration = mapping.declare(element, body, isPart ? 'part' : 'occurrence', 'property', wanted);
    declaration.append('prefixes', 'ref');
    if (isPart || type?.keyword === 'occurrence def') {
        declaration.append('types', [new Name(type)]);
        declaration.generals.add(type);
    }
    if (represented === undefined) {
        mapping.approximated(element, 'it represents nothing: an occurrence without a type');
    } else if (declaration.types.length === 0) {
        mapping.approximated(element, 'the type of what it represents is not written as a definition of parts');
    } else {
        mapping.mapped(element);
    }
    return declaration;
}

/**
 * Writes the fragments in their order, all directly in the body of the interaction, because nested members could not reference the
 * lifelines.
 */
class Sequence {
    private readonly written = new Set<UmlElement>();

    constructor(
        private readonly interaction: UmlElement,
        private readonly body: Declaration,
        private readonly lifelines: ReadonlyMap<UmlElement, Declaration>,
        private readonly mapping: Mapping
    ) {}

    write(): void {
        this.fragments(this.interaction, undefined);
        for (const message of this.interaction.ownedAs('message').filter(m => !this.written.has(m))) {
            this.message(message, message.order);
        }
    }

    /**
     * Writes the fragments of the interaction or of an operand.
     * @returns the steps written for them
     */
    private fragments(owner: UmlElement, before: Declaration | undefined): Declaration[] {
        const steps: Declaration[] = [];
        let last = before;
        for (const fragment of owner.ownedAs('fragment')) {
            if (COMBINED.has(fragment.metaclass)) {
                steps.push(...this.combined(fragment, last));
                last = undefined; // the next fragment follows some of the operands, and the model does not say which
                continue;
            }
            const step = this.step(fragment);
            if (step === undefined) {
                continue;
            }
            if (last !== undefined) {
                this.body.addLine(['first ', new Name(last), ' then ', new Name(step), ';'], 'edge', fragment.order);
            }
            steps.push(step);
            last = step;
        }
        return steps;
    }

    private step(fragment: UmlElement): Declaration | undefined {
        switch (fragment.metaclass) {
            case 'OccurrenceSpecification':
            case 'MessageOccurrenceSpecification': {
                const message = messageAt(fragment, this.interaction);
                if (message === undefined && fragment.metaclass === 'OccurrenceSpecification') {
                    return undefined;
                }
                this.mapping.mapped(fragment, 'carried by its message');
                return message === undefined || this.written.has(message) ? undefined : this.message(message, fragment.order);
            }
            case 'InteractionUse':
                return this.use(fragment);
            case 'StateInvariant':
                this.mapping.unmapped(fragment, 'state invariants are not translated');
                return undefined;
            default:
                return undefined;
        }
    }

    private message(message: UmlElement, order: number): Declaration | undefined {
        this.written.add(message);
        const from = this.endOf(message, 'sendEvent');
        const to = this.endOf(message, 'receiveEvent');
        const signature = message.ref('signature');
        const known = [from, to].filter(end => end !== undefined);
        if (known.length === 0) {
            this.mapping.unmapped(message, 'neither of its ends is on a lifeline');
            return undefined;
        }
        const name = message.name || signature?.name || 'message';
        const keyword = known.length === 2 ? 'message' : 'occurrence';
        const declaration = this.mapping.declare(message, this.body, keyword, 'node', { name, order });
        const payload = this.mapping.declarationOf(signature);
        const isSignal = payload?.keyword === 'item def' && declaration.keyword === 'message';
        if (known.length === 2) {
            const of = isSignal ? ['of ', new Name(payload), ' '] : [];
            declaration.tail = [...of, 'from ', new Name(from!), ' to ', new Name(to!)];
            declaration.edgeKeyword = 'message';
        }
        this.mapping.approximated(message, this.noteOn(message, known.length, signature, isSignal));
        return declaration;
    }

    private noteOn(message: UmlElement, ends: number, signature: UmlElement | undefined, isSignal: boolean): string {
        if (ends < 2) {
            return 'lost, found, or through a gate: one end is not on a lifeline';
        }
        if (signature !== undefined && !isSignal) {
            return `the ${signature.metaclass} '${signature.name}' that it calls is its name alone`;
        }
        const sort = message.value('messageSort') ?? 'synchCall';
        return `its sort ${sort} has no form: it is written as a message`;
    }

    /** Returns the lifeline of an end of a message. */
    private endOf(message: UmlElement, role: string): Declaration | undefined {
        const event = message.ref(role);
        const covered =
            event?.ref('covered') ?? [...this.lifelines.keys()].find(l => event !== undefined && l.refs('coveredBy').includes(event));
        return covered === undefined ? undefined : this.lifelines.get(covered);
    }

    /** Writes a comment about the messages of each operand, with its operator and guard. */
    private combined(fragment: UmlElement, before: Declaration | undefined): Declaration[] {
        const messages = fragment.refs('message').map(({ name }) => ` ${name}`); // of `consider` and `ignore`
        const operator = `${fragment.value('interactionOperator') ?? 'seq'}${messages.join(',')}`;
        const all: Declaration[] = [];
        fragment.ownedAs('operand').forEach((operand, i) => {
            const steps = this.fragments(operand, before);
            const guard = operand.ownedAs('guard')[0];
            const condition = guardText(guard);
            const text = `${operator}, operand ${i + 1}${condition === '' ? '' : ` if ${condition}`}`;
            this.body.addComment({ kind: 'comment', text, about: steps.map(step => new Name(step)) }, 'node', operand.order);
            if (guard !== undefined) {
                this.mapping.approximated(guard, 'kept in the comment on its operand');
            }
            this.mapping.approximated(operand, 'a comment about its messages');
            all.push(...steps);
        });
        this.mapping.approximated(fragment, `the operator ${operator} is a comment: its messages are in the order of its operands`);
        return all;
    }

    private use(fragment: UmlElement): Declaration {
        const target = this.mapping.declarationOf(fragment.ref('refersTo'));
        const declaration = this.mapping.declare(
            fragment,
            this.body,
            'occurrence',
            'node',
            fragment.name || lowerFirst(target?.name ?? 'use')
        );
        if (target?.keyword === 'occurrence def') {
            declaration.append('types', [new Name(target)]);
            declaration.generals.add(target);
            this.mapping.mapped(fragment);
        } else {
            this.mapping.approximated(fragment, 'the interaction that it uses is not written');
        }
        return declaration;
    }
}

function guardText(guard: UmlElement | undefined): string {
    const [value] = guard?.ownedAs('specification') ?? [];
    return value?.values('body').join(' ') ?? value?.value('value') ?? '';
}

/**
 * Accounts for occurrence and execution specifications. They state ends of messages and durations; the written messages express their
 * order.
 */
function accountForRest(interaction: UmlElement, mapping: Mapping): void {
    for (const part of everyElement(interaction.owned)) {
        if (part.metaclass === 'Property' && lifelinesOf(interaction).some(line => line.refs('represents').includes(part))) {
            mapping.mapped(part, 'written as its lifeline');
        }
        if (mapping.accounts.verdictOf(part) === undefined && SPECIFICATIONS.test(part.metaclass) && part.id !== '') {
            if (part.metaclass === 'MessageOccurrenceSpecification') {
                mapping.mapped(part, 'carried by its message');
            } else if (isWithout(part.metaclass)) {
                mapping.approximated(part, `${withArticle(part.metaclass)} is not written: the order of the messages says when it is`);
            }
        }
    }
}

const lifelinesOf = (interaction: UmlElement): UmlElement[] => interaction.ownedAs('lifeline');

const isWithout = (metaclass: string): boolean => /(Occurrence|Execution|Event)\w*Specification$|^GeneralOrdering$|^Gate$/.test(metaclass);

/** The lifelines of the interactions that a collaboration owns. */
const lifelinesBeside = (collaboration: UmlElement): UmlElement[] => collaboration.ownedAs('ownedBehavior').flatMap(lifelinesOf);

/** Maps a property of a collaboration: the lifeline that represents it is written instead. */
const represented: Mapper = {
    complete: (element, mapping) => mapping.mapped(element, 'written as its lifeline')
};

/** Maps a collaboration: it is not written itself, but its interactions are written in its place. */
const collaboration: Mapper = {
    relate(element, mapping) {
        if (element.ownedAs('ownedBehavior').some(behaviour => mapping.declarationOf(behaviour) !== undefined)) {
            mapping.approximated(element, 'its interactions are written in its place');
        }
    }
};

export const interactionRows: readonly MapperRow[] = [
    { metaclasses: ['Collaboration'], mapper: collaboration },
    {
        metaclasses: ['Property'],
        applies: element =>
            element.owner?.metaclass === 'Collaboration' && lifelinesBeside(element.owner).some(line => line.ref('represents') === element),
        mapper: represented
    },
    { metaclasses: ['Interaction'], mapper: interaction }
];
