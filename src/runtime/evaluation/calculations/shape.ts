/**
 * The interface of a calculation for its callers: parameters in order, outputs, result, and the statements of its body. Read from the
 * declarations and memoized; does not depend on values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { notationNameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { declaredGeneralsOf } from '../../../language/semantics/specialization.js';
import { isStatementType, isUsage, ownedFeaturesOf, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { implementationOf } from '../expressions/library-overloads.js';
import type { LibraryFunction } from '../functions/index.js';
import { assignedFeatureOf, returnedFeatureOf } from '../model/assignments.js';
import { specialFirst } from '../model/inheritance.js';
import { type ValueCategory, categoryOf, isA, isConstraint, memoize, isInput, isOutput } from '../model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../model/layout.js';
import { boundsOf } from '../model/slot-bounds.js';
import { type ToolExecution, toolExecutionOf } from '../model/tool-annotations.js';

export interface Parameter {
    readonly slot: Slot;
    readonly name: string;
    readonly category: ValueCategory;
    /** whether it holds exactly one value */
    readonly isSingle: boolean;
    /** whether one of its declarations has a value */
    readonly hasValue: boolean;
    /** whether a call must give it a value: it has no value, is not bound and may not be empty */
    readonly isNeeded: boolean;
}

export interface Shape {
    readonly calc: AstNode;
    /** qualified name as ids spell it */
    readonly id: string;
    /** name in messages */
    readonly name: string;
    /** frame of its failures: `calc P::f`, for cases `analysis P::c` */
    readonly label: string;
    readonly layout: Layout;
    readonly parameters: readonly Parameter[];
    /** `out` and `inout` features in declaration order, without the result */
    readonly outputs: readonly Slot[];
    /** outputs and the return parameter in declaration order */
    readonly answers: readonly Slot[];
    /** the return parameter */
    readonly result: Slot | undefined;
    /** the return parameter, for converting the result */
    readonly resultParameter: Parameter | undefined;
    /** the expression that the body ends with */
    readonly resultExpression: AstNode | undefined;
    /** the expression of the result: the value of the return parameter, else the result expression */
    readonly answer: AstNode | undefined;
    /** the value of the return parameter at the start (`:=`), which the body may change */
    readonly initial: AstNode | undefined;
    /** whether it is a constraint or requirement: a call returns whether its conditions hold */
    readonly isCondition: boolean;
    /** members of a body with statements, in order; empty for a body of declarations only, or with performed steps */
    readonly statements: readonly AstNode[];
    /** whether it is a case with steps, which are performed like those of an action */
    readonly isPerformed: boolean;
    /** the tool that computes it instead of its body */
    readonly tool: ToolExecution | undefined;
    /** the library function that it is or specializes, which computes the result where no body does */
    readonly library: LibraryFunction | undefined;
}

const SHAPE = Symbol('calculation shape');

/** The interface of a calculation, case, constraint or requirement, definition or usage; computed once. */
export function shapeOf(calc: AstNode): Shape {
    return memoize(SHAPE, calc, computeShape);
}

function computeShape(calc: AstNode): Shape {
    const layout = layoutOf(calc);
    const slotOf = (feature: AstNode): Slot => layout.slots[layout.indexOf.get(feature)!];
    const bodies = bodiesOf(calc);
    const parameters = unique(parametersOf(calc, new Set()).map(slotOf)).map(slot => parameterOf(slot, layout));
    const answers = unique(outputsOf(calc, new Set()).map(slotOf));
    const name = notationNameOf(calc) ?? '';
    const isPerformed = isCase(calc) && bodies.some(b => !scopeOf(b).isLibrary && ownedMembersOf(b).some(isPerformedStep));
    const result = layout.slots.find(s => s.chain.some(f => f.membership === 'return'));
    const statements = isPerformed ? [] : (bodies.map(b => ownedMembersOf(b)).find(members => members.some(isStatement)) ?? []);
    const tool = toolExecutionOf(calc);
    const stated = result?.chain.find(f => f.value !== undefined)?.value;
    const isChanged = stated?.isInitial === true && (isPerformed || statements.length > 0 || tool !== undefined);
    const resultExpression = bodies
        .map(b => ownedMembersOf(b).find(m => m.$type === 'ResultExpression'))
        .map(m => m?.expression)
        .find(e => e !== undefined);
    const answer = isChanged ? resultExpression : (stated?.expression ?? resultExpression);
    return {
        calc,
        isCondition: isConstraint(calc),
        id: qualifiedNameOf(calc) ?? '',
        name,
        label: `${isCase(calc) ? 'analysis' : 'calc'} ${name}`,
        layout,
        parameters,
        result,
        isPerformed,
        tool,
        answers,
        outputs: answers.filter(s => s !== result),
        resultParameter: result === undefined ? undefined : parameterOf(result, layout),
        resultExpression,
        answer,
        library: bodies.map(implementationOf).find(f => f !== undefined),
        initial: isChanged ? stated.expression : undefined,
        statements
    };
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The calculation and its declared generals, nearest first. */
function bodiesOf(calc: AstNode): readonly AstNode[] {
    const found = new Set([calc]);
    for (const type of found) {
        declaredGeneralsOf(type).forEach(general => found.add(general));
    }
    return specialFirst(found, declaredGeneralsOf);
}

/** Inputs in order, inherited ones first; a redefinition takes the position of the redefined input. */
function parametersOf(type: AstNode, seen: Set<AstNode>): AstNode[] {
    return directed(type, seen, parametersOf, f => isInput(f) || f.kind === 'subject');
}

function outputsOf(type: AstNode, seen: Set<AstNode>): AstNode[] {
    return directed(type, seen, outputsOf, f => isOutput(f));
}

function directed(
    type: AstNode,
    seen: Set<AstNode>,
    again: (type: AstNode, seen: Set<AstNode>) => AstNode[],
    test: (f: AstNode) => boolean
): AstNode[] {
    if (seen.has(type)) {
        return [];
    }
    seen.add(type);
    const inherited = declaredGeneralsOf(type)
        .filter(g => g.$type === 'Definition' || isUsage(g))
        .flatMap(g => again(g, seen));
    return [...inherited, ...ownedFeaturesOf(type).filter(test)];
}

function parameterOf(slot: Slot, { bindings }: Layout): Parameter {
    const { lower, upper, isAnyNumber } = boundsOf(slot);
    const name = slot.names[0] ?? '';
    const hasValue = slot.chain.some(f => f.value !== undefined);
    const isBound = bindings.some(b => b.ends.some(end => end.length === 1 && slot.names.includes(end[0])));
    return {
        slot,
        name,
        category: categoryOf(slot.feature),
        isSingle: isAnyNumber || (lower === 1 && upper === 1),
        hasValue,
        isNeeded: !hasValue && !isBound && lower !== undefined && lower > 0
    };
}

export function isCase(node: AstNode): boolean {
    return isA(node, 'CaseDefinition') || isA(node, 'CaseUsage');
}

/** Node types and kinds of steps that need tokens or time, which a calculation cannot perform. */
const PERFORMED: ReadonlySet<string> = new Set([
    'SendActionUsage',
    'AcceptActionUsage',
    'TerminateActionUsage',
    'InitialNode',
    'TargetSuccession',
    'action',
    'perform',
    'fork',
    'join',
    'merge',
    'decide'
]);

/** Whether a member of a case's body is a step or orders steps, also within a loop or branch. */
function isPerformedStep(member: AstNode): boolean {
    const { kind, direction, isReference } = member;
    if (direction !== undefined || isReference) {
        return false;
    }
    const isStep = PERFORMED.has(member.$type) || PERFORMED.has(kind ?? '') || isA(member, 'CaseUsage');
    return isStep || blocksOf(member).some(block => isPerformedStep(block) || ownedMembersOf(block).some(isPerformedStep));
}

/** The bodies of a loop or branch. */
function blocksOf(member: AstNode): readonly AstNode[] {
    switch (member.$type) {
        case 'IfActionUsage':
            return [member.thenAction, member.elseAction].filter(b => b !== undefined);
        case 'WhileLoopActionUsage':
        case 'ForLoopActionUsage':
            return [member.bodyAction];
        default:
            return [];
    }
}

/** Whether a member of a body is a statement. */
export function isStatement(member: AstNode): boolean {
    return (
        isStatementType(member) ||
        assignedFeatureOf(member) !== undefined ||
        returnedFeatureOf(member) !== undefined ||
        (isUsage(member) && (member.kind === 'action' || member.kind === 'perform') && !scopeOf(member).isLibrary)
    );
}
