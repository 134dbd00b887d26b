/** Recognizes calls of fUML and Alf library behaviours (contract: migration 9). */
import type { ExternalElement, UmlElement } from '../../uml-model.js';

/** A behaviour of the fUML or Alf library. */
export interface LibraryBehaviour {
    /**
     * name of its package without `Functions`, for example `Integer`; `Sequence` for both collection packages; `List` for functions on
     * lists
     */
    readonly group: string;
    /** name as its document spells it */
    readonly name: string;
}

const RESOURCE = /fUML[_-]Library|Alf-Library/i;
const MODULE_PATH = /(^|::)(fUML_Library|FoundationalModelLibrary|Alf::Library)(::|$)/;

/** `…IntegerFunctions::Neg`, `…IntegerFunctions-Neg` */
const IN_PACKAGE = /(Integer|Real|UnlimitedNatural|Boolean|BitString|String|List|Sequence|Collection)Functions(?:::|[-._])(.+)$/;

/** Returns the library behaviour that an external element represents; undefined for other elements. */
function behaviourAt({ href, path }: ExternalElement): LibraryBehaviour | undefined {
    const [resource, fragment = ''] = href.split('#');
    const isModule = resource.endsWith('.mdzip') || resource.endsWith('.mdxml');
    if (!RESOURCE.test(resource) || (isModule && !MODULE_PATH.test(path))) {
        return undefined;
    }
    const from = isModule ? path : fragment;
    const [, library = '', inPackage] = IN_PACKAGE.exec(from) ?? [];
    const name = inPackage ?? /(?:^|::|[-.])([^:.-]+)$/.exec(from)?.[1] ?? from;
    const group = library === '' && name.startsWith('List') ? 'List' : library;
    return { group: group === 'Collection' ? 'Sequence' : group, name };
}

/** Returns the library behaviour that an action calls; undefined for other actions. */
export function libraryBehaviour(node: UmlElement): LibraryBehaviour | undefined {
    return node.metaclass === 'CallBehaviorAction' ? node.externals('behavior').flatMap(e => behaviourAt(e) ?? [])[0] : undefined;
}

const COLLECTIONS = new Set(['List', 'Sequence']);
/** Parameters of collection functions that hold a single value. */
const POSITIONS = new Set(['index', 'lower', 'upper']);

/** Whether an argument of a library behaviour is a single value that the result requires. */
export const isScalar = ({ group }: LibraryBehaviour, { name }: UmlElement): boolean => !COLLECTIONS.has(group) || POSITIONS.has(name);
