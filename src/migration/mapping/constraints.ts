/** Constraint blocks and rules (contract: migration 6.1). */
import { definition } from './classifiers.js';
import type { Declaration, Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { conditionText } from './values.js';

/** A rule of a constraint block is its expression; of another classifier, a constraint. */
const rule: Mapper = {
    declare(element, owner, mapping) {
        if (owner.keyword === 'constraint def') {
            return undefined;
        }
        const name = element.name === '' ? '' : owner.freeName(element.name);
        const group = owner.isPackage ? 'property' : 'constraint';
        return mapping.stands(owner.declare('constraint', name, group, element.order, element), element);
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element);
        const value = specificationOf(element);
        const body = declaration ?? mapping.placeAround(element);
        const result = value === undefined ? { reason: 'it has no specification' } : conditionText(value, body, mapping);
        if ('reason' in result) {
            refuse(element, body, result.reason, mapping);
            return;
        }
        if (result.note !== undefined) {
            mapping.approximated(element, result.note);
        }
        mapping.mapped(element);
        if (declaration === undefined) {
            mapping.addRule(body, result.text);
        } else {
            declaration.addLine(result.text, 'constraint', element.order);
        }
    }
};

export function specificationOf(element: UmlElement): UmlElement | undefined {
    return element.ownedAs('specification')[0] ?? element.ref('specification');
}

/** Text that is not translated stays as a comment of the constraint. */
function refuse(element: UmlElement, body: Declaration, reason: string, mapping: Mapping): void {
    const declaration = mapping.declarationOf(element);
    const specification = specificationOf(element);
    const text = specification?.values('body').join(' ').trim() ?? '';
    if (text === '' || body.isPackage) {
        mapping.unmapped(element, text === '' ? reason : `${reason}: ${text}`);
        declaration?.owner?.remove(declaration);
        mapping.forget(element);
        return;
    }
    const language = specification?.value('language') ?? '';
    body.addComment({ kind: 'note', text: language === '' ? text : `{${language}} ${text}` }, 'constraint', element.order);
    mapping.approximated(element, `kept as text: ${reason}`);
}

/** Whether a constraint is a member of a classifier or package, and no guard or condition of behaviour. */
function isRule(element: UmlElement): boolean {
    return ['ownedRule', 'packagedElement', ''].includes(element.role);
}

export const constraintRows: readonly MapperRow[] = [
    { metaclasses: ['Class'], stereotypes: ['ConstraintBlock'], mapper: definition('constraint def') },
    { metaclasses: ['Constraint'], applies: isRule, mapper: rule }
];

export type { Text };
