/** The interface of mappers, which write one kind of v1 element each. `table.ts` lists all mappers. */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

/**
 * Writes the elements of one metaclass, or with one stereotype. All steps are optional; an element without a verdict after the passes is
 * unmapped.
 */
export interface Mapper {
    /**
     * First pass, owners before their parts: adds the declaration, without references to other elements. The parts are then declared in
     * this declaration, or in the owner's declaration if the element declares nothing.
     */
    declare?(element: UmlElement, owner: Declaration, mapping: Mapping): Declaration | undefined;
    /** Second pass, after all elements are declared: writes the specializations of definitions. */
    specialize?(element: UmlElement, mapping: Mapping): void;
    /** Third pass, after inherited members are known: writes types, values and multiplicities; gives the verdict. */
    complete?(element: UmlElement, mapping: Mapping): void;
    /** Fourth pass, after the types of all features are known: writes feature paths, relationships and behaviour; gives the verdict. */
    relate?(element: UmlElement, mapping: Mapping): void;
    /** The mapper declares, completes and accounts for all elements below its element; the passes skip them. */
    readonly isWhole?: true;
}

/** A row of the table. Rows with a stereotype precede the row without one. */
export interface MapperRow {
    readonly metaclasses: readonly string[];
    /** standard stereotypes, at least one of which must be applied, directly or through a user stereotype that specializes it */
    readonly stereotypes?: readonly string[];
    /** a further condition */
    readonly applies?: (element: UmlElement, mapping: Mapping) => boolean;
    readonly mapper: Mapper;
}
