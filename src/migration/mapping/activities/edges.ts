/** Edges of activities as successions, flows and bindings (contract: migration 7.3). */
import { type Declaration, Name, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import { opaqueExpression } from '../expressions/opaque.js';
import type { Mapping } from '../mapping.js';
import { NODE_ROLES } from './nodes.js';

const EDGES = new Set(['ControlFlow', 'ObjectFlow']);

/** Where an edge begins or ends. */
interface End {
    /** the action or control node in the body of the activity; undefined for start and done */
    readonly node: Declaration | 'start' | 'done';
    /** the parameter of the action */
    readonly pin: Declaration | undefined;
    /** the activity's own parameter */
    readonly parameter: Declaration | undefined;
}

export function writeEdges(activity: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const edge of everyElement(activity.owned)) {
        if (EDGES.has(edge.metaclass) && !isInOtherActivity(edge, activity)) {
            writeEdge(edge, body, mapping);
        }
    }
}

function isInOtherActivity(edge: UmlElement, activity: UmlElement): boolean {
    return [...edge.owners()].find(o => o.metaclass === 'Activity') !== activity;
}

function writeEdge(edge: UmlElement, activity: Declaration, mapping: Mapping): void {
    const from = endOf(edge.ref('source'), mapping, 'start');
    const to = endOf(edge.ref('target'), mapping, 'done');
    if (from === undefined || to === undefined) {
        mapping.unmapped(edge, 'an end of it is not written');
        return;
    }
    const body = bodyOf(from, to, activity);
    if (body === undefined) {
        mapping.approximated(edge, 'it crosses the border of a structured node and is not written');
        return;
    }
    mapping.mapped(edge);
    accountForGuard(edge, mapping);
    if (from.parameter !== undefined || to.parameter !== undefined) {
        writeBinding(edge, from, to, body, mapping);
        return;
    }
    const guard = guardText(edge, body, mapping);
    if (
        from.pin !== undefined &&
        to.pin !== undefined &&
        typeof from.node !== 'string' &&
        typeof to.node !== 'string' &&
        guard === undefined
    ) {
        const flow = body.declare('', '', 'edge', edge.order, edge);
        flow.tail = ['succession flow from ', new Name(from.node, [from.pin]), ' to ', new Name(to.node, [to.pin])];
        flow.label = `${from.node.name}.${from.pin.name} to ${to.node.name}.${to.pin.name}`;
        mapping.stands(flow, edge);
        return;
    }
    if (edge.metaclass === 'ObjectFlow') {
        mapping.approximated(edge, 'it orders its ends; what it carries is not written');
    }
    const succession = body.declare('', '', 'edge', edge.order, edge);
    succession.tail = ['first ', nameOf(from.node), ...(guard === undefined ? [] : [' if ', ...guard]), ' then ', nameOf(to.node)];
    succession.label = `${labelOf(from.node)} to ${labelOf(to.node)}`;
    succession.edgeKeyword = guard === undefined ? 'succession' : '';
    mapping.stands(succession, edge);
}

const nameOf = (node: End['node']): Name | string => (typeof node === 'string' ? node : new Name(node));
const labelOf = (node: End['node']): string => (typeof node === 'string' ? node : node.name);

function endOf(element: UmlElement | undefined, mapping: Mapping, terminal: 'start' | 'done'): End | undefined {
    if (element === undefined) {
        return undefined;
    }
    switch (element.metaclass) {
        case 'InitialNode':
            return terminal === 'start' ? { node: 'start', pin: undefined, parameter: undefined } : undefined;
        case 'FlowFinalNode':
            return terminal === 'done' ? { node: 'done', pin: undefined, parameter: undefined } : undefined;
        case 'ActivityParameterNode': {
            const parameter = mapping.declarationOf(element.ref('parameter'));
            return parameter === undefined ? undefined : { node: terminal, pin: undefined, parameter };
        }
    }
    const declaration = mapping.declarationOf(element);
    if (declaration === undefined) {
        return undefined;
    }
    if (NODE_ROLES.includes(element.role) || element.role === 'executableNode' || element.role === 'group') {
        return { node: declaration, pin: undefined, parameter: undefined };
    }
    const action = mapping.declarationOf(element.owner);
    return action === undefined ? undefined : { node: action, pin: declaration, parameter: undefined };
}

/** The body that holds both nodes. */
function bodyOf(from: End, to: End, activity: Declaration): Declaration | undefined {
    const bodies = [from.node, to.node].flatMap(node => (typeof node === 'string' ? [] : [node.owner!]));
    const [first = activity] = bodies;
    return bodies.every(body => body === first) ? first : undefined;
}

function writeBinding(edge: UmlElement, from: End, to: End, body: Declaration, mapping: Mapping): void {
    const text = ({ node, pin, parameter }: End): Name | undefined => {
        if (parameter !== undefined) {
            return new Name(parameter);
        }
        return typeof node === 'string' || pin === undefined ? undefined : new Name(node, [pin]);
    };
    const [a, b] = [text(from), text(to)];
    if (a === undefined || b === undefined) {
        mapping.approximated(edge, 'a parameter and a control node: what it carries is not written');
        return;
    }
    const binding = body.declare('', '', 'edge', edge.order, edge);
    binding.tail = ['bind ', b, ' = ', a];
    binding.edgeKeyword = 'binding';
    binding.label = `${from.parameter?.name ?? labelOf(from.node)} = ${to.parameter?.name ?? labelOf(to.node)}`;
    mapping.stands(binding, edge);
}

/** The guard as a condition; undefined for none, `true`, `else`, and for text that is not translated. */
function guardText(edge: UmlElement, body: Declaration, mapping: Mapping): Text | undefined {
    const guard = specificationOf(edge.ownedAs('guard')[0]);
    const text = guard?.values('body').join(' ').trim() ?? guard?.value('value') ?? '';
    if (guard === undefined || text === 'true' || text === '' || guard.value('value') === 'true') {
        return undefined;
    }
    if (/^\[?\s*else\s*\]?$/i.test(text)) {
        mapping.approximated(edge, 'an else branch is written without a guard');
        return undefined;
    }
    if (guard.metaclass === 'LiteralBoolean') {
        return [guard.value('value') === 'true' ? 'true' : 'false'];
    }
    const result = opaqueExpression(text.replace(/^\[(.*)\]$/, '$1'), { bodies: [body, ...body.owners()] });
    if ('reason' in result) {
        mapping.approximated(edge, `its guard '${text}' is not written: ${result.reason}`);
        body.addComment({ kind: 'note', text: `guard not translated: ${text}` }, 'edge', edge.order);
        return undefined;
    }
    return result.text;
}

/** A guard is a value, or a constraint that holds one. */
function specificationOf(guard: UmlElement | undefined): UmlElement | undefined {
    return guard?.metaclass === 'Constraint' ? guard.ownedAs('specification')[0] : guard;
}

function accountForGuard(edge: UmlElement, mapping: Mapping): void {
    edge.ownedAs('guard')
        .filter(g => g.metaclass === 'Constraint')
        .forEach(g => mapping.mapped(g, 'carried by its edge'));
}
