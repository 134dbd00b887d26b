// The advertised capabilities: those of the registered operations, without capabilities whose procedure has no operation. table.ts lists
// the operations; only workers and embeddings load it, to keep the main thread small.

import { METHOD_CAPABILITIES, type Capability } from '../../wire/capabilities.js';
import { METHODS } from '../../wire/methods.js';
import type { Registry } from './operation.js';

/**
 * The capabilities of a set of operations, sorted by code unit.
 * @param servedEngines external engines that the service may run; without one `engines_external` is not advertised
 * @param withheld names to leave out, for tests
 */
export function advertised(
    registry: Registry,
    servedEngines: readonly string[],
    withheld: readonly string[] = []
): ReadonlySet<Capability> {
    const incomplete = incompleteCapabilities(registry);
    const provided = Object.values(registry).flatMap(operation => operation.provides);
    return withoutWithheld(
        provided.filter(name => !incomplete.has(name) && (name !== 'engines_external' || servedEngines.length > 0)),
        withheld
    );
}

/** Capabilities with a procedure that has no operation. A client that relied on them would get `unimplemented`. */
function incompleteCapabilities(registry: Registry): ReadonlySet<Capability> {
    return new Set(
        METHODS.filter(({ name }) => registry[name] === undefined)
            .map(({ name }) => METHOD_CAPABILITIES[name])
            .filter(capability => capability !== undefined)
    );
}

/** The names without the withheld ones, each once, sorted by code unit. */
export function withoutWithheld(names: readonly Capability[], withheld: readonly string[]): ReadonlySet<Capability> {
    return new Set(names.filter(name => !withheld.includes(name)).sort());
}
