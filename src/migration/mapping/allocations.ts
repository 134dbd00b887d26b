/** Maps «Allocate» dependencies between features or between definitions to allocations (contract: migration 6.2). */
import { type Declaration, MemberName, Name, type Text } from '../notation/declaration.js';
import { featureName, isMemberOf } from './features.js';
import { pairsOf } from './ends.js';
import type { Mapper } from './mapper.js';

/** An end, relative to the innermost definition that contains it. `steps` is empty if the end is the definition itself. */
interface Reached {
    readonly definition: Declaration;
    readonly steps: readonly Declaration[];
}

/**
 * Returns the definition that contains an end, with the feature chain from the definition to the end; undefined for an element that only
 * packages own.
 */
function reached(declaration: Declaration): Reached | undefined {
    const steps: Declaration[] = [];
    for (let at: Declaration | undefined = declaration; at !== undefined && !at.isPackage; at = at.owner) {
        if (at.isDefinition) {
            return { definition: at, steps };
        }
        steps.unshift(at);
    }
    return undefined;
}

export const allocate: Mapper = {
    relate(element, mapping) {
        for (const [{ declaration: from }, { declaration: to }] of pairsOf(element, mapping)) {
            const [source, target] = [reached(from), reached(to)];
            const body = bodyOfBoth(from, to) ?? sharedDefinition(source, target);
            const around = mapping.placeAround(element);
            if (body !== undefined) {
                const group = body.isPackage ? 'property' : 'relationship';
                const name = element.name === '' ? '' : body.freeName(element.name);
                const member = body.declare(name === '' ? '' : 'allocation', name, group, element.order, element);
                member.tail = ['allocate ', nameIn(body, from, source), ' to ', nameIn(body, to, target)];
                member.edgeKeyword = 'allocation';
                member.label = `${from.name} to ${to.name}`;
                mapping.recordDeclaration(member, element);
                mapping.mapped(element);
                continue;
            }
            if (source === undefined || target === undefined) {
                const member = around.declare('dependency', '', around.isPackage ? 'property' : 'relationship', element.order, element);
                member.tail = [new Name(from), ' to ', new Name(to)];
                mapping.approximated(element, 'its ends share no body: kept as a dependency');
                continue;
            }
            const host = around.isPackage ? around : [...around.owners()].find(owner => owner.isPackage)!;
            const name = host.freeName(element.name || `${from.name} to ${to.name}`);
            const definition = host.declare('allocation def', name, 'property', element.order, element);
            definition.isNameMadeUp = element.name === '';
            definition.addLine(['end :>> source : ', new Name(source.definition), ';'], 'parameter', 0);
            definition.addLine(['end :>> target : ', new Name(target.definition), ';'], 'parameter', 1);
            const inner: Text = ['allocate ', ...stepsOf('source', source), ' to ', ...stepsOf('target', target), ';'];
            definition.addLine(inner, 'relationship', 2);
            mapping.recordDeclaration(definition, element);
            mapping.mapped(element);
        }
    }
};

/** Returns the body that has both ends as features; undefined if there is none. */
function bodyOfBoth(from: Declaration, to: Declaration): Declaration | undefined {
    if (from.isDefinition || to.isDefinition || from.isPackage || to.isPackage) {
        return undefined;
    }
    if (from.owner!.isPackage && to.owner!.isPackage) {
        return [...from.owners()].find(owner => [...to.owners()].includes(owner));
    }
    if (from.owner === to.owner) {
        return from.owner;
    }
    return [from.owner!, to.owner!].find(body => isMemberOf(from, body) && isMemberOf(to, body));
}

/** Returns the definition that contains both ends as direct or nested features. */
function sharedDefinition(from: Reached | undefined, to: Reached | undefined): Declaration | undefined {
    const isShared = from !== undefined && from.definition === to?.definition && from.steps.length > 0 && to.steps.length > 0;
    return isShared ? from.definition : undefined;
}

/** Returns the name of an end in a body: a feature chain for a nested feature of the definition that is the body. */
function nameIn(body: Declaration, declaration: Declaration, path: Reached | undefined): Name {
    const isNested = path?.definition === body && path.steps.length > 1;
    return isNested ? new Name(path.steps[0], path.steps.slice(1)) : featureName(declaration, body);
}

const stepsOf = (end: 'source' | 'target', { steps }: Reached): Text => [
    end,
    ...steps.flatMap((step): Text => ['.', new MemberName(step)])
];
