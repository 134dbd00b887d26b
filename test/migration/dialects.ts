// One model as each tool writes it: namespaces, spellings of stereotypes, scalars, envelopes (contract: migration 2.1, 2.6, 2.7).

import { strToU8, zipSync } from 'fflate';
import { expanded, REAL, STRING } from './documents.js';

/** `Metaclass id`, and tags: `Block Class b isEncapsulated="true"`. */
export type Application = string;

interface Dialect {
    readonly namespaces: Readonly<Record<string, string>>;
    readonly exporter: string;
    /** prefix and name of a stereotype */
    readonly stereotype: (name: string) => string;
    /** an href of a scalar */
    readonly scalar: (name: string) => string;
    readonly id: (id: string) => string;
    readonly isZipped?: true;
}

const XMI = 'http://www.omg.org/spec/XMI/20131001';

/** Packages of the SysML profile of Papyrus. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
    Activities: ['Continuous', 'ControlOperator', 'Discrete', 'NoBuffer', 'Optional', 'Overwrite', 'Probability', 'Rate'],
    Allocations: ['Allocate', 'AllocateActivityPartition'],
    ConstraintBlocks: ['ConstraintBlock'],
    ModelElements: ['Conform', 'ElementGroup', 'Expose', 'Problem', 'Rationale', 'Stakeholder', 'View', 'Viewpoint'],
    PortsAndFlows: ['_InterfaceBlock', 'DirectedFeature', 'FlowProperty', 'FullPort', 'InterfaceBlock', 'ItemFlow', 'ProxyPort'],
    DeprecatedElements: ['FlowPort', 'FlowSpecification'],
    Requirements: ['Copy', 'DeriveReqt', 'Refine', 'Requirement', 'Satisfy', 'TestCase', 'Trace', 'Verify']
};
const papyrusPackage = (name: string): string => Object.keys(PACKAGES).find(p => PACKAGES[p].includes(name)) ?? 'Blocks';

export const DIALECTS: Readonly<Record<string, Dialect>> = {
    'plain UML': {
        namespaces: { uml: 'http://www.omg.org/spec/UML/20161101', sysml: 'http://www.omg.org/spec/SysML/20150709/SysML' },
        exporter: '',
        stereotype: name => `sysml:${name}`,
        scalar: name => `<type href="http://www.omg.org/spec/UML/20161101/PrimitiveTypes.xmi#${name}"/>`,
        id: id => id
    },
    Papyrus: {
        namespaces: {
            uml: 'http://www.eclipse.org/uml2/5.0.0/UML',
            ...Object.fromEntries([...Object.keys(PACKAGES), 'Blocks'].map(p => [p, `http://www.eclipse.org/papyrus/sysml/1.6/SysML/${p}`]))
        },
        exporter: '',
        stereotype: name => `${papyrusPackage(name)}:${name}`,
        scalar: name => `<type xmi:type="uml:PrimitiveType" href="pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#${name}"/>`,
        id: id => `_${id}`
    },
    MagicDraw: {
        namespaces: { uml: 'http://www.omg.org/spec/UML/20131001', sysml: 'http://www.omg.org/spec/SysML/20181001/SysML' },
        exporter: 'MagicDraw UML',
        stereotype: name => `sysml:${name}`,
        scalar: name =>
            `<type href="SysML%20Profile.mdzip#_16_5beta1_${name}"><xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="SysML::Libraries::PrimitiveValueTypes::${name}" referentType="DataType"/></xmi:Extension></type>`,
        id: id => `_19_0_${id}`,
        isZipped: true
    },
    'Enterprise Architect': {
        namespaces: { uml: 'http://schema.omg.org/spec/UML/2.1', sysml: 'http://www.sparxsystems.com/profiles/SysML1.4/1.0' },
        exporter: 'Enterprise Architect',
        stereotype: name => `sysml:${name.charAt(0).toLowerCase()}${name.slice(1)}`,
        scalar: name => `<type xmi:idref="EAnone_${name}"/>`,
        id: id => `EAID_${id}`
    }
};

/** The bytes of a document, or of an archive of one. */
export function inDialect(name: string, members: string, applications: readonly Application[]): Uint8Array {
    const dialect = DIALECTS[name];
    const namespaces = Object.entries({ xmi: XMI, ...dialect.namespaces }).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
    const applied = applications.map((application, i) => {
        const [, stereotype, metaclass, id, tags] = /^(\w+) (\w+) (\S+) ?(.*)$/.exec(application)!;
        return `<${dialect.stereotype(stereotype)} xmi:id="ap${i}" base_${metaclass}="${id}" ${tags}/>`;
    });
    const documentation = dialect.exporter === '' ? '' : `<xmi:Documentation exporter="${dialect.exporter}" exporterVersion="6.5"/>`;
    const text = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<xmi:XMI ${namespaces.join(' ')}>${documentation}`,
        `<uml:Model xmi:type="uml:Model" xmi:id="root" name="Model">${expanded(members)}</uml:Model>`,
        ...applied,
        '</xmi:XMI>'
    ].join('\n');
    const spelled = withIds(text.replaceAll(REAL, dialect.scalar('Real')).replaceAll(STRING, dialect.scalar('String')), dialect.id);
    return dialect.isZipped === true ? zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(spelled) }) : Buffer.from(spelled);
}

/** Every id, and every reference to one, as the tool spells it. */
function withIds(text: string, spell: (id: string) => string): string {
    const ids = new Set([...text.matchAll(/xmi:id="([^"]+)"/g)].map(([, id]) => id));
    const attribute = /(\s(?!name|body|value|href|text|xmlns|kind|direction)[\w:]+=")([^"]*)"/g;
    return text.replace(attribute, (whole, head: string, value: string) => {
        const words = value.split(' ');
        return words.every(word => ids.has(word)) ? `${head}${words.map(spell).join(' ')}"` : whole;
    });
}
