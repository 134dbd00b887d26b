/**
 * Finds conjugated port definitions among the types of features (SysML 8.3.12.2). The semantic model resolves `~P` to the definition `P`;
 * in the metamodel, the type is the conjugate of `P`, also for features that specialize such a feature. Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import type { GraphElement } from '../graph.js';
import type { Derivation } from './derivation.js';

/**
 * Replaces each port definition by its conjugate if one of the features, or one of their direct or indirect generals, is typed by the
 * conjugate.
 */
export function conjugatedTypes({ builder }: Derivation, features: readonly AstNode[], types: readonly GraphElement[]): GraphElement[] {
    if (!types.some(type => builder.conjugates.has(type))) {
        return [...types];
    }
    const found = new Map<GraphElement, GraphElement>();
    const reached = new Set(features);
    for (const feature of reached) {
        for (const typing of feature.relationships ?? []) {
            const definition = typing.isConjugated === true ? resolve(typing) : undefined;
            const original = definition && builder.elementOf(definition);
            const conjugate = original && builder.conjugates.get(original)?.element;
            if (conjugate !== undefined) {
                found.set(original!, conjugate);
            }
        }
        generalsOf(feature).forEach(general => reached.add(general));
    }
    return types.map(type => found.get(type) ?? type);
}
