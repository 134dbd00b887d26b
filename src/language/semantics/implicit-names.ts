/**
 * Names that lead to nothing by the rules of the standards, but mean something in the extension notation (contract: behaviour 2.1 and 9.1):
 * a state nested in the machine, named without its owners, the start of a body under a name of its own, a function of the kernel libraries
 * behind an arrow that is not imported. Knows the syntax tree and how names are looked up; reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { lookupFull, replacedParameter } from './lookup.js';
import { isType, ownedMembersOf, owningNamespaceOf, quoted } from './structure.js';
import { scopeOf } from './world.js';

/** What the first name of a node that resolves to nothing means; undefined when it means nothing. */
export function implicitTargetOf(node: AstNode, name: string): AstNode | undefined {
    return nestedVertexOf(node, name) ?? implicitStartOf(node, name) ?? arrowFunctionOf(node, name) ?? inheritedParameterOf(node, name);
}

/**
 * A parameter that the body inherits although it has one of another name in its place: in the service's contract the parameters of a
 * general come first and those of a body behind them (behaviour 19.3), where the standard lets the latter redefine the former.
 */
function inheritedParameterOf(node: AstNode, name: string): AstNode | undefined {
    for (let scope = owningNamespaceOf(node); scope !== undefined; scope = owningNamespaceOf(scope)) {
        const found = isType(scope) ? replacedParameter(scope, name) : undefined;
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** Packages whose functions are called behind arrows, in the order in which they are asked. */
const ARROW_PACKAGES: Readonly<Record<string, readonly string[]>> = {
    function: ['ControlFunctions', 'SequenceFunctions', 'NumericalFunctions'],
    functionReference: ['DataFunctions', 'ScalarFunctions', 'BooleanFunctions', 'NumericalFunctions']
};

/** `values->collect {…}`, `values->reduce '+'`: a function of the kernel libraries. */
function arrowFunctionOf(node: AstNode, name: string): AstNode | undefined {
    if (node.$container?.$type !== 'FunctionOperationExpression') {
        return undefined;
    }
    for (const owner of ARROW_PACKAGES[node.$containerProperty ?? ''] ?? []) {
        const found = scopeOf(node).libraryElement(`${owner}::${quoted(name)}`);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** Whether a member of a body is a transition or a succession of two names. */
function isTransition(node: AstNode | undefined): boolean {
    return node?.$type === 'TransitionUsage' || node?.$type === 'TargetSuccession' || (node !== undefined && isNamedSuccession(node));
}

/** `then a b;` and `a then b;`: successions of the extension notation. */
export function isNamedSuccession(node: AstNode): boolean {
    const { kind } = node;
    return node.$type === 'ConnectorUsage' && (kind === undefined || kind === 'then');
}

/** The first vertex of that name in the machine of a transition, in the order of the text. */
function nestedVertexOf(end: AstNode, name: string): AstNode | undefined {
    if (end.$type !== 'ConnectorEnd' || !isTransition(end.$container)) {
        return undefined;
    }
    let machine: AstNode | undefined;
    for (let owner = owningNamespaceOf(end.$container); owner !== undefined && isState(owner); owner = owningNamespaceOf(owner)) {
        machine = owner;
    }
    return machine === undefined ? undefined : vertexBelow(machine, name);
}

function vertexBelow(state: AstNode, name: string): AstNode | undefined {
    for (const member of ownedMembersOf(state)) {
        if (isState(member)) {
            const found = member.name === name ? member : vertexBelow(member, name);
            if (found !== undefined) {
                return found;
            }
        }
    }
    return undefined;
}

function isState(node: AstNode): boolean {
    return isMetaclass(node, 'StateUsage') || isMetaclass(node, 'StateDefinition');
}

/** `first begin;` where a succession `then begin x;` leaves `begin`, and nothing has that name: the start of the body. */
function implicitStartOf(node: AstNode, name: string): AstNode | undefined {
    const body = node.$type === 'InitialNode' ? node.$container : isTransition(node.$container) ? node.$container!.$container : undefined;
    const members = body?.members ?? [];
    return members.some(m => m.$type === 'InitialNode' && m.text === name) && members.some(m => leaves(m, name))
        ? lookupFull(body!, 'start')
        : undefined;
}

function leaves(member: AstNode, name: string): boolean {
    if (isNamedSuccession(member)) {
        return member.ends?.[0]?.text === name;
    }
    return member.$type === 'TransitionUsage' && member.isThen && member.source?.text === name;
}
