/** Models of documents in KerML and in SysML, which refer to one another: in each form, and back as a document in each language. */
import { describe, expect, it } from 'vitest';
import { convertModel, type ConvertOptions, type ConvertSource, convertText, convertToDocuments } from '../../src/exchange/index.js';
import { isFull } from '../support/thorough.js';
import { modelOf } from './models.js';

const KERML = `package Kernel {
    private import ScalarValues::*;
    classifier Signal { feature level : Real; feature part : Integer; } // a name that SysML reserves
    struct Antenna {
        composite feature elements : Antenna [2..*];
        feature head : Antenna;
        inv { elements.head == head }
    }
    behavior Handle { in feature s : Signal; step a : Handle; step b : Handle; succession first a then b; }
    class Station { composite feature left : Antenna; binding left.head = left.elements; expr total { 3.0 } }
}
`;
const SYSML = `package System {
    private import Kernel::*;
    item def Msg :> Signal { attribute :>> 'part' = 3; }
    part def Radio :> Station { in item m : Msg; ref y :> left.elements; }
    action def Send { in s : Signal; action a : Handle; then action b; }
}
`;
const DOCUMENTS = [
    { name: 'k/kernel.kerml', language: 'kerml', content: KERML },
    { name: 'system.sysml', language: 'sysml', content: SYSML }
] as const;

const parse = (...documents: Parameters<typeof modelOf>[0]): ReturnType<typeof modelOf> => modelOf(documents);

function written(documents: Parameters<typeof modelOf>[0], options: ConvertOptions): string {
    const { content, error } = convertModel(modelOf(documents), options);
    expect(error).toBeUndefined();
    return content!;
}

function documentsOf(content: string, from: ConvertSource['from']): Parameters<typeof modelOf>[0] {
    const { content: documents, error } = convertToDocuments({ name: 'm', content, from }, parse);
    expect(error).toBeUndefined();
    return documents!;
}

describe('a model in KerML and SysML', () => {
    it.each(['ttl', 'api-json'] as const)('comes back from %s as its documents, letter by letter', to =>
        expect(documentsOf(written(DOCUMENTS, { to }), to)).toEqual(DOCUMENTS)
    );

    it.each([
        ['the element form of the standard', { to: 'api-json', derived: true, idForm: 'uuid' }],
        ['XMI', { to: 'xmi2' }]
    ] as const)('comes back from %s in a document for each language, which are the same model', (_, options) => {
        const first = written(DOCUMENTS, options);
        const documents = documentsOf(first, options.to);
        expect(documents.map(d => d.name)).toEqual(['model.kerml', 'model.sysml']);
        expect(written(documents, options) === first).toBe(true);
    });

    it.runIf(isFull)('goes from Turtle to XMI', () => {
        const { content } = convertText({ name: 'm', content: written(DOCUMENTS, { to: 'ttl' }), from: 'ttl' }, { to: 'xmi2' }, parse);
        expect(content === written(DOCUMENTS, { to: 'xmi2' })).toBe(true);
    });

    it('is no single text where SysML does not read the notation of KerML', () =>
        expect(convertText({ name: 'm', content: written(DOCUMENTS, { to: 'ttl' }), from: 'ttl' }, { to: 'sysml' }, parse).error).toMatch(
            /its notation would not parse: .*; its roots are of KerML and of SysML: write a file for each document$/s
        ));
});
