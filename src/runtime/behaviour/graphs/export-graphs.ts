/**
 * Exports lowered graphs as canonical JSON (contract: ExportGraphs, views 3): an action with the actions that it performs, or a state
 * machine.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { memberElement } from '../../../language/semantics/names.js';
import { ownedMembersNamed } from '../../../language/semantics/owned-members.js';
import { isStatementType, isUsage, lastSegment, ownedMembersOf, segmentsOf } from '../../../language/semantics/structure.js';
import { textOf } from '../../../language/semantics/text.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isAttribute, isBehavior, isMachine } from '../../evaluation/model/kinds.js';
import type { RunModel } from '../../evaluation/run.js';
import type { ActionGraph, ActionNode } from '../actions/action-graph.js';
import { actionGraphOf } from '../actions/action-lowering.js';
import {
    acceptForm,
    attributeForms,
    bindingForms,
    compact,
    connectionForms,
    expressionForm,
    footprintForm,
    type Form,
    parameterForms,
    performedBy,
    spanForm
} from './graph-forms.js';
import { type Around, blockForm, bodyForms, isBlockFlow, statementForms } from './graph-statements.js';
import { bodyMembersOf, isStep, statesFlow } from '../simulation/members.js';
import { type Region, startOf, type StateGraph, type Transition, type Trigger, type Vertex } from '../machines/state-graph.js';
import { stateGraphOf } from '../machines/state-lowering.js';

/** Why a subject has no graphs: `notFound`, or `unusable` with the reason. */
export type GraphRefusal = { readonly kind: 'notFound' | 'unusable'; readonly message: string };

export interface ExportedGraphs {
    readonly content: string;
    readonly subject: string;
}

/** Keys of an action that are written even when their values are empty. */
const ALWAYS = ['parameters', 'attributes', 'nodes', 'finals', 'edges'];

/**
 * Exports the graphs of an action or state machine.
 * @param subject its qualified name
 */
export function exportGraphs(model: RunModel, subject: string): ExportedGraphs | GraphRefusal {
    const element = elementById(model, subject);
    if (element === undefined) {
        return { kind: 'notFound', message: `symbol not found: ${subject}` };
    }
    if (declarationsOf(model, subject).size > 1) {
        return { kind: 'unusable', message: `${subject} is declared more than once` };
    }
    if (!isBehavior(element)) {
        return { kind: 'unusable', message: `${subject} has no lowered graph` };
    }
    const exporter = new GraphExporter();
    const states: Form[] = [];
    if (isMachine(element)) {
        states.push(exporter.machine(stateGraphOf(element)));
    } else {
        exporter.request(element);
    }
    const actions = exporter.actions();
    const resolved = qualifiedNameOf(element) ?? subject;
    const content = JSON.stringify({ version: 1, subject: resolved, actions, ...(states.length > 0 && { states }) });
    return { content: `${content}\n`, subject: resolved };
}

/** The elements that the model itself declares under a qualified name. */
function declarationsOf(model: RunModel, name: string): ReadonlySet<AstNode> {
    let found = new Set<AstNode>(model.documents.map(d => d.root));
    for (const segment of segmentsOf(name)) {
        found = new Set(
            [...found]
                .flatMap(owner => ownedMembersNamed(owner, segment.name))
                .map(m => memberElement(m))
                .filter(m => m !== undefined)
        );
    }
    return found;
}

class GraphExporter implements Around {
    private readonly requested: AstNode[] = [];

    /** Queues a behaviour for export under its own name, once. */
    request(behaviour: AstNode): void {
        if (!this.requested.includes(behaviour)) {
            this.requested.push(behaviour);
        }
    }

    /** The queued actions, in the order in which lowering reached them. */
    actions(): Form[] {
        const forms: Form[] = [];
        // Exporting one may request more.
        for (const action of this.requested) {
            forms.push(this.action(action, true));
        }
        return forms;
    }

    private action(action: AstNode, isNamed: boolean): Form {
        const graph = actionGraphOf(action);
        const name = qualifiedNameOf(action);
        const head = {
            name: isNamed ? name : undefined,
            kind: isNamed ? 'action' : undefined,
            scope: name,
            parameters: parameterForms(action),
            attributes: attributeForms(bodyMembersOf(action))
        };
        if (graph.error !== undefined) {
            return compact({ ...head, error: graph.error }, ['parameters', 'attributes']);
        }
        return compact({ ...head, ...this.flow(graph), bindings: bindingForms(action), connections: connectionForms(action) }, ALWAYS);
    }

    private flow(graph: ActionGraph): Form {
        return {
            nodes: graph.nodes.map(n => this.node(n)),
            initial: graph.initial[0].id,
            finals: graph.nodes.filter(n => n.kind === 'done').map(n => n.id),
            edges: graph.edges.map(e =>
                compact({
                    source: e.source.id,
                    target: e.target.id,
                    guard: e.guard && expressionForm(e.guard),
                    else: e.isElse,
                    probability: e.weight && expressionForm(e.weight),
                    decl: e.decl && spanForm(e.decl),
                    gate: e.flow?.gate && spanForm(e.flow.gate)
                })
            ),
            flows: graph.flows.map(({ flow, source, sourcePin, target, targetPin, gate }) =>
                compact({
                    name: nameOf(flow),
                    kind: flow.kind === 'succession' ? 'succession' : 'streaming',
                    source: source?.id,
                    sourcePin: sourcePin.join('.'),
                    target: target?.id,
                    targetPin: targetPin.join('.'),
                    decl: spanForm(flow),
                    gate: gate && spanForm(gate)
                })
            )
        };
    }

    private node({ id, kind, name, node, incoming, outgoing }: ActionNode): Form {
        if (node === undefined) {
            return compact({ id, kind, name });
        }
        const head = { id, kind, name, span: spanForm(node), scope: qualifiedNameOf(node) };
        // A token that leaves a node reads the guards and weights of its successions.
        const read = [node, ...outgoing.flatMap(e => [e.guard, e.weight]).filter(e => e !== undefined)];
        const control = kind === 'join' ? incoming.map(e => e.source.id) : kind === 'fork' ? outgoing.map(e => e.target.id) : [];
        if (node.$type === 'AcceptActionUsage') {
            return compact({ ...head, accept: acceptForm(node), footprint: footprintForm(read, control) });
        }
        if (isStatementType(node) || kind === 'assign') {
            return compact({ ...head, body: statementForms([node], this), footprint: footprintForm(read, control) });
        }
        const [performed] = performedBy(node);
        if (performed !== undefined && isBehavior(performed)) {
            this.request(performed);
        }
        const hasFlow = statesFlow(node) && (performed === undefined || bodyMembersOf(node).some(m => m.$container === node && isStep(m)));
        const members =
            performed === undefined && !hasFlow
                ? bodyMembersOf(node).filter(m => !isUsage(m) || !isAttribute(m) || assignedFeatureOf(m) !== undefined)
                : [];
        return compact({
            ...head,
            features: [...parameterForms(node, ownedMembersOf(node)), ...attributeForms(ownedMembersOf(node))],
            body: isBlockFlow(members) ? undefined : statementForms(members, this),
            block: isBlockFlow(members) ? blockForm(members, this) : undefined,
            subflow: hasFlow ? this.action(node, false) : undefined,
            performs: performed === undefined ? undefined : qualifiedNameOf(performed),
            footprint: footprintForm(kind === 'done' ? [] : read, control)
        });
    }

    subflow(action: AstNode): Form {
        return this.action(action, false);
    }

    actionNode(id: number, action: ast.Usage): Form {
        return this.node({
            id,
            kind: action.kind === 'perform' ? 'perform' : 'action',
            name: nameOf(action) ?? '',
            node: action,
            incoming: [],
            outgoing: [],
            count: 1,
            gathers: false,
            hasPins: false
        });
    }

    // --- State machines ---

    machine(graph: StateGraph): Form {
        const { machine } = graph;
        const node = machine.node!;
        const name = qualifiedNameOf(node);
        const start = machine.regions.length === 1 ? startOf(machine.regions[0]) : undefined;
        // Transitions of the machine's own body come before those of nested bodies.
        const entries = graph.regions.flatMap(r =>
            graph.transitions.filter(t => t.source === r.start).map(t => ({ ...this.transition(t), region: r.id }))
        );
        const [only] = start !== undefined && start.id < 0 ? start.outgoing : [];
        return compact(
            {
                name,
                kind: 'state',
                scope: name,
                attributes: attributeForms(bodyMembersOf(node)),
                vertices: graph.vertices.map(v => this.vertex(v)),
                regions: graph.regions.map(r => this.region(r)),
                transitions: graph.transitions.filter(t => t.source.id >= 0).map(t => this.transition(t)),
                entryTransitions: entries,
                connections: connectionForms(node),
                machine: machine.id,
                initial: start === undefined ? undefined : start.id >= 0 ? start.id : only?.target.id,
                error: graph.error
            },
            ['attributes', 'vertices', 'transitions', 'machine']
        );
    }

    private vertex(v: Vertex): Form {
        return compact({
            id: v.id,
            kind: v.kind,
            name: v.name,
            span: v.node && spanForm(v.node),
            parent: v.region?.owner.id,
            region: v.region?.id,
            regions: v.regions.map(r => r.id),
            entry: this.behaviours(v.entry),
            do: this.behaviours(v.do),
            exit: this.behaviours(v.exit)
        });
    }

    private region({ id, name, owner, root, node, ...region }: Region): Form {
        const start = startOf({ id, name, owner, root, node, ...region });
        const target = start === undefined || start.id >= 0 ? start : start.outgoing[0]?.target;
        return compact({ id, name, owner: owner.id, initial: target?.id, span: spanForm(node) });
    }

    private transition({ name, source, target, trigger, guard, effect, node }: Transition): Form {
        const receiver = trigger?.accept.receiver;
        return compact({
            name,
            source: source.id >= 0 ? source.id : undefined,
            target: target.id,
            trigger: trigger && triggerForm(trigger),
            guard: guard && expressionForm(guard),
            effect: effect === undefined ? undefined : this.behaviours([effect]),
            via: receiver && textOf(receiver),
            span: spanForm(node)
        });
    }

    /** The statements of entry, do, exit and effect behaviours. Performed actions are exported under their own names. */
    private behaviours(usages: readonly ast.Usage[]): Form[] {
        return usages.flatMap(usage => {
            if (isStatementType(usage)) {
                return statementForms([usage], this);
            }
            const [performed] = performedBy(usage);
            if (performed !== undefined && isBehavior(performed)) {
                this.request(performed);
                return [compact({ kind: 'perform', performs: qualifiedNameOf(performed), span: spanForm(usage) })];
            }
            return statesFlow(usage)
                ? [compact({ kind: 'block', block: this.subflow(usage), span: spanForm(usage) })]
                : bodyForms(bodyMembersOf(usage), this);
        });
    }
}

function triggerForm(trigger: Trigger): Form {
    switch (trigger.kind) {
        case 'call':
            return compact({ kind: 'call', operation: trigger.operation, parameters: [...trigger.parameters] });
        case 'accept': {
            const { name, relationships = [] } = trigger.accept.payload ?? {};
            const subsetting = relationships.find(r => r.$type === 'Subsetting');
            const typing = relationships.find(r => r.$type === 'FeatureTyping');
            return compact({
                kind: 'accept',
                param: name,
                signalType: typing === undefined ? (subsetting === undefined ? trigger.type.name : undefined) : lastSegment(typing.text),
                subsets: subsetting && lastSegment(subsetting.text)
            });
        }
        default:
            return { kind: trigger.kind, value: expressionForm(trigger.expression.argument) };
    }
}
