/** Writes connectors, flows, successions and transitions as notation (contract: conversion 8.1 to 8.3). */
import { cannotConvert, GraphElement, type Value } from '../graph.js';
import { targetsOf } from './content.js';
import type { CanonicalNotation, Form, Lines, Written } from './form.js';
import { expressionPieces } from './expressions.js';
import { joined, nameText, type Pieces } from './pieces.js';

/** The feature that an end references. */
function endTarget(end: GraphElement): Value | undefined {
    const subsetting = end.elements('ownedRelationship').find(r => r.metaclass === 'ReferenceSubsetting');
    return subsetting?.get('referencedFeature') ?? end.get('references');
}

/** The feature that a flow end redefines, which is the last step of its name. */
function flowingFeature(end: GraphElement): Value | undefined {
    const feature = end.elements('ownedFeature').find(f => f.base === 'node');
    const redefinition = feature?.elements('ownedRelationship').find(r => r.metaclass === 'Redefinition');
    return redefinition?.get('redefinedFeature') ?? feature?.get('redefines');
}

/** `[m] name references `, the part of an end before its referenced feature. */
function endFront(canonical: CanonicalNotation, end: GraphElement): Pieces {
    const bounds = canonical.bounds(end);
    const name = end.text('declaredName');
    const word = end.text('sysx:endReferencesKeyword') === 'references' ? 'references' : '::>';
    return [
        ...bounds,
        ...(bounds.length > 0 ? [' '] : []),
        ...(name === undefined ? [] : [`${nameText(name, canonical.language)} ${word} `])
    ];
}

/** `[m] name references a.b`. */
function endPieces(canonical: CanonicalNotation, end: GraphElement): Pieces {
    const front = endFront(canonical, end);
    const target = endTarget(end);
    if (end.metaclass !== 'FlowEnd') {
        return [...front, ...(target === undefined ? [] : canonical.reference(target))];
    }
    const last = flowingFeature(end);
    if (target === undefined || last === undefined) {
        return [...front, ...canonical.reference(last ?? target ?? '')];
    }
    return [
        ...front,
        ...canonical.reference(target),
        '.',
        ...(last instanceof GraphElement ? canonical.stepTo(last) : canonical.reference(last))
    ];
}

function endsOf(canonical: CanonicalNotation, element: GraphElement): readonly Pieces[] {
    return element.elements('connectorEnd').map(end => endPieces(canonical, end));
}

const BETWEEN: Readonly<Record<string, string>> = {
    to: ' to ',
    equals: ' = ',
    firstThen: ' then ',
    fromTo: ' to ',
    flowTo: ' to ',
    thenPair: ' ',
    pairThen: ' then '
};

/** Forms of KerML connectors without a keyword before the ends. The graph does not state these forms (8.3). */
const BARE_FORMS: Readonly<Record<string, string>> = { Connector: 'to', BindingConnector: 'equals', Succession: 'firstThen' };

/** The keyword before the ends, which depends on the language and the form (8.3). */
function verb(canonical: CanonicalNotation, element: GraphElement, keyword: string | undefined, form: string): string {
    const stated = element.text('sysx:endVerb');
    if (stated !== undefined) {
        return ` ${stated}`;
    }
    if (form === 'fromTo') {
        return ' from';
    }
    if (canonical.language === 'kerml') {
        return form === 'to' ? ' from' : form === 'equals' ? ' of' : form === 'firstThen' ? ' first' : '';
    }
    return form === 'firstThen' && keyword !== 'first' ? ' first' : '';
}

/** Connectors of SysML whose notation names both ends (SysML 8.2.2.13.1 BindingConnectorAsUsage, SuccessionAsUsage). */
const NAMES_ENDS: ReadonlySet<string> = new Set(['BindingConnectorAsUsage', 'SuccessionAsUsage']);

/** @throws ConversionError for a connector without ends, or with an end that relates no feature */
function refuseMissingEnds(element: GraphElement, ends: readonly Pieces[]): void {
    const empty = ends.findIndex(pieces => pieces.length === 0);
    if (ends.length === 0 || empty >= 0) {
        const what = element.metaclass === 'SuccessionAsUsage' ? 'succession' : 'binding';
        throw cannotConvert(`the ${what} ${element.id}`, ends.length === 0 ? 'it has no ends' : `its end ${empty + 1} relates no feature`);
    }
}

function connector(canonical: CanonicalNotation, element: GraphElement): Written {
    const recorded = element.text('sysx:endForm');
    const form = recorded ?? BARE_FORMS[element.metaclass];
    const { pieces } = canonical.front(element);
    if (form === 'then') {
        return { head: [...pieces, ...thenHead(canonical, element)] };
    }
    const ends = endsOf(canonical, element);
    if (NAMES_ENDS.has(element.metaclass)) {
        refuseMissingEnds(element, ends);
    }
    if (form === 'thenPair' || form === 'pairThen') {
        return { head: [...pieces, ...(form === 'thenPair' ? ['then '] : []), ...joined(ends, BETWEEN[form])] };
    }
    const keyword = canonical.keyword(element);
    const declaration = canonical.declaration(element);
    const payload = payloadPieces(canonical, element);
    const head = [...pieces, keyword ?? '', ...declaration, ...payload];
    if (form === undefined || ends.length === 0) {
        return { head };
    }
    const related = form === 'nary' ? ['(', ...joined(ends, ', '), ')'] : joined(ends, BETWEEN[form] ?? ' to ');
    const isBare = recorded === undefined && declaration.every(piece => piece === ' all');
    return { head: [...head, isBare ? '' : verb(canonical, element, keyword, form), ' ', ...related] };
}

/** ` of` and the payload feature of a flow. */
function payloadPieces(canonical: CanonicalNotation, element: GraphElement): Pieces {
    const payload = element.element('payloadFeature');
    return payload === undefined ? [] : [' of ', ...parameterPieces(canonical, payload)];
}

/** A payload feature: only its type, or a declaration. */
export function parameterPieces(canonical: CanonicalNotation, parameter: GraphElement): Pieces {
    const isBare = ['declaredName', 'declaredShortName', 'subsets', 'redefines', 'references', 'value'].every(p => !parameter.has(p));
    const declaration = canonical.declaration(parameter);
    const [type, ...others] = targetsOf(parameter, 'type');
    if (!isBare || type === undefined || others.length > 0) {
        return unindented(declaration);
    }
    return [...canonical.reference(type), ...canonical.multiplicity(parameter)];
}

function unindented(pieces: Pieces): Pieces {
    const [first, ...rest] = pieces;
    return typeof first === 'string' ? [first.trimStart(), ...rest] : pieces;
}

/** `then x`, `if g then x`, `else x`. */
function thenHead(canonical: CanonicalNotation, element: GraphElement): Pieces {
    const [source, target] = element.elements('connectorEnd');
    const guard = element.get('sysx:guard');
    const multiplicity = source === undefined ? [] : canonical.bounds(source);
    const end = target === undefined ? [] : endPieces(canonical, target);
    if (element.is('sysx:isElse')) {
        return ['else ', ...end];
    }
    if (guard !== undefined) {
        return ['if ', ...expressionPieces(canonical, guard), ' then ', ...end];
    }
    return element.is('sysx:sourceMultiplicityBeforeThen')
        ? [...multiplicity, ' then ', ...end]
        : ['then ', ...multiplicity, ...(multiplicity.length > 0 ? [' '] : []), ...end];
}

/** Writes a transition. Its form depends on where the source is written (`sysx:transitionSyntax`). */
function transition(canonical: CanonicalNotation, element: GraphElement): Written {
    const { pieces } = canonical.front(element);
    const keyword = element.text('sysx:declaredKeyword') ?? 'transition';
    const source = element.get('source');
    if (!element.has('target')) {
        throw cannotConvert(`the transition ${element.id}`, 'it has no target');
    }
    const [, end] = element.element('succession')?.elements('connectorEnd') ?? [];
    const target = [...(end === undefined ? [] : endFront(canonical, end)), ...canonical.reference(element.get('target') ?? '')];
    const from = source === undefined ? [] : canonical.reference(source);
    const names = canonical.declaration(element);
    const [trigger, effect] = [element.element('triggerAction'), element.element('effectAction')];
    const guard = element.get('sysx:guard') ?? element.get('guardExpression');
    const accept = trigger === undefined ? [] : [' ', ...canonical.write(trigger).head];
    const condition = guard === undefined ? [] : [' if ', ...expressionPieces(canonical, guard)];
    const tail = (lines: Lines): Pieces => [
        ...(effect === undefined ? [] : [' do ', ...effectPieces(canonical, effect, lines)]),
        ...(syntax === 'to' ? [] : [' then ', ...target]),
        ...(lines.hasBlock(element) ? [' ', ...lines.block(element)] : [';'])
    ];
    const syntax = element.text('sysx:transitionSyntax') ?? (source === undefined ? 'none' : 'first');
    switch (keyword) {
        case 'else':
            return { head: [...pieces, 'else ', ...target] };
        case 'then':
            return { head: [...pieces, 'then ', ...from, ' ', ...target, ...condition] };
        case 'accept':
            return { head: [...pieces, ...unindented(accept), ...condition], tail };
        case 'if':
            return { head: [...pieces, ...unindented(condition)], tail };
        case 'first':
            return { head: [...pieces, 'first ', ...from, ...accept, ...condition], tail };
        case 'succession':
            return { head: [...pieces, 'succession', ...names, ' first ', ...from, ...accept, ...condition], tail };
        default:
    }
    if (syntax === 'to') {
        return { head: [...pieces, 'transition ', ...from, ' to ', ...target, ...accept, ...condition], tail };
    }
    const first = source === undefined || syntax === 'none' ? [] : syntax === 'source' ? [' ', ...from] : [' first ', ...from];
    return { head: [...pieces, 'transition', ...names, ...first, ...accept, ...condition], tail };
}

/** The effect of a transition, with its body in braces if it has one. */
function effectPieces(canonical: CanonicalNotation, effect: GraphElement, lines: Lines): Pieces {
    const { head } = canonical.write(effect);
    const isBare = head.every(p => typeof p === 'string' && p.trim() === '');
    const block = lines.hasBlock(effect) ? lines.block(effect) : [];
    return [...(isBare ? [] : head), ...(block.length === 0 ? [] : [isBare ? '' : ' ', ...block])];
}

export const CONNECTORS: Readonly<Record<string, Form>> = {
    ConnectionUsage: connector,
    InterfaceUsage: connector,
    AllocationUsage: connector,
    BindingConnectorAsUsage: connector,
    SuccessionAsUsage: connector,
    FlowUsage: connector,
    SuccessionFlowUsage: connector,
    Connector: connector,
    BindingConnector: connector,
    Succession: connector,
    Flow: connector,
    SuccessionFlow: connector,
    TransitionUsage: transition
};
