/**
 * What a document stores of its elements (KerML 10.2: the abstract syntax as MOF has it): properties that neither follow from others nor
 * are redefined by others, and ownership, stated from both sides. Knows graphs only.
 */
import type { GraphElement, Value } from '../graph.js';
import { isKind, type PropertyFacts, propertiesOf } from '../metamodel/facts.js';
import { EXTENSION } from '../vocabulary.js';
import { OwnershipIndex } from '../reading/full/ownership-index.js';

/** The containment of elements, from the owner's side and from that of what is owned. */
const OWNERSHIP: ReadonlySet<string> = new Set(['ownedRelationship', 'ownedRelatedElement', 'owningRelationship', 'owningRelatedElement']);

const known = new Map<string, readonly PropertyFacts[]>();

/** The properties that a metaclass stores beside ownership, in the order of the alphabet. */
export function storedProperties(metaclass: string): readonly PropertyFacts[] {
    let stored = known.get(metaclass);
    if (stored === undefined) {
        const all = propertiesOf(metaclass);
        const redefined = new Set([...all.values()].flatMap(p => p.redefines.map(r => r.split('.')[1])));
        stored = [...all.values()].filter(p => !p.isDerived && !redefined.has(p.name) && !OWNERSHIP.has(p.name) && p.name !== 'elementId');
        known.set(metaclass, stored);
    }
    return stored;
}

/** The values of a stored property; those of what it redefines where nothing else is stated. */
export function storedValues(element: GraphElement, { name, redefines }: PropertyFacts): readonly Value[] {
    const values = element.all(name);
    if (values.length > 0 || redefines.length === 0) {
        return values;
    }
    const facts = propertiesOf(element.metaclass);
    return redefines.map(r => facts.get(r.split('.')[1])).flatMap(p => (p === undefined ? [] : storedValues(element, p)));
}

/** Whether a document states nothing in words of the extension, and who owns each element that something owns. */
export function isStoredForm(elements: readonly GraphElement[]): boolean {
    const ownership = new OwnershipIndex(elements);
    const isWord = (property: string): boolean => property.startsWith(EXTENSION);
    return (
        elements.every(e => !e.metaclass.startsWith(EXTENSION) && !e.properties.some(isWord)) &&
        elements.some(e => ownership.outward(e) === undefined && isKind(e.metaclass, 'Namespace') && !e.has('declaredName'))
    );
}

/**
 * The file of XMI that a document of notation would be, from the place of another one: a path as URIs have it (KerML 10.2 format 3).
 * @param name of the document, a path
 * @param from the name of the document that refers to it
 */
export function xmi2FileOf(name: string, from: string): string {
    const [path, base] = [name, from].map(n => n.split(/[\\/]/));
    const common = path.findIndex((folder, i) => folder !== base[i] || i === path.length - 1 || i === base.length - 1);
    const up = base.slice(common + 1).map(() => '..');
    return encodeURI([...up, ...path.slice(common)].join('/').replace(/\.(sysml|kerml)$/i, '.$1x'));
}
