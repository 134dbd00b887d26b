/** The tables of rules as one list, for those who explain them and for the tests that hold them. */
import type { SyntaxLanguage } from '../../syntax/index.js';
import { ADVICE } from './advice.js';
import { KERML } from './kerml.js';
import type { Row } from './row.js';
import { SYSML } from './sysml.js';

export interface Rule {
    /** the standard's constraint by its name, or a few words */
    readonly rule: string;
    readonly language: SyntaxLanguage;
    /** what `check` finds where the rule is broken: `severity code`, with commas between them */
    readonly found: string;
    readonly codes: readonly string[];
    /** the smallest documents that break and that keep the rule */
    readonly broken: string;
    readonly kept: string;
}

/** Rules whose models are documents: they are about what stands outside of packages, or read a package by its name. */
const WHOLE: ReadonlySet<string> = new Set(['validateImportTopLevelVisibility', 'machines keep the events they defer']);

const rulesOf = (language: SyntaxLanguage, rows: readonly Row[]): Rule[] =>
    rows.map(([rule, found, broken, kept]) => {
        const document = (members: string): string => (WHOLE.has(rule) ? members : `package P { ${members} }`);
        const codes = found.split(', ').map(one => one.slice(one.indexOf(' ') + 1));
        return { rule, language, found, codes, broken: document(broken), kept: document(kept) };
    });

export const RULES: readonly Rule[] = [...rulesOf('kerml', KERML), ...rulesOf('sysml', SYSML), ...rulesOf('sysml', ADVICE)];
