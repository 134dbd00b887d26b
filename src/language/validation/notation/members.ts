/**
 * Members and the bodies that admit them: members with restricting keywords, action nodes, successions, and members that are restricted by
 * form or place (SysML 8.2.2, KerML 8.2.3 to 8.2.5). Depends on the syntax tree only.
 */
import type { AstNode } from '../../generated/tree.js';
import type * as ast from '../../generated/tree.js';
import {
    ACTION_BODIES,
    type BodyKind,
    bodyKindOf,
    hasSource,
    isActionNode,
    isAnnotation,
    isTargetSuccession,
    leavesOwner
} from '../bodies.js';
import type { Check } from '../check.js';
import { isEmptyDeclaration } from './prefixes.js';
import { BODY_NAMES, extension, isCondition, isInBlockOfCalculation, KEYWORD_OF, refuse } from './shared.js';

/** Keywords of members that only some bodies admit (SubjectMember, EntryActionMember, ReturnParameterMember …). */
export const ADMITTED: Readonly<Record<string, readonly BodyKind[]>> = {
    entry: ['state'],
    do: ['state'],
    exit: ['state'],
    transition: ['state'],
    require: ['requirement'],
    assume: ['requirement'],
    frame: ['requirement'],
    verify: ['requirement'],
    stakeholder: ['requirement'],
    subject: ['requirement', 'case'],
    actor: ['requirement', 'case'],
    objective: ['case'],
    render: ['viewDefinition', 'view'],
    return: ['calculation', 'case'],
    choice: ['state'],
    junction: ['state'],
    history: ['state'],
    shallowhistory: ['state'],
    deephistory: ['state'],
    initial: ['state'],
    final: ['state'],
    region: ['state'],
    entrypoint: ['state'],
    exitpoint: ['state'],
    defer: ['state'],
    decision: ['action', 'calculation', 'case'],
    done: ['action', 'calculation', 'case']
};

/** Whether only extension notation admits a member in its body: a result in a block of a calculation, a plain condition in a constraint. */
function isExtendedPlace(node: AstNode, word: string, body: BodyKind): boolean {
    switch (word) {
        case 'return':
            return isInBlockOfCalculation(node);
        case 'require':
        case 'assume':
            return body === 'calculation' && isCondition(node);
        default:
            return false;
    }
}

/** The correct places of members that authors often write in the wrong body. */
const ELSEWHERE: Readonly<Record<string, string>> = {
    verify: ": it stands in the objective of a verification case: 'objective { verify …; }'"
};

/** Members that a keyword restricts to certain bodies, including imports and filters; and `variant`, which no package admits. */
export const admittedByBody: Check<ast.Declaration> = (node, context) => {
    if (node.$containerProperty !== 'members') {
        return;
    }
    const body = bodyKindOf(node.$container);
    const { membership, kind } = node;
    for (const word of [membership, kind]) {
        if (word === undefined || (context.document.language === 'kerml' && word !== 'return')) {
            continue;
        }
        const bodies = Object.hasOwn(ADMITTED, word) ? ADMITTED[word] : undefined;
        if (bodies !== undefined && !bodies.includes(body) && !isExtendedPlace(node, word, body)) {
            const keyword = KEYWORD_OF[word] ?? word;
            refuse(context, node, `'${keyword}' is not allowed in ${BODY_NAMES[body]}${ELSEWHERE[word] ?? ''}`, keyword);
            return;
        }
    }
    if ((membership === 'variant' || membership === 'member') && (body === 'package' || body === 'enumeration' || body === 'metadata')) {
        refuse(context, node, `'${membership}' is not allowed in ${BODY_NAMES[body]}`, membership);
    }
};

export const filterPlace: Check = (node, context) => {
    const body = bodyKindOf(node.$container!);
    if (body !== 'package' && body !== 'viewDefinition' && body !== 'view') {
        refuse(context, node, `'filter' is not allowed in ${BODY_NAMES[body]}`, 'filter');
    }
};

/** An expose belongs in a view usage (`validateExposeOwningNamespace`); in a view definition it is accepted with a warning. */
export const exposePlace: Check<ast.Import> = (node, context) => {
    if (node.kind !== 'expose') {
        return;
    }
    if (node.visibility !== undefined) {
        refuse(context, node, "'expose' has no visibility", node.visibility);
    }
    const body = bodyKindOf(node.$container);
    if (body === 'viewDefinition') {
        extension(context, node, "'expose' is not standard in a view definition: write it in a view usage", 'expose');
    } else if (body !== 'view') {
        refuse(context, node, `'expose' is not allowed in ${BODY_NAMES[body]}`, 'expose');
    }
};

/** Action nodes belong in bodies of actions; a fork or join of a state machine is an extension. */
export const actionNodePlace: Check<ast.Usage> = (node, context) => {
    if (node.$containerProperty !== 'members' || !isActionNode(node) || context.document.language === 'kerml') {
        return;
    }
    const body = bodyKindOf(node.$container);
    const { membership, kind } = node;
    if (ACTION_BODIES.has(body) || kind === 'decision' || membership === 'entry' || membership === 'do' || membership === 'exit') {
        return;
    }
    const keywords = ACTION_KEYWORDS[node.$type] ?? [kind!];
    if (body === 'state' && node.$type === 'TerminateActionUsage') {
        extension(
            context,
            node,
            "a 'terminate' that transitions lead to is an extension: the standard notation has it in the body of an action",
            'terminate'
        );
    } else if (body === 'state' && (kind === 'fork' || kind === 'join')) {
        extension(context, node, `a '${kind}' between states is an extension: the standard notation has parallel states for it`, kind);
    } else {
        refuse(context, node, `'${keywords[0]}' is only allowed in the body of an action`, ...keywords);
    }
};
const ACTION_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
    AcceptActionUsage: ['accept'],
    SendActionUsage: ['send'],
    AssignmentActionUsage: ['assign'],
    TerminateActionUsage: ['terminate'],
    IfActionUsage: ['if'],
    WhileLoopActionUsage: ['while', 'loop'],
    ForLoopActionUsage: ['for']
};

/** `first x;` and guarded successions belong in bodies of actions. */
export const successionPlace: Check<ast.TransitionUsage | ast.InitialNode> = (node, context) => {
    const { kind } = node;
    const isGuardedSuccession = node.$type === 'TransitionUsage' && node.source !== undefined && kind === 'first';
    if (node.$containerProperty !== 'members' || !(node.$type === 'InitialNode' || isGuardedSuccession)) {
        return;
    }
    const body = bodyKindOf(node.$container);
    if (!ACTION_BODIES.has(body)) {
        refuse(
            context,
            node,
            `a ${isGuardedSuccession ? 'guarded succession' : "'first' with one end"} is not allowed in ${BODY_NAMES[body]}`,
            kind ?? 'first'
        );
    }
};

/**
 * A succession or transition without a source needs a preceding member that it can start from (ActionTargetSuccessionMember,
 * TargetTransitionUsageMember, EntryTransitionMember). Annotations may come between.
 */
export const sourceBefore: Check<ast.TransitionUsage | ast.TargetSuccession> = (node, context) => {
    if (node.$containerProperty !== 'members' || !isTargetSuccession(node)) {
        return;
    }
    const body = bodyKindOf(node.$container);
    const keyword = node.$type === 'TargetSuccession' ? 'then' : node.trigger !== undefined ? 'accept' : node.isElse ? 'else' : 'if';
    if (!ACTION_BODIES.has(body) && body !== 'state') {
        refuse(context, node, `'${keyword}' without a source is not allowed in ${BODY_NAMES[body]}`, keyword);
        return;
    }
    if (body === 'state' ? keyword === 'else' : keyword === 'accept') {
        refuse(context, node, `'${keyword} … ${keyword === 'accept' ? 'then …' : ''}' is not allowed in ${BODY_NAMES[body]}`, keyword);
        return;
    }
    if (leavesOwner(node)) {
        const { name = 'the state' } = node.$container;
        extension(
            context,
            node,
            `a transition inside the state that it leaves is an extension: the standard one is 'transition first ${name} accept … then …;' outside of the state`,
            keyword
        );
    } else if (!hasSource(node, body)) {
        refuse(context, node, `no member before this '${keyword}' can be its source`, keyword);
    }
};

/** Whether a usage has neither a kind nor another part that determines one. */
function isBare({ kind, isEnd, isReference, membership, prefixes, portionKind, isIndividual }: ast.Usage): boolean {
    return (
        [kind, membership, portionKind].every(word => word === undefined) &&
        !isEnd &&
        !isReference &&
        !isIndividual &&
        prefixes.length === 0
    );
}

/** Members that a body admits by their form: enumerated values, features of an interface, definitions in metadata. */
export const formOfMember: Check<ast.Member> = (node, context) => {
    if (node.$containerProperty !== 'members') {
        return;
    }
    const { kind } = node;
    const isUsage = 'relationships' in node && node.$type !== 'Definition';
    const body = bodyKindOf(node.$container);
    if (body === 'enumeration' && !isAnnotation(node) && !(node.$type === 'Usage' && (kind === undefined || kind === 'enum'))) {
        refuse(context, node, 'the body of an enumeration admits enumerated values only');
    } else if (body === 'interface' && node.$type === 'Usage' && isBare(node)) {
        const { direction } = node;
        refuse(
            context,
            node,
            `a feature of an interface needs a kind: write 'ref' or 'end'${direction === undefined ? '' : ` with '${direction}'`}`
        );
    } else if (body === 'metadata' && isUsage && kind !== undefined && !isAnnotation(node) && context.document.language === 'sysml') {
        refuse(context, node, `'${kind}' is not allowed in the body of a metadata usage`, kind);
    }
};

/**
 * The result expression must be the last member of its body (CalculationBodyPart, FunctionBodyPart). Another rule reports a second result.
 */
export const resultIsLast: Check<ast.ResultExpression> = (node, context) => {
    if (node.isReturn) {
        return;
    }
    const { members } = node.$container;
    const next = members.slice(members.indexOf(node) + 1).find(m => !isAnnotation(m));
    if (next !== undefined && next.$type !== 'ResultExpression') {
        // Another check reports the empty declaration: `{ x == 3; }`.
        if (!(next.$type === 'Usage' && isEmptyDeclaration(next))) {
            refuse(context, next, 'nothing may follow the result expression of a body');
        }
    }
};
