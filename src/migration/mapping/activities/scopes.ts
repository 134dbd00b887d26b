/**
 * Determines where names in texts of an activity are resolved (contract: migration 8.1): the pins, the part that the partition represents,
 * the activity and its block.
 */
import { type Declaration, Name, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Scope } from '../expressions/scope.js';
import type { Mapping } from '../mapping.js';
import { clockNames } from '../simulation.js';
import { partOf } from './forms.js';

/** @param from the action, or the body that contains a guard */
export function scopeOf(node: UmlElement, from: Declaration, mapping: Mapping): Scope {
    const prefixes = new Map<Declaration, readonly Declaration[]>();
    const bodies: Declaration[] = [from];
    const part = mapping.declarationOf(partOf(node));
    for (const owner of from.owners()) {
        const context = mapping.contexts.get(owner);
        if (context?.owner !== undefined && owner.owner !== undefined) {
            prefixes.set(owner.owner, [context]);
        }
    }
    const owners = [...from.owners()];
    const [block] = owners.filter(owner => part?.owner === owner);
    for (const type of part?.generals ?? []) {
        prefixes.set(type, [...((block !== undefined && prefixes.get(block)) || []), part!]);
        bodies.push(type);
    }
    return { bodies: [...bodies, ...owners], prefixes, clocks: clockNames(mapping.model) };
}

/** Returns the object that performs an activity: `this` or the context parameter. */
export function selfText(body: Declaration, mapping: Mapping): Text {
    const context = contextAround(body, mapping);
    return context === undefined ? ['this'] : [new Name(context)];
}

export function contextAround(body: Declaration, mapping: Mapping): Declaration | undefined {
    return [body, ...body.owners()].map(owner => mapping.contexts.get(owner)).find(context => context !== undefined);
}

/** Returns a feature path of the performing object, through the context parameter if there is one. */
export function ofSelf(body: Declaration, path: readonly Declaration[], mapping: Mapping): Text {
    const context = contextAround(body, mapping);
    const [first, ...steps] = context === undefined ? path : [context, ...path];
    return [new Name(first, steps)];
}

/** Writes `in ref :>> context = this`: passes the performing object to a definition that has a context parameter. */
export function bindContext(call: Declaration, callee: Declaration, value: Text, mapping: Mapping): void {
    const context = mapping.contexts.get(callee);
    if (context !== undefined) {
        const binding = call.declare('', '', 'parameter', -1);
        binding.append('prefixes', 'in', 'ref');
        binding.append('redefines', [context.name]);
        binding.value = ['= ', ...value];
    }
}

/** Declares `in ref context : Block` after the parameters. A verification gets the context as its subject. */
export function declareContext(element: UmlElement, declaration: Declaration, owner: Declaration, mapping: Mapping): void {
    const isTest = declaration.keyword === 'verification def';
    const keyword = isTest ? 'subject' : '';
    const context = declaration.declare(keyword, declaration.freeName('context'), 'parameter', isTest ? -1 : Infinity);
    context.append('prefixes', ...(isTest ? [] : ['in', 'ref']));
    context.append('types', [new Name(owner)]);
    context.generals.add(owner);
    context.isNameMadeUp = true;
    mapping.contexts.set(declaration, context);
    mapping.accounts.note(element, `the performing object is its parameter '${context.name}'`);
}
