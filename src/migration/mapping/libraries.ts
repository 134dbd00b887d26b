/** Recognizes content that is not the user's: profiles of standards and tools, and libraries (contract: migration 2.4). */
import { profileKind } from '../reading/namespaces.js';
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

const CONTENT = 'profile or library content';
/** Names of standard libraries that appear as roots beside the user's model. */
const LIBRARY_ROOTS = new Set([
    'SysML',
    'UML Standard Profile',
    'Libraries',
    'PrimitiveTypes',
    'fUML_Library',
    'FoundationalModelLibrary',
    'Alf',
    'QUDV',
    'QUDV Library',
    'ISO-80000',
    'MD Customization for SysML',
    'UML2 Metamodel',
    'StandardProfile',
    'Matrix Templates Profile'
]);
const PACKAGES = new Set(['Package', 'Profile', 'Model']);

/** Returns the reason why an element is omitted with all elements below it; undefined if it is migrated. */
export function skipReason(element: UmlElement, mapping: Mapping): string | undefined {
    if (!PACKAGES.has(element.metaclass)) {
        return undefined;
    }
    if (isLibraryRoot(element)) {
        return CONTENT;
    }
    if (element.metaclass === 'Profile') {
        const uri = element.value('URI');
        return uri !== undefined && profileKind(uri) !== 'user' ? CONTENT : undefined;
    }
    const isOfTool = mapping.stereotypes.isEnterpriseArchitect && element.name === 'EA_PrimitiveTypes_Package';
    return isOfTool || isMarked(element, mapping) ? CONTENT : undefined;
}

function isLibraryRoot(element: UmlElement): boolean {
    return element.owner === undefined && element.model.roots.length > 1 && LIBRARY_ROOTS.has(element.name);
}

function isMarked(element: UmlElement, mapping: Mapping): boolean {
    const isAuxiliary = element.applications.some(a => a.name === 'auxiliaryResource' && profileKind(a.namespace) === 'tool');
    return element.owner !== undefined && (isAuxiliary || mapping.stereotypes.has(element, 'ModelLibrary'));
}
