/**
 * Writes elements with their stored properties as SysML v2 XMI (KerML 10.2 format 3). Nests elements in their owners, and refers to all
 * others by id; a reference to another file, such as one of the library, contains the path of the file. Depends on the spelling only.
 */
import { withArticle } from '../../language/semantics/metaclass.js';
import { cannotConvert, ExpressionText, GraphElement, NumberText, type Value } from '../graph.js';
import { isKind, type PropertyFacts } from '../metamodel/facts.js';
import { OwnershipIndex } from '../reading/full/ownership-index.js';
import { storedProperties, storedValues } from './stored.js';

/** The version of the metamodel to which the texts conform. */
const SYSML = 'https://www.omg.org/spec/SysML/20250201';
const HEAD =
    'xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    `xmlns:sysml="${SYSML}"`;

/** The path of the other file that contains a referenced element; undefined if unknown. */
export type FileOf = (id: string) => string | undefined;

/**
 * Writes a document as text in pieces.
 * @param fileOf finds the file of an element outside of the document
 * @throws ConversionError for an element without an owner that is not a namespace, and for a name that does not resolve
 */
export function* xmi2Pieces(elements: readonly GraphElement[], fileOf: FileOf): Generator<string, void, undefined> {
    yield* new Xmi2Writer(elements, fileOf).pieces();
}

class Xmi2Writer {
    private readonly ownership: OwnershipIndex;
    private readonly own: ReadonlySet<GraphElement>;
    private readonly roots: readonly GraphElement[];

    constructor(
        elements: readonly GraphElement[],
        private readonly fileOf: FileOf
    ) {
        this.ownership = new OwnershipIndex(elements);
        this.own = new Set(elements);
        this.roots = elements.filter(e => this.ownership.outward(e) === undefined);
        const loose = this.roots.find(root => !isKind(root.metaclass, 'Namespace'));
        if (loose !== undefined) {
            throw cannotConvert(loose.key, `nothing owns the ${loose.metaclass}, but a root must be a namespace`);
        }
    }

    *pieces(): Generator<string, void, undefined> {
        yield '<?xml version="1.0" encoding="UTF-8"?>\n';
        const isOne = this.roots.length === 1;
        if (!isOne) {
            yield `<xmi:XMI ${HEAD}>\n`;
        }
        for (const root of this.roots) {
            yield* this.element(root, `sysml:${root.metaclass}`, isOne ? ` ${HEAD}` : '', isOne ? 0 : 1);
        }
        if (!isOne) {
            yield '</xmi:XMI>\n';
        }
    }

    /** Writes a root and everything below it. Uses an explicit stack, because models may be nested deeply. */
    private *element(root: GraphElement, rootTag: string, head: string, depth: number): Generator<string, void, undefined> {
        type Step = { readonly close: string } | { readonly element: GraphElement; readonly tag: string; readonly depth: number };
        const work: Step[] = [{ element: root, tag: rootTag, depth }];
        for (let step = work.pop(); step !== undefined; step = work.pop()) {
            if ('close' in step) {
                yield step.close;
                continue;
            }
            const { element, tag } = step;
            const indent = '  '.repeat(step.depth);
            const type = element === root ? head : ` xsi:type="sysml:${element.metaclass}"`;
            const { attributes, children } = this.stored(element, `${indent}  `);
            const owned = [
                ...this.ownership.relationshipsOf(element).map(e => ({ element: e, tag: 'ownedRelationship', depth: step.depth + 1 })),
                ...this.ownership.membersOf(element).map(e => ({ element: e, tag: 'ownedRelatedElement', depth: step.depth + 1 }))
            ];
            const id = escaped(element.key);
            const begin = `${indent}<${tag}${type} xmi:id="${id}" elementId="${escaped(element.text('elementId') ?? element.id)}"${attributes}`;
            if (owned.length === 0 && children === '') {
                yield `${begin}/>\n`;
                continue;
            }
            yield `${begin}>\n${children}`;
            work.push({ close: `${indent}</${tag}>\n` }, ...owned.reverse());
        }
    }

    /** The attributes of an element, and the properties that need child elements: references to other files, and lists of texts. */
    private stored(element: GraphElement, indent: string): { readonly attributes: string; readonly children: string } {
        let attributes = '';
        let children = '';
        for (const facts of storedProperties(element.metaclass)) {
            const values = storedValues(element, facts).filter(value => !this.isOwned(element, value));
            if (values.length === 0 || isDefault(element, facts, values)) {
                continue;
            }
            const targets = values.filter(value => value instanceof GraphElement && this.own.has(value));
            if (targets.length === values.length) {
                attributes += ` ${facts.name}="${targets.map(target => escaped(textOf(target))).join(' ')}"`;
            } else if (facts.isReference || facts.isMany) {
                children += values.map(value => `${indent}${this.child(element, facts.name, value)}\n`).join('');
            } else {
                attributes += ` ${facts.name}="${escaped(textOf(values[0]))}"`;
            }
        }
        return { attributes, children };
    }

    /** Whether a membership refers to its owned element, which nesting already states (KerML 8.3.2.4.7 ownedMemberElement). */
    private isOwned(element: GraphElement, value: Value): boolean {
        return (
            isKind(element.metaclass, 'OwningMembership') &&
            value instanceof GraphElement &&
            this.ownership.relationshipTo(value) === element
        );
    }

    private child(element: GraphElement, name: string, value: Value): string {
        if (value instanceof GraphElement) {
            const file = this.own.has(value) ? '' : (this.fileOf(value.id) ?? '');
            return `<${name} href="${escaped(`${file}#${value.key}`)}"/>`;
        }
        if (typeof value === 'string' && name === 'aliasIds') {
            return `<${name}>${escaped(value)}</${name}>`;
        }
        throw cannotConvert(this.described(element), `its ${name} is the name ${textOf(value)}, which does not resolve to an element`);
    }

    /** An element in a message: few have names, so the nearest named element around it is mentioned. */
    private described(element: GraphElement): string {
        let named: GraphElement | undefined = element;
        while (named !== undefined && named.text('declaredName') === undefined) {
            named = this.ownership.outward(named);
        }
        const place = named === undefined ? element.key : `'${named.text('declaredName')}'`;
        return named === element ? `${element.metaclass} ${place}` : `${withArticle(element.metaclass)} in ${place}`;
    }
}

function isDefault(element: GraphElement, { name, type, default: value }: PropertyFacts, values: readonly Value[]): boolean {
    if (name === 'visibility') {
        return values[0] === (isKind(element.metaclass, 'Import') ? 'private' : 'public');
    }
    return type === 'Boolean' && values[0] === (value === 'true') && name !== 'value';
}

function textOf(value: Value): string {
    return value instanceof NumberText || value instanceof ExpressionText
        ? value.text
        : value instanceof GraphElement
          ? value.key
          : String(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\n': '&#xA;',
    '\r': '&#xD;',
    '\t': '&#x9;'
};

function escaped(text: string): string {
    return text.replace(/[&<>"\n\r\t]/g, c => ENTITIES[c]);
}
