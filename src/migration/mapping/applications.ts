/** Writes applications of the user's own stereotypes as metadata usages (contract: migration 5.9). */
import { type Declaration, MemberName, Name, type Text } from '../notation/declaration.js';
import type { Link, UmlElement } from '../uml-model.js';
import { plainText } from './plain-text.js';
import type { Mapping } from './mapping.js';
import { type Applied, xmlName } from './stereotypes.js';
import { quotedString } from '../notation/spelling.js';
import { valueOfTag } from './values.js';

/** Metaclass of the standard library to which a reference to a declaration is cast, by the keyword of the declaration. */
const METACLASSES: Readonly<Record<string, string>> = {
    'part def': 'PartDefinition',
    part: 'PartUsage',
    'attribute def': 'AttributeDefinition',
    attribute: 'AttributeUsage',
    'item def': 'ItemDefinition',
    item: 'ItemUsage',
    'port def': 'PortDefinition',
    port: 'PortUsage',
    'occurrence def': 'OccurrenceDefinition',
    occurrence: 'OccurrenceUsage',
    'action def': 'ActionDefinition',
    action: 'ActionUsage',
    'state def': 'StateDefinition',
    state: 'StateUsage',
    'constraint def': 'ConstraintDefinition',
    constraint: 'ConstraintUsage',
    'connection def': 'ConnectionDefinition',
    connection: 'ConnectionUsage',
    'enum def': 'EnumerationDefinition',
    requirement: 'RequirementUsage',
    'use case': 'UseCaseUsage',
    'metadata def': 'MetadataDefinition',
    'verification def': 'VerificationCaseDefinition',
    view: 'ViewUsage',
    viewpoint: 'ViewpointUsage'
};

/** @param held tags that the form of a standard stereotype already expresses */
export function applyUserStereotype(
    element: UmlElement,
    { application, definition }: Applied,
    held: readonly string[],
    mapping: Mapping
): void {
    const metadata = mapping.declarationOf(definition);
    const declaration = mapping.declarationOf(element);
    if (metadata === undefined || declaration === undefined) {
        const reason = metadata === undefined ? 'the stereotype is not written' : 'the declaration of the element has no body';
        mapping.approximated(element, `«${application.name}» is not written: ${reason}`);
        return;
    }
    const usage: Declaration = declaration.declare('@', '', 'marker', element.order);
    usage.types = [[new Name(metadata)]];
    const tags = new Map<string, (string | Link)[]>();
    application.tags.forEach(([tag, value]) => tags.set(tag, [...(tags.get(tag) ?? []), value]));
    let order = 0;
    for (const [tag, values] of tags) {
        const feature = featureNamed(metadata, tag);
        if (feature === undefined && (held.includes(tag) || held.includes('*'))) {
            continue;
        }
        const texts = values.flatMap(value => referredBy(value, feature, mapping)).map(value => tagValue(value, feature, mapping));
        const written = texts.filter(text => text !== undefined);
        if (feature === undefined || written.length < texts.length) {
            const reason = feature === undefined ? 'the stereotype defines no such tag' : 'its value has no form';
            const shown = values
                .map(value => (typeof value === 'string' ? value : 'id' in value ? value.id : value.path || value.href))
                .join(', ');
            usage.addComment({ kind: 'note', text: `${tag} = ${shown}: ${reason}` }, 'marker', order++);
            mapping.approximated(element, `the tag ${tag} of «${application.name}» is not written: ${reason}`);
            continue;
        }
        if (written.length > 0) {
            const list = written.flatMap((text, i): Text => (i === 0 ? text : [', ', ...text]));
            const value: Text = written.length === 1 ? list : ['(', ...list, ')'];
            usage.addLine([new MemberName(feature), ' = ', ...value, ';'], 'property', order++);
        }
    }
}

/** Finds the tag definition with an XML name, in a stereotype or its generals. */
function featureNamed(metadata: Declaration, name: string): Declaration | undefined {
    const wanted = xmlName(name);
    const open = [metadata];
    const seen = new Set<Declaration>();
    for (let d = open.pop(); d !== undefined; d = open.pop()) {
        if (!seen.has(d)) {
            seen.add(d);
            const named = d.declarations().filter(m => m.source !== undefined && xmlName(m.source.name) === wanted && !m.isDefinition);
            const own = named.find(m => m.source?.name === name) ?? named.at(0);
            if (own !== undefined) {
                return own;
            }
            open.push(...(d.generalsOrNone ?? []));
        }
    }
    return undefined;
}

/** Returns the ids in a value of a tag that refers to elements, which is a list separated by blanks; returns any other value alone. */
function referredBy(value: string | Link, feature: Declaration | undefined, mapping: Mapping): readonly (string | Link)[] {
    const isList = typeof value === 'string' && feature?.prefixes.includes('ref') === true && mapping.model.get(value.trim()) === undefined;
    return isList ? value.trim().split(/\s+/) : [value];
}

function tagValue(value: string | Link, feature: Declaration | undefined, mapping: Mapping): Text | undefined {
    if (feature === undefined) {
        return undefined;
    }
    if (typeof value === 'string' && !feature.prefixes.includes('ref')) {
        return valueOfTag(plainText(value), feature, mapping) ?? (feature.types.length === 0 ? [quotedString(value)] : undefined);
    }
    const target = typeof value === 'string' ? mapping.model.get(value.trim()) : mapping.model.resolve(value);
    const declaration = mapping.declarationOf(target);
    if (declaration === undefined || declaration.name === '') {
        return undefined;
    }
    if (!feature.prefixes.includes('ref')) {
        return [new Name(declaration)];
    }
    const metaclass = METACLASSES[declaration.keyword];
    return metaclass === undefined ? undefined : [new Name(declaration), ` meta SysML::${metaclass}`];
}
