/**
 * Makes the statements of connectors and their ends (contract: conversion 8.3): a node for each end, the reference of the end, the related
 * features, and the form of the notation. Depends on syntax trees.
 *
 * Where the contract leaves the form open:
 * - `then` before a declaration is a succession that the owner of the declaration owns, a node (`_pthen`) without a position.
 * - `then a b;` has the end form `thenPair`, `a then b;` the form `pairThen`.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { metaclassOf } from '../../language/semantics/metaclass.js';
import { isUsage } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { nameSpanOf, spanOf } from '../../language/syntax/index.js';
import type { GraphElement, Value } from '../graph.js';
import type { Builder, Later } from './builder.js';
import { codeOf } from './code-text.js';
import { ownBounds } from './bounds.js';
import { linksOf, ownEndReference, ownRedefinition } from './heads.js';
import { declaredNameOf } from './members.js';
import type { ParticularsByType } from './particulars.js';

/** The statements of connectors by node type. */
export const CONNECTORS: ParticularsByType = {
    ConnectorUsage: {
        keyword: (node: ast.ConnectorUsage) => (node.kind === undefined ? 'then' : undefined),
        body: (builder, element, node: ast.ConnectorUsage, below) => {
            if (node.ends.length > 0) {
                emitForm(element, node);
                emitEnds(builder, element, node.ends, below);
            }
        }
    },
    FlowUsage: {
        body: (builder, element, node: ast.FlowUsage, below) => {
            element.add('payloadFeature', builder.partOf(node.payload));
            if (node.ends.length > 0) {
                emitForm(element, node);
                emitEnds(builder, element, node.ends, below);
            }
        }
    },
    InitialNode: {
        keyword: () => 'first',
        body: (builder, element, node: ast.InitialNode) => {
            const start = builder.refer(node);
            element.add('memberElement', start).add('sourceFeature', start).add('visibility', node.visibility);
        }
    },
    TargetSuccession: {
        body: (builder, element, node: ast.TargetSuccession, below) => {
            if (node.thenMultiplicity !== undefined) {
                const then = codeBefore(node, spanOf(node.target).offset);
                element.flag('sysx:sourceMultiplicityBeforeThen', /\]\s*then\s*$/.test(then));
            }
            emitThen(builder, element, node, { end: node.target, multiplicity: node.thenMultiplicity }, below);
        }
    }
};

/** The text of a node before an offset, with blanks instead of notes, comments, strings and quoted names. */
export function codeBefore(node: AstNode, offset: number): string {
    return codeOf(documentOf(node).text.slice(spanOf(node).offset, offset));
}

const BINARY_FORMS: Readonly<Record<string, string>> = {
    bind: 'equals',
    binding: 'equals',
    succession: 'firstThen',
    first: 'firstThen',
    then: 'pairThen'
};

/**
 * KerML's connectors whose ends may directly follow the keyword. The contract has no `sysx:endForm` for this notation, so none is stated.
 */
const BARE = new Set(['connector', 'binding', 'succession']);

/** States the form of the ends, and the keyword between a connector's declaration and its ends. */
function emitForm(element: GraphElement, node: ast.ConnectorUsage | ast.FlowUsage): void {
    const before = codeBefore(node, spanOf(node.ends[0]).offset).trimEnd();
    const isNary = before.endsWith('(');
    const [word = ''] = /[a-z]+$/.exec(isNary ? before.slice(0, -1).trimEnd() : before) ?? [];
    if (node.$type === 'FlowUsage') {
        element.add('sysx:endForm', word === 'from' ? 'fromTo' : 'flowTo');
        return;
    }
    if (!isNary && BARE.has(node.kind ?? '') && (word === node.kind || word === 'all')) {
        return;
    }
    const form = node.kind === undefined ? 'thenPair' : isNary ? 'nary' : (BINARY_FORMS[node.kind] ?? 'to');
    element.add('sysx:endForm', form);
    if ((word === 'connect' || word === 'allocate' || word === 'bind') && word !== node.kind) {
        element.add('sysx:endVerb', word);
    }
}

/** States the ends of a connector and their related features. */
export function emitEnds(builder: Builder, element: GraphElement, ends: readonly ast.ConnectorEnd[], below: Later): void {
    emitRelated(
        element,
        ends.map((end, i) => ownEnd(builder, element, end, i, below))
    );
}

interface End {
    readonly element: GraphElement;
    /** the related feature; undefined for an empty end without a preceding step */
    readonly related: Value | undefined;
}

function emitRelated(element: GraphElement, ends: readonly End[]): void {
    ends.forEach(end => element.add('connectorEnd', end.element));
    ends.forEach(end => element.addOnce('relatedFeature', end.related));
    if (ends.length === 2) {
        element.add('sourceFeature', ends[0].related).add('targetFeature', ends[1].related);
    }
}

function ownEnd(builder: Builder, connector: GraphElement, end: ast.ConnectorEnd, i: number, below: Later): End {
    const metaclass = metaclassOf(end);
    const isMessage = metaclass === 'EventOccurrenceUsage';
    const element = builder.endOf(connector, end, i);
    const membership = builder.own(connector, element, isMessage ? 'ParameterMembership' : 'EndFeatureMembership');
    builder.origins?.set(element, end);
    const nested: Later = [];
    const related =
        metaclass === 'FlowEnd' ? ownFlow(builder, element, end, nested) : ownEndReference(builder, element, linksOf(end), nested);
    below.push(() => {
        builder.begin(element, connector, membership);
        element.add('declaredName', end.name).add('name', end.name).flag('isEnd', !isMessage);
        const name = nameSpanOf(end);
        if (
            end.name !== undefined &&
            name !== undefined &&
            /^\s*references\b/.test(codeOf(documentOf(end).text.slice(name.end, spanOf(end).end)))
        ) {
            element.add('sysx:endReferencesKeyword', 'references');
        }
        const bounds: Later = [];
        if (end.multiplicity !== undefined) {
            ownBounds(builder, element, end.multiplicity, bounds);
        }
        builder.writeMembership(membership, connector, element);
        [...bounds, ...nested].forEach(write => write());
    });
    return { element, related };
}

/**
 * Makes a flow's end own its parts: a reference subsetting of the path without its last step, and a feature that redefines the last step.
 * @returns the related feature of the end
 */
function ownFlow(builder: Builder, end: GraphElement, name: ast.ConnectorEnd, nested: Later): Value {
    const links = linksOf(name);
    const last = links[links.length - 1];
    const target = builder.referTo(last.target, last.text);
    const related = links.length > 1 ? ownEndReference(builder, end, links.slice(0, -1), nested) : target;
    nested.push(() => {
        const feature = builder.nodeOf(end, 'feature', 'ReferenceUsage');
        const membership = builder.own(end, feature, 'FeatureMembership');
        builder.begin(feature, end, membership);
        ownRedefinition(builder, feature, target);
        builder.writeMembership(membership, end, feature);
    });
    return related;
}

// --- `then` -------------------------------------------------------------------------------------------------------------

/** The target of a `then`, which is a named end or the following declaration, and the multiplicity of the source end. */
export type ThenTarget = ({ readonly end: ast.ConnectorEnd } | { readonly declaration: AstNode }) & {
    readonly multiplicity?: ast.MultiplicityRange;
};

/** States the two ends of a `then`: an end without a reference for the preceding step, and the end for the target. */
export function emitThen(builder: Builder, element: GraphElement, node: AstNode, target: ThenTarget, below: Later): void {
    const previous = previousStep(node);
    const source = previous && (previous.$type === 'InitialNode' ? builder.refer(previous) : builder.namedBy(previous));
    element.add('sysx:endForm', 'then');
    if (previous !== undefined && previous.$type !== 'InitialNode' && declaredNameOf(previous) === undefined) {
        element.add('sysx:sourceMember', source);
    }
    const empty = ownEmptyEnd(builder, element, below, target.multiplicity);
    if ('end' in target) {
        emitRelated(element, [{ element: empty, related: source }, ownEnd(builder, element, target.end, 1, below)]);
        return;
    }
    const declared = builder.elementOf(target.declaration)!;
    element.add('sysx:targetMember', declared);
    emitRelated(element, [
        { element: empty, related: source },
        { element: ownDeclaredEnd(builder, element, target.declaration, below), related: declared }
    ]);
}

/** The end without a reference, whose related feature is the preceding step. */
function ownEmptyEnd(builder: Builder, element: GraphElement, below: Later, multiplicity?: ast.MultiplicityRange): GraphElement {
    const end = builder.nodeOf(element, 'end0', 'ReferenceUsage');
    const membership = builder.own(element, end, 'EndFeatureMembership');
    below.push(() => {
        builder.begin(end, element, membership).add('isEnd', true);
        const bounds: Later = [];
        if (multiplicity !== undefined) {
            ownBounds(builder, end, multiplicity, bounds);
        }
        builder.writeMembership(membership, element, end);
        bounds.forEach(write => write());
    });
    return end;
}

/** The end whose related feature is the following declaration. */
function ownDeclaredEnd(builder: Builder, element: GraphElement, target: AstNode, below: Later): GraphElement {
    const end = builder.nodeOf(element, 'end1', 'ReferenceUsage');
    const membership = builder.own(element, end, 'EndFeatureMembership');
    below.push(() => {
        builder.begin(end, element, membership).add('isEnd', true);
        const nested: Later = [];
        ownEndReference(builder, end, [{ target, text: '' }], nested);
        builder.writeMembership(membership, element, end);
        nested.forEach(write => write());
    });
    return end;
}

const NO_STEPS = new Set(['ConnectorUsage', 'FlowUsage', 'TargetSuccession', 'TransitionUsage']);

/** The step before a `then`: the nearest earlier member that is a feature but no connector or transition, or the target of `first`. */
export function previousStep(node: AstNode): AstNode | undefined {
    const members: readonly AstNode[] = node.$container?.members ?? [];
    for (let i = members.indexOf(node) - 1; i >= 0; i--) {
        const member = members[i];
        if (member.$type === 'InitialNode' || (isUsage(member) && !NO_STEPS.has(member.$type))) {
            return member;
        }
    }
    return undefined;
}

/** The succession for a `then` before a declaration; undefined without `then`. */
export function thenOf(builder: Builder, node: AstNode): GraphElement | undefined {
    return isBehindThen(node)
        ? builder.memoized(node, () => builder.nodeOf(builder.elementOf(node)!, 'then', 'SuccessionAsUsage'))
        : undefined;
}

/** Whether a `then` before a declaration makes a separate succession. */
export function isBehindThen(node: AstNode): boolean {
    const { isThen, kind } = node;
    const isSuccession =
        node.$type === 'TargetSuccession' || (node.$type === 'ConnectorUsage' && kind === undefined) || isThenTransition(node);
    return isThen === true && !isSuccession;
}

/** Whether a transition has the form `then a b if g;`. */
export function isThenTransition(node: AstNode): boolean {
    const { isThen, source, target, guard } = node;
    return (
        node.$type === 'TransitionUsage' &&
        isThen === true &&
        source !== undefined &&
        guard !== undefined &&
        spanOf(guard).offset > spanOf(target).offset
    );
}

/** Writes the succession for a `then` before a declaration. */
export function writeThen(builder: Builder, element: GraphElement, owner: GraphElement, membership: GraphElement, node: AstNode): void {
    const below: Later = [];
    builder.begin(element, owner, membership);
    emitThen(builder, element, node, { declaration: node, multiplicity: node.thenMultiplicity }, below);
    builder.writeMembership(membership, owner, element);
    below.forEach(write => write());
}
