/**
 * What the language itself takes from its library: the elements that every definition, usage, expression and step specializes by the rules of the
 * standards (KerML 8.4, SysML 8.4). A library without them cannot carry a model. A table of names; knows no library.
 */

/** Packages with the elements that must be in them. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
    // Kernel
    Base: ['Anything', 'things', 'DataValue', 'dataValues', 'naturals'],
    ScalarValues: ['ScalarValue', 'Boolean', 'String', 'NumericalValue', 'Number', 'Complex', 'Real', 'Rational', 'Integer', 'Natural', 'Positive'],
    Occurrences: ['Occurrence', 'occurrences', 'Life', 'HappensLink', 'HappensDuring', 'HappensBefore', 'happensBeforeLinks'],
    Objects: ['Object', 'objects', 'LinkObject', 'linkObjects', 'BinaryLinkObject', 'binaryLinkObjects'],
    Links: ['Link', 'links', 'BinaryLink', 'binaryLinks', 'SelfLink', 'selfLinks'],
    Performances: ['Performance', 'performances', 'Evaluation', 'evaluations', 'BooleanEvaluation', 'booleanEvaluations', 'trueEvaluations',
        'falseEvaluations', 'LiteralEvaluation', 'literalEvaluations', 'literalBooleanEvaluations', 'literalIntegerEvaluations',
        'literalRationalEvaluations', 'literalStringEvaluations', 'NullEvaluation', 'nullEvaluations', 'MetadataAccessEvaluation',
        'metadataAccessEvaluations', 'constructorEvaluations'],
    Transfers: ['Transfer', 'transfers', 'MessageTransfer', 'messageTransfers', 'FlowTransfer', 'flowTransfers', 'FlowTransferBefore', 'flowTransfersBefore'],
    ControlPerformances: ['DecisionPerformance', 'MergePerformance', 'IfPerformance', 'LoopPerformance'],
    TransitionPerformances: ['TransitionPerformance'],
    StatePerformances: ['StatePerformance', 'StateTransitionPerformance'],
    FeatureReferencingPerformances: ['FeatureReferencingPerformance', 'FeatureWritePerformance'],
    Metaobjects: ['Metaobject', 'metaobjects', 'SemanticMetadata'],
    // Systems
    Items: ['Item', 'items'],
    Parts: ['Part', 'parts'],
    Ports: ['Port', 'ports'],
    Connections: ['Connection', 'connections', 'BinaryConnection', 'binaryConnections'],
    Interfaces: ['Interface', 'interfaces', 'BinaryInterface', 'binaryInterfaces'],
    Allocations: ['Allocation', 'allocations'],
    Flows: ['MessageAction', 'Message', 'messages', 'Flow', 'flows', 'SuccessionFlow', 'successionFlows'],
    Actions: ['Action', 'actions', 'SendAction', 'sendActions', 'AcceptAction', 'acceptActions', 'TerminateAction', 'terminateActions', 'ControlAction',
        'MergeAction', 'DecisionAction', 'JoinAction', 'ForkAction', 'TransitionAction', 'transitionActions', 'AssignmentAction', 'assignmentActions',
        'IfThenAction', 'IfThenElseAction', 'ifThenActions', 'ifThenElseActions', 'WhileLoopAction', 'whileLoopActions', 'ForLoopAction',
        'forLoopActions'],
    States: ['StateAction', 'stateActions', 'StateTransitionAction'],
    Calculations: ['Calculation', 'calculations'],
    Constraints: ['ConstraintCheck', 'constraintChecks', 'assertedConstraintChecks', 'negatedConstraintChecks'],
    Requirements: ['RequirementCheck', 'requirementChecks', 'satisfiedRequirementChecks', 'notSatisfiedRequirementChecks', 'ConcernCheck',
        'concernChecks'],
    Cases: ['Case', 'cases'],
    AnalysisCases: ['AnalysisCase', 'analysisCases'],
    VerificationCases: ['VerificationCase', 'verificationCases', 'VerdictKind', 'PassIf'],
    UseCases: ['UseCase', 'useCases'],
    Views: ['View', 'views', 'ViewpointCheck', 'viewpointChecks', 'Rendering', 'renderings'],
    Metadata: ['MetadataItem', 'metadataItems'],
    // What operators and collections are written with
    BaseFunctions: [], DataFunctions: [], ScalarFunctions: [], BooleanFunctions: [], NumericalFunctions: [], ControlFunctions: [], SequenceFunctions: [],
    CollectionFunctions: []
};

/** How many missing elements a message names before it only counts them. */
const NAMED = 12;

/**
 * One message about everything that a library lacks, or none.
 *
 * @param has whether the library has an element of a qualified name
 */
export function missingFrom(has: (qualifiedName: string) => boolean): string[] {
    const missing = Object.entries(REQUIRED).flatMap(([name, elements]) =>
        (has(name) ? elements.map(element => `${name}::${element}`).filter(element => !has(element)) : [name]));
    if (missing.length === 0) {
        return [];
    }
    const rest = missing.length - NAMED;
    return [`the library lacks what the language needs: ${missing.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}
