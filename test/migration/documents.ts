// v1 models as texts of XMI.

const NAMESPACES = [
    'xmlns:xmi="http://www.omg.org/spec/XMI/20131001"',
    'xmlns:uml="http://www.omg.org/spec/UML/20131001"',
    'xmlns:sysml="http://www.omg.org/spec/SysML/20181001/SysML"',
    'xmlns:standard="http://www.omg.org/spec/UML/20131001/StandardProfile"',
    'xmlns:md="http://www.omg.org/spec/UML/20131001/MagicDrawProfile"',
    'xmlns:mark="http://www.magicdraw.com/spec/Customization/180/SysML"',
    'xmlns:Plant="http://plant.example/profiles/Plant"'
].join(' ');

/** Hrefs of scalar types. */
export const REAL = '<type href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Real"/>';
export const STRING = '<type href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#String"/>';

/**
 * A document of XMI. In the pieces, `<Class x "Name" …>` is short for the element of that metaclass with that id and name in the role that
 * its owner gives it; see {@link expanded}.
 */
export function xmi(members: string, applications = ''): string {
    return distinct(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            `<xmi:XMI ${NAMESPACES}>`,
            '<xmi:Documentation exporter="Some Tool" exporterVersion="3"/>',
            `<uml:Model xmi:id="m" name="Model">${expanded(members)}</uml:Model>`,
            applications,
            '</xmi:XMI>'
        ].join('\n')
    );
}

/** @throws for a document with an id twice, of which a test would lose an element without a word */
function distinct(document: string): string {
    const seen = new Set<string>();
    for (const [, id] of document.matchAll(/ xmi:id="([^"]+)"/g)) {
        if (seen.has(id)) {
            throw new Error(`the id ${id} is used twice`);
        }
        seen.add(id);
    }
    return document;
}

const SYSML_OF_PAPYRUS = ['Allocations', 'Activities', 'Blocks', 'ConstraintBlocks', 'ModelElements', 'PortsAndFlows', 'Requirements'];

/** A document of Papyrus: Eclipse's namespaces, a profile for each part of SysML, scalars of its libraries. */
export function papyrus(members: string, applications = ''): string {
    const namespaces = [
        'xmlns:xmi="http://www.omg.org/spec/XMI/20131001"',
        'xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML"',
        ...SYSML_OF_PAPYRUS.map(name => `xmlns:${name}="http://www.eclipse.org/papyrus/sysml/1.6/SysML/${name}"`)
    ].join(' ');
    const scalar = (name: string): string =>
        `<type xmi:type="uml:PrimitiveType" href="pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#${name}"/>`;
    return distinct(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            `<xmi:XMI ${namespaces}>`,
            `<uml:Model xmi:id="m" name="Model">${expanded(members).replaceAll(REAL, scalar('Real')).replaceAll(STRING, scalar('String'))}</uml:Model>`,
            applications,
            '</xmi:XMI>'
        ].join('\n')
    );
}

/** `<role:Metaclass id "name"` is `<role xmi:type="uml:Metaclass" xmi:id="id" name="name"`, and `</role:Metaclass>` its end. */
export function expanded(text: string): string {
    return text
        .replace(/<(?!xmi:)(\w+):(\w+) ([\w-]+)(?: "([^"]*)")?/g, (_, role, metaclass, id, name: string | undefined) =>
            [`<${role} xmi:type="uml:${metaclass}" xmi:id="${id}"`, ...(name === undefined ? [] : [`name="${name}"`])].join(' ')
        )
        .replace(/<\/(?!xmi:)(\w+):\w+>/g, '</$1>');
}
