/** Maps connectors and bindings (contract: migration 5.6). */
import { type Declaration, Name, type Text } from '../notation/declaration.js';
import { everyElement, type UmlElement } from '../uml-model.js';
import { isValueKind } from './classifiers.js';
import { isMemberOf } from './features.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { multiplicityOf } from './multiplicity.js';
import { oncePer } from './once.js';
import { writtenType } from './properties.js';

/** A connector end as a path of features, or the reason why it has no path. */
export type Path = { readonly path: readonly Declaration[] } | { readonly reason: string };

/** Returns the feature chain to a connector end; the first feature belongs to the body. */
export function pathOfEnd(end: UmlElement, body: Declaration, mapping: Mapping): Path {
    const role = end.ref('role');
    if (role === undefined) {
        const missing = [...end.dangling('role'), ...end.externals('role').map(({ path, href }) => path || href)];
        return { reason: missing.length > 0 ? `the role ${missing.join(', ')} is not part of the input` : 'an end has no role' };
    }
    const before = nestedPath(end, mapping);
    const part = end.ref('partWithPort');
    const elements = before.length > 0 ? before : part === undefined ? [] : [part];
    return pathOfFeatures([...elements.filter(e => e !== role), role], body, mapping);
}

/** Returns the property path of a «NestedConnectorEnd»; empty for other ends. */
export function nestedPath(end: UmlElement, mapping: Mapping): readonly UmlElement[] {
    const nested = mapping.stereotypes.application(end, 'NestedConnectorEnd');
    return (nested?.links('propertyPath') ?? []).flatMap(link => mapping.model.resolve(link) ?? []);
}

/**
 * Returns the path for features, starting from a body. If the body does not have the first feature, but exactly one of its parts has it,
 * that part is prepended.
 */
export function pathOfFeatures(elements: readonly UmlElement[], body: Declaration, mapping: Mapping): Path {
    const path: Declaration[] = [];
    for (const element of elements) {
        const declaration = mapping.declarationOf(element);
        if (declaration === undefined || declaration.name === '') {
            return { reason: `'${element.name || element.id}' is not written` };
        }
        path.push(declaration);
    }
    const broken = path.findIndex((step, i) => i > 0 && !isMemberOf(step, path[i - 1]));
    if (broken > 0) {
        return { reason: `'${path[broken].name}' is no feature of '${path[broken - 1].name}'` };
    }
    if (isMemberOf(path[0], body)) {
        return { path };
    }
    const holders = featuresOf(body).filter(feature => isMemberOf(path[0], feature));
    if (holders.length === 1) {
        return { path: [holders[0], ...path] };
    }
    return { reason: `'${path[0].name}' is no feature of '${body.name}'${holders.length > 1 ? ', and of several of its parts' : ''}` };
}

function featuresOf(body: Declaration): Declaration[] {
    const open = [body];
    const seen = new Set<Declaration>();
    const found: Declaration[] = [];
    for (let d = open.pop(); d !== undefined; d = open.pop()) {
        if (!seen.has(d)) {
            seen.add(d);
            found.push(...d.declarations().filter(m => !m.isDefinition && m.name !== ''));
            open.push(...(d.generalsOrNone ?? []));
        }
    }
    return found;
}

export const pathName = (path: readonly Declaration[]): Name => new Name(path[0], path.slice(1));

/** Spells a path as `a.b` for a generated name. */
export const pathLabel = (path: readonly Declaration[]): string => path.map(({ name }) => name).join('.');

const connector: Mapper = {
    relate(element, mapping) {
        const body = mapping.placeAround(element);
        const ends = element.ownedAs('end').map(end => pathOfEnd(end, body, mapping));
        const paths: (readonly Declaration[])[] = [];
        for (const end of ends) {
            if ('reason' in end) {
                mapping.unmapped(element, end.reason);
                return;
            }
            paths.push(end.path);
        }
        if (paths.length < 2) {
            mapping.unmapped(element, 'it has fewer than two ends');
            return;
        }
        if (paths.length === 2 && isBinding(element, paths, mapping)) {
            writeBinding(element, body, paths, mapping);
        } else {
            writeConnection(element, body, paths, mapping);
        }
    }
};

function isBinding(element: UmlElement, paths: readonly (readonly Declaration[])[], mapping: Mapping): boolean {
    const last = paths.map(path => path.at(-1)!);
    const isValue = (d: Declaration): boolean => d.kind === 'attribute' || isValueKind(d) || d.owner?.kind === 'constraint';
    return mapping.stereotypes.has(element, 'BindingConnector') || last.some(d => isValue(d)) || isDelegation(paths);
}

/** Whether a connector delegates from a port of the owner to a port of one of its parts. */
function isDelegation(paths: readonly (readonly Declaration[])[]): boolean {
    const own = paths.filter(path => path.length === 1 && path[0].kind === 'port');
    const inner = paths.filter(path => path.length > 1 && path.at(-1)!.kind === 'port');
    return own.length === 1 && inner.length === 1;
}

function writeBinding(element: UmlElement, body: Declaration, paths: readonly (readonly Declaration[])[], mapping: Mapping): void {
    const [from, to] = paths;
    const text: Text = ['bind ', pathName(from), ' = ', pathName(to)];
    const declaration = mapping.declare(element, body, element.name === '' ? '' : 'binding', 'connector');
    declaration.tail = text;
    declaration.label = `${pathLabel(from)} = ${pathLabel(to)}`;
    declaration.edgeKeyword = 'binding';
    mapping.mapped(element, isDelegation(paths) ? 'a binding relays either way' : '');
}

/** Properties that represent connectors of their block («ConnectorProperty»), by connector. */
const connectorProperties = oncePer((mapping: Mapping): ReadonlyMap<UmlElement, UmlElement> => {
    const properties = [...everyElement(mapping.model.roots)].filter(({ metaclass }) => metaclass === 'Property');
    return new Map(
        properties.flatMap(property => {
            const [link] = mapping.stereotypes.application(property, 'ConnectorProperty')?.links('connector') ?? [];
            const connector = link === undefined ? undefined : mapping.model.resolve(link);
            return connector === undefined ? [] : [[connector, property] as const];
        })
    );
});

function writeConnection(element: UmlElement, body: Declaration, paths: readonly (readonly Declaration[])[], mapping: Mapping): void {
    const type = writtenType(element, mapping);
    const isTyped = type.declaration?.kind === 'connection' && type.declaration.isDefinition;
    const isNamed = element.name !== '' || isTyped || paths.length > 2;
    const property = mapping.declarationOf(connectorProperties(mapping).get(element));
    const isProperty = property?.owner === body && property.keyword === 'connection';
    const declaration = isProperty
        ? mapping.recordDeclaration(property, element)
        : mapping.declare(element, body, isNamed ? 'connection' : '', 'connector');
    if (isTyped && !declaration.generals.has(type.declaration)) {
        declaration.append('types', type.text!);
        declaration.generals.add(type.declaration);
    }
    const counts = element.ownedAs('end').map(end => multiplicityOf(end).text);
    const ends = paths.map((path, i): Text => [counts[i] === '' ? '' : `${counts[i]} `, pathName(path)]);
    declaration.tail =
        ends.length === 2
            ? ['connect ', ...ends[0], ' to ', ...ends[1]]
            : ['connect (', ...ends.flatMap((end, i): Text => [i === 0 ? '' : ', ', ...end]), ')'];
    declaration.label = paths.map(pathLabel).join(' to ');
    declaration.edgeKeyword = 'connection';
    mapping.mapped(element, isProperty ? `the property '${property.name}' stands for it` : '');
    const associations = element.linksOf('type');
    if (associations.length > 0 && !isTyped) {
        mapping.accounts.note(element, 'the association that types it is not written as a connection def');
    }
}

export const connectorRows: readonly MapperRow[] = [{ metaclasses: ['Connector'], mapper: connector }];
