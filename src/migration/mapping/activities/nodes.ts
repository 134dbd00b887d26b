/** Maps nodes of activities to actions and control nodes, and pins to their parameters (contract: migration 7.2). */
import type { Declaration } from '../../notation/declaration.js';
import { everyElement, type UmlElement, withoutComments } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { writeMultiplicity, writeType, writtenType } from '../properties.js';
import { valueText } from '../values.js';
import { ACTIONS } from './actions.js';
import { partOf } from './forms.js';
import { placeholder } from './placeholders.js';
import { isOutput, isPin, isStructured, pinsOf } from './routes.js';

const NODE_ROLES = ['node', 'structuredNode', 'containedNode', 'ownedNode', 'executableNode'];
const CONTROL: Readonly<Record<string, string>> = { ForkNode: 'fork', JoinNode: 'join', DecisionNode: 'decide', MergeNode: 'merge' };
/** Nodes without a declaration: a token only starts, ends or passes there. */
const PLACELESS = new Set(['InitialNode', 'FlowFinalNode', 'ActivityParameterNode', 'CentralBufferNode', 'DataStoreNode']);

/** Returns the nodes of an activity or structured node, each once. Documents own nodes in several roles. */
function nodesOf(owner: UmlElement): UmlElement[] {
    return owner.owned.filter(e => !isPin(e) && (NODE_ROLES.includes(e.role) || (e.role === 'group' && isStructured(e))));
}

/** First pass: declares all nodes and pins. */
export function declareNodes(owner: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const node of nodesOf(owner)) {
        if (PLACELESS.has(node.metaclass) || isDeadEnd(node) || isTest(node)) {
            continue;
        }
        const keyword = CONTROL[node.metaclass] ?? 'action';
        const wanted = node.name || CONTROL[node.metaclass] || kindName(node);
        const declaration = mapping.recordDeclaration(
            body.declare(keyword, body.freeName(wanted, node.name === '' ? '' : ' '), 'node', node.order, node),
            node
        );
        declaration.isNameMadeUp = declaration.name !== node.name;
        if (keyword === 'action') {
            declarePins(node, declaration, mapping);
        }
        if (isStructured(node)) {
            declareNodes(node, declaration, mapping);
        }
    }
}

/** Whether a node computes the test of the loop, or of a clause of the conditional node, that owns it. The body is performed once. */
function isTest(node: UmlElement): boolean {
    const owner = node.owner!;
    return isStructured(owner) && [owner, ...owner.ownedAs('clause')].some(e => e.refs('test').includes(node));
}

/** Whether a node is a control node without outgoing edges. A token ends there, and nothing is declared for it. */
export function isDeadEnd(node: UmlElement): boolean {
    return Object.hasOwn(CONTROL, node.metaclass) && node.linksOf('outgoing').length === 0 && !hasEdge(node, 'source');
}

/** Whether an edge of the activity has this node as its end, for nodes that do not list their edges. */
function hasEdge(node: UmlElement, role: 'source' | 'target'): boolean {
    return node.owner!.ownedAs('edge', 'containedEdge').some(edge => edge.ref(role) === node);
}

/** Returns a name for a node without one, from its metaclass: `call` for a CallBehaviorAction, `final` for the end of the activity. */
function kindName({ metaclass }: UmlElement): string {
    if (metaclass === 'ActivityFinalNode') {
        return 'final';
    }
    const [, first] = /^([A-Z][a-z]+)/.exec(metaclass) ?? [];
    return first === undefined ? 'step' : first.toLowerCase();
}

/** Declares the pins of a node as parameters of its action. `matchPins` later replaces those of calls. */
function declarePins(node: UmlElement, action: Declaration, mapping: Mapping): void {
    for (const pin of pinsOf(node)) {
        const direction = isOutput(pin) ? 'out' : 'in';
        const wanted = pin.name || (direction === 'out' ? 'result' : 'input');
        const declaration = action.declare('', action.freeName(wanted), 'parameter', pin.order, pin);
        declaration.append('prefixes', direction);
        declaration.isNameMadeUp = declaration.name !== pin.name;
        mapping.recordDeclaration(declaration, pin);
    }
}

/** Fourth pass: writes the behaviour of the nodes. */
export function completeNodes(owner: UmlElement, mapping: Mapping): void {
    for (const node of nodesOf(owner)) {
        const declaration = mapping.declarationOf(node);
        if (declaration === undefined && isTest(node)) {
            withoutComments([node]).forEach(e => mapping.approximated(e, 'not written: the body is performed once, without a test'));
            continue;
        }
        if (declaration === undefined) {
            completePlaceless(node, mapping);
            continue;
        }
        mapping.mapped(node);
        completePins(node, mapping);
        const write = Object.hasOwn(ACTIONS, node.metaclass) ? ACTIONS[node.metaclass] : placeholder;
        write(node, declaration, mapping);
        if (isStructured(node)) {
            completeNodes(node, mapping);
        }
    }
}

/** Writes partitions as comments with the represented element and the nodes. */
export function writePartitions(activity: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const partition of everyElement(activity.owned)) {
        if (partition.metaclass === 'InterruptibleActivityRegion' || partition.metaclass === 'ExceptionHandler') {
            mapping.unmapped(partition, 'what it interrupts runs on: interruptions and exceptions have no form');
        }
        if (partition.metaclass !== 'ActivityPartition') {
            continue;
        }
        const nodes = partition.refs('node').map(n => n.name || n.metaclass);
        const represents = partition.ref('represents')?.name;
        const what = represents === undefined ? '' : ` represents ${represents};`;
        body.addComment({ kind: 'comment', text: `partition ${partition.name}:${what} ${nodes.join(', ')}` }, 'marker', partition.order);
        if (mapping.stereotypes.has(partition, 'AllocateActivityPartition')) {
            mapping.unmapped(partition, 'the allocation of its nodes to what it represents has no form');
        } else if (partition.refs('node').some(node => mapping.declarationOf(partOf(node)) !== undefined)) {
            mapping.mapped(partition, 'names in its nodes are looked up in what it represents');
        } else {
            mapping.approximated(partition, 'a partition is a comment that names its nodes');
        }
    }
}

function completePlaceless(node: UmlElement, mapping: Mapping): void {
    const isReached =
        node.linksOf('incoming').length + node.linksOf('outgoing').length > 0 || hasEdge(node, 'source') || hasEdge(node, 'target');
    switch (node.metaclass) {
        case 'ActivityParameterNode':
            mapping.mapped(node, 'carried by its parameter');
            break;
        case 'CentralBufferNode':
        case 'DataStoreNode':
            mapping.approximated(node, 'routing data only: flows are written from source to target');
            break;
        default:
            if (isReached) {
                mapping.mapped(node);
            } else {
                mapping.unreferenced(node, 'no edge reaches it');
            }
    }
}

function completePins(node: UmlElement, mapping: Mapping): void {
    for (const pin of pinsOf(node)) {
        const declaration = mapping.declarationOf(pin);
        if (declaration === undefined) {
            continue;
        }
        const type = writtenType(pin, mapping);
        mapping.mapped(pin);
        type.notes.forEach(note => mapping.approximated(pin, note));
        writeType(declaration, type);
        writeMultiplicity(pin, declaration, mapping);
        const [value] = pin.ownedAs('value');
        const result = value === undefined ? undefined : valueText(value, type.scalar, mapping, declaration.owner);
        if (result !== undefined && 'text' in result) {
            declaration.value = ['= ', ...result.text];
        } else if (result !== undefined) {
            mapping.approximated(pin, `its value is not written: ${result.reason}`);
        }
    }
}
