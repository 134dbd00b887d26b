/** Writes the positions of the elements that views draw, and records the positions that are not used (contract: migration 10.3). */
import { type Declaration, LibraryName, Name, type Text } from '../notation/declaration.js';
import type { Box, DrawnSymbol, UmlElement } from '../uml-model.js';
import { withGenerals } from './expressions/scope.js';
import type { Mapping } from './mapping.js';
import { noteText, writeNote } from './notes.js';
import { type DrawnView, membersOf } from './shown.js';

export function isWithin(declaration: Declaration | undefined, definition: Declaration): boolean {
    return declaration !== undefined && declaration !== definition && [...declaration.owners()].includes(definition);
}

/** Writes the layout of nodes, the routes of edges and the canvas of a view. */
export function writeLayout(drawn: DrawnView, symbols: readonly DrawnSymbol[], mapping: Mapping): void {
    const placed = { shapes: new Set<Declaration>(), lines: new Set<Declaration>() };
    const boxes: Box[] = [];
    symbols.forEach((symbol, i) => {
        const element = mapping.model.get(symbol.elementId);
        const note = noteText(symbol, element, mapping);
        if (note !== undefined && drawn.isDrawing && !mapping.options.strict) {
            writeNote(note, symbol.box!, element, drawn, mapping);
            mapping.layouts.shape('written as notes');
            boxes.push(symbol.box!);
            return;
        }
        if (symbol.elementId === '') {
            return; // a picture
        }
        const isLine = symbol.points !== undefined;
        const places = isLine ? routed(element, symbol.points, drawn, mapping) : [{ declaration: mapping.declarationOf(element) }];
        for (const { declaration, points } of places) {
            const outcome = isLine ? lineOutcome(element, declaration, drawn, mapping) : shapeOutcome(symbol, element, drawn, mapping);
            const isPlaced = declaration !== undefined && (outcome === POSITIONED || outcome === WRITTEN);
            const before = isLine ? placed.lines : placed.shapes;
            const final = isPlaced && before.has(declaration) ? 'duplicate' : outcome;
            if (isLine) {
                mapping.layouts.line(element?.metaclass ?? 'unknown elements', final);
            } else {
                mapping.layouts.shape(final);
            }
            if (isPlaced && final === outcome) {
                before.add(declaration);
                boxes.push(...place({ ...symbol, points }, declaration, drawn.view, i / symbols.length));
            }
        }
    });
    if (boxes.length > 0 && !mapping.options.strict) {
        const width = Math.max(...boxes.map(b => b.x + b.width));
        const height = Math.max(...boxes.map(b => b.y + b.height));
        const text: Text = ['@', new LibraryName('DiagramLayout::Canvas'), ` { unit = "px"; width = ${width}; height = ${height}; }`];
        drawn.view.addLine(text, 'marker', -4);
    }
}

interface Routed {
    readonly declaration: Declaration | undefined;
    readonly points?: readonly number[];
}

/**
 * Returns the members to which a line gives a route: all members that are written for its edge. For an association with ends owned by
 * classifiers, these are the properties at its ends; the route of the first end is reversed.
 */
function routed(element: UmlElement | undefined, points: readonly number[], drawn: DrawnView, mapping: Mapping): Routed[] {
    const members = element === undefined ? [] : membersOf(element, mapping);
    if (element === undefined || !element.metaclass.startsWith('Association') || members.some(m => m.edgeKeyword !== '')) {
        return members.length === 0 ? [{ declaration: undefined }] : members.map(declaration => ({ declaration, points }));
    }
    const reversed = points.flatMap((_, i) => (i % 2 === 0 ? [points[points.length - 2 - i], points[points.length - 1 - i]] : []));
    const ends = element.refs('memberEnd').flatMap((end, i): Routed[] => {
        const declaration = end.owner === element ? undefined : mapping.declarationOf(end);
        const isDrawn = declaration !== undefined && drawn.exposed.has(declaration);
        return isDrawn ? [{ declaration, points: i === 0 ? reversed : points }] : [];
    });
    return ends.length > 0 ? ends : [{ declaration: members[0] }];
}

const POSITIONED = 'positioned';
const WRITTEN = 'written';

function isExposed(declaration: Declaration, { exposed, graph }: DrawnView): boolean {
    return exposed.has(declaration) || (graph !== undefined && isWithin(declaration, graph));
}

/**
 * Whether a port of a definition is drawn at the borders of exposed usages of the definition. It then has several positions and is no node.
 */
function isAtPart(port: Declaration, { exposed }: DrawnView): boolean {
    return port.kind === 'port' && [...exposed].some(usage => !usage.isDefinition && [...withGenerals(usage)].includes(port.owner!));
}

/** Determines how a shape is recorded in the report. */
function shapeOutcome({ box, isOnLine }: DrawnSymbol, element: UmlElement | undefined, drawn: DrawnView, mapping: Mapping): string {
    const declaration = mapping.declarationOf(element);
    if (element === undefined) {
        return 'unresolved';
    }
    if (isOnLine) {
        return 'on connections';
    }
    if (declaration === undefined || declaration.name === '' || !isExposed(declaration, drawn)) {
        return 'not exposed';
    }
    if (mapping.options.strict) {
        return 'left out of portable output';
    }
    if (isAtPart(declaration, drawn)) {
        return 'at the borders of parts';
    }
    const isPlace = box !== undefined && box.width > 0 === box.height > 0 && (box.width > 0 || box.x !== 0 || box.y !== 0);
    return isPlace && drawn.isDrawing && declaration.edgeKeyword === '' ? POSITIONED : 'not drawn';
}

/** Relationships that are written in the head of a declaration, not as members. */
const WITHOUT_MEMBER = new Set(['Generalization', 'InterfaceRealization']);

/** Determines how a line is recorded in the report. */
function lineOutcome(element: UmlElement | undefined, declaration: Declaration | undefined, drawn: DrawnView, mapping: Mapping): string {
    if (element === undefined) {
        return 'dangling';
    }
    if (declaration === undefined) {
        return WITHOUT_MEMBER.has(element.metaclass) ? 'no v2 member' : 'not written';
    }
    if (declaration.name === '') {
        return 'unnamed';
    }
    if (!isExposed(declaration, drawn)) {
        return 'not exposed';
    }
    if (mapping.options.strict) {
        return 'left out of portable output';
    }
    const isEdge = declaration.edgeKeyword !== '' || (declaration.source !== element && !declaration.isDefinition);
    return drawn.isDrawing && isEdge ? WRITTEN : 'not drawn';
}

/** Writes the position of a node or the route of an edge. @returns the boxes that it occupies */
function place({ box, points }: DrawnSymbol, declaration: Declaration, view: Declaration, share: number): Box[] {
    const head = (kind: string): Text => ['metadata ', new LibraryName(`DiagramLayout::${kind}`), ' about ', new Name(declaration)];
    if (points !== undefined) {
        view.addLine([...head('Route'), ` { points = (${points.join(', ')}); }`], 'marker', -2 + share);
        return points.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: points[i + 1], width: 0, height: 0 }] : []));
    }
    if (box === undefined) {
        return [];
    }
    const size = box.width > 0 ? ` width = ${box.width}; height = ${box.height};` : '';
    view.addLine([...head('Layout'), ` { x = ${box.x}; y = ${box.y};${size} }`], 'marker', -3 + share);
    return [box];
}
