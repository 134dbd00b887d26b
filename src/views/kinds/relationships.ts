/**
 * Relationships between the elements that a rendering shows (SysML 8.2.3.2 and the clauses of each kind): specialization, typing,
 * dependency, satisfaction and others. There is an edge for each relationship with both ends shown.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { entryFor } from '../../language/closed-lists.js';
import type * as ast from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { importTarget, memberElement } from '../../language/semantics/names.js';
import { conformsToLibrary, typesOf } from '../../language/semantics/specialization.js';
import { isDefinition, isUsage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { isA } from '../../runtime/evaluation/index.js';
import { elementIdOf, endsOf, multiplicityText, simpleNameOf } from '../describe.js';
import type { EdgeKind } from '../graph.js';
import { featuresBesideEnds } from './compartments.js';
import type { ViewGraph } from '../view-graph.js';

/** A relationship that an element states. */
interface Stated {
    readonly kind: EdgeKind;
    /** the declaration that states it */
    readonly declaration: AstNode;
    readonly source: AstNode | undefined;
    readonly target: AstNode | undefined;
    readonly label?: string;
    /** texts at the ends: the roles of a connection definition */
    readonly ends?: readonly [string, string];
}

const BY_RELATIONSHIP: Readonly<Record<string, EdgeKind>> = {
    Subclassification: 'specialization',
    Specialization: 'specialization',
    FeatureTyping: 'typing',
    Subsetting: 'subsetting',
    ReferenceSubsetting: 'reference subsetting',
    Redefinition: 'redefinition'
};
/** Usages that refer to a behaviour or requirement, by their keyword or by the preceding word. */
const BY_WORD: Readonly<Record<string, EdgeKind>> = {
    perform: 'perform',
    exhibit: 'exhibit',
    include: 'include',
    event: 'event',
    assert: 'assert',
    require: 'require',
    assume: 'assume',
    frame: 'frame',
    verify: 'verify'
};
const LABELS: Partial<Readonly<Record<EdgeKind, string>>> = {
    perform: '«perform»',
    exhibit: '«exhibit»',
    include: '«include»',
    event: '«event»',
    assert: '«assert»',
    require: '«require»',
    assume: '«assume»',
    frame: '«frame»',
    verify: '«verify»',
    satisfy: '«satisfy»',
    allocation: '«allocate»',
    derivation: '«derivation»'
};

/** Kinds of relationships that two elements may have several times. */
const SEVERAL: ReadonlySet<EdgeKind> = new Set(['connection', 'dependency', 'alias']);

/** A relationship of which both ends are shown. */
type Joining = Stated & { readonly source: AstNode; readonly target: AstNode };

/**
 * The relationships between different shown elements, in the order of the nodes, each once.
 * @param exposed elements that the view exposes: relationships among these are included even if only edges show them
 */
export function* relationshipsAmong(graph: ViewGraph, exposed: readonly AstNode[]): Generator<Joining> {
    const drawn = new Set<string>();
    for (const element of new Set([...graph.shownElements(), ...exposed])) {
        for (const stated of [...statedBy(element), ...ownedMembersOf(element).flatMap(m => statedIn(element, m, graph))]) {
            const { kind, source, target } = stated;
            const from = source === undefined ? undefined : graph.shownAs(source);
            const to = target === undefined ? undefined : graph.shownAs(target);
            const key = [kind, from?.id, to?.id, ...(SEVERAL.has(kind) ? [elementIdOf(stated.declaration)] : [])].join(' ');
            // A note drawn inside the element that it annotates needs no line.
            const isDrawn = kind === 'annotation' && from?.parent === to?.id;
            if (isDrawn || from === to || drawn.has(key)) {
                continue;
            }
            if (source !== undefined && target !== undefined && from !== undefined && to !== undefined) {
                drawn.add(key);
                yield { ...stated, source, target };
            }
        }
    }
}

/**
 * Adds the relationships among the shown elements, in the order of the nodes.
 * @param exposed elements that the view exposes
 * @param asEdges whether they are edges of the rendering
 * @param left kinds that the rendering shows otherwise
 */
export function addRelationships(graph: ViewGraph, exposed: readonly AstNode[], asEdges: boolean, left: readonly EdgeKind[] = []): void {
    for (const { kind, declaration, source, target, label, ends } of relationshipsAmong(graph, exposed)) {
        if (left.includes(kind)) {
            continue;
        }
        const [from, to] = [source, target].map(e => graph.shownAs(e)!.id);
        const directed = isA(declaration, 'AllocationDefinition') ? 'directed' : 'plain';
        const form = kind === 'connection' ? directed : 'relationship';
        const isElaborated = kind === 'connection' && featuresBesideEnds(declaration).length > 0;
        const [fromEnd, toEnd] = ends ?? ['', ''];
        const parts = {
            from,
            to,
            kind,
            form,
            label: label ?? LABELS[kind] ?? '',
            name: ends === undefined ? '' : (label ?? ''),
            fromEnd,
            toEnd,
            elaboration: isElaborated ? (graph.shownAs(declaration)?.id ?? '') : ''
        } as const;
        if (asEdges) {
            graph.edge(declaration, parts);
        } else {
            graph.relationship(declaration, parts);
        }
    }
}

/** The relationships that an element's declaration states; for a relationship, those between its ends. */
function statedBy(element: AstNode): Stated[] {
    const { reference, kind, membership } = element;
    const found: Stated[] = generalizationsOf(element);
    if (reference !== undefined && element.$type !== 'SatisfyRequirementUsage') {
        const word = BY_WORD[membership ?? ''] ?? BY_WORD[kind ?? ''] ?? 'reference subsetting';
        found.push({ kind: word, declaration: element, source: element, target: resolve(reference), label: negated(element, word) });
    }
    return [...found, ...joinedBy(element)];
}

/** The specializations that an element's declaration states: types, general types, subset and redefined features. */
export function generalizationsOf(element: AstNode): Joining[] {
    return (element.relationships ?? [])
        .filter(r => r.$type in BY_RELATIONSHIP)
        .map(r => ({ kind: BY_RELATIONSHIP[r.$type], declaration: element, source: element, target: resolve(r) }))
        .flatMap(({ target, ...stated }) => (target === undefined ? [] : [{ ...stated, target }]));
}

/** The relationships between others that an element declares. */
function joinedBy(element: AstNode): Stated[] {
    if (element.$type === 'Dependency') {
        return dependencies(element);
    }
    if (isAnnotation(element)) {
        return annotations(element);
    }
    if (element.$type === 'SatisfyRequirementUsage') {
        return [satisfaction(element)];
    }
    if (element.$type === 'ConnectorUsage' && isA(element, 'AllocationUsage')) {
        const [source, target] = endsOf(element).map(end => resolve(end));
        return [{ kind: 'allocation', declaration: element, source, target }];
    }
    if (isDefinition(element) && isA(element, 'ConnectionDefinition')) {
        return connections(element);
    }
    return isDerivation(element) ? derivations(element) : [];
}

/** Relationships between each pair of types of the ends of a connection definition (SysML 8.2.3.13). */
function connections(definition: ast.Definition): Stated[] {
    const ends = ownedMembersOf(definition).filter(m => m.isEnd === true);
    const label = simpleNameOf(definition);
    const textAt = (end: AstNode): string => [simpleNameOf(end), multiplicityText(end)].filter(t => t !== '').join(' ');
    return ends.flatMap((first, i) =>
        ends.slice(i + 1).map((second): Stated => ({
            kind: 'connection',
            declaration: definition,
            source: typesOf(first).at(0),
            target: typesOf(second).at(0),
            label,
            ends: [textAt(first), textAt(second)]
        }))
    );
}

/** Whether an element is a derivation connection, which joins a requirement to those derived from it. */
export function isDerivation(element: AstNode): element is ast.ConnectorUsage {
    return element.$type === 'ConnectorUsage' && conformsToLibrary(element, 'DerivationConnections::Derivation');
}

/** Relationships from the original requirement to each derived one; if no end is declared as the original, from the first end. */
function derivations(connection: ast.ConnectorUsage): Stated[] {
    const declared = ownedMembersOf(connection).filter(m => m.isEnd === true);
    const original = declared.find(end => conformsToLibrary(end, 'DerivationConnections::originalRequirements'));
    const ends = endsOf(connection);
    const first = ends.find(end => original !== undefined && isWithin(end, original)) ?? ends.at(0);
    return ends
        .filter(end => end !== first)
        .map(end => ({ kind: 'derivation', declaration: connection, source: first && resolve(first), target: resolve(end) }));
}

const isWithin = (node: AstNode, around: AstNode): boolean =>
    node === around || (node.$container !== undefined && isWithin(node.$container, around));

/** The relationships that a member of an element states, whether the member is shown or not. */
function statedIn(element: AstNode, member: AstNode, graph: ViewGraph): Stated[] {
    if (member.$type === 'Import') {
        const target = memberElement(importTarget(member));
        const { kind, label } = importOf(member);
        return [{ kind, declaration: member, source: element, target, label }];
    }
    if (member.$type === 'Alias') {
        return [{ kind: 'alias', declaration: member, source: element, target: resolve(member.target), label: simpleNameOf(member) }];
    }
    return [...joinedBy(member), ...(isUsage(member) ? referring(member, element, graph) : [])];
}

/** An import or exposure with the label of its line: `«private import»**` (SysML 8.2.3.5, 8.2.3.26). */
function importOf({ kind, visibility, text }: ast.Import): Pick<Stated, 'kind' | 'label'> & { readonly label: string } {
    const [suffix] = /(?:::\*\*?)*$/.exec(text.replace(/\s+/g, ''))!;
    const reach = suffix.endsWith('**') ? '**' : suffix === '' ? '' : '*';
    const word = kind === 'import' ? [visibility ?? '', 'import'].join(' ').trim() : 'expose';
    return { kind: kind === 'import' ? 'import' : 'expose', label: `«${word}»${reach}` };
}

type Annotation = ast.Comment | ast.Documentation | ast.TextualRepresentation | ast.MetadataUsage;

/** Whether an element is drawn as a note beside the annotated element: a comment, documentation, metadata with values. */
function isAnnotation(element: AstNode): element is Annotation {
    const { $type } = element;
    return $type === 'Comment' || $type === 'Documentation' || $type === 'TextualRepresentation' || $type === 'MetadataUsage';
}

/** Relationships from a note to the elements that it names, or else to its owner. */
function annotations(note: Annotation): Stated[] {
    const about = (note.about ?? []).map(name => resolve(name));
    return (about.length > 0 ? about : [ownerOf(note)]).map(target => ({ kind: 'annotation', declaration: note, source: note, target }));
}

/** The relationships of a dependency: from each client to each supplier. */
function dependencies(dependency: ast.Dependency): Stated[] {
    const label = simpleNameOf(dependency);
    return dependency.clients.flatMap(client =>
        dependency.suppliers.map(supplier => ({
            kind: 'dependency' as const,
            declaration: dependency,
            source: resolve(client),
            target: resolve(supplier),
            label
        }))
    );
}

/** The relationship from the satisfying element to the requirement. */
function satisfaction(satisfy: ast.SatisfyRequirementUsage): Stated {
    const requirement = satisfy.reference === undefined ? satisfy : resolve(satisfy.reference);
    const source = satisfy.subject === undefined ? ownerOf(satisfy) : resolve(satisfy.subject);
    return { kind: 'satisfy', declaration: satisfy, source, target: requirement, label: negated(satisfy, 'satisfy') };
}

/** The label of a negated assertion or satisfaction; undefined for the usual one. */
const negated = ({ isNegated }: AstNode, kind: EdgeKind): string | undefined => (isNegated === true ? `«not ${kind}»` : undefined);

/** The relationship that a member states for its owner: that it performs, includes, verifies. */
function referring(member: ast.Usage, owner: AstNode, graph: ViewGraph): Stated[] {
    const word = entryFor(BY_WORD, member.membership) ?? entryFor(BY_WORD, member.kind);
    // A shown member states its relationship itself, as does an asserted satisfaction.
    const isStated = graph.shownAs(member) !== undefined || member.$type === 'SatisfyRequirementUsage';
    if (word === undefined || member.reference === undefined || isStated) {
        return [];
    }
    // The source of a verification is the case whose objective states it.
    const source = word === 'verify' && owner.kind === 'objective' ? ownerOf(owner) : owner;
    return [{ kind: word, declaration: member, source, target: resolve(member.reference), label: negated(member, word) }];
}
