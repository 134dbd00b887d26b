/** Finds the ends of dependencies and their declarations (contract: migration 2.2, 6.2). */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

/** An end of a dependency. The declaration is undefined if nothing with a name is written for the element. */
export interface End {
    readonly element: UmlElement;
    readonly declaration: Declaration | undefined;
}

export interface Ends {
    readonly clients: readonly End[];
    readonly suppliers: readonly End[];
    /** ids and names of ends outside the input */
    readonly missing: readonly string[];
}

export function endsOfDependency(element: UmlElement, mapping: Mapping): Ends {
    const endsOf = (role: string): End[] => element.refs(role).map(e => ({ element: e, declaration: namedDeclaration(e, mapping) }));
    const missingOf = (role: string): string[] => [
        ...element.dangling(role),
        ...element.externals(role).map(({ path, href }) => path || href)
    ];
    const clients = endsOf('client');
    const suppliers = endsOf('supplier');
    return { clients, suppliers, missing: [...missingOf('client'), ...missingOf('supplier')] };
}

function namedDeclaration(element: UmlElement, mapping: Mapping): Declaration | undefined {
    const declaration = mapping.declarationOf(element);
    return declaration?.name === '' ? undefined : declaration;
}

export type Pair = readonly [client: End & { declaration: Declaration }, supplier: End & { declaration: Declaration }];

/** Returns all pairs of written ends. Notes ends that are not written; marks the dependency as unmapped if there is no pair. */
export function pairsOf(element: UmlElement, mapping: Mapping): Pair[] {
    const { clients, suppliers, missing } = endsOfDependency(element, mapping);
    const unwritten = [...clients, ...suppliers]
        .filter(end => end.declaration === undefined)
        .map(end => end.element.name || end.element.id);
    const lost = [...missing, ...unwritten];
    const isWritten = (end: End): end is End & { declaration: Declaration } => end.declaration !== undefined;
    const pairs = clients.filter(isWritten).flatMap(client => suppliers.filter(isWritten).map((supplier): Pair => [client, supplier]));
    if (lost.length > 0) {
        const note = `not written, or not part of the input: ${lost.join(', ')}`;
        if (pairs.length > 0) {
            mapping.approximated(element, note);
        } else {
            mapping.unmapped(element, note);
        }
    } else if (pairs.length === 0) {
        mapping.unmapped(element, 'it has no two ends');
    }
    return pairs;
}
