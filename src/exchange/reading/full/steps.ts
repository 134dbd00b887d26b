/**
 * Makes the statements about the parts of `send`, `accept`, `assign`, `terminate`, `if` and loops: the properties of the metamodel from
 * those of the extension, or from ownership (contract: conversion 8.1). Depends on graphs only.
 */
import { isExpressionForm } from '../../metamodel/facts.js';
import type { GraphElement, Value } from '../../graph.js';
import { put, type FullDocument, type Statements } from './full-document.js';

/**
 * A part of an action: the extension's property `word` or the metamodel's property `derived` refers to it; else it is found among the
 * features of the action.
 */
interface Part {
    readonly derived: string;
    readonly word?: string;
    /** whether the part is a declared action */
    readonly isAction?: boolean;
    /** whether the part is a declaration (true) or an expression (false), for actions that own both in the same way */
    readonly isParameter?: boolean;
}

const part = (derived: string, word?: string): Part => ({ derived, ...(word !== undefined && { word }) });
const action = (derived: string): Part => ({ derived, isAction: true });

/** The parts of statements in the order of ownership. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
    SendActionUsage: [part('payloadArgument', 'sysx:payload'), part('receiverArgument', 'sysx:receiver'), part('senderArgument')],
    AcceptActionUsage: [
        { derived: 'payloadParameter', isParameter: true },
        { derived: 'receiverArgument', isParameter: false }
    ],
    AssignmentActionUsage: [part('targetArgument', 'sysx:target'), part('valueExpression', 'value')],
    TerminateActionUsage: [part('terminatedOccurrenceArgument', 'sysx:expression')],
    IfActionUsage: [part('ifArgument', 'sysx:condition'), action('thenAction'), action('elseAction')],
    WhileLoopActionUsage: [
        part('whileArgument', 'sysx:whileCondition'),
        action('bodyAction'),
        part('untilArgument', 'sysx:untilCondition')
    ],
    ForLoopActionUsage: [part('loopVariable', 'sysx:loopVariable'), part('seqArgument', 'sysx:collection'), action('bodyAction')]
};

/** The parts of `send x via p;`, whose port is also the `sysx:receiver`. */
const SENT_VIA: readonly Part[] = [part('payloadArgument', 'sysx:payload'), part('senderArgument', 'sysx:receiver')];

/** States the parts of an action by the properties of the metamodel. */
export function emitSteps(element: GraphElement, { ownership, nodes }: FullDocument, stated: Statements): void {
    const parts = element.is('sysx:isVia') ? SENT_VIA : PARTS[element.metaclass];
    if (parts === undefined) {
        return;
    }
    const known = new Set<Value | undefined>();
    const found = parts.map(({ derived, word }) => {
        const value = (word === undefined ? undefined : element.get(word)) ?? element.get(derived);
        known.add(value);
        return value;
    });
    const left = ownership.ownedThrough(element, 'FeatureMembership').filter(member => !known.has(member)); // includes parameters
    // In the body of an expression, there are no memberships.
    const actions = [...left.filter(member => nodes.isDeclared(member)), ...element.elements('sysx:bodyMember').filter(m => !known.has(m))];
    const others = left.filter(member => nodes.isNode(member) && member.metaclass !== 'SuccessionAsUsage'); // a succession is a `then`
    parts.forEach(({ derived, isAction, isParameter }, i) => {
        const rest = isAction === true ? actions : others;
        const isNext = isParameter === undefined || (rest.length > 0 && isParameter === !isExpressionForm(rest[0]));
        put(stated, derived, found[i] ?? (isNext ? rest.shift() : undefined));
    });
    if (element.metaclass === 'AssignmentActionUsage') {
        put(stated, 'value', ...(stated.get('valueExpression') ?? []));
    }
}
