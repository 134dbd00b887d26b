/** Opaque text by its language: what is tried, in which order (contract: migration 8.1). */
import type { Library } from '../../../language/library/library.js';
import { opaqueExpression, opaqueStatements, type Statements } from './opaque.js';
import { codeText } from '../plain-text.js';
import type { Scope, ValueText } from './scope.js';
import type { Dialect } from './tokens.js';
import { verbatimExpression } from './verbatim.js';

const OWN = /^(sysml|kerml)( ?v?2(\.\d+)?)?$/i;
/** A language with at most one engine and one version: `JavaScript Rhino 1.7`. */
const SCRIPT = /^(((java|ecma)script|js)( (rhino|nashorn))?|rhino|nashorn)( [\d.]+)?$/i;
const JAVA = /^java( [\d.]+)?$/i;
const WORDS = /^(english|natural language|text)$/i;

/** What a text in a language is read as; undefined for a language that is not translated. */
function dialectOf(language: string): Dialect | undefined {
    if (language === '') {
        return 'any';
    }
    return SCRIPT.test(language) ? 'script' : JAVA.test(language) ? 'java' : WORDS.test(language) ? 'words' : undefined;
}

/**
 * A text as an expression, or why it is none. Text in SysML, in no language, and in one that is not translated is copied where it is an
 * expression of SysML v2; text in scripts, in words and in no language is translated. What its own language refuses is not copied.
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

/** A text as statements, or why there are none: words and languages that are not translated have none. */
export function statementsIn(language: string, body: string, scope: Scope): Statements {
    const name = language.trim();
    const dialect = OWN.test(name) ? 'any' : dialectOf(name);
    return dialect === undefined || dialect === 'words'
        ? { reason: `statements in ${name} are not translated` }
        : opaqueStatements(codeText(body), scope, dialect);
}
