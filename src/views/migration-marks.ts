/** Marks of a migration on an element (package `MigrationMetadata`, contract: views 2.1, 8.5): a generated name, a stand-in. */
import type { AstNode } from '../language/generated/tree.js';
import { metadataOf, metadataTypeOf } from '../language/semantics/annotations.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';

export interface MigrationMarks {
    readonly nameSynthesized: boolean;
    readonly standIn: boolean;
}

const NONE: MigrationMarks = { nameSynthesized: false, standIn: false };

/** The marks among the annotations of an element: in its declaration, or about it. */
export function migrationMarksOf(element: AstNode): MigrationMarks {
    const annotations = metadataOf(element);
    if (annotations.length === 0) {
        return NONE;
    }
    const names = annotations.map(a => metadataTypeOf(a)).map(t => (t === undefined ? undefined : qualifiedNameOf(t)));
    return { nameSynthesized: names.includes('MigrationMetadata::SynthesizedName'), standIn: names.includes('MigrationMetadata::StandIn') };
}
