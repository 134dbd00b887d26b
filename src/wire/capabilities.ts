// The capability names of the contract, and the requests and fields that need each of them. The operations declare which capabilities a
// service has (operations/registry.ts).

import type { Message } from '@bufbuild/protobuf';
import type { AddMemberEdit, AddSequenceEdit, ApplyEditsRequest, EditOperation } from './generated/sysml_pb.js';
import type { MethodName, RequestOf } from './methods.js';
import { isExploration } from './schedule.js';
import { isAmong } from '../language/closed-lists.js';

/** Capabilities of editing. */
export const EDITING = [
    'apply_edits',
    'edit_documents',
    'authoring',
    'connection_authoring',
    'satisfy_authoring',
    'requirement_constraint_authoring',
    'transition_authoring',
    'verification_objective_authoring',
    'metadata_authoring',
    'metadata_prefix_authoring',
    'sequence_authoring',
    'action_body_statement_authoring',
    'import_authoring',
    'documentation_authoring',
    'comment_authoring',
    'member_modifiers',
    'implicit_parameters',
    'constraint_body_authoring',
    'state_action_authoring'
] as const;

/** Kinds of values, other than plain ones, that a service can send and accept. */
export const VALUES = [
    'enum_values',
    'unset_value',
    'undetermined_value',
    'complex_values',
    'structured_values',
    'measurement_refs',
    'function_values',
    'metaobject_values',
    'set_values',
    'tensor_values',
    'infinity_value',
    'big_int_values',
    'rational_values'
] as const;

export const CAPABILITIES = [
    'strict_conformance',
    'inline_language',
    'parse_sources',
    'parse_sources_affected',
    'evaluate_subject',
    'verification',
    'convert',
    'convert_documents',
    'convert_compact',
    'migrate',
    'query',
    'oslc_query',
    'document_query',
    'render_document',
    'render_document_html',
    'render_view',
    'export_graphs',
    'schedule',
    'schedule_explore',
    'performer',
    'state_trace',
    'engines',
    'engines_external',
    'check',
    'runs',
    'record_run',
    'import_data',
    'compare_results',
    'self_check',
    ...EDITING,
    'type_facts',
    'symbol_attributes',
    'feature_values',
    ...VALUES,
    'verification_verdicts',
    'case_evaluations',
    'diagnostic_codes',
    'final_time',
    'verification_questions',
    'verification_arguments',
    'order_dependence'
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Whether a text is the name of a capability of the contract. */
export function isCapability(name: string): name is Capability {
    return isAmong(CAPABILITIES, name);
}

/** The capability that a procedure needs; undefined for those that every service has. */
export const METHOD_CAPABILITIES: Readonly<Record<MethodName, Capability | undefined>> = {
    GetServerInfo: undefined,
    ParseFile: undefined,
    ParseSources: 'parse_sources',
    GetSymbol: undefined,
    GetDiagnostics: undefined,
    Evaluate: undefined,
    Instantiate: undefined,
    ExecuteAction: undefined,
    ExecuteState: undefined,
    Convert: 'convert',
    Migrate: 'migrate',
    ApplyEdits: 'apply_edits',
    VerifyConstraint: 'verification',
    VerifyRequirement: 'verification',
    VerifySatisfaction: 'verification',
    ValidateInstance: 'verification',
    EvaluateCalc: 'verification',
    RunAnalysis: 'verification',
    RunSweep: 'verification',
    ListEngines: 'engines',
    RunRuns: 'runs',
    CheckBehavior: 'check',
    RecordRun: 'record_run',
    ImportData: 'import_data',
    CompareResults: 'compare_results',
    SelfCheck: 'self_check',
    Query: 'query',
    RunDocumentQuery: 'document_query',
    RenderDocument: 'render_document',
    RenderView: 'render_view',
    ExportGraphs: 'export_graphs'
};

type FieldGates = { readonly [M in MethodName]?: (request: RequestOf<M>) => readonly (Capability | false | undefined | '')[] };

/** A field with its default value needs no capability: `&&` then yields a falsy value. */
const FIELD_GATES: FieldGates = {
    ParseFile: request => [request.strictConformance && 'strict_conformance', request.language && 'inline_language'],
    ParseSources: request => [
        request.strictConformance && 'strict_conformance',
        request.documents.some(document => document.language !== '') && 'inline_language',
        request.baseModelHash && 'parse_sources_affected'
    ],
    Evaluate: request => [request.subjectSymbolId && 'evaluate_subject'],
    ExecuteAction: request => [...scheduleGates(request.schedule), request.performerSymbolId && 'performer'],
    ExecuteState: request => [...scheduleGates(request.schedule), request.performerSymbolId && 'performer', request.trace && 'state_trace'],
    CheckBehavior: request => [request.performerSymbolId && 'performer'],
    RunRuns: request => [request.performerSymbolId && 'performer', request.engine && 'engines'],
    RecordRun: request => [request.engine && 'engines'],
    CompareResults: request => [request.engine && 'engines'],
    RunAnalysis: request => [...scheduleGates(request.schedule), request.engine === 'explore' && 'schedule_explore'],
    VerifyConstraint: request => [...questionGates(request.question), ...argumentGates(request)],
    VerifyRequirement: request => [...questionGates(request.question), ...argumentGates(request)],
    VerifySatisfaction: request => questionGates(request.question),
    Convert: request => [
        request.documents.length > 0 && 'convert_documents',
        (request.compact || request.omitDerived || request.keepDerived) && 'convert_compact'
    ],
    Query: request => [request.oslcQuery && 'oslc_query'],
    RenderDocument: request => [request.form === 'html' && 'render_document_html'],
    ApplyEdits: editGates
};

function scheduleGates(schedule: string): (Capability | false)[] {
    return [schedule !== '' && 'schedule', isExploration(schedule) && 'schedule_explore'];
}

function argumentGates({
    arguments: positional,
    namedArguments
}: Pick<RequestOf<'VerifyConstraint'>, 'arguments' | 'namedArguments'>): (Capability | false)[] {
    return [(positional.length > 0 || Object.keys(namedArguments).length > 0) && 'verification_arguments'];
}

function questionGates(question: string): (Capability | false)[] {
    return [(question === 'holds' || question === 'satisfiable') && 'verification_questions'];
}

/** The capability that an arm of an edit operation needs besides `authoring`. */
const ARM_CAPABILITIES: Partial<Record<NonNullable<EditOperation['operation']['case']>, Capability>> = {
    addConnection: 'connection_authoring',
    addSatisfy: 'satisfy_authoring',
    addRequirementConstraint: 'requirement_constraint_authoring',
    addTransition: 'transition_authoring',
    addVerify: 'verification_objective_authoring',
    addMetadata: 'metadata_authoring',
    addMetadataPrefix: 'metadata_prefix_authoring',
    addSequence: 'sequence_authoring',
    addImport: 'import_authoring',
    addDocumentation: 'documentation_authoring',
    addComment: 'comment_authoring',
    addNote: 'comment_authoring'
};

function editGates(request: ApplyEditsRequest): (Capability | false | undefined | '')[] {
    return [
        request.document && 'edit_documents',
        ...request.operations.flatMap(({ operation }) => {
            switch (operation.case) {
                case undefined:
                case 'setValue':
                case 'rename':
                    return [];
                case 'addMember':
                    return ['authoring' as const, ...memberGates(operation.value)];
                case 'addSequence':
                    return ['authoring' as const, 'sequence_authoring' as const, ...sequenceGates(operation.value)];
                default:
                    return ['authoring' as const, ARM_CAPABILITIES[operation.case]];
            }
        })
    ];
}

function memberGates(member: AddMemberEdit): (Capability | false | '')[] {
    const words = member.kind.trim().split(/\s+/);
    return [
        (member.isAbstract ||
            member.redefines.length > 0 ||
            member.isDefault ||
            member.direction !== '' ||
            member.kind === 'ref' ||
            member.kind === 'return') &&
            'member_modifiers',
        member.kind === '' && 'implicit_parameters',
        (member.bodyExpression !== '' || words[0] === 'assert') && 'constraint_body_authoring',
        ['entry', 'do', 'exit', 'exhibit'].includes(words[0]) && 'state_action_authoring',
        member.kind === 'objective' && member.name === '' && 'verification_objective_authoring',
        member.metadataPrefixes.length > 0 && 'metadata_authoring',
        member.doc && 'documentation_authoring'
    ];
}

const STATEMENT_KINDS = new Set(['accept', 'send', 'assign', 'if', 'while', 'loop', 'for', 'terminate']);

function sequenceGates(item: AddSequenceEdit): (Capability | false)[] {
    const fields = [item.condition, item.value, item.target, item.via, item.until, item.multiplicity, item.parameter];
    const statement =
        fields.some(field => field !== '') ||
        item.body.length > 0 ||
        item.elseBody.length > 0 ||
        item.keyword === 'if' ||
        item.keyword === 'else' ||
        STATEMENT_KINDS.has(item.memberKind);
    return [statement && 'action_body_statement_authoring'];
}

/**
 * The capabilities that a request needs: that of the procedure, then those of its fields. capability-filter.ts checks the arms of values.
 */
export function neededCapabilities(method: MethodName, request: Message): Capability[] {
    // each row gets only requests of its procedure
    const fields = FIELD_GATES[method] as ((request: Message) => readonly (Capability | false | undefined | '')[]) | undefined;
    return [METHOD_CAPABILITIES[method], ...(fields?.(request) ?? [])].filter(
        (name): name is Capability => typeof name === 'string' && name !== ''
    );
}
