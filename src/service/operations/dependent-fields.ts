// Fields that have an effect only together with a value of another field. A request that sets one without that value is refused, because
// the answer would ignore what the client set. Bounds of an engine that does not run, and seeds without random draws, are not listed:
// clients send all of them, and no answer depends on them.

import type { Message } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import type { Method, MethodName, RequestOf } from '../../wire/methods.js';
import { invalidArgument } from '../../wire/status.js';

interface Dependence<Field extends string> {
    readonly fields: readonly Field[];
    /** the value on which the fields depend */
    readonly of: string;
    /** the field that decides */
    readonly beside: Field;
    /** @param value of that field, as text */
    readonly isMet: (value: string) => boolean;
}

const ofEvaluation: readonly Dependence<'arguments' | 'namedArguments' | 'question'>[] = [
    {
        fields: ['arguments', 'namedArguments'],
        of: 'the question evaluate; the others leave open what arguments fix',
        beside: 'question',
        isMet: question => question !== 'holds' && question !== 'satisfiable'
    }
];

const isEmpty = (value: string): boolean => value === '';

const DEPENDENCES: { readonly [M in MethodName]?: readonly Dependence<keyof RequestOf<M> & string>[] } = {
    RunRuns: [
        {
            fields: ['subjectSymbolId', 'arguments', 'namedArguments'],
            of: 'a case (analysis_symbol_id)',
            beside: 'actionSymbolId',
            isMet: isEmpty
        },
        { fields: ['inputs', 'performerSymbolId'], of: 'an action (action_symbol_id)', beside: 'analysisSymbolId', isMet: isEmpty }
    ],
    VerifyConstraint: ofEvaluation,
    VerifyRequirement: ofEvaluation
};

/** @throws Refusal invalid_argument for a field without effect, by its name in the protocol */
export function checkDependentFields({ name, input }: Method, request: Message): void {
    const dependences: readonly Dependence<string>[] = DEPENDENCES[name] ?? [];
    if (dependences.length === 0) {
        return;
    }
    const given = reflect(input, request);
    for (const dependence of dependences) {
        const { fields, of, beside } = dependence;
        const field = fields.map(f => input.field[f]).find(f => given.isSet(f));
        const decisive: unknown = given.get(input.field[beside]);
        if (field !== undefined && !dependence.isMet(String(decisive))) {
            throw invalidArgument(`invalid request: ${field.name} is of ${of}`);
        }
    }
}
