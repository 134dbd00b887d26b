/** Constraint blocks and rules (contract: migration 6.1). */
import { definition } from './classifiers.js';
import type { Declaration, Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { isPresentation } from './expressions/trees.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { untranslated } from './plain-text.js';
import { conditionText } from './values.js';

/** A rule of a constraint block is its expression; of another classifier, a constraint. */
const rule: Mapper = {
    declare(element, owner, mapping) {
        if (owner.keyword === 'constraint def' || constrainedElsewhere(element).length > 0) {
            return undefined;
        }
        const name = element.name === '' ? '' : owner.freeName(element.name);
        const group = owner.isPackage ? 'property' : 'constraint';
        return mapping.stands(owner.declare('constraint', name, group, element.order, element), element);
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element) ?? onConstrained(element, mapping);
        const value = specificationOf(element);
        if (value !== undefined && isPresentation(value)) {
            declaration?.owner?.remove(declaration);
            mapping.forget(element);
            mapping.skip(element, 'the constraint only shows something: its tree names nothing');
            return;
        }
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
            declaration.addLine(result.text, 'result', 0);
        }
    }
};

/** Their members are no features of theirs. */
const PACKAGES = new Set(['Package', 'Model', 'Profile']);

/** Elements that a rule constrains, when its owner is not the one. */
function constrainedElsewhere(element: UmlElement): UmlElement[] {
    const { owner } = element;
    const constrained = element.refs('constrainedElement');
    const isOwn = (other: UmlElement): boolean => other === owner || (other.owner === owner && !PACKAGES.has(owner?.metaclass ?? ''));
    return constrained.every(isOwn) ? [] : constrained;
}

/** A rule on another element is asserted in that one's body, if it has one; else it is a constraint of the rule's owner. */
function onConstrained(element: UmlElement, mapping: Mapping): Declaration | undefined {
    const constrained = constrainedElsewhere(element);
    if (constrained.length === 0) {
        return undefined;
    }
    const target = mapping.declarationOf(constrained[0]);
    const isOne = constrained.length === 1 && target !== undefined && HOSTS.has(target.keyword);
    const names = constrained.map(({ name, id }) => name || id).join(', ');
    const body = isOne ? target : mapping.placeAround(element);
    mapping.approximated(element, isOne ? `asserted in ${names}, which it constrains` : `a constraint of its owner, on ${names}`);
    const name = element.name === '' ? '' : body.freeName(element.name);
    const group = body.isPackage ? 'property' : 'constraint';
    const declaration = body.declare(isOne ? 'assert constraint' : 'constraint', name, group, element.order, element);
    if (!isOne) {
        const about = constrained.flatMap(other => mapping.nameOf(other) ?? []);
        body.addComment(
            { kind: 'comment', text: `constrained by ${element.name || 'a constraint'}`, about },
            'documentation',
            element.order
        );
    }
    return mapping.stands(declaration, element);
}

/** Definitions whose bodies assert constraints. */
const HOSTS = new Set(['part def', 'item def', 'occurrence def', 'action def', 'state def', 'connection def', 'port def']);

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
    body.addComment({ kind: 'note', text: untranslated(reason, language, text) }, 'constraint', element.order);
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
