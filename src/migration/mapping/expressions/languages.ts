/** Selects the translation of opaque text by its language (contract: migration 8.1). */
import type { Library } from '../../../language/library/library.js';
import { opaqueExpression, opaqueStatements, type Statements } from './opaque.js';
import { codeText } from '../plain-text.js';
import type { Scope, ValueText } from './scope.js';
import type { Dialect } from './tokens.js';
import { verbatimExpression } from './verbatim.js';

const OWN = /^(sysml|kerml)( ?v?2(\.\d+)?)?$/i;
/** A language, with an optional engine and version: `JavaScript Rhino 1.7`. */
const SCRIPT = /^(((java|ecma)script|js)( (rhino|nashorn))?|rhino|nashorn)( [\d.]+)?$/i;
const JAVA = /^java( [\d.]+)?$/i;
const WORDS = /^(english|natural language|text)$/i;

/** Returns the dialect for a language; undefined if the language is not translated. */
function dialectOf(language: string): Dialect | undefined {
    if (language === '') {
        return 'any';
    }
    return SCRIPT.test(language) ? 'script' : JAVA.test(language) ? 'java' : WORDS.test(language) ? 'words' : undefined;
}

/**
 * Translates a text to an expression, or returns the reason why it cannot. Text in SysML, without a language or in an untranslated language
 * is copied if it is a SysML v2 expression. Text in script languages, Java, natural language or without a language is translated. Text that
 * the translation of its own language rejects is not copied.
 */
export function expressionIn(language: string, body: string, scope: Scope, library: Library): ValueText {
    const text = codeText(body);
    const name = language.trim();
    const dialect = dialectOf(name);
    const copied = dialect === undefined || dialect === 'any' ? verbatimExpression(text, scope, library) : undefined;
    if (copied !== undefined && 'text' in copied) {
        return { text: copied.text, note: name === '' ? 'copied verbatim' : `copied verbatim from ${name}` };
    }
    if (dialect !== undefined) {
        return opaqueExpression(text, scope, dialect);
    }
    return OWN.test(name) ? copied! : { reason: `text in ${name} is not translated` };
}

/** Translates a text to statements, or returns the reason why it cannot. Natural language and untranslated languages have no statements. */
export function statementsIn(language: string, body: string, scope: Scope): Statements {
    const name = language.trim();
    const dialect = OWN.test(name) ? 'any' : dialectOf(name);
    return dialect === undefined || dialect === 'words'
        ? { reason: `statements in ${name} are not translated` }
        : opaqueStatements(codeText(body), scope, dialect);
}
