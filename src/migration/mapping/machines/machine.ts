/** Maps state machines (contract: migration 7.4) to a state definition with its states, and an exhibited state in the block. */
import { type Declaration, InlineBody, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import { clockNames } from '../simulation.js';
import type { Scope } from '../expressions/scope.js';
import type { Mapper, MapperRow } from '../mapper.js';
import type { Mapping } from '../mapping.js';
import { classifierGroup } from '../classifiers.js';
import { lowerFirst } from '../properties.js';
import { actionText } from './behaviours.js';
import { writeDeferral } from './deferral.js';
import { initialText, writeTransition } from './transitions.js';
import { eventRows } from './triggers.js';
import { declareRegions, regionsOf } from './vertices.js';

const machine: Mapper = {
    isWhole: true,
    declare(element, owner, mapping) {
        const declaration = mapping.declare(element, owner, 'state def', classifierGroup(owner), element.name || 'states');
        declaration.isNameMadeUp = element.name === '';
        declareRegions(element, declaration, mapping);
        return declaration;
    },
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        mapping.mapped(element);
        if (element.metaclass === 'ProtocolStateMachine') {
            mapping.approximated(element, 'a protocol state machine is written as one that runs');
        }
        const scope: Scope = { bodies: [declaration, ...declaration.owners()], clocks: clockNames(mapping.model) };
        const parts = [...everyElement(element.owned)];
        writeBody(element, declaration, scope, mapping);
        parts.filter(part => part.metaclass === 'State').forEach(state => writeState(state, scope, mapping));
        parts.filter(part => TRANSITIONS.has(part.metaclass)).forEach(transition => writeTransition(transition, scope, mapping));
        exhibit(element, declaration, mapping);
    }
};

const TRANSITIONS = new Set(['Transition', 'ProtocolTransition']);

function writeState(state: UmlElement, scope: Scope, mapping: Mapping): void {
    const declaration = mapping.declarationOf(state);
    if (declaration === undefined) {
        return;
    }
    const submachine = state.ref('submachine');
    const type = mapping.text(submachine);
    if (type !== undefined) {
        declaration.append('types', type);
        declaration.generals.add(mapping.declarationOf(submachine)!);
    } else if (submachine !== undefined || state.dangling('submachine').length > 0) {
        mapping.approximated(state, 'its submachine is not written');
    }
    state.ownedAs('stateInvariant').forEach(invariant => mapping.unmapped(invariant, 'the invariant of a state has no form'));
    writeDeferral(state, declaration, mapping);
    writeBody(state, declaration, { ...scope, bodies: [declaration, ...scope.bodies] }, mapping);
}

/** Writes the behaviours of a state or machine, and the initial transitions of its regions. */
function writeBody(owner: UmlElement, declaration: Declaration, scope: Scope, mapping: Mapping): void {
    const regions = regionsOf(owner).filter(region => mapping.accounts.verdictOf(region) !== 'skipped');
    const own = regions.length === 1 ? initialText(regions[0], declaration, scope, mapping) : undefined;
    const entry = actionOf(owner, 'entry', declaration, scope, mapping);
    writeEntry(owner, declaration, entry, own, mapping);
    for (const [role, word] of [
        ['doActivity', 'do'],
        ['exit', 'exit']
    ] as const) {
        const action = actionOf(owner, role, declaration, scope, mapping);
        if (action !== undefined) {
            declaration.addLine([`${word} `, ...terminated(action)], 'parameter', owner.order);
        }
    }
    if (regions.length > 1) {
        for (const region of regions) {
            const body = mapping.declarationOf(region)!;
            writeEntry(region, body, undefined, initialText(region, body, scope, mapping), mapping);
        }
    }
}

function actionOf(owner: UmlElement, role: string, place: Declaration, scope: Scope, mapping: Mapping): Text | undefined {
    const behaviour = owner.ownedAs(role)[0] ?? owner.ref(role);
    return behaviour === undefined ? undefined : actionText(behaviour, place, scope, mapping);
}

/** Appends a semicolon to an action without a body. */
function terminated(action: Text): Text {
    const last = action.at(-1);
    const hasBody = last instanceof InlineBody || (typeof last === 'string' && last.endsWith('}'));
    return hasBody ? action : [...action, ';'];
}

/** Writes `entry action { … } then s;`, with the initial transition after the entry action. */
function writeEntry(
    owner: UmlElement,
    body: Declaration,
    entry: Text | undefined,
    initial: { readonly then: Text; readonly effect: Text | undefined } | undefined,
    mapping: Mapping
): void {
    if (entry === undefined && initial === undefined) {
        return;
    }
    const effect = initial?.effect;
    if (entry !== undefined && effect !== undefined) {
        mapping.approximated(owner, 'the effect of the initial transition is not written beside the entry behaviour');
    }
    const action = entry ?? effect;
    const head: Text = ['entry', ...(action === undefined ? [';'] : [' ', ...terminated(action)])];
    const then = initial?.then ?? [];
    body.addLine([...head, ...(then.length === 0 ? [] : [' ', ...then])], 'parameter', -1);
}

/** Exhibits a state machine in the block that has it as its classifier behaviour. */
function exhibit(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const owner = mapping.declarationOf(element.owner);
    if (owner === undefined || !owner.isDefinition || element.owner!.ref('classifierBehavior') !== element) {
        return;
    }
    const name = owner.freeName(lowerFirst(declaration.name));
    const usage = owner.declare('exhibit state', name, 'behaviour', element.order);
    usage.append('types', mapping.text(element)!);
    usage.generals.add(declaration);
}

export const machineRows: readonly MapperRow[] = [{ metaclasses: ['StateMachine', 'ProtocolStateMachine'], mapper: machine }, ...eventRows];
