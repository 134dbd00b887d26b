/**
 * `sysml-workbench check --explain CODE`: the rules behind a code of findings, each with the smallest model that breaks it, what `check`
 * says of that model, and a model that keeps it. Knows the tables of rules, no files.
 */
import { format } from '../exchange/formatter/format.js';
import { LINTS } from '../language/validation/lints.js';
import { nearest } from '../language/validation/near-names.js';
import { CODES_WITHOUT_ROW } from '../language/validation/rules/codes.js';
import { type Rule, RULES } from '../language/validation/rules/rules.js';
import type { Workspace } from '../language/workspace/workspace.js';
import { diagnosticText } from '../session/answers/diagnostic-text.js';

/** Width in which models are laid out. */
const WIDTH = 100;
/** The rules of one code that are shown: the next ones only repeat it for other kinds of elements. */
const MOST_RULES = 8;

const OTHERS: Readonly<Record<string, string>> = CODES_WITHOUT_ROW;
const CODES = [...new Set([...RULES.flatMap(r => r.codes), ...Object.keys(OTHERS)])].sort();

/**
 * What a code of findings means.
 * @param workspace checks the models that break a rule, so that the explanation shows what a user sees
 * @returns the text, or undefined with the advice for a code that no finding has
 */
export function explanationOf(code: string, workspace: Workspace): { readonly text?: string; readonly advice?: string } {
    const rules = RULES.filter(r => r.codes.includes(code));
    if (rules.length === 0 && !Object.hasOwn(OTHERS, code)) {
        const [near] = nearest(
            code,
            CODES.map(name => ({ name, text: name, reach: 0 }))
        );
        return { advice: near === undefined ? `the codes are ${CODES.join(', ')}` : `did you mean '${near.name}'?` };
    }
    const lint = Object.hasOwn(LINTS, code) ? [`A lint, ${LINTS[code] ? 'on' : 'off'} by default.`] : [];
    const described = rules.length === 0 ? [`Reported for ${OTHERS[code]}.`] : [];
    const more = rules.length > MOST_RULES ? [`${rules.length - MOST_RULES} more rules have this code.`] : [];
    const blocks = rules.slice(0, MOST_RULES).map(rule => ruleText(rule, code, workspace));
    return { text: `${[code, ...lint, ...described, ...blocks, ...more].join('\n\n')}\n` };
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
