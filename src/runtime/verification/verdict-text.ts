/** Verdicts as text for people: one line each, followed by the explanation of a false one. */
import type { Display } from '../evaluation/instances/display.js';
import type { Contribution, Explanation } from '../evaluation/calculations/explanation.js';
import { typeSymbolIdOf } from '../evaluation/instances/instance.js';
import type { Value } from '../values/index.js';
import type { CaseEvaluation } from './case-evaluations.js';
import type { VerificationVerdict } from './cases.js';
import type { Verdict } from './verdict.js';

/** Width of the column of states: `inconclusive` is the longest. */
const STATE_WIDTH = 13;

/** The reason of a verdict whose subject is unbound. */
const NO_SUBJECT = 'no subject is stated or given';

/**
 * The lines of a verdict: `holds        requirement P::r on P::car` with the false condition or the cause of an open verdict; below a false
 * one, the values that made it false and their parts.
 */
export function verdictLines(verdict: Verdict, display: Display): string[] {
    return [verdictText(verdict), ...explanationLines(verdict.explain?.() ?? [], display)];
}

/** The first line of {@link verdictLines}. */
export function verdictText(verdict: Verdict): string {
    const { element, elementId, kind, instance, instancePath } = verdict;
    const place =
        instancePath !== undefined
            ? ` on ${instancePath}`
            : instance !== undefined && (kind === 'constraint' || kind === 'requirement')
              ? ` on ${typeSymbolIdOf(instance)}`
              : '';
    const why = whyOf(verdict);
    const named = `${element === elementId ? `${kind} ` : ''}${element}${place}`;
    return `${stateOf(verdict).padEnd(STATE_WIDTH)}${named}${why === '' ? '' : `: ${why}`}`;
}

function stateOf(verdict: Verdict): string {
    if (verdict.error !== undefined) {
        return verdict.isUnbound === true ? 'not run' : 'undecided';
    }
    return verdict.holds === true ? 'holds' : 'fails';
}

/** The cause of an undecided verdict, or the false condition after the nested requirements that declare it. */
function whyOf(verdict: Verdict): string {
    const { error, condition, conditionPath = [] } = verdict;
    if (error !== undefined) {
        return verdict.isUnbound === true ? NO_SUBJECT : (verdict.cause ?? error);
    }
    return condition === undefined ? '' : [...conditionPath, condition].join(': ');
}

/** The lines of an explanation: `1425 g <= 900 g`, then the parts of both sides. */
function explanationLines(explanations: readonly Explanation[], display: Display): string[] {
    const indent = ' '.repeat(STATE_WIDTH);
    return explanations.flatMap(({ operator, left, right }) => {
        if (operator === undefined || right === undefined) {
            return contributionLines(left, left.value, indent, display);
        }
        const limit = left.isLiteral || (left.parts.length === 0 && right.parts.length > 0) ? left : right;
        return [
            `${indent}${display.compared(left.value, right.value, limit.value).join(` ${operator} `)}`,
            ...[left, right]
                .filter(side => side.parts.length > 0)
                .flatMap(side => contributionLines(side, limit.value, `${indent}  `, display))
        ];
    });
}

/** The lines of a value: `c.mass = 1425 g`, then its parts, indented; a literal has only its text. */
function contributionLines(contribution: Contribution, limit: Value, indent: string, display: Display): string[] {
    const { text, value, feature, isLiteral, isSubtracted, parts } = contribution;
    const beside = display.beside(limit, value, feature);
    return [
        `${indent}${isSubtracted === true ? '- ' : ''}${isLiteral && parts.length === 0 && feature === undefined ? beside : `${text} = ${beside}`}`,
        ...alike(parts.map(part => ({ text: part.text, lines: contributionLines(part, limit, `${indent}  `, display) })))
    ];
}

/** A part with its lines. */
interface PartLines {
    readonly text: string;
    readonly lines: readonly string[];
}

/** The number of equal elements of one collection from which they are written in one line: `cells[1..12].mass = 0.07 kg each`. */
const MANY_ALIKE = 3;
const INDEXED = /^([^[]*)\[(\d+)\](.*)$/;

/** The lines of parts; consecutive elements of one collection whose lines differ only in the index share their lines. */
function alike(parts: readonly PartLines[]): string[] {
    const lines: string[] = [];
    for (let i = 0; i < parts.length;) {
        const numbered = INDEXED.exec(parts[i].text);
        let end = i + 1;
        if (numbered !== null) {
            const [, name, first, rest] = numbered;
            const isNext = ({ text, lines: beside }: PartLines): boolean => {
                const expected = `${name}[${Number(first) + end - i}]${rest}`;
                return text === expected && beside.join('\n').replace(expected, parts[i].text) === parts[i].lines.join('\n');
            };
            while (end < parts.length && isNext(parts[end])) {
                end++;
            }
            if (end - i >= MANY_ALIKE) {
                const [head, ...below] = parts[i].lines;
                lines.push(`${head.replace(parts[i].text, `${name}[${first}..${Number(first) + end - i - 1}]${rest}`)} each`, ...below);
                i = end;
                continue;
            }
        }
        lines.push(...parts.slice(i, end).flatMap(p => p.lines));
        i = end;
    }
    return lines;
}

/**
 * The lines of a verification verdict: its text and, for a failed case, the values that its body compared; none for a case that another
 * case covers.
 */
export function verificationLines(verdict: VerificationVerdict, display: Display): string[] {
    return verdict.isCovered === true ? [] : [verificationText(verdict), ...explanationLines(verdict.explain?.() ?? [], display)];
}

/** The text of a verification verdict: `pass         verification P::v of P::r on P::car`. */
export function verificationText(verdict: VerificationVerdict): string {
    const { caseId, kind, detail, subcase, requirementId, subjects = [] } = verdict;
    const isIdle = verdict.isUnbound === true;
    const state = isIdle ? 'not run' : kind;
    const of = requirementId === undefined ? '' : ` of ${requirementId}`;
    const on = subjects.length === 0 ? '' : ` on ${subjects.map(typeSymbolIdOf).join(', ')}`;
    const why = isIdle ? NO_SUBJECT : detail;
    return `${subcase === true ? '  ' : ''}${state.padEnd(subcase === true ? STATE_WIDTH - 2 : STATE_WIDTH)}verification ${caseId}${of}${on}${why === undefined ? '' : `: ${why}`}`;
}

/** The alternatives with their ratings, one per line; the selected one has a mark. */
export function evaluationLines(evaluations: readonly CaseEvaluation[], display: Display): string[] {
    const cells = evaluations.map(e => [e.arguments.map(a => display.text(a)).join(', '), e.error ?? display.text(e.result ?? null)]);
    const width = Math.max(0, ...cells.map(([alternative]) => alternative.length));
    return cells.map(([alternative, rating], i) => {
        const { selected, tied } = evaluations[i];
        return `  ${selected ? '*' : ' '} ${alternative.padEnd(width)}  ${rating}${selected ? '  selected' : tied ? '  tied' : ''}`;
    });
}
