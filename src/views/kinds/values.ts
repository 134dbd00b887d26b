/** The attributes and parameters that a behaviour declares, as compartment lines (SysML 8.2.3.7, 8.2.3.17). */
import type { AstNode } from '../../language/generated/tree.js';
import { isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { declarationText, elementIdOf, originOf } from '../describe.js';
import type { Compartment } from '../graph.js';
import { compartmentOf } from './compartments.js';

type ValueCompartment = 'attributes' | 'parameters';

/**
 * The compartments with the given names, each with the members of a behaviour that belong in it; empty compartments are omitted.
 * || @param digests whether the origins of the lines have digests
 */
export function valueCompartments(behaviour: AstNode, names: readonly ValueCompartment[], digests: boolean): Compartment[] {
    const members = ownedMembersOf(behaviour).filter(m => isUsage(m) && m.$containerProperty === 'members');
    return names
        .map(name => ({
            name,
            lines: members
                .filter(m => compartmentOf(m) === name)
                .map(m => ({ text: declarationText(m), element: elementIdOf(m), origin: originOf(m, digests) }))
        }))
        .filter(({ lines }) => lines.length > 0);
}
