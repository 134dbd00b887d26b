/**
 * Statements of a calculation's body, executed in order: declarations with values, assignments, conditionals, loops, returns. A
 * calculation has no effects outside itself: it may assign its own features only.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { isUsage, lastSegment, ownedMembersOf, type NameNode } from '../../language/semantics/structure.js';
import { codeOf } from '../expressions/compile.js';
import { type Frame, frameWith, frameWithName } from '../expressions/frame.js';
import { targetOf } from '../expressions/references.js';
import { conform } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { assignedFeatureOf } from '../model/assignments.js';
import { isCalculation, isConstraint } from '../model/kinds.js';
import { isInput, isOutput, layoutOf } from '../model/layout.js';
import { EvaluationError, type Value, elementsOf, typeMismatch } from '../values/index.js';
import { LocalFrame } from '../expressions/frame.js';

/** What ends a body early: the value of a `return` that was reached. */
type Returned = Value | undefined;

/** Executes the members of a body in a frame; the value of a `return` that was reached, else undefined. */
export function executeBody(members: readonly AstNode[], frame: Frame): Returned {
    for (const member of members) {
        const returned = frame.run.withElements(() => execute(member, frame));
        if (returned !== undefined) {
            return returned;
        }
    }
    return undefined;
}

function execute(member: AstNode, frame: Frame): Returned {
    switch (member.$type) {
        case 'AssignmentActionUsage': {
            const { target, assigned } = member as ast.AssignmentActionUsage;
            frame.run.step();
            assign(target, codeOf(assigned)(frame), frame);
            return undefined;
        }
        case 'IfActionUsage': {
            const { guard, thenAction, elseAction } = member as ast.IfActionUsage;
            const branch = truth(guard, frame) ? thenAction : elseAction;
            return branch === undefined ? undefined : branch.$type === 'IfActionUsage' ? execute(branch, frame) : executeBlock(branch, frame);
        }
        case 'WhileLoopActionUsage':
            return executeWhile(member as ast.WhileLoopActionUsage, frame);
        case 'ForLoopActionUsage':
            return executeFor(member as ast.ForLoopActionUsage, frame);
        case 'SendActionUsage':
        case 'AcceptActionUsage':
        case 'TerminateActionUsage':
            throw new EvaluationError('unsupported operator', `'${member.$type === 'SendActionUsage' ? 'send' : member.$type === 'AcceptActionUsage' ? 'accept' : 'terminate'}' in a calc body`);
        default:
            return isUsage(member) ? executeUsage(member, frame) : undefined;
    }
}

function executeUsage(usage: ast.Usage, frame: Frame): Returned {
    const assigned = assignedFeatureOf(usage);
    if (assigned !== undefined) {
        frame.run.step();
        assignFeature(assigned, usage.name!, codeOf(usage.value!.expression)(frame), frame);
        return undefined;
    }
    if (usage.membership === 'return') {
        return usage.value === undefined ? undefined : codeOf(usage.value.expression)(frame);
    }
    if (usage.kind === 'perform') {
        throw new EvaluationError('unsupported operator', "'perform' in a calc body");
    }
    if (usage.kind === 'action') {
        return executeBlock(usage, frame);
    }
    // A local's value is that of the moment its declaration is reached; outputs are read at the end.
    const index = frame.layout.indexOf.get(usage);
    if (index !== undefined && usage.value !== undefined && !isInput(usage) && !isOutput(usage) && !isCalculation(usage) && !isConstraint(usage)) {
        if (!frame.isSet(index)) {
            frame.read(index);
        }
    }
    return undefined;
}

/** A block has locals of its own, anew each time. */
function executeBlock(block: ast.Usage, frame: Frame): Returned {
    return executeBody(ownedMembersOf(block), new LocalFrame(frame.run, layoutOf(block), frame));
}

function executeWhile(loop: ast.WhileLoopActionUsage, frame: Frame): Returned {
    for (;;) {
        frame.run.step();
        if (loop.condition !== undefined && !truth(loop.condition, frame)) {
            return undefined;
        }
        const returned = executeBlock(loop.bodyAction, frame);
        if (returned !== undefined) {
            return returned;
        }
        if (loop.until !== undefined && truth(loop.until, frame)) {
            return undefined;
        }
    }
}

function executeFor(loop: ast.ForLoopActionUsage, frame: Frame): Returned {
    const layout = layoutOf(loop);
    const variable = layout.indexOf.get(loop.variable)!;
    for (const element of elementsOf(codeOf(loop.sequence)(frame))) {
        frame.run.step();
        const round = new LocalFrame(frame.run, layout, frame);
        round.write(variable, conform(element, layout.slots[variable], round));
        const returned = executeBlock(loop.bodyAction, round);
        if (returned !== undefined) {
            return returned;
        }
    }
    return undefined;
}

function truth(condition: AstNode, frame: Frame): boolean {
    const value = codeOf(condition)(frame);
    if (typeof value === 'boolean') {
        return value;
    }
    const [only] = elementsOf(value);
    if (typeof only !== 'boolean') {
        throw typeMismatch('a condition must be Boolean');
    }
    return only;
}

/** Assigns to what an expression names: a feature of the calculation. @throws unresolved reference, type mismatch */
export function assign(target: AstNode, value: Value, frame: Frame): void {
    if (target.$type !== 'FeatureReferenceExpression') {
        throw typeMismatch('a calculation assigns its own features only');
    }
    const node = target as NameNode;
    assignFeature(targetOf(node), lastSegment(node.text), value, frame);
}

function assignFeature(feature: AstNode | undefined, name: string, value: Value, frame: Frame): void {
    const found = (feature === undefined ? undefined : frameWith(frame, feature)) ?? frameWithName(frame, name);
    if (found === undefined) {
        throw new EvaluationError('unresolved reference', name);
    }
    if (found.frame instanceof Instance) {
        throw typeMismatch(`a calculation assigns its own features only, not ${name}`);
    }
    found.frame.write(found.index, conform(value, found.frame.layout.slots[found.index], found.frame));
}
