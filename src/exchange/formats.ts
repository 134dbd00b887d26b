/** The formats of conversions and their names (contract: conversion 1.3). */
import { languageOf } from '../language/syntax/index.js';

/** A format that this room reads and writes. */
export type Format = 'sysml' | 'ttl' | 'api-json' | 'xmi2';

/** The meaning of a format name: a format, or `xmi` for SysML v1, which is migrated instead of converted. */
export type NamedFormat = Format | 'xmi';

const NAMES: Readonly<Record<string, NamedFormat>> = {
    sysml: 'sysml',
    kerml: 'sysml',
    text: 'sysml',
    ttl: 'ttl',
    turtle: 'ttl',
    rdf: 'ttl',
    'api-json': 'api-json',
    json: 'api-json',
    xmi2: 'xmi2',
    xmi: 'xmi',
    uml: 'xmi',
    mdzip: 'xmi'
};
const EXTENSIONS: Readonly<Record<string, NamedFormat>> = {
    sysml: 'sysml',
    kerml: 'sysml',
    ttl: 'ttl',
    turtle: 'ttl',
    json: 'api-json',
    sysmlx: 'xmi2',
    kermlx: 'xmi2',
    xmi2: 'xmi2',
    xmi: 'xmi',
    uml: 'xmi',
    mdzip: 'xmi'
};

/** The format with a name; undefined for an unknown name. */
export function formatNamed(name: string): NamedFormat | undefined {
    const key = name.trim().toLowerCase();
    return Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
}

/** The format that a path's extension indicates; undefined for any other extension. */
export function formatOfPath(path: string): NamedFormat | undefined {
    const key = extensionOf(path);
    return Object.hasOwn(EXTENSIONS, key) ? EXTENSIONS[key] : undefined;
}

const extensionOf = (path: string): string => /\.([^./\\]*)$/.exec(path)?.[1].toLowerCase() ?? '';

/** What files with other extensions usually contain, and how they can be read or converted. */
const FOREIGN: Readonly<Record<string, string>> = {
    nt: 'N-Triples, which is read in the format ttl',
    nq: 'N-Quads: write one graph of it as Turtle',
    trig: 'named graphs: write one of them as Turtle',
    trix: 'named graphs: write one of them as Turtle',
    n3: 'Notation3, which is read in the format ttl',
    rdf: 'RDF/XML: write the graph as Turtle',
    owl: 'RDF/XML: write the graph as Turtle',
    jsonld: 'JSON-LD: write the graph as Turtle',
    xml: 'XMI of SysML v2 is read in the format xmi2, a model of SysML v1 is migrated',
    ipynb: 'a notebook, which has cells of notation',
    gz: 'compressed: decompress it first',
    bz2: 'compressed: decompress it first',
    xz: 'compressed: decompress it first',
    zst: 'compressed: decompress it first',
    zip: 'an archive: those of the standard are named .kpar'
};

/** A remark in parentheses about the content of a file whose extension indicates no format; empty for an unknown extension. */
export function remarkOnPath(path: string): string {
    const key = extensionOf(path);
    return Object.hasOwn(FOREIGN, key) ? ` (${FOREIGN[key]})` : '';
}

/** The language of notation: from the path's extension, else from the name of the format (contract 1.3). */
export function languageOfNotation(path: string, named: string): 'sysml' | 'kerml' {
    if (formatOfPath(path) === 'sysml') {
        return languageOf(path);
    }
    return named.trim().toLowerCase() === 'kerml' ? 'kerml' : 'sysml';
}

/** The notice that accompanies every conversion from or to a graph (contract 1.7). */
export const EXPERIMENTAL_NOTICE =
    'RDF and JSON conversion is experimental: it covers the structure and the bodies of models, refuses what it cannot write back, and its vocabulary may change.';

/** Whether the contract marks a conversion as experimental: all except those from notation to notation. */
export function isExperimental(from: Format, to: Format): boolean {
    return from !== 'sysml' || to !== 'sysml';
}
