/** Recognizes types of the primitive libraries by their hrefs (contract: migration 2.6). */
import { LibraryName, type Text } from '../notation/declaration.js';
import type { ExternalElement, Link } from '../uml-model.js';

export interface Primitive {
    /** qualified name in the v2 library */
    readonly type: string;
    /** the name as notation, which all features of the type share */
    readonly text: Text;
    /** whether it replaces a machine type of a tool's library */
    readonly isApproximate: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
    Real: 'ScalarValues::Real',
    Integer: 'ScalarValues::Integer',
    Boolean: 'ScalarValues::Boolean',
    String: 'ScalarValues::String',
    Complex: 'ScalarValues::Complex',
    UnlimitedNatural: 'ScalarValues::Natural',
    Number: 'ScalarValues::Number'
};
/** Ids of the types that Enterprise Architect defines outside the model, with the language in the prefix: `EAJava_int`, `EAnone_Real`. */
const ENTERPRISE_ARCHITECT = /^EA[^_]*_(\w+)$/;

const MACHINE_TYPES: Readonly<Record<string, string>> = {
    float: 'Real',
    double: 'Real',
    EFloat: 'Real',
    EDouble: 'Real',
    int: 'Integer',
    long: 'Integer',
    short: 'Integer',
    byte: 'Integer',
    EInt: 'Integer',
    ELong: 'Integer',
    boolean: 'Boolean',
    EBoolean: 'Boolean',
    EString: 'String',
    string: 'String',
    char: 'String',
    bool: 'Boolean'
};

const PRIMITIVES: ReadonlyMap<string, Primitive> = new Map([
    ...Object.entries(TYPES).map(([name, type]) => [name, primitive(type, false)] as const),
    ...Object.entries(MACHINE_TYPES).map(([name, replaced]) => [name, primitive(TYPES[replaced], true)] as const)
]);

function primitive(type: string, isApproximate: boolean): Primitive {
    return { type, text: [new LibraryName(type)], isApproximate };
}

/** Resources of the standard libraries of the OMG, Papyrus and MagicDraw, by name. */
const RESOURCES = [
    /PrimitiveTypes(\.xmi|\.library\.uml)?$/i,
    /^http:\/\/schema\.omg\.org\/spec\/UML\/[^/]+\/(uml|PrimitiveTypes)\.xml$/,
    /\/SysML(\.xmi|16?\.xmi|\.profile\.uml|-Standard-Library\.uml)?$/,
    /^SysML(\.xmi)?$/,
    /(^|\/)SysML-Standard-Library\.uml$/,
    /^pathmap:\/\/(UML|SysML\d*)_LIBRARIES\//i,
    /^pathmap:\/\/UML_METAMODELS\//,
    /Ecore\.(metamodel|library)\.uml$|JavaPrimitiveTypes\.library\.uml$/,
    /^UML_Standard_Profile\.(mdzip|xml)$/,
    /^SysML([_ ]Profile)?\.(mdzip|xml)$/,
    /^MD_customization_for_SysML\.mdzip$/i
];
/** Roots of standard libraries in the qualified names of MagicDraw. */
const PATH_ROOTS = /^(UML Standard Profile|SysML|MD Customization for SysML|QUDV Library)::/;

/** Returns the v2 type for a primitive type of a standard library; undefined for other elements. */
export function primitiveOf({ href, path }: ExternalElement): Primitive | undefined {
    const [resource, fragment = ''] = href.split('#');
    const isStandard = RESOURCES.some(pattern => pattern.test(decodeURIComponentSafely(resource)));
    if (!isStandard || (path !== '' && !PATH_ROOTS.test(path))) {
        return undefined;
    }
    const name = path === '' ? lastPart(fragment) : path.split('::').at(-1)!;
    return typeNamed(name);
}

/** Returns the v2 type for a reference to a primitive type, in a library or with an id of Enterprise Architect. */
export function primitiveOfLink(link: Link, isEnterpriseArchitect: boolean): Primitive | undefined {
    if ('href' in link) {
        return primitiveOf(link);
    }
    const name = isEnterpriseArchitect ? ENTERPRISE_ARCHITECT.exec(link.id)?.[1] : undefined;
    return name === undefined ? undefined : typeNamed(name);
}

/** Returns the v2 type that a primitive type or a machine type is by its name. */
export const typeNamed = (name: string): Primitive | undefined => PRIMITIVES.get(name);

/**
 * Returns the name of a type in a fragment: `SysML_dataType.Real`, `…dataType_packagedElement_Real`,
 * `…PackageableElement-Real_PackageableElement` and `Real` all name `Real`.
 */
function lastPart(fragment: string): string {
    const last = fragment.split(/[./-]/).at(-1)!;
    return last.replace(/^.*packagedElement_/, '').replace(/_PackageableElement$/, '');
}

function decodeURIComponentSafely(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
