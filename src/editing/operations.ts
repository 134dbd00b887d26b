/**
 * The operations of an edit as plain data (contract: edits-and-diagnostics 1.1). An absent text is empty. The messages of the contract have
 * the same shapes, but this module does not depend on them.
 */

export interface SetValue {
    readonly target: string;
    readonly value: string;
}

export interface Rename {
    readonly target: string;
    readonly newName: string;
    /** whether to rename the short name; only editors do, if it is at the cursor */
    readonly isShortName?: boolean;
}

export interface AddMember {
    readonly owner: string;
    readonly kind: string;
    readonly name: string;
    readonly type: string;
    readonly multiplicity: string;
    readonly value: string;
    readonly specializes: readonly string[];
    readonly isAbstract: boolean;
    readonly redefines: readonly string[];
    readonly isDefault: boolean;
    readonly direction: string;
    readonly doc: string;
    readonly bodyExpression: string;
    readonly metadataPrefixes: readonly string[];
}

export interface Delete {
    readonly target: string;
    readonly cascade: boolean;
}

export interface Move {
    readonly target: string;
    readonly owner: string;
}

export interface AddConnection {
    readonly owner: string;
    readonly kind: string;
    readonly fromEnd: string;
    readonly toEnd: string;
    readonly name: string;
    readonly type: string;
}

export interface AddSatisfy {
    readonly owner: string;
    readonly requirement: string;
    readonly satisfyingFeature: string;
    readonly isAsserted: boolean;
    readonly isNegated: boolean;
}

export interface AddRequirementConstraint {
    readonly owner: string;
    readonly kind: string;
    readonly expression: string;
    readonly name: string;
}

export interface AddTransition {
    readonly owner: string;
    readonly name: string;
    readonly source: string;
    readonly target: string;
    readonly trigger: string;
    readonly guard: string;
    readonly effect: string;
    readonly initial: boolean;
}

export interface AddImport {
    readonly owner: string;
    readonly visibility: string;
    readonly target: string;
    readonly isRecursive: boolean;
    readonly isImportAll: boolean;
    readonly filters: readonly string[];
}

export interface AddDocumentation {
    readonly target: string;
    readonly body: string;
    readonly name: string;
    readonly locale: string;
    readonly replace: boolean;
}

export interface AddVerify {
    readonly owner: string;
    readonly requirement: string;
}

export interface AddMetadata {
    readonly owner: string;
    readonly metadataType: string;
    readonly name: string;
    readonly about: readonly string[];
    readonly values: readonly { readonly feature: string; readonly value: string }[];
    readonly shorthand: boolean;
}

export interface AddSequence {
    readonly owner: string;
    readonly keyword: string;
    readonly ref: string;
    readonly memberKind: string;
    readonly memberName: string;
    readonly type: string;
    readonly after: string;
    readonly condition: string;
    readonly value: string;
    readonly target: string;
    readonly via: string;
    readonly until: string;
    readonly body: readonly AddSequence[];
    readonly elseBody: readonly AddSequence[];
    readonly multiplicity: string;
    readonly parameter: string;
}

export interface AddMetadataPrefix {
    readonly target: string;
    readonly metadataType: string;
}

export interface AddComment {
    readonly owner: string;
    readonly body: string;
    readonly name: string;
    readonly about: readonly string[];
    readonly locale: string;
}

export interface AddNote {
    readonly target: string;
    readonly text: string;
}

/**
 * Writes the layout of an element in diagrams as metadata of the package `DiagramLayout`. Only editors use this operation; the service does
 * not offer it.
 */
export interface Draw {
    readonly target: string;
    /** the view whose body contains the annotation; empty for an annotation that applies to all views */
    readonly view: string;
    readonly statement: 'Layout' | 'Route' | 'Canvas' | 'Style';
    readonly values: readonly { readonly feature: string; readonly value: string }[];
}

/** Declarations as they are written. The command line uses it; clients of ApplyEdits do not. */
export interface AddNotation {
    readonly owner: string;
    readonly text: string;
}

/** The operations by their key in a request. */
export interface Operations {
    readonly setValue: SetValue;
    readonly rename: Rename;
    readonly addMember: AddMember;
    readonly delete: Delete;
    readonly move: Move;
    readonly addConnection: AddConnection;
    readonly addSatisfy: AddSatisfy;
    readonly addRequirementConstraint: AddRequirementConstraint;
    readonly addTransition: AddTransition;
    readonly addImport: AddImport;
    readonly addDocumentation: AddDocumentation;
    readonly addVerify: AddVerify;
    readonly addMetadata: AddMetadata;
    readonly addSequence: AddSequence;
    readonly addMetadataPrefix: AddMetadataPrefix;
    readonly addComment: AddComment;
    readonly addNote: AddNote;
    readonly draw: Draw;
    readonly addNotation: AddNotation;
}

export type OperationKind = keyof Operations;

/** A member with all fields empty. */
export const NO_MEMBER: AddMember = {
    owner: '',
    kind: '',
    name: '',
    type: '',
    multiplicity: '',
    value: '',
    specializes: [],
    isAbstract: false,
    redefines: [],
    isDefault: false,
    direction: '',
    doc: '',
    bodyExpression: '',
    metadataPrefixes: []
};

/** One operation of a batch. */
export type EditOperation = { readonly [K in OperationKind]: { readonly case: K; readonly value: Operations[K] } }[OperationKind];
