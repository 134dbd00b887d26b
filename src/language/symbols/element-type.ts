/** The metaclass names in the property `@type` of query results (contract: queries 4.5). The symbol kind of an element determines it. */
import type { AstNode } from '../generated/tree.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import { symbolKindOf } from './symbol-kind.js';

/** Symbol kinds whose metaclass has another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
    alias: 'Membership',
    calcDef: 'CalculationDefinition',
    calcUsage: 'CalculationUsage',
    enumDef: 'EnumerationDefinition',
    enumUsage: 'EnumerationUsage',
    individualDef: 'OccurrenceDefinition',
    individualUsage: 'OccurrenceUsage',
    successionUsage: 'SuccessionAsUsage'
};

const namesByKind = new Map(Object.entries(OTHER_NAMES));

/** The metaclass name of an element; undefined for nodes that queries do not list: imports, filters, result expressions. */
export function elementTypeOf(node: AstNode): string | undefined {
    const kind = symbolKindOf(node);
    switch (kind) {
        case 'unknown':
            return undefined;
        case 'kermlType':
            return metaclassOrUndefined(node);
        case 'connectorEnd':
            return node.$container !== undefined && isMetaclass(node.$container, 'InterfaceUsage') ? 'PortUsage' : 'ReferenceUsage';
    }
    let name = namesByKind.get(kind);
    if (name === undefined) {
        name = `${kind[0].toUpperCase()}${kind.slice(1).replace(/Def$/, 'Definition')}`;
        namesByKind.set(kind, name);
    }
    return name;
}
