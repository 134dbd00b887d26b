/** Which behaviour of the fUML or Alf library an action calls (contract: migration 9). */
import type { ExternalElement, UmlElement } from '../../uml-model.js';

/** A behaviour of the library. */
export interface LibraryBehaviour {
    /** its package without `Functions`: `Integer`; `Sequence` for both packages of collections; `List` for functions on lists */
    readonly group: string;
    /** as its document spells it */
    readonly name: string;
}

const RESOURCE = /fUML[_-]Library|Alf-Library/i;
const MODULE_PATH = /(^|::)(fUML_Library|FoundationalModelLibrary|Alf::Library)(::|$)/;

/** `…IntegerFunctions::Neg`, `…IntegerFunctions-Neg` */
const IN_PACKAGE = /(Integer|Real|UnlimitedNatural|Boolean|BitString|String|List|Sequence|Collection)Functions(?:::|[-._])(.+)$/;

/** The behaviour of the library that an element of another document is; undefined for another element. */
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

/** The behaviour of the library that an action calls; undefined for any other action. */
export function libraryBehaviour(node: UmlElement): LibraryBehaviour | undefined {
    return node.metaclass === 'CallBehaviorAction' ? node.externals('behavior').flatMap(e => behaviourAt(e) ?? [])[0] : undefined;
}

const COLLECTIONS = new Set(['List', 'Sequence']);
/** Parameters of the functions on collections that hold one value. */
const POSITIONS = new Set(['index', 'lower', 'upper']);

/** Whether an argument of a behaviour of the library is one value, without which there is no result. */
export const isScalar = ({ group }: LibraryBehaviour, { name }: UmlElement): boolean => !COLLECTIONS.has(group) || POSITIONS.has(name);
