/** Writes the values of action outputs (contract: migration 7.2). */
import type { Declaration, Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { isOutput, pinsOf } from './routes.js';

/** Makes outputs without a value optional, for an action that computes nothing. */
export function optionalOutputs(node: UmlElement, mapping: Mapping, declaration: Declaration): void {
    for (const pin of pinsOf(node).filter(isOutput)) {
        const output = mapping.declarationOf(pin);
        if (output !== undefined && output.owner === declaration && output.value === undefined) {
            output.multiplicity = '[0..1]';
        }
    }
}

/** Writes `out result : T = value;`. @param reason noted if there is no value or no output */
export function writeResult(node: UmlElement, text: Text | undefined, mapping: Mapping, reason: string): void {
    const output = mapping.declarationOf(pinsOf(node).find(isOutput));
    if (text === undefined || output === undefined) {
        mapping.approximated(node, reason);
        return;
    }
    output.value = ['= ', ...text];
}

/** Whether a feature always has a value. */
export const isRequired = ({ multiplicity }: Declaration): boolean => !multiplicity.startsWith('[0');
