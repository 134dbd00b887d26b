/**
 * What the events of a behaviour carry, so that a client can ask for it: the parameters of the accepted types, with their types and a unit
 * in which a quantity may be written. Reads the model, no run.
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
    /** short name of a unit of the library; empty where the values are no quantities */
    readonly unit: string;
}

/** What a person fills in to have an event come. */
export interface EventForm {
    readonly name: string;
    /** how an event with parameters names its type: `DroneSignals::Goto` */
    readonly type: string;
    readonly parameters: readonly EventParameter[];
}

/** The forms of events that a behaviour reacts to, by their names. */
export function eventForms(model: Model, behaviour: AstNode, events: readonly string[]): EventForm[] {
    const accepted = acceptedIn(behaviour);
    return events.map(name => {
        const type = accepted.get(name) ?? memberElement(resolveIn(behaviour, name));
        const id = type === undefined || isFeature(type) ? undefined : qualifiedNameOf(type);
        return { name, type: id ?? name, parameters: id === undefined ? [] : parametersOf(model, type!) };
    });
}

/** The types that a behaviour and what stands in it accept, by their simple names. */
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

/** What has to be said of an event of a type: the features of the model that it leaves open. */
function parametersOf(model: Model, type: AstNode): EventParameter[] {
    return layoutOf(type)
        .slots.filter(({ isModelled, names, chain }) => isModelled && names.length > 0 && chain.every(f => f.value === undefined))
        .map(({ names: [name], feature }) => {
            const [of] = typesOf(feature);
            return { name, type: of === undefined ? '' : shownName(of), unit: of === undefined ? '' : unitFor(model, of) };
        });
}

/** A unit of the library's SI package in which values of a type may be written. */
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
