/**
 * Reads SysML v2 XMI (`.sysmlx`, `.kermlx`; KerML 10.2 format 3) as elements with their stored properties, in textual order. An element of
 * another file is a reference by id. Depends on the spelling only.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Graph, GraphElement, NumberText, numberValue, type Value } from '../graph.js';
import { isAbstractMetaclass, isKind, isMetaclassName, propertyOfMetaclass } from '../metamodel/facts.js';
import { ReadingError } from '../reading/failure.js';

/** The maximum nesting depth of elements. */
const MAX_DEPTH = 5000;

/** An open XML element: a model element, a property with text or a reference, or the outermost element. */
interface Open {
    readonly element?: GraphElement;
    readonly property?: string;
    text: string;
}

/** A file of a model in XMI. */
export interface Xmi2File {
    /** for messages only; files refer to each other by the ids of elements */
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
    const elements = new Map<string, GraphElement>();
    for (const { name, content } of files) {
        try {
            new Xmi2Reader(graph, elements).read(content);
        } catch (error) {
            throw error instanceof ReadingError && files.length > 1 ? new ReadingError(`${name}: ${error.message}`) : error;
        }
    }
    return graph;
}

/** Whether a text is SysML v2 XMI: one of the standard's namespaces is declared near its start. */
export function isXmi2(text: string): boolean {
    return (
        /xmlns:\w+\s*=\s*"https?:\/\/www\.omg\.org\/spec\/(?:SysML|KerML)\/20\d{6}[^"]*"/.test(text.slice(0, 4096)) &&
        text.trimStart().startsWith('<')
    );
}

class Xmi2Reader {
    private readonly open: Open[] = [];
    private readonly parser = new SaxesParser();

    /** @param elements the elements of all files, by id */
    constructor(
        private readonly graph: Graph,
        private readonly elements: Map<string, GraphElement>
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
        for (const element of this.elements.values()) {
            if (element.state === 'external' && element.metaclass !== '') {
                throw this.failure(`the element ${element.id} is no part of the document`);
            }
        }
    }

    private failure(why: string): ReadingError {
        return new ReadingError(`xmi: line ${this.parser.line}: ${why}`);
    }

    private elementOf(id: string): GraphElement {
        let element = this.elements.get(id);
        if (element === undefined) {
            this.elements.set(id, (element = new GraphElement(id, '')));
        }
        return element;
    }

    private begin({ name, attributes }: SaxesTagPlain): void {
        const local = name.slice(name.indexOf(':') + 1);
        const owner = this.open.at(-1);
        if (this.open.length > MAX_DEPTH) {
            throw this.failure(`elements are nested too deeply: ${MAX_DEPTH} levels are read`);
        }
        if (local === 'XMI' && owner === undefined) {
            this.open.push({ text: '' });
            return;
        }
        if (owner?.element === undefined) {
            if (owner?.property !== undefined) {
                throw this.failure(`the property ${owner.property} holds an element ${name}`);
            }
            this.open.push({ element: this.declare(local, attributes), text: '' });
            return;
        }
        const href = attributes.href ?? attributes['xmi:idref'];
        if (href !== undefined) {
            this.emitReference(owner.element, local, href);
            this.open.push({ property: local, text: '' });
            return;
        }
        const type = attributes['xsi:type'] ?? attributes['xmi:type'];
        if (local !== 'ownedRelationship' && local !== 'ownedRelatedElement') {
            if (type !== undefined) {
                throw this.failure(`${owner.element.metaclass} ${owner.element.id} owns a ${type} by its ${local}, which owns nothing`);
            }
            this.open.push({ property: local, text: '' });
            return;
        }
        if (type === undefined) {
            throw this.failure(`an ${local} has no xsi:type`);
        }
        const element = this.declare(type.slice(type.indexOf(':') + 1), attributes);
        owner.element.add(local, element);
        element.add(local === 'ownedRelationship' ? 'owningRelatedElement' : 'owningRelationship', owner.element);
        this.open.push({ element, text: '' });
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
        const id = attributes.elementId ?? attributes['xmi:id'];
        if (!isMetaclassName(metaclass) || isAbstractMetaclass(metaclass)) {
            throw this.failure(`the metamodel has no metaclass ${metaclass} that an element may have`);
        }
        if (id === undefined || id === '') {
            throw this.failure(`a ${metaclass} has neither an elementId nor an xmi:id`);
        }
        const element = this.elementOf(id);
        if (element.metaclass !== '') {
            throw this.failure(`the elementId ${id} stands twice`);
        }
        element.metaclass = metaclass;
        this.graph.write(element).add('elementId', id);
        const other = attributes['xmi:id'];
        if (other !== undefined && other !== id) {
            this.elements.set(other, element);
        }
        for (const [name, value] of Object.entries(attributes)) {
            if (!name.includes(':') && name !== 'xmlns' && name !== 'elementId') {
                this.state(element, name, value);
            }
        }
        if (isKind(metaclass, 'Usage') && !element.has('isComposite')) {
            element.add('isComposite', false); // XMI omits this default, which the element form must state
        }
        return element;
    }

    /** States the value of an attribute or of a property's text. Blanks separate the ids of references. */
    private state(element: GraphElement, name: string, text: string): void {
        const facts = propertyOfMetaclass(element.metaclass, name);
        if (facts === undefined) {
            throw this.failure(`a ${element.metaclass} has no property ${name}`);
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
            throw this.failure(`a ${element.metaclass} has no reference ${name}`);
        }
        const id = decodeURIComponent(href.slice(href.lastIndexOf('#') + 1));
        const target = this.elementOf(id);
        if (name === 'ownedRelationship' || name === 'ownedRelatedElement') {
            throw this.failure(`${element.id} owns ${id}, which stands elsewhere: what an element owns stands within it`);
        }
        element.add(name, target);
    }

    private valueOf(type: string, text: string, what: string): Value {
        switch (type) {
            case 'Boolean':
                if (text !== 'true' && text !== 'false') {
                    throw this.failure(`${what} is "${text}", neither true nor false`);
                }
                return text === 'true';
            case 'Integer':
                if (!/^[+-]?\d+$/.test(text)) {
                    throw this.failure(`${what} is "${text}", no integer`);
                }
                return numberValue(text, 'integer');
            case 'Real':
                if (!/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
                    throw this.failure(`${what} is "${text}", no number`);
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

/** Operators that expressions have by their metaclass (KerML 8.3.4.8). */
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
