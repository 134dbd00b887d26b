/** Reads quoted literals on one line, as `writer.ts` spells them (contract: conversion 12.1). Does not depend on statements. */
import { replaceEach } from '../../language/long-texts.js';

const QUOTE = 34;
const NEW_LINE = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|[^])/g;
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f', '"': '"', "'": "'", '\\': '\\' };

/** The value and the end of the literal whose opening quote is at an offset; undefined for any other spelling. */
export function literalAt(text: string, from: number): { readonly value: string; readonly end: number } | undefined {
    let isPlain = true;
    let at = from + 1;
    for (; ; at++) {
        const code = text.charCodeAt(at);
        if (code === QUOTE) {
            break;
        }
        if (code === BACKSLASH) {
            isPlain = false;
            at++;
        }
        if (code === NEW_LINE || code === CARRIAGE_RETURN || at >= text.length) {
            return undefined;
        }
    }
    const raw = text.slice(from + 1, at);
    const value = isPlain ? raw : unescaped(raw);
    return value === undefined ? undefined : { value, end: at + 1 };
}

/** Replaces the escapes of a text; undefined if one is invalid or denotes no character. */
function unescaped(raw: string): string | undefined {
    let isKnown = true;
    const text = replaceEach(raw, ESCAPE, sequence => {
        const escape = sequence.slice(1);
        if (escape.length > 1) {
            const code = parseInt(escape.slice(1), 16);
            isKnown &&= code < 0xd800 || code > 0xdfff;
            return String.fromCharCode(code);
        }
        isKnown &&= Object.hasOwn(ESCAPED, escape);
        return ESCAPED[escape];
    });
    return isKnown ? text : undefined;
}
