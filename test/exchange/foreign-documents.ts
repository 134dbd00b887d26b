/** Full documents as other tools write them, whose ids say nothing; for tests. */
import { type Conversion, convertModel, convertText } from '../../src/exchange/index.js';
import { uuid5 } from '../../src/exchange/ids.js';
import { derivedOf, type Json } from './derived.js';
import { modelOf } from './models.js';

export const SEED = '9f7f2c3a-3b1f-4d9e-9a77-0f0e4b8a1c11';

type Language = 'sysml' | 'kerml';

/** The document of a model with ids that say nothing, of what is not of the library, which is not explained. */
export function foreignDocument(content: string, language: Language = 'sysml'): readonly Json[] {
    return withForeignIds(derivedOf(modelOf([{ content, language }]), 'uuid'));
}

/** The sparse document of a model, with its source text, with ids that say nothing. */
export function foreignSparseDocument(content: string, language: Language = 'sysml'): readonly Json[] {
    const { content: text = '', error } = convertModel(modelOf([{ content, language }]), { to: 'api-json', idForm: 'uuid' });
    if (error !== undefined) {
        throw new Error(error);
    }
    return withForeignIds(JSON.parse(text) as readonly Json[]);
}

/** Elements with other ids, except for the explained ones of the library. */
function withForeignIds(elements: readonly Json[]): readonly Json[] {
    const own = elements.filter(e => e.isLibraryElement !== true || 'owner' in e || 'ownedRelationship' in e);
    const ids = new Map(own.map((e, at) => [e['@id'] as string, uuid5(SEED, String(at))]));
    return JSON.parse(
        JSON.stringify(elements).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => ids.get(id) ?? id)
    ) as readonly Json[];
}

/** The notation of a document. */
export const read = (elements: readonly Json[]): Conversion =>
    convertText({ name: 'd', content: JSON.stringify(elements), from: 'api-json' }, { to: 'sysml' }, d => modelOf([d]));
