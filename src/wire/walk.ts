// Visits every message of given types inside a message, by descriptor, for rules that hold wherever such a message occurs. The paths to
// these types are computed once per message type; other fields are not visited.

import type { DescMessage, Message } from '@bufbuild/protobuf';
import { type Fields, listIn, mapIn, oneofIn } from './fields.js';

type Visit<M> = (message: M) => void;
type Step<M> = (message: Message, visit: Visit<M>) => void;
const fieldsOf = (message: Message): Fields => message;

/**
 * Visits the messages of the given types, outer messages before inner ones.
 * @typeParam M union of the visited message types, distinguished by `$typeName`
 */
export class Walker<M extends Message = Message> {
    private readonly plans = new Map<string, { steps: Step<M>[]; wanted: boolean }>();

    private readonly wanted: ReadonlySet<string>;

    constructor(...wanted: readonly M['$typeName'][]) {
        this.wanted = new Set(wanted);
    }

    /** Whether a message of this type is, or can contain, a visited one. */
    reaches(schema: DescMessage): boolean {
        return this.wanted.has(schema.typeName) || reachable(schema).some(type => this.wanted.has(type.typeName));
    }

    visit(schema: DescMessage, message: Message, visit: Visit<M>): void {
        const plan = this.plan(schema);
        if (plan.wanted) {
            visit(message as M);
        }
        for (const step of plan.steps) {
            step(message, visit);
        }
    }

    private plan(schema: DescMessage): { steps: Step<M>[]; wanted: boolean } {
        let plan = this.plans.get(schema.typeName);
        if (!plan) {
            const steps: Step<M>[] = [];
            plan = { steps, wanted: this.wanted.has(schema.typeName) };
            this.plans.set(schema.typeName, plan);
            for (const field of schema.fields) {
                if (field.message && this.reaches(field.message)) {
                    steps.push(this.step(field, field.message));
                }
            }
        }
        return plan;
    }

    private step(field: DescMessage['fields'][number], type: DescMessage): Step<M> {
        const name = field.localName;
        const inside = (value: unknown, visit: Visit<M>): void => {
            if (value !== undefined) {
                this.visit(type, value as Message, visit);
            }
        };
        if (field.oneof) {
            const oneof = field.oneof.localName;
            return (message, visit) => {
                const chosen = oneofIn(fieldsOf(message), oneof);
                if (chosen.case === name) {
                    inside(chosen.value, visit);
                }
            };
        }
        if (field.fieldKind === 'list') {
            return (message, visit) => listIn(fieldsOf(message), name).forEach(value => inside(value, visit));
        }
        if (field.fieldKind === 'map') {
            return (message, visit) => Object.values(mapIn(fieldsOf(message), name)).forEach(value => inside(value, visit));
        }
        return (message, visit) => inside(fieldsOf(message)[name], visit);
    }
}

const reachableTypes = new Map<string, DescMessage[]>();

function reachable(schema: DescMessage): DescMessage[] {
    const known = reachableTypes.get(schema.typeName);
    if (known) {
        return known;
    }
    const found = new Map<string, DescMessage>();
    const queue = [schema];
    for (let type = queue.pop(); type; type = queue.pop()) {
        for (const { message } of type.fields) {
            if (message && !found.has(message.typeName)) {
                found.set(message.typeName, message);
                queue.push(message);
            }
        }
    }
    const types = [...found.values()];
    reachableTypes.set(schema.typeName, types);
    return types;
}
