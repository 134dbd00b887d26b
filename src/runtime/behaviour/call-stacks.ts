/** The call stacks of a run: the nested performances of each active state and each token. Does not depend on clients. */
import { nameOf } from '../../language/semantics/naming.js';
import type { AstNode } from '../../language/generated/tree.js';
import type { Frame } from '../evaluation/expressions/frame.js';
import type { Value } from '../values/index.js';
import type { ActionAgent } from './actions/action-agent.js';
import { Machine } from './machines/machine.js';
import type { Vertex } from './machines/state-graph.js';
import { presentValuesOf } from './simulation/answered-features.js';
import { BodyFrame } from './simulation/frames.js';
import type { Agent, FlowToken, Simulation, TokenFlow } from './simulation/simulation.js';

/** A performance and its current position. */
export interface StackedPerformance {
    readonly label: string;
    /** the state or step at which the performance is; the behaviour, if the state or step is not declared */
    readonly element: AstNode;
    /** the performed action, state or machine: the scope of expressions */
    readonly behaviour: AstNode;
    /** the frame that holds the values of its names */
    readonly frame: Frame;
    /** parameters and attributes that hold a value, by name */
    readonly values: ReadonlyMap<string, Value>;
}

/** One concurrent strand: an innermost active state, or a token. */
export interface CallStack {
    /** stable as long as the strand lives */
    readonly key: string;
    readonly label: string;
    /** the innermost performance first */
    readonly performances: readonly StackedPerformance[];
}

/** The stacks of all concurrent strands, those of the main behaviour first. */
export function callStacks({ agents, flows = new Set() }: Simulation, main: Machine | ActionAgent): readonly CallStack[] {
    const all = [...flows];
    const ordered: readonly Agent[] = [main, ...agents.filter(a => a !== main)];
    const stacks = ordered.flatMap((agent, number) => {
        const own = all.filter(f => f.agent === agent);
        const tokens = tokenStacks(agent, own, number);
        return agent instanceof Machine && !agent.hasEnded ? [...stateStacks(agent, number), ...tokens] : tokens;
    });
    return stacks.length > 0 ? stacks : [{ key: 'over', label: main.label, performances: [performanceOf(main)] }];
}

/**
 * The stacks at a statement of a body, its own first: the innermost performance of the strand that executes it is at the statement, below
 * the performances of the actions that the body performs.
 * @param frame the frame in which the statement is executed
 */
export function stacksAt(stacks: readonly CallStack[], label: string, element: AstNode, frame: Frame): readonly CallStack[] {
    const frames = framesAround(frame);
    const inwards = ({ performances: [first] }: CallStack): number => frames.indexOf(first.frame);
    const around = stacks.filter(s => inwards(s) >= 0).sort((a, b) => inwards(a) - inwards(b));
    const own = around.find(
        ({ performances: [{ element: at }] }) => at === element || frames.some(f => stepOf(f) === at) || isWithin(element, at)
    );
    const strand = own ?? around.at(0);
    const [base, ...rest] = strand?.performances ?? [];
    const performances: StackedPerformance[] = [];
    let at: Pick<StackedPerformance, 'label' | 'element'> = { label, element };
    let values = new Map<string, Value>();
    let inner: Frame | undefined;
    for (const f of base === undefined ? frames : frames.slice(0, frames.indexOf(base.frame))) {
        inner ??= f;
        valuesOf(f).forEach((value, name) => values.has(name) || values.set(name, value));
        const step = stepOf(f);
        if (step !== undefined) {
            const name = nameOf(step) ?? 'action';
            performances.push({ label: `${name} at ${at.label}`, element: at.element, behaviour: step, frame: inner, values });
            at = { label: name, element: step };
            inner = undefined;
            values = new Map();
        }
    }
    if (base !== undefined && (inner !== undefined || performances.length === 0)) {
        base.values.forEach((value, name) => values.has(name) || values.set(name, value));
        const name = nameOf(base.behaviour) ?? 'action';
        performances.push({ ...base, label: `${name} at ${at.label}`, element: at.element, frame: inner ?? base.frame, values });
    } else if (base !== undefined) {
        performances.push(base);
    }
    const stack = { key: strand?.key ?? 'statement', label: strand?.label ?? label, performances: [...performances, ...rest] };
    return [stack, ...stacks.filter(s => s !== strand)];
}

/** A frame and its enclosing frames, from the inside outwards. */
function framesAround(frame: Frame): readonly Frame[] {
    const outer = (frame instanceof BodyFrame ? frame.performedIn : undefined) ?? frame.outer;
    return outer === undefined ? [frame] : [frame, ...framesAround(outer)];
}

const stepOf = (frame: Frame): AstNode | undefined => (frame instanceof BodyFrame ? frame.step : undefined);

/** The outermost performance of an agent. */
function performanceOf(agent: Machine | ActionAgent): StackedPerformance {
    return stacked(nameOf(agent.node) ?? agent.label, agent.node, agent.node, agent.frame);
}

function stateStacks(machine: Machine, number: number): CallStack[] {
    const active = machine.configuration.activeStates();
    const leaves = active.filter(v => !active.some(other => other.region?.owner === v));
    return leaves.map(leaf => ({
        key: `${number}/${leaf.region?.id ?? ''}`,
        label: `${machine.label}: ${leaf.label}`,
        performances: statesFrom(machine, leaf)
    }));
}

/** The performances of a state and its enclosing states, up to the machine. */
function statesFrom(machine: Machine, leaf: Vertex | undefined): StackedPerformance[] {
    const found: StackedPerformance[] = [];
    for (let v = leaf; v !== undefined; v = v.region?.owner) {
        if (v.kind === 'state' && v.node !== undefined && v.node !== machine.node) {
            found.push(stacked(v.label, v.node, v.node, machine.configuration.frameOf(v)));
        }
    }
    return [...found, performanceOf(machine)];
}

function tokenStacks(agent: Agent, flows: readonly TokenFlow[], number: number): CallStack[] {
    return flows.flatMap(flow =>
        flow.tokens
            .filter(token => !flows.some(inner => inner !== flow && inner.wait === token.wait))
            .map(token => {
                const callers = callersFrom(flow, token, flows);
                const outermost = callers[callers.length - 1].flow;
                return {
                    key: keyOf(callers, `${number}/${nameOf(outermost.graph.action) ?? ''}`),
                    label: `${agent.label}: ${labelOf(token)}`,
                    performances: [...callers.map(performanceAt), ...(agent instanceof Machine ? statesDoing(agent, outermost) : [])]
                };
            })
    );
}

/** A token in its flow. */
interface PlacedToken {
    readonly flow: TokenFlow;
    readonly token: FlowToken;
}

/** A token and the tokens that perform the enclosing flows, innermost first. */
function callersFrom(flow: TokenFlow, token: FlowToken, flows: readonly TokenFlow[]): readonly PlacedToken[] {
    const own = { flow, token };
    for (const outer of flows) {
        const caller = outer === flow ? undefined : outer.tokens.find(t => t.wait === flow.wait);
        if (caller !== undefined) {
            return [own, ...callersFrom(outer, caller, flows)];
        }
    }
    return [own];
}

/** The key of a token: the first token of a performance continues its caller's line and has the caller's key. */
function keyOf(callers: readonly PlacedToken[], outermost: string): string {
    const [first, ...inner] = callers.map(c => c.token.id).reverse();
    return [outermost, first, ...inner.slice(0, inner.findLastIndex(id => id !== 1) + 1)].join('/');
}

function performanceAt({ flow: { graph, frame }, token }: PlacedToken): StackedPerformance {
    const { action } = graph;
    return stacked(`${nameOf(action) ?? 'action'} at ${labelOf(token)}`, token.node.node ?? action, action, frame);
}

/** The states that perform the flow of a do behaviour: the innermost active state that contains its action. */
function statesDoing(machine: Machine, { graph }: TokenFlow): StackedPerformance[] {
    const active = machine.configuration.activeStates();
    return statesFrom(
        machine,
        active.findLast(v => [...v.entry, ...v.do, ...v.exit].some(usage => isWithin(graph.action, usage) || usage === graph.action))
    );
}

function isWithin(node: AstNode, outer: AstNode): boolean {
    for (let n: AstNode | undefined = node.$container; n !== undefined; n = n.$container) {
        if (n === outer) {
            return true;
        }
    }
    return false;
}

const labelOf = ({ node: { name, kind } }: FlowToken): string => (name === '' ? kind : name);

function stacked(label: string, element: AstNode, behaviour: AstNode, frame: Frame): StackedPerformance {
    return { label, element, behaviour, frame, values: valuesOf(frame) };
}

/** The values of a frame; empty where one cannot be read yet. */
function valuesOf(frame: Frame): ReadonlyMap<string, Value> {
    try {
        return frame instanceof BodyFrame ? presentValuesOf(frame) : new Map();
    } catch {
        return new Map();
    }
}
