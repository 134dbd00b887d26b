/**
 * The parameters of the events of a behaviour, so that a client can ask the user for them: those of the accepted types, with their types
 * and a unit for each quantity. Reads the model, not the run.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { memberElement, resolve, resolveIn } from '../../language/semantics/names.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { supertypesOf, typesOf } from '../../language/semantics/specialization.js';
import { isFeature, ownedMembersOf } from '../../language/semantics/structure.js';
import { visitAll } from '../../language/syntax/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import { layoutOf } from '../../runtime/evaluation/index.js';
import { shownName } from '../elements.js';

export interface EventParameter {
    readonly name: string;
    /** as the model names it; empty for none */
    readonly type: string;
    /** short name of a library unit; empty if the values are no quantities */
    readonly unit: string;
}

/** The form that a user fills in to send an event. */
export interface EventForm {
    readonly name: string;
    /** the name with which an event with parameters names its type: `DroneSignals::Goto` */
    readonly type: string;
    readonly parameters: readonly EventParameter[];
}

/** The forms of the events to which a behaviour reacts, by their names. */
export function eventForms(model: Model, behaviour: AstNode, events: readonly string[]): EventForm[] {
    const accepted = acceptedIn(behaviour);
    return events.map(name => {
        const type = accepted.get(name) ?? memberElement(resolveIn(behaviour, name));
        const id = type === undefined || isFeature(type) ? undefined : qualifiedNameOf(type);
        return { name, type: id ?? name, parameters: id === undefined ? [] : parametersOf(model, type!) };
    });
}

/** The types that a behaviour and its content accept, by their simple names. */
function acceptedIn(behaviour: AstNode): ReadonlyMap<string, AstNode> {
    const found = new Map<string, AstNode>();
    visitAll(behaviour, node => {
        for (const relation of node.$type === 'AcceptActionUsage' ? (node.payload?.relationships ?? []) : []) {
            const type = resolve(relation);
            if (type !== undefined && !isFeature(type)) {
                found.set(shownName(type), type);
            }
        }
    });
    return found;
}

/** The parameters of an event of a type: the features of the model without a value. */
function parametersOf(model: Model, type: AstNode): EventParameter[] {
    return layoutOf(type)
        .slots.filter(({ isModelled, names, chain }) => isModelled && names.length > 0 && chain.every(f => f.value === undefined))
        .map(({ names: [name], feature }) => {
            const [of] = typesOf(feature);
            return { name, type: of === undefined ? '' : shownName(of), unit: of === undefined ? '' : unitFor(model, of) };
        });
}

/** A unit of the library's SI package for the values of a type. */
function unitFor(model: Model, type: AstNode): string {
    const reference = [type, ...supertypesOf(type)].flatMap(t => ownedMembersOf(t)).find(m => shownName(m) === 'mRef');
    const [unitType] = reference === undefined ? [] : typesOf(reference);
    const si = model.libraryElement('SI');
    const unit =
        unitType === undefined || si === undefined
            ? undefined
            : ownedMembersOf(si).find(m => isFeature(m) && m.shortName !== undefined && typesOf(m).includes(unitType));
    return unit?.shortName ?? '';
}
