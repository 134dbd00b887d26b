/** Translates the methods of viewpoints step by step: collecting, filtering, sorting and showing elements (contract: migration 11). */
import type { StereotypeApplication, UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { type Picture, richBlocks } from '../rich-text.js';
import { quotedString } from '../../notation/spelling.js';
import { except, Invocation, texts, union, whereMetadata, whereType } from './invocations.js';
import { metaclassOfRows, PROPERTIES, relationOf } from './vocabulary.js';

/** Document profiles of the MagicDraw family. */
export const DOCUMENT_PROFILE =
    /^https?:\/\/www\.(magicdraw|nomagic)\.com\/schemas\/(manual\/Document_Profile|[^/]*Collaborator[^/]*)\.xmi$/;

/** A block of a section. */
export type Block =
    | { readonly kind: 'paragraph'; readonly text: string }
    | ({ readonly kind: 'image' } & Picture)
    | { readonly kind: 'diagram'; readonly diagram: UmlElement }
    | { readonly kind: 'table'; readonly caption: string; readonly rows: Invocation }
    | { readonly kind: 'list'; readonly isNumbered: boolean; readonly rows: Invocation }
    | { readonly kind: 'prose'; readonly rows: Invocation };

/** Returns the paragraphs and images of a text of an element. */
export const textBlocks = (text: string, of: UmlElement, mapping: Mapping): readonly Block[] =>
    richBlocks(text, of, mapping).map(block =>
        typeof block === 'string' ? { kind: 'paragraph', text: block } : { kind: 'image', ...block }
    );

interface Step {
    readonly node: UmlElement;
    readonly application: StereotypeApplication;
    readonly mapping: Mapping;
    /** the elements that the view exposes */
    readonly exposed: readonly UmlElement[];
}

/** Translates a step to other rows or to blocks; undefined for a step without an equivalent. */
type Lowering = (rows: Invocation, step: Step) => Invocation | readonly Block[] | undefined;

const flag = (application: StereotypeApplication, tag: string): boolean => application.text(tag) === 'true';

/** Returns the number of levels that a step follows. A missing number and 0 mean all levels. */
function depthOf(application: StereotypeApplication): number {
    const depth = Number(application.text('depthChoice', 'depth') ?? '0');
    return Number.isInteger(depth) && depth > 0 ? depth : 1000;
}

const along =
    (operation: string): Lowering =>
    (rows, { application }) =>
        new Invocation(operation, [
            ['source', rows],
            ['maxDepth', [String(depthOf(application))]]
        ]);

function related(rows: Invocation, kind: string, direction: string, depth: number): Invocation {
    return new Invocation('RelatedElements', [
        ['source', rows],
        ['relationshipKind', [`"${kind}"`]],
        ['direction', [`"${direction}"`]],
        ['maxDepth', [String(depth)]]
    ]);
}

const byRelationship: Lowering = (rows, { application, mapping }) => {
    const links = [...application.links('stereotypes'), ...application.links('metaclasses'), ...application.links('stereotypeChoice')];
    const found = links.map(link => {
        const path = 'href' in link ? link.path || link.href.replace(/^.*[#.]/, '') : (mapping.model.resolve(link)?.name ?? '');
        const known = mapping.model.stereotypeNames.get('href' in link ? link.href.replace(/^.*#/, '') : link.id);
        return relationOf(known ?? path);
    });
    if (found.length === 0 || found.includes(undefined)) {
        return undefined;
    }
    const isOut = application.text('directionOut') !== 'false';
    return union(
        found.flatMap(relation =>
            relation === undefined
                ? []
                : [related(rows, relation.kind, isOut !== relation.isReversed ? 'outgoing' : 'incoming', depthOf(application))]
        )
    );
};

/** Filters rows by metaclasses and stereotypes; keeps or removes the matching rows. */
const ofKinds: Lowering = (rows, { application, mapping }) => {
    const links = ['metaclasses', 'stereotypes', 'metaclassChoice', 'stereotypeChoice'].flatMap(tag => application.links(tag));
    const filters = links.map(link => {
        const definition = mapping.declarationOf(mapping.model.resolve(link));
        if (definition?.kind === 'metadata') {
            return whereMetadata(rows, definition);
        }
        const metaclass = metaclassOfRows(link, id => mapping.model.stereotypeNames.get(id));
        return metaclass === undefined || metaclass === 'Element' ? undefined : whereType(rows, metaclass);
    });
    const known = filters.flatMap(filter => filter ?? []);
    const kept = union(known);
    if (kept === undefined || known.length < filters.length) {
        return undefined;
    }
    return application.text('includeElements') === 'false' ? except(rows, kept) : kept;
};

const byName: Lowering = (rows, { application }) => {
    const filters = application.texts('names').map(
        pattern =>
            new Invocation('WhereName', [
                ['source', rows],
                ['operator', ['"matches"']],
                ['value', [quotedString(pattern)]]
            ])
    );
    const kept = union(filters);
    return kept !== undefined && application.text('includeElements') === 'false' ? except(rows, kept) : kept;
};

function ordered(rows: Invocation, property: string, isReversed: boolean): Invocation {
    return new Invocation('OrderBy', [
        ['source', rows],
        ['property', [quotedString(property)]],
        ['direction', [isReversed ? '"descending"' : '"ascending"']],
        ['missing', ['"last"']],
        ['multiple', ['"first"']]
    ]);
}

function project(rows: Invocation, properties: readonly string[]): Invocation {
    return new Invocation('Project', [
        ['source', rows],
        ['properties', texts(properties)]
    ]);
}

/** Returns the row property for an attribute of the tool, such as `Name` or `Documentation`. */
function attributeOf(application: StereotypeApplication, ...tags: string[]): string | undefined {
    const name = (application.text(...tags) ?? 'Name').toLowerCase();
    return Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
}

const sorted: Lowering = (rows, { application }) => {
    const property = attributeOf(application, 'desiredAttribute', 'attribute');
    return property === undefined ? undefined : ordered(rows, property, flag(application, 'reverse'));
};

/** Writes a table whose columns are the nested steps. */
const tableStructure: Lowering = (rows, { node, application, mapping }) => {
    const inner = node.ref('behavior') ?? node;
    const columns = stepsIn(inner).map(applied => {
        if (/^TableAttributeColumn$/i.test(applied.name)) {
            return attributeOf(applied, 'desiredAttribute', 'attribute');
        }
        const feature = applied.links('desiredProperty').flatMap(link => mapping.model.resolve(link) ?? [])[0];
        return /^TablePropertyColumn$/i.test(applied.name) ? mapping.declarationOf(feature)?.name : undefined;
    });
    const known = columns.flatMap(column => column ?? []);
    if (known.length === 0 || known.length < columns.length) {
        return undefined;
    }
    const caption = application.text('captions', 'titles') ?? node.name;
    return [{ kind: 'table', caption: caption || 'Table', rows: project(rows, known) }];
};

const paragraph: Lowering = (rows, { node, application, mapping }) => {
    const text = application.text('body');
    if (text !== undefined && text.trim() !== '') {
        return textBlocks(text, node, mapping);
    }
    const property = attributeOf(application, 'attributeToPrintChoice', 'desiredAttribute') ?? 'documentation';
    return [{ kind: 'prose', rows: project(rows, [property]) }];
};

const LOWERINGS: Readonly<Record<string, Lowering>> = {
    collectownedelements: along('Descendants'),
    collectowners: along('Ancestors'),
    collecttypes: rows => related(rows, 'typing', 'outgoing', 1),
    collectgeneralizations: rows => related(rows, 'specialization', 'outgoing', 1),
    collectbydirectedrelationshipstereotypes: byRelationship,
    collectbydirectedrelationshipmetaclasses: byRelationship,
    filterbymetaclasses: ofKinds,
    filterbystereotypes: ofKinds,
    filterbynames: byName,
    sortbyname: (rows, { application }) => ordered(rows, 'name', flag(application, 'reverse')),
    sortbyattribute: sorted,
    removeduplicates: rows => new Invocation('Distinct', [['source', rows]]),
    bulletedlist: (rows, { application }) => [
        { kind: 'list', isNumbered: flag(application, 'orderedList'), rows: project(rows, ['name']) }
    ],
    paragraph,
    tablestructure: tableStructure,
    image: (_rows, { exposed }) => {
        const diagrams = exposed.filter(({ metaclass }) => metaclass === 'Diagram');
        return diagrams.length === 0 ? undefined : diagrams.map((diagram): Block => ({ kind: 'diagram', diagram }));
    }
};

/** Returns the blocks that a method produces from rows. A branch ends at a step without an equivalent, which is listed in `refused`. */
export function methodBlocks(
    method: UmlElement,
    rows: Invocation,
    exposed: readonly UmlElement[],
    mapping: Mapping
): { readonly blocks: readonly Block[]; readonly refused: readonly string[] } {
    const blocks: Block[] = [];
    const refused: string[] = [];
    const seen = new Set<UmlElement>();
    const follow = (node: UmlElement, given: Invocation): void => {
        let current = given;
        if (seen.has(node)) {
            refused.push(node.name || node.metaclass); // branches that join, or a loop
            return;
        }
        seen.add(node);
        const application = stepOf(node);
        if (application !== undefined) {
            const lowering = Object.hasOwn(LOWERINGS, application.name.toLowerCase())
                ? LOWERINGS[application.name.toLowerCase()]
                : undefined;
            const made = lowering?.(current, { node, application, mapping, exposed });
            if (made === undefined) {
                refused.push(node.name || application.name);
                return;
            }
            if (made instanceof Invocation) {
                current = made;
            } else {
                blocks.push(...made);
            }
        } else if (!CONTROL.has(node.metaclass)) {
            refused.push(node.name || node.metaclass);
            return;
        }
        nextOf(node, method).forEach(next => follow(next, current));
    };
    const [initial] = method.ownedAs('node').filter(({ metaclass }) => metaclass === 'InitialNode');
    if (initial === undefined) {
        return { blocks, refused: [method.name || 'the method'] };
    }
    follow(initial, rows);
    return { blocks, refused };
}

const CONTROL = new Set(['InitialNode', 'ActivityFinalNode', 'FlowFinalNode', 'ForkNode']);

const stepOf = (node: UmlElement): StereotypeApplication | undefined =>
    node.applications.find(({ namespace }) => DOCUMENT_PROFILE.test(namespace));

function nextOf(node: UmlElement, method: UmlElement): UmlElement[] {
    return method.ownedAs('edge').flatMap(edge => (edge.ref('source') === node ? edge.refs('target') : []));
}

/** Returns the stereotyped steps of an activity or a structured node, in their order. */
function stepsIn(owner: UmlElement): StereotypeApplication[] {
    const steps: StereotypeApplication[] = [];
    const seen = new Set<UmlElement>();
    let node = owner.ownedAs('node').find(({ metaclass }) => metaclass === 'InitialNode');
    while (node !== undefined && !seen.has(node)) {
        seen.add(node);
        const application = stepOf(node);
        if (application !== undefined) {
            steps.push(application);
        }
        [node] = nextOf(node, owner);
    }
    return steps;
}
