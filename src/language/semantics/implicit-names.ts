/**
 * Names that do not resolve by the rules of the standards, but have a meaning in the extension notation (contract: behaviour 2.1 and 9.1):
 * a nested state named without its owners, the start of a body under another name, a library function after an arrow without an import.
 * Depends on the syntax tree and name lookup; reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { lookupFull, replacedParameter } from './lookup.js';
import { isType, ownedMembersOf, owningNamespaceOf } from './structure.js';
import { quoted } from '../../runtime/values/index.js';
import { scopeOf } from './world.js';

/** The element of the first name of an unresolved node by the extension notation; undefined for none. */
export function implicitTargetOf(node: AstNode, name: string): AstNode | undefined {
    return nestedVertexOf(node, name) ?? implicitStartOf(node, name) ?? arrowFunctionOf(node, name) ?? inheritedParameterOf(node, name);
}

/**
 * An inherited parameter whose position the body gives to a parameter of another name. In the service's contract such parameters are added
 * after the inherited ones (behaviour 19.3); in the standard they redefine them.
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

/** Packages whose functions may be called after arrows, in the order of lookup. */
const ARROW_PACKAGES: Readonly<Record<string, readonly string[]>> = {
    function: ['ControlFunctions', 'SequenceFunctions', 'NumericalFunctions'],
    functionReference: ['DataFunctions', 'ScalarFunctions', 'BooleanFunctions', 'NumericalFunctions']
};

/** The library function of `values->collect {…}` or `values->reduce '+'`. */
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

/** Whether a member of a body is a transition or a succession between two names. */
function isTransition(node: AstNode | undefined): boolean {
    return node?.$type === 'TransitionUsage' || node?.$type === 'TargetSuccession' || (node !== undefined && isNamedSuccession(node));
}

/** Whether a node is a succession of the extension notation: `then a b;` or `a then b;`. */
export function isNamedSuccession(node: AstNode): boolean {
    const { kind } = node;
    return node.$type === 'ConnectorUsage' && (kind === undefined || kind === 'then');
}

/** The first vertex with the name in the machine of a transition, in textual order. */
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

/** The start of the body for `first begin;`, where a succession `then begin x;` leaves `begin` and no member has that name. */
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
