/** Associations, association classes and their ends (contract: migration 5.7). */
import type { Declaration } from '../notation/declaration.js';
import { Name } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { classifierGroup } from './classifiers.js';
import { featureName } from './features.js';
import { completeGeneralizations } from './generalizations.js';
import type { Mapper, MapperRow } from './mapper.js';
import { writeMarker } from './markers.js';
import type { Mapping } from './mapping.js';
import { multiplicityOf } from './multiplicity.js';
import { lowerFirst, typeName, writeType, writtenType } from './properties.js';

/** Returns the ends of an association in its order, both its own and those that classifiers own. */
export function endsOf(association: UmlElement): UmlElement[] {
    const members = association.refs('memberEnd').filter(end => end.metaclass === 'Property' || end.metaclass === 'Port');
    const owned = association.ownedAs('ownedEnd', 'navigableOwnedEnd');
    return [...new Set([...members, ...owned])];
}

/** A communication path between nodes is an association of them. */
const ASSOCIATIONS = new Set(['Association', 'AssociationClass', 'CommunicationPath']);

const isEndOf = (end: UmlElement): boolean =>
    (end.role === 'ownedEnd' || end.role === 'navigableOwnedEnd') && ASSOCIATIONS.has(end.owner?.metaclass ?? '');

/** Forms a name such as `PumpToMotor` from the types of the ends. */
function madeUpName(association: UmlElement): string {
    const names = endsOf(association).map(end => typeName(end) || end.name);
    return names.every(name => name !== '') && names.length > 1 ? names.join('To') : 'Association';
}

/**
 * Whether the types of both ends are written as usages (actors, use cases). The association then becomes a connection between these usages.
 */
function joinsUsages(association: UmlElement): boolean {
    const types = endsOf(association).map(end => end.ref('type'));
    return types.length === 2 && types.every(type => type !== undefined && USAGE_CLASSIFIERS.has(type.metaclass));
}

const USAGE_CLASSIFIERS = new Set(['Actor', 'UseCase']);

const association: Mapper = {
    declare(element, owner, mapping) {
        if (element.metaclass === 'Association' && element.name === '' && joinsUsages(element)) {
            return undefined;
        }
        const name = element.name !== '' ? element.name : owner.freeName(madeUpName(element));
        const declaration = mapping.declare(element, owner, 'connection def', classifierGroup(owner), name);
        if (element.name === '') {
            declaration.isNameMadeUp = true;
        }
        if (element.flag('isAbstract')) {
            declaration.append('prefixes', 'abstract');
        }
        return declaration;
    },
    specialize: completeGeneralizations,
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element);
        mapping.mapped(element);
        if (declaration === undefined) {
            connectUsages(element, `${endsOf(element).map(typeName).join(' to ')}`, mapping);
            return;
        }
        if (element.name === '') {
            mapping.approximated(element, `the association has no name: written as '${declaration.name}'`);
        }
        if (element.metaclass === 'CommunicationPath') {
            mapping.approximated(element, 'a CommunicationPath is written as a connection def');
        }
        if (element.flag('isDerived')) {
            mapping.approximated(element, 'isDerived has no v2 form');
            writeMarker(declaration, { name: 'Association', tags: [['isDerived', 'true']], order: element.order }, mapping);
        }
        endsOf(element)
            .filter(end => !isEndOf(end))
            .forEach(end => writeForeignEnd(end, element, declaration, mapping));
        if (joinsUsages(element)) {
            connectUsages(element, element.name, mapping, declaration);
        }
    }
};

/** Writes an end whose property a class owns. The property itself is also written in its class. */
function writeForeignEnd(end: UmlElement, association: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const position = endsOf(association).indexOf(end);
    const name = declaration.freeName(end.name || lowerFirst(typeName(end)) || 'end', '');
    const feature = declaration.declare('end', name, 'parameter', position);
    feature.isNameMadeUp = end.name === '';
    const notes = writeEnd(end, feature, mapping);
    notes.forEach(note => mapping.approximated(association, note));
}

function writeEnd(end: UmlElement, feature: Declaration, mapping: Mapping): readonly string[] {
    const type = writtenType(end, mapping);
    feature.multiplicity = multiplicityOf(end).text;
    if (type.declaration !== undefined && !type.declaration.isDefinition) {
        return [`the end '${feature.name}' has no type: '${type.declaration.name}' is written as a usage`];
    }
    writeType(feature, type);
    return type.notes;
}

const ownedEnd: Mapper = {
    declare(element, owner, mapping) {
        const position = endsOf(element.owner!).indexOf(element);
        const wanted = element.name || lowerFirst(typeName(element)) || 'end';
        if (owner.keyword !== 'connection def') {
            return undefined; // an association between usages: the connection is written instead
        }
        const declaration = owner.declare('end', owner.freeName(wanted, ''), 'parameter', position, element);
        declaration.isNameMadeUp = element.name === '';
        return mapping.recordDeclaration(declaration, element);
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element);
        mapping.mapped(element);
        if (declaration === undefined) {
            mapping.accounts.note(element, 'the connection of its association joins what it is typed by');
            return;
        }
        writeEnd(element, declaration, mapping).forEach(note => mapping.approximated(element, note));
    }
};

/** Writes a connection between two usages, in the innermost body that contains both. */
function connectUsages(element: UmlElement, name: string, mapping: Mapping, type?: Declaration): void {
    const usages = endsOf(element).map(end => mapping.declarationOf(end.ref('type')));
    const [from, to] = usages;
    if (from === undefined || to === undefined) {
        mapping.unmapped(element, 'one of its ends is not written');
        return;
    }
    const host = commonOwner(from, to);
    const connection = host.declare('connection', host.freeName(name), host.isPackage ? 'property' : 'connector', element.order, element);
    connection.edgeKeyword = 'connection';
    connection.tail = ['connect ', featureName(from, host), ' to ', featureName(to, host)];
    if (type !== undefined) {
        connection.append('types', [new Name(type)]);
        connection.generals.add(type);
        mapping.approximated(element, `its one usage is the connection '${connection.name}'`);
    } else {
        connection.isNameMadeUp = true;
        mapping.recordDeclaration(connection, element);
    }
}

/** Returns the innermost body that contains both declarations. */
export function commonOwner(a: Declaration, b: Declaration): Declaration {
    const owners = new Set(b.owners());
    return [...a.owners()].find(owner => owners.has(owner))!;
}

export const associationRows: readonly MapperRow[] = [
    { metaclasses: [...ASSOCIATIONS], mapper: association },
    { metaclasses: ['Property', 'Port'], applies: isEndOf, mapper: ownedEnd }
];
