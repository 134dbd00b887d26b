/** Edits for tests: a batch over texts, and what it leaves. */
import {
    applyEdits,
    type EditOperation,
    type EditOutcome,
    NO_MEMBER,
    type OperationKind,
    type Operations
} from '../../src/editing/index.js';
import type { Model } from '../../src/language/workspace/workspace.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

export const workspace = new Workspace({ library: testLibrary() });

const SEQUENCE: Operations['addSequence'] = {
    owner: '',
    keyword: '',
    ref: '',
    memberKind: '',
    memberName: '',
    type: '',
    after: '',
    condition: '',
    value: '',
    target: '',
    via: '',
    until: '',
    body: [],
    elseBody: [],
    multiplicity: '',
    parameter: ''
};

/** What is not given. */
const DEFAULTS: Operations = {
    setValue: { target: '', value: '' },
    rename: { target: '', newName: '' },
    addMember: NO_MEMBER,
    delete: { target: '', cascade: false },
    move: { target: '', owner: '' },
    addConnection: { owner: '', kind: '', fromEnd: '', toEnd: '', name: '', type: '' },
    addSatisfy: { owner: '', requirement: '', satisfyingFeature: '', isAsserted: false, isNegated: false },
    addRequirementConstraint: { owner: '', kind: '', expression: '', name: '' },
    addTransition: { owner: '', name: '', source: '', target: '', trigger: '', guard: '', effect: '', initial: false },
    addImport: { owner: '', visibility: '', target: '', isRecursive: false, isImportAll: false, filters: [] },
    addDocumentation: { target: '', body: '', name: '', locale: '', replace: false },
    addVerify: { owner: '', requirement: '' },
    addMetadata: { owner: '', metadataType: '', name: '', about: [], values: [], shorthand: false },
    addSequence: SEQUENCE,
    addMetadataPrefix: { target: '', metadataType: '' },
    addComment: { owner: '', body: '', name: '', about: [], locale: '' },
    addNote: { target: '', text: '' },
    draw: { target: '', view: '', statement: 'Layout', values: [] },
    addNotation: { owner: '', text: '' }
};

/** An operation of which only some fields are given. */
export type Some = { readonly [K in OperationKind]?: Partial<Operations[K]> };

export function operation(some: Some): EditOperation {
    const [[kind, value]] = Object.entries(some) as [OperationKind, object][];
    return { case: kind, value: { ...DEFAULTS[kind], ...value } } as EditOperation;
}

export const item = (some: Partial<Operations['addSequence']>): Operations['addSequence'] => ({ ...SEQUENCE, ...some });

export function modelOf(texts: Readonly<Record<string, string>>, strict = false): Model {
    const documents = Object.entries(texts).map(([name, content]) => ({
        name,
        content,
        language: name.endsWith('.kerml') ? ('kerml' as const) : ('sysml' as const)
    }));
    return workspace.parse(documents, { strict }).model;
}

/** Edits one text. */
export function edited(content: string, operations: readonly Some[], name = 'm.sysml'): EditOutcome {
    return applyEdits(modelOf({ [name]: content }), operations.map(operation));
}

/** The text that an edit leaves; the failure with its message when there is none. */
export function textAfter(content: string, operations: readonly Some[], name = 'm.sysml'): string {
    const outcome = edited(content, operations, name);
    return 'failure' in outcome ? `${outcome.failure}: ${outcome.error}` : outcome.documents[0].content;
}
