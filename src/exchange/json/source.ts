/**
 * Compares the API's JSON with the notation that it was made from (contract: conversion 11.2), without reading a graph: finds the source
 * text in the lines of JSON that `writer.ts` wrote. `convert.ts` verifies that the text produces the same JSON. Does not depend on
 * notation.
 */
import { type CarriedSource, SourceCollector } from '../reading/carried-source.js';

const TEXT = '\n    "sysx:sourceText": ';
const TAIL = '\n    "sysx:sourceTail": ';
const EITHER = TEXT.slice(0, -'ext": '.length);
const OBJECT = '\n  {\n';
const ID = '\n    "@id": ';
const OWNER = '\n    "owner": {\n      "@id": ';
const POSITION = '\n    "sysx:memberIndex": ';
const LANGUAGE = '\n    "sysx:sourceLanguage": ';
const DOCUMENT = '\n    "sysx:sourceDocument": ';

/**
 * The source text in JSON: the texts of declarations in the order of their objects, and each tail after the element's owned elements. The
 * caller must verify that it produces the same JSON. Undefined if there is no such text.
 */
export function sourceInJson(json: string): CarriedSource | undefined {
    const collector = new SourceCollector();
    for (let at = json.indexOf(EITHER); at >= 0; at = json.indexOf(EITHER, at + 1)) {
        const start = json.lastIndexOf(OBJECT, at);
        const isTail = json.startsWith(TAIL, at);
        const text = isTail || json.startsWith(TEXT, at) ? stringAt(json, at + TEXT.length) : undefined;
        const lines = json.slice(Math.max(start, 0), at + 1);
        const stated = (head: string): string | undefined => statedIn(lines, head);
        const id = stated(ID);
        if (start < 0 || text === undefined || id === undefined) {
            return undefined;
        }
        if (!lines.includes(POSITION)) {
            continue; // this is the text of an expression
        }
        const language = stated(LANGUAGE);
        const owner = language === undefined ? stated(OWNER) : undefined; // the owner of a root is its wrapping namespace
        if (!(isTail ? collector.tail(id, text) : collector.text(id, text, { id, owner, language, document: stated(DOCUMENT) }))) {
            return undefined;
        }
    }
    return collector.source();
}

/** The string after the key that begins a line. */
function statedIn(lines: string, head: string): string | undefined {
    const at = lines.indexOf(head);
    return at < 0 ? undefined : stringAt(lines, at + head.length);
}

/** The string from an offset to the end of its line. */
function stringAt(json: string, at: number): string | undefined {
    const end = json.indexOf('\n', at);
    const text = json.slice(at, end < 0 ? undefined : end).replace(/,$/, '');
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'string' ? value : undefined;
    } catch {
        return undefined;
    }
}
