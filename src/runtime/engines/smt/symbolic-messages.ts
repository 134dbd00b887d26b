/**
 * Messages whose payloads depend on free or changing features. In every run, one object with changing features represents all payloads of a
 * type. Two such payloads could not be distinguished, so a second one on the same way is refused.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { resolve } from '../../../language/semantics/names.js';
import { argumentsOf } from '../../evaluation/expressions/calls.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isAttribute } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effect, Effects } from './effects.js';
import { recordOf, type Values } from './values.js';

/** The object that represents the payloads of a type, and whether one was sent. */
interface Representative {
    readonly object: Instance;
    readonly wasSent: Term;
}

/** A payload that is an object whose features depend on free or changing features. */
interface SymbolicPayload {
    readonly object: Instance;
    /** assigns the values of its features. @throws Untranslatable for a second payload on the same way */
    readonly effect: (values: Values) => Effect;
}

export class SymbolicMessages {
    private readonly representatives = new Map<AstNode, Representative>();

    constructor(private readonly effects: Effects) {}

    /**
     * The payload of a send; undefined if it is a value.
     * @param scope of the send
     * @throws Untranslatable for a payload that is neither a value nor an object with single-valued attributes
     */
    payloadOf(payload: ast.Expression, scope: Frame, send: AstNode): SymbolicPayload | undefined {
        const { variants } = this.effects;
        if (payload.$type !== 'ConstructorExpression') {
            if (variants.translated(payload, scope).value.kind !== 'value') {
                throw refusal(send);
            }
            return undefined;
        }
        const type = resolve(payload.type);
        const { positional, named } = type === undefined ? { positional: [], named: [] } : argumentsOf(payload.arguments, type);
        const all = [...positional, ...named.map(([, value]) => value)];
        if (type === undefined || all.every(e => variants.translated(e, scope).value.kind === 'value')) {
            return undefined;
        }
        const { layout } = this.representativeOf(type, scope).object;
        const settable = layout.slots.filter(s => s.isModelled);
        const given = new Map<number | undefined, AstNode>(positional.map((e, i) => [settable[i]?.index, e] as const));
        named.forEach(([name, e]) => given.set(layout.byName.get(name), e));
        return this.constructed(type, given, scope, send);
    }

    private constructed(type: AstNode, given: ReadonlyMap<number | undefined, AstNode>, scope: Frame, send: AstNode): SymbolicPayload {
        const { object, wasSent } = this.representativeOf(type, scope);
        const { variants } = this.effects;
        const places = new Map<number, AstNode>();
        for (const [index, expression] of given) {
            const slot = index === undefined ? undefined : object.layout.slots[index];
            if (slot === undefined || !isAttribute(slot.feature) || boundsOf(slot).upper !== 1) {
                throw refusal(send);
            }
            places.set(slot.index, expression);
            if (variants.at(object, slot.index) === undefined) {
                variants.add(`${nameOf(type) ?? 'a message'}.${slot.names[0]}`, object, slot.index);
            }
        }
        const effect = (values: Values): Effect => {
            if (values.has(wasSent)) {
                throw new Untranslatable(`a second ${nameOf(type) ?? 'message'} whose payload ${FOLLOWS} is not encoded`, send);
            }
            return this.effects.ofConstruction(object, places, scope, send, new Map([...values, [wasSent, terms.TRUE]]));
        };
        return { object, effect };
    }

    private representativeOf(type: AstNode, { run }: Frame): Representative {
        let found = this.representatives.get(type);
        if (found === undefined) {
            const wasSent = recordOf(`sent ${this.representatives.size}`);
            found = { object: new Instance(run, layoutOf(type), type, undefined), wasSent };
            this.representatives.set(type, found);
        }
        return found;
    }
}

const FOLLOWS = 'depends on free or changing features';

const refusal = (send: AstNode): Untranslatable => new Untranslatable(`a message whose payload ${FOLLOWS} is not encoded`, send);
