// Fields that have an effect only beside a value of another field. A request that sets one without it is refused, since the answer would
// not be about what the client set. Faults that the contract answers in the response (a seed of a sweep without samples) are not here.

import type { DescField, Message } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import type { Method, MethodName, RequestOf } from '../../wire/methods.js';
import { invalidArgument } from '../../wire/status.js';

interface Dependence<Field extends string> {
    readonly fields: readonly Field[];
    /** what the fields belong to */
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
    CheckBehavior: [
        { fields: ['checkUnroll'], of: 'engine smt', beside: 'engine', isMet: engine => engine === 'smt' },
        { fields: ['checkStates'], of: 'engine check', beside: 'engine', isMet: engine => ['', 'auto', 'all', 'check'].includes(engine) }
    ],
    RunRuns: [
        {
            fields: ['subjectSymbolId', 'arguments', 'namedArguments'],
            of: 'a case (analysis_symbol_id)',
            beside: 'actionSymbolId',
            isMet: isEmpty
        },
        { fields: ['inputs', 'performerSymbolId'], of: 'an action (action_symbol_id)', beside: 'analysisSymbolId', isMet: isEmpty }
    ],
    RecordRun: [{ fields: ['seed'], of: 'a sample (runs)', beside: 'runs', isMet: runs => runs !== '0' }],
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
        const field = fields.map(f => input.field[f]).find(f => hasValue(given, f));
        const decisive: unknown = given.get(input.field[beside]);
        if (field !== undefined && !dependence.isMet(String(decisive))) {
            throw invalidArgument(`invalid request: ${field.name} is of ${of}`);
        }
    }
}

/** Whether a request sets a field. A number below 0 does not count: the operation refuses it for what it is. */
function hasValue(request: ReflectMessage, field: DescField): boolean {
    const value: unknown = request.get(field);
    return request.isSet(field) && !(typeof value === 'number' && value < 0);
}
