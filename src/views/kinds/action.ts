/** Action flows (contract: views 2.5): the nodes of the lowered flow with nested flows, successions, object flows, and performers. */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { allRedefinedFeaturesOf, chainOf } from '../../language/semantics/featuring.js';
import { resolveEachSegment } from '../../language/semantics/names.js';
import { conformsTo, redefinedFeaturesOf } from '../../language/semantics/specialization.js';
import { isPackage, isStatementType, type NameNode, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { textOf } from '../../language/semantics/text.js';
import { isA, isBehavior, layoutOf } from '../../runtime/evaluation/index.js';
import {
    type ActionEdge,
    actionGraphOf,
    type ActionGraph,
    type ActionNode,
    bodyMembersOf,
    isStep,
    type NodeKind,
    type ObjectFlow,
    statesFlow
} from '../../runtime/behaviour/index.js';
import { elementIdOf, endsOf, fullNameOf, keywordOf, oneLine, originOf, payloadOf, simpleNameOf, typeTextOf } from '../describe.js';
import type { Compartment, InnerEnd, Lane, NodeShape } from '../graph.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { formOf } from './interconnection.js';
import { performerInPath } from './performers.js';
import { insteadOf, isMachine, isWithin } from './state.js';
import { bodiesOf, conditionsOf, headText, textOfStatement } from './statement-text.js';
import { valueCompartments } from './values.js';
import { quoted } from '../../runtime/values/index.js';
import { innerEndAt, parameterPinsOf } from './structure.js';

/** Maximum nesting depth of flows. */
const MAX_FLOWS = 8;

/** Kinds and symbols of the nodes of a flow. */
const NODES: Readonly<Record<NodeKind, readonly [kind: string, shape: NodeShape]>> = {
    start: ['initial', 'start'],
    done: ['final', 'done'],
    action: ['action', 'action'],
    perform: ['perform', 'action'],
    fork: ['fork', 'fork'],
    join: ['join', 'join'],
    merge: ['merge', 'merge'],
    decide: ['decision', 'decision'],
    accept: ['accept', 'accept'],
    send: ['send', 'send'],
    assign: ['assign', 'action'],
    if: ['if', 'action'],
    while: ['while', 'action'],
    loop: ['loop', 'action'],
    for: ['for', 'action'],
    terminate: ['terminate', 'terminate']
};

/** Steps that RenderView combines with their neighbours into one node if the body declares no order. */
const PLAIN: ReadonlySet<NodeKind> = new Set(['assign', 'send', 'accept', 'terminate']);

/** Whether an element is an action whose flow is drawn: an action or a case, definition or usage. */
export function isAction(element: AstNode): boolean {
    return (isBehavior(element) && !isMachine(element) && !isA(element, 'Connector')) || isCase(element);
}

export function isCase(element: AstNode): boolean {
    return isA(element, 'CaseDefinition') || isA(element, 'CaseUsage');
}

export function renderAction(graph: ViewGraph, exposed: readonly AstNode[]): void {
    const actions = exposed.filter(isAction);
    for (const element of exposed) {
        if (isWithin(element, actions)) {
            continue;
        }
        if (isAction(element)) {
            const drawn = new ActionDiagram(graph).draw(element);
            drawn.compartments = [...performedBy(element, graph), ...drawn.compartments];
        } else {
            graph.notice(`${keywordOf(element)} ${fullNameOf(element)} is no action${insteadOf(element, 'action', isAction)}`);
        }
    }
}

/** Nodes without a performer. */
const CONTROLS: ReadonlySet<NodeKind> = new Set(['start', 'done', 'fork', 'join', 'merge', 'decide', 'terminate']);

/** A flow whose nodes are drawn. */
interface DrawnFlow {
    readonly flow: ActionGraph;
    readonly nodes: ReadonlyMap<ActionNode, NodeDraft>;
    /** the node of the action itself */
    readonly within: NodeDraft;
}

export class ActionDiagram {
    private readonly drawn: DrawnFlow[] = [];

    constructor(private readonly graph: ViewGraph) {}

    /** @param parent the node in which the action is drawn */
    draw(action: AstNode, parent?: NodeDraft): NodeDraft {
        const root = this.graph.node(action, { shape: 'action', parent });
        root.pins = parameterPinsOf(root, action, this.graph.options.digests);
        root.compartments = valueCompartments(action, ['attributes'], this.graph.options.digests);
        if (!this.drawFlow(action, root, this.graph.performers().get(action)?.[0].performer, 0) && parent === undefined) {
            root.detail = 'declares no nodes';
        }
        this.connectAll();
        return root;
    }

    /** Draws the steps that a case declares in an order into its box. @returns the elements that are drawn: steps, flows and bindings */
    drawSteps(action: AstNode, within: NodeDraft): ReadonlySet<AstNode> {
        const isOwn = bodyMembersOf(action).some(m => m.$container === action && isStep(m));
        if (!isOwn || !statesFlow(action) || !this.drawFlow(action, within, undefined, 0)) {
            return new Set();
        }
        const [{ flow, nodes }] = this.drawn;
        const steps = [...nodes.keys()].flatMap(step => step.node ?? []);
        this.connectAll();
        return new Set<AstNode>([...steps, ...flow.flows.map(f => f.flow), ...bodyMembersOf(action).filter(isBinding)]);
    }

    /** The edges of a flow precede those of its nested flows. */
    private connectAll(): void {
        this.drawn.forEach(d => this.connect(d));
        this.drawn.length = 0;
    }

    /** Draws the nodes of an action's flow into a node. @param performer of the action @returns whether there are any nodes */
    private drawFlow(action: AstNode, within: NodeDraft, performer: AstNode | undefined, depth: number): boolean {
        const flow = actionGraphOf(action);
        // A body that declares only its start has nothing to show.
        if (flow.nodes.every(n => n.node === undefined) && flow.edges.length === 0) {
            return false;
        }
        if (flow.error !== undefined) {
            this.graph.notice(`${keywordOf(action)} ${fullNameOf(action)} does not lower: ${flow.error}`);
        }
        const nodes = new Map<ActionNode, NodeDraft>();
        this.drawn.push({ flow, nodes, within });
        const isOrdered = statesFlow(action);
        let run: NodeDraft | undefined;
        for (const step of flow.nodes) {
            const isPlain = !isOrdered && step.node !== undefined && PLAIN.has(step.kind);
            const node = this.drawNode(step, flow, within, performer, depth);
            nodes.set(step, node);
            run = isPlain ? (run ?? node) : undefined;
            node.run = run?.id ?? '';
        }
        this.addLanes(flow, nodes, within, performer);
        return true;
    }

    private drawNode(step: ActionNode, flow: ActionGraph, within: NodeDraft, performer: AstNode | undefined, depth: number): NodeDraft {
        const { node: element } = step;
        const [sort, shape] = NODES[step.kind];
        // A calculation, state or case that is a step has its own keyword.
        const kind = step.kind === 'action' && element !== undefined ? keywordOf(element) : sort;
        const isTimed = element?.$type === 'AcceptActionUsage' && isTimeTrigger(element);
        const node =
            element === undefined
                ? this.graph.anonymous(kind, shape, within, step.name === '' ? libraryName(step.kind) : step.name)
                : this.graph.node(element, { shape: isTimed ? 'timer' : shape, parent: within, kind, text: textOfStatement(element) });
        node.graph = elementIdOf(flow.action);
        node.vertex = step.id;
        if (element !== undefined) {
            node.compartments = this.conditions(element);
            // The symbol of a control node has no room for pins: a flow ends at the symbol itself.
            if (element.$type === 'Usage' && !CONTROLS.has(step.kind)) {
                node.pins = parameterPinsOf(node, element, this.graph.options.digests);
                node.compartments = [...node.compartments, ...valueCompartments(element, ['attributes'], this.graph.options.digests)];
            }
            this.drawNested(element, node, this.performerOf(element, flow.action) ?? performer, depth);
        }
        return node;
    }

    /** Draws the flow of a step, or those of its branches and bodies; a body without steps is a compartment. */
    private drawNested(step: ast.Usage, node: NodeDraft, performer: AstNode | undefined, depth: number): void {
        for (const [role, body] of bodiesOf(step)) {
            const isElseIf = body.$type !== 'Usage';
            const compartment = role === 'body' ? 'loop body' : `${role} body`;
            if (!isElseIf && stepsOf(body).length === 0) {
                node.compartments = [...node.compartments, this.compartment(compartment, body, headText(body) || '{ }')];
            } else {
                const kind = isElseIf ? NODES.if[0] : 'action';
                const nested = this.graph.node(body, {
                    shape: 'action',
                    parent: node,
                    kind,
                    name: quotedName(body),
                    detail: role,
                    compartment
                });
                nested.text = textOfStatement(body);
                nested.compartments = this.conditions(body);
                this.drawBody(body, nested, performer, depth);
            }
        }
        if (step.$type === 'Usage' && stepsOf(step).length > 0) {
            this.drawBody(step, node, performer, depth);
        }
    }

    private conditions(step: AstNode): Compartment[] {
        return conditionsOf(step).map(([name, text]) => this.compartment(name, step, text));
    }

    private compartment(name: string, step: AstNode, text: string): Compartment {
        return { name, lines: [{ text, element: elementIdOf(step), origin: originOf(step, this.graph.options.digests) }] };
    }

    private drawBody(step: ast.Usage, node: NodeDraft, performer: AstNode | undefined, depth: number): void {
        if (step.$type === 'Usage' && !statesFlow(step) && stepsOf(step).every(s => isStatementType(s) && bodiesOf(s).length === 0)) {
            node.text = stepsOf(step).map(textOfStatement).join('\n');
        } else if (depth >= MAX_FLOWS) {
            node.detail = `flows nested deeper than ${MAX_FLOWS} levels; not shown`;
        } else if (step.$type !== 'Usage') {
            this.drawNested(step, node, performer, depth + 1);
        } else if (this.drawFlow(step, node, performer, depth + 1)) {
            node.detail = [node.detail, 'own flow'].filter(t => t !== '').join(', ');
        }
    }

    // --- Edges --------------------------------------------------------------------------------------------------------

    private connect({ flow, nodes, within }: DrawnFlow): void {
        // A succession flow is drawn in place of its succession.
        flow.edges.filter(e => e.decl?.$type !== 'FlowUsage' || e.flow !== undefined).forEach(e => this.succession(e, flow, nodes));
        flow.flows.forEach(f => this.flow(f, flow, nodes, within));
        const bindings = bodyMembersOf(flow.action).filter(isBinding);
        bindings.forEach(b => this.binding(b, nodes, within));
    }

    /**
     * Draws a binding between steps, or between a step and the action (SysML 8.2.3.17), if the action owns or inherits it; the compartments
     * of the action show other bindings.
     */
    private binding(binding: ast.ConnectorUsage, nodes: ReadonlyMap<ActionNode, NodeDraft>, within: NodeDraft): void {
        const steps = [...nodes].filter(([{ node }]) => node !== undefined);
        const stepAs = (named: AstNode): NodeDraft | undefined =>
            steps.find(([{ node }]) => node === named || allRedefinedFeaturesOf(node!).has(named))?.[1] ?? this.graph.shownAs(named);
        const ends = endsOf(binding).map(end => {
            const path = chainOf(end).filter(e => e !== undefined);
            const step = path.length > 1 ? stepAs(path[0]) : undefined;
            const node = step ?? within;
            const names = path.slice(step === undefined ? 0 : 1).map(e => quoted(simpleNameOf(e)));
            return { node, pin: pinNamed(node, names) };
        });
        const [from, to] = ends;
        if (ends.length === 2 && from.node !== to.node) {
            const parts = { kind: 'connection', form: 'binding', name: simpleNameOf(binding) } as const;
            this.graph.relationship(binding, { ...parts, from: from.node.id, to: to.node.id, fromPin: from.pin, toPin: to.pin });
        }
    }

    private succession(edge: ActionEdge, flow: ActionGraph, nodes: ReadonlyMap<ActionNode, NodeDraft>): void {
        const { source, target, guard, isElse, decl } = edge;
        const guardText = guard === undefined ? '' : oneLine(textOf(guard));
        const isNamed = decl !== undefined && (decl.$type === 'ConnectorUsage' || decl.$type === 'TransitionUsage');
        this.graph.edge(decl, {
            from: nodes.get(source)!.id,
            to: nodes.get(target)!.id,
            kind: 'succession',
            form: 'succession',
            label: guardText !== '' ? `[${guardText}]` : isElse ? '[else]' : '',
            name: isNamed ? simpleNameOf(decl) : '',
            guard: guardText,
            isElse,
            transition: edge.id,
            graph: elementIdOf(flow.action)
        });
    }

    private flow(objectFlow: ObjectFlow, { action }: ActionGraph, nodes: ReadonlyMap<ActionNode, NodeDraft>, within: NodeDraft): void {
        const { flow } = objectFlow;
        const ends = (['source', 'target'] as const).map(side => this.endOf(objectFlow, side, action, nodes, within));
        const [from, to] = ends;
        if (from === undefined || to === undefined) {
            this.graph.notice(`${headText(flow)} leaves ${keywordOf(action)} ${fullNameOf(action)}`);
            return;
        }
        const [source, target] = [objectFlow.sourcePin, objectFlow.targetPin].map(path => path.map(quoted));
        const [sourcePin, targetPin] = [source.join('.'), target.join('.')];
        const name = simpleNameOf(flow);
        const [fromInner, toInner] = flow.ends.map((end, i) => this.innerEnd(end, [source, target][i], [from, to][i]));
        this.graph.edge(flow, {
            fromInner,
            toInner,
            from: from.id,
            to: to.id,
            fromPin: pinNamed(from, source),
            toPin: pinNamed(to, target),
            kind: 'flow',
            form: formOf(flow),
            label: `${name === '' ? '' : `${name}: `}${sourcePin} to ${targetPin}`,
            name,
            type: typeTextOf(flow),
            payload: payloadOf(flow),
            fromEnd: sourcePin,
            toEnd: targetPin,
            graph: elementIdOf(action)
        });
    }

    /** The feature of a parameter at which a flow ends; undefined if it ends at the parameter itself. @param path of names from the step */
    private innerEnd(end: NameNode, path: readonly string[], node: NodeDraft): InnerEnd | undefined {
        const feature = resolveEachSegment(end).at(-1);
        const pin = node.pins.find(p => p.name === path[0]);
        if (path.length < 2 || pin === undefined || feature === undefined) {
            return undefined;
        }
        const inner = innerEndAt(feature, path.join('.'), true, this.graph.options.digests);
        return { ...inner, flow: inner.flow || pin.flow };
    }

    /** The node at which a flow ends: a step, the action itself for one of its features, or else the node of an enclosing action. */
    private endOf(
        flow: ObjectFlow,
        side: 'source' | 'target',
        action: AstNode,
        nodes: ReadonlyMap<ActionNode, NodeDraft>,
        within: NodeDraft
    ): NodeDraft | undefined {
        const step = flow[side];
        if (step !== undefined) {
            return nodes.get(step);
        }
        const [name] = flow[`${side}Pin`];
        if (layoutOf(action).slots.some(s => s.names.includes(name))) {
            return within;
        }
        const path = resolveEachSegment(flow.flow.ends[side === 'source' ? 0 : 1]).filter(e => e !== undefined);
        const drawn = path.map(e => this.graph.shownAs(e)).findLast(n => n !== undefined);
        return drawn ?? (path.length === 0 ? undefined : this.graph.shownAs(ownerOf(path[0])!));
    }

    // --- Pins and lanes -----------------------------------------------------------------------------------------------

    /**
     * Assigns lanes to the steps of a flow (SysML 8.2.3.17). The performer of the action also performs the steps without a stated
     * performer; if it performs all of them, there are no lanes. A control node goes into the lane of its predecessor, or else of its
     * successor.
     */
    private addLanes(flow: ActionGraph, nodes: ReadonlyMap<ActionNode, NodeDraft>, within: NodeDraft, around: AstNode | undefined): void {
        const steps = [...nodes].filter(([step]) => step.node !== undefined && !CONTROLS.has(step.kind));
        const performers = steps.map(([step]) => this.performerOf(step.node!, flow.action) ?? around);
        if (performers.every(p => p === around)) {
            return;
        }
        const lanes = new Map<AstNode, Lane>();
        for (const [i, [, node]] of steps.entries()) {
            const performer = performers[i];
            if (performer === undefined || node.lane !== '') {
                continue;
            }
            const lane = lanes.get(performer) ?? this.graph.lane(performer, pathOf(performer), typeTextOf(performer), within);
            lanes.set(performer, lane);
            node.lane = lane.id;
        }
        const free = new Set([...nodes].filter(([step, node]) => CONTROLS.has(step.kind) && node.lane === '').map(([, node]) => node));
        const ends = flow.edges.map(e => [nodes.get(e.source)!, nodes.get(e.target)!] as const);
        const takeLane = (pairs: readonly (readonly [beside: NodeDraft, control: NodeDraft])[]): boolean => {
            const next = pairs.find(([beside, control]) => free.has(control) && beside.lane !== '');
            if (next !== undefined) {
                const [beside, control] = next;
                control.lane = beside.lane;
                free.delete(control);
            }
            return next !== undefined;
        };
        const turned = ends.map(([source, target]) => [target, source] as const);
        while (takeLane(ends) || takeLane(turned));
    }

    /** The performer of a step of an action, as the model states it; the first of several. */
    private performerOf(step: ast.Usage, action: AstNode): AstNode | undefined {
        const path = performerInPath(step);
        const performances = [step, ...redefinedFeaturesOf(step)].flatMap(s => this.graph.performers().get(s) ?? []);
        return path ?? performances.find(p => p.within === undefined || conformsTo(action, p.within))?.performer;
    }
}

/** The compartment that names the performers of an action. */
function performedBy(action: AstNode, graph: ViewGraph): Compartment[] {
    const lines = (graph.performers().get(action) ?? []).map(({ performer }) => ({
        text: pathOf(performer),
        element: elementIdOf(performer),
        origin: originOf(performer, graph.options.digests)
    }));
    return lines.length === 0 ? [] : [{ name: 'performed by', lines }];
}

/** The path of names of a performer, starting inside its package. */
function pathOf(performer: AstNode): string {
    const names: string[] = [];
    for (let at: AstNode | undefined = performer; at !== undefined && !isPackage(at); at = ownerOf(at)) {
        names.unshift(simpleNameOf(at));
    }
    return names.filter(n => n !== '').join('::');
}

/** The id of the pin that a path of names denotes; empty for none. */
function pinNamed(node: NodeDraft, path: readonly string[]): string {
    return path.map(name => node.pins.find(p => p.name === name)).find(p => p !== undefined)?.id ?? '';
}

function isBinding(member: AstNode): member is ast.ConnectorUsage {
    return member.$type === 'ConnectorUsage' && isA(member, 'BindingConnectorAsUsage');
}

function libraryName(kind: NodeKind): string {
    return kind === 'start' || kind === 'done' ? kind : '';
}

/** The steps that a step declares in its body. */
function stepsOf(step: ast.Usage): ast.Usage[] {
    return ownedMembersOf(step).filter((m): m is ast.Usage => m.$containerProperty === 'members' && isStep(m));
}

/** The declared name only, not that of the library parameter which the declaration redefines implicitly. */
function quotedName({ name }: ast.Usage): string {
    return name === undefined ? '' : quoted(name);
}

function isTimeTrigger({ payload }: ast.AcceptActionUsage): boolean {
    const trigger = payload?.value?.expression;
    return trigger?.$type === 'TriggerExpression' && trigger.kind !== 'when';
}
