// The examples of this project as v1 holds them, migrated, and compared with what they were: the structure that both languages have.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AstNode } from '../../src/language/generated/tree.js';
import { directionOf } from '../../src/language/semantics/features.js';
import { effectiveBoundsOf } from '../../src/language/semantics/multiplicity.js';
import { memberElement, resolve } from '../../src/language/semantics/names.js';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { isUsage, ownedMembersOf } from '../../src/language/semantics/structure.js';
import { scopeOf } from '../../src/language/semantics/world.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';
import { xmi } from './documents.js';
import { migrated } from './v1.js';

const EXAMPLES = new URL('../../examples', import.meta.url).pathname;
const SCALARS = ['Real', 'Integer', 'Boolean', 'String'];

/** The metaclass of v1 for a kind of definition, with the stereotype and what it is applied to. */
const CLASSIFIERS: Readonly<Record<string, readonly [metaclass: string, stereotype?: string]>> = {
    part: ['Class', 'Block base_Class'],
    item: ['Signal'],
    attribute: ['DataType', 'ValueType base_DataType'],
    port: ['Class', 'InterfaceBlock base_Class'],
    enum: ['Enumeration']
};
const FEATURES = ['attribute', 'part', 'item', 'port'];

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** What a reference in the heading of a declaration ends at. */
function related(node: AstNode, relationship: 'FeatureTyping' | 'Subclassification'): AstNode[] {
    const references = (node.relationships ?? []).filter(r => r.$type === relationship);
    return references.flatMap(r => memberElement(resolve(r)) ?? []);
}

const isConjugated = (node: AstNode): boolean => (node.relationships ?? []).some(r => r.$type === 'FeatureTyping' && r.isConjugated);
const documentationOf = (node: AstNode): string =>
    ownedMembersOf(node).flatMap(m => (m.$type === 'Documentation' ? [m.body.replace(/^\/\*|\*\/$|\n\s*\*/g, ' ')] : []))[0] ?? '';
const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether v1 holds a declaration as it is. */
function isHeld(node: AstNode): boolean {
    if (node.name === undefined || scopeOf(node).isLibrary) {
        return false;
    }
    const owner = node.$container;
    switch (node.$type) {
        case 'Package':
            return true;
        case 'Definition':
            return Object.hasOwn(CLASSIFIERS, node.kind ?? '') && !node.isVariation && (owner?.$type !== 'Definition' || isHeld(owner));
        case 'Usage':
            return node.kind === 'requirement' ? isRequirement(node) : isFeature(node);
        default:
            return false;
    }
}

const isRequirement = (node: AstNode): boolean =>
    related(node, 'FeatureTyping').length === 0 && (node.$container?.$type === 'Package' || node.$container?.kind === 'requirement');

function isFeature(node: AstNode): boolean {
    const owner = node.$container;
    const isOfDefinition = owner?.$type === 'Definition' && isHeld(owner) && owner.kind !== 'enum';
    const plain = (node.relationships ?? []).every(r => r.$type === 'FeatureTyping');
    const [type] = related(node, 'FeatureTyping');
    const isTyped = type !== undefined && (isHeld(type) || isScalar(type));
    return (
        isOfDefinition &&
        plain &&
        isTyped &&
        FEATURES.includes(node.kind ?? '') &&
        (directionOf(node) === undefined || owner.kind === 'port')
    );
}

const isScalar = (type: AstNode): boolean => SCALARS.some(name => qualifiedNameOf(type) === `ScalarValues::${name}`);

/** A declaration in one line: what is compared. */
function factOf(node: AstNode): string {
    const { lower, upper } = isUsage(node) ? effectiveBoundsOf(node) : { lower: 1, upper: 1 };
    const names = (nodes: readonly AstNode[]): string => nodes.map(qualifiedNameOf).join(', ');
    const isReference = node.isReference === true && node.kind !== 'attribute';
    return [
        node.$type === 'Package'
            ? 'package'
            : `${node.isAbstract === true ? 'abstract ' : ''}${isReference ? 'ref ' : ''}${node.kind ?? ''} ${node.$type}`,
        isUsage(node) && node.kind !== 'requirement' ? `${directionOf(node) ?? ''} [${lower}..${upper}]` : '',
        isConjugated(node) ? ': ~' : ':',
        names(related(node, 'FeatureTyping')),
        ':>',
        names(related(node, 'Subclassification').filter(general => !scopeOf(general).isLibrary)),
        node.kind === 'requirement' ? `<${node.shortName ?? ''}>` : '',
        spaced(documentationOf(node))
    ].join(' ');
}

/** Writes declarations as v1, and keeps what it wrote. */
class Rendering {
    readonly facts = new Map<string, string>();
    private readonly ids = new Map<AstNode, string>();
    private readonly applied: string[] = [];

    render(roots: readonly AstNode[]): string {
        return xmi(roots.map(root => this.element(root)).join(''), this.applied.join(''));
    }

    private idOf(node: AstNode): string {
        let id = this.ids.get(node);
        if (id === undefined) {
            this.ids.set(node, (id = `x${this.ids.size}`));
        }
        return id;
    }

    private element(node: AstNode): string {
        if (!isHeld(node)) {
            return '';
        }
        this.facts.set(qualifiedNameOf(node)!, factOf(node));
        if (node.kind === 'requirement') {
            return this.requirement(node);
        }
        const inner = `${this.comment(node)}${ownedMembersOf(node)
            .map(member => this.element(member))
            .join('')}`;
        if (node.$type === 'Package') {
            return `<packagedElement:Package ${this.idOf(node)} "${escaped(node.name!)}">${inner}</packagedElement:Package>`;
        }
        return node.$type === 'Definition' ? this.classifier(node, inner) : this.feature(node);
    }

    private comment(node: AstNode): string {
        const text = documentationOf(node);
        const id = this.idOf(node);
        return text === ''
            ? ''
            : `<ownedComment:Comment ${id}doc body="${escaped(spaced(text))}"><annotatedElement xmi:idref="${id}"/></ownedComment:Comment>`;
    }

    private requirement(node: AstNode): string {
        const id = this.idOf(node);
        const role = node.$container?.$type === 'Package' ? 'packagedElement' : 'nestedClassifier';
        const nested = ownedMembersOf(node)
            .filter(m => m.kind === 'requirement')
            .map(m => this.element(m))
            .join('');
        const tags = `id="${escaped(node.shortName ?? '')}" text="${escaped(spaced(documentationOf(node)))}"`;
        this.applied.push(`<sysml:Requirement xmi:id="${id}st" base_Class="${id}" ${tags}/>`);
        return `<${role}:Class ${id} "${escaped(node.name!)}">${nested}</${role}:Class>`;
    }

    private classifier(node: AstNode, inner: string): string {
        const id = this.idOf(node);
        const [metaclass, stereotype] = CLASSIFIERS[node.kind!];
        if (stereotype !== undefined) {
            this.applied.push(`<sysml:${stereotype}="${id}" xmi:id="${id}st"/>`);
        }
        const role = node.$container?.$type === 'Definition' ? 'nestedClassifier' : 'packagedElement';
        const general = related(node, 'Subclassification').filter(g => !scopeOf(g).isLibrary);
        const generals = general.map((g, i) => `<generalization:Generalization ${id}g${i} general="${this.idOf(g)}"/>`);
        const literals = node.kind !== 'enum' ? [] : ownedMembersOf(node).filter(m => m.$type === 'Usage');
        const written = literals.map(l => `<ownedLiteral:EnumerationLiteral ${this.idOf(l)} "${escaped(l.name!)}"/>`).join('');
        return `<${role}:${metaclass} ${id} "${escaped(node.name!)}" isAbstract="${node.isAbstract}">${generals.join('')}${inner}${written}</${role}:${metaclass}>`;
    }

    private feature(node: AstNode): string {
        const id = this.idOf(node);
        const [type] = related(node, 'FeatureTyping');
        const { lower = 1, upper = 1 } = isUsage(node) ? effectiveBoundsOf(node) : {};
        const direction = directionOf(node);
        if (direction !== undefined) {
            this.applied.push(`<sysml:FlowProperty xmi:id="${id}st" base_Property="${id}" direction="${direction}"/>`);
        }
        const metaclass = node.kind === 'port' ? 'Port' : 'Property';
        const aggregation = node.isReference === true || node.kind === 'attribute' ? 'none' : 'composite';
        const typing = isScalar(type)
            ? `<type href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#${type.name}"/>`
            : `<type xmi:idref="${this.idOf(type)}"/>`;
        const bounds = `<lowerValue:LiteralInteger ${id}l value="${lower}"/><upperValue:LiteralUnlimitedNatural ${id}u value="${upper === Infinity ? '*' : upper}"/>`;
        const head = `isOrdered="${node.isOrdered}" isUnique="${!node.isNonunique}" isConjugated="${isConjugated(node)}" aggregation="${aggregation}"`;
        return `<ownedAttribute:${metaclass} ${id} "${escaped(node.name!)}" ${head}>${this.comment(node)}${typing}${bounds}</ownedAttribute:${metaclass}>`;
    }
}

const cases = readdirSync(EXAMPLES)
    .map(name => [name, join(EXAMPLES, name)] as const)
    .map(([name, path]) => [name, statSync(path).isDirectory() ? readdirSync(path).map(file => join(path, file)) : [path]] as const)
    .map(([name, files]) => [name, files.filter(file => file.endsWith('.sysml'))] as const)
    .filter(([, files]) => files.length > 0);

it.each(cases)('%s comes back from v1 as it was', (_name, files) => {
    const workspace = new Workspace({ library: testLibrary() });
    const documents = files.map(file => ({ name: file, language: 'sysml' as const, content: readFileSync(file, 'utf8') }));
    const { model } = workspace.parse(documents);
    const roots = model.documents.flatMap(({ root }) => ownedMembersOf(root));
    const rendering = new Rendering();
    const migration = migrated(rendering.render(roots));
    const back = new Workspace({ library: testLibrary() }).parse([
        { name: 'm.sysml', language: 'sysml', content: migration.content }
    ]).model;
    const found = new Map<string, string>();
    const visit = (node: AstNode): void => {
        if (isHeld(node)) {
            found.set(qualifiedNameOf(node)!, factOf(node));
        }
        ownedMembersOf(node).forEach(visit);
    };
    back.documents.forEach(({ root }) => visit(root));
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(rendering.facts));
    expect(rendering.facts.size).toBeGreaterThan(0);
    expect(migration.report.entries.filter(e => e.verdict === 'unmapped')).toEqual([]);
});
