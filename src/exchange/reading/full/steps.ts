/**
 * Statements of actions: what the metamodel names beside the words of the extension (contract: conversion 8.1), each from
 * the other. Knows graphs only.
 */
import { isExpressionForm } from '../../metamodel/facts.js';
import type { GraphElement, Value } from '../../graph.js';
import { put, type FullDocument, type Statements } from './full-document.js';

/** Where a part of a statement is found: by the words that name it, else among what the action owns as parameters. */
interface Part {
    readonly derived: string;
    readonly word?: string;
    /** whether it is an action that is declared */
    readonly isAction?: boolean;
    /** whether it is a declaration rather than an expression, where both are owned alike */
    readonly isParameter?: boolean;
}

const part = (derived: string, word?: string): Part => ({ derived, ...(word !== undefined && { word }) });
const action = (derived: string): Part => ({ derived, isAction: true });

/** The parts of statements, in the order in which they are owned. */
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

/** What is sent without a receiver has its sender in the receiver's word. */
const SENT_VIA: readonly Part[] = [part('payloadArgument', 'sysx:payload'), part('senderArgument', 'sysx:receiver')];

/** States the parts of a statement by both their names. */
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
    const left = ownership.ownedThrough(element, 'FeatureMembership').filter(member => !known.has(member)); // parameters are features, too
    const actions = left.filter(member => nodes.isDeclared(member));
    const others = left.filter(member => nodes.isNode(member));
    parts.forEach(({ derived, isAction, isParameter }, i) => {
        const rest = isAction === true ? actions : others;
        const isNext = isParameter === undefined || (rest.length > 0 && isParameter === !isExpressionForm(rest[0]));
        put(stated, derived, found[i] ?? (isNext ? rest.shift() : undefined));
    });
    if (element.metaclass === 'AssignmentActionUsage') {
        put(stated, 'value', ...(stated.get('valueExpression') ?? []));
    }
}
