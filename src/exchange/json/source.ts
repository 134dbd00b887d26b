/**
 * The API's JSON and the notation that it was made of (contract: conversion 11.2), without a graph read between the two: the source text
 * that stands in our writer's lines, and whether the JSON of that text is the JSON. Knows lines; no notation.
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
 * The source text of JSON: the texts of the declarations in the order of their objects, each tail behind what its element owns. It is a
 * guess: only JSON that is made of it and is the same makes it the notation of the graph. Undefined where there is no such text.
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
            continue; // an expression
        }
        const language = stated(LANGUAGE);
        const owner = language === undefined ? stated(OWNER) : undefined; // a root is owned by the namespace around it
        if (!(isTail ? collector.tail(id, text) : collector.text(id, text, { id, owner, language, document: stated(DOCUMENT) }))) {
            return undefined;
        }
    }
    return collector.source();
}

/** The string behind the head of a line. */
function statedIn(lines: string, head: string): string | undefined {
    const at = lines.indexOf(head);
    return at < 0 ? undefined : stringAt(lines, at + head.length);
}

/** The string that a line ends with, which begins at a place. */
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
