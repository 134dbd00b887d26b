// Resolves the names in wire values in a model.

import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { memberElement } from '../../language/semantics/names.js';
import { ownedMembersNamed } from '../../language/semantics/owned-members.js';
import { ownerOf } from '../../language/semantics/structure.js';
import { tokenValue } from '../../language/syntax/index.js';
import {
    isCalculation,
    isConstraint,
    isEnumLiteral,
    isUnitDeclaration,
    type Run,
    functionValue,
    metaobjectOf,
    literalOf
} from '../../runtime/evaluation/index.js';
import type { ValueNames } from '../../wire/value-decoding.js';

/** Names that the model of a run declares. */
export function valueNames(run: Run): ValueNames {
    const { model } = run;
    return {
        get units() {
            return run.units;
        },
        unitNamed(name) {
            const element = elementById(model, name);
            // the text of a unit may use names that the model imports
            return element === undefined
                ? run.units.unitOfSimpleName(tokenValue(name))
                : isUnitDeclaration(element)
                  ? run.unitOf(element)
                  : 'other';
        },
        calcNamed(id) {
            const element = elementById(model, id);
            return element !== undefined && isCalculation(element) && !isConstraint(element)
                ? functionValue(element, run.prototypeOf(element))
                : undefined;
        },
        elementNamed(id) {
            const element = elementById(model, id);
            if (element === undefined) {
                return undefined;
            }
            const owner = ownerOf(element);
            const namesakes = owner === undefined ? [] : ownedMembersNamed(owner, element.name ?? '').map(m => memberElement(m));
            return namesakes.length > 1 && qualifiedNameOf(element) === id ? 'ambiguous' : metaobjectOf(element);
        },
        literalNamed(id) {
            const element = elementById(model, id);
            return element !== undefined && isEnumLiteral(element) ? literalOf(element, model) : undefined;
        }
    };
}
