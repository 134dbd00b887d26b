/**
 * Statements of bodies, compiled once to closures (contract behaviour 4). A statement that cannot wait runs as a plain function. Every
 * statement can also be executed in steps: bodies use this to wait, do behaviours to move one statement at a time. flow.ts performs actions
 * by tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage, lastSegment, ownedMembersOf, segmentsOf } from '../../../language/semantics/structure.js';
import { behaviourCodeOf, codeOf } from '../../evaluation/expressions/code.js';
import { type Frame, frameWith, frameWithName } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { conform } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { categoryOf, isA, isAttribute, isCalculation, isConstraint, memoize, articledKind } from '../../evaluation/model/kinds.js';
import { type Layout, type Slot } from '../../evaluation/model/layout.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import {
    EvaluationError,
    OpaqueValue,
    Sequence,
    Unset,
    type Value,
    ValueSet,
    describe,
    elementsOf,
    typeMismatch,
    unresolvedReference
} from '../../values/index.js';
import { compileAccept, compileSend } from './communication.js';
import { BodyFrame } from '../simulation/frames.js';
import { initializeFeature } from '../simulation/initial-values.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import type { Activity } from '../simulation/activity.js';
import { isStep } from '../simulation/members.js';
import { clockIsRead, placeOfChain } from '../simulation/places.js';
import { performAtOnce, performStep } from './perform.js';
import { type Condition, conditionOf } from './conditions.js';
import { atOnce, cursorFrom, framed, runAll, type Statement, stepAll, type Steps, Terminated } from './statement.js';

const STATEMENT = Symbol('compiled statement');

/** The compiled statement of a body's member; undefined for a member that does nothing when reached. */
export function statementOf(member: AstNode): Statement | undefined {
    return memoize(STATEMENT, member, m => ({ statement: compile(m) })).statement;
}

function compile(member: AstNode): Statement | undefined {
    switch (member.$type) {
        case 'AssignmentActionUsage': {
            const { target, assigned } = member;
            return compileAssignment(member, setterOf(target), assigned);
        }
        case 'IfActionUsage':
            return compileIf(member);
        case 'WhileLoopActionUsage':
            return compileWhile(member);
        case 'ForLoopActionUsage':
            return compileFor(member);
        case 'SendActionUsage':
            return compileSend(member);
        case 'AcceptActionUsage':
            return compileAccept(member);
        case 'TerminateActionUsage':
            return compileTerminate(member);
    }
    if (!isUsage(member)) {
        return undefined;
    }
    const assigned = assignedFeatureOf(member);
    if (assigned !== undefined) {
        return compileAssignment(member, setterTo(assigned, member.name!), member.value!.expression);
    }
    if (isStep(member)) {
        return compilePerformed(member);
    }
    return undefined;
}

// --- Assignment -------------------------------------------------------------------------------------------------------

type Setter = (frame: Frame, value: Value, activity: Activity) => void;

function compileAssignment(node: AstNode, set: Setter, assigned: AstNode): Statement {
    const code = behaviourCodeOf(assigned, node);
    return atOnce(node, (frame, activity) => {
        frame.run.step();
        activity.simulation.order?.statement();
        let value: Value;
        try {
            value = code(frame);
        } catch (error) {
            throw framed(error, 'eval assignment RHS');
        }
        if (value instanceof Unset) {
            throw unresolvedReference(value.feature).within('eval assignment RHS');
        }
        activity.simulation.listener?.evaluated(assigned);
        set(frame, value, activity);
    });
}

function setterOf(target: AstNode): Setter {
    if (target.$type === 'FeatureReferenceExpression') {
        const reference = target;
        if (segmentsOf(reference.text).length > 1) {
            return () => {
                throw typeMismatch(`an assignment names a feature, not a qualified name: ${reference.text}`);
            };
        }
        return setterTo(targetOf(reference), lastSegment(reference.text));
    }
    if (target.$type === 'FeatureChainExpression') {
        const place = placeOfChain(target);
        return (frame, value, activity) => {
            const at = place(frame);
            activity.write(at.frame, at.index, conform(value, at.frame.layout.slots[at.index], at.frame));
        };
    }
    return () => {
        throw typeMismatch('an assignment names a feature or a chain of features');
    };
}

const PLAIN = Symbol('takes plain integers as they are');

/** Whether a feature takes an Integer without conversion or check. */
function takesIntegers(slot: Slot): boolean {
    return memoize(PLAIN, slot.feature, () => {
        const { lower, upper } = boundsOf(slot);
        const category = categoryOf(slot.feature);
        return {
            plain:
                upper === 1 && lower !== undefined && lower <= 1 && (category === 'any' || category === 'integer' || category === 'number')
        };
    }).plain;
}

/** Writes the nearest feature that a name denotes; tries the place of the last write first. */
function setterTo(feature: AstNode | undefined, name: string): Setter {
    let layout: Layout | undefined;
    let depth = 0;
    let index = 0;
    let plain = false;
    return (frame, value, activity) => {
        let f: Frame | undefined = frame;
        for (let d = 0; d < depth && f !== undefined; d++) {
            f = f.outer;
        }
        if (f === undefined || f.layout !== layout) {
            const found = (feature === undefined ? undefined : frameWith(frame, feature)) ?? frameWithName(frame, name);
            if (found === undefined) {
                if (name === 'currentTime') {
                    throw clockIsRead();
                }
                throw unresolvedReference(name);
            }
            f = found.frame;
            ({ layout } = f);
            ({ index } = found);
            plain = takesIntegers(layout.slots[index]);
            depth = 0;
            for (let g: Frame | undefined = frame; g !== f && g !== undefined; g = g.outer) {
                depth++;
            }
        }
        activity.write(f, index, plain && typeof value === 'number' ? value : conform(value, layout.slots[index], f));
    };
}

// --- Blocks -----------------------------------------------------------------------------------------------------------

interface Block {
    readonly statements: readonly Statement[];
    readonly waits: boolean;
    /** undefined for a block that declares no features */
    readonly layout: Layout | undefined;
}

const BLOCK = Symbol('compiled block');

/** Kinds of declarations that cannot be executed in a loop or branch. */
const REFUSED_IN_BLOCKS: ReadonlySet<string> = new Set(['part', 'port', 'connection', 'interface', 'allocation', 'state']);

/** A braced body of a loop or branch. */
function blockOf(body: AstNode): Block {
    return memoize(BLOCK, body, b => {
        const members = ownedMembersOf(b);
        const statements = members.map(m => blockStatement(m)).filter(s => s !== undefined);
        const declares =
            members.some(m => isUsage(m) && (!isStep(m) || m.name !== undefined) && assignedFeatureOf(m) === undefined) ||
            members.some(m => m.$type === 'AcceptActionUsage');
        return { statements, waits: statements.some(s => s.waits), layout: declares ? bodyLayoutOf(b) : undefined };
    });
}

/** The statements of a braced body of a loop or branch, in the order in which they are executed. */
export const statementsOfBlock = (body: AstNode): readonly AstNode[] => blockOf(body).statements.map(s => s.node);

function blockStatement(member: AstNode): Statement | undefined {
    const statement = statementOf(member);
    if (statement !== undefined || !isUsage(member)) {
        return statement;
    }
    if (REFUSED_IN_BLOCKS.has(member.kind ?? '')) {
        return atOnce(member, () => {
            throw new EvaluationError(`${articledKind(member)} cannot be executed`, nameOf(member) ?? '');
        });
    }
    return declarationOf(member);
}

/** The statement that evaluates a local with a value when its declaration is reached; undefined for other members. */
export function declarationOf(member: ast.Usage): Statement | undefined {
    if (
        member.value === undefined ||
        isCalculation(member) ||
        isConstraint(member) ||
        !(isAttribute(member) || member.kind === undefined || isA(member, 'ItemUsage'))
    ) {
        return undefined;
    }
    return atOnce(member, frame => {
        const index = frame.layout.indexOf.get(member);
        if (index !== undefined && !frame.isSet(index)) {
            initializeFeature(frame, frame.layout.slots[index]);
        }
    });
}

function frameOfBlock(block: Block, frame: Frame, activity: Activity): Frame {
    return block.layout === undefined ? frame : new BodyFrame(frame.run, block.layout, frame, activity.simulation);
}

// --- Conditionals and loops -------------------------------------------------------------------------------------------

/** Evaluates the condition of a statement and notes the dependence on it. */
function governing(node: AstNode, condition: Condition, frame: Frame, { simulation: { order } }: Activity): boolean {
    if (order === undefined) {
        return condition(frame);
    }
    order.statement();
    const holds = condition(frame);
    order.governs([node]);
    return holds;
}

/** A statement that executes others, always in steps. */
interface Conditional extends Statement {
    steps(frame: Frame, activity: Activity): Steps;
}

function compileIf(node: ast.IfActionUsage): Conditional {
    const condition = conditionOf(node.guard, "'if' condition", node);
    const then = blockOf(node.thenAction);
    const elseIf = node.elseAction?.$type === 'IfActionUsage' ? compileIf(node.elseAction) : undefined;
    const otherwise = node.elseAction === undefined || elseIf !== undefined ? undefined : blockOf(node.elseAction);
    const test = (frame: Frame, activity: Activity): boolean => {
        frame.run.step();
        return governing(node, condition, frame, activity);
    };
    return {
        node,
        waits: then.waits || elseIf?.waits === true || otherwise?.waits === true,
        run(frame, activity) {
            if (test(frame, activity)) {
                runAll(then.statements, frameOfBlock(then, frame, activity), activity);
            } else if (elseIf !== undefined) {
                elseIf.run(frame, activity);
            } else if (otherwise !== undefined) {
                runAll(otherwise.statements, frameOfBlock(otherwise, frame, activity), activity);
            }
        },
        *steps(frame, activity) {
            if (test(frame, activity)) {
                yield stepAll(then.statements, frameOfBlock(then, frame, activity), activity);
            } else if (elseIf !== undefined) {
                yield elseIf.steps(frame, activity);
            } else if (otherwise !== undefined) {
                yield stepAll(otherwise.statements, frameOfBlock(otherwise, frame, activity), activity);
            }
        }
    };
}

function compileWhile(node: ast.WhileLoopActionUsage): Statement {
    const condition = node.condition === undefined ? undefined : conditionOf(node.condition, "'while' condition", node);
    const until = node.until === undefined ? undefined : conditionOf(node.until, "'until' condition", node);
    const body = blockOf(node.bodyAction);
    const named = nameOf(node.bodyAction) !== undefined ? bodyLayoutOf(node) : undefined;
    const index = named?.indexOf.get(node.bodyAction);
    /** The frame of the conditions; a named body is a feature of it. */
    const around = (frame: Frame, activity: Activity): Frame =>
        named === undefined ? frame : new BodyFrame(frame.run, named, frame, activity.simulation);
    const within = (outer: Frame, activity: Activity): Frame => {
        if (index === undefined) {
            return frameOfBlock(body, outer, activity);
        }
        const inner = new BodyFrame(outer.run, bodyLayoutOf(node.bodyAction), outer, activity.simulation);
        outer.write(index, new OpaqueValue('a performance', inner));
        return inner;
    };
    return {
        node,
        waits: body.waits,
        run(frame, activity) {
            const outer = around(frame, activity);
            for (;;) {
                outer.run.step();
                if (condition !== undefined && !governing(node, condition, outer, activity)) {
                    return;
                }
                runAll(body.statements, within(outer, activity), activity);
                if (until !== undefined && governing(node, until, outer, activity)) {
                    return;
                }
            }
        },
        *steps(frame, activity) {
            const outer = around(frame, activity);
            const moveTo = cursorFrom(activity);
            for (let isFirst = true; ; isFirst = false) {
                outer.run.step();
                if (condition !== undefined && !governing(node, condition, outer, activity)) {
                    return;
                }
                if (!isFirst) {
                    moveTo?.('next round', outer);
                    yield undefined;
                }
                moveTo?.(outer);
                yield stepAll(body.statements, within(outer, activity), activity);
                if (until !== undefined && governing(node, until, outer, activity)) {
                    return;
                }
            }
        }
    };
}

function compileFor(node: ast.ForLoopActionUsage): Statement {
    const collection = codeOf(node.sequence);
    const body = blockOf(node.bodyAction);
    const layout = bodyLayoutOf(node);
    const variable = layout.indexOf.get(node.variable)!;
    const elements = (frame: Frame, { simulation: { order } }: Activity): readonly Value[] => {
        let value: Value;
        order?.statement();
        try {
            value = collection(frame);
        } catch (error) {
            throw framed(error, "eval 'for' collection");
        }
        order?.governs([node]);
        if (value === null || value instanceof Sequence || value instanceof ValueSet) {
            return elementsOf(value);
        }
        throw typeMismatch(`'for' iterates a collection, and ${describe(value)} is not one`);
    };
    const round = (frame: Frame, element: Value, activity: Activity): Frame => {
        frame.run.step();
        const inner = new BodyFrame(frame.run, layout, frame, activity.simulation);
        inner.write(variable, conform(element, layout.slots[variable], inner));
        return frameOfBlock(body, inner, activity);
    };
    return {
        node,
        waits: body.waits,
        run(frame, activity) {
            for (const element of elements(frame, activity)) {
                runAll(body.statements, round(frame, element, activity), activity);
            }
        },
        *steps(frame, activity) {
            const moveTo = cursorFrom(activity);
            const all = elements(frame, activity);
            for (const [i, element] of all.entries()) {
                if (i > 0) {
                    moveTo?.('next round', all.slice(i));
                    yield undefined;
                }
                moveTo?.(all.slice(i));
                yield stepAll(body.statements, round(frame, element, activity), activity);
            }
        }
    };
}

// --- Performing and ending --------------------------------------------------------------------------------------------

/** A nested or performed action as a statement. */
function compilePerformed(usage: ast.Usage): Statement {
    return {
        node: usage,
        waits: true,
        run(frame, activity) {
            performAtOnce(usage, frame, activity);
        },
        steps: (frame, activity) => performStep(usage, frame, activity)
    };
}

function compileTerminate(node: ast.TerminateActionUsage): Statement {
    const { target } = node;
    if (target === undefined) {
        return atOnce(node, (_frame, activity) => {
            activity.simulation.order?.endsOthers();
            throw new Terminated(undefined);
        });
    }
    const named = target.$type === 'FeatureReferenceExpression' ? targetOf(target) : undefined;
    const code = codeOf(target);
    return atOnce(node, (frame, activity) => {
        activity.simulation.order?.endsOthers();
        if (named !== undefined && activity.terminateStep(named)) {
            return;
        }
        if (named !== undefined && activity.isWithin(named)) {
            throw new Terminated(named); // a behaviour of a machine or of the run, which is no step of a flow
        }
        const value = code(frame);
        const objects = elementsOf(value);
        if (objects.length === 0 || !objects.every(o => o instanceof Instance)) {
            throw new EvaluationError('occurrence cannot be terminated', `${describe(value)} is no occurrence`);
        }
        for (const object of objects) {
            activity.terminateObject(object);
        }
    });
}
