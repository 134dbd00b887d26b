/** Writes connections between usages, for relationships that v2 has only between definitions (contract: migration 6.2). */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { commonOwner } from './associations.js';
import { featureName } from './features.js';
import type { Mapping } from './mapping.js';

interface WrittenEnd {
    readonly element: UmlElement;
    readonly declaration: Declaration;
}

/** Writes a connection between two usages. Returns undefined if an end is a definition or a feature of one. */
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
    mapping.recordDeclaration(declaration, element);
    return declaration;
}

/** Whether a declaration is a usage that can be referenced by name: its owners are only packages and requirements. */
function isReachableUsage(declaration: Declaration): boolean {
    const isUsage = !declaration.isDefinition && !declaration.isPackage && declaration.kind !== 'dependency';
    return isUsage && [...declaration.owners()].every(owner => owner.isPackage || owner.kind === 'requirement');
}
