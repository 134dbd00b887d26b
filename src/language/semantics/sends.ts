/** The payload, sender and receiver of a send action (SysML 7.17.7): after its keywords, or as values of parameters in its body. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { Fact, type Feature, isUsage } from './structure.js';
import { redefinedFeaturesOf } from './specialization.js';
import { libraryElement } from './world.js';

export interface SendParameters {
    readonly payload?: ast.Expression;
    readonly sender?: ast.Expression;
    readonly receiver?: ast.Expression;
}

const ROLES = ['payload', 'sender', 'receiver'] as const;
const PARAMETERS = new Fact<SendParameters>('send parameters');

/** The arguments of a send. A parameter of the body is identified by its name, else by the library parameter that it redefines. */
export function sendParametersOf(send: ast.SendActionUsage): SendParameters {
    if (send.members.length === 0) {
        return send;
    }
    let parameters = PARAMETERS.of(send);
    if (parameters === undefined) {
        const found: { -readonly [K in keyof SendParameters]: SendParameters[K] } = {
            payload: send.payload,
            sender: send.sender,
            receiver: send.receiver
        };
        for (const member of send.members) {
            const value = isUsage(member) ? member.value?.expression : undefined;
            const role = isUsage(member) && value !== undefined ? sendRoleOf(member) : undefined;
            if (role !== undefined) {
                found[role] ??= value;
            }
        }
        PARAMETERS.set(send, (parameters = found));
    }
    return parameters;
}

/** The argument of the send that a parameter represents. */
export function sendRoleOf(parameter: Feature): keyof SendParameters | undefined {
    const named = ROLES.find(role => role === parameter.name);
    if (named !== undefined) {
        return named;
    }
    const seen = new Set<AstNode>([parameter]);
    for (const feature of seen) {
        redefinedFeaturesOf(feature).forEach(f => seen.add(f));
    }
    return ROLES.find(role => {
        const base = libraryElement(parameter, `Transfers::SendPerformance::${role}`);
        return base !== undefined && seen.has(base);
    });
}
