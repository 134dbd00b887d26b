/** What checks of the notation share: how they report, and the forms of members that several of them know. Knows the syntax tree alone. */
import type { AstNode } from '../../generated/tree.js';
import { bodyKindOf, type BodyKind } from '../bodies.js';
import type { CheckContext } from '../check.js';
import { keywordSpan } from '../tokens.js';

/** What no standard admits: an error at the first of the keywords that the node has. */
export function refuse(context: CheckContext, node: AstNode, message: string, ...keywords: readonly string[]): void {
    context.report('error', 'syntax', message, keywordSpan(context.document.text, node, ...keywords));
}

/** Extension notation: a warning, an error in strict mode. */
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

/** Kinds that are written otherwise than they are called. */
export const KEYWORD_OF: Readonly<Record<string, string>> = {
    shallowhistory: 'shallow',
    deephistory: 'deep',
    entrypoint: 'entry',
    exitpoint: 'exit'
};
const BLOCKS = new Set(['thenAction', 'elseAction', 'bodyAction']);

/** Whether a member stands in a block of a calculation: the body of a loop or conditional of it, at any depth. */
export function isInBlockOfCalculation(node: AstNode): boolean {
    let owner = node.$container;
    while (owner !== undefined && (BLOCKS.has(owner.$containerProperty ?? '') || BLOCK_OWNERS.has(owner.$type))) {
        owner = owner.$container;
    }
    const body = owner === undefined || owner === node.$container ? undefined : bodyKindOf(owner);
    return body === 'calculation' || body === 'case';
}
const BLOCK_OWNERS = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage']);

/** `assert e;`, `require e;`, `assume e;`: the condition itself in place of a constraint that has it. */
export function isCondition({ $type, kind, membership, reference, members = [] }: AstNode): boolean {
    return (
        $type === 'Usage' &&
        (kind === 'assert' || (kind === undefined && (membership === 'require' || membership === 'assume'))) &&
        reference === undefined &&
        members.length === 1 &&
        members[0].$type === 'ResultExpression'
    );
}
