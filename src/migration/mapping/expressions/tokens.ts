/** Splits opaque text into tokens: names, numbers, strings and signs (contract: migration 8.1). */
import { quotedString } from '../../notation/spelling.js';
import { Untranslatable } from './untranslatable.js';

/** The language in which a text is read: JavaScript, Java, natural language, or their common subset if no language is stated. */
export type Dialect = 'script' | 'java' | 'words' | 'any';

export interface Token {
    /** `other` is valid in no dialect */
    readonly kind: 'number' | 'string' | 'name' | 'sign' | 'other' | 'end';
    /** spelled as in the notation: double-quoted strings, `==` for `===` */
    readonly text: string;
    /** whether the token is the first of its line */
    readonly startsLine: boolean;
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const NUMBER = /(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?([fFdDlL](?!\w))?/y;
const STRING = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const SIGN = /\*\*|\+\+|--|[-+*/]=|:=|===?|!==?|<>|<=|>=|&&|\|\||[-+*/%^<>=!(),.;?:]/y;
const SAME: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

export function tokensOf(text: string, dialect: Dialect): Token[] {
    const tokens: Token[] = [];
    let at = 0;
    const take = (pattern: RegExp): string | undefined => {
        pattern.lastIndex = at;
        const found = pattern.exec(text)?.[0];
        at += found?.length ?? 0;
        return found;
    };
    for (;;) {
        const startsLine = (take(SPACE) ?? '').includes('\n');
        if (at === text.length) {
            return tokens;
        }
        const number = take(NUMBER);
        const string = number === undefined ? take(STRING) : undefined;
        const name = number === undefined && string === undefined ? take(NAME) : undefined;
        const sign = number ?? string ?? name ?? take(SIGN);
        if (sign === undefined) {
            tokens.push({ kind: 'other', text: text[at], startsLine });
            at++;
        } else if (number !== undefined) {
            tokens.push({ kind: 'number', text: numberText(number, dialect), startsLine });
        } else if (string !== undefined) {
            tokens.push({ kind: 'string', text: quotedString(unescaped(string.slice(1, -1))), startsLine });
        } else {
            const kind = name === undefined ? 'sign' : 'name';
            tokens.push({ kind, text: Object.hasOwn(SAME, sign) ? SAME[sign] : sign, startsLine });
        }
    }
}

/** Greatest integers that the number types of a dialect represent exactly. */
const GREATEST = { script: 2n ** 53n - 1n, java: 2n ** 63n - 1n, words: 2n ** 53n - 1n, any: 2n ** 53n - 1n };

function numberText(written: string, dialect: Dialect): string {
    const plain = written.replace(/[fFdDlL]$/, '');
    if (/^\d+$/.test(plain)) {
        if (/^0\d/.test(plain)) {
            throw new Untranslatable(`'${written}' is no decimal number`);
        }
        if (plain.length > 19 || BigInt(plain) > GREATEST[dialect]) {
            throw new Untranslatable(`the integer ${plain} is greater than ${GREATEST[dialect]}`);
        }
        return /[fFdD]$/.test(written) ? `${plain}.0` : plain;
    }
    return plain.replace(/^\./, '0.').replace(/\.(?=$|[eE])/, '.0');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

/** Resolves the escapes of script languages. */
const unescaped = (text: string): string =>
    text.replace(
        /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/gi,
        (_, code?: string, four?: string, two?: string, sign?: string) => {
            const digits = code ?? four ?? two;
            if (digits !== undefined) {
                return parseInt(digits, 16) > 0x10_ff_ff ? '' : String.fromCodePoint(parseInt(digits, 16));
            }
            return Object.hasOwn(ESCAPES, sign!) ? ESCAPES[sign!] : sign!;
        }
    );
