/** Maps instances and slots (contract: migration 5.4). */
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, MemberName, Name, type Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { endsOf } from './associations.js';
import { classifierGroup, NO_UNITS } from './classifiers.js';
import { isMemberOf } from './features.js';
import { reaches } from './generalizations.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { writtenType } from './properties.js';
import { isStoredResult } from './run-configurations.js';
import { valueText } from './values.js';

/** Keyword of an individual, by the kind of its classifier. */
const INDIVIDUALS: Readonly<Record<string, string>> = {
    part: 'individual part def',
    item: 'individual item def',
    occurrence: 'individual occurrence def',
    constraint: 'individual constraint def',
    connection: 'individual connection def',
    port: 'individual def',
    attribute: 'attribute',
    enum: 'attribute'
};

const instance: Mapper = {
    declare(element, owner, mapping) {
        const name = element.name || lowerClassifier(element);
        return mapping.declare(element, owner, 'individual def', classifierGroup(owner), name);
    },
    specialize(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const classifiers = element.refs('classifier').flatMap(c => mapping.declarationOf(c) ?? []);
        const stored = element.linksOf('classifier').length === 0 ? blockOfResult(element, mapping) : undefined;
        const kinds = (stored === undefined ? classifiers : [stored]).filter(c => c.isDefinition && c.name !== '');
        const main = kinds.find(c => c.kind !== 'port') ?? kinds[0];
        const keyword = main === undefined ? undefined : INDIVIDUALS[main.kind];
        if (main?.kind === 'connection' && isLink(element)) {
            return; // `relate` writes a connection between the usages at its ends
        }
        if (keyword === undefined) {
            const reason =
                element.linksOf('classifier').length === 0 ? 'it has no classifier' : 'its classifier is not written as a definition';
            refuse(element, declaration, reason, mapping);
            return;
        }
        declaration.keyword = keyword;
        const fitting = kinds.filter(c => c.kind === main.kind);
        fitting.forEach(c => declaration.generals.add(c));
        const names = fitting.map((c): Text => [new Name(c)]);
        if (keyword === 'attribute') {
            declaration.append('types', ...names);
        } else {
            declaration.append('specializes', ...names);
        }
        mapping.mapped(element, stored === undefined ? '' : `a stored result: of '${stored.name}', to which its slots belong`);
    },
    relate(element, mapping) {
        if (isLink(element) && mapping.accounts.verdictOf(element) === undefined) {
            mapping.whenComplete(() => connectLinked(element, mapping));
        }
    }
};

/** Whether an instance is a link: all of its classifiers are associations, and none is an association class. */
const isLink = (element: UmlElement): boolean => {
    const classifiers = element.refs('classifier');
    return classifiers.length > 0 && classifiers.every(({ metaclass }) => metaclass === 'Association');
};

/** Writes `connection l : Joins connect a to b;` in the individual whose features hold all linked instances. */
function connectLinked(element: UmlElement, mapping: Mapping): void {
    const declaration = mapping.declarationOf(element)!;
    const [association] = element.refs('classifier');
    const linked = endsOf(association).map(end => {
        const values = element.ownedAs('slot').flatMap(s => (s.ref('definingFeature') === end ? s.ownedAs('value') : []));
        return values.length === 1 ? mapping.declarationOf(values[0].ref('instance')) : undefined;
    });
    const ends = linked.map(individual => (individual === undefined ? [] : (mapping.heldIndividuals.get(individual) ?? [])));
    const [first = [], ...others] = ends;
    const whole = first.find(({ owner }) => others.every(held => held.some(h => h.owner === owner)))?.owner;
    if (whole === undefined || ends.length < 2) {
        writeApart(element, declaration, mapping);
        return;
    }
    const paths = ends.map(held => new Name(held.find(h => h.owner === whole)!.feature));
    declaration.owner!.remove(declaration);
    const comments = declaration.members().flatMap(member => ('comment' in member ? (member.comment ?? []) : []));
    const link = whole.declare('connection', whole.freeName(declaration.name), 'connector', element.order, element);
    link.isNameMadeUp = element.name === '';
    link.append('types', mapping.text(association)!);
    link.tail = paths.length === 2 ? ['connect ', paths[0], ' to ', paths[1]] : ['connect (', ...listed(paths.map(path => [path])), ')'];
    link.edgeKeyword = 'connection';
    comments.forEach(comment => link.addComment(comment, 'documentation', element.order));
    mapping.recordDeclaration(link, element);
    mapping.mapped(element);
    element.ownedAs('slot').forEach(s => mapping.mapped(s, 'an end of the connection'));
}

/** Writes `individual connection def l :> Joins { end :>> x : a; … }` for a link between individuals that no one individual holds. */
function writeApart(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const association = mapping.declarationOf(element.refs('classifier')[0]);
    const slots = element.ownedAs('slot').map(s => ({ slot: s, end: mapping.declarationOf(s.ref('definingFeature')) }));
    const isWhole = association?.isDefinition === true && association.declarations().filter(isEnd).length === slots.length;
    if (!isWhole || !slots.every(({ end }) => end !== undefined && isEnd(end))) {
        refuse(element, declaration, 'the instances that it links are not features of one individual', mapping);
        return;
    }
    declaration.keyword = 'individual connection def';
    declaration.append('specializes', [new Name(association)]);
    declaration.generals.add(association);
    mapping.approximated(element, 'no individual holds what it links: written as an individual of its association');
    for (const { slot: s, end } of slots) {
        const failure = writeIndividuals(s, declaration, end!, s.ownedAs('value'), mapping);
        if (failure === undefined) {
            mapping.mapped(s, 'an end of the connection');
        } else {
            mapping.unmapped(s, failure);
        }
    }
}

const isEnd = ({ keyword }: Declaration): boolean => keyword === 'end';

const listed = (texts: readonly Text[]): Text => texts.flatMap((text, i): Text => (i === 0 ? text : [', ', ...text]));

/**
 * Returns the most special definition that owns slots of a stored result; undefined for an instance that is not a result of a run
 * configuration.
 */
function blockOfResult(element: UmlElement, mapping: Mapping): Declaration | undefined {
    if (!isStoredResult(element, mapping)) {
        return undefined;
    }
    const features = element.ownedAs('slot').map(s => s.ref('definingFeature'));
    const owners = [...new Set(features.map(feature => mapping.declarationOf(feature?.owner)))];
    return owners.find(owner => owner?.kind === 'part' && owners.every(o => o === owner || (o !== undefined && reaches(owner, o))));
}

function lowerClassifier(element: UmlElement): string {
    const name = element.ref('classifier')?.name ?? '';
    return name === '' ? 'instance' : name.charAt(0).toLowerCase() + name.slice(1);
}

function refuse(element: UmlElement, declaration: Declaration, reason: string, mapping: Mapping): void {
    declaration.owner!.remove(declaration);
    mapping.forget(element);
    mapping.unmapped(element, reason);
    element.ownedAs('slot').forEach(slot => mapping.unmapped(slot, 'its instance is not written'));
}

const unitInstance: Mapper = {
    complete(element, mapping) {
        mapping.unmapped(element, NO_UNITS);
        element.ownedAs('slot').forEach(slot => mapping.unmapped(slot, 'units are not migrated'));
    }
};

const slot: Mapper = {
    relate(element, mapping) {
        if (mapping.accounts.verdictOf(element) === 'unmapped') {
            return;
        }
        if (isLink(element.owner!)) {
            return;
        }
        const owner = mapping.declarationOf(element.owner);
        const feature = mapping.declarationOf(element.ref('definingFeature'));
        const values = element.ownedAs('value');
        const reason = reasonAgainst(owner, feature, values);
        if (reason !== undefined) {
            mapping.unmapped(element, reason);
            return;
        }
        const failure =
            feature!.keyword === 'attribute'
                ? writeValues(element, owner!, feature!, values, mapping)
                : writeIndividuals(element, owner!, feature!, values, mapping);
        if (failure === undefined) {
            mapping.mapped(element);
        } else {
            mapping.unmapped(element, failure);
        }
    }
};

/** Kinds of features that an individual can redefine. */
const REDEFINABLE = new Set(['attribute', 'part', 'item', 'occurrence', 'constraint', 'end']);

function reasonAgainst(
    owner: Declaration | undefined,
    feature: Declaration | undefined,
    values: readonly UmlElement[]
): string | undefined {
    if (owner === undefined || feature === undefined || feature.name === '') {
        return 'its feature is not written';
    }
    if (!REDEFINABLE.has(feature.keyword)) {
        return `${withArticle(feature.keyword || 'feature of no kind')} is not redefined in an individual`;
    }
    if (!isMemberOf(feature, owner)) {
        return `'${feature.name}' is no feature of the instance's classifiers`;
    }
    return values.length === 0 ? 'it has no value' : undefined;
}

/** Writes `attribute :>> x = v;`. @returns the reason if the values cannot be written */
function writeValues(
    element: UmlElement,
    owner: Declaration,
    feature: Declaration,
    values: readonly UmlElement[],
    mapping: Mapping
): string | undefined {
    const scalar = writtenType(element.ref('definingFeature')!, mapping).scalar;
    const texts: Text[] = [];
    for (const value of values) {
        const result = valueText(value, scalar, mapping);
        if ('reason' in result) {
            return result.reason;
        }
        texts.push(result.text);
    }
    if (texts.length > 1 && feature.multiplicity === '') {
        return `${texts.length} values, and the feature holds one`;
    }
    const list = listed(texts);
    const member = owner.declare('attribute', '', 'property', element.order, element);
    member.append('redefines', [new MemberName(feature)]);
    member.value = texts.length === 1 ? ['= ', ...list] : ['= (', ...list, ')'];
    return undefined;
}

/**
 * Writes `individual part :>> x : 'i';`. For several instances, writes the usage with their number, and one individual for each. @returns
 * the reason if they cannot be written
 */
function writeIndividuals(
    element: UmlElement,
    owner: Declaration,
    feature: Declaration,
    values: readonly UmlElement[],
    mapping: Mapping
): string | undefined {
    const individuals: Declaration[] = [];
    for (const value of values) {
        const individual = mapping.declarationOf(value.ref('instance'));
        if (individual === undefined || individual.name === '' || !individual.keyword.startsWith('individual ')) {
            return 'its value is no instance that is written as an individual';
        }
        const other = [...(feature.generalsOrNone ?? [])].find(type => type.isDefinition && !reaches(individual, type));
        if (other !== undefined && !other.keyword.startsWith('individual ')) {
            return `'${individual.name}' is no ${other.name}`;
        }
        individuals.push(individual);
    }
    const isReference = feature.prefixes.includes('ref');
    const usage = (order: number): Declaration => {
        const member = owner.declare(feature.keyword, '', 'property', order, element);
        member.append('prefixes', ...(isReference ? ['ref'] : []));
        return member;
    };
    if (individuals.length > 1 && (feature.multiplicity === '' || isEnd(feature))) {
        return `${individuals.length} instances, and the feature holds one`;
    }
    const whole = usage(element.order);
    whole.append('redefines', [new MemberName(feature)]);
    if (individuals.length === 1) {
        whole.append('types', [new Name(individuals[0])]);
        if (isEnd(feature)) {
            return undefined;
        }
        whole.append('prefixes', 'individual');
        const held = mapping.heldIndividuals.get(individuals[0]) ?? [];
        mapping.heldIndividuals.set(individuals[0], [...held, { owner, feature }]);
        return undefined;
    }
    whole.multiplicity = `[${individuals.length}]`;
    individuals.forEach((individual, i) => {
        const member = usage(element.order + (i + 1) / (individuals.length + 1));
        member.append('prefixes', 'individual');
        member.append('types', [new Name(individual)]);
        member.append('specializes', [new MemberName(feature)]);
    });
    return undefined;
}

export const instanceRows: readonly MapperRow[] = [
    { metaclasses: ['InstanceSpecification'], stereotypes: ['Unit', 'QuantityKind', 'Dimension'], mapper: unitInstance },
    { metaclasses: ['InstanceSpecification'], mapper: instance },
    { metaclasses: ['Slot'], mapper: slot }
];
