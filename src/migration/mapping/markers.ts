/** Keeps stereotype applications without v2 equivalent as metadata in the body of their element (contract: migration 4.6, 5.9). */
import { type Declaration, LibraryName, Name, type Text } from '../notation/declaration.js';
import { profileKind } from '../reading/namespaces.js';
import type { Link, StereotypeApplication, UmlElement } from '../uml-model.js';
import { plainText } from './plain-text.js';
import type { Mapping } from './mapping.js';
import type { Applied } from './stereotypes.js';
import { quotedString } from '../notation/spelling.js';
import { applyUserStereotype } from './applications.js';

/** Tags of standard stereotypes that the output already expresses, by stereotype; `*` means all tags. */
const HELD: Readonly<Record<string, readonly string[]>> = {
    Requirement: [
        'id',
        'text',
        'Id',
        'Text',
        'ID',
        'derived',
        'derivedFrom',
        'satisfiedBy',
        'refinedBy',
        'tracedTo',
        'verifiedBy',
        'master'
    ],
    FlowPort: ['direction', 'isConjugated', 'isAtomic'],
    FlowProperty: ['direction'],
    NestedConnectorEnd: ['*'],
    BindingConnector: ['*'],
    ConjugatedInterfaceBlock: ['*'],
    ItemFlow: ['*'],
    ElementGroup: ['name', 'size'],
    Probability: ['*'],
    Satisfy: ['*'],
    Verify: ['*'],
    DeriveReqt: ['*'],
    Refine: ['*'],
    Trace: ['*'],
    Copy: ['*'],
    Allocate: ['*'],
    AcceptChangeStructuralFeatureEventAction: ['*'],
    ChangeStructuralFeatureEvent: ['structuralFeature'],
    ConnectorProperty: ['connector'],
    Viewpoint: ['*'],
    View: ['*'],
    TestCase: ['*'],
    ModelLibrary: ['*'],
    Metamodel: ['*']
};
/** Standard stereotypes that always get a marker, even without tags, because v2 has no equivalent (contract: migration 7.3, 15.2). */
const WITHOUT_FORM = new Set(['Rate', 'Continuous', 'Discrete', 'NoBuffer', 'Overwrite', 'ControlOperator', 'ElementGroup']);
/** Tags with their default values, which need no marker. */
const DEFAULTS: Readonly<Record<string, string>> = { isEncapsulated: 'false', isConjugated: 'false' };
/** MagicDraw's marks of properties that the keyword of the usage already expresses. */
const KINDS_OF_PROPERTIES = [
    'PartProperty',
    'ReferenceProperty',
    'SharedProperty',
    'ValueProperty',
    'ConstraintProperty',
    'ConstraintParameter'
];

/** Adds the markers for the stereotypes of an element, and notes about them. */
export function writeMarkers(element: UmlElement, mapping: Mapping): void {
    if (element.applications.length === 0) {
        return;
    }
    const verdict = mapping.accounts.verdictOf(element);
    for (const applied of mapping.stereotypes.applied(element)) {
        if (profileKind(applied.application.namespace) === 'tool') {
            continue; // settings of the tool
        }
        if (verdict === 'unmapped') {
            mapping.accounts.note(
                element,
                `applied stereotypes ${applicationText(applied.application, tagsOf(applied.application, mapping))}`
            );
            continue;
        }
        mark(element, applied, mapping);
    }
}

function mark(element: UmlElement, applied: Applied, mapping: Mapping): void {
    const { application, definition } = applied;
    const kind = profileKind(application.namespace);
    if (definition !== undefined && !mapping.isHidden(definition)) {
        applyUserStereotype(
            element,
            applied,
            applied.standard.flatMap(name => HELD[name] ?? []),
            mapping
        );
        return;
    }
    if (mapping.stereotypes.isStandard(application)) {
        markStandard(element, applied, mapping);
        return;
    }
    if (kind === 'customization' && KINDS_OF_PROPERTIES.includes(application.name)) {
        return;
    }
    const tags = tagsOf(application, mapping);
    const declaration = mapping.declarationOf(element);
    mapping.accounts.note(element, `«${application.name}» is of the profile ${application.namespace}, which is not part of the input`);
    if (declaration !== undefined) {
        writeMarker(declaration, { ...markerOf(application, element, tags), profile: application.namespace }, mapping);
    }
}

function markStandard(element: UmlElement, { application, standard }: Applied, mapping: Mapping): void {
    const [name = application.name] = standard;
    if (name === 'Optional') {
        mapping.accounts.note(element, '«Optional» says what its multiplicity says');
    }
    const held = HELD[name] ?? [];
    const tags = held.includes('*')
        ? []
        : tagsOf(application, mapping).filter(([tag, value]) => !held.includes(tag) && value !== '' && DEFAULTS[tag] !== value);
    const isExtendedKind = name === 'Requirement' && !/^requirement$/i.test(application.name);
    const saysMore = WITHOUT_FORM.has(name);
    if (tags.length === 0 && !isExtendedKind && !saysMore) {
        return;
    }
    if (tags.length > 0 || saysMore) {
        const written = tags.length === 0 ? '' : ` ${tags.map(tagText).join(', ')}`;
        mapping.approximated(element, `«${application.name}»${written} has no v2 form`);
    }
    const declaration = mapping.declarationOf(element);
    if (declaration !== undefined) {
        writeMarker(declaration, markerOf(application, element, tags), mapping);
    }
}

type TagText = readonly [tag: string, value: string];

/** Returns the tags with their values as text. A reference becomes the name of its target. */
export function tagsOf(application: StereotypeApplication, mapping: Mapping): TagText[] {
    const tags = new Map<string, string[]>();
    for (const [tag, value] of application.tags) {
        const text = typeof value === 'string' ? plainText(namesOfIds(value, mapping)) : linkText(value, mapping);
        tags.set(tag, [...(tags.get(tag) ?? []), text]);
    }
    return [...tags].map(([tag, values]) => [tag, values.join(', ')]);
}

/** Replaces a text that is a list of ids in the input by the names of these elements. */
function namesOfIds(text: string, mapping: Mapping): string {
    const ids = text.trim().split(/\s+/);
    const elements = ids.map(id => mapping.model.get(id));
    return ids[0] !== '' && elements.every(e => e !== undefined) ? elements.map(e => e.name || e.id).join(', ') : text;
}

function linkText(link: Link, mapping: Mapping): string {
    const element = mapping.model.resolve(link);
    if (element !== undefined) {
        return element.name || element.id;
    }
    return 'id' in link ? link.id : link.path || link.href;
}

/** Longest text of a tag value in a marker or note. */
const LONGEST_VALUE = 500;

function tagText([tag, value]: TagText): string {
    return `${tag} = ${value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value}`;
}

function applicationText(application: StereotypeApplication, tags: readonly TagText[]): string {
    return `«${application.name}»${tags.length === 0 ? '' : ` (${tags.map(tagText).join('; ')})`}`;
}

/** The content of a marker: the name of a stereotype (or of a metaclass) with its tags as text. */
export interface Marker {
    readonly name: string;
    readonly tags: readonly TagText[];
    /** position of its element in the input */
    readonly order: number;
    /** namespace of a profile that the migration has no rules for */
    readonly profile?: string;
}

export const markerOf = ({ name }: StereotypeApplication, { order }: UmlElement, tags: readonly TagText[] = []): Marker => ({
    name,
    tags,
    order
});

/** Writes a metadata usage for a stereotype application; a comment in portable output. */
export function writeMarker(declaration: Declaration, { name, tags, order, profile }: Marker, mapping: Mapping): void {
    if (mapping.options.strict) {
        const text = `applied stereotype «${name}»${tags.length === 0 ? '' : `: ${tags.map(tagText).join(', ')}`}`;
        declaration.addComment({ kind: 'line', text }, 'marker', order);
        return;
    }
    const features: string[] = [`stereotype = ${quotedString(name)};`];
    if (profile !== undefined) {
        features.push(`profile = ${quotedString(profile)};`);
    }
    if (tags.length > 0) {
        const values = tags.map(tag => quotedString(tagText(tag)));
        features.push(`tags = ${values.length === 1 ? values[0] : `(${values.join(', ')})`};`);
    }
    const text: Text = ['@', new LibraryName('MigrationMetadata::AppliedStereotype'), ` { ${features.join(' ')} }`];
    declaration.addLine(text, 'marker', order);
}

/** Lists the names that the migration generated, in one line per body (contract: migration 4.2). */
export function writeMadeUpNames(body: Declaration, strict: boolean): void {
    const members = body.declarations();
    const made = members.filter(member => member.isNameMadeUp && member.name !== '');
    const standIns = members.filter(member => member.isStandIn && member.name !== '');
    const list = (declarations: readonly Declaration[]): Text =>
        declarations.flatMap((declaration, i) => [i === 0 ? '' : ', ', new Name(declaration)]);
    if (strict && made.length > 0) {
        const text = `names the migration made up: ${made.map(({ name }) => name).join(', ')}`;
        body.addComment({ kind: 'line', text }, 'marker', Infinity);
    }
    if (!strict) {
        for (const [kind, declarations] of [
            ['SynthesizedName', made],
            ['StandIn', standIns]
        ] as const) {
            if (declarations.length > 0) {
                const head: Text = ['metadata ', new LibraryName(`MigrationMetadata::${kind}`), ' about '];
                body.addLine([...head, ...list(declarations), ';'], 'marker', Infinity);
            }
        }
    }
    members.forEach(member => writeMadeUpNames(member, strict));
}
