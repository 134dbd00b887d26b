/**
 * The meaning of annotations of the bundled extensions on states (contract behaviour 10, migration 13.2, 14): pseudostates, and states that
 * defer signals. Annotations are identified by the definitions that they resolve to. Does not depend on runs.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { type Annotation, metadataOf, metadataTypeOf } from './annotations.js';
import { qualifiedNameOf } from './naming.js';
import { lookupNameOf } from './owned-members.js';
import { supertypesOf, typesOf } from './specialization.js';
import { isFeature, ownedMembersOf } from './structure.js';

export type AnnotatedPseudostate = 'choice' | 'junction' | 'shallow history' | 'deep history';

const PSEUDOSTATES: readonly (readonly [metadata: string, kind: AnnotatedPseudostate])[] = [
    ['StateMachines::choice', 'choice'],
    ['StateMachines::junction', 'junction'],
    ['StateMachines::shallowHistory', 'shallow history'],
    ['StateMachines::deepHistory', 'deep history']
];
const DEFERRED_EVENT = 'MigrationMetadata::DeferredEvent';
const DEFERRED_KEEPER = 'MigrationMetadata::DeferredKeeper';

/** The kind of pseudostate that an annotation such as `#choice state c;` makes of a state; undefined for none. */
export function annotatedPseudostateOf(state: AstNode): AnnotatedPseudostate | undefined {
    for (const annotation of metadataOf(state)) {
        const found = PSEUDOSTATES.find(([metadata]) => isTypedBy(annotation, metadata));
        if (found !== undefined) {
            return found[1];
        }
    }
    return undefined;
}

const NO_SIGNALS: readonly (readonly AstNode[])[] = Object.freeze([]);

/** The signals that a state defers, one list for each annotation. */
export function deferredSignalsOf(state: AstNode): readonly (readonly AstNode[])[] {
    const annotations = metadataOf(state);
    if (annotations.length === 0) {
        return NO_SIGNALS;
    }
    return annotations
        .filter(a => isTypedBy(a, DEFERRED_EVENT))
        .map(annotation =>
            ownedMembersOf(annotation)
                .filter(isFeature)
                .filter(m => lookupNameOf(m) === 'signal')
                .flatMap(typesOf)
        );
}

/** The accepts directly in the do behaviour of a state that receive one of some signals. */
export function keepersOf(state: AstNode, signals: readonly AstNode[]): readonly ast.AcceptActionUsage[] {
    return ownedMembersOf(state)
        .filter(m => m.membership === 'do')
        .flatMap(m => [m, ...ownedMembersOf(m)])
        .filter((m): m is ast.AcceptActionUsage => m.$type === 'AcceptActionUsage')
        .filter(a => a.payload !== undefined && typesOf(a.payload).some(t => signals.includes(t)));
}

/** Whether an accept is marked as the one that keeps deferred signals. */
export function isMarkedKeeper(accept: ast.AcceptActionUsage): boolean {
    return metadataOf(accept).some(a => isTypedBy(a, DEFERRED_KEEPER));
}

/** Whether an annotation is typed by a definition of a name: a model may contain its own copy of the package. */
function isTypedBy(annotation: Annotation, metadata: string): boolean {
    const type = metadataTypeOf(annotation);
    return type !== undefined && [type, ...supertypesOf(type)].some(t => qualifiedNameOf(t) === metadata);
}
