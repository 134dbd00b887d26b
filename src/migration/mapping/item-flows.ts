/** Maps item flows along a connector or between two features (contract: migration 5.6). */
import { type Declaration, Name, type Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { commonOwner } from './associations.js';
import { nestedPath, type Path, pathLabel, pathName, pathOfEnd, pathOfFeatures } from './connectors.js';
import { isMemberOf } from './features.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';

type FeaturePath = readonly Declaration[];

/** The source and the target of a flow, as paths from a common body. */
interface Way {
    readonly body: Declaration;
    readonly from: FeaturePath;
    readonly to: FeaturePath;
}

const informationFlow: Mapper = {
    relate(element, mapping) {
        const [source, target] = [element.ref('informationSource'), element.ref('informationTarget')];
        if (source === undefined || target === undefined) {
            mapping.unmapped(element, 'an end of it is not part of the input');
            return;
        }
        const connectors = element.refs('realizingConnector');
        const ways =
            connectors.length > 0 ? connectors.map(c => alongConnector(c, source, target, mapping)) : [between(source, target, mapping)];
        const found: Way[] = [];
        for (const way of ways) {
            if ('reason' in way) {
                if (connectors.length > 0 || !writeDependency(element, source, target, mapping)) {
                    mapping.unmapped(element, way.reason);
                }
            } else {
                found.push(way);
            }
        }
        found.forEach(way => writeFlows(element, way, mapping));
        if (found.length > 0 && connectors.length === 0) {
            mapping.approximated(element, 'no connector realizes it: a flow between its ends');
        }
    }
};

/** Returns the ends of a connector in the direction of the flow. */
function alongConnector(
    connector: UmlElement,
    source: UmlElement,
    target: UmlElement,
    mapping: Mapping
): Way | { readonly reason: string } {
    const body = mapping.placeAround(connector);
    const ends = connector.ownedAs('end');
    const paths = ends.map(end => pathOfEnd(end, body, mapping));
    if (ends.length !== 2) {
        return { reason: 'its connector has not two ends' };
    }
    const unwritten = paths.find(path => 'reason' in path);
    if (unwritten !== undefined && 'reason' in unwritten) {
        return { reason: `of its connector, ${unwritten.reason}` };
    }
    const [first, second] = paths.flatMap(path => ('path' in path ? [path.path] : []));
    const isForward = standsFor(ends[0], source, mapping) || standsFor(ends[1], target, mapping);
    const isBackward = standsFor(ends[1], source, mapping) || standsFor(ends[0], target, mapping);
    if (isForward === isBackward && !isForward) {
        return { reason: 'no end of its connector is its source or its target' };
    }
    return isForward ? { body, from: first, to: second } : { body, from: second, to: first };
}

/**
 * Whether a connector end represents an element. The element may be its role, a step of its path, the type of either, or the owner of its
 * port.
 */
function standsFor(end: UmlElement, element: UmlElement, mapping: Mapping): boolean {
    const role = end.ref('role');
    const path = [role, end.ref('partWithPort'), ...nestedPath(end, mapping)];
    if (path.includes(element) || path.some(step => step?.ref('type') === element)) {
        return true;
    }
    return path.filter(step => step !== undefined).length === 1 && role?.owner === element;
}

/** Returns the path between two features of one body. */
function between(source: UmlElement, target: UmlElement, mapping: Mapping): Way | { readonly reason: string } {
    const [from, to] = [source, target].map(end => mapping.declarationOf(end));
    if (from === undefined || to === undefined) {
        return { reason: 'an end of it is not written' };
    }
    if (from.isDefinition || to.isDefinition || from.isPackage || to.isPackage) {
        return { reason: 'it lies between definitions, and no connector realizes it' };
    }
    const body = commonOwner(from, to);
    const paths: Path[] = [source, target].map(end => pathOfFeatures([end], body, mapping));
    const [first, second] = paths.flatMap(path => ('path' in path ? [path.path] : []));
    return second === undefined ? { reason: 'its ends are no features of one body' } : { body, from: first, to: second };
}

/** Writes a dependency between the ends if they are features and cannot be the ends of a flow. @returns whether it was written */
function writeDependency(element: UmlElement, source: UmlElement, target: UmlElement, mapping: Mapping): boolean {
    const [from, to] = [mapping.nameOf(source), mapping.nameOf(target)];
    if (from === undefined || to === undefined || from.target.isDefinition || to.target.isDefinition) {
        return false;
    }
    const body = mapping.placeAround(element);
    const declaration = mapping.declare(element, body, 'dependency', body.isPackage ? 'property' : 'relationship');
    declaration.tail = [...(declaration.name === '' ? [] : ['from ']), from, ' to ', to];
    declaration.edgeKeyword = 'dependency';
    declaration.label = `${from.target.name} to ${to.target.name}`;
    mapping.approximated(element, 'its ends are features of different bodies: kept as a dependency');
    return true;
}

/** Writes one flow for each conveyed item, or one flow without an item if none is conveyed. */
function writeFlows(element: UmlElement, way: Way, mapping: Mapping): void {
    const conveyed = element.refs('conveyed');
    const items = conveyed.map(item => mapping.declarationOf(item));
    const lost = [...conveyed.filter((_, i) => items[i] === undefined).map(({ name, id }) => name || id), ...missing(element)];
    const written = items.filter((item): item is Declaration => item?.isDefinition === true && item.name !== '');
    mapping.mapped(element);
    if (lost.length > 0) {
        mapping.approximated(element, `conveyed items are not written: ${lost.join(', ')}`);
    }
    (written.length === 0 ? [undefined] : written).forEach(item => writeFlow(element, way, item, mapping));
}

const missing = (element: UmlElement): string[] => [
    ...element.dangling('conveyed'),
    ...element.externals('conveyed').map(({ path, href }) => path || href)
];

function writeFlow(element: UmlElement, { body, from, to }: Way, item: Declaration | undefined, mapping: Mapping): void {
    const [given, taken] = [carrier(from, item), carrier(to, item)];
    const [start, end] =
        given === undefined || taken === undefined
            ? [from, to]
            : [
                  [...from, given],
                  [...to, taken]
              ];
    const keyword = start.length > 1 && end.length > 1 ? 'flow' : 'message';
    if (keyword === 'message') {
        mapping.approximated(element, 'an end is no feature of a feature, as the ends of a flow are: written as a message');
    }
    const declaration = mapping.declare(element, body, keyword, 'connector');
    const of: Text = item === undefined ? [] : ['of ', new Name(item), ' '];
    declaration.tail = [...of, 'from ', pathName(start), ' to ', pathName(end)];
    declaration.label = `${pathLabel(start)} to ${pathLabel(end)}`;
    declaration.edgeKeyword = keyword;
}

/** Returns the feature of a port through which an item passes. */
function carrier(path: FeaturePath, item: Declaration | undefined): Declaration | undefined {
    const port = path.at(-1)!;
    if (port.kind !== 'port' || item === undefined) {
        return undefined;
    }
    const types = [...(port.generalsOrNone ?? [])].filter(type => type.isDefinition);
    const features = types.flatMap(type => type.declarations()).filter(d => d.name !== '' && isMemberOf(d, port));
    return features.find(feature => feature.generalsOrNone?.has(item) === true);
}

export const itemFlowRows: readonly MapperRow[] = [{ metaclasses: ['InformationFlow'], mapper: informationFlow }];
