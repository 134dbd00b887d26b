/** Ports, flow properties, conjugation (contract: migration 5.5). */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { directionOf } from './directions.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { kindOfType, lowerFirst, writeMultiplicity, writeRedefinitions, type WrittenType, writtenType, writeType } from './properties.js';

const port: Mapper = {
    declare(element, owner, mapping) {
        const name = element.name !== '' ? element.name : lowerFirst(element.ref('type')?.name ?? '') || 'port';
        const declaration = mapping.declare(element, owner, 'port', 'property', name);
        if (element.name === '') {
            mapping.approximated(element, `the port has no name: written as '${declaration.name}'`);
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const type = writtenType(element, mapping);
        mapping.mapped(element);
        type.notes.forEach(note => mapping.approximated(element, note));
        writeMultiplicity(element, declaration, mapping);
        writeRedefinitions(element, declaration, mapping);
        const isFlowPort = mapping.stereotypes.has(element, 'FlowPort');
        if (type.declaration?.kind === 'port') {
            writePortType(element, declaration, type, mapping);
        } else if (type.text !== undefined) {
            writeInnerFeature(element, declaration, type, isFlowPort ? directionOf(element, mapping, 'FlowPort') : '', mapping);
        } else if (isFlowPort) {
            const direction = directionOf(element, mapping, 'FlowPort');
            declaration.prefixes.push(direction);
        }
        for (const flag of ['isService', 'isBehavior']) {
            if (element.flag(flag)) {
                mapping.accounts.note(element, `${flag} has no v2 form`);
            }
        }
    }
};

function writePortType(element: UmlElement, declaration: Declaration, type: WrittenType, mapping: Mapping): void {
    writeType(declaration, type);
    const flowPort = mapping.stereotypes.application(element, 'FlowPort');
    declaration.isConjugated = element.flag('isConjugated') || flowPort?.text('isConjugated') === 'true';
}

/** A port typed by a value, a signal or a block: a port that holds a feature of its name and that type. */
function writeInnerFeature(element: UmlElement, declaration: Declaration, type: WrittenType, direction: string, mapping: Mapping): void {
    const kind = kindOfType(type);
    const inner = declaration.declare(kind, declaration.freeName(declaration.name), 'property', element.order);
    const isValue = kind === 'attribute';
    const carried = direction !== '' ? direction : isValue ? 'inout' : '';
    if (carried !== '') {
        inner.prefixes.push(carried);
        if (direction !== '') {
            declaration.prefixes.push(direction);
        }
    } else {
        inner.prefixes.push('ref');
    }
    writeType(inner, type);
    mapping.approximated(
        element,
        `a port typed by ${type.declaration?.keyword ?? 'a value'}: its ${kind} '${inner.name}' is written in it`
    );
}

export const portRows: readonly MapperRow[] = [{ metaclasses: ['Port'], mapper: port }];
