// One model as each tool writes it: namespaces, spellings of stereotypes, scalars, envelopes (contract: migration 2.1, 2.6, 2.7).

import { strToU8, zipSync } from 'fflate';
import { expanded, REAL, STRING } from './documents.js';

/** `Metaclass id`, and tags: `Block Class b isEncapsulated="true"`. */
export type Application = string;

/** Where a document refers to a primitive behaviour: each dialect has its own reference. */
const PRIMITIVE = /\[primitive ([\w:]+) ([^\]]+)\]/g;

/** A reference to a primitive behaviour of fUML or Alf. @param at the package in its module: `fUML_Library::…::IntegerFunctions` */
export const primitive = (at: string, name: string): string => `[primitive ${at} ${name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}]`;

const FUML = 'http://www.omg.org/spec/FUML/20180501/fUML_Library.xmi';
const ALF = 'http://www.omg.org/spec/ALF/20170201/Alf-Library.xmi';
/** By the fragment in the standard's own document. */
const inDocument = (at: string, name: string): string =>
    `<behavior href="${at.startsWith('Alf') ? ALF : FUML}#${at.replace(/^[^:]*::/, '').replaceAll('::', '-')}-${name}"/>`;
/** By an opaque fragment in a module of MagicDraw, with the path beside it. */
const inModule = (at: string, name: string): string =>
    `<behavior href="${at.startsWith('Alf') ? 'Alf' : 'fUML'}-Library.mdzip#_17_0_1"><xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="${at}::${name}" referentType="OpaqueBehavior"/></xmi:Extension></behavior>`;

/** A diagram with the places of what it shows. */
export interface DrawnDiagram {
    readonly id: string;
    readonly name: string;
    readonly kind: keyof typeof KINDS;
    readonly owner: string;
    /** shapes, 160 by 80 pixels */
    readonly shown: readonly { readonly id: string; readonly x: number; readonly y: number }[];
    readonly lines?: readonly { readonly id: string; readonly from: string; readonly to: string; readonly points: readonly number[] }[];
}

/** Kinds of diagrams as MagicDraw and Papyrus call them. */
const KINDS = {
    class: ['SysML Block Definition Diagram', 'PapyrusUMLClassDiagram'],
    composite: ['SysML Internal Block Diagram', 'CompositeStructure'],
    activity: ['SysML Activity Diagram', 'PapyrusUMLActivityDiagram'],
    state: ['SysML State Machine Diagram', 'PapyrusUMLStateMachineDiagram'],
    'use case': ['SysML Use Case Diagram', 'UseCase'],
    sequence: ['SysML Sequence Diagram', 'PapyrusUMLSequenceDiagram'],
    table: ['Generic Table', 'PapyrusGenericTable']
} as const;

interface Dialect {
    readonly namespaces: Readonly<Record<string, string>>;
    readonly exporter: string;
    /** prefix and name of a stereotype */
    readonly stereotype: (name: string) => string;
    /** an href of a scalar */
    readonly scalar: (name: string) => string;
    readonly id: (id: string) => string;
    readonly isZipped?: true;
    /** where its diagrams are: in an extension of the model, or in a document beside it; the tool's own form is not read */
    readonly diagrams: 'extension' | 'beside' | 'own';
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
        id: id => id,
        diagrams: 'extension'
    },
    Papyrus: {
        namespaces: {
            uml: 'http://www.eclipse.org/uml2/5.0.0/UML',
            ...Object.fromEntries([...Object.keys(PACKAGES), 'Blocks'].map(p => [p, `http://www.eclipse.org/papyrus/sysml/1.6/SysML/${p}`]))
        },
        exporter: '',
        stereotype: name => `${papyrusPackage(name)}:${name}`,
        scalar: name => `<type xmi:type="uml:PrimitiveType" href="pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#${name}"/>`,
        id: id => `_${id}`,
        diagrams: 'beside'
    },
    MagicDraw: {
        namespaces: { uml: 'http://www.omg.org/spec/UML/20131001', sysml: 'http://www.omg.org/spec/SysML/20181001/SysML' },
        exporter: 'MagicDraw UML',
        stereotype: name => `sysml:${name}`,
        scalar: name =>
            `<type href="SysML%20Profile.mdzip#_16_5beta1_${name}"><xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="SysML::Libraries::PrimitiveValueTypes::${name}" referentType="DataType"/></xmi:Extension></type>`,
        id: id => `_19_0_${id}`,
        isZipped: true,
        diagrams: 'extension'
    },
    'Enterprise Architect': {
        namespaces: { uml: 'http://schema.omg.org/spec/UML/2.1', sysml: 'http://www.sparxsystems.com/profiles/SysML1.4/1.0' },
        exporter: 'Enterprise Architect',
        stereotype: name => `sysml:${name.charAt(0).toLowerCase()}${name.slice(1)}`,
        scalar: name => `<type xmi:idref="EAnone_${name}"/>`,
        id: id => `EAID_${id}`,
        diagrams: 'own'
    }
};

/** A diagram in an extension, as MagicDraw lists it. */
const listed = ({ id, name, kind, owner, shown, lines = [] }: DrawnDiagram): string =>
    `<xmi:Extension extender="MagicDraw UML"><modelExtension><ownedDiagram xmi:type="uml:Diagram" xmi:id="${id}" name="${name}" ownerOfDiagram="${owner}">
        <xmi:Extension extender="MagicDraw UML"><diagramRepresentation><DiagramRepresentationObject type="${KINDS[kind][0]}" umlType="${kind === 'composite' ? 'Composite Structure' : 'Class'} Diagram">
            <diagramContents><binaryObject streamContentID="BINARY-${id}"/>${[...shown, ...lines].map(s => `<usedElements xmi:idref="${s.id}"/>`).join('')}</diagramContents>
        </DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram></modelExtension></xmi:Extension>`;

/** The symbols of a diagram in an archive of MagicDraw. */
const symbolsOf = ({ shown, lines = [] }: DrawnDiagram): string =>
    `<mdOwnedViews xmlns:xmi="http://www.omg.org/XMI">${[
        ...shown.map(
            ({ id, x, y }, i) =>
                `<mdElement elementClass="Class" xmi:id="sy${i}"><elementID xmi:idref="${id}"/><geometry>${x}, ${y}, 160, 80</geometry></mdElement>`
        ),
        ...lines.map(
            ({ id, points }) =>
                `<mdElement elementClass="Connector" xmi:id="ln${id}"><elementID xmi:idref="${id}"/><geometry>${points.flatMap((p, i) => (i % 2 === 1 ? [] : [`${p}, ${points[i + 1]}; `])).join('')}</geometry></mdElement>`
        )
    ].join('')}</mdOwnedViews>`;

/** Papyrus' document of diagrams. */
const notationOf = (diagrams: readonly DrawnDiagram[]): string =>
    `<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:notation="http://www.eclipse.org/gmf/runtime/1.0.3/notation">${diagrams
        .map(
            ({ id, name, kind, owner, shown, lines = [] }) =>
                `<notation:Diagram xmi:id="${id}" type="${KINDS[kind][1]}" name="${name}">${shown
                    .map(
                        s =>
                            `<children xmi:type="notation:Shape" xmi:id="sh${s.id}"><element href="model.uml#${s.id}"/><layoutConstraint xmi:type="notation:Bounds" x="${s.x}" y="${s.y}" width="160" height="80"/></children>`
                    )
                    .join('')}<element href="model.uml#${owner}"/>${lines
                    .map(
                        l =>
                            `<edges xmi:type="notation:Connector" source="sh${l.from}" target="sh${l.to}"><element href="model.uml#${l.id}"/><bendpoints xmi:type="notation:RelativeBendpoints" points="${l.points.flatMap((p, i) => (i % 2 === 1 ? [] : [`[${p}, ${l.points[i + 1]}, -643984, -643984]`])).join('$')}"/></edges>`
                    )
                    .join('')}</notation:Diagram>`
        )
        .join('')}</xmi:XMI>`;

/** Diagrams as Enterprise Architect exports them. */
const exported = (diagrams: readonly DrawnDiagram[]): string =>
    `<xmi:Extension extender="Enterprise Architect" extenderID="6.5"><diagrams>${diagrams
        .map(
            ({ id, name, owner, shown }) =>
                `<diagram xmi:id="${id}"><model package="${owner}" localID="1" owner="${owner}"/><properties name="${name}" type="Logical"/><elements>${shown
                    .map(
                        s =>
                            `<element geometry="Left=${s.x};Top=${s.y};Right=${s.x + 160};Bottom=${s.y + 80};" subject="${s.id}" seqno="1"/>`
                    )
                    .join('')}</elements></diagram>`
        )
        .join('')}</diagrams></xmi:Extension>`;

/** The bytes of a document, or of an archive of one. */
export function inDialect(name: string, members: string, applications: readonly Application[]): Uint8Array {
    return drawnInDialect(name, members, applications, [])[0];
}

/** The bytes of the documents of a model with diagrams, the model first. */
export function drawnInDialect(
    name: string,
    members: string,
    applications: readonly Application[],
    diagrams: readonly DrawnDiagram[]
): Uint8Array[] {
    const dialect = DIALECTS[name];
    const namespaces = Object.entries({ xmi: XMI, ...dialect.namespaces }).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
    const applied = applications.map((application, i) => {
        if (application.startsWith('<')) {
            return application;
        }
        const [, stereotype, metaclass, id, tags] = /^(\w+) (\w+) (\S+) ?(.*)$/.exec(application)!;
        return `<${dialect.stereotype(stereotype)} xmi:id="ap${i}" base_${metaclass}="${id}" ${tags}/>`;
    });
    const documentation = dialect.exporter === '' ? '' : `<xmi:Documentation exporter="${dialect.exporter}" exporterVersion="6.5"/>`;
    const text = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<xmi:XMI ${namespaces.join(' ')}>${documentation}`,
        `<uml:Model xmi:type="uml:Model" xmi:id="root" name="Model">${expanded(members)}${dialect.diagrams === 'extension' ? diagrams.map(listed).join('') : ''}</uml:Model>`,
        ...applied,
        dialect.diagrams === 'own' ? exported(diagrams) : '',
        '</xmi:XMI>'
    ].join('\n');
    const primitives = dialect.isZipped === true ? inModule : inDocument;
    const called = text.replace(PRIMITIVE, (_, at: string, primitiveName: string) => primitives(at, primitiveName));
    const ids = idsIn(text, diagrams);
    const spelledIn = (document: string): string => withIds(document, ids, dialect.id);
    const spelled = spelledIn(called.replaceAll(REAL, dialect.scalar('Real')).replaceAll(STRING, dialect.scalar('String')));
    if (dialect.isZipped === true) {
        const symbols = diagrams.map(d => [`BINARY-${d.id}`, strToU8(spelledIn(symbolsOf(d)))] as const);
        return [zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(spelled), ...Object.fromEntries(symbols) })];
    }
    const beside = dialect.diagrams === 'beside' && diagrams.length > 0 ? [Buffer.from(spelledIn(notationOf(diagrams)))] : [];
    return [Buffer.from(spelled), ...beside];
}

const idsIn = (text: string, diagrams: readonly DrawnDiagram[]): ReadonlySet<string> =>
    new Set([...[...text.matchAll(/xmi:id="([^"]+)"/g)].map(([, id]) => id), ...diagrams.map(({ id }) => id)]);

/** Every id, and every reference to one, as the tool spells it. */
function withIds(text: string, ids: ReadonlySet<string>, spell: (id: string) => string): string {
    const attribute = /(\s(?!name|body|value|href|text|xmlns|kind|direction)[\w:]+=")([^"]*)"/g;
    const linked = text.replace(/(model\.uml#)(\w+)/g, (_, file: string, id: string) => `${file}${spell(id)}`);
    return linked.replace(attribute, (whole, head: string, value: string) => {
        const words = value.split(' ');
        return words.every(word => ids.has(word)) ? `${head}${words.map(spell).join(' ')}"` : whole;
    });
}
