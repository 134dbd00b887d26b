/**
 * Writes the generalizations of classifiers as `:> A, B` (contract: migration 5.1, 2.8). Omits those that would close a cycle or are
 * between incompatible kinds.
 */
import { type Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { isMonteCarlo } from './customization.js';
import type { Mapping } from './mapping.js';
import { primitiveOfLink } from './primitives.js';

/** Further kinds of definitions that a definition of each kind may specialize, besides its own kind. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
    part: ['item', 'occurrence'],
    item: ['occurrence'],
    port: [],
    action: ['occurrence'],
    state: ['action', 'occurrence'],
    connection: ['part', 'item', 'occurrence'],
    allocation: ['connection'],
    constraint: ['occurrence'],
    calc: ['action', 'occurrence'],
    verification: ['occurrence'],
    analysis: ['occurrence']
};

/** @param concerns selects the generals that are written; all by default */
export function completeGeneralizations(
    element: UmlElement,
    mapping: Mapping,
    concerns: (general: UmlElement) => boolean = () => true
): void {
    const declaration = mapping.declarationOf(element);
    if (declaration === undefined) {
        return;
    }
    for (const generalization of element.ownedAs('generalization')) {
        if (mapping.stereotypes.has(generalization, 'Conform')) {
            continue; // has its own mapper
        }
        if (generalization.linksOf('general').some(link => isMonteCarlo(link, mapping.model))) {
            continue; // the additional analysis of the block expresses it
        }
        const generals = generalization.refs('general').filter(concerns);
        generals.forEach(general => addGeneral(element, declaration, general, mapping));
        for (const link of [...generalization.externals('general'), ...generalization.dangling('general').map(id => ({ id }))]) {
            const primitive = primitiveOfLink(link, mapping.stereotypes.isEnterpriseArchitect);
            if (primitive !== undefined && declaration.keyword === 'attribute def') {
                declaration.append('specializes', primitive.text);
            } else if (element.metaclass !== 'Stereotype' || 'id' in link) {
                mapping.approximated(element, `the general ${'id' in link ? link.id : link.path || link.href} is not part of the input`);
            }
        }
    }
}

function addGeneral(element: UmlElement, declaration: Declaration, general: UmlElement, mapping: Mapping): void {
    const target = mapping.declarationOf(general);
    const reason = reasonAgainst(declaration, target);
    if (reason !== undefined) {
        mapping.approximated(element, `the generalization to ${general.name || general.id} is not written: ${reason}`);
        return;
    }
    if (!declaration.generals.has(target!)) {
        declaration.generals.add(target!);
        declaration.append('specializes', mapping.text(general)!);
    }
}

function reasonAgainst(declaration: Declaration, target: Declaration | undefined): string | undefined {
    if (target === undefined || target.name === '') {
        return 'the general is not written';
    }
    if (target === declaration || reaches(target, declaration)) {
        return 'it closes a cycle';
    }
    if (target.isDefinition !== declaration.isDefinition) {
        return `${declaration.keyword} cannot specialize ${target.keyword}`;
    }
    if (target.kind === 'enum' && declaration.kind === 'enum') {
        return 'an enum def specializes no other';
    }
    const isAllowed = target.kind === declaration.kind || (WIDER[declaration.kind] ?? []).includes(target.kind);
    return isAllowed ? undefined : `${declaration.keyword} cannot specialize ${target.keyword}`;
}

/** Whether one declaration specializes another, directly or indirectly. */
export function reaches(from: Declaration, to: Declaration): boolean {
    const open = [from];
    const seen = new Set<Declaration>();
    for (let declaration = open.pop(); declaration !== undefined; declaration = open.pop()) {
        if (declaration === to) {
            return true;
        }
        if (!seen.has(declaration)) {
            seen.add(declaration);
            open.push(...(declaration.generalsOrNone ?? []));
        }
    }
    return false;
}
