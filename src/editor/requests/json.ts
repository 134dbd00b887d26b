/**
 * Values, objects and verdicts in the JSON of the editor protocol: texts for people, numbers with units for plots, the
 * contract's value for programs.
 */
import { toJson, type JsonValue } from '@bufbuild/protobuf';
import { displayed, Instance, typeSymbolIdOf, type InstanceAnswer } from '../../runtime/evaluation/index.js';
import { elementsOf, isRealNumber, Quantity, toDouble, type Value } from '../../runtime/values/index.js';
import { type Verdict, type VerificationVerdict, verdictText, verificationText } from '../../runtime/verification/index.js';
import { ValueSchema } from '../../wire/generated/sysml_pb.js';
import { encodeValue } from '../../wire/value.js';

export interface ValueJson {
    readonly text: string;
    /** for a single number, or for a quantity whose magnitude is a number */
    readonly number?: number;
    readonly unit?: string;
    /** id, if the value is an object */
    readonly object?: number;
    /** the value as in the service's answers */
    readonly value: JsonValue;
}

export function valueJson(value: Value): ValueJson {
    const elements = elementsOf(value);
    const one = elements.length === 1 ? elements[0] : value;
    const shown = { text: displayed(value), value: toJson(ValueSchema, encodeValue(value)) };
    if (isRealNumber(one)) {
        return { ...shown, number: toDouble(one) };
    }
    if (one instanceof Quantity) {
        const { magnitude, unit } = one;
        return { ...shown, ...(isRealNumber(magnitude) && { number: toDouble(magnitude) }), unit: unit.text };
    }
    return one instanceof Instance ? { ...shown, object: one.id } : shown;
}

export type NamedValueJson = ValueJson & { readonly name: string };

export function namedValues(values: Iterable<readonly [string, Value]>): NamedValueJson[] {
    return [...values].map(([name, value]) => ({ name, ...valueJson(value) }));
}

/** Objects with their features, the requested one first; features refer to objects by id. */
export function objectsJson(objects: readonly InstanceAnswer[]): object[] {
    return objects.map(({ id, typeSymbolId, features }) => ({
        id,
        type: typeSymbolId,
        features: features.map(({ name, value, values, error }) => ({
            name,
            isMany: values !== undefined,
            values: (values ?? (value === undefined ? [] : [value])).map(valueJson),
            ...(error !== undefined && { error })
        }))
    }));
}

const statusOf = ({ holds, error }: Verdict): string => (error !== undefined ? 'undecided' : holds === true ? 'holds' : 'fails');

export function verdictJson(verdict: Verdict): object {
    const { kind, element, elementId, condition, error, instance, instancePath, requirementId } = verdict;
    return {
        kind,
        element: elementId ?? '',
        name: element,
        status: statusOf(verdict),
        condition: condition ?? '',
        error: error ?? '',
        object: instance === undefined ? '' : typeSymbolIdOf(instance),
        path: instancePath ?? '',
        requirement: requirementId ?? '',
        text: verdictText(verdict)
    };
}

export function verificationJson(verification: VerificationVerdict): object {
    const { caseId, kind, detail, subcase, requirementId } = verification;
    return {
        case: caseId,
        verdict: kind,
        detail: detail ?? '',
        isSubcase: subcase === true,
        requirement: requirementId ?? '',
        text: verificationText(verification)
    };
}

/** The worst of several verdicts: `holds`, `fails`, `undecided`. */
export function worstOf(verdicts: readonly Verdict[], cases: readonly VerificationVerdict[]): 'holds' | 'fails' | 'undecided' {
    const found = [
        ...verdicts.map(statusOf),
        ...cases.filter(c => c.subcase !== true).map(c => (c.kind === 'pass' ? 'holds' : c.kind === 'fail' ? 'fails' : 'undecided'))
    ];
    return found.includes('fails') ? 'fails' : found.length === 0 || found.includes('undecided') ? 'undecided' : 'holds';
}
