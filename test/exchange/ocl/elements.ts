/**
 * The elements of derived documents as the constraints see them: one graph of a model's document and of those of the library, which are
 * made when something in them is requested first. Knows no OCL.
 */
import { isKind, type MetaclassName, propertyOfMetaclass } from '../../../src/exchange/metamodel/facts.js';
import { documentsBelow } from '../../support/models.js';
import { derivedOf, type Json } from '../derived.js';
import { modelOf } from '../models.js';

/** What a document does not tell. */
export class Undecidable extends Error {}

export class Element {
    constructor(
        readonly id: string,
        readonly metaclass: MetaclassName,
        /** what a document states of it; of a stub the name alone */
        public json: Json
    ) {}

    get isStub(): boolean {
        return isStub(this.json);
    }

    is(kind: MetaclassName): boolean {
        return isKind(this.metaclass, kind);
    }

    toString(): string {
        const { qualifiedName } = this.json;
        return typeof qualifiedName === 'string' ? qualifiedName : this.id;
    }
}

export type Scalar = Element | string | number | boolean;

/** The first name of a qualified one, without quotes. */
const rootOf = (qualifiedName: string): string =>
    /^'((?:[^'\\]|\\.)*)'|^([^:]*)/
        .exec(qualifiedName)!
        .slice(1)
        .find(s => s !== undefined)!;

/** Whether a document only refers to an element. */
const isStub = (json: Json): boolean => json.isLibraryElement === true && !('ownedRelationship' in json);

/** A name without the quotes that its segments may have. */
const unquoted = (qualifiedName: string): string => qualifiedName.replace(/'((?:[^'\\]|\\.)*)'/g, '$1');

export class Elements {
    private readonly byId = new Map<string, Element>();
    private readonly byName = new Map<string, Element>();
    private readonly documents = new Map(documentsBelow('library').map(d => [d.name.replace(/^.*[\\/]|\.\w+$/g, ''), d] as const));

    /** The library's own elements, when nothing else is there. */
    constructor(private readonly library?: Elements) {}

    /** The elements of a document, those that it only refers to aside. */
    add(document: readonly Json[]): Element[] {
        const added: Element[] = [];
        const stubs = new Set(document.filter(isStub).map(json => json['@id']));
        // what documents have beside elements of the library is the library's, too
        const isLibrarys = (json: Json): boolean => isStub(json) || stubs.has((json['@id'] as string).replace(/_psnapshots(?:_\w+)?$/, ''));
        for (const json of document) {
            if (this.library !== undefined && isLibrarys(json)) {
                this.library.add([json]);
                continue;
            }
            const id = json['@id'] as string;
            const known = this.byId.get(id);
            if (known?.isStub === false || (known !== undefined && isStub(json))) {
                continue;
            }
            const element = known ?? new Element(id, json['@type'] as MetaclassName, json);
            element.json = json;
            this.byId.set(id, element);
            if (!isStub(json)) {
                added.push(element);
                if (typeof json.qualifiedName === 'string' && !element.is('Membership')) {
                    this.byName.set(unquoted(json.qualifiedName), element);
                }
            }
        }
        return added;
    }

    /** Whether an element is of this document, not of the library behind it. */
    isOwn(element: Element): boolean {
        return this.byId.get(element.id) === element;
    }

    find(id: string): Element | undefined {
        return this.byId.get(id) ?? this.library?.find(id);
    }

    /** The element of a qualified name in the library. */
    named(qualifiedName: string): Element | undefined {
        if (this.library !== undefined) {
            return this.library.named(qualifiedName);
        }
        this.load(rootOf(qualifiedName));
        return this.byName.get(unquoted(qualifiedName));
    }

    private load(root: string): void {
        const document = this.documents.get(root);
        if (document !== undefined) {
            this.documents.delete(root);
            this.add(derivedOf(modelOf([document])));
        }
    }

    /** The values of a property that a metaclass has. @throws Undecidable where the document does not tell them */
    valuesOf(element: Element, property: string): readonly Scalar[] {
        if (element.isStub) {
            this.complete(element);
        }
        const value = element.json[property];
        if (value === undefined) {
            throw new Undecidable(`${element.toString()}.${property}`);
        }
        const values = Array.isArray(value) ? (value as unknown[]) : value === null ? [] : [value];
        return values.map(v => this.scalarOf(v));
    }

    private complete(element: Element): void {
        (this.library ?? this).load(rootOf(element.toString()));
        if (element.isStub) {
            throw new Undecidable(`${element.toString()} of the library`);
        }
    }

    private scalarOf(value: unknown): Scalar {
        if (typeof value !== 'object' || value === null) {
            return value as Scalar;
        }
        const id = (value as Json)['@id'];
        const element = typeof id === 'string' ? this.find(id) : undefined;
        if (element === undefined) {
            throw new Undecidable(`a reference to ${JSON.stringify(value)}`);
        }
        return element;
    }
}

export const hasProperty = (element: Element, property: string): boolean => propertyOfMetaclass(element.metaclass, property) !== undefined;
