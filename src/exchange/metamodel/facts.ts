/**
 * Provides the facts of the metamodel that the spellings of a graph require: the properties of each metaclass, their multiplicities, and
 * whether they are derived.
 */
import { isKind, isMetaclassName, kindsOf, METACLASSES, type MetaclassName } from '../../language/semantics/metaclasses.js';
import { ENUMERATIONS, PROPERTIES } from './table.js';

/** A property as its owning metaclass declares it. */
export interface PropertyFacts {
    readonly name: string;
    /** a metaclass, an enumeration, or `Boolean`, `String`, `Integer`, `Real` */
    readonly type: string;
    readonly isMany: boolean;
    readonly isDerived: boolean;
    readonly isReference: boolean;
    /** whether it must have at least one value */
    readonly isRequired: boolean;
    /** the default value */
    readonly default: string | undefined;
    /** `Class.property` */
    readonly redefines: readonly string[];
    readonly subsets: readonly string[];
}

const DATA = new Set(['Boolean', 'String', 'Integer', 'Real', ...Object.keys(ENUMERATIONS)]);
let own: ReadonlyMap<string, readonly PropertyFacts[]> | undefined;
const all = new Map<string, ReadonlyMap<string, PropertyFacts>>();

function ownProperties(): ReadonlyMap<string, readonly PropertyFacts[]> {
    if (own === undefined) {
        const table = new Map<string, PropertyFacts[]>();
        let current: PropertyFacts[] = [];
        for (const line of PROPERTIES.trim().split('\n')) {
            if (line.startsWith(' ')) {
                current.push(propertyOf(line.trim()));
            } else {
                table.set(line, (current = []));
            }
        }
        own = table;
    }
    return own;
}

function propertyOf(line: string): PropertyFacts {
    const [head, ...rest] = line.split(' ');
    const [name, type] = head.split(':');
    const flags = rest.length > 0 && !/^[!=<>]/.test(rest[0]) ? rest[0] : '';
    const others = (mark: string): string[] => rest.filter(word => word.startsWith(mark)).map(word => word.slice(1));
    return {
        name,
        type,
        isMany: flags.includes('*'),
        isDerived: flags.includes('/'),
        isReference: !DATA.has(type),
        isRequired: flags.includes('1'),
        default: others('!')[0],
        redefines: others('>'),
        subsets: others('<')
    };
}

/** All properties of a metaclass by name, including inherited ones; empty for an unknown metaclass. */
export function propertiesOf(metaclass: string): ReadonlyMap<string, PropertyFacts> {
    let found = all.get(metaclass);
    if (found === undefined) {
        const properties = new Map<string, PropertyFacts>();
        if (isMetaclassName(metaclass)) {
            for (const kind of kindsOf(metaclass)) {
                ownProperties()
                    .get(kind)!
                    .forEach(property => properties.set(property.name, property));
            }
        }
        found = new Map([...properties].sort(([a], [b]) => (a < b ? -1 : 1)));
        all.set(metaclass, found);
    }
    return found;
}

/** A property of a metaclass; undefined if the metaclass does not have it. */
export function propertyOfMetaclass(metaclass: string, name: string): PropertyFacts | undefined {
    return propertiesOf(metaclass).get(name);
}

let byName: Map<string, PropertyFacts[]> | undefined;

/** The properties with a name in any metaclass. */
export function propertiesNamed(name: string): readonly PropertyFacts[] {
    if (byName === undefined) {
        byName = new Map();
        for (const metaclass of METACLASSES) {
            for (const property of ownProperties().get(metaclass)!) {
                const present = byName.get(property.name);
                if (present === undefined) {
                    byName.set(property.name, [property]);
                } else {
                    present.push(property);
                }
            }
        }
    }
    return byName.get(name) ?? [];
}

/** The literals of an enumeration; undefined for any other type. */
export function literalsOf(type: string): readonly string[] | undefined {
    return ENUMERATIONS[type];
}

export { isAbstractMetaclass, isKind, isMetaclassName, type MetaclassName } from '../../language/semantics/metaclasses.js';

const EXPRESSION_FORMS: readonly MetaclassName[] = [
    'InstantiationExpression',
    'FeatureReferenceExpression',
    'LiteralExpression',
    'NullExpression',
    'MetadataAccessExpression'
];

/**
 * Whether an element is an expression that is written as an operator expression, an invocation, a name or a literal, not as a declaration
 * (`expr`, `calc`).
 */
export const isExpressionForm = (element: { readonly metaclass: string } | undefined): boolean =>
    element !== undefined && EXPRESSION_FORMS.some(form => isKind(element.metaclass, form));

/** Whether any metaclass has a derived property with a name. */
export function isDerivedProperty(name: string): boolean {
    return propertiesNamed(name).some(property => property.isDerived);
}
