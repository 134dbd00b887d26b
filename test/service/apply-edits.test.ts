// ApplyEdits on the wire: which models it edits, what is refused and what fails in the body (contract: operations, ApplyEdits).

import { beforeAll, describe, expect, it } from 'vitest';
import { connectSpelling } from '../../src/wire/status.js';
import { type Asks, oneHost } from './one-host.js';

interface Response {
    readonly content?: string;
    readonly documents?: readonly { readonly name: string; readonly content: string }[];
    readonly applied?: readonly object[];
    readonly error?: string;
    readonly failure?: string;
    readonly diagnostics?: readonly object[];
    readonly referringElements?: readonly string[];
    readonly referrers?: readonly object[];
    readonly modelHash?: string;
}

const A = { name: 'a.sysml', content: 'package A { part def X; part y : X; }\n' };
const B = { name: 'b.sysml', content: 'package B { part z : A::X; }\n' };
const RENAME = { rename: { target: 'A::X', newName: 'W' } };
const DELETE = { delete: { target: 'A::X' } };

let one: string;
let two: string;
let host: Asks;
let without: Asks;

const hashOf = (asks: Asks, documents: readonly object[]): string => asks<Response>('ParseSources', { documents }).response.modelHash!;

beforeAll(async () => {
    [host, without] = [await oneHost(), await oneHost({ SERVICE_TEST_WITHHOLD_CAPABILITIES: 'edit_documents' })];
    [one, two] = [[A], [A, B]].map(documents => hashOf(host, documents));
});

const edit = (request: object, asks = host): { response: Response; refusal: string } => {
    const { response, code, message } = asks<Response>('ApplyEdits', request);
    return { response, refusal: message === '' ? '' : `${connectSpelling(code)}: ${message}` };
};

describe('an edit', () => {
    it('answers the document of a model of one', () => {
        const { response } = edit({ modelHash: one, operations: [RENAME] });
        expect(response.content).toBe('package A { part def W; part y : W; }\n');
        expect(response.documents).toEqual([{ name: 'a.sysml', content: response.content }]);
        expect([response.applied?.length, response.error, response.failure]).toEqual([2, undefined, undefined]);
    });

    it('answers each document that it changes of several', () => {
        const { response } = edit({ modelHash: two, operations: [RENAME], acceptDocuments: true });
        expect([response.content, response.documents]).toEqual([
            undefined,
            [
                { name: 'a.sysml', content: 'package A { part def W; part y : W; }\n' },
                { name: 'b.sysml', content: 'package B { part z : A::W; }\n' }
            ]
        ]);
    });

    it.each([
        ['', ['A::y', 'B::z (b.sysml)']],
        ['a.sysml', ['A::y', 'B::z (b.sysml)']]
    ])('that fails names who refers to the element, and where if not in the document %j', (document, referringElements) => {
        const { response } = edit({ modelHash: two, operations: [DELETE], acceptDocuments: true, document });
        expect(response).toMatchObject({ referringElements, failure: expect.stringMatching(/^EDIT_FAILURE_/) as string });
        expect(response.referrers).toEqual([
            { name: 'A::y', document: 'a.sysml' },
            { name: 'B::z', document: 'b.sysml' }
        ]);
        expect([response.error === undefined, response.content, response.documents]).toEqual([false, undefined, undefined]);
    });
});

it('an element of another document than the named one is not edited', () => {
    const { response } = edit({ modelHash: two, operations: [DELETE], acceptDocuments: true, document: 'b.sysml' });
    expect([response.error, response.referrers]).toEqual(["'A::X' is not declared in 'b.sysml' but in 'a.sysml'", undefined]);
});

describe('what is refused', () => {
    it.each<[string, () => object, string]>([
        [
            'an operation without an arm',
            () => ({ modelHash: one, operations: [RENAME, {}] }),
            'invalid_argument: operations[1] has no operation: exactly one of its keys must be set'
        ],
        [
            'several documents',
            () => ({ modelHash: two, operations: [RENAME] }),
            'failed_precondition: the model has 2 documents: set accept_documents to get every edited document'
        ],
        [
            'a document that is not there',
            () => ({ modelHash: two, operations: [], acceptDocuments: true, document: 'c.sysml' }),
            'invalid_argument: the model has no document "c.sysml"; its documents are "a.sysml", "b.sysml"'
        ],
        ['no model', () => ({ operations: [] }), 'invalid_argument: model_hash is empty']
    ])('%s', (_, request, refusal) => expect(edit(request())).toEqual({ response: {}, refusal }));

    it('several documents without the capability', () => {
        const [single, several] = [[A], [A, B]].map(documents => hashOf(without, documents));
        expect(edit({ modelHash: single, operations: [RENAME] }, without).refusal).toBe('');
        expect(edit({ modelHash: several, operations: [RENAME] }, without).refusal).toMatch(
            /^failed_precondition: the model has 2 documents, and this service edits models of one/
        );
    });
});
