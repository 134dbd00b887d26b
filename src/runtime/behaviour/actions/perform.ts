/**
 * Performs an action: its frame, its parameters, its body (contract behaviour 5). A body that orders its steps is a token flow; any other
 * body is a list of statements.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { ownedMembersOf } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { conform } from '../../evaluation/instances/conform.js';
import { memoize, isInput, isOutput } from '../../evaluation/model/kinds.js';
import { type Slot } from '../../evaluation/model/layout.js';
import { toolExecutionOf } from '../../evaluation/model/tool-annotations.js';
import { performByTool } from '../../evaluation/tools.js';
import { EvaluationError, OpaqueValue, type Value } from '../../values/index.js';
import { checkedGraph } from './action-lowering.js';
import type { Activity } from '../simulation/activity.js';
import { caseOf, performCase } from './cases.js';
import { FlowRun } from './flow.js';
import { BodyFrame, beginStep } from '../simulation/frames.js';
import { initialize } from '../simulation/initial-values.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import { bodyMembersOf, bodyTypesOf, isStep, statesFlow } from '../simulation/members.js';
import { performLibraryStep } from './library-steps.js';
import { giveOutputs, takeInputs } from './parameters.js';
import { declarationOf, statementOf } from './statements.js';
import { atOnce, Body, runAll, type Statement, type Steps, stepAll, Terminated } from './statement.js';

interface StepBody {
    /** whether the body orders its steps and is performed as a token flow */
    readonly hasFlow: boolean;
    readonly statements: readonly Statement[];
    readonly waits: boolean;
}

const BODY = Symbol('body of a step');

/** Whether performing a step may have to wait. */
export function stepWaits(usage: AstNode): boolean {
    return caseOf(usage) === undefined && bodyOf(usage).waits;
}

function bodyOf(usage: AstNode): StepBody {
    return memoize(BODY, usage, u => {
        const tool = toolExecutionOf(u);
        if (tool !== undefined) {
            return { hasFlow: false, statements: [atOnce(u, frame => performByTool(tool, frame))], waits: false };
        }
        if (statesFlow(u)) {
            return { hasFlow: true, statements: [], waits: true };
        }
        const statements = bodyMembersOf(u)
            .map(m => statementOf(m) ?? localOf(m))
            .filter(s => s !== undefined);
        return { hasFlow: false, statements, waits: statements.some(s => s.waits) };
    });
}

/** The statements of the body of an action without a flow, in the order in which they are executed. */
export const statementsWithin = (usage: AstNode): readonly AstNode[] => bodyOf(usage).statements.map(s => s.node);

/** The statement that evaluates a local attribute where the body declares it. */
function localOf(member: AstNode): Statement | undefined {
    return member.$type === 'Usage' && member.direction === undefined && !isStep(member) ? declarationOf(member) : undefined;
}

/** Performs a step: a case, a nested action or a performed one. @yields each wait of the body */
export function* performStep(usage: ast.Usage, caller: Frame, activity: Activity): Steps {
    if (performCase(usage, caller)) {
        return;
    }
    const frame = begin(usage, caller, activity);
    yield stepsWithin(usage, frame, activity);
    end(frame, caller, activity);
}

/**
 * Performs the entry, do, exit or effect behaviour of a state. @throws EvaluationError for one that refers to an action and has steps of
 * its own
 */
export function performBehaviour(usage: ast.Usage, frame: Frame, activity: Activity): Steps {
    if (usage.reference !== undefined && usage.members.some(isStep)) {
        throw new EvaluationError('invalid behavior', `a behavior that refers to ${usage.reference.text} cannot have steps of its own`);
    }
    return performStep(usage, frame, activity);
}

/** Makes the steps of a token flow until no token is left. */
function* stepsOfFlow(flow: FlowRun, { simulation }: Activity): Steps {
    const { flows } = simulation;
    simulation.cursor?.push(flow);
    flow.begin();
    flows?.add(flow);
    try {
        for (flow.step(); !flow.hasEnded; flow.step()) {
            yield flow.wait;
        }
        simulation.order?.joins(flow);
    } finally {
        flows?.delete(flow);
    }
}

/** Whether an error is the termination of the innermost performance, which is that of a step, or names the step. */
const endsPerformance = (error: unknown, step: AstNode): boolean =>
    error instanceof Terminated && (error.of === undefined || error.of === step);

/** Executes the body of an action in the frame of its performance. */
function* stepsWithin(usage: AstNode, frame: BodyFrame, activity: Activity): Steps {
    const body = bodyOf(usage);
    try {
        if (body.hasFlow) {
            initialize(frame); // a body without a flow evaluates them at their declarations
            yield stepsOfFlow(new FlowRun(checkedGraph(usage), frame, activity), activity);
        } else {
            const inner = activity.within(usage, undefined);
            yield stepAll(body.statements, frame, inner);
        }
    } catch (error) {
        if (!endsPerformance(error, usage)) {
            throw error;
        }
    }
}

/** Performs a step without pausing. @throws EvaluationError when it has to wait */
export function performAtOnce(usage: ast.Usage, caller: Frame, activity: Activity): void {
    if (performCase(usage, caller)) {
        return;
    }
    const body = bodyOf(usage);
    if (!body.waits) {
        const frame = begin(usage, caller, activity);
        const inner = activity.within(usage, undefined);
        try {
            runAll(body.statements, frame, inner);
        } catch (error) {
            if (!endsPerformance(error, usage)) {
                throw error;
            }
        }
        end(frame, caller, activity);
        return;
    }
    drain(performStep(usage, caller, activity));
}

/**
 * Performs an action that an expression calls, with arguments by position and by name. The result is its single output; several outputs
 * give an opaque value, none gives null.
 * @throws EvaluationError unknown parameter, calc argument count mismatch, and when it has to wait
 */
function performCall(
    action: AstNode,
    positional: readonly Value[],
    named: ReadonlyMap<string, Value>,
    caller: Frame,
    activity: Activity
): Value {
    const { simulation } = activity;
    const frame = new BodyFrame(caller.run, bodyLayoutOf(action), activity.agent.object ?? caller, simulation);
    const inputs = frame.layout.slots.filter(s => s.isModelled && isInput(s.feature));
    if (positional.length > inputs.length) {
        throw new EvaluationError(
            'calc argument count mismatch',
            `${nameOf(action) ?? ''} takes ${inputs.length} argument(s), got ${positional.length}`
        );
    }
    positional.forEach((value, i) => frame.write(inputs[i].index, conform(value, inputs[i], frame)));
    for (const [name, value] of named) {
        const slot = inputs.find(s => s.names.includes(name));
        if (slot === undefined) {
            throw new EvaluationError('unknown parameter', `${name} of ${nameOf(action) ?? ''}`);
        }
        frame.write(slot.index, conform(value, slot, frame));
    }
    frame.hasBegun = true;
    caller.run.step();
    notifyOfCall(action, inputs, frame, activity);
    drain(stepsWithin(action, frame, activity));
    const outputs = frame.layout.slots.filter(s => s.isModelled && isOutput(s.feature) && s.feature.direction !== 'inout');
    return outputs.length === 1 && frame.holds(outputs[0].index)
        ? frame.read(outputs[0].index)
        : outputs.length > 1
          ? new OpaqueValue('a performance', frame)
          : null;
}

/** Notifies the machines of the performing object that have triggers for calls. */
function notifyOfCall(action: AstNode, inputs: readonly Slot[], frame: BodyFrame, { simulation, agent }: Activity): void {
    for (const { object, called } of simulation.agents) {
        if (called !== undefined && object === agent.object) {
            called(
                nameOf(action) ?? '',
                new Map(inputs.filter(s => s.names.length > 0 && frame.holds(s.index)).map(s => [s.names[0], frame.read(s.index)]))
            );
        }
    }
}

/** Registers an activity as performer of the actions that expressions of the run call. */
export function performsCalls(activity: Activity): void {
    activity.simulation.run.performCallsBy((action, given, frame) => {
        const { positional, named } = given();
        const { order } = activity.simulation;
        const perform = (): Value => performCall(action, positional, named, frame, activity);
        return order === undefined ? perform() : order.aside(perform);
    });
}

/** Runs steps to their end; undefined has none. @throws EvaluationError when one has to wait */
export function drain(steps: Steps | undefined): void {
    if (steps === undefined) {
        return;
    }
    const body = new Body(steps);
    for (let next = body.next(); next.done !== true; next = body.next()) {
        const wait = next.value;
        if (wait !== undefined && !wait.ready()) {
            if (wait.due() !== undefined) {
                throw new EvaluationError('state behavior waits for the clock');
            }
            throw new EvaluationError('accept deadlock', wait.describe().join(', '));
        }
    }
}

function begin(usage: ast.Usage, caller: Frame, activity: Activity): BodyFrame {
    caller.run.step();
    const frame = beginStep(usage, caller, activity.simulation);
    takeInputs(frame, caller, activity.simulation.order);
    return frame;
}

function end(frame: BodyFrame, caller: Frame, activity: Activity): void {
    performLibraryStep(frame.step!, frame, activity);
    giveOutputs(frame, caller, activity);
    frame.end();
}

const BEHIND = Symbol('statements in the body of a control or accept node');

/** The statements in the body of a control node, an accept or a terminate. */
export function statementsBehind(node: AstNode): readonly Statement[] {
    return memoize(BEHIND, node, n =>
        (n.$type === 'Usage' ? bodyTypesOf(n) : [n])
            .flatMap(t => t.members ?? ownedMembersOf(t))
            .map(m => statementOf(m))
            .filter(s => s !== undefined)
    );
}
