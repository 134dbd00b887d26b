/** An element as the standard's abstract syntax has it: a tree of metaclasses and relationships. Knows no notation. */
import type { Model } from '../language/workspace/workspace.js';
import { buildGraph } from './builder/build-graph.js';
import { GraphElement, NumberText } from './graph.js';

/** One line of the tree: an element with the relationship that owns it, or a relationship to an element elsewhere. */
export interface SyntaxLine {
    /** levels below the root */
    readonly depth: number;
    /** metaclass of the relationship; empty for the root */
    readonly relationship: string;
    readonly metaclass: string;
    /** name, operator, value or text; qualified for an element elsewhere */
    readonly name: string;
    /** the relationship refers to the element and does not own it */
    readonly isElsewhere: boolean;
}

/**
 * The tree of the element of a qualified name, the root first.
 * @returns undefined when the model's documents do not declare it
 * @throws ConversionError for a model that has no graph
 */
export function abstractSyntaxOf(model: Model, qualifiedName: string): SyntaxLine[] | undefined {
    const root = buildGraph(model).elements.find(e => e.state === 'written' && e.get('qualifiedName') === qualifiedName);
    return root && linesOf(root);
}

function linesOf(root: GraphElement): SyntaxLine[] {
    const lines: SyntaxLine[] = [];
    // an explicit stack: elements may be nested deeply
    const work = [{ element: root, relationship: '', depth: 0, isElsewhere: false }];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
        const { element, relationship, depth, isElsewhere } = next;
        lines.push({ depth, relationship, metaclass: element.metaclass, name: nameOf(element, isElsewhere), isElsewhere });
        const owned = isElsewhere ? [] : elementsOf(element, 'ownedRelationship');
        const below = owned.flatMap(r => {
            const inside = elementsOf(r, 'ownedRelatedElement');
            const related = inside.length > 0 ? inside : elementsOf(r, 'target');
            return related.map(e => ({ element: e, relationship: r.metaclass, depth: depth + 1, isElsewhere: inside.length === 0 }));
        });
        below.reverse().forEach(line => work.push(line));
    }
    return lines;
}

const elementsOf = (element: GraphElement, property: string): GraphElement[] =>
    element.all(property).filter(value => value instanceof GraphElement);

/** What the line of an element says beside its metaclass: its name, else the operator, value or text that it is of. */
function nameOf(element: GraphElement, isElsewhere: boolean): string {
    const properties = [...(isElsewhere ? ['qualifiedName'] : []), 'declaredName', 'operator', 'value', 'body'];
    const values = properties.map(property => element.get(property));
    const found = values.find(v => typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean' || v instanceof NumberText);
    if (found === undefined) {
        return isElsewhere ? element.key : '';
    }
    return found instanceof NumberText ? found.text : String(found).replace(/\s+/g, ' ').trim();
}
