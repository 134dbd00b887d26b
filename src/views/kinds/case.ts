/**
 * Case diagrams (rendering `asCaseDiagram` of `OpenSysMLRenderings`; SysML 8.2.3.22, 8.2.3.25): exposed cases with their actors and
 * subjects, the cases that they include, and other exposed structure.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { typesOf } from '../../language/semantics/specialization.js';
import { type Feature, isDefinition, isPackage, isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isA, layoutOf } from '../../runtime/evaluation/index.js';
import {
    commentText,
    elementIdOf,
    fullNameOf,
    keywordOf,
    multiplicityText,
    originOf,
    referenceTextOf,
    simpleNameOf,
    typeTextOf
} from '../describe.js';
import type { Compartment } from '../graph.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { isCase } from './action.js';
import { addRelationships } from './relationships.js';
import { isWithin } from './state.js';
import { isStructural } from './structure.js';

export function renderCase(graph: ViewGraph, exposed: readonly AstNode[]): void {
    new CaseDiagram(graph).draw(exposed);
}

class CaseDiagram {
    /** actors and subjects; cases share participants of the same name, unless their types differ */
    private readonly participants: NodeDraft[] = [];
    private readonly cases = new Map<AstNode, NodeDraft>();

    constructor(private readonly graph: ViewGraph) {}

    draw(given: readonly AstNode[]): void {
        const exposed = [...new Set(given.flatMap(element => this.inPlaceOf(element)))];
        const cases = exposed.filter(isCase);
        for (const element of exposed) {
            if (isCase(element)) {
                this.drawCase(element, true);
            } else if (isStructural(element) && !isWithin(element, cases)) {
                this.graph.node(element, { shape: isDefinition(element) ? 'definition' : 'usage' });
            } else if (!isWithin(element, cases)) {
                this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)} has no place in a case rendering`);
            }
        }
        cases.forEach(c => this.relate(c));
        // The included cases are drawn above.
        addRelationships(this.graph, [], true, ['include']);
    }

    /** For a package, the cases in it and in its nested packages; otherwise the element itself. */
    private inPlaceOf(element: AstNode): readonly AstNode[] {
        if (!isPackage(element)) {
            return [element];
        }
        const cases = casesIn(element);
        if (cases.length === 0) {
            this.graph.notice(`package ${fullNameOf(element)} has no cases in it`);
        }
        return cases;
    }

    private drawCase(element: AstNode, isExposed = false): NodeDraft {
        let node = this.cases.get(element);
        if (node === undefined) {
            node = this.graph.node(element, { shape: 'case', name: isExposed ? fullNameOf(element) : simpleNameOf(element) });
            node.compartments = this.objectivesOf(element);
            this.cases.set(element, node);
        }
        return node;
    }

    /** Draws the participants and the included cases of a case, and then those of the cases drawn for it. */
    private relate(element: AstNode): void {
        const node = this.cases.get(element)!;
        for (const { feature, chain } of layoutOf(element).slots.filter(s => s.isModelled)) {
            const role = chain.map(f => f.kind).find(kind => kind === 'actor' || kind === 'subject');
            if (role === 'actor' || role === 'subject') {
                const participant = this.participant(role, feature, chain);
                this.graph.edge(feature, {
                    from: participant.id,
                    to: node.id,
                    kind: role,
                    form: 'relationship',
                    fromEnd: chain.map(multiplicityText).find(t => t !== '') ?? ''
                });
            }
        }
        const own = ownedMembersOf(element);
        const inherited = layoutOf(element)
            .slots.filter(s => s.isModelled && !own.includes(s.feature))
            .map(s => s.feature);
        for (const member of [...own, ...inherited]) {
            if (member.$type === 'Usage' && isA(member, 'UseCaseUsage')) {
                this.relatePart(element, node, member);
            }
        }
    }

    private relatePart(element: AstNode, node: NodeDraft, member: ast.Usage): void {
        const included = this.includedBy(member);
        const isNew = !this.cases.has(included);
        const to = this.drawCase(included);
        const isInclusion = member.kind === 'include';
        this.graph.edge(member, {
            from: node.id,
            to: to.id,
            kind: isInclusion ? 'include' : 'composition',
            form: 'relationship',
            label: isInclusion ? '«include»' : '',
            name: simpleNameOf(member),
            toEnd: multiplicityText(member)
        });
        if (isNew && included !== element) {
            this.relate(included);
        }
    }

    /** The case that a member denotes: the referenced case, or a shown case that is its type, or else the member itself. */
    private includedBy(member: ast.Usage): AstNode {
        const referred = member.reference === undefined ? undefined : resolve(member.reference);
        return referred !== undefined && isCase(referred) ? referred : (typesOf(member).find(t => this.cases.has(t)) ?? member);
    }

    private participant(role: 'actor' | 'subject', feature: Feature, chain: readonly Feature[]): NodeDraft {
        const name = simpleNameOf(feature);
        const type =
            chain
                .filter(f => !scopeOf(f).isLibrary)
                .map(typeTextOf)
                .find(t => t !== '') ?? '';
        const alike = this.participants.find(p => p.kind === role && p.name === name && (type === '' || p.type === '' || p.type === type));
        const node = alike ?? this.graph.node(feature, { shape: role === 'actor' ? 'actor' : 'usage', kind: role, name });
        if (alike === undefined) {
            this.participants.push(node);
        }
        node.type = node.type === '' ? type : node.type;
        return node;
    }

    private objectivesOf(element: AstNode): Compartment[] {
        const lines = ownedMembersOf(element)
            .filter((m): m is ast.Usage => isUsage(m) && m.kind === 'objective')
            .map(objective => {
                const doc = objective.members.find(m => m.$type === 'Documentation');
                const named = [simpleNameOf(objective), typeTextOf(objective)].filter(t => t !== '').join(' : ');
                const text = doc === undefined ? named || verifiedBy(objective) : commentText(doc.body);
                return { text, element: elementIdOf(objective), origin: originOf(objective, this.graph.options.digests) };
            })
            .filter(line => line.text !== '');
        return lines.length === 0 ? [] : [{ name: 'objective', lines }];
    }
}

/** The verifications that an objective states: `verify doseLimit`, one per line. */
function verifiedBy(objective: ast.Usage): string {
    const verified = ownedMembersOf(objective).filter(m => m.membership === 'verify');
    return verified.map(m => `verify ${referenceTextOf(m) || simpleNameOf(m)}`).join('\n');
}

/** The cases in a package, in source order. */
function casesIn(namespace: AstNode): AstNode[] {
    return ownedMembersOf(namespace).flatMap(member => (isCase(member) ? [member] : isPackage(member) ? casesIn(member) : []));
}
