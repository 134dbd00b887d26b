/**
 * Connections that packages declare between their parts (contract behaviour 6.1): the ports that they join, and the parts that they
 * connect. Does not depend on messages.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolveEachSegment } from '../../../language/semantics/names.js';
import { isFeature, ownedMembersOf, owningNamespaceOf, owningTypeOf, segmentsOf } from '../../../language/semantics/structure.js';
import { featuresIn } from '../../evaluation/expressions/paths.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { readOnModel } from '../../evaluation/instances/model-level.js';
import { isA, memoize } from '../../evaluation/model/kinds.js';
import type { Run } from '../../evaluation/run.js';
import { elementsOf, type Value } from '../../values/index.js';

/** An end of a connection: a part of a package, and a path of features from it. */
interface PackageEnd {
    readonly text: string;
    readonly part: AstNode;
    readonly path: readonly string[];
}

export interface PackageConnection {
    readonly connector: AstNode;
    readonly ends: readonly PackageEnd[];
}

const CONNECTIONS = Symbol('connections of a package');

/** The connections that the enclosing packages of an element declare, the innermost package first. */
export function packageConnectionsAround(element: AstNode): readonly PackageConnection[] {
    const found: PackageConnection[] = [];
    for (let n = owningNamespaceOf(element); n !== undefined; n = owningNamespaceOf(n)) {
        if (n.$type === 'Package' || n.$type === 'RootNamespace') {
            found.push(...memoize(CONNECTIONS, n, connectionsIn));
        }
    }
    return found;
}

function connectionsIn(namespace: AstNode): readonly PackageConnection[] {
    return ownedMembersOf(namespace)
        .filter((m): m is ast.ConnectorUsage => m.$type === 'ConnectorUsage' && isA(m, 'ConnectionUsage'))
        .map(connector => ({ connector, ends: connector.ends.map(packageEndOf).filter(end => end !== undefined) }))
        .filter(c => c.ends.length > 1);
}

/** An end at a part of a package; undefined for one at a feature of a type. */
export function packageEndOf(end: ast.ConnectorEnd): PackageEnd | undefined {
    const elements = resolveEachSegment(end);
    const at = elements.findIndex(e => e !== undefined && isFeature(e));
    const part = elements[at];
    return part === undefined || owningTypeOf(part) !== undefined
        ? undefined
        : {
              text: end.text,
              part,
              path: segmentsOf(end.text)
                  .slice(at + 1)
                  .map(s => s.name)
          };
}

/** The objects at an end, created where they do not exist yet. */
export function objectsAt(run: Run, { part, path }: PackageEnd): readonly Instance[] {
    return objectsAlong(elementsOf(readOnModel(run, part)), path);
}

/** The objects at a path of features from several values; a feature on the path may have several values. */
export function objectsAlong(start: readonly Value[], path: readonly string[]): readonly Instance[] {
    let values = start;
    for (const name of path) {
        values = values.flatMap(v => {
            const holder = featuresIn(v);
            const index = holder?.layout.byName.get(name);
            return index === undefined ? [] : elementsOf(holder!.read(index));
        });
    }
    return values.filter(v => v instanceof Instance);
}

/** A part of a package and the parts connected with it, directly or indirectly. */
export function joinedParts(part: AstNode): readonly AstNode[] {
    const found = new Set([part]);
    for (const reached of found) {
        for (const { ends } of packageConnectionsAround(reached)) {
            if (ends.some(end => end.part === reached)) {
                ends.forEach(end => found.add(end.part));
            }
        }
    }
    return [...found];
}
