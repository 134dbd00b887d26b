/**
 * Identifies languages and profiles by their namespaces (contract: migration 2.1, 5.9). Prefixes have no meaning, because tools choose them
 * freely.
 */

const XMI = [/^http:\/\/(www|schema)\.omg\.org\/spec\/XMI\//, /^http:\/\/www\.omg\.org\/XMI$/];
const UML = [
    /^http:\/\/(www|schema)\.omg\.org\/spec\/UML\/[^/]+$/,
    /^http:\/\/www\.eclipse\.org\/uml2\/[^/]+\/UML$/,
    /^http:\/\/schema\.omg\.org\/spec\/UML\/2\.\d/
];
const SYSML = [/^http:\/\/(www|schema)\.omg\.org\/spec\/SysML\//, /^http:\/\/www\.eclipse\.org\/papyrus\/(sysml\/)?[\d.]+\/SysML(\/|$)/];
const STANDARD = [
    /^http:\/\/www\.omg\.org\/spec\/UML\/[^/]+\/StandardProfile(L2|L3)?$/,
    /^http:\/\/www\.eclipse\.org\/uml2\/[^/]+\/UML\/Profile\/(Standard|L2|L3)$/
];
const MAGICDRAW = /^http:\/\/www\.omg\.org\/spec\/UML\/[^/]+\/MagicDrawProfile$/;
const TOOL_HOST = /^https?:\/\/(www\.)?(magicdraw|nomagic)\.com(\/.*)$/;
const TOOL_PATHS =
    /^\/(spec\/Customization\/|schemas\/(DSL_Customization|UI_Prototyping_Profile|SimulationProfile|Dependency_Matrix_Profile|manual\/Document_Profile|[^/]*Collaborator[^/]*)\.xmi$)/;
/** Profiles that tools of the MagicDraw family apply to tables, validation and documents: they hold settings of the tool. */
const CUSTOMIZATION = /^\/spec\/Customization\//;
/** Profile of MagicDraw before version 18: the customization profile under another name. */
const OLD_CUSTOMIZATION = /^\/schemas\/additional_stereotypes\.xmi$/;

const isOneOf = (patterns: readonly RegExp[], namespace: string): boolean => patterns.some(p => p.test(namespace));

export const isXmi = (namespace: string): boolean => isOneOf(XMI, namespace);
/** Attributes of this namespace are about the document: `xsi:type`, `xsi:schemaLocation`. */
export const isSchemaInstance = (namespace: string): boolean => namespace === 'http://www.w3.org/2001/XMLSchema-instance';
export const isUml = (namespace: string): boolean => isOneOf(UML, namespace);

export type ProfileKind = 'sysml' | 'standard' | 'customization' | 'tool' | 'user';

/**
 * Classifies the namespace of a profile. Stereotypes of `sysml` and `standard` classify elements, those of `customization` mark kinds of
 * properties, and those of `tool` configure a tool. All other profiles are `user`.
 */
export function profileKind(namespace: string): ProfileKind {
    if (isOneOf(SYSML, namespace)) {
        return 'sysml';
    }
    if (isOneOf(STANDARD, namespace)) {
        return 'standard';
    }
    if (MAGICDRAW.test(namespace)) {
        return 'tool';
    }
    const path = TOOL_HOST.exec(namespace)?.[3];
    if (path === undefined) {
        return 'user';
    }
    if (CUSTOMIZATION.test(path) || OLD_CUSTOMIZATION.test(path)) {
        return 'customization';
    }
    return TOOL_PATHS.test(path) ? 'tool' : 'user';
}
