/**
 * Accepts and sends through a port (SysML 7.17.6, 7.17.7): `via` must name a port (`via-not-port`) that declares the payload
 * (`via-undeclared`). Warnings, only where the types are known.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resultTypesOf } from '../semantics/expression-types.js';
import { directionOf } from '../semantics/features.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { notationNameOf } from '../semantics/naming.js';
import { sendParametersOf } from '../semantics/sends.js';
import { conformsTo, redefinedFeaturesOf, supertypesOf } from '../semantics/specialization.js';
import { isFeature, isType, ownedFeaturesOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { NO_PORTS } from './connectors.js';
import { knownFeatureTypes, knownTypesOf } from './expression-facts.js';
import { areSeparate } from './separation.js';
import { described } from './wording.js';
import type { Check, CheckContext, CheckTable } from './check.js';

/** Whether a feature, or its type, contains a node: `via` may name the part whose own action accepts. */
function contains(feature: AstNode, node: AstNode): boolean {
    for (let owner = node.$container; owner !== undefined; owner = owner.$container) {
        if (owner === feature || (isType(owner) && conformsTo(feature, owner))) {
            return true;
        }
    }
    return false;
}

/** The own and inherited features of a port, without redefined ones. */
function featuresOfPort(port: AstNode): readonly ast.Usage[] {
    const found = [...supertypesOf(port)].filter(t => !scopeOf(t).isLibrary).flatMap(t => ownedFeaturesOf(t));
    const redefined = new Set(found.flatMap(f => redefinedFeaturesOf(f)));
    return found.filter(f => !redefined.has(f));
}

/** Checks a payload at a port, but not its direction, which the two sides decide. */
function checkPassage(via: AstNode, passing: readonly AstNode[], at: AstNode, context: CheckContext): void {
    const [port, ...more] = resultTypesOf(via);
    if (port === undefined || more.length > 0 || !isFeature(port) || scopeOf(port).isLibrary) {
        return;
    }
    if (!isMetaclass(port, 'PortUsage')) {
        if (NO_PORTS.some(m => isMetaclass(port, m)) && !contains(port, via)) {
            context.report('warning', 'via-not-port', `'via' names a port, and this is ${described(port)}`, via);
        }
        return;
    }
    const features = featuresOfPort(port);
    const directed = features.filter(f => directionOf(f) !== undefined);
    if (passing.length === 0 || directed.length === 0 || features.some(f => isMetaclass(f, 'PortUsage'))) {
        return;
    }
    const declared = directed.map(knownFeatureTypes);
    if (declared.every(types => types.length > 0 && areSeparate(passing, types, context))) {
        const namesOf = (types: readonly AstNode[]): string => types.map(t => lookupNameOf(t) ?? '').join(', ');
        const has = directed.map((f, i) => `'${lookupNameOf(f) ?? ''}' of ${namesOf(declared[i])}`).join(', ');
        context.report(
            'warning',
            'via-undeclared',
            `nothing of type ${namesOf(passing)} goes through the port ${notationNameOf(port) ?? ''}: it has ${has}`,
            at
        );
    }
}

const acceptsViaPort: Check<ast.AcceptActionUsage> = ({ receiver, payload }, context) => {
    if (receiver !== undefined) {
        checkPassage(receiver, payload === undefined ? [] : knownFeatureTypes(payload), payload ?? receiver, context);
    }
};

const sendsViaPort: Check<ast.SendActionUsage> = (node, context) => {
    const { sender, payload } = sendParametersOf(node);
    if (sender !== undefined) {
        checkPassage(sender, payload === undefined ? [] : knownTypesOf(payload), payload ?? sender, context);
    }
};

export const portUseChecks: CheckTable = { AcceptActionUsage: [acceptsViaPort], SendActionUsage: [sendsViaPort] };
