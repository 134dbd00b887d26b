/** Makes the tree of an element's abstract syntax: elements and the relationships between them. Does not depend on the notation. */
import type { Model } from '../language/workspace/workspace.js';
import { buildGraph } from './builder/build-graph.js';
import { GraphElement, NumberText } from './graph.js';

/** One line of the tree: an element and the relationship that owns it, or a related element that the relationship does not own. */
export interface SyntaxLine {
    /** 0 for the root */
    readonly depth: number;
    /** metaclass of the relationship; empty for the root */
    readonly relationship: string;
    readonly metaclass: string;
    /** name, operator, value or text; the qualified name if `isElsewhere` */
    readonly name: string;
    /** whether the relationship refers to the element without owning it */
    readonly isElsewhere: boolean;
}

/**
 * The tree of the element with a qualified name, starting with the root.
 * @returns undefined if the model's documents do not declare the element
 * @throws ConversionError if the graph cannot represent the model
 */
export function abstractSyntaxOf(model: Model, qualifiedName: string): SyntaxLine[] | undefined {
    const root = buildGraph(model).elements.find(e => e.state === 'written' && e.get('qualifiedName') === qualifiedName);
    return root && linesOf(root);
}

function linesOf(root: GraphElement): SyntaxLine[] {
    const lines: SyntaxLine[] = [];
    // An explicit stack, because elements may be nested deeply.
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

/** The text that follows the metaclass on a line: the element's name, else its operator, value or body. */
function nameOf(element: GraphElement, isElsewhere: boolean): string {
    const properties = [...(isElsewhere ? ['qualifiedName'] : []), 'declaredName', 'operator', 'value', 'body'];
    const values = properties.map(property => element.get(property));
    const found = values.find(v => typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean' || v instanceof NumberText);
    if (found === undefined) {
        return isElsewhere ? element.key : '';
    }
    return found instanceof NumberText ? found.text : String(found).replace(/\s+/g, ' ').trim();
}
