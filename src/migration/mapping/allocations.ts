/** «Allocate»: allocations of features and of definitions (contract: migration 6.2). */
import { type Declaration, MemberName, Name, type Text } from '../notation/declaration.js';
import { isMemberOf } from './features.js';
import { pairsOf } from './ends.js';
import type { Mapper } from './mapper.js';

/** The definition that an end belongs to: its own, or that of the feature. */
function definitionOf(declaration: Declaration): Declaration | undefined {
    if (declaration.isDefinition) {
        return declaration;
    }
    return declaration.owner?.isDefinition === true ? declaration.owner : undefined;
}

export const allocate: Mapper = {
    relate(element, mapping) {
        for (const [{ declaration: from }, { declaration: to }] of pairsOf(element, mapping)) {
            const body = bodyOfBoth(from, to);
            const around = mapping.placeAround(element);
            if (body !== undefined) {
                const group = body.isPackage ? 'property' : 'relationship';
                const name = element.name === '' ? '' : body.freeName(element.name);
                const member = body.declare(name === '' ? '' : 'allocation', name, group, element.order, element);
                member.tail = ['allocate ', new Name(from), ' to ', new Name(to)];
                member.edgeKeyword = 'allocation';
                member.label = `${from.name} to ${to.name}`;
                mapping.stands(member, element);
                mapping.mapped(element);
                continue;
            }
            const sourceType = definitionOf(from);
            const targetType = definitionOf(to);
            if (sourceType === undefined || targetType === undefined) {
                const member = around.declare('dependency', '', around.isPackage ? 'property' : 'relationship', element.order, element);
                member.tail = [new Name(from), ' to ', new Name(to)];
                mapping.approximated(element, 'its ends share no body: kept as a dependency');
                continue;
            }
            const host = around.isPackage ? around : [...around.owners()].find(owner => owner.isPackage)!;
            const name = host.freeName(element.name || `${from.name} to ${to.name}`);
            const definition = host.declare('allocation def', name, 'property', element.order, element);
            definition.isNameMadeUp = element.name === '';
            definition.addLine(['end :>> source : ', new Name(sourceType), ';'], 'parameter', 0);
            definition.addLine(['end :>> target : ', new Name(targetType), ';'], 'parameter', 1);
            const inner: Text = ['allocate ', ...stepOf('source', from), ' to ', ...stepOf('target', to), ';'];
            definition.addLine(inner, 'relationship', 2);
            mapping.stands(definition, element);
            mapping.mapped(element);
        }
    }
};

/** The body whose features both ends are; undefined when there is none. */
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

function stepOf(end: 'source' | 'target', declaration: Declaration): Text {
    return declaration.isDefinition ? [end] : [`${end}.`, new MemberName(declaration)];
}
