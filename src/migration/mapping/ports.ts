/** Maps ports, their flow properties and their conjugation (contract: migration 5.5). */
import type { Declaration } from '../notation/declaration.js';
import { type UmlElement, withoutComments } from '../uml-model.js';
import { directionOf } from './directions.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import {
    keepDefault,
    kindOfType,
    lowerFirst,
    property,
    redefineAdded,
    redefineOfOneName,
    typeName,
    writeMultiplicity,
    writeRedefinitions,
    type WrittenType,
    writtenType,
    writeType
} from './properties.js';

const port: Mapper = {
    declare(element, owner, mapping) {
        const name = element.name !== '' ? element.name : lowerFirst(typeName(element)) || 'port';
        const declaration = mapping.declare(element, owner, 'port', 'property', name);
        if (element.name === '') {
            declaration.isNameMadeUp = true;
            mapping.approximated(element, `the port has no name: written as '${declaration.name}'`);
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const original = originalOf(element.ref('type'), mapping);
        const type = original === undefined ? writtenType(element, mapping) : typeOf(original, mapping);
        mapping.mapped(element);
        type.notes.forEach(note => mapping.approximated(element, note));
        writeMultiplicity(element, declaration, mapping);
        writeRedefinitions(element, declaration, mapping);
        const isFlowPort = mapping.stereotypes.has(element, 'FlowPort');
        if (type.declaration?.kind === 'port') {
            writeType(declaration, type);
            declaration.isConjugated = isConjugated(element, mapping) !== (original !== undefined);
        } else if (type.text !== undefined) {
            writeInnerFeature(element, declaration, type, isFlowPort ? directionOf(element, mapping, 'FlowPort') : '', mapping);
        } else if (isFlowPort) {
            const direction = directionOf(element, mapping, 'FlowPort');
            declaration.append('prefixes', direction);
        }
        element.ownedAs('defaultValue').forEach(value => keepDefault(element, declaration, value, 'a port has no value', mapping));
        for (const flag of ['isService', 'isBehavior']) {
            if (element.flag(flag)) {
                mapping.accounts.note(element, `${flag} has no v2 form`);
            }
        }
    },
    relate(element, mapping) {
        redefineOfOneName(element, mapping);
        const declaration = mapping.declarationOf(element);
        const inner = declaration?.ownMember(declaration.name);
        if (inner !== undefined && inner.source === undefined) {
            redefineAdded(inner);
        }
    }
};

function isConjugated(port: UmlElement, mapping: Mapping): boolean {
    const flowPort = mapping.stereotypes.application(port, 'FlowPort');
    return port.flag('isConjugated') || flowPort?.text('isConjugated') === 'true';
}

const typeOf = (original: UmlElement, mapping: Mapping): WrittenType => ({
    text: mapping.text(original),
    declaration: mapping.declarationOf(original),
    scalar: undefined,
    notes: []
});

/** Returns the original of a conjugated interface block; undefined for other elements. */
function originalOf(element: UmlElement | undefined, mapping: Mapping): UmlElement | undefined {
    const application = element === undefined ? undefined : mapping.stereotypes.application(element, 'ConjugatedInterfaceBlock');
    return application?.links('original').flatMap(link => mapping.model.resolve(link) ?? [])[0];
}

/** Writes no definition for a conjugated interface block: ports typed by it become conjugated ports of its original. */
const conjugate: Mapper = {
    isWhole: true,
    relate(element, mapping) {
        mapping.approximated(element, `ports typed by it are conjugated ports of ${originalOf(element, mapping)!.name}`);
        for (const part of withoutComments(element.owned)) {
            mapping.mapped(part, 'carried by the interface block that is conjugated');
        }
    }
};

/** Writes a port typed by a value type, a signal or a block: a port that contains a feature with the same name and that type. */
function writeInnerFeature(element: UmlElement, declaration: Declaration, type: WrittenType, direction: string, mapping: Mapping): void {
    const kind = kindOfType(type);
    const inner = declaration.declare(kind, declaration.freeName(declaration.name), 'property', element.order);
    const isValue = kind === 'attribute';
    const carried = direction !== '' ? direction : isValue ? 'inout' : '';
    if (carried !== '') {
        inner.append('prefixes', carried);
        if (direction !== '') {
            declaration.append('prefixes', direction);
        }
    } else {
        inner.append('prefixes', 'ref');
    }
    writeType(inner, type);
    mapping.approximated(
        element,
        `a port typed by ${type.declaration?.keyword ?? 'a value'}: its ${kind} '${inner.name}' is written in it`
    );
}

/** Whether an element is a parameter of a constraint block. Tools store these as properties or as ports (contract: migration 6.1). */
const isParameter = (element: UmlElement, mapping: Mapping): boolean =>
    element.owner !== undefined && mapping.stereotypes.has(element.owner, 'ConstraintBlock');

export const portRows: readonly MapperRow[] = [
    { metaclasses: ['Port'], applies: isParameter, mapper: property },
    { metaclasses: ['Port'], mapper: port }
];

/** Must precede the rows of classes. */
export const conjugateRows: readonly MapperRow[] = [
    { metaclasses: ['Class'], applies: (element, mapping) => originalOf(element, mapping) !== undefined, mapper: conjugate }
];
