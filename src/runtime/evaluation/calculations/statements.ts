/**
 * Statements of a calculation's body, compiled to closures and executed in order: declarations with values, assignments, conditionals,
 * loops, returns. A calculation has no side effects: it may assign only its own features.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { isUsage, lastSegment, ownedMembersOf, owningTypeOf } from '../../../language/semantics/structure.js';
import { codeOf, type Code } from '../expressions/code.js';
import { type Frame, frameWithName, StatementFrame } from '../expressions/frame.js';
import { targetOf } from '../expressions/referents.js';
import { conform } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { assignedFeatureOf, returnedFeatureOf } from '../model/assignments.js';
import { isCase } from './shape.js';
import { resultOfReading } from './usage.js';
import { categoryOf, isCalculation, isConstraint, memoize, isInput, isOutput } from '../model/kinds.js';
import { type Slot, layoutOf } from '../model/layout.js';
import { EvaluationError, type Value, elementsOf, typeMismatch, unresolvedReference } from '../../values/index.js';

/** Executes a statement. @returns the value of a `return`, which ends the body, else undefined */
type Statement = (frame: Frame) => Value | undefined;

const NOTHING: Statement = () => undefined;

/** Executes the members of a body in a frame. @returns the value of the executed `return`, else undefined */
export function executeBody(members: readonly AstNode[], frame: Frame): Value | undefined {
    for (const member of members) {
        const returned = statementOf(member)(frame);
        if (returned !== undefined) {
            return returned;
        }
    }
    return undefined;
}

const STATEMENT = Symbol('compiled statement');

function statementOf(member: AstNode): Statement {
    return memoize(STATEMENT, member, m => {
        const statement = compile(m);
        return statement === NOTHING ? statement : frame => frame.run.withElements(statement, frame);
    });
}

function compile(member: AstNode): Statement {
    switch (member.$type) {
        case 'AssignmentActionUsage': {
            const { target, assigned } = member;
            return compileAssignment(target, codeOf(assigned));
        }
        case 'IfActionUsage':
            return compileIf(member);
        case 'WhileLoopActionUsage':
            return compileWhile(member);
        case 'ForLoopActionUsage':
            return compileFor(member);
        case 'SendActionUsage':
            return refused('send');
        case 'AcceptActionUsage':
            return refused('accept');
        case 'TerminateActionUsage':
            return refused('terminate');
        case 'ResultExpression': {
            const { isReturn, expression } = member;
            return isReturn ? codeOf(expression) : NOTHING;
        }
        default:
            return isUsage(member) ? compileUsage(member) : NOTHING;
    }
}

function refused(word: string): Statement {
    return () => {
        throw new EvaluationError('unsupported operator', `'${word}' in a calc body`);
    };
}

function compileUsage(usage: ast.Usage): Statement {
    const assigned = assignedFeatureOf(usage);
    if (assigned !== undefined) {
        return writing(assigned, usage.name!, codeOf(usage.value!.expression));
    }
    const returned = returnedFeatureOf(usage);
    if (returned !== undefined) {
        return frame => {
            const { frame: holder, index } = found(frame, returned, usage.name!);
            return resultOfReading(holder.read(index));
        };
    }
    if (usage.membership === 'return') {
        // The return parameter of the calculation is bound to its value; a declaration in a block returns it.
        return usage.value === undefined || isReturnParameter(usage) ? NOTHING : codeOf(usage.value.expression);
    }
    if (usage.kind === 'perform') {
        return refused('perform');
    }
    if (usage.kind === 'action') {
        return compileBlock(usage);
    }
    if (usage.value === undefined || isInput(usage) || isOutput(usage) || isCalculation(usage) || isConstraint(usage)) {
        return NOTHING;
    }
    // Outputs are read after the statements.
    return frame => {
        readLocal(frame, usage);
        return undefined;
    };
}

/** Whether a declaration is directly in the body of a calculation or case. */
function isReturnParameter(usage: ast.Usage): boolean {
    const owner = owningTypeOf(usage);
    return owner !== undefined && (isCalculation(owner) || isCase(owner));
}

/**
 * Evaluates a local at its declaration. A bound local also follows later changes: where it cannot be evaluated yet, only its readers fail.
 */
export function readLocal(frame: Frame, local: ast.Usage): void {
    const index = frame.layout.indexOf.get(local);
    if (index === undefined || frame.isSet(index)) {
        return;
    }
    try {
        frame.read(index);
    } catch (error) {
        if (!(error instanceof EvaluationError) || local.value?.isInitial === true) {
            throw error;
        }
    }
}

/** Compiles a block, whose locals are new for each execution; a block without locals runs in the enclosing frame. */
function compileBlock(block: ast.Usage): Statement {
    const layout = layoutOf(block);
    const statements = ownedMembersOf(block)
        .map(statementOf)
        .filter(s => s !== NOTHING);
    const run = (frame: Frame): Value | undefined => {
        for (const statement of statements) {
            const returned = statement(frame);
            if (returned !== undefined) {
                return returned;
            }
        }
        return undefined;
    };
    return layout.slots.length === 0 ? run : frame => run(new StatementFrame(frame.run, layout, frame));
}

function compileIf({ guard, thenAction, elseAction }: ast.IfActionUsage): Statement {
    const test = compileTest(guard);
    const then = compileBlock(thenAction);
    const otherwise =
        elseAction === undefined ? NOTHING : elseAction.$type === 'IfActionUsage' ? statementOf(elseAction) : compileBlock(elseAction);
    return frame => (test(frame) ? then(frame) : otherwise(frame));
}

function compileWhile(loop: ast.WhileLoopActionUsage): Statement {
    const condition = loop.condition === undefined ? () => true : compileTest(loop.condition);
    const until = loop.until === undefined ? () => false : compileTest(loop.until);
    const body = compileBlock(loop.bodyAction);
    return frame => {
        do {
            frame.run.step();
            if (!condition(frame)) {
                return undefined;
            }
            const returned = body(frame);
            if (returned !== undefined) {
                return returned;
            }
        } while (!until(frame));
        return undefined;
    };
}

function compileFor(loop: ast.ForLoopActionUsage): Statement {
    const layout = layoutOf(loop);
    const variable = layout.indexOf.get(loop.variable)!;
    const sequence = codeOf(loop.sequence);
    const body = compileBlock(loop.bodyAction);
    return frame => {
        for (const element of elementsOf(sequence(frame))) {
            frame.run.step();
            const round = new StatementFrame(frame.run, layout, frame);
            round.write(variable, conform(element, layout.slots[variable], round));
            const returned = body(round);
            if (returned !== undefined) {
                return returned;
            }
        }
        return undefined;
    };
}

function compileTest(condition: AstNode): (frame: Frame) => boolean {
    const code = codeOf(condition);
    return frame => {
        const value = code(frame);
        if (typeof value === 'boolean') {
            return value;
        }
        const [only] = elementsOf(value);
        if (typeof only !== 'boolean' || elementsOf(value).length !== 1) {
            throw typeMismatch('a condition must be Boolean');
        }
        return only;
    };
}

// ---------------------------------------------------------------------------------------------- assignments

function compileAssignment(target: AstNode, assigned: Code): Statement {
    if (target.$type !== 'FeatureReferenceExpression') {
        return () => {
            throw typeMismatch('a calculation assigns its own features only');
        };
    }
    const node = target;
    return writing(targetOf(node), lastSegment(node.text), assigned);
}

/** Writes a feature of the calculation; tries the frame of the last write first. */
function writing(feature: AstNode | undefined, name: string, assigned: Code): Statement {
    let layout: Frame['layout'] | undefined;
    let depth = 0;
    let index = 0;
    let takesNumbers = false;
    return frame => {
        frame.run.step();
        const value = assigned(frame);
        let f: Frame | undefined = frame;
        for (let d = 0; d < depth && f !== undefined; d++) {
            f = f.outer;
        }
        if (f?.layout !== layout) {
            ({ frame: f, depth, index } = found(frame, feature, name));
            checkAssignable(f, index, name);
            ({ layout } = f);
            takesNumbers = holdsPlainNumbers(f.layout.slots[index]);
        }
        f!.write(index, takesNumbers && typeof value === 'number' ? value : conform(value, f!.layout.slots[index], f!));
        return undefined;
    };
}

/** Whether a feature takes an Integer without conversion or check. */
function holdsPlainNumbers(slot: Slot): boolean {
    const category = categoryOf(slot.feature);
    return (
        slot.feature.multiplicity === undefined &&
        slot.chain.length === 1 &&
        (category === 'integer' || category === 'any' || category === 'rational' || category === 'number')
    );
}

function found(frame: Frame, feature: AstNode | undefined, name: string): { frame: Frame; depth: number; index: number } {
    let depth = 0;
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer, depth++) {
        const index = feature === undefined ? undefined : f.layout.indexOf.get(feature);
        if (index !== undefined) {
            return { frame: f, depth, index };
        }
    }
    const named = frameWithName(frame, name);
    if (named === undefined) {
        throw feature === undefined ? unresolvedReference(name) : notItsOwn(name);
    }
    return { frame: named.frame, depth: 0, index: named.index };
}

/** @throws EvaluationError type mismatch for a feature of an object, output bound more than once for an output that is bound */
function checkAssignable(frame: Frame, index: number, name: string): void {
    if (frame instanceof Instance) {
        throw notItsOwn(name);
    }
    const { feature, chain } = frame.layout.slots[index];
    const stated = chain.find(f => f.value !== undefined)?.value;
    if ((feature.direction === 'out' || feature.membership === 'return') && stated !== undefined && !stated.isInitial) {
        throw new EvaluationError('output bound more than once', `${name} is valued by its declaration and assigned`);
    }
}

function notItsOwn(name: string): EvaluationError {
    return typeMismatch(`a calculation assigns its own features only, not ${name}`);
}
