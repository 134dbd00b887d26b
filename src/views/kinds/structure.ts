/**
 * Defines structure in diagrams: which elements are nodes of an interconnection, which are ports, which are connectors. Does not depend on
 * renderings.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { type Direction as StatedDirection, writtenDirectionOf } from '../../language/semantics/features.js';
import type * as ast from '../../language/generated/tree.js';
import { metaclassOrUndefined } from '../../language/semantics/metaclass.js';
import type { MetaclassName } from '../../language/semantics/metaclasses.js';
import { conformsToLibrary, redefinedFeaturesOf, typesOf } from '../../language/semantics/specialization.js';
import { type Feature, isDefinition, isUsage } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isA, memoize, layoutOf, type Slot } from '../../runtime/evaluation/index.js';
import { elementIdOf, multiplicityText, originOf, simpleNameOf, typeTextOf, valueText } from '../describe.js';
import type { GraphPort, InnerEnd } from '../graph.js';
import type { NodeDraft } from '../view-graph.js';

const STRUCTURE: ReadonlySet<string> = new Set<MetaclassName>([
    'PartDefinition',
    'PartUsage',
    'ItemDefinition',
    'ItemUsage',
    'PortDefinition',
    'PortUsage',
    'OccurrenceDefinition',
    'OccurrenceUsage',
    'AttributeDefinition',
    'AttributeUsage',
    'EnumerationDefinition',
    'EnumerationUsage',
    'InterfaceDefinition',
    'ConnectionDefinition',
    'AllocationDefinition',
    'ReferenceUsage',
    'Type',
    'Classifier',
    'Class',
    'Structure',
    'DataType',
    'Association',
    'AssociationStructure',
    'Feature'
]);

/** Elements that only a user-defined keyword introduces: the base type of the keyword determines their kind. */
const EXTENDED: ReadonlySet<string> = new Set<MetaclassName>(['Definition', 'Usage']);
const STRUCTURAL_TYPES: readonly string[] = ['Items::Item', 'Ports::Port', 'Base::DataValue'];

/** Whether an element is a node of an interconnection (contract: views 2.5): structure, definition or usage. */
export function isStructural(element: AstNode): boolean {
    if (!isDefinition(element) && !isUsage(element)) {
        return false;
    }
    const metaclass = metaclassOrUndefined(element) ?? '';
    return STRUCTURE.has(metaclass) || (EXTENDED.has(metaclass) && STRUCTURAL_TYPES.some(t => conformsToLibrary(element, t)));
}

/** Whether an element is a port on a border: a port usage, or a usage without a keyword that redefines one (`:>> power { … }`). */
export function isPort(element: AstNode): boolean {
    return isUsage(element) && (isA(element, 'PortUsage') || restates(element, 'PortUsage'));
}

/** Whether a usage without a keyword redefines only usages of a metaclass. */
export function restates(usage: ast.Usage | Feature, metaclass: MetaclassName): boolean {
    const redefined = metaclassOrUndefined(usage) === 'ReferenceUsage' ? redefinedFeaturesOf(usage) : [];
    return redefined.length > 0 && redefined.every(f => isUsage(f) && (isA(f, metaclass) || restates(f, metaclass)));
}

/** Whether an element is a connector between structure. Successions are not: they order behaviour. */
export function isStructuralConnector(element: AstNode): element is ast.ConnectorUsage | ast.FlowUsage {
    return isUsage(element) && isA(element, 'Connector') && (element.$type === 'FlowUsage' || !isA(element, 'Succession'));
}

// --- Ports ------------------------------------------------------------------------------------------------------------

const PORTS = Symbol('port slots');

/** The ports of an element, declared and inherited, in declaration order. */
export function portSlotsOf(element: AstNode): readonly Slot[] {
    return memoize(PORTS, element, e => layoutOf(e).slots.filter(s => s.isModelled && isPort(s.feature)));
}

/** The pins that a node shows for the ports of its element. */
export function portsOf(node: NodeDraft, element: AstNode, digests: boolean): GraphPort[] {
    return portSlotsOf(element).map((slot, i) => pinOf(`${node.id}.${i}`, slot.feature, slot.chain, digests));
}

/** The named parameters of a behaviour, constraint or case, declared and inherited, in declaration order. */
export function parameterSlotsOf(element: AstNode): readonly Slot[] {
    const isParameter = ({ direction, membership }: Feature): boolean => direction !== undefined || membership === 'return';
    return layoutOf(element).slots.filter(s => s.isModelled && s.names.length > 0 && s.chain.some(isParameter));
}

/** The pins of these parameters on the border of a node. */
export function parameterPinsOf(node: NodeDraft, element: AstNode, digests: boolean): GraphPort[] {
    return parameterSlotsOf(element).map(({ feature, chain }, i) => {
        const pin = pinOf(`${node.id}.p${i}`, feature, chain, digests);
        return feature.membership === 'return' ? { ...pin, direction: 'out', flow: 'out' } : pin;
    });
}

/** The feature behind the border of a node at which an edge ends. @param name the path to it from the node */
export function innerEndAt(feature: AstNode, name: string, isPortThere: boolean, digests: boolean): InnerEnd {
    const facts = isUsage(feature) ? pinOf('', feature, [feature], digests) : undefined;
    return {
        element: elementIdOf(feature),
        type: '',
        direction: '',
        flow: isPortThere ? (facts?.flow ?? '') : '',
        isConjugated: isPortThere && facts?.isConjugated === true,
        isReference: isPortThere && facts?.isReference === true,
        multiplicity: '',
        value: '',
        name,
        isPort: isPortThere
    };
}

type PinFacts = Omit<GraphPort, 'id'>;
/**
 * Properties of a port that do not depend on where it is shown, cached because many parts of one definition share its slots. There is one
 * cache for origins with digests, one for those without.
 */
const pinFacts = [new WeakMap<readonly Feature[], PinFacts>(), new WeakMap<readonly Feature[], PinFacts>()] as const;

/** A port or parameter on a border. @param chain its declarations, the most specific first */
export function pinOf(id: string, feature: Feature, chain: readonly Feature[], digests: boolean): GraphPort {
    const known = pinFacts[digests ? 1 : 0];
    let facts = known.get(chain);
    if (facts === undefined) {
        known.set(chain, (facts = factsOfPin(feature, chain, digests)));
    }
    return { id, ...facts };
}

/** The first stated direction in a chain. */
function firstDirectionIn(chain: readonly AstNode[]): StatedDirection | undefined {
    return chain.map(writtenDirectionOf).find(direction => direction !== undefined);
}

function factsOfPin(feature: Feature, chain: readonly Feature[], digests: boolean): PinFacts {
    const typed = chain.find(f => typeTextOf(f) !== '') ?? feature;
    const isTurned = isConjugated(typed);
    const direction = firstDirectionIn(chain) ?? '';
    return {
        element: elementIdOf(feature),
        name: simpleNameOf(feature),
        value: valueText(feature),
        type: typeTextOf(typed),
        direction,
        flow: direction !== '' ? direction : flowOf(feature, isTurned),
        isConjugated: isTurned,
        isReference: feature.isReference === true,
        multiplicity: multiplicityText(chain.find(f => multiplicityText(f) !== '' && !scopeOf(f).isLibrary) ?? feature),
        origin: originOf(feature, digests)
    };
}

/** Whether a feature is typed by a conjugated port definition. */
export function isConjugated({ relationships = [] }: AstNode): boolean {
    return relationships.some(r => r.$type === 'FeatureTyping' && r.isConjugated);
}

type Direction = GraphPort['direction'];
/** The directions of a conjugated port. */
export const TURNED: Readonly<Record<Direction, Direction>> = { in: 'out', out: 'in', inout: 'inout', '': '' };

/** The common direction of the features of a port. */
function flowOf(port: AstNode, isConjugated: boolean): Direction {
    const stated = new Set<Direction>();
    for (const type of [port, ...typesOf(port)]) {
        const directions = layoutOf(type)
            .slots.filter(s => s.isModelled)
            .map(s => firstDirectionIn(s.chain));
        directions.forEach(d => d !== undefined && stated.add(d));
    }
    const direction: Direction = stated.size === 0 ? '' : stated.size === 1 ? [...stated][0] : 'inout';
    return isConjugated ? TURNED[direction] : direction;
}
