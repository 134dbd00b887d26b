/**
 * Reads the diagrams of MagicDraw and related tools, which store them in extensions (contract: migration 2.5, 10.1). Does not depend on v2.
 */
import type { UmlElement, XmlNode } from '../uml-model.js';

export interface DiagramFacts {
    /** the tool's diagram kind, then UML's: `SysML Block Definition Diagram Class Diagram`; empty without a representation */
    readonly kind: string;
    /** ids of the shown elements, in the tool's order */
    readonly shown: readonly string[];
    /** name of the archive entry that contains the symbols; empty without one */
    readonly stream: string;
}

const NOTHING: DiagramFacts = { kind: '', shown: [], stream: '' };

/** Reads the extension of a diagram. */
export function diagramFacts(diagram: UmlElement): DiagramFacts {
    const nodes = diagram.extensions.flatMap(everyNode);
    const representation =
        nodes.find(node => node.name === 'DiagramRepresentationObject') ?? nodes.find(node => node.attributes.umlType !== undefined);
    if (representation === undefined) {
        return NOTHING;
    }
    const inner = everyNode(representation);
    const shown = inner.filter(node => node.name === 'usedElements').flatMap(usedIds);
    const { type = '', umlType = '' } = representation.attributes;
    return {
        kind: `${type} ${umlType}`.trim(),
        shown: [...new Set(shown)],
        stream: inner.find(node => node.name === 'binaryObject')?.attributes.streamContentID ?? ''
    };
}

function usedIds({ text, attributes }: XmlNode): string[] {
    const link = attributes['xmi:idref'] ?? attributes.href?.replace(/^.*#/, '');
    return link === undefined ? text.split(/\s+/).filter(id => id !== '') : [link];
}

function everyNode(root: XmlNode): XmlNode[] {
    const found: XmlNode[] = [];
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
        found.push(node);
        for (let i = node.children.length - 1; i >= 0; i--) {
            open.push(node.children[i]);
        }
    }
    return found;
}
