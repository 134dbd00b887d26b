/**
 * Classifies elements by their stereotypes: standard ones by profile, user stereotypes by their generals (contract: migration 2.3, 5.9).
 */
import { profileKind } from '../reading/namespaces.js';
import { type ExternalElement, everyElement, type StereotypeApplication, type UmlElement, type UmlModel } from '../uml-model.js';

const ENTERPRISE_ARCHITECT = /^Enterprise Architect/;
/** Profiles in which Enterprise Architect writes SysML stereotypes. The second also contains other stereotypes. */
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
/** Stereotypes of the SysML profile whose names tools spell differently. */
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

/** A stereotype application with its classification. */
export interface Applied {
    readonly application: StereotypeApplication;
    /** the standard stereotypes that the applied stereotype is or specializes */
    readonly standard: readonly string[];
    /** the applied stereotype; undefined if the input does not define it */
    readonly definition: UmlElement | undefined;
}

export class Stereotypes {
    /** stereotypes of the input, by their XML names */
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

    /** Whether one of these standard stereotypes, or a specialization, is applied. */
    has(element: UmlElement, ...names: string[]): boolean {
        return element.applications.length > 0 && this.applied(element).some(({ standard }) => standard.some(name => names.includes(name)));
    }

    /** Returns the first application of one of these standard stereotypes or of a specialization. */
    application(element: UmlElement, ...names: string[]): StereotypeApplication | undefined {
        return this.applied(element).find(({ standard }) => standard.some(name => names.includes(name)))?.application;
    }

    /** Whether a mark of MagicDraw's customization is applied, for example `PartProperty` or `ValueProperty`. */
    isMarked(element: UmlElement, ...names: string[]): boolean {
        return element.applications.some(a => names.includes(a.name) && profileKind(a.namespace) === 'customization');
    }

    /**
     * Returns the stereotype of the input that an application names. Its profile must have the namespace as URI, or its name must occur in
     * the namespace.
     */
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

    /** Returns the standard stereotypes that a user stereotype specializes, directly or indirectly. Handles cycles. */
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

    /** Whether a stereotype is a standard one of SysML or UML, which classifies elements. */
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

/** Returns the standard spelling of a name: `block` of Enterprise Architect becomes `Block`. */
function standardName(name: string): string {
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    return SPELLINGS[name] ?? SPELLINGS[small] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** Spells a name as tools do for an XML element or attribute: `Critical Item` becomes `Critical_Item`. */
export const xmlName = (name: string): string => name.replace(/[^\p{L}\p{N}.-]/gu, '_');

/**
 * Whether a namespace contains the name of a profile: `http://host/path/Name.xmi` and `…/Name/1.0` contain `Name`. Other characters may be
 * escaped or spelled as in XML names.
 */
function namespaceNames(namespace: string, profile: string): boolean {
    const parts = namespace.split('/').map(part => unescaped(part).replace(/\.xmi$/, ''));
    return profile !== '' && parts.some(part => xmlName(part) === xmlName(profile));
}

/** Decodes the escapes in a part of an address; returns the part unchanged if they are invalid. */
function unescaped(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

const SYSML_RESOURCE = /SysML/i;

/** Returns the standard stereotype that an href targets, from the recorded path or else from the fragment. */
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
