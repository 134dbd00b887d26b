/** Writes statements of actions and results of bodies as notation (contract: conversion 8.1, 6). */
import type { GraphElement } from '../graph.js';
import type { CanonicalNotation, Form, Lines, Written } from './form.js';
import { parameterPieces } from './connectors.js';
import { expressionPieces, primaryPieces } from './expressions.js';
import type { Pieces } from './pieces.js';

/** `action name` before a statement; nothing if the statement declares no action. */
function actionWords(canonical: CanonicalNotation, element: GraphElement): Pieces {
    const { pieces } = canonical.front(element);
    const isNamed = ['declaredName', 'declaredShortName', 'type', 'subsets', 'redefines', 'upperBound'].some(p => element.has(p));
    return isNamed ? [...pieces, 'action', ...canonical.declaration(element, { isStatement: true }), ' '] : pieces;
}

function argument(canonical: CanonicalNotation, element: GraphElement, words: string, ...properties: readonly string[]): Pieces {
    const value = properties.map(p => element.get(p)).find(v => v !== undefined);
    return value === undefined ? [] : [words, ...expressionPieces(canonical, value)];
}

function accept(canonical: CanonicalNotation, element: GraphElement): Written {
    const { pieces } = canonical.front(element);
    const isWritten = element.get('sysx:declaredKeyword') === undefined;
    const isTrigger = element.element('owningMembership')?.metaclass === 'TransitionFeatureMembership';
    const words = isWritten && !isTrigger ? [...pieces, 'action', ...canonical.declaration(element, { isStatement: true }), ' '] : pieces;
    const payload = element.element('payloadParameter');
    const keyword = element.text('sysx:triggerKeyword');
    const via = argument(canonical, element, ' via ', 'receiverArgument');
    if (keyword === 'call') {
        const parameters = payload === undefined ? [] : canonical.callParameters(payload);
        return { head: [...words, `accept ${element.text('sysx:trigger') ?? ''}(`, ...parameters, ')', ...via] };
    }
    const word = keyword === 'when' ? 'when' : 'accept';
    return { head: [...words, word, ...(payload === undefined ? [] : [' ', ...parameterPieces(canonical, payload)]), ...via] };
}

function send(canonical: CanonicalNotation, element: GraphElement): Written {
    const isVia = element.is('sysx:isVia');
    return {
        head: [
            ...actionWords(canonical, element),
            'send',
            ...argument(canonical, element, ' ', 'sysx:payload', 'payloadArgument'),
            ...(isVia
                ? argument(canonical, element, ' via ', 'sysx:receiver', 'senderArgument')
                : argument(canonical, element, ' via ', 'senderArgument')),
            ...(isVia ? [] : argument(canonical, element, ' to ', 'sysx:receiver', 'receiverArgument'))
        ]
    };
}

function assign(canonical: CanonicalNotation, element: GraphElement): Written {
    const target = element.get('sysx:target') ?? element.get('targetArgument');
    return {
        head: [
            ...actionWords(canonical, element),
            'assign ',
            ...primaryPieces(canonical, target),
            ` ${element.text('sysx:assignmentOperator') ?? ':='} `,
            ...expressionPieces(canonical, element.get('valueExpression') ?? element.get('value'))
        ]
    };
}

/** The body of a branch or of a loop: `action name { … }` or, without a declaration, only the braces. */
function block(canonical: CanonicalNotation, body: GraphElement | undefined, lines: Lines): Pieces {
    if (body === undefined) {
        return ['{ }'];
    }
    const isBare = body.is('sysx:isKindImplicit') && !body.has('declaredName');
    return [...(isBare ? [] : ['action', ...canonical.declaration(body), ' ']), ...lines.block(body)];
}

function ifStatement(canonical: CanonicalNotation, element: GraphElement): Written {
    const tail = (lines: Lines): Pieces => {
        const otherwise = element.element('elseAction');
        const nested = otherwise?.metaclass === 'IfActionUsage' ? ifStatement(canonical, otherwise) : undefined;
        const elsePieces =
            otherwise === undefined
                ? []
                : [' else ', ...(nested === undefined ? block(canonical, otherwise, lines) : [...nested.head, ...nested.tail!(lines)])];
        return [' ', ...block(canonical, element.element('thenAction'), lines), ...elsePieces];
    };
    return { head: [...actionWords(canonical, element), 'if', ...argument(canonical, element, ' ', 'sysx:condition', 'ifArgument')], tail };
}

function whileLoop(canonical: CanonicalNotation, element: GraphElement): Written {
    const condition = argument(canonical, element, 'while ', 'sysx:whileCondition', 'whileArgument');
    const until = argument(canonical, element, ' until ', 'sysx:untilCondition', 'untilArgument');
    return {
        head: [...actionWords(canonical, element), ...(condition.length === 0 ? ['loop'] : condition)],
        tail: lines => [' ', ...block(canonical, element.element('bodyAction'), lines), ...until, ...(until.length > 0 ? [';'] : [])]
    };
}

function forLoop(canonical: CanonicalNotation, element: GraphElement): Written {
    const variable = element.element('sysx:loopVariable') ?? element.element('loopVariable');
    return {
        head: [
            ...actionWords(canonical, element),
            'for',
            ...(variable === undefined ? [] : canonical.declaration(variable)),
            ...argument(canonical, element, ' in ', 'sysx:collection', 'seqArgument')
        ],
        tail: lines => [' ', ...block(canonical, element.element('bodyAction'), lines)]
    };
}

export const STATEMENTS: Readonly<Record<string, Form>> = {
    AcceptActionUsage: accept,
    SendActionUsage: send,
    AssignmentActionUsage: assign,
    TerminateActionUsage: (canonical, element) => ({
        head: [
            ...actionWords(canonical, element),
            'terminate',
            ...argument(canonical, element, ' ', 'sysx:expression', 'terminatedOccurrenceArgument')
        ]
    }),
    IfActionUsage: ifStatement,
    WhileLoopActionUsage: whileLoop,
    ForLoopActionUsage: forLoop
};

/** Writes the result expression of a body. */
export function resultForm(canonical: CanonicalNotation, element: GraphElement): Written {
    const isReturn = element.get('sysx:declaredKeyword') === 'return';
    return {
        head: [...(isReturn ? ['return '] : []), ...expressionPieces(canonical, element)],
        body: isReturn ? 'semicolon' : 'nothing'
    };
}
