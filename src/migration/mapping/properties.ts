/** Maps properties of classifiers, except ports (contract: migration 5.2, 5.3). */
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, LibraryName, MemberName, Name, type Text } from '../notation/declaration.js';
import type { Link, UmlElement } from '../uml-model.js';
import { admitsNone } from './activities/starving.js';
import { flowDirection } from './directions.js';
import { libraryTypeOf } from './expressions/scalars.js';
import { inheritedFeature } from './features.js';
import { reaches } from './generalizations.js';
import type { Mapper, MapperRow } from './mapper.js';
import { markerOf, writeMarker } from './markers.js';
import type { Mapping } from './mapping.js';
import { multiplicityOf, typeModifierOf, withNone } from './multiplicity.js';
import { primitiveOfLink } from './primitives.js';
import { valueText } from './values.js';

/** The written type of a feature. */
export interface WrittenType {
    /** undefined without a written type */
    readonly text: Text | undefined;
    readonly declaration: Declaration | undefined;
    /** qualified name of the library's scalar type that the type is or specializes; undefined for other types */
    readonly scalar: string | undefined;
    readonly notes: readonly string[];
}

export function writtenType(element: UmlElement, mapping: Mapping): WrittenType {
    const untyped = { text: undefined, declaration: undefined, scalar: undefined };
    const [link] = element.linksOf('type');
    const primitive = link === undefined ? undefined : primitiveOfLink(link, mapping.stereotypes.isEnterpriseArchitect);
    if (primitive !== undefined) {
        const notes = primitive.isApproximate ? [`the machine type ${nameOfLink(link)} is written as ${primitive.type}`] : [];
        return { text: primitive.text, declaration: undefined, scalar: primitive.type, notes };
    }
    const type = element.ref('type');
    const declaration = mapping.declarationOf(type);
    if (declaration !== undefined && declaration.name !== '') {
        return { text: mapping.text(type), declaration, scalar: libraryTypeOf(declaration), notes: [] };
    }
    if (type !== undefined) {
        return { ...untyped, notes: [`the type ${type.name || type.id} is not written`] };
    }
    return { ...untyped, notes: element.linksOf('type').map(other => `the type ${nameOfLink(other)} is not part of the input`) };
}

/** Returns the name of a feature's type; of a type outside the input, the last name of the path that the tool states beside it. */
export const typeName = (feature: UmlElement): string =>
    feature.ref('type')?.name ?? feature.externals('type')[0]?.path.split('::').at(-1) ?? '';

export const nameOfLink = (link: Link): string => ('id' in link ? link.id : link.path || link.href);

/** Keyword of a usage, by the kind of its type's definition. */
const KEYWORDS: Readonly<Record<string, string>> = {
    attribute: 'attribute',
    enum: 'attribute',
    part: 'part',
    item: 'item',
    occurrence: 'occurrence',
    port: 'port',
    constraint: 'constraint',
    connection: 'connection',
    action: 'action',
    calc: 'calc',
    state: 'state',
    requirement: 'requirement',
    verification: 'verification',
    'use case': 'use case',
    view: 'view',
    viewpoint: 'viewpoint',
    individual: 'part'
};

const BY_MARK: readonly (readonly [marks: readonly string[], keyword: string, isReference: boolean])[] = [
    [['ValueProperty', 'ConstraintParameter'], 'attribute', false],
    [['PartProperty'], 'part', false],
    [['SharedProperty', 'ReferenceProperty'], '', true],
    [['ConstraintProperty'], 'constraint', false]
];

/** Metaclasses of types outside the input whose values are attributes. */
const DATA_TYPES = new Set(['DataType', 'PrimitiveType', 'Enumeration']);

interface Kind {
    readonly keyword: string;
    readonly isReference: boolean;
    readonly note?: string;
}

/** Determines the kind of usage for a property from its type, aggregation and owner. A block that flows is an item (migration 5.5). */
function kindOf(element: UmlElement, type: WrittenType, owner: Declaration, mapping: Mapping): Kind {
    const kind = kindByType(element, type, owner, mapping);
    const isFree = kind.isReference || kind.keyword === 'attribute' || (kind.keyword === 'port' && owner.kind === 'port');
    if (isFree || !owner.ownsReferencesOnly) {
        return kind;
    }
    const isComposite = element.value('aggregation') === 'composite';
    const note = `${owner.kind === 'port' ? 'a' : 'an'} ${owner.keyword} owns no composite ${kind.keyword}: written as a reference`;
    const isTold = isComposite || kind.note !== undefined;
    return { ...kind, isReference: true, note: isTold ? [kind.note, note].filter(text => text !== undefined).join('; ') : undefined };
}

function kindByType(element: UmlElement, type: WrittenType, owner: Declaration, mapping: Mapping): Kind {
    const aggregation = element.value('aggregation') ?? 'none';
    const isComposite = aggregation === 'composite';
    const shared = aggregation === 'shared' ? 'shared aggregation is written as a reference' : undefined;
    if (type.declaration === undefined) {
        return type.scalar === undefined ? untypedKind(element, isComposite, mapping) : { keyword: 'attribute', isReference: false };
    }
    const { kind } = type.declaration;
    if (kind === 'attribute' || kind === 'enum') {
        return { keyword: 'attribute', isReference: false };
    }
    if (kind === 'constraint') {
        return { keyword: 'constraint', isReference: false };
    }
    const isFlow = flowDirection(element, mapping) !== undefined;
    const ofType = KEYWORDS[kind] ?? 'part';
    const keyword = isFlow && ofType === 'part' ? 'item' : ofType;
    if (kind === 'view' && owner.kind === 'view') {
        return { keyword, isReference: !isComposite, note: shared };
    }
    if (!type.declaration.isDefinition) {
        return { keyword, isReference: true, note: `its type is written as a usage: a reference that subsets it` };
    }
    if (owner.kind === 'port' && kind !== 'port') {
        const note = `a port owns no composite ${keyword}: written as a reference`;
        return { keyword, isReference: true, note: isFlow ? undefined : note };
    }
    if (kind === 'port' && owner.kind === 'port') {
        return { keyword, isReference: false };
    }
    if (kind === 'port') {
        return { keyword, isReference: false, note: 'a property typed by an interface is written as a port' };
    }
    return { keyword, isReference: !isComposite, note: shared };
}

/** Returns the keyword for a usage with this type, regardless of its owner. */
export function kindOfType({ declaration, scalar }: WrittenType): string {
    if (declaration === undefined) {
        return scalar === undefined ? '' : 'attribute';
    }
    return KEYWORDS[declaration.kind] ?? 'part';
}

function untypedKind(element: UmlElement, isComposite: boolean, mapping: Mapping): Kind {
    const marked = BY_MARK.find(([marks]) => mapping.stereotypes.isMarked(element, ...marks));
    if (marked !== undefined) {
        return { keyword: marked[1], isReference: marked[2] };
    }
    if (element.externals('type').some(({ metaclass }) => DATA_TYPES.has(metaclass))) {
        return { keyword: 'attribute', isReference: false };
    }
    return { keyword: isComposite ? 'part' : 'attribute', isReference: false, note: 'the property has no type that is written' };
}

export const property: Mapper = {
    declare(element, owner, mapping) {
        const name = element.name !== '' ? element.name : owner.freeName(lowerFirst(typeName(element)) || 'unnamed');
        const declaration = mapping.declare(element, owner, 'attribute', 'property', name);
        if (element.name === '') {
            declaration.isNameMadeUp = true;
            mapping.approximated(element, `the property has no name: written as '${declaration.name}'`);
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const type = writtenType(element, mapping);
        const kind = kindOf(element, type, declaration.owner!, mapping);
        declaration.keyword = kind.keyword;
        mapping.mapped(element);
        [...type.notes, ...(kind.note === undefined ? [] : [kind.note])].forEach(note => mapping.approximated(element, note));
        const direction = flowDirection(element, mapping) ?? parameterDirection(declaration);
        writeModifiers(
            element,
            declaration,
            kind.isReference && (direction === undefined || declaration.owner!.kind === 'constraint'),
            direction
        );
        writeType(declaration, type);
        writeMultiplicity(element, declaration, mapping);
        writeRedefinitions(element, declaration, mapping);
        writeDefault(element, declaration, type, mapping);
    },
    relate: redefineOfOneName
};

const scalarsOf = ({ types }: Declaration): string[] => types.flatMap(([piece]) => (piece instanceof LibraryName ? [piece.text] : []));

/**
 * Handles a feature with the name of a feature that its owner inherits: redefines the latter if both have the same kind and compatible
 * types, otherwise notes the clash (contract: migration 4.2).
 */
export function redefineOfOneName(element: UmlElement, mapping: Mapping): void {
    const declaration = mapping.declarationOf(element);
    const body = declaration?.owner;
    if (declaration === undefined || body?.generalsOrNone === undefined || declaration.redefines.length > 0) {
        return;
    }
    const inherited = inheritedFeature(body, declaration.name);
    if (inherited === undefined) {
        return;
    }
    if (mayRedefine(declaration, inherited)) {
        declaration.append('redefines', [new MemberName(inherited)]);
        mapping.accounts.note(element, `it redefines the feature of its name that '${inherited.owner!.name}' has`);
    } else {
        mapping.approximated(element, `'${inherited.owner!.name}' has a feature of its name, which it does not redefine`);
    }
}

/**
 * Whether a feature may redefine another: both are usages of one kind, and its types are those of the other feature or specializations of
 * them.
 */
function mayRedefine(declaration: Declaration, inherited: Declaration): boolean {
    const isRef = (d: Declaration): boolean => d.prefixes.includes('ref');
    const types = [...(inherited.generalsOrNone ?? [])];
    const isFit = types.every(type => [...(declaration.generalsOrNone ?? [])].some(own => reaches(own, type)));
    const isScalarFit = scalarsOf(inherited).every(scalar => scalarsOf(declaration).includes(scalar));
    return declaration.keyword === inherited.keyword && isRef(declaration) === isRef(inherited) && isFit && isScalarFit;
}

/**
 * Handles a feature that the migration adds to a usage, such as the value in a port: it redefines the inherited feature with its name, or
 * gets another name.
 */
export function redefineAdded(added: Declaration): void {
    const inherited = memberOfRedefined(added.owner!, added.name);
    if (inherited === undefined) {
        return;
    }
    if (mayRedefine(added, inherited)) {
        added.append('redefines', [new MemberName(inherited)]);
        return;
    }
    let name = added.name;
    for (let i = 2; memberOfRedefined(added.owner!, name) !== undefined || added.owner!.has(name); i++) {
        name = `${added.name} ${i}`;
    }
    added.owner!.rename(added, name);
    added.isNameMadeUp = true;
}

/** Returns the member that a usage inherits from the features that it redefines. */
function memberOfRedefined(usage: Declaration, name: string, seen = new Set<Declaration>()): Declaration | undefined {
    for (const [piece] of usage.redefines) {
        const redefined = piece instanceof MemberName || piece instanceof Name ? piece.target : undefined;
        if (redefined !== undefined && !seen.has(redefined)) {
            seen.add(redefined);
            const member = redefined.ownMember(name) ?? memberOfRedefined(redefined, name, seen);
            if (member !== undefined) {
                return member;
            }
        }
    }
    return undefined;
}

export function lowerFirst(name: string): string {
    return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Writes the type of a feature. If the type is written as a usage, the feature subsets it. */
export function writeType(declaration: Declaration, type: WrittenType): void {
    const isUsage = type.declaration !== undefined && !type.declaration.isDefinition;
    if (type.text !== undefined && isUsage) {
        declaration.append('specializes', type.text);
    } else if (type.text !== undefined) {
        declaration.types = [...declaration.types, type.text];
    }
    if (type.declaration !== undefined) {
        declaration.generals.add(type.declaration);
    }
}

/** Returns the direction of a feature that is a parameter, because its owner is a constraint block. */
function parameterDirection({ owner, keyword }: Declaration): string | undefined {
    return owner!.keyword === 'constraint def' && keyword !== 'constraint' ? 'in' : undefined;
}

/** Kinds of definitions whose features never change: these features are constant without the keyword. */
const VALUES = new Set(['attribute', 'enum', 'metadata']);

function writeModifiers(element: UmlElement, declaration: Declaration, isReference: boolean, direction: string | undefined): void {
    if (direction !== undefined) {
        declaration.append('prefixes', direction);
    }
    if (element.flag('isDerived')) {
        declaration.append('prefixes', 'derived');
    }
    if (element.flag('isReadOnly') && !VALUES.has(declaration.owner!.kind)) {
        declaration.append('prefixes', 'constant');
    }
    if (isReference) {
        declaration.append('prefixes', 'ref');
    }
}

/** Whether a call leaves this parameter or input pin without a value. */
const mayLackValue = (element: UmlElement): boolean =>
    (element.metaclass === 'Parameter' || element.metaclass === 'InputPin') && admitsNone(element);

export function writeMultiplicity(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const multiplicity = multiplicityOf(element);
    declaration.multiplicity = multiplicity.text;
    if (multiplicity.lower > 0 && mayLackValue(element)) {
        declaration.multiplicity = withNone(multiplicity);
        mapping.approximated(
            element,
            `declared admitting no value: ${element.metaclass === 'Parameter' ? 'a call' : 'a parameter'} gives it none`
        );
    }
    declaration.isOrdered = element.flag('isOrdered') && multiplicity.upper > 1;
    const mayBeNonunique = declaration.keyword === 'attribute' || declaration.prefixes.includes('ref');
    if (element.value('isUnique') === 'false' && multiplicity.upper > 1) {
        declaration.isNonunique = mayBeNonunique;
        if (!mayBeNonunique) {
            mapping.approximated(
                element,
                `nonunique is not written: the library's features of ${withArticle(declaration.keyword)} are unique`
            );
        }
    }
    for (const bound of multiplicity.unreadable) {
        mapping.approximated(element, `the multiplicity bound '${bound}' is no natural number and not written`);
    }
    writeTypeModifier(element, declaration, mapping);
}

/** Kinds of usages that are composite unless they are written with `ref`. */
const HELD_BY_VALUE = new Set(['part', 'item']);

/**
 * Writes the type modifier of a feature: an array becomes a collection, a pointer a reference, and any other modifier a marker (contract:
 * migration 5.2).
 */
function writeTypeModifier(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const modifier = typeModifierOf(element);
    if (modifier === undefined) {
        return;
    }
    const { kind, text, multiplicity, application } = modifier;
    if (kind === 'array' && declaration.multiplicity === '') {
        declaration.multiplicity = multiplicity;
        declaration.isOrdered = true;
        declaration.isNonunique = !HELD_BY_VALUE.has(declaration.keyword) || declaration.prefixes.includes('ref');
        if (!declaration.isNonunique) {
            mapping.approximated(
                element,
                `nonunique is not written: the library's features of ${withArticle(declaration.keyword)} are unique`
            );
        }
    } else if (kind === 'pointer' && HELD_BY_VALUE.has(declaration.keyword)) {
        declaration.prefixes = [...declaration.prefixes.filter(prefix => prefix !== 'ref'), 'ref'];
    } else {
        mapping.accounts.note(element, `the modifier ${text} of its type is kept as a marker`);
        writeMarker(declaration, { ...markerOf(application, element, [['typeModifier', text]]), profile: application.namespace }, mapping);
    }
}

/** Whether a body inherits a feature. For subsetting, a feature of the body itself is also accepted. */
function isInherited(feature: Declaration, body: Declaration, role: string): boolean {
    const isOwn = feature.owner === body;
    return role === 'redefinedProperty' ? !isOwn && reaches(body, feature.owner!) : isOwn || reaches(body, feature.owner!);
}

export function writeRedefinitions(element: UmlElement, declaration: Declaration, mapping: Mapping): void {
    for (const [role, list] of [
        ['subsettedProperty', 'specializes'],
        ['redefinedProperty', 'redefines']
    ] as const) {
        const targets = role === 'redefinedProperty' ? [...element.refs(role), ...element.refs('redefinedPort')] : element.refs(role);
        for (const target of new Set(targets)) {
            const written = mapping.declarationOf(target);
            if (written === undefined || written.name === '' || written === declaration) {
                mapping.approximated(element, `${role} ${target.name || target.id} is not written`);
            } else if (!isInherited(written, declaration.owner!, role)) {
                mapping.approximated(element, `${role} ${target.name} is not written: '${declaration.owner!.name}' does not inherit it`);
            } else {
                declaration.append(list, role === 'redefinedProperty' ? [new MemberName(written)] : mapping.text(target)!);
            }
        }
        const missing = [...element.dangling(role), ...element.externals(role).map(({ href, path }) => path || href)];
        missing.forEach(id => mapping.approximated(element, `${role} ${id} is not part of the input`));
    }
}

function writeDefault(element: UmlElement, declaration: Declaration, type: WrittenType, mapping: Mapping): void {
    const [value] = element.ownedAs('defaultValue');
    if (value === undefined) {
        return;
    }
    const individual = value.metaclass === 'InstanceValue' ? mapping.declarationOf(value.ref('instance')) : undefined;
    if (individual?.isDefinition === true) {
        writeIndividual(element, declaration, type, individual, mapping);
        return;
    }
    const isStructured = type.declaration !== undefined && type.scalar === undefined && LITERALS.has(value.metaclass);
    const result = isStructured
        ? { reason: `a literal is no ${type.declaration.name}` }
        : valueText(value, type.scalar, mapping, declaration.owner);
    if ('reason' in result) {
        keepDefault(element, declaration, value, result.reason, mapping);
        return;
    }
    declaration.value = ['default = ', ...result.text];
    if (result.note !== undefined) {
        mapping.approximated(element, result.note);
    }
}

/** Keeps a default value that does not fit the feature as a comment. */
export function keepDefault(element: UmlElement, declaration: Declaration, value: UmlElement, reason: string, mapping: Mapping): void {
    declaration.addComment({ kind: 'note', text: `default: ${writtenValue(value)}` }, 'documentation', element.order);
    mapping.approximated(element, `the default value is kept as a comment: ${reason}`);
}

const LITERALS = new Set(['LiteralBoolean', 'LiteralInteger', 'LiteralReal', 'LiteralString']);

/** Returns the text of a value as the document states it. */
function writtenValue(value: UmlElement): string {
    return value.value('value') ?? value.values('body')[0] ?? value.ref('instance')?.name ?? value.value('symbol') ?? value.metaclass;
}

/** Kinds of usages that can be typed by an individual. */
const OF_INDIVIDUALS = new Set(['part', 'item', 'occurrence']);

/** Writes an individual that is the default value of a part as an additional type of the part (contract: migration 5.3). */
function writeIndividual(
    element: UmlElement,
    declaration: Declaration,
    type: WrittenType,
    individual: Declaration,
    mapping: Mapping
): void {
    const isFit = type.declaration === undefined || (type.declaration.isDefinition && reaches(individual, type.declaration));
    if (!OF_INDIVIDUALS.has(declaration.keyword) || individual.name === '' || !isFit) {
        declaration.addComment({ kind: 'note', text: `default: ${individual.name}` }, 'documentation', element.order);
        mapping.approximated(element, `the default ${individual.name} is kept as a comment: the feature cannot be typed by it`);
        return;
    }
    declaration.types = [...declaration.types, [new Name(individual)]];
    declaration.generals.add(individual);
    mapping.approximated(element, `its default is written as a type: the individual ${individual.name}`);
}

export const propertyRows: readonly MapperRow[] = [{ metaclasses: ['Property'], mapper: property }];
