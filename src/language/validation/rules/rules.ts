/** The tables of rules as one list, for explanations and tests. */
import type { SyntaxLanguage } from '../../syntax/index.js';
import { ADVICE } from './advice.js';
import { KERML } from './kerml.js';
import type { Row } from './row.js';
import { SYSML } from './sysml.js';

export interface Rule {
    /** the standard's constraint by its name, or a few words */
    readonly rule: string;
    readonly language: SyntaxLanguage;
    /** the findings of `check` where the rule is violated: `severity code`, separated by commas */
    readonly found: string;
    readonly codes: readonly string[];
    /** the smallest documents that violate and that satisfy the rule */
    readonly broken: string;
    readonly kept: string;
}

/** Rules with whole documents as models: they concern members outside of packages, or read a package by its name. */
const WHOLE: ReadonlySet<string> = new Set(['validateImportTopLevelVisibility', 'machines keep the events they defer']);

const rulesOf = (language: SyntaxLanguage, rows: readonly Row[]): Rule[] =>
    rows.map(([rule, found, broken, kept]) => {
        const document = (members: string): string => (WHOLE.has(rule) ? members : `package P { ${members} }`);
        const codes = found.split(', ').map(one => one.slice(one.indexOf(' ') + 1));
        return { rule, language, found, codes, broken: document(broken), kept: document(kept) };
    });

export const RULES: readonly Rule[] = [...rulesOf('kerml', KERML), ...rulesOf('sysml', SYSML), ...rulesOf('sysml', ADVICE)];
