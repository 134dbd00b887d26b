/**
 * Maps interactions of blocks to executable actions: one step for each message, in the order of the occurrences (contract: migration 7.6).
 * The object that owns the interaction is the parameter `context`, or the subject of a test case; lifelines are feature paths from it.
 */
import { type Declaration, InlineBody, LibraryName, MemberName, Name, type Text } from '../notation/declaration.js';
import { everyElement, type UmlElement } from '../uml-model.js';
import { waitOf } from './activities/conditions.js';
import { blockOf, withGenerals } from './activities/forms.js';
import { bindContext, ofSelf, selfText } from './activities/scopes.js';
import { pathOfFeatures } from './connectors.js';
import { specificationOf } from './constraints.js';
import type { ValueText } from './expressions/scope.js';
import { expressionIn } from './expressions/languages.js';
import { messageAt } from './message-occurrences.js';
import { clockNames } from './simulation.js';
import type { Mapping } from './mapping.js';
import { lowerFirst } from './properties.js';
import { attributesOf } from './receptions.js';
import { conditionText, valueText } from './values.js';

/** Metaclasses of fragments with operands. */
export const COMBINED: ReadonlySet<string> = new Set(['CombinedFragment', 'ConsiderIgnoreFragment']);
const OPERATORS = new Set(['seq', 'strict', 'alt', 'opt', 'loop', 'par']);
const SORTS = new Set(['synchCall', 'asynchCall', 'asynchSignal', 'reply', 'createMessage', 'deleteMessage']);

/**
 * Whether an interaction can be written as an action: it belongs to a block, and its lifelines are features or parameters with unambiguous
 * paths.
 */
export function isScenario(interaction: UmlElement): boolean {
    const block = blockOf(interaction);
    const messages = interaction.ownedAs('message');
    return (
        block !== undefined &&
        block.metaclass === 'Class' &&
        hasSteps(interaction) &&
        messages.every(message => SORTS.has(sortOf(message))) &&
        interaction.ownedAs('lifeline').every(line => isKnown(line, interaction, block)) &&
        [...everyElement(interaction.owned)].every(part => !COMBINED.has(part.metaclass) || isKnownFragment(part))
    );
}

/** Whether an interaction has messages, or is a sequence of other interactions. */
export function hasSteps(interaction: UmlElement): boolean {
    return interaction.ownedAs('message').length > 0 || interaction.ownedAs('fragment').some(part => part.metaclass === 'InteractionUse');
}

const sortOf = (message: UmlElement): string => message.value('messageSort') ?? 'synchCall';
const operatorOf = (fragment: UmlElement): string => fragment.value('interactionOperator') ?? 'seq';
const isKnownFragment = (fragment: UmlElement): boolean => fragment.metaclass === 'CombinedFragment' && OPERATORS.has(operatorOf(fragment));

/**
 * Whether a lifeline represents a single object with a known path: the object that owns the interaction, a feature of it or of one of its
 * parts, or a parameter.
 */
function isKnown(line: UmlElement, interaction: UmlElement, block: UmlElement): boolean {
    const represented = line.ref('represents');
    if (represented === undefined || line.ownedAs('selector').length > 0) {
        return false;
    }
    if (represented.owner === interaction) {
        return represented.metaclass === 'Parameter' || ownersIn(interaction, block).length === 1;
    }
    const own = withGenerals(block).flatMap(c => c.ownedAs('ownedAttribute', 'ownedPort'));
    return own.includes(represented) || own.filter(a => withGenerals(a.ref('type')).includes(represented.owner!)).length === 1;
}

/**
 * Returns the properties of an interaction that its lifelines represent, if the owning block conforms to the type of each of them: a single
 * such property represents the owning object, as some tools declare it.
 */
function ownersIn(interaction: UmlElement, block: UmlElement): readonly UmlElement[] {
    const own = interaction.ownedAs('lifeline').flatMap(line => line.ref('represents') ?? []);
    const properties = own.filter(({ owner, metaclass }) => owner === interaction && metaclass === 'Property');
    const isOwner = (property: UmlElement): boolean => withGenerals(block).includes(property.ref('type')!);
    return properties.every(isOwner) ? properties : [];
}

/** A step in the body of an action. */
type Step = Declaration;

/** Writes the steps of an interaction. @returns the reason if it cannot be written as an action */
export function writeScenario(interaction: UmlElement, body: Declaration, mapping: Mapping): string | undefined {
    const scenario = new Scenario(interaction, body, mapping);
    const reason = scenario.reasonAgainst();
    if (reason === undefined) {
        scenario.write();
    }
    return reason;
}

class Scenario {
    private readonly paths = new Map<UmlElement, readonly Declaration[]>();
    private readonly written = new Set<UmlElement>();
    /** the join that belongs to each fork */
    private readonly joins = new Map<Step, Step>();
    private readonly calls: {
        readonly message: UmlElement;
        readonly step: Step;
        readonly operation: UmlElement;
    }[] = [];

    constructor(
        private readonly interaction: UmlElement,
        private readonly body: Declaration,
        private readonly mapping: Mapping
    ) {}

    /** The declaration of the block that owns the interaction. */
    private get host(): Declaration {
        return this.mapping.declarationOf(blockOf(this.interaction))!;
    }

    /** Returns the reason why the interaction cannot be written, for example a guard without translation or a lifeline without a path. */
    reasonAgainst(): string | undefined {
        const { mapping, interaction, host } = this;
        for (const line of interaction.ownedAs('lifeline')) {
            const represented = line.ref('represents')!;
            if (represented.owner === interaction && represented.metaclass === 'Property') {
                this.paths.set(line, []); // the owning object
                continue;
            }
            const parameter = represented.metaclass === 'Parameter' ? mapping.declarationOf(represented) : undefined;
            const path = parameter === undefined ? pathOfFeatures([represented], host, mapping) : { path: [parameter] };
            if ('reason' in path) {
                return `of the lifeline '${line.name}', ${path.reason}`;
            }
            this.paths.set(line, path.path);
        }
        for (const operand of [...everyElement(interaction.owned)].filter(e => e.metaclass === 'InteractionOperand')) {
            const operator = operatorOf(operand.owner!);
            const guard = this.guardOf(operand);
            if (guard !== undefined && 'reason' in guard) {
                return `the guard of an operand is not translated: ${guard.reason}`;
            }
            if (operator === 'loop' && guard === undefined && countOf(operand) === undefined) {
                return 'a loop has neither a guard nor a count';
            }
        }
        return undefined;
    }

    write(): void {
        const { mapping, interaction } = this;
        for (const line of interaction.ownedAs('lifeline')) {
            const path = this.paths.get(line)!;
            if (path.length > 0) {
                mapping.mapped(line, `the path '${path.map(({ name }) => name).join('.')}'`);
                continue;
            }
            mapping.mapped(line, 'the object that owns the interaction');
            mapping.mapped(line.ref('represents')!, 'written as its lifeline');
        }
        this.steps(interaction, this.body);
        const rest = interaction.ownedAs('message').filter(message => !this.written.has(message));
        rest.forEach(message => mapping.unmapped(message, 'it has no occurrence on a lifeline'));
    }

    /** Writes the fragments of an owner as sequential steps of a body. */
    private steps(owner: UmlElement, body: Declaration): void {
        let last: Step | 'start' = 'start';
        for (const fragment of owner.ownedAs('fragment')) {
            const waited = this.waitBefore(fragment, body);
            for (const step of [...(waited === undefined ? [] : [waited]), ...this.fragment(fragment, body)]) {
                body.addLine(
                    ['first ', last === 'start' ? 'start' : new Name(last), ' then ', new Name(step), ';'],
                    'edge',
                    fragment.order
                );
                last = this.joins.get(step) ?? step;
            }
        }
    }

    private fragment(fragment: UmlElement, body: Declaration): Step[] {
        switch (fragment.metaclass) {
            case 'OccurrenceSpecification':
            case 'MessageOccurrenceSpecification': {
                const message = messageAt(fragment, this.interaction);
                if (message === undefined && fragment.metaclass === 'OccurrenceSpecification') {
                    return [];
                }
                this.mapping.mapped(fragment, 'carried by its message');
                const step = message === undefined || this.written.has(message) ? undefined : this.message(message, fragment.order, body);
                return step === undefined ? [] : [step];
            }
            case 'CombinedFragment':
                return this.combined(fragment, body);
            case 'InteractionUse':
                return [this.use(fragment, body)];
            case 'StateInvariant':
                this.invariant(fragment, body);
                return [];
            default:
                return [];
        }
    }

    // --- Messages -----------------------------------------------------------------------------------------------------------

    private message(message: UmlElement, order: number, body: Declaration): Step | undefined {
        this.written.add(message);
        const signature = message.ref('signature');
        const receiver = this.pathOf(message, 'receiveEvent');
        if (receiver === undefined) {
            this.mapping.unmapped(message, 'its receiver is on no lifeline');
            return undefined;
        }
        switch (sortOf(message)) {
            case 'createMessage':
            case 'deleteMessage':
                this.mapping.unmapped(message, 'objects are neither made nor ended by a message');
                return undefined;
            case 'reply':
                return this.reply(message, order, body);
            default:
                if (signature?.metaclass === 'Signal') {
                    return this.send(message, { signature, receiver, order }, body);
                }
                if (signature?.metaclass === 'Operation') {
                    return this.call(message, { signature, receiver, order }, body);
                }
                this.mapping.unmapped(message, 'it names no signal and no operation');
                return undefined;
        }
    }

    private send(message: UmlElement, { signature, receiver, order }: Sent, body: Declaration): Step | undefined {
        const signal = this.mapping.declarationOf(signature);
        if (signal === undefined || !signal.isDefinition) {
            this.mapping.unmapped(message, 'its signal is not written');
            return undefined;
        }
        const step = this.declare(message, 'action', signature.name, order, body);
        const values = this.argumentsOf(message, attributesOf(signal), body).map(([{ name }, text]): Text => [`${name} = `, ...text]);
        const list = values.flatMap((value, i): Text => (i === 0 ? value : [', ', ...value]));
        step.tail = ['send new ', new Name(signal), '(', ...list, ') to ', ...ofSelf(body, receiver, this.mapping)];
        this.mapping.mapped(message);
        return step;
    }

    private call(message: UmlElement, { signature, receiver, order }: Sent, body: Declaration): Step | undefined {
        const definition = this.mapping.declarationOf(signature);
        const usage = this.mapping.operationUsages.get(signature) ?? (definition?.isDefinition === false ? definition : undefined);
        if (definition === undefined || usage === undefined) {
            this.mapping.unmapped(message, 'its operation is not written');
            return undefined;
        }
        const step = this.declare(message, 'perform action', signature.name, order, body);
        if (definition.isDefinition) {
            step.append('types', [new Name(definition)]);
        }
        step.append('references', ofSelf(body, [...receiver, usage], this.mapping));
        step.generals.add(definition);
        const inputs = definition.declarations().filter(d => d.source?.metaclass === 'Parameter' && d.prefixes.includes('in'));
        for (const [parameter, text] of this.argumentsOf(message, inputs, body)) {
            const given = step.declare('', '', 'parameter', parameter.source!.order);
            given.append('prefixes', 'in');
            given.append('redefines', [new MemberName(parameter)]);
            given.value = ['= ', ...text];
        }
        this.calls.push({ message, step, operation: signature });
        this.mapping.mapped(message);
        return step;
    }

    /** Writes `assign x := call.result` if the reply names the attribute that receives the result. */
    private reply(message: UmlElement, order: number, body: Declaration): Step | undefined {
        const call = [...this.calls].reverse().find(({ operation }) => operation === message.ref('signature'));
        const wanted = /^\s*([A-Za-z_]\w*)\s*(=|$)/.exec(message.name)?.[1] ?? '';
        const taker = this.pathOf(message, 'receiveEvent');
        const types = taker?.length === 0 ? [this.host] : [...(taker?.at(-1)?.generalsOrNone ?? [])];
        const attribute = types.map(type => type.ownMember(wanted)).find(d => d?.kind === 'attribute');
        const results = call === undefined ? [] : resultsOf(call.operation, this.mapping);
        if (call === undefined || attribute === undefined || taker === undefined || results.length !== 1) {
            this.mapping.mapped(message, 'the call before it returns by itself');
            return undefined;
        }
        const step = this.declare(message, 'action', `take ${attribute.name}`, order, body);
        const result = new Name(call.step, results);
        step.addLine(['assign ', ...ofSelf(step, [...taker, attribute], this.mapping), ' := ', result, ';'], 'node', 0);
        this.mapping.mapped(message);
        return step;
    }

    private declare(element: UmlElement, keyword: string, name: string, order: number, body: Declaration): Step {
        const wanted = element.name || name || 'message';
        const step = body.declare(keyword, body.freeName(wanted), 'node', order, element);
        step.isNameMadeUp = step.name !== element.name;
        return this.mapping.recordDeclaration(step, element);
    }

    /** Returns the arguments of a message, each with the feature at the same position. */
    private argumentsOf(message: UmlElement, features: readonly Declaration[], body: Declaration): (readonly [Declaration, Text])[] {
        return message.ownedAs('argument').flatMap((argument, i): (readonly [Declaration, Text])[] => {
            const feature = features[i];
            const [piece] = feature?.types[0] ?? [];
            const result = valueText(argument, piece instanceof LibraryName ? piece.text : undefined, this.mapping, body);
            if (feature === undefined || 'reason' in result) {
                this.mapping.approximated(
                    message,
                    `an argument is not written: ${'reason' in result ? result.reason : 'nothing takes it'}`
                );
                return [];
            }
            return [[feature, result.text]];
        });
    }

    /** Returns the path of the lifeline at an end of a message. */
    private pathOf(message: UmlElement, role: string): readonly Declaration[] | undefined {
        const event = message.ref(role);
        const lines = this.interaction.ownedAs('lifeline');
        const line = event?.ref('covered') ?? lines.find(l => event !== undefined && l.refs('coveredBy').includes(event));
        return line === undefined ? undefined : this.paths.get(line);
    }

    // --- Fragments ----------------------------------------------------------------------------------------------------------

    private guardOf(operand: UmlElement): ValueText | undefined {
        const value = specificationOf(operand.ownedAs('guard')[0] ?? operand);
        const text = value?.values('body')[0] ?? value?.value('value') ?? '';
        if (value === undefined || /^\[?\s*(else)?\s*\]?$/i.test(text)) {
            return undefined;
        }
        return this.condition(value, this.body);
    }

    private condition(value: UmlElement, body: Declaration): ValueText {
        const context = this.mapping.contexts.get(this.body);
        const prefixes = new Map(context === undefined ? [] : [[this.host, [context]] as const]);
        const text = value.metaclass === 'OpaqueExpression' ? value.values('body')[0] : undefined;
        return text === undefined
            ? conditionText(value, body, this.mapping)
            : expressionIn(
                  value.values('language')[0] ?? '',
                  text.replace(/^\s*\[(.*)\]\s*$/s, '$1'),
                  { bodies: [body, ...body.owners()], prefixes, clocks: clockNames(this.mapping.model) },
                  this.mapping.options.library
              );
    }

    private combined(fragment: UmlElement, body: Declaration): Step[] {
        const { mapping } = this;
        const operands = fragment.ownedAs('operand');
        mapping.mapped(fragment);
        for (const operand of operands) {
            mapping.mapped(operand);
            operand.ownedAs('guard').forEach(guard => mapping.mapped(guard));
        }
        switch (operatorOf(fragment)) {
            case 'alt':
            case 'opt':
                return [this.choice(fragment, operands, body)];
            case 'loop':
                return operands.slice(0, 1).map(operand => this.loop(fragment, operand, body));
            case 'par':
                return this.parallel(fragment, operands, body);
            default:
                return operands.flatMap(operand => operand.ownedAs('fragment').flatMap(part => this.fragment(part, body)));
        }
    }

    private inside(operand: UmlElement, place: Declaration): InlineBody {
        const inner = this.mapping.inlineBody(place, operand);
        this.mapping.setPlace(operand, inner);
        this.steps(operand, inner);
        return new InlineBody(inner);
    }

    /** Writes `if a { … } else if b { … } else { … }`. */
    private choice(fragment: UmlElement, operands: readonly UmlElement[], body: Declaration): Step {
        const step = this.declare(fragment, 'action', operatorOf(fragment), fragment.order, body);
        step.tail = operands.flatMap((operand, i): Text => {
            const guard = this.guardOf(operand);
            const condition: Text = guard !== undefined && 'text' in guard ? guard.text : ['true'];
            const isElse = i > 0 && guard === undefined;
            return [i === 0 ? '' : ' else ', ...(isElse ? [] : ['if ', ...condition, ' ']), this.inside(operand, body)];
        });
        return step;
    }

    private loop(fragment: UmlElement, operand: UmlElement, body: Declaration): Step {
        const step = this.declare(fragment, 'action', 'repeat', fragment.order, body);
        const guard = this.guardOf(operand);
        const head: Text =
            guard !== undefined && 'text' in guard ? ['while ', ...guard.text, ' '] : [`for i in 1..${countOf(operand) ?? 1} `];
        step.tail = [...head, this.inside(operand, body)];
        return step;
    }

    /** Writes a fork, an action for each operand, and a join. */
    private parallel(fragment: UmlElement, operands: readonly UmlElement[], body: Declaration): Step[] {
        const [fork, join] = ['fork', 'join'].map((keyword, i) => {
            const node = body.declare(keyword, body.freeName(keyword, ''), 'node', fragment.order + i * 0.2);
            node.isNameMadeUp = true;
            return node;
        });
        for (const operand of operands) {
            const branch = this.declare(operand, 'action', 'branch', operand.order, body);
            this.steps(operand, branch);
            body.addLine(['first ', new Name(fork), ' then ', new Name(branch), ';'], 'edge', operand.order);
            body.addLine(['first ', new Name(branch), ' then ', new Name(join), ';'], 'edge', operand.order + 0.1);
        }
        this.mapping.recordDeclaration(fork, fragment);
        this.joins.set(fork, join);
        return [fork];
    }

    private use(fragment: UmlElement, body: Declaration): Step {
        const target = this.mapping.declarationOf(fragment.ref('refersTo'));
        const step = this.declare(fragment, 'action', lowerFirst(target?.name ?? 'use'), fragment.order, body);
        if (target?.keyword === 'action def') {
            step.append('types', [new Name(target)]);
            step.generals.add(target);
            bindContext(step, target, selfText(body, this.mapping), this.mapping);
            this.mapping.mapped(fragment);
        } else {
            this.mapping.approximated(fragment, 'the interaction that it uses is not written as an action');
        }
        return step;
    }

    private invariant(fragment: UmlElement, body: Declaration): void {
        const constraint = fragment.ownedAs('invariant')[0];
        const value = constraint === undefined ? undefined : specificationOf(constraint);
        const result = value === undefined ? { reason: 'it has no condition' } : this.condition(value, body);
        if ('reason' in result) {
            this.mapping.unmapped(fragment, `the invariant is not translated: ${result.reason}`);
            return;
        }
        const assertion = body.declare(
            'assert constraint',
            fragment.name === '' ? '' : body.freeName(fragment.name),
            'node',
            fragment.order
        );
        assertion.addLine(result.text, 'result', 0);
        this.mapping.mapped(fragment);
        if (constraint !== undefined) {
            this.mapping.mapped(constraint);
        }
    }

    /** Writes a duration constraint between two occurrences as a wait before the later one. */
    private waitBefore(fragment: UmlElement, body: Declaration): Step | undefined {
        const constraints = this.interaction.ownedAs('ownedRule').filter(rule => rule.metaclass === 'DurationConstraint');
        const constraint = constraints.find(rule => {
            const ends = rule.refs('constrainedElement');
            return ends.at(-1) === fragment || (ends.at(-1) !== undefined && ends.at(-1) === fragment.ref('message'));
        });
        const isNew = constraint !== undefined && this.mapping.accounts.verdictOf(constraint) === undefined;
        if (!isNew) {
            return undefined;
        }
        const wait = waitOf(constraint, body, this.mapping);
        if ('reason' in wait) {
            this.mapping.unmapped(constraint, wait.reason);
            return undefined;
        }
        const step = body.declare('action', body.freeName('wait'), 'node', fragment.order - 0.1, constraint);
        step.isNameMadeUp = true;
        step.tail = ['accept ', ...wait.text];
        this.mapping.approximated(constraint, 'a wait before the later of its messages');
        return step;
    }
}

interface Sent {
    readonly signature: UmlElement;
    readonly receiver: readonly Declaration[];
    readonly order: number;
}

/** Returns the number of iterations that the guard of a loop states; undefined without one. */
function countOf(operand: UmlElement): string | undefined {
    const [guard] = operand.ownedAs('guard');
    const bound = guard?.ownedAs('maxint')[0] ?? guard?.ownedAs('minint')[0];
    const text = bound?.value('value') ?? guard?.value('maxint') ?? guard?.value('minint') ?? '';
    return /^\d{1,9}$/.test(text) ? text : undefined;
}

const OUTPUTS = new Set(['return', 'out']);

function resultsOf(operation: UmlElement, mapping: Mapping): Declaration[] {
    return operation
        .ownedAs('ownedParameter')
        .filter(parameter => OUTPUTS.has(parameter.value('direction') ?? 'in'))
        .flatMap(parameter => mapping.declarationOf(parameter) ?? []);
}
