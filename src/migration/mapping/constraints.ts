/** Maps constraint blocks and constraints (contract: migration 6.1). */
import { definition } from './classifiers.js';
import type { Declaration, Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { isPresentation } from './expressions/trees.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { untranslated } from './plain-text.js';
import { conditionText } from './values.js';

/** A constraint of a constraint block is written as an expression of its definition; any other constraint as a constraint usage. */
const rule: Mapper = {
    declare(element, owner, mapping) {
        if (owner.keyword === 'constraint def' || constrainedElsewhere(element).length > 0) {
            return undefined;
        }
        const name = element.name === '' ? '' : owner.freeName(element.name);
        const group = owner.isPackage ? 'property' : 'constraint';
        return mapping.recordDeclaration(owner.declare('constraint', name, group, element.order, element), element);
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

/** Members of these are not features. */
const PACKAGES = new Set(['Package', 'Model', 'Profile']);

/** Returns the elements that a constraint restricts, if they are not only its owner and the features of its owner. */
function constrainedElsewhere(element: UmlElement): UmlElement[] {
    const { owner } = element;
    const constrained = element.refs('constrainedElement');
    const isOwn = (other: UmlElement): boolean => other === owner || (other.owner === owner && !PACKAGES.has(owner?.metaclass ?? ''));
    return constrained.every(isOwn) ? [] : constrained;
}

/** Asserts a constraint in the body of the one element that it restricts, if possible; otherwise declares it in its owner's body. */
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
    return mapping.recordDeclaration(declaration, element);
}

/** Definitions whose bodies assert constraints. */
const HOSTS = new Set(['part def', 'item def', 'occurrence def', 'action def', 'state def', 'connection def', 'port def']);

/** Returns the value specification of a constraint. */
export function specificationOf(element: UmlElement): UmlElement | undefined {
    return element.ownedAs('specification')[0] ?? element.ref('specification');
}

/** Returns the value of a guard. The guard of a transition is a constraint; the guard of an edge, and that of some tools, is the value. */
export const valueOfGuard = (guard: UmlElement | undefined): UmlElement | undefined =>
    guard?.metaclass === 'Constraint' ? specificationOf(guard) : guard;

/** Keeps an untranslated text as a comment of the constraint. */
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

/** Whether a constraint is a member of a classifier or package, not a guard or another condition of a behaviour. */
function isRule(element: UmlElement): boolean {
    return ['ownedRule', 'packagedElement', ''].includes(element.role);
}

export const constraintRows: readonly MapperRow[] = [
    { metaclasses: ['Class'], stereotypes: ['ConstraintBlock'], mapper: definition('constraint def') },
    { metaclasses: ['Constraint'], applies: isRule, mapper: rule }
];

export type { Text };
