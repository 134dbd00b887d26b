/** Opaque text by its language: what is tried, in which order (contract: migration 8.1). */
import type { Library } from '../../../language/library/library.js';
import { opaqueExpression, type Scope, type ValueText } from './opaque.js';
import { verbatimExpression } from './verbatim.js';

const OWN = /^(sysml|kerml)( ?v?2(\.\d+)?)?$/i;
/** Scripts, words, and what names no language. */
const TRANSLATED = /^(|javascript|ecmascript|js|(rhino|nashorn)( [\d.]+)?|java( [\d.]+)?|english|natural language|text)$/i;

/**
 * A text as an expression, or why it is none. Text in SysML, and in a language that is not translated, is copied where it is an expression
 * of SysML v2; other text is translated, and copied where it names no language.
 */
export function expressionIn(language: string, text: string, scope: Scope, library: Library): ValueText {
    const name = language.trim();
    const isTranslated = TRANSLATED.test(name);
    const translated = isTranslated ? opaqueExpression(text, scope) : undefined;
    if (translated !== undefined && ('text' in translated || name !== '')) {
        return translated;
    }
    const copied = verbatimExpression(text, scope, library);
    if ('text' in copied) {
        return name === '' ? copied : { text: copied.text, note: `copied verbatim from ${name}` };
    }
    if (translated !== undefined) {
        return translated;
    }
    const shared = OWN.test(name) ? opaqueExpression(text, scope) : { reason: `text in ${name} is not translated` };
    return 'text' in shared ? shared : OWN.test(name) ? copied : shared;
}
