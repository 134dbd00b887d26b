/** Every derived property of full documents, changed: a document is read as it was, or it is refused, and nothing else happens. */
import { describe, expect, it } from 'vitest';
import { convertText } from '../../src/exchange/index.js';
import { propertyOfMetaclass } from '../../src/exchange/metamodel/facts.js';
import { isDropped } from '../../src/exchange/reading/properties.js';
import { isList } from '../../src/language/narrowing.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { cases } from '../support/thorough.js';
import { KERML, SYSML } from './construct-models.js';
import type { Json } from './derived.js';
import { modelOf } from './models.js';

type Elements = readonly Json[];

const parse = (document: SourceDocument): ReturnType<typeof modelOf> => modelOf([document]);
const read = (elements: Elements): { content?: string; error?: string } =>
    convertText({ name: 'd', content: JSON.stringify(elements), from: 'api-json' }, { to: 'sysml' }, parse);

function documentOf(language: 'sysml' | 'kerml', text: string): Elements {
    const source = { name: 'd', content: `package P { ${text} }`, from: 'sysml' as const, language };
    const { content, error } = convertText(source, { to: 'api-json', derived: true, idForm: 'uuid' }, parse);
    expect(error).toBeUndefined();
    return JSON.parse(content!) as Elements;
}

/** Another value in the place of one; an element of the document in the place of another one. */
function changed(value: unknown, other: unknown): unknown {
    if (isList(value)) {
        return value.length > 1 ? [...value.slice(1), other] : [other];
    }
    const isText = typeof value === 'string';
    return isText ? `${value}x` : typeof value === 'boolean' ? !value : value === null ? null : other;
}

const isDerived = ({ '@type': type }: Json, property: string): boolean => propertyOfMetaclass(String(type), property)?.isDerived === true;

/** Every how many-th property of a metaclass is changed alone. */
const STRIDE = cases(32, 32, 1);
const seen = new Set<string>();

describe.each([...SYSML.map(c => ['sysml', ...c] as const), ...KERML.map(c => ['kerml', ...c] as const)])('%s: %s', (language, _, text) => {
    it('is read as the same model with any derived values', () => {
        const elements = documentOf(language, text);
        const before = read(elements);
        expect(before.error).toBeUndefined();
        const other = { '@id': elements.findLast(e => e['@type'] === 'Package' || e['@type'] === 'LiteralInteger')!['@id'] };
        const all = elements.map(e =>
            Object.fromEntries(
                Object.entries(e).map(([key, value]) => [
                    key,
                    isDropped(String(e['@type']), key) && key !== 'ownedElement' ? changed(value, other) : value
                ])
            )
        );
        expect(read(all)).toEqual(before);
        for (const element of elements) {
            for (const [property, value] of Object.entries(element)) {
                const key = `${String(element['@type'])}.${property}`;
                const next = changed(value, other);
                if (seen.has(key) || !isDerived(element, property) || JSON.stringify(next) === JSON.stringify(value)) {
                    continue;
                }
                seen.add(key);
                const isChangedAbove = isDropped(String(element['@type']), property) && property !== 'ownedElement';
                if (isChangedAbove || seen.size % STRIDE !== 0) {
                    continue;
                }
                const { content, error } = read(elements.map(e => (e === element ? { ...e, [property]: next } : e)));
                expect([key, error === undefined ? content : before.content]).toEqual([key, before.content]);
            }
        }
    });
});
