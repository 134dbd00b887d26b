/**
 * Maps documents of the MagicDraw family to documents with queries: a view tree becomes a tree of sections, and elements collected by
 * viewpoint methods become rows (contract: migration 11).
 */
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import { bodyOf } from '../comments.js';
import { classifierGroup } from '../classifiers.js';
import type { Mapper, MapperRow } from '../mapper.js';
import type { Mapping } from '../mapping.js';
import { oncePer } from '../once.js';
import { lowerFirst } from '../properties.js';
import { quotedString } from '../../notation/spelling.js';
import { view } from '../views.js';
import { Invocation, named, union, writeResult } from './invocations.js';
import { DOCUMENT_PROFILE, type Block, methodBlocks, textBlocks } from './methods.js';
import { addTableBlock } from './tables.js';

const marked = (element: UmlElement, pattern: RegExp): boolean =>
    element.applications.some(({ name, namespace }) => pattern.test(name) && DOCUMENT_PROFILE.test(namespace));

const isDocument = (element: UmlElement): boolean => marked(element, /^document$/i);
const isDocumentView = (element: UmlElement): boolean => marked(element, /^view$/i);

/** Whether a property is a section: a view that is part of a document. */
const isSection = (element: UmlElement, mapping: Mapping): boolean => {
    const type = element.ref('type');
    return element.owner !== undefined && isDocument(element.owner) && type !== undefined && isView(type, mapping);
};

const isView = (element: UmlElement, mapping: Mapping): boolean => isDocumentView(element) || mapping.stereotypes.has(element, 'View');

const NOT_PORTABLE = 'portable output has no documents';

const document: Mapper = {
    declare(element, owner, mapping) {
        if (mapping.options.strict) {
            return undefined;
        }
        const declaration = mapping.declare(element, owner, 'part def', classifierGroup(owner), `${element.name || 'unnamed'} Document`);
        declaration.append('specializes', [new LibraryName('DocumentQueries::Document')]);
        declaration.isNameMadeUp = true;
        return declaration;
    },
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element);
        if (declaration === undefined) {
            mapping.unmapped(element, NOT_PORTABLE);
            return;
        }
        mapping.mapped(element);
        declaration.addLine([`attribute :>> title = ${quotedString(element.name || 'Document')};`], 'parameter', -2);
        whenDrawn(mapping, () => new Sections(element, element, mapping).writeContent(element, declaration, []));
    }
};

const section: Mapper = {
    declare(element, owner, mapping) {
        if (mapping.options.strict) {
            return undefined;
        }
        const name = element.name || lowerFirst(element.ref('type')!.name) || 'section';
        const declaration = mapping.declare(element, owner, 'part', 'property', name);
        declaration.append('types', [new LibraryName('DocumentQueries::Section')]);
        declaration.isNameMadeUp = element.name === '';
        return declaration;
    },
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element);
        const type = element.ref('type')!;
        if (declaration === undefined) {
            mapping.unmapped(element, NOT_PORTABLE);
            return;
        }
        mapping.mapped(element);
        whenDrawn(mapping, () => new Sections(element.owner!, element, mapping).write(type, declaration, []));
    }
};

/** Runs a step after all diagrams are written, because sections show their views and tables. */
const whenDrawn = (mapping: Mapping, step: () => void): void => mapping.whenComplete(() => mapping.whenComplete(step));

/** Writes the sections of a part of a document. */
class Sections {
    constructor(
        private readonly document: UmlElement,
        /** element for notes about omissions */
        private readonly source: UmlElement,
        private readonly mapping: Mapping
    ) {}

    /** @param open views that are being written; a view that contains itself is omitted there */
    write(type: UmlElement, section: Declaration, open: readonly UmlElement[]): void {
        section.addLine([`attribute :>> title = ${quotedString(type.name || 'Section')};`], 'parameter', -2);
        this.writeContent(type, section, open);
        const within = [...open, type];
        for (const property of type.ownedAs('ownedAttribute')) {
            const child = property.ref('type');
            if (child === undefined || !isView(child, this.mapping)) {
                continue;
            }
            if (within.includes(child)) {
                this.mapping.approximated(this.source, `the view ${child.name} is within itself: written once`);
                continue;
            }
            const name = section.freeName(property.name || lowerFirst(child.name) || 'section');
            const part = section.declare('part', name, 'property', property.order);
            part.append('types', [new LibraryName('DocumentQueries::Section')]);
            this.write(child, part, within);
        }
    }

    /** Writes the text of a view, then the blocks that its method produces from the exposed elements. */
    writeContent(type: UmlElement, section: Declaration, open: readonly UmlElement[]): void {
        const [comment] = type.ownedAs('ownedComment').filter(c => c.refs('annotatedElement').includes(type));
        const texts = comment === undefined ? [] : textBlocks(bodyOf(comment), comment, this.mapping);
        const exposed = exposedBy(type, this.mapping);
        const method = methodOf(type);
        const blocks = method === undefined ? this.shown(exposed) : this.made(method, exposed);
        [...texts, ...blocks].forEach((block, i) => this.writeBlock(block, section, i - 1000 + open.length));
    }

    /** Returns the blocks of a view without a method: its diagrams and tables. */
    private shown(exposed: readonly UmlElement[]): readonly Block[] {
        const diagrams = exposed.filter(({ metaclass }) => metaclass === 'Diagram');
        if (diagrams.length < exposed.length) {
            const count = exposed.length - diagrams.length;
            this.mapping.approximated(this.source, `${count} exposed elements have no method that shows them`);
        }
        return diagrams.map(diagram => ({ kind: 'diagram', diagram }));
    }

    private made(method: UmlElement, exposed: readonly UmlElement[]): readonly Block[] {
        const rows = union(
            exposed
                .flatMap(e => this.mapping.declarationOf(e) ?? [])
                .filter(d => d.name !== '')
                .map(named)
        );
        if (rows === undefined) {
            this.mapping.approximated(this.source, 'nothing that its view exposes is written');
            return [];
        }
        const { blocks, refused } = methodBlocks(method, rows, exposed, this.mapping);
        refused.forEach(step => this.mapping.approximated(this.source, `of its method, '${step}' and the steps after it are not written`));
        return blocks;
    }

    private writeBlock(block: Block, owner: Declaration, order: number): void {
        switch (block.kind) {
            case 'paragraph': {
                const part = this.part(owner, 'paragraph', 'Paragraph', order);
                part.addLine([`attribute :>> text = ${quotedString(block.text)};`], 'property', 0);
                break;
            }
            case 'image': {
                const part = this.part(owner, 'image', 'Image', order);
                for (const name of ['location', 'caption', 'alt'] as const) {
                    if (block[name] !== '') {
                        part.addLine([`attribute :>> ${name} = ${quotedString(block[name])};`], 'property', 0);
                    }
                }
                break;
            }
            case 'diagram':
                this.writeDiagram(block.diagram, owner, order);
                break;
            case 'table':
                addTableBlock(owner, block.caption, this.query(block.rows, block.caption), order);
                break;
            default: {
                const part = this.part(
                    owner,
                    block.kind === 'list' ? 'list' : 'paragraph',
                    block.kind === 'list' ? 'List' : 'Paragraph',
                    order
                );
                if (block.kind === 'list' && block.isNumbered) {
                    part.addLine(['attribute :>> style = "number";'], 'property', 0);
                }
                part.declare('calc', 'rows', 'property', 1).append('types', [new Name(this.query(block.rows, owner.name))]);
            }
        }
    }

    private writeDiagram(diagram: UmlElement, owner: Declaration, order: number): void {
        const table = this.mapping.tables.get(diagram);
        const written = this.mapping.declarationOf(diagram);
        if (table !== undefined) {
            addTableBlock(owner, diagram.name, table.query, order);
        } else if (written?.kind === 'view' && !isText(written)) {
            const part = this.part(owner, 'diagram', 'Diagram', order);
            part.addLine([`attribute :>> caption = ${quotedString(diagram.name)};`], 'property', 0);
            part.addLine(['ref :>> source = ', new Name(written), ';'], 'property', 1);
        } else {
            this.mapping.approximated(this.source, `the diagram ${diagram.name} is not drawn`);
        }
    }

    private part(owner: Declaration, name: string, type: string, order: number): Declaration {
        const part = owner.declare('part', owner.freeName(name), 'property', order);
        part.append('types', [new LibraryName(`DocumentQueries::${type}`)]);
        return part;
    }

    /** Declares a query next to the document. */
    private query(rows: Invocation, name: string): Declaration {
        const body = this.mapping.declarationOf(this.document)!.owner!;
        const query = body.declare('calc def', body.freeName(`${name} Rows`), classifierGroup(body), this.document.order + 0.5);
        query.append('specializes', [new LibraryName('DocumentQueries::Query')]);
        query.isNameMadeUp = true;
        writeResult(query, rows, this.mapping);
        return query;
    }
}

/** Whether a view is rendered as text and therefore is not a drawing. */
function isText(written: Declaration): boolean {
    const isTextual = (text: Text): boolean =>
        text.some(piece => piece instanceof LibraryName && piece.text === 'Views::asTextualNotation');
    return written.members().some(member => 'text' in member && member.text !== undefined && isTextual(member.text));
}

const exposures = oncePer((mapping: Mapping): ReadonlyMap<UmlElement, readonly UmlElement[]> => {
    const all = new Map<UmlElement, UmlElement[]>();
    for (const element of everyElement(mapping.model.roots)) {
        const isExpose = mapping.stereotypes.has(element, 'Expose');
        for (const client of isExpose ? element.refs('client') : []) {
            all.set(client, [...(all.get(client) ?? []), ...element.refs('supplier')]);
        }
    }
    return all;
});

/** Returns the elements that a view exposes, with «Expose» dependencies or imports. */
function exposedBy(type: UmlElement, mapping: Mapping): readonly UmlElement[] {
    const imported = [...type.ownedAs('elementImport'), ...type.ownedAs('packageImport')].flatMap(i => [
        ...i.refs('importedElement'),
        ...i.refs('importedPackage')
    ]);
    return [...new Set([...(exposures(mapping).get(type) ?? []), ...imported])];
}

/** Returns the activity with which the viewpoint of a view presents the view. */
function methodOf(type: UmlElement): UmlElement | undefined {
    const viewpoints = type
        .ownedAs('generalization')
        .filter(g => g.applications.some(({ name }) => name === 'Conform' || name === 'Conforms'))
        .flatMap(g => g.refs('general'));
    for (const viewpoint of viewpoints) {
        const methods = viewpoint.ownedAs('ownedOperation').flatMap(operation => operation.refs('method'));
        const activities = [...viewpoint.refs('classifierBehavior'), ...methods, ...viewpoint.ownedAs('ownedBehavior')];
        const [activity] = activities.filter(({ metaclass }) => metaclass === 'Activity');
        if (activity !== undefined) {
            return activity;
        }
    }
    return undefined;
}

export const documentRows: readonly MapperRow[] = [
    { metaclasses: ['Class', 'Package'], applies: isDocument, mapper: document },
    { metaclasses: ['Class', 'Package'], applies: isDocumentView, mapper: view },
    { metaclasses: ['Property'], applies: isSection, mapper: section }
];
