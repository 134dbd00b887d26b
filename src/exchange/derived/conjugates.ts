/**
 * Types of features that are conjugates of port definitions (SysML 8.3.12.2): the model knows the definition that a typing by `~P` names,
 * the metamodel its conjugate, which what specializes the feature has for a type, too. Knows the syntax tree.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import type { GraphElement } from '../graph.js';
import type { Derivation } from './derivation.js';

/** Types with conjugates in the place of the definitions that features, or what they specialize, are typed by so. */
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
