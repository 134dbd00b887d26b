/**
 * The metadata annotations of elements: prefixes, annotations in the body, and annotations in other places with `about` (SysML 7.27).
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resolve } from './names.js';
import { Fact, ownedMembersOf } from './structure.js';

/** A metadata annotation: `@M` or `#M`. */
export type Annotation = ast.MetadataUsage | ast.PrefixMetadata;

/** The metadata annotations of an element: prefixes, members of its body, and annotations in other places that are `about` it. */
export function metadataOf(element: AstNode): readonly Annotation[] {
    const { prefixes = [] } = element;
    const about = element.$container === undefined ? [] : annotationsAbout(element.$container);
    const members = ownedMembersOf(element);
    if (prefixes.length === 0 && about.length === 0 && members.length === 0) {
        return [];
    }
    const found: Annotation[] = [...prefixes];
    for (const member of members) {
        if (member.$type === 'MetadataUsage' && member.about.length === 0) {
            found.push(member);
        }
    }
    for (const annotation of about) {
        if (annotation.about.some(a => resolve(a) === element)) {
            found.push(annotation);
        }
    }
    return found;
}

const ANNOTATIONS = new Fact<readonly ast.MetadataUsage[]>('annotations about other elements');

/** The annotations among the members of a namespace that are about other elements; computed once. */
function annotationsAbout(namespace: AstNode): readonly ast.MetadataUsage[] {
    let annotations = ANNOTATIONS.of(namespace);
    if (annotations === undefined) {
        annotations = ownedMembersOf(namespace).filter((m): m is ast.MetadataUsage => m.$type === 'MetadataUsage' && m.about.length > 0);
        ANNOTATIONS.set(namespace, annotations);
    }
    return annotations;
}

/** The metadata definition that an annotation is typed by. */
export function metadataTypeOf(annotation: Annotation): AstNode | undefined {
    return resolve(annotation.$type === 'PrefixMetadata' ? annotation : annotation.typing);
}
