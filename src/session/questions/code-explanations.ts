/**
 * Explains codes of findings (`check --explain CODE`, `%explain-code`): the rules of a code, each with the smallest model that violates it,
 * the findings of `check` in that model, and a model that satisfies it. The name of a constraint of the standards is explained by its
 * codes, or by the reason why no text violates it. Depends on the tables of rules and reads no files.
 */
import { format } from '../../exchange/formatter/format.js';
import { LINTS } from '../../language/validation/lints.js';
import { nearest } from '../../language/validation/near-names.js';
import { CODES_WITHOUT_ROW } from '../../language/validation/rules/codes.js';
import { CONSTRAINTS } from '../../language/validation/rules/constraints.js';
import { type Rule, RULES } from '../../language/validation/rules/rules.js';
import type { Workspace } from '../../language/workspace/workspace.js';
import { diagnosticText } from '../answers/diagnostic-text.js';

/** line width of the shown models */
const WIDTH = 100;
/** maximum number of shown rules of one code; further ones repeat it for other kinds of elements */
const MOST_RULES = 8;

const OTHERS: Readonly<Record<string, string>> = CODES_WITHOUT_ROW;
export const CODES: readonly string[] = [...new Set([...RULES.flatMap(r => r.codes), ...Object.keys(OTHERS)])].sort();

/**
 * The rules that report a code. Rules whose violating model has the fewest other findings come first, because they illustrate this code
 * best.
 */
function rulesOf(code: string): readonly Rule[] {
    return RULES.filter(r => r.codes.includes(code)).sort((a, b) => a.codes.length - b.codes.length);
}

/** One row per code: group, code, severities, and the first rule or a description. */
export function listedCodes(): (readonly [group: string, code: string, severity: string, line: string])[] {
    return CODES.map(code => {
        const rules = rulesOf(code);
        const found = new Set(rules.flatMap(r => r.found.split(', ')).filter(one => one.endsWith(` ${code}`)));
        const severities = [...found].map(one => one.slice(0, one.indexOf(' '))).sort();
        const [first] = rules;
        const more = rules.length > 1 ? ` and ${rules.length - 1} more` : '';
        return [
            groupOf(code, first),
            code,
            severities.join(', ') || 'warning',
            first === undefined ? OTHERS[code] : `${first.rule}${more}`
        ];
    });
}

function groupOf(code: string, rule: Rule | undefined): string {
    if (Object.hasOwn(LINTS, code)) {
        return 'Lints';
    }
    if (rule === undefined || !/^(validate|check)[A-Z]/.test(rule.rule)) {
        return 'Rules of this tool';
    }
    return rule.language === 'kerml' ? 'Constraints of KerML' : 'Constraints of SysML';
}

/**
 * Explains a code of findings, or a validation constraint of the standards by name.
 * @param workspace checks the violating models, so that the explanation shows the findings that a user sees
 * @returns the text, or the nearest known code
 */
export function explanationOf(code: string, workspace: Workspace): { readonly text?: string; readonly near?: string } {
    if (Object.hasOwn(CONSTRAINTS, code)) {
        return { text: `${[code, ...constraintBlocks(code, workspace)].join('\n\n')}\n` };
    }
    const rules = rulesOf(code);
    if (rules.length === 0 && !Object.hasOwn(OTHERS, code)) {
        const [near] = nearest(
            code,
            CODES.map(name => ({ name, text: name, reach: 0 }))
        );
        return { near: near?.name };
    }
    const lint = Object.hasOwn(LINTS, code) ? [`A lint, ${LINTS[code] ? 'on' : 'off'} by default.`] : [];
    const described = rules.length === 0 ? [`Reported for ${OTHERS[code]}.`] : [];
    const more = rules.length > MOST_RULES ? [`${rules.length - MOST_RULES} more rules have this code.`] : [];
    const blocks = rules.slice(0, MOST_RULES).map(rule => ruleText(rule, code, workspace));
    return { text: `${[code, ...lint, ...described, ...blocks, ...more].join('\n\n')}\n` };
}

/** Explains a constraint of the standards: the rows that violate it, or the reason why it cannot be violated. */
function constraintBlocks(name: string, workspace: Workspace): readonly string[] {
    const standing = CONSTRAINTS[name];
    if ('same' in standing) {
        return [`The same constraint as ${standing.same}.`, ...constraintBlocks(standing.same, workspace)];
    }
    if ('production' in standing) {
        return [`No text can break this constraint (${standing.production}): ${standing.because}.`];
    }
    const rows = RULES.filter(r => r.rule === name);
    return [`Reported as ${standing.codes.join(', ')}.`, ...rows.map(r => ruleText(r, r.codes[0], workspace))];
}

function ruleText({ rule, language, broken, kept }: Rule, code: string, workspace: Workspace): string {
    const name = `model.${language}`;
    const content = format(broken, { width: WIDTH });
    const { model } = workspace.parse([{ name, language, content }]);
    const texts = new Map([[name, content]]);
    const findings = model.diagnostics.filter(d => d.code === code).map(d => diagnosticText(d, texts, false).trimEnd());
    return [
        `Rule: ${rule}`,
        '',
        '  Broken:',
        ...indented(content),
        ...findings.map(line => `    ${line}`),
        '',
        '  Kept:',
        ...indented(format(kept, { width: WIDTH }))
    ].join('\n');
}

const indented = (text: string): string[] =>
    text
        .trimEnd()
        .split('\n')
        .map(line => (line === '' ? '' : `    ${line}`));
