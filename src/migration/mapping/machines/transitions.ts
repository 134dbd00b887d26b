/** Maps transitions (contract: migration 7.4): one for each trigger, in the innermost body that contains both ends. */
import { type Declaration, Name, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Scope, ValueText } from '../expressions/scope.js';
import { expressionIn } from '../expressions/languages.js';
import type { Mapping } from '../mapping.js';
import { portsOf } from '../receptions.js';
import { actionText } from './behaviours.js';
import { type Accept, acceptOf, isTriggered, textOf, withPayload } from './triggers.js';
import { conditionText } from '../values.js';
import { isShown } from '../shown.js';
import { pathLabel } from '../connectors.js';
import { valueOfGuard } from '../constraints.js';
import { bodyOf, commonBody, endText, isFinal, isInitial } from './vertices.js';

/** Writes a transition and gives verdicts for it and its parts. */
export function writeTransition(transition: UmlElement, scope: Scope, mapping: Mapping): void {
    const [source, target] = [transition.ref('source'), transition.ref('target')];
    if (source === undefined || target === undefined) {
        mapping.unmapped(transition, 'an end of it is not part of the input');
        return;
    }
    if (isInitial(source)) {
        return; // written with the entry of its region
    }
    if (isFinal(source)) {
        mapping.unmapped(transition, 'nothing leaves a final state');
        return;
    }
    const body = commonBody(bodyOf(source, mapping), bodyOf(target, mapping));
    const [from, to] = [endText(source, body, mapping), endText(target, body, mapping)];
    if (from === undefined || to === undefined) {
        mapping.unmapped(transition, 'an end of it is not written');
        return;
    }
    if (transition.value('kind') === 'internal' && !isTriggered(transition)) {
        mapping.unmapped(transition, 'an internal transition without a trigger would leave and enter its state for ever');
        return;
    }
    const accepts = acceptsOf(transition, scope, mapping);
    if (accepts === undefined) {
        return;
    }
    noteKind(transition, source, mapping);
    mapping.mapped(transition);
    for (const accept of accepts) {
        write(transition, { body, from, to, accept }, scope, mapping);
    }
    if (transition.refs('trigger').length > 1) {
        const several = `written as ${accepts.length} transitions, one for each trigger`;
        mapping.approximated(transition, accepts.length > 1 ? several : 'one of its triggers alone is written');
    }
}

/**
 * Returns the triggers of a transition as accepts; a single `undefined` for a completion transition. @returns undefined if no trigger can
 * be written
 */
function acceptsOf(transition: UmlElement, scope: Scope, mapping: Mapping): (Accept | undefined)[] | undefined {
    const triggers = transition.refs('trigger');
    const accepts: Accept[] = [];
    for (const trigger of triggers) {
        const accept = acceptOf(trigger, scope, mapping);
        if ('reason' in accept) {
            mapping.unmapped(trigger, accept.reason);
            continue;
        }
        mapping.verdict(trigger, accept.isApproximate ? 'approximated' : 'mapped', accept.notes.join('; '));
        accepts.push(accept, ...atPorts(transition, trigger, accept, mapping));
    }
    if (isTriggered(transition) && accepts.length === 0) {
        mapping.unmapped(transition, 'none of its triggers is written, and without one it would fire at once');
        return undefined;
    }
    return triggers.length === 0 ? [undefined] : accepts;
}

/** Returns further accepts for a signal trigger without a port: one for each port of the block where its signal can arrive. */
function atPorts(transition: UmlElement, trigger: UmlElement, accept: Accept, mapping: Mapping): Accept[] {
    if ('reason' in accept || accept.payload === undefined || trigger.ref('port') !== undefined) {
        return [];
    }
    const machine = [...transition.owners()].find(({ metaclass }) => /StateMachine$/.test(metaclass));
    const ports = machine?.owner === undefined ? [] : portsOf(machine.owner, accept.payload.type, mapping);
    return ports.map(port => ({
        ...accept,
        text: isNamed => [...accept.text(isNamed), ' via ', new Name(port)],
        label: `${accept.label} via ${port.name}`
    }));
}

function noteKind(transition: UmlElement, source: UmlElement, mapping: Mapping): void {
    const kind = transition.value('kind');
    const isPlain = ['entry', 'exit', 'doActivity', 'region'].every(role => source.ownedAs(role).length === 0);
    if (kind === 'internal' && !isPlain) {
        mapping.approximated(transition, 'an internal transition is written as one that leaves and enters its state');
    }
    if (kind === 'local' && [...(transition.ref('target')?.owners() ?? [])].includes(source)) {
        mapping.approximated(transition, 'a local transition is written as an external one');
    }
}

interface Written {
    readonly body: Declaration;
    readonly from: Text;
    readonly to: Text;
    readonly accept: Accept | undefined;
}

function write(transition: UmlElement, { body, from, to, accept }: Written, scope: Scope, mapping: Mapping): void {
    const [effect] = transition.ownedAs('effect');
    const parameters = effect?.ownedAs('ownedParameter').filter(p => (p.value('direction') ?? 'in') === 'in') ?? [];
    const bound = isTypedBy(accept, parameters, mapping);
    const inside = withPayload(
        scope,
        accept,
        parameters.map(p => p.name)
    );
    const guard = guardText(transition, inside, mapping);
    const action = effect === undefined ? undefined : actionText(effect, body, inside, mapping);
    const name = transition.name === '' ? '' : body.freeName(transition.name);
    bound.forEach(parameter => bindPayload(parameter, accept, mapping));
    const isNamed = inside.used() || bound.length > 0;
    const declaration = body.declare('transition', name, 'edge', transition.order, transition);
    declaration.tail = [
        'first ',
        ...from,
        ...(accept === undefined || 'reason' in accept ? [] : [' accept ', ...accept.text(isNamed)]),
        ...(guard === undefined ? [] : [' if ', ...guard]),
        ...(action === undefined ? [] : [' do ', ...action]),
        ' then ',
        ...to
    ];
    declaration.edgeKeyword = 'transition';
    declaration.label = `${labelOf(transition.ref('source'), from)}${acceptLabel(accept)} then ${labelOf(transition.ref('target'), to)}`;
    if (mapping.declarationOf(transition) === undefined) {
        mapping.recordDeclaration(declaration, transition);
    }
}

/** Spells an end for the name of a transition, as a path of states. */
function labelOf(vertex: UmlElement | undefined, text: Text): string {
    const spelled = text
        .map(piece => (piece instanceof Name ? pathLabel([piece.target, ...piece.steps]) : typeof piece === 'string' ? piece : ''))
        .join('');
    return spelled || (vertex?.name ?? '');
}

function acceptLabel(accept: Accept | undefined): string {
    if (accept === undefined || 'reason' in accept) {
        return '';
    }
    return ` accept ${accept.label}`;
}

/** Returns the parameters of an effect that receive the accepted signal, because they are typed by it. */
function isTypedBy(accept: Accept | undefined, parameters: readonly UmlElement[], mapping: Mapping): UmlElement[] {
    const payload = accept === undefined || 'reason' in accept ? undefined : accept.payload;
    return payload === undefined ? [] : parameters.filter(p => mapping.declarationOf(p.ref('type')) === payload.type);
}

function bindPayload(parameter: UmlElement, accept: Accept | undefined, mapping: Mapping): void {
    const written = mapping.declarationOf(parameter);
    if (written !== undefined && accept !== undefined && !('reason' in accept) && accept.payload !== undefined) {
        written.value = ['= ', accept.payload.name];
    }
}

// --- Guards -----------------------------------------------------------------------------------------------------------------

function guardText(transition: UmlElement, scope: Scope, mapping: Mapping): Text | undefined {
    const guard = guardOf(transition);
    if (guard === undefined) {
        return undefined;
    }
    const text = conditionOf(guard);
    if (isElse(text)) {
        return otherwise(transition, guard, scope, mapping);
    }
    if (text === 'true' || text === '') {
        mapping.mapped(guard);
        return undefined;
    }
    const result = conditionIn(guard, scope, mapping);
    if ('reason' in result) {
        mapping.unmapped(guard, `the guard '${text ?? ''}' is not translated: ${result.reason}`);
        mapping.approximated(transition, 'written without its guard');
        return undefined;
    }
    mapping.mapped(guard);
    if (result.note !== undefined) {
        mapping.approximated(guard, result.note);
    }
    return result.text;
}

function guardOf(transition: UmlElement): UmlElement | undefined {
    return transition.ownedAs('guard')[0] ?? transition.ref('guard') ?? transition.ownedAs('ownedRule')[0];
}

function conditionOf(guard: UmlElement | undefined): string | undefined {
    return textOf(valueOfGuard(guard))?.trim();
}

const isElse = (text: string | undefined): boolean => text !== undefined && /^\[?\s*else\s*\]?$/i.test(text);

function conditionIn(guard: UmlElement, scope: Scope, mapping: Mapping): ValueText {
    const value = valueOfGuard(guard);
    const text = conditionOf(guard);
    if (value === undefined) {
        return { reason: 'it has no specification' };
    }
    const isText = value.metaclass === 'OpaqueExpression' || value.metaclass === 'LiteralString';
    return isText
        ? expressionIn(value.values('language')[0] ?? '', (text ?? '').replace(/^\[(.*)\]$/s, '$1'), scope, mapping.options.library)
        : conditionText(value, scope.bodies[0] ?? mapping.document, mapping);
}

/** Translates `else` to the negation of all guards of the sibling transitions. Omits the guard if one of these is not translated. */
function otherwise(transition: UmlElement, guard: UmlElement, scope: Scope, mapping: Mapping): Text | undefined {
    mapping.mapped(guard);
    const source = transition.ref('source');
    const beside = transition.owner?.ownedAs('transition').filter(t => t !== transition && t.ref('source') === source) ?? [];
    const guardsBeside = beside.flatMap(other => guardOf(other) ?? []).filter(other => !isElse(conditionOf(other)));
    const results = guardsBeside.map(other => conditionIn(other, scope, mapping));
    const guards = results.flatMap((result): Text[] => ('reason' in result ? [] : [result.text]));
    if (guards.length < results.length || guards.length === 0) {
        const reason =
            guards.length === 0 && results.length === 0 ? 'no transition beside it has a guard' : 'a guard beside it is not translated';
        mapping.approximated(transition, `its 'else' is not written: ${reason}`);
        return undefined;
    }
    return guards.flatMap((text, i): Text => [i === 0 ? 'not (' : ' and not (', ...text, ')']);
}

// --- Initial transitions ----------------------------------------------------------------------------------------------------

/**
 * Returns `then s` for the entry of a body, and the effect of the initial transition; undefined for a body without an initial transition.
 */
export function initialText(
    region: UmlElement,
    body: Declaration,
    scope: Scope,
    mapping: Mapping
): { readonly then: Text; readonly effect: Text | undefined } | undefined {
    const [transition, ...others] = region.ownedAs('transition').filter(t => {
        const source = t.ref('source');
        return source !== undefined && isInitial(source);
    });
    others.forEach(other => mapping.unmapped(other, 'another initial transition enters the region'));
    const target = transition?.ref('target');
    const to = target === undefined ? undefined : endText(target, body, mapping);
    if (transition === undefined || to === undefined) {
        if (transition !== undefined) {
            mapping.unmapped(transition, 'its target is not written');
        }
        return undefined;
    }
    mapping.mapped(transition);
    for (const part of [...transition.refs('trigger'), ...transition.ownedAs('guard')]) {
        mapping.unmapped(part, 'an initial transition has no trigger and no guard');
        mapping.approximated(transition, 'written without its trigger or guard');
    }
    const [effect] = transition.ownedAs('effect');
    return {
        then: isShown(transition, mapping.model) ? writeStart(transition, to, body, mapping) : ['then ', ...to, ';'],
        effect: effect === undefined ? undefined : actionText(effect, body, scope, mapping)
    };
}

/**
 * Writes an initial transition that a diagram shows as a separate transition from the start of its body (contract: migration 7.4). Returns
 * no text for the entry.
 */
function writeStart(transition: UmlElement, to: Text, body: Declaration, mapping: Mapping): Text {
    const label = `start then ${labelOf(undefined, to)}`;
    const declaration = body.declare('transition', body.freeName(transition.name || label), 'edge', transition.order, transition);
    declaration.isNameMadeUp = transition.name === '';
    declaration.tail = ['first start then ', ...to];
    declaration.edgeKeyword = 'transition';
    mapping.recordDeclaration(declaration, transition);
    return [];
}
