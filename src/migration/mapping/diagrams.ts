/** Maps diagrams to views with their layout (contract: migration 10). */
import { type Declaration, ExposedName, LibraryName, type Text } from '../notation/declaration.js';
import { diagramFacts } from '../reading/diagrams.js';
import type { Box, DrawnSymbol, Picture, UmlElement } from '../uml-model.js';
import type { ImagePlace } from './images.js';
import { isWithin, writeLayout } from './layouts.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { membersOf } from './shown.js';
import { declareTable, isDefinedTable, writeTable } from './tables/tables.js';
import { quotedString } from '../notation/spelling.js';

/** Kinds of diagrams that a tool computes from criteria. Their views show elements but no rows or columns (contract: migration 11). */
const TABLES = /Table|Matrix|Relation Map/i;

const RENDERINGS: readonly (readonly [pattern: RegExp, rendering: string])[] = [
    [/Table|Matrix/i, 'asElementTable'],
    [/Internal Block|Parametric|Composite Structure|Interconnection|Use ?Case/i, 'asInterconnectionDiagram'],
    [/Activity|State|Requirement|Sequence|Content|Free ?form/i, 'asTextualNotation'],
    [/Block Definition|Class|Package|Object|Component|Deployment|Profile|Structure/i, 'asTreeDiagram']
];

/** Views that show the graph of one definition, by kind of diagram. */
const GRAPHS: readonly (readonly [pattern: RegExp, keyword: string, view: string])[] = [
    [/Activity/i, 'action', 'ActionFlowView'],
    [/State/i, 'state', 'StateTransitionView']
];

const diagram: Mapper = {
    relate(element, mapping) {
        const facts = diagramFacts(element);
        const owner = element.ref('ownerOfDiagram') ?? element.owner;
        const body = bodyFor(owner, mapping);
        const name = body.freeName(element.name || 'diagram');
        const view = body.declare('view', name, body.isPackage ? 'property' : 'view', element.order, element);
        if (body.ownsReferencesOnly) {
            view.append('prefixes', 'ref');
        }
        mapping.recordDeclaration(view, element);
        mapping.mapped(element);
        if (name !== element.name) {
            mapping.approximated(element, `written as '${name}'`);
        }
        if (mapping.declarationOf(owner) !== body && owner?.owner !== undefined) {
            mapping.approximated(element, `its owner has no body of its own: written in '${body.name || 'the document'}'`);
        }
        if (element.ref('ownerOfDiagram') === undefined && element.linksOf('ownerOfDiagram').length > 0) {
            mapping.approximated(element, `its owner is not part of the input: written in '${body.name || 'the document'}'`);
        }
        if (isDefinedTable(element)) {
            declareTable(element, name, body, mapping);
        }
        mapping.whenComplete(() => {
            writeView(element, view, facts, mapping);
            writeTable(element, mapping);
        });
    }
};

/** Returns the body for a view: that of the owner, or of the nearest owner that is a package or a definition. */
function bodyFor(owner: UmlElement | undefined, mapping: Mapping): Declaration {
    const place = owner === undefined ? mapping.document : mapping.placeOf(owner);
    return [place, ...place.owners()].find(d => d.isPackage || (d.isDefinition && d.kind !== 'enum' && d.kind !== 'metadata'))!;
}

function writeView(element: UmlElement, view: Declaration, facts: ReturnType<typeof diagramFacts>, mapping: Mapping): void {
    const symbols = mapping.drawingOf(element);
    const shown = shownElements(facts.shown, symbols, mapping);
    const graph = graphOf(facts.kind, element, shown, view, mapping);
    if (graph !== undefined) {
        view.append('types', [new LibraryName(`StandardViewDefinitions::${graph.view}`)]);
    }
    const exposed = new Set<Declaration>(graph === undefined ? [] : [graph.definition]);
    let lost = 0;
    for (const target of shown) {
        const declarations = membersOf(target, mapping).filter(declaration => declaration !== view && nameEdge(declaration));
        if (declarations.length === 0) {
            lost += hasForm(target) ? 1 : 0;
        }
        declarations.filter(d => graph === undefined || !isWithin(d, graph.definition)).forEach(d => exposed.add(d));
    }
    [...exposed].forEach((declaration, i) => {
        view.importName(declaration);
        view.addLine(['expose ', new ExposedName(declaration), ';'], 'parameter', i);
    });
    if (lost > 0) {
        mapping.approximated(element, `${lost} of ${shown.length} shown elements are not written with a name`);
    }
    if (TABLES.test(facts.kind) && !mapping.tables.has(element)) {
        mapping.approximated(element, 'a view of what it shows: its rows, columns and criteria are not migrated');
    }
    if (facts.kind === '') {
        mapping.approximated(element, 'the diagram has no representation: shown as text');
    }
    writePictures(element, view, symbols, TABLES.test(facts.kind), mapping);
    const rendering =
        graph === undefined ? (RENDERINGS.find(([p]) => p.test(facts.kind))?.[1] ?? 'asTextualNotation') : 'asInterconnectionDiagram';
    writeLayout({ view, exposed, graph: graph?.definition, isDrawing: /Diagram$/.test(rendering) }, mapping.layoutOf(element), mapping);
    view.addLine(['render ', new LibraryName(`Views::${rendering}`), ';'], 'marker', 1);
}

/**
 * Returns the elements that the tool lists and those that have only a symbol. If the diagram has symbols, a listed element is included only
 * if it or one of its owners has a symbol.
 */
function shownElements(ids: readonly string[], symbols: readonly DrawnSymbol[], mapping: Mapping): UmlElement[] {
    const drawn = new Set(symbols.flatMap(({ elementId }) => mapping.model.get(elementId) ?? []));
    const listed = ids.flatMap(id => mapping.model.get(id) ?? []);
    const isDrawn = (element: UmlElement): boolean => drawn.size === 0 || [element, ...element.owners()].some(e => drawn.has(e));
    return [...new Set([...listed.filter(isDrawn), ...drawn])].filter(
        ({ metaclass }) => metaclass !== 'Diagram' && metaclass !== 'Comment'
    );
}

/** Elements that have no member: edges that other declarations state, starts and ends of flows. A view does not report them as missing. */
const FORMLESS = new Set([
    ...['Generalization', 'InterfaceRealization', 'ConnectorEnd', 'Model', 'Include', 'Extend', 'Association'],
    ...['InitialNode', 'FlowFinalNode', 'FinalState', 'ActivityParameterNode', 'Region']
]);
const hasForm = (element: UmlElement): boolean => {
    const isStart = element.metaclass === 'Pseudostate' && (element.value('kind') ?? 'initial') === 'initial';
    return !FORMLESS.has(element.metaclass) && !isStart && element.owner !== undefined;
};

interface Graph {
    readonly definition: Declaration;
    readonly view: string;
}

/** Returns the action or state whose graph an activity or state diagram shows at least in part; undefined for other diagrams. */
function graphOf(kind: string, element: UmlElement, shown: readonly UmlElement[], view: Declaration, mapping: Mapping): Graph | undefined {
    const row = GRAPHS.find(([pattern]) => pattern.test(kind));
    const owner = mapping.placeOf(element.ref('ownerOfDiagram') ?? element.owner ?? element);
    const definition = [owner, ...view.owners()].find(d => row !== undefined && (d.kind === row[1] || d.kind.endsWith(` ${row[1]}`)));
    const showsPart = definition !== undefined && shown.some(s => isWithin(mapping.declarationOf(s), definition));
    return row !== undefined && definition !== undefined && showsPart ? { definition, view: row[2] } : undefined;
}

/**
 * Gives an unnamed edge of a diagram a name that is formed from its ends (contract: migration 10.2). @returns whether a reference by name
 * is possible
 */
function nameEdge(declaration: Declaration): boolean {
    if (declaration.name !== '') {
        return [...declaration.owners()].every(o => o.owner === undefined || o.name !== '');
    }
    if (declaration.label === '' || declaration.edgeKeyword === '') {
        return false;
    }
    const owner = declaration.owner!;
    owner.rename(declaration, owner.freeName(declaration.label));
    declaration.isNameMadeUp = true;
    declaration.keyword = declaration.edgeKeyword;
    if (declaration.keyword === 'dependency') {
        declaration.tail = ['from ', ...declaration.tail!];
    }
    return true;
}

/** Writes the pictures that are pasted on a diagram as files that its view shows (contract: migration 10.5). */
function writePictures(element: UmlElement, view: Declaration, symbols: readonly DrawnSymbol[], isTable: boolean, mapping: Mapping): void {
    symbols.forEach(({ picture, box }, i) => {
        if (picture === undefined) {
            return;
        }
        mapping.pasted.found++;
        const image = isTable ? { reason: 'a table has no pictures' } : pastedImage(picture, box, mapping);
        if ('reason' in image) {
            mapping.approximated(element, `the picture ${picture.id} is not written: ${image.reason}`);
            return;
        }
        mapping.pasted.written++;
        const { x, y, width, height } = box!;
        const place = ` x = ${x}; y = ${y}; width = ${width}; height = ${height}; `;
        const name = quotedString(image.location.replace(/^.*\//, ''));
        const text: Text = [
            '@',
            new LibraryName('DiagramLayout::Picture'),
            ` { location = ${quotedString(image.location)};${place}alt = ${name}; }`
        ];
        view.addLine(text, 'marker', -1 + i / symbols.length);
    });
}

function pastedImage({ id, bytes }: Picture, box: Box | undefined, mapping: Mapping): ImagePlace {
    if (bytes === undefined) {
        const reason = 'the octets of the picture do not read';
        mapping.model.strays.push({ id, kind: 'ImageShape', name: '<ImageShape>', reason });
        return { reason };
    }
    if (mapping.options.strict) {
        return { reason: 'portable output has no pictures' };
    }
    return box === undefined || box.width <= 0 || box.height <= 0
        ? { reason: 'its symbol has no area' }
        : mapping.images.ofBytes(id, bytes);
}

export const diagramRows: readonly MapperRow[] = [{ metaclasses: ['Diagram'], mapper: diagram }];
