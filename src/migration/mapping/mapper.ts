/** What a mapper is: how one kind of v1 element is written. The table of all of them is `table.ts`. */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

/** How elements of one metaclass, or with one stereotype, are written. All steps are optional; what neither accounts for is unmapped. */
export interface Mapper {
    /**
     * First pass, owners before their parts: adds the declaration, without references to other elements. The parts of the element are
     * then declared in it, or in the owner's declaration when it declares nothing.
     */
    declare?(element: UmlElement, owner: Declaration, mapping: Mapping): Declaration | undefined;
    /** Second pass, when all elements are declared: what a definition specializes. */
    specialize?(element: UmlElement, mapping: Mapping): void;
    /** Third pass, when inherited members are known: types, values, multiplicities; gives the verdict. */
    complete?(element: UmlElement, mapping: Mapping): void;
    /** Fourth pass, when the types of all features are known: paths of features, relationships, behaviour; gives the verdict. */
    relate?(element: UmlElement, mapping: Mapping): void;
    /** The mapper declares, completes and accounts for everything below the element; the passes leave it alone. */
    readonly isWhole?: true;
}

/** A row of the table. Rows with a stereotype precede the one without. */
export interface MapperRow {
    readonly metaclasses: readonly string[];
    /** standard stereotypes, one of which must be applied, directly or through a user stereotype that specializes it */
    readonly stereotypes?: readonly string[];
    /** a further condition */
    readonly applies?: (element: UmlElement, mapping: Mapping) => boolean;
    readonly mapper: Mapper;
}
