/** The metaclass names that queries answer as `@type` (contract: queries 4.5): one for each kind of symbol, whatever keyword chose it. */
import type { AstNode } from '../generated/tree.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import { symbolKindOf } from './symbol-kind.js';

/** Kinds whose metaclass is not spelled like them. */
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

/** The name of the metaclass of an element; undefined for a node that is no element of its own: an import, a filter, a result. */
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
