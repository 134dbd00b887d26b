/** Determines the elements that have an entry in the report, and their names and kinds there (contract: migration 3.1, 3.3). */
import type { UmlElement } from '../uml-model.js';

/** Metaclasses of elements that the entry of their owner covers. */
const WITHOUT_ENTRY = new Set([
    'ConnectorEnd',
    'Duration',
    'DurationInterval',
    'ElementValue',
    'Expression',
    'InstanceValue',
    'Interval',
    'LiteralBoolean',
    'LiteralInteger',
    'LiteralNull',
    'LiteralReal',
    'LiteralSpecification',
    'LiteralString',
    'LiteralUnlimitedNatural',
    'OpaqueExpression',
    'QualifierValue',
    'StringExpression',
    'TimeExpression',
    'TimeInterval'
]);

export function hasEntry(element: UmlElement): boolean {
    if (element.metaclass === 'Generalization') {
        return element.applications.length > 0; // a plain generalization is reported in the entry of its owner
    }
    return !WITHOUT_ENTRY.has(element.metaclass);
}

/** Returns the applied stereotypes, then the metaclass: `«Block» Class`. */
export function kindText(element: UmlElement): string {
    const names = [...new Set(element.applications.map(({ name }) => `«${name}»`))];
    return [...names, element.metaclass].join(' ');
}

/** Returns the v1 qualified name without the root's name; an unnamed element is `<Metaclass>`. */
export function v1Name(element: UmlElement): string {
    const own = element.name === '' ? `<${element.metaclass}>` : element.name;
    const owners = [...element.owners()].slice(0, -1).filter(owner => hasEntry(owner));
    const root = element.owner === undefined ? undefined : [...element.owners()].at(-1);
    const isModel = root === undefined || root.metaclass === 'Model';
    const names = [
        ...owners.map(o => (o.name === '' ? `<${o.metaclass}>` : o.name)),
        ...(isModel || root === undefined ? [] : [root.name])
    ];
    return [...names.reverse(), own].join('::');
}
