/**
 * Writes the annotations that identify an element: ids that do not follow from names, and the projects of identity scopes (contract:
 * conversion 4.4, 4.5).
 */
import type { Graph, GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { encodeName, normativeSegment, qualifiedSegments } from '../ids.js';
import { normativeId } from '../normative.js';
import type { Content } from './content.js';
import { stringToken } from './expressions.js';
import { ElementName, type Pieces } from './pieces.js';

/**
 * The identity annotations in an element's body, one for each line: its own, and those of its declarations without a body.
 * @param mayRename whether the id of an empty action, `entry;`, may be omitted; only an extension of the notation could declare it
 */
export function identityLines(content: Content, element: GraphElement, mayRename: boolean): readonly Pieces[] {
    const lines: Pieces[] = [];
    if (declaresId(content, element) && !(mayRename && isEmptyAction(content, element))) {
        lines.push([`@IdentityMetadata::ElementId ${idBody(element)}`]);
    }
    const project = element.text('sysx:projectId');
    if (project !== undefined) {
        const features = [
            ['projectId', project],
            ['branch', element.text('sysx:branch')],
            ['org', element.text('sysx:org')]
        ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} = ${stringToken(value)};`]));
        lines.push([`@IdentityMetadata::ProjectRef { ${features.join(' ')} }`]);
    }
    // A name cannot refer to the members of a relationship that is not a namespace (KerML 8.2.3.1 RelationshipBody).
    const named = isKind(element.metaclass, 'Namespace') ? content.declarationsOf(element) : [];
    for (const part of named) {
        if (isWithoutBody(content, element, part) && content.nameOf(part) !== undefined && declaresId(content, part)) {
            lines.push(['metadata : IdentityMetadata::ElementId about ', new ElementName(part), ` ${idBody(part)}`]);
        }
    }
    return lines;
}

const idBody = (element: GraphElement): string => `{ id = ${stringToken(element.id)}; }`;

const STATEMENTS = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage']);

/** Whether a part has no body that could contain an annotation: comments, statements, parts of a head (4.4). */
function isWithoutBody(content: Content, owner: GraphElement, part: GraphElement): boolean {
    return (
        STATEMENTS.has(part.metaclass) ||
        (isKind(part.metaclass, 'AnnotatingElement') && !isKind(part.metaclass, 'MetadataFeature')) ||
        part === content.crossFeatureOf(owner) ||
        part === owner.element('payloadFeature')
    );
}

/** Whether an element is an empty action of a state, `entry;`, which has no body in the standard notation (SysML 8.2.2.18.2). */
function isEmptyAction(content: Content, element: GraphElement): boolean {
    const isEmpty =
        element.metaclass === 'ActionUsage' && element.is('sysx:isKindImplicit') && content.declarationsOf(element).length === 0;
    return isEmpty && !element.is('sysx:declaredId');
}

/**
 * Whether an id follows neither from the element's name nor from the standard. A version of a library file has the standard's ids (4.7).
 */
function declaresId(content: Content, element: GraphElement): boolean {
    const qualified = element.text('qualifiedName');
    if (element.is('sysx:declaredId') || qualified === undefined) {
        return element.is('sysx:declaredId');
    }
    const normative = content.isLibraryVersion ? normativeIdOf(qualified) : undefined;
    const implied = [encodeName(qualified), content.uuidOf(element, qualified), normative];
    return !implied.includes(element.id);
}

/** Whether another tool made all ids of a graph: no declaration has an id that follows from its name or is declared. */
export function hasForeignIds(content: Content, { elements }: Graph): boolean {
    const declarations = elements.filter(e => e.state === 'written' && e.has('qualifiedName'));
    return declarations.length > 0 && declarations.every(e => !e.is('sysx:declaredId') && declaresId(content, e));
}

function normativeIdOf(qualifiedName: string): string | undefined {
    const segments = qualifiedSegments(qualifiedName);
    return segments.some(s => s.position !== undefined) ? undefined : normativeId(segments.map(s => normativeSegment(s.name)));
}
