// Effects of missing capabilities. Requests with a value of a missing kind are refused. In responses, fields are cleared and values are
// replaced by a `null` with a reason. Works on wire messages at any depth.

import { type DescMessage, isMessage, type Message } from '@bufbuild/protobuf';
import type {
    AppliedEdit,
    ApplyEditsResponse,
    Diagnostic,
    DocumentValue,
    FeatureValue,
    Instance,
    Quantity,
    SweepRow,
    SymbolInfo,
    Value,
    Verdict
} from './generated/sysml_pb.js';
import { ValueSchema } from './generated/sysml_pb.js';
import type { Capability } from './capabilities.js';
import { capabilityUnavailable, invalidArgument } from './status.js';
import { Walker } from './walk.js';

/** The capabilities of the running service. */
export type CapabilitySet = ReadonlySet<string>;

type Arm = NonNullable<Value['kind']['case']>;

const ARM_CAPABILITIES: Partial<Record<Arm, Capability>> = {
    enumLiteral: 'enum_values',
    unset: 'unset_value',
    undetermined: 'undetermined_value',
    complex: 'complex_values',
    array: 'structured_values',
    vector: 'structured_values',
    vectorQuantity: 'structured_values',
    measurementRef: 'measurement_refs',
    function: 'function_values',
    metaobject: 'metaobject_values',
    set: 'set_values',
    tensorQuantity: 'tensor_values',
    infinity: 'infinity_value',
    bigIntValue: 'big_int_values',
    rationalValue: 'rational_values'
};

/** capabilities that matter for responses only */
const ANSWER_ONLY: ReadonlySet<Capability> = new Set<Capability>(['enum_values', 'unset_value', 'undetermined_value']);

const VALUE_CAPABILITIES = new Set<Capability>(Object.values(ARM_CAPABILITIES));

const MAGNITUDE_CAPABILITIES: Partial<Record<NonNullable<Quantity['magnitude']['case']>, Capability>> = {
    bigIntMagnitude: 'big_int_values',
    rationalMagnitude: 'rational_values'
};

const DOCUMENT_ARM_CAPABILITIES: Partial<Record<NonNullable<DocumentValue['kind']['case']>, Capability>> = {
    infinity: 'infinity_value',
    bigIntValue: 'big_int_values',
    rationalValue: 'rational_values'
};

/** Messages with a oneof that a capability may gate. */
type WithArms = Value | Quantity | DocumentValue;

const requestValues = new Walker<WithArms>('sysml.Value', 'sysml.Quantity', 'sysml.DocumentValue');
const documentValues = new Walker<Quantity | DocumentValue>('sysml.Quantity', 'sysml.DocumentValue');

/** The capability that the arm of a message needs; nested messages are not included. */
function armCapability(message: WithArms): Capability | undefined {
    switch (message.$typeName) {
        case 'sysml.Value':
            return ARM_CAPABILITIES[message.kind.case ?? 'null'];
        case 'sysml.Quantity':
            return MAGNITUDE_CAPABILITIES[message.magnitude.case ?? 'intMagnitude'];
        case 'sysml.DocumentValue':
            return DOCUMENT_ARM_CAPABILITIES[message.kind.case ?? 'elementId'];
    }
}

/**
 * Refuses a request with an arm, at any depth, whose capability the service lacks.
 * @throws Refusal unimplemented
 */
export function checkRequestArms(schema: DescMessage, request: Message, capabilities: CapabilitySet): void {
    if (!requestValues.reaches(schema)) {
        return;
    }
    requestValues.visit(schema, request, message => {
        const capability = armCapability(message);
        if (capability && !ANSWER_ONLY.has(capability) && !capabilities.has(capability)) {
            throw capabilityUnavailable(capability);
        }
    });
}

/**
 * Refuses a request with an arm that is allowed in responses only.
 * @throws Refusal invalid_argument
 */
export function checkAnsweredOnlyArms(schema: DescMessage, request: Message): void {
    if (!requestValues.reaches(schema)) {
        return;
    }
    requestValues.visit(schema, request, message => {
        if (message.$typeName === 'sysml.Value' && message.kind.case === 'undetermined') {
            throw invalidArgument('an undetermined value can be answered but not sent');
        }
    });
}

/** Fields that are cleared while a capability is missing, by message type. */
const FIELD_RULES: readonly (readonly [type: string, capability: Capability, clear: (message: never) => void])[] = [
    [
        'SymbolInfo',
        'type_facts',
        (symbol: SymbolInfo) => Object.assign(symbol, { typeInfo: undefined, multiplicity: undefined, specializations: [] })
    ],
    ['SymbolInfo', 'symbol_attributes', (symbol: SymbolInfo) => Object.assign(symbol, { attributes: [], withheldLibraryAttributes: 0 })],
    ['Instance', 'feature_values', (instance: Instance) => Object.assign(instance, { featureValues: {} })],
    ['Diagnostic', 'diagnostic_codes', (diagnostic: Diagnostic) => Object.assign(diagnostic, { code: '' })],
    ...['ExecuteActionResponse', 'ExecuteStateResponse'].map(
        type => [type, 'order_dependence', (response: Message) => Object.assign(response, { orderDependent: {} })] as const
    ),
    ['FeatureValue', 'order_dependence', (value: FeatureValue) => Object.assign(value, { orderDependent: 0 })],
    ['Diagnostic', 'order_dependence', (diagnostic: Diagnostic) => Object.assign(diagnostic, { orderDependent: [], independent: false })],
    ...['ExecuteActionResponse', 'ExecuteStateResponse'].map(
        type => [type, 'final_time', (response: Message) => Object.assign(response, { finalTime: 0 })] as const
    ),
    ...['VerifyRequirementResponse', 'VerifySatisfactionResponse', 'ValidateInstanceResponse', 'RunAnalysisResponse'].map(
        type => [type, 'verification_verdicts', (response: Message) => Object.assign(response, { verificationVerdicts: [] })] as const
    ),
    ...['RunAnalysisResponse', 'SweepRow'].map(
        type => [type, 'case_evaluations', (holder: SweepRow) => Object.assign(holder, { evaluations: [] })] as const
    ),
    ['ApplyEditsResponse', 'edit_documents', (response: ApplyEditsResponse) => Object.assign(response, { documents: [], referrers: [] })],
    ['AppliedEdit', 'edit_documents', (edit: AppliedEdit) => Object.assign(edit, { document: '' })],
    ['Verdict', 'verification_questions', (verdict: Verdict) => Object.assign(verdict, { question: '', status: '', witness: [] })],
    ...['Verdict', 'EvaluateCalcResponse', 'RunAnalysisResponse', 'RunSweepResponse'].map(
        type => [type, 'engines', (holder: Verdict) => Object.assign(holder, { engine: '', strength: '', bounds: [] })] as const
    )
];

/**
 * Removes from responses everything for which the service has no capability. There is one filter per service, because its capabilities are
 * constant.
 */
export class CapabilityFilter {
    private readonly walker: Walker;
    private readonly rules = new Map<string, ((message: Message) => void)[]>();
    private readonly values: boolean;

    constructor(private readonly capabilities: CapabilitySet) {
        this.values = [...VALUE_CAPABILITIES].some(capability => !capabilities.has(capability));
        for (const [type, capability, clear] of FIELD_RULES) {
            if (!capabilities.has(capability)) {
                const name = `sysml.${type}`;
                this.rules.set(name, [...(this.rules.get(name) ?? []), clear as (message: Message) => void]);
            }
        }
        this.walker = new Walker(...this.rules.keys(), ...(this.values ? ['sysml.Value'] : []));
    }

    /**
     * Removes from a response everything for which the service has no capability. Changes the response in place.
     * @throws Refusal unimplemented for the result of a document query with such a value
     */
    apply(schema: DescMessage, response: Message): void {
        if (this.values && schema.typeName === 'sysml.RunDocumentQueryResponse') {
            this.checkTable(schema, response);
        }
        if (!this.walker.reaches(schema)) {
            return;
        }
        this.walker.visit(schema, response, message => {
            if (isMessage(message, ValueSchema)) {
                this.withholdArm(message);
            }
            this.rules.get(message.$typeName)?.forEach(clear => clear(message));
        });
    }

    private checkTable(schema: DescMessage, response: Message): void {
        documentValues.visit(schema, response, message => {
            const capability = armCapability(message);
            if (capability && !this.capabilities.has(capability)) {
                throw capabilityUnavailable(capability);
            }
        });
    }

    /** Replaces the arm of a value. The elements of a sequence or array are visited separately afterwards. */
    private withholdArm(value: Value): void {
        const { kind } = value;
        const whole =
            kind.case === 'set' ||
            kind.case === 'quantity' ||
            kind.case === 'vector' ||
            kind.case === 'vectorQuantity' ||
            kind.case === 'tensorQuantity';
        const lacking = this.lacks(value) || (whole && this.lacksInside(value));
        if (lacking) {
            value.kind = { case: 'null', value: `unsupported: ${shown(kind)}` };
        }
    }

    private lacks(message: WithArms): boolean {
        const capability = armCapability(message);
        return capability !== undefined && !this.capabilities.has(capability);
    }

    private lacksInside(value: Value): boolean {
        let lacking = false;
        requestValues.visit(ValueSchema, value, message => {
            lacking ||= this.lacks(message);
        });
        return lacking;
    }
}

/** A description of a withheld value for clients that cannot read it. */
function shown(kind: Value['kind']): string {
    switch (kind.case) {
        case 'unset':
            return 'unset value';
        case 'enumLiteral':
            return 'enumeration literal';
        case 'complex':
            return `complex number ${kind.value.real}${kind.value.imaginary < 0 ? '-' : '+'}${Math.abs(kind.value.imaginary)}i`;
        case 'infinity':
            return 'unbounded value *';
        case 'bigIntValue':
            return `Integer ${kind.value}`;
        case 'rationalValue':
            return `Rational ${kind.value.numerator}/${kind.value.denominator}`;
        case 'quantity':
            return `quantity ${magnitudeShown(kind.value)} [${kind.value.unit}]`;
        case 'array':
            return `array of ${kind.value.elements.length} elements`;
        case 'vector':
            return `vector of ${kind.value.components.length} components`;
        case 'vectorQuantity':
            return `vector quantity of ${kind.value.components.length} components`;
        case 'tensorQuantity':
            return `tensor quantity of ${kind.value.components.length} components`;
        case 'measurementRef':
            return `measurement reference ${kind.value.unitId || kind.value.unit}`;
        case 'function':
            return `function ${kind.value.calcId}`;
        case 'set':
            return `set of ${kind.value.elements.length} members`;
        case 'metaobject':
            return `metaobject ${kind.value.elementId}`;
        case 'undetermined':
            return `undetermined value (${kind.value.reason})`;
        default:
            return kind.case ?? 'value';
    }
}

function magnitudeShown({ magnitude }: Quantity): string {
    return magnitude.case === 'rationalMagnitude' ? `${magnitude.value.numerator}/${magnitude.value.denominator}` : String(magnitude.value);
}
