/**
 * Lints of model elements without any interaction: unconnected ports (`unconnected-port`) and accepted signals that nothing sends
 * (`signal-never-sent`). Both may be intended, so they are off by default.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { directionOf, isComposite } from '../semantics/features.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolveEachSegment } from '../semantics/names.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { sendParametersOf } from '../semantics/sends.js';
import { conformsTo, redefinedFeaturesOf, supertypesOf } from '../semantics/specialization.js';
import { isFeature, isType, ownedFeaturesOf, ownedMembersOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { nameSpanOf, spanOf, visitAll } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import type { Check } from './check.js';
import { knownFeatureTypes } from './expression-facts.js';
import { scalarTypesOf } from '../semantics/expression-types.js';

/** The connections and sent types of a model's documents. */
interface Interactions {
    /** the features in the chains of connector ends, each with the names of the features reached in it */
    readonly connected: ReadonlyMap<AstNode, ReadonlySet<string>>;
    /** the first features of connector ends: a port among them is connected from inside its owner */
    readonly inside: ReadonlySet<AstNode>;
    /** the types of the payloads of sends and messages */
    readonly sent: ReadonlySet<AstNode>;
}

const known = new WeakMap<readonly Document[], Interactions>();

function interactionsOf(documents: readonly Document[]): Interactions {
    let found = known.get(documents);
    if (found === undefined) {
        known.set(documents, (found = interactionsIn(documents)));
    }
    return found;
}

function interactionsIn(documents: readonly Document[]): Interactions {
    const connected = new Map<AstNode, Set<string>>();
    const inside = new Set<AstNode>();
    const sent = new Set<AstNode>();
    for (const { root } of documents) {
        visitAll(root, node => {
            if (node.$type === 'ConnectorEnd') {
                connect(node, connected, inside);
            } else if (node.$type === 'SendActionUsage') {
                const { payload } = sendParametersOf(node);
                scalarTypesOf(payload!).forEach(type => sent.add(type));
            } else if (node.$type === 'FlowUsage' && node.payload !== undefined) {
                knownFeatureTypes(node.payload).forEach(type => sent.add(type));
            }
        });
    }
    return { connected, inside, sent };
}

/** Records each step of an end's chain, for the feature before it and for the features that this one redefines. */
function connect(end: ast.ConnectorEnd, connected: Map<AstNode, Set<string>>, inside: Set<AstNode>): void {
    const steps = resolveEachSegment(end);
    withRedefined(steps[0]).forEach(feature => inside.add(feature));
    steps.forEach((step, index) => {
        const name = step === undefined ? undefined : lookupNameOf(step);
        const within = steps[index - 1];
        if (name !== undefined && within !== undefined) {
            for (const feature of withRedefined(within)) {
                connected.set(feature, (connected.get(feature) ?? new Set()).add(name));
            }
        }
    });
}

function withRedefined(feature: AstNode | undefined): ReadonlySet<AstNode> {
    const found = new Set(feature === undefined ? [] : [feature]);
    for (const each of found) {
        redefinedFeaturesOf(each).forEach(redefined => found.add(redefined));
    }
    return found;
}

/** The names of the own and inherited ports of a part that are not connected from inside it. */
function outerPortsOf(part: AstNode, inside: ReadonlySet<AstNode>): ReadonlySet<string> {
    const types = [...supertypesOf(part)].filter(type => !scopeOf(type).isLibrary);
    const ports = types.flatMap(type => ownedFeaturesOf(type)).filter(feature => isMetaclass(feature, 'PortUsage'));
    const inner = new Set(ports.filter(port => inside.has(port)).map(lookupNameOf));
    return new Set(ports.flatMap(port => lookupNameOf(port) ?? []).filter(name => !inner.has(name)));
}

/** `unconnected-port`: a port of a part without any connector, from outside or inside, in a body that connects parts. */
export const portsAreConnected: Check = (owner, context) => {
    if (!isType(owner)) {
        return;
    }
    const members = ownedMembersOf(owner);
    if (!members.some(member => isMetaclass(member, 'ConnectorAsUsage') && !isMetaclass(member, 'SuccessionAsUsage'))) {
        return;
    }
    const { connected, inside } = interactionsOf(context.allDocuments());
    for (const part of members) {
        const isPart = isMetaclass(part, 'PartUsage') && !isMetaclass(part, 'ConnectorAsUsage');
        if (isPart && isFeature(part) && isComposite(part) && directionOf(part) === undefined) {
            const reached = [...withRedefined(part)].map(feature => connected.get(feature));
            const open = [...outerPortsOf(part, inside)].filter(port => !reached.some(names => names?.has(port)));
            const name = lookupNameOf(part) ?? '';
            open.forEach(port =>
                context.report(
                    'warning',
                    'unconnected-port',
                    `no connector ends at the port '${port}' of '${name}'`,
                    nameSpanOf(part) ?? spanOf(part)
                )
            );
        }
    }
};

/** `signal-never-sent`: an accept of a type that nothing in the model sends, so that only a stimulus can provide it. */
export const signalsAreSent: Check<ast.AcceptActionUsage> = ({ payload }, context) => {
    const accepted = payload === undefined ? [] : knownFeatureTypes(payload);
    const { sent } = interactionsOf(context.allDocuments());
    const isSent = [...sent].some(type => accepted.some(each => conformsTo(type, each)));
    if (payload !== undefined && accepted.length > 0 && !isSent) {
        const names = accepted.map(type => lookupNameOf(type) ?? '').join(', ');
        context.report(
            'warning',
            'signal-never-sent',
            `nothing in the model sends ${names}: it comes from outside, or not at all`,
            payload
        );
    }
};
