/**
 * Reads SysML v2 XMI (`.sysmlx`, `.kermlx`; KerML 10.2 format 3) as elements with their stored properties, in textual order. References to
 * elements of other files are resolved by id. Depends on the spelling only.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Graph, GraphElement, NumberText, numberValue, type Value } from '../graph.js';
import { isAbstractMetaclass, isKind, isMetaclassName, propertyOfMetaclass } from '../metamodel/facts.js';
import { ReadingError } from '../reading/failure.js';
import { References } from './references.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** The maximum nesting depth of elements. */
const MAX_DEPTH = 5000;

/** An open XML element: a model element, a property with text or a reference, or the outermost element. */
interface Open {
    readonly element?: GraphElement;
    readonly property?: string;
    /** whether it belongs to XMI and not to the model: documentation of the tool, or an extension */
    readonly isOfXmi?: boolean;
    text: string;
}

/** Statements that can be completed only after all files have been read. */
class Pending {
    /** elements that own others by reference */
    readonly owned: { readonly owner: GraphElement; readonly property: Owning; readonly element: GraphElement; readonly line: number }[] =
        [];

    /** Completes the statements about the elements of a graph. @throws ReadingError */
    complete({ elements }: Graph, references: References): void {
        const actual = references.resolved();
        for (const element of actual.size === 0 ? [] : elements) {
            element.properties
                .filter(property => element.all(property).some(value => actual.has(value)))
                .forEach(property =>
                    element.set(
                        property,
                        element.all(property).map(value => actual.get(value) ?? value)
                    )
                );
        }
        for (const { owner, property, element, line } of this.owned) {
            const owned = actual.get(element) ?? element;
            if (owned.metaclass === '') {
                throw new ReadingError(`xmi: line ${line}: ${owner.id} owns ${owned.id}, which no file contains`);
            }
            if (OWNERS.some(p => owned.has(p))) {
                throw new ReadingError(`xmi: line ${line}: ${owner.id} owns ${owned.id}, which has another owner`);
            }
            owned.add(OWNER_BY[property], owner);
        }
    }
}

/** The properties by which elements own others, and those by which these refer to their owners. */
type Owning = 'ownedRelationship' | 'ownedRelatedElement';
const OWNER_BY = { ownedRelationship: 'owningRelatedElement', ownedRelatedElement: 'owningRelationship' } as const;
const OWNERS = Object.values(OWNER_BY);
const isOwning = (property: string): property is Owning => Object.hasOwn(OWNER_BY, property);

/** A file of a model in XMI. */
export interface Xmi2File {
    /** the path, by which other files refer to it, relative to themselves */
    readonly name: string;
    readonly content: string;
}

/**
 * Reads a model from its files, which may refer to each other.
 * @returns the elements with their stored properties and owners, in the order of the files
 * @throws ReadingError naming the line and, if there are several files, the file
 */
export function readXmi2(files: readonly Xmi2File[]): Graph {
    const graph = new Graph();
    const references = new References(files.map(f => f.name));
    const pending = new Pending();
    for (const { name, content } of files) {
        try {
            new Xmi2Reader(graph, name, references, pending).read(content);
        } catch (error) {
            throw error instanceof ReadingError && files.length > 1 ? new ReadingError(`${name}: ${error.message}`) : error;
        }
    }
    pending.complete(graph, references);
    return graph;
}

/** Whether a text is SysML v2 XMI: one of the standard's namespaces is declared near its start. */
export function isXmi2(text: string): boolean {
    return (
        /xmlns:\w+\s*=\s*"https?:\/\/www\.omg\.org\/spec\/(?:SysML|KerML)\/20\d{6}[^"]*"/.test(text.slice(0, 4096)) &&
        text.trimStart().startsWith('<')
    );
}

/** The namespaces of the versions of XMI. */
const XMI_NAMESPACE = /^https?:\/\/(?:www\.omg\.org|schema\.omg\.org\/spec)\/(?:spec\/)?XMI(?:\/[\d.]+)?$/;
const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

class Xmi2Reader {
    private readonly open: Open[] = [];
    private readonly parser = new SaxesParser();
    /** the prefixes of the names that belong to XMI and to instances of XML schemas */
    private xmi = 'xmi';
    private xsi = 'xsi';

    constructor(
        private readonly graph: Graph,
        private readonly file: string,
        private readonly references: References,
        private readonly pending: Pending
    ) {}

    read(text: string): void {
        const { parser } = this;
        parser.on('error', error => {
            throw this.failure(error.message.replace(/^\S*?\d+:\d+: /, ''));
        });
        parser.on('opentag', tag => this.begin(tag));
        parser.on('text', part => {
            const last = this.open.at(-1);
            if (last !== undefined) {
                last.text += part;
            }
        });
        parser.on('closetag', () => this.end());
        parser.write(text).close();
    }

    private failure(why: string): ReadingError {
        return new ReadingError(`xmi: line ${this.parser.line}: ${why}`);
    }

    private begin({ name, attributes }: SaxesTagPlain): void {
        const local = name.slice(name.indexOf(':') + 1);
        const owner = this.open.at(-1);
        if (this.open.length > MAX_DEPTH) {
            throw this.failure(`elements are nested too deeply: at most ${MAX_DEPTH} levels are read`);
        }
        if (owner === undefined) {
            this.takePrefixes(attributes);
        }
        if (local === 'XMI' && owner === undefined) {
            this.open.push({ text: '' });
            return;
        }
        if (owner?.isOfXmi === true || name.startsWith(`${this.xmi}:`)) {
            this.open.push({ isOfXmi: true, text: '' });
            return;
        }
        if (owner?.element === undefined) {
            if (owner?.property !== undefined) {
                throw this.failure(`the property ${owner.property} must not contain an element, but contains ${name}`);
            }
            this.open.push({ element: this.declare(local, attributes), text: '' });
            return;
        }
        const href = attributes.href ?? attributes[`${this.xmi}:idref`];
        if (href !== undefined) {
            this.emitReference(owner.element, local, href);
            this.open.push({ property: local, text: '' });
            return;
        }
        const type = attributes[`${this.xsi}:type`] ?? attributes[`${this.xmi}:type`];
        if (!isOwning(local)) {
            if (type !== undefined) {
                throw this.failure(
                    `${owner.element.metaclass} ${owner.element.id} owns ${withArticle(type)} by its ${local}, which owns nothing`
                );
            }
            this.open.push({ property: local, text: '' });
            return;
        }
        if (type === undefined) {
            throw this.failure(`${withArticle(local)} has no xsi:type`);
        }
        const element = this.declare(type.slice(type.indexOf(':') + 1), attributes);
        owner.element.add(local, element);
        element.add(OWNER_BY[local], owner.element);
        this.open.push({ element, text: '' });
    }

    /** Takes the prefixes that the outermost element declares. */
    private takePrefixes(attributes: SaxesTagPlain['attributes']): void {
        for (const [name, uri] of Object.entries(attributes)) {
            if (name.startsWith('xmlns:') && XMI_NAMESPACE.test(uri)) {
                this.xmi = name.slice('xmlns:'.length);
            } else if (name.startsWith('xmlns:') && uri === XSI_NAMESPACE) {
                this.xsi = name.slice('xmlns:'.length);
            }
        }
    }

    private end(): void {
        const closed = this.open.pop();
        const owner = this.open.at(-1)?.element;
        if (closed?.property !== undefined && owner !== undefined && closed.text.trim() !== '') {
            this.state(owner, closed.property, closed.text);
        } else if (closed?.element !== undefined) {
            emitDefaults(closed.element);
        }
    }

    /** Makes an element from its tag and attributes. */
    private declare(metaclass: string, attributes: SaxesTagPlain['attributes']): GraphElement {
        const other = attributes[`${this.xmi}:id`];
        const stated = attributes.elementId === '' ? undefined : attributes.elementId;
        if (!isMetaclassName(metaclass) || isAbstractMetaclass(metaclass)) {
            throw this.failure(`the metamodel has no metaclass ${metaclass}, or it is abstract`);
        }
        if (stated === undefined && (other === undefined || other === '')) {
            throw this.failure(`${withArticle(metaclass)} has neither an elementId nor an xmi:id`);
        }
        const element = this.references.declare(metaclass, this.file, other, stated);
        if (typeof element === 'string') {
            throw this.failure(`two elements have the ${element}`);
        }
        this.graph.write(element).add('elementId', element.id);
        for (const [name, value] of Object.entries(attributes)) {
            if (!name.includes(':') && name !== 'xmlns' && name !== 'elementId') {
                this.state(element, name, value);
            }
        }
        if (isKind(metaclass, 'Usage') && !element.has('isComposite')) {
            element.add('isComposite', false); // XMI omits this default, but readers of the element form need it
        }
        return element;
    }

    /** States the value of an attribute or of a property's text. Blanks separate the ids of references. */
    private state(element: GraphElement, name: string, text: string): void {
        const facts = propertyOfMetaclass(element.metaclass, name);
        if (facts === undefined) {
            throw this.failure(`${withArticle(element.metaclass)} has no property ${name}`);
        }
        if (facts.isReference) {
            text.trim()
                .split(/\s+/)
                .forEach(id => this.emitReference(element, name, id));
            return;
        }
        element.add(name, this.valueOf(facts.type, text, `the ${name} of ${element.id}`));
    }

    private emitReference(element: GraphElement, name: string, href: string): void {
        if (propertyOfMetaclass(element.metaclass, name)?.isReference !== true) {
            throw this.failure(`${withArticle(element.metaclass)} has no reference ${name}`);
        }
        const target = this.references.target(href, this.file);
        element.add(name, target);
        if (isOwning(name)) {
            this.pending.owned.push({ owner: element, property: name, element: target, line: this.parser.line });
        }
    }

    private valueOf(type: string, text: string, what: string): Value {
        switch (type) {
            case 'Boolean':
                if (text !== 'true' && text !== 'false') {
                    throw this.failure(`${what} must be true or false, but is "${text}"`);
                }
                return text === 'true';
            case 'Integer':
                if (!/^[+-]?\d+$/.test(text)) {
                    throw this.failure(`${what} must be an integer, but is "${text}"`);
                }
                return numberValue(text, 'integer');
            case 'Real':
                if (!/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
                    throw this.failure(`${what} must be a number, but is "${text}"`);
                }
                return new NumberText(/[.eE]/.test(text) ? text : `${text}.0`, /[eE]/.test(text) ? 'double' : 'decimal');
            default:
                return text;
        }
    }
}

/** Default values of literals, which the text may omit. */
const LITERALS: ReadonlyMap<string, Value> = new Map<string, Value>([
    ['LiteralBoolean', false],
    ['LiteralInteger', 0],
    ['LiteralRational', new NumberText('0.0', 'decimal')],
    ['LiteralString', '']
]);

/** The operators that metaclasses of expressions imply (KerML 8.3.4.8). */
const OPERATORS: ReadonlyMap<string, string> = new Map([
    ['CollectExpression', 'collect'],
    ['FeatureChainExpression', '.'],
    ['IndexExpression', '#'],
    ['SelectExpression', 'select']
]);

/** States defaults that the text omits but the notation writes. */
function emitDefaults(element: GraphElement): void {
    const literal = LITERALS.get(element.metaclass);
    if (literal !== undefined && !element.has('value')) {
        element.add('value', literal);
    }
    const operator = OPERATORS.get(element.metaclass);
    if (operator !== undefined && !element.has('operator')) {
        element.add('operator', operator);
    }
    if (isKind(element.metaclass, 'Import') && !element.has('visibility')) {
        element.add('visibility', 'private');
    }
}
