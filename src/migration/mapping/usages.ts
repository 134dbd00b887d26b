/** Connections between elements that become usages, for relationships that v2 has only between definitions (contract: migration 6.2). */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { commonOwner } from './associations.js';
import { featureName } from './features.js';
import type { Mapping } from './mapping.js';

interface WrittenEnd {
    readonly element: UmlElement;
    readonly declaration: Declaration;
}

/** A connection of two usages that packages own; undefined when an end is a definition or a feature of one. */
export function connectionBetweenUsages(
    from: WrittenEnd,
    to: WrittenEnd,
    name: string,
    element: UmlElement,
    mapping: Mapping
): Declaration | undefined {
    if (!isReachableUsage(from.declaration) || !isReachableUsage(to.declaration)) {
        return undefined;
    }
    const body = commonOwner(from.declaration, to.declaration);
    const declaration = body.declare('connection', body.freeName(name), body.isPackage ? 'property' : 'connector', element.order, element);
    declaration.tail = ['connect ', featureName(from.declaration, body), ' to ', featureName(to.declaration, body)];
    declaration.edgeKeyword = 'connection';
    mapping.stands(declaration, element);
    return declaration;
}

/** Usages below packages and other usages of them, which names reach. */
function isReachableUsage(declaration: Declaration): boolean {
    const isUsage = !declaration.isDefinition && !declaration.isPackage && declaration.kind !== 'dependency';
    return isUsage && [...declaration.owners()].every(owner => owner.isPackage || owner.kind === 'requirement');
}
