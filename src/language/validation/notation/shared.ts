/** Common functions of the notation checks: reports at keywords, and forms of members. Depends on the syntax tree only. */
import type { AstNode } from '../../generated/tree.js';
import { bodyKindOf, type BodyKind } from '../bodies.js';
import type { CheckContext } from '../check.js';
import { keywordSpan } from '../tokens.js';

/** Reports notation that no standard admits: an error at the first of the keywords that the node contains. */
export function refuse(context: CheckContext, node: AstNode, message: string, ...keywords: readonly string[]): void {
    context.report('error', 'syntax', message, keywordSpan(context.document.text, node, ...keywords));
}

/** Reports extension notation: a warning, in strict mode an error. */
export function extension(context: CheckContext, node: AstNode, message: string, ...keywords: readonly string[]): void {
    context.report(
        context.strict ? 'error' : 'warning',
        'nonstandard-notation',
        message,
        keywordSpan(context.document.text, node, ...keywords)
    );
}

export const BODY_NAMES: Readonly<Record<BodyKind, string>> = {
    package: 'a package',
    definition: 'this body',
    interface: 'the body of an interface',
    enumeration: 'the body of an enumeration',
    action: 'the body of an action',
    state: 'the body of a state',
    calculation: 'the body of a calculation or constraint',
    requirement: 'the body of a requirement',
    case: 'the body of a case',
    viewDefinition: 'the body of a view definition',
    view: 'the body of a view',
    metadata: 'the body of a metadata usage'
};

/** The keywords of kinds with another name in the syntax tree. */
export const KEYWORD_OF: Readonly<Record<string, string>> = {
    shallowhistory: 'shallow',
    deephistory: 'deep',
    entrypoint: 'entry',
    exitpoint: 'exit'
};
const BLOCKS = new Set(['thenAction', 'elseAction', 'bodyAction']);

/** Whether a member is in a block of a calculation: the body of a loop or conditional, at any depth. */
export function isInBlockOfCalculation(node: AstNode): boolean {
    let owner = node.$container;
    while (owner !== undefined && (BLOCKS.has(owner.$containerProperty ?? '') || BLOCK_OWNERS.has(owner.$type))) {
        owner = owner.$container;
    }
    const body = owner === undefined || owner === node.$container ? undefined : bodyKindOf(owner);
    return body === 'calculation' || body === 'case';
}
const BLOCK_OWNERS = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage']);

/** Whether a usage is `assert e;`, `require e;` or `assume e;`: a condition in place of a constraint. */
export function isCondition({ $type, kind, membership, reference, members = [] }: AstNode): boolean {
    return (
        $type === 'Usage' &&
        (kind === 'assert' || (kind === undefined && (membership === 'require' || membership === 'assume'))) &&
        reference === undefined &&
        members.length === 1 &&
        members[0].$type === 'ResultExpression'
    );
}
