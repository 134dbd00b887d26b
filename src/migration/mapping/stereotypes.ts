/** What stereotypes make of an element: standard ones by profile, user ones by what they specialize (contract: migration 2.3, 5.9). */
import { profileKind } from '../reading/namespaces.js';
import { type ExternalElement, everyElement, type StereotypeApplication, type UmlElement, type UmlModel } from '../uml-model.js';

const ENTERPRISE_ARCHITECT = /^Enterprise Architect/;
/** Profiles in which Enterprise Architect writes the stereotypes of SysML; in the second, others as well. */
const EA_SYSML = /\/SysML[\d.]*(\/|$)/i;
const EA_MIXED = /\/thecustomprofile(\/|$)/i;
const SYSML_STEREOTYPES = new Set([
    ...['Allocate', 'BindingConnector', 'Block', 'Conform', 'ConstraintBlock', 'ConstraintProperty', 'Copy', 'DeriveReqt', 'Expose'],
    ...['FlowPort', 'FlowProperty', 'FlowSpecification', 'FullPort', 'InterfaceBlock', 'ItemFlow', 'NestedConnectorEnd', 'Probability'],
    ...[
        'Problem',
        'ProxyPort',
        'QuantityKind',
        'Rationale',
        'Refine',
        'Requirement',
        'Satisfy',
        'Stakeholder',
        'TestCase',
        'Trace',
        'Unit'
    ],
    ...['ValueType', 'Verify', 'View', 'Viewpoint']
]);
/** Stereotypes of the SysML profile that tools spell otherwise. */
const SPELLINGS: Readonly<Record<string, string>> = {
    _InterfaceBlock: 'ConjugatedInterfaceBlock',
    '~InterfaceBlock': 'ConjugatedInterfaceBlock',
    abstractRequirement: 'AbstractRequirement',
    requirement: 'Requirement',
    deriveReqt: 'DeriveReqt',
    interfaceRequirement: 'Requirement',
    performanceRequirement: 'Requirement',
    functionalRequirement: 'Requirement',
    physicalRequirement: 'Requirement',
    designConstraint: 'Requirement',
    extendedRequirement: 'Requirement',
    usabilityRequirement: 'Requirement',
    businessRequirement: 'Requirement'
};

/** An applied stereotype with what it counts as. */
export interface Applied {
    readonly application: StereotypeApplication;
    /** standard stereotypes that it is or specializes */
    readonly standard: readonly string[];
    /** the stereotype of the input that is applied; undefined when the input does not define it */
    readonly definition: UmlElement | undefined;
}

export class Stereotypes {
    /** stereotypes of the input by their names in XML */
    private readonly definitions = new Map<string, UmlElement[]>();
    private readonly cache = new Map<UmlElement, readonly Applied[]>();
    readonly isEnterpriseArchitect: boolean;

    constructor(model: UmlModel) {
        this.isEnterpriseArchitect = ENTERPRISE_ARCHITECT.test(model.exporter);
        for (const element of everyElement(model.roots)) {
            if (element.metaclass === 'Stereotype') {
                const name = xmlName(element.name);
                this.definitions.set(name, [...(this.definitions.get(name) ?? []), element]);
            }
        }
    }

    applied(element: UmlElement): readonly Applied[] {
        let found = this.cache.get(element);
        if (found === undefined) {
            found = element.applications.map(application => {
                const definition = this.definitionOf(application);
                return { application, definition, standard: this.standardOf(application, definition) };
            });
            this.cache.set(element, found);
        }
        return found;
    }

    /** Whether one of these standard stereotypes is applied. */
    has(element: UmlElement, ...names: string[]): boolean {
        return element.applications.length > 0 && this.applied(element).some(({ standard }) => standard.some(name => names.includes(name)));
    }

    /** The application that counts as a standard stereotype. */
    application(element: UmlElement, ...names: string[]): StereotypeApplication | undefined {
        return this.applied(element).find(({ standard }) => standard.some(name => names.includes(name)))?.application;
    }

    /** Whether a mark of MagicDraw's customization is applied: `PartProperty`, `ValueProperty`. */
    isMarked(element: UmlElement, ...names: string[]): boolean {
        return element.applications.some(a => names.includes(a.name) && profileKind(a.namespace) === 'customization');
    }

    /** The stereotype of the input that an application names: of a profile with that namespace, or that gives its name to it. */
    private definitionOf({ name, namespace }: StereotypeApplication): UmlElement | undefined {
        const definitions = this.definitions.get(xmlName(name))?.filter(definition => {
            const profiles = [...definition.owners()].filter(({ metaclass }) => metaclass === 'Profile');
            return profiles.some(p => p.value('URI') === namespace || namespaceNames(namespace, p.name));
        });
        return definitions?.find(definition => definition.name === name) ?? definitions?.[0];
    }

    private standardOf(application: StereotypeApplication, definition: UmlElement | undefined): string[] {
        if (this.isStandard(application)) {
            return [standardName(application.name)];
        }
        return definition === undefined ? [] : this.standardGenerals(definition);
    }

    /** Standard stereotypes above one of the input; a cycle is walked once. */
    private standardGenerals(definition: UmlElement): string[] {
        const open = [definition];
        const seen = new Set<UmlElement>();
        const found: string[] = [];
        for (let stereotype = open.pop(); stereotype !== undefined; stereotype = open.pop()) {
            if (seen.has(stereotype)) {
                continue;
            }
            seen.add(stereotype);
            for (const generalization of stereotype.ownedAs('generalization')) {
                open.push(...generalization.refs('general').filter(general => general.metaclass === 'Stereotype'));
                found.push(...generalization.externals('general').flatMap(standardNameOfHref));
            }
        }
        return found;
    }

    /** Whether a stereotype is one of SysML or UML, which classifies elements. */
    isStandard({ name, namespace }: StereotypeApplication): boolean {
        const kind = profileKind(namespace);
        const isExtended = kind === 'customization' && name !== 'Requirement' && standardName(name) === 'Requirement';
        if (kind === 'sysml' || kind === 'standard' || isExtended) {
            return true;
        }
        const isMixed = EA_MIXED.test(namespace) && SYSML_STEREOTYPES.has(standardName(name));
        return this.isEnterpriseArchitect && (EA_SYSML.test(namespace) || isMixed);
    }
}

/** `block` of Enterprise Architect is `Block`. */
function standardName(name: string): string {
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    return SPELLINGS[name] ?? SPELLINGS[small] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** A name as tools write it for an element or attribute of XML: `Critical Item` is `Critical_Item`. */
export const xmlName = (name: string): string => name.replace(/[^\p{L}\p{N}.-]/gu, '_');

/** `http://host/path/Name.xmi` and `…/Name/1.0` name the profile `Name`; other characters are escaped, or written as in names of XML. */
function namespaceNames(namespace: string, profile: string): boolean {
    const parts = namespace.split('/').map(part => unescaped(part).replace(/\.xmi$/, ''));
    return profile !== '' && parts.some(part => xmlName(part) === xmlName(profile));
}

/** A part of an address without its escapes; as it is when they do not read. */
function unescaped(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

const SYSML_RESOURCE = /SysML/i;

/** The standard stereotype that an href ends at: by the recorded path, else by its fragment. */
function standardNameOfHref({ href, path }: ExternalElement): string[] {
    if (path !== '') {
        return /^SysML::|^UML Standard Profile::/.test(path) ? [standardName(path.split('::').at(-1)!)] : [];
    }
    const [resource, fragment = ''] = href.split('#');
    if (!SYSML_RESOURCE.test(resource) && !SYSML_RESOURCE.test(fragment)) {
        return [];
    }
    const name =
        /(?:stereotype_packagedElement_|[./])([A-Za-z]+)$/.exec(fragment)?.[1] ?? (/^[A-Za-z]+$/.test(fragment) ? fragment : undefined);
    return name === undefined ? [] : [standardName(name)];
}
