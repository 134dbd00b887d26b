/**
 * Determines the stored properties of elements (KerML 10.2: the abstract syntax in MOF): those that are neither derived nor redefined.
 * Ownership may be stated from both sides. Depends on graphs only.
 */
import type { GraphElement, Value } from '../graph.js';
import { type PropertyFacts, propertiesOf } from '../metamodel/facts.js';
import { EXTENSION } from '../vocabulary.js';
import { OwnershipIndex } from '../reading/full/ownership-index.js';

/** Ownership properties, of the owner and of the owned element. */
const OWNERSHIP: ReadonlySet<string> = new Set(['ownedRelationship', 'ownedRelatedElement', 'owningRelationship', 'owningRelatedElement']);

const known = new Map<string, readonly PropertyFacts[]>();

/** The stored properties of a metaclass except ownership, in alphabetical order. */
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

/** The values of a stored property; if there are none, the values of the properties that it redefines. */
export function storedValues(element: GraphElement, { name, redefines }: PropertyFacts): readonly Value[] {
    const values = element.all(name);
    if (values.length > 0 || redefines.length === 0) {
        return values;
    }
    const facts = propertiesOf(element.metaclass);
    return redefines.map(r => facts.get(r.split('.')[1])).flatMap(p => (p === undefined ? [] : storedValues(element, p)));
}

const NAMES = ['declaredName', 'declaredShortName'];

/** Whether a document has no terms of the extension and contains a root namespace, an unnamed namespace without an owner. */
export function isStoredForm(elements: readonly GraphElement[]): boolean {
    const ownership = new OwnershipIndex(elements);
    const isWord = (property: string): boolean => property.startsWith(EXTENSION);
    return (
        elements.every(e => !e.metaclass.startsWith(EXTENSION) && !e.properties.some(isWord)) &&
        elements.some(e => e.metaclass === 'Namespace' && ownership.outward(e) === undefined && !NAMES.some(name => e.has(name)))
    );
}

/**
 * The path of a notation document's XMI file, relative to another document, as a URI path (KerML 10.2 format 3).
 * @param name the name of the document, a path
 * @param from the name of the referring document
 */
export function xmi2FileOf(name: string, from: string): string {
    const [path, base] = [name, from].map(n => n.split(/[\\/]/));
    const common = path.findIndex((folder, i) => folder !== base[i] || i === path.length - 1 || i === base.length - 1);
    const up = base.slice(common + 1).map(() => '..');
    return encodeURI([...up, ...path.slice(common)].join('/').replace(/\.(sysml|kerml)$/i, '.$1x'));
}
