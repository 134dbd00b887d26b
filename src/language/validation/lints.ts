/**
 * Lints: warnings about legal models (contract: edits-and-diagnostics 2.6). They stay warnings in strict mode. Those of {@link optInLints}
 * are off unless the user enables them.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { deferredSignalsOf, isMarkedKeeper, keepersOf } from '../semantics/annotated-states.js';
import { scalarTypesOf } from '../semantics/expression-types.js';
import { directionOf } from '../semantics/features.js';
import type { Direction } from '../semantics/features.js';
import { CONJUGATE, directionWithin } from '../semantics/featuring.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolve, resolveEachSegment } from '../semantics/names.js';
import { sendParametersOf } from '../semantics/sends.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { conformsToLibrary, conformsTo, supertypesOf, typesOf } from '../semantics/specialization.js';
import { lastSegment, ownedMembersOf, segmentsOf, type NameNode } from '../semantics/structure.js';
import { scopeOf, type World } from '../semantics/world.js';
import { spanOf, visitAll } from '../syntax/index.js';
import { type Diagnostic, type Finding, listed } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import { nearestOf } from './suggestions.js';
import { portsAreConnected, signalsAreSent } from './interactions.js';
import { checksIn, reportedSpan, type Check, type CheckContext, type CheckTable } from './check.js';

// --- Signals ----------------------------------------------------------------------------------------------------------------

const sentSignals = new WeakMap<object, Map<string, AstNode>>();

/** Simple names of the signals that the `send` actions of a model send: names, constructed types and types of payloads. */
function sentSignalsOf(documents: readonly Document[]): Map<string, AstNode> {
    let sent = sentSignals.get(documents);
    if (sent === undefined) {
        const found = new Map<string, AstNode>();
        for (const { root } of documents) {
            visitAll(root, n => {
                const payload = n.$type === 'SendActionUsage' ? sendParametersOf(n).payload : undefined;
                if (payload !== undefined) {
                    addSent(payload, found);
                }
            });
        }
        sentSignals.set(documents, (sent = found));
    }
    return sent;
}

function addSent(payload: AstNode, found: Map<string, AstNode>): void {
    const named = payload.$type === 'FeatureReferenceExpression' ? resolve(payload) : undefined;
    for (const element of [named, ...scalarTypesOf(payload)]) {
        const name = element === undefined ? undefined : lookupNameOf(element);
        if (element !== undefined && name !== undefined) {
            found.set(name, element);
        }
    }
}

/** Whether a name is the event of a `when Ping` trigger or a deferred event of a state: it may be a signal without a declaration. */
export function isEventName(node: AstNode): boolean {
    const event = node.$container;
    const trigger = event?.$container;
    return (
        node.$type === 'FeatureTyping' &&
        (event?.kind === 'defer' || (trigger?.$type === 'AcceptActionUsage' && trigger.kind === 'when') || isSignalName(node))
    );
}

/** Whether a name is the signal of a transition's `accept Ping`. Without a declaration, the name itself identifies the signal. */
export function isSignalName(node: AstNode): boolean {
    const payload = node.$container;
    const trigger = payload?.$container;
    return (
        node.$type === 'FeatureTyping' &&
        payload?.$containerProperty === 'payload' &&
        payload.name === undefined &&
        trigger?.$type === 'AcceptActionUsage' &&
        trigger.$containerProperty === 'trigger' &&
        trigger.kind !== 'when'
    );
}

/** `undeclared-signal`: a `when <name>` whose name is neither visible nor sent by the model. */
const declaredSignal: Check<NameNode> = (name, context) => {
    if (!isEventName(name) || resolve(name) !== undefined) {
        return;
    }
    const sent = sentSignalsOf(context.allDocuments());
    const last = lastSegment(name.text);
    if (!sent.has(last)) {
        context.report('warning', 'undeclared-signal', `no signal '${last}' is declared or sent${nearestOf(last, sent)}`, spanOf(name));
    }
};

// --- Ports -------------------------------------------------------------------------------------------------------------------

/** The port at an end of a connector. */
interface PortEnd {
    /** the feature at the end, or for a flow the owner of the flowing feature */
    readonly port: AstNode;
    /** the feature of the port that flows */
    readonly flowing?: AstNode;
}

function portEndOf(end: ast.ConnectorEnd, isFlow: boolean): PortEnd | undefined {
    const reached = resolveEachSegment(end);
    const last = reached[reached.length - 1];
    if (last !== undefined && isMetaclass(last, 'PortUsage')) {
        return { port: last };
    }
    const before = isFlow && segmentsOf(end.text).at(-1)!.separator === '.' ? reached[reached.length - 2] : undefined;
    return before !== undefined && isMetaclass(before, 'PortUsage') ? { port: before, flowing: last } : undefined;
}

function portDefinitionsOf(port: AstNode): readonly AstNode[] {
    return typesOf(port).filter(t => isMetaclass(t, 'PortDefinition') && !scopeOf(t).isLibrary);
}

/** The directions of the own and inherited features of a port's definition by name; each conjugation of the port reverses them. */
function directionsAt(port: AstNode, definition: AstNode): ReadonlyMap<string, Direction> {
    const directions = new Map<string, Direction>();
    for (const type of supertypesOf(definition)) {
        for (const member of scopeOf(type).isLibrary ? [] : ownedMembersOf(type)) {
            const name = lookupNameOf(member);
            const direction = directionOf(member);
            if (direction !== undefined && name !== undefined && !directions.has(name)) {
                directions.set(name, directionWithin(port, member) ?? direction);
            }
        }
    }
    return directions;
}

/**
 * Whether two ports fit by these definitions: one specializes the other, with at least one of them declared in the model, or their directed
 * features fit.
 */
function fit(a: AstNode, b: AstNode, one: AstNode, other: AstNode): boolean {
    return (
        [...supertypesOf(one)].some(t => !scopeOf(t).isLibrary && conformsTo(other, t)) ||
        haveFittingFeatures(directionsAt(a, one), directionsAt(b, other))
    );
}

/**
 * Whether directed features fit: at least one name is shared, and all shared names have conjugate directions. Definitions without directed
 * features fit.
 */
function haveFittingFeatures(one: ReadonlyMap<string, Direction>, other: ReadonlyMap<string, Direction>): boolean {
    const shared = [...one].filter(([name]) => other.has(name));
    return (
        one.size + other.size === 0 || (shared.length > 0 && shared.every(([name, direction]) => other.get(name) === CONJUGATE[direction]))
    );
}

/** Whether a flow has an output of one port as source and an input of the other as target. The two features may have different names. */
function joinsOutputToInput(from: PortEnd, to: PortEnd): boolean {
    const [source, target] = [from, to].map(({ port, flowing }) => flowing && directionWithin(port, flowing));
    return source !== undefined && source !== 'in' && target !== undefined && target !== 'out';
}

/** `port-type-mismatch`: a connection or flow between ports with incompatible definitions; reported at the first end. */
const portTypesFit: Check<ast.ConnectorUsage | ast.FlowUsage> = (node, context) => {
    const { ends, kind } = node;
    const isFlow = node.$type === 'FlowUsage' && kind !== 'message';
    if (
        ends.length !== 2 ||
        !(isFlow || kind === 'connect' || kind === 'connection' || kind === 'interface') ||
        isTypedByTypedInterface(node)
    ) {
        return;
    }
    const [from, to] = ends.map(end => portEndOf(end, isFlow));
    if (from === undefined || to === undefined || (isFlow && joinsOutputToInput(from, to))) {
        return;
    }
    const [first, second] = [portDefinitionsOf(from.port), portDefinitionsOf(to.port)];
    if (first.length > 0 && second.length > 0 && !first.some(a => second.some(b => fit(from.port, to.port, a, b)))) {
        const simple = [first[0], second[0]].map(t => lookupNameOf(t) ?? '');
        const names = [first[0], second[0]].map((t, i) => `'${simple[0] === simple[1] ? (qualifiedNameOf(t) ?? simple[i]) : simple[i]}'`);
        context.report(
            'warning',
            'port-type-mismatch',
            `ports of types ${names[0]} and ${names[1]} are connected, which do not fit each other`,
            spanOf(ends[0])
        );
    }
};

/** Whether a connector is typed by an interface with two ends that are typed by ports: the interface then decides what fits. */
function isTypedByTypedInterface(node: AstNode): boolean {
    return typesOf(node).some(t => {
        const ends = ownedMembersOf(t).filter(m => m.isEnd);
        return isMetaclass(t, 'InterfaceDefinition') && ends.length === 2 && ends.every(e => portDefinitionsOf(e).length > 0);
    });
}

// --- Deferred signals ----------------------------------------------------------------------------------------------------------

/** `deferred-keeper-unmarked`: the do action of a state accepts a signal that the state defers, and no such accept is marked as keeper. */
const keeperIsMarked: Check = (node, context) => {
    for (const signals of deferredSignalsOf(node)) {
        const receiving = keepersOf(node, signals);
        if (receiving.length > 0 && !receiving.some(isMarkedKeeper)) {
            context.report(
                'warning',
                'deferred-keeper-unmarked',
                'this state defers the accepted signal: annotate the accept as the keeper',
                spanOf(receiving[0])
            );
        }
    }
};

// --- Rounded literals -------------------------------------------------------------------------------------------------------------

/** Whether a decimal literal is the exact value of some double. */
export function isExactDouble(literal: string): boolean {
    const value = Number(literal);
    if (!Number.isFinite(value)) {
        return false;
    }
    const [digits, scale] = decimalOf(literal);
    if (value === 0) {
        return digits === 0n; // only zero is exact here; a smaller number may have any exponent
    }
    // value = digits / 10^scale; a double is mantissa · 2^exponent: compare as fractions.
    let mantissa = value;
    let exponent = 0;
    while (!Number.isInteger(mantissa)) {
        mantissa *= 2;
        exponent++;
    }
    const left = digits * 2n ** BigInt(exponent) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
    return left === BigInt(mantissa) * (scale > 0 ? 10n ** BigInt(scale) : 1n);
}

function decimalOf(literal: string): [digits: bigint, scale: number] {
    const [, whole, fraction = '', power = '0'] = /^(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal)!;
    return [BigInt(whole + fraction), fraction.length - Number(power)];
}

/** `rounded-real-literal`: decimal literals for a Real feature that no double represents exactly. */
function reportRounded(expression: AstNode, context: CheckContext): void {
    if (expression.$type === 'LiteralReal') {
        const { value } = expression;
        if (!isExactDouble(value)) {
            context.report('warning', 'rounded-real-literal', `${value} is rounded: no double has this value`, spanOf(expression));
        }
    } else if (expression.$type === 'SequenceExpression') {
        expression.elements.forEach(e => reportRounded(e, context));
    }
}

function isReal(types: readonly AstNode[]): boolean {
    return types.some(t => conformsToLibrary(t, 'ScalarValues::Real') && !conformsToLibrary(t, 'ScalarValues::Rational'));
}

const boundLiterals: Check<ast.FeatureValue> = (node, context) => {
    if (node.$container !== undefined && isReal(typesOf(node.$container))) {
        reportRounded(node.expression, context);
    }
};
const assignedLiterals: Check<ast.AssignmentActionUsage> = (node, context) => {
    const { target, assigned } = node;
    if (isReal(scalarTypesOf(target))) {
        reportRounded(assigned, context);
    }
};

/** The lints that are on by default, in the type tier. */
export const lintChecks: CheckTable = {
    ConnectorUsage: [portTypesFit],
    FlowUsage: [portTypesFit],
    Definition: [keeperIsMarked],
    Usage: [keeperIsMarked],
    FeatureTyping: [declaredSignal]
};

/** The opt-in lints by code. */
export const optInLints: Readonly<Partial<Record<string, CheckTable>>> = {
    'rounded-real-literal': { FeatureValue: [boundLiterals], AssignmentActionUsage: [assignedLiterals] },
    'signal-never-sent': { AcceptActionUsage: [signalsAreSent] },
    'unconnected-port': { Definition: [portsAreConnected], Usage: [portsAreConnected] }
};

/** Codes of the lints that are on by default, whose checks are in {@link lintChecks}. */
const DEFAULT_LINTS = ['undeclared-signal', 'port-type-mismatch', 'deferred-keeper-unmarked'];

const switched = (codes: readonly string[], isOn: boolean): [string, boolean][] => codes.map(code => [code, isOn]);

/** Codes of all lints, with those that are on by default. */
export const LINTS: Readonly<Record<string, boolean>> = Object.fromEntries([
    ...switched(DEFAULT_LINTS, true),
    ...switched(Object.keys(optInLints), false)
]);

/** The lints that a report adds to the default ones, and those that it omits. A lint in both lists is off. */
export interface LintChoice {
    readonly disabledLints: ReadonlySet<string>;
    readonly enabledLints: ReadonlySet<string>;
}

/** The given codes that belong to no lint. */
export const unknownLints = (codes: readonly string[]): readonly string[] => codes.filter(code => !Object.hasOwn(LINTS, code));

/** The findings of a document with a choice of lints. The choice filters the report; the analysis is the same. */
export function findingsWith(
    document: Document,
    { disabledLints, enabledLints }: LintChoice,
    documents: readonly Document[]
): readonly Finding[] {
    const found = disabledLints.size === 0 ? document.findings : document.findings.filter(f => !disabledLints.has(f.code));
    const asked = [...enabledLints].filter(code => !disabledLints.has(code));
    return asked.length === 0 || found.some(f => f.severity === 'error') ? found : [...found, ...optInFindings(document, asked, documents)];
}

/** A model whose documents were analysed. */
interface AnalysedModel extends World {
    readonly documents: readonly Document[];
    readonly diagnostics: readonly Diagnostic[];
}

/** The diagnostics of a model with a choice of lints. */
export function diagnosticsWith(model: AnalysedModel, choice: LintChoice): readonly Diagnostic[] {
    return choice.disabledLints.size + choice.enabledLints.size === 0
        ? model.diagnostics
        : model.documents.flatMap(d => listed(findingsWith(d, choice, model.documents)).map(f => d.toDiagnostic(f, model)));
}

/** Findings of opt-in lints in a document that has no error. */
function optInFindings(document: Document, codes: readonly string[], documents: readonly Document[]): Finding[] {
    const findings: Finding[] = [];
    const context: CheckContext = {
        document,
        strict: false,
        allDocuments: () => documents,
        report(severity, code, message, at) {
            const { offset, end } = reportedSpan(at);
            findings.push({ severity, code, message, offset, end });
        }
    };
    for (const code of codes) {
        const table = optInLints[code];
        if (table !== undefined) {
            visitAll(document.root, node => checksIn(table, node.$type).forEach(check => check(node, context)));
        }
    }
    return findings;
}
