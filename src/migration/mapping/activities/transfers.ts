/**
 * Determines the transfers of objects in an activity (contract: migration 7.3): each object flow goes from a pin, a parameter or an output
 * of a control node to the next of these, across buffers.
 */
import { type Declaration, Name } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { multiplicityOf } from '../multiplicity.js';
import { actionOf, Edges, isControl, isPin } from './routes.js';

/** A pin, parameter or feature of a control node at which an object is provided or received. */
export interface End {
    /** a pin, an ActivityParameterNode or a control node */
    readonly element: UmlElement;
    /** the declaration written for the element: a parameter, or a feature of the control node */
    readonly feature: Declaration | undefined;
}

/** The transfer of an object along an object flow. */
export interface Delivery {
    readonly edge: UmlElement;
    readonly from: End;
    readonly to: End;
}

/** Returns the action or control node of an end; undefined for a parameter. */
export const nodeAt = ({ element }: End, mapping: Mapping): Declaration | undefined =>
    mapping.declarationOf(isPin(element) ? actionOf(element) : isControl(element) ? element : undefined);

/**
 * Declares the features of the control nodes that objects pass, and returns the transfers.
 * @param flows the object flows that are written
 */
export function transfersOf(flows: readonly UmlElement[], mapping: Mapping): Delivery[] {
    const edges = new Edges(flows);
    const features = controlFeatures(flows, edges, mapping);
    return flows.flatMap(edge => {
        const to = endOf(edge, 'target', features, mapping);
        if (to === undefined) {
            return [];
        }
        return [...edges.originsOf(edge).keys()].flatMap(origin => {
            const from = endOf(origin, 'source', features, mapping);
            return from === undefined ? [] : [{ edge, from, to }];
        });
    });
}

/** The features of control nodes, by the edge and by the end of the edge at them. */
type Features = Readonly<Record<'source' | 'target', ReadonlyMap<UmlElement, Declaration>>>;

function endOf(edge: UmlElement, role: 'source' | 'target', features: Features, mapping: Mapping): End | undefined {
    const element = edge.ref(role)!;
    if (isControl(element)) {
        const feature = features[role].get(edge);
        return feature === undefined ? undefined : { element, feature };
    }
    return isPin(element) || element.metaclass === 'ActivityParameterNode' ? endAt(element, mapping) : undefined;
}

/** Returns the end at a pin or an ActivityParameterNode. */
export function endAt(element: UmlElement, mapping: Mapping): End {
    return { element, feature: mapping.declarationOf(isPin(element) ? element : element.ref('parameter')) };
}

/** Declares an input for each flow that brings objects to a control node, and an output with their values for each that takes them away. */
function controlFeatures(flows: readonly UmlElement[], edges: Edges, mapping: Mapping): Features {
    const features = { source: new Map<UmlElement, Declaration>(), target: new Map<UmlElement, Declaration>() };
    const nodes = new Set(flows.flatMap(flow => [flow.ref('source')!, flow.ref('target')!]).filter(isControl));
    for (const node of nodes) {
        const declaration = mapping.declarationOf(node);
        const brought = edges.incoming(node).filter(flow => edges.sourcesOf(flow).length > 0 && node.ref('decisionInputFlow') !== flow);
        const taken = edges.outgoing(node).filter(flow => edges.sinksOf(flow).length > 0);
        if (declaration === undefined || brought.length === 0 || taken.length === 0) {
            continue;
        }
        const inputs = brought.map((flow, i) => declareFeature(flow, declaration, 'in', `inputObject${i + 1}`));
        brought.forEach((flow, i) => features.target.set(flow, inputs[i]));
        const names = inputs.flatMap((input, i) => [i === 0 ? '' : ', ', new Name(input)]);
        taken.forEach((flow, i) => {
            const output = declareFeature(flow, declaration, 'out', `outputObject${i + 1}`);
            output.value = names.length > 2 ? ['= (', ...names, ')'] : ['= ', ...names];
            features.source.set(flow, output);
            if (node.metaclass === 'JoinNode' && inputs.length > 1) {
                noteTogether(flow, edges, mapping);
            }
        });
    }
    return features;
}

function declareFeature(flow: UmlElement, node: Declaration, direction: string, name: string): Declaration {
    const feature = node.declare('ref', node.freeName(name), 'parameter', flow.order);
    feature.append('prefixes', direction);
    return feature;
}

/** A join offers its objects one after another in v1, and together in v2. */
function noteTogether(flow: UmlElement, edges: Edges, mapping: Mapping): void {
    const single = edges.sinksOf(flow).find(sink => multiplicityOf(sink.ref('parameter') ?? sink).upper === 1);
    if (single !== undefined) {
        mapping.approximated(flow, `the objects of the join come together to '${single.name}', which takes one`);
    }
}
