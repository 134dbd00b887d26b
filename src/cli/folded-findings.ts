/** Findings as lines for programs and pipes: each cause once, with its repetitions and the findings that follow from it. */
import { type Diagnostic, type Folded, folded } from '../language/workspace/diagnostics.js';
import { diagnosticText } from '../session/answers/diagnostic-text.js';

/**
 * All findings, in their order.
 * @param texts the texts by file name
 * @param hasExcerpt whether a cause shows its source line
 */
export function foldedTexts(findings: readonly Diagnostic[], texts: ReadonlyMap<string, string>, hasExcerpt: boolean): string {
    return repeatsFolded(folded(findings))
        .map(f => foldedText(f, texts, hasExcerpt))
        .join('');
}

/** A finding, equal findings at other places of its file, and the findings that follow from any of them. */
interface Repeated extends Folded {
    readonly others: readonly Diagnostic[];
}

function repeatsFolded(causes: readonly Folded[]): readonly Repeated[] {
    const found = new Map<string, Repeated>();
    for (const { finding, followers } of causes) {
        const { severity, code, message, span } = finding;
        const key = [severity, code, message, span?.file].join(' ');
        const first = found.get(key);
        found.set(
            key,
            first === undefined
                ? { finding, followers, others: [] }
                : { ...first, followers: [...first.followers, ...followers], others: [...first.others, finding] }
        );
    }
    return [...found.values()];
}

/** A finding, followed by the places where it is repeated and the findings that follow from it. */
function foldedText({ finding, others, followers }: Repeated, texts: ReadonlyMap<string, string>, hasExcerpt: boolean): string {
    return [
        diagnosticText(finding, texts, hasExcerpt),
        ...others.map(other => `    also: ${diagnosticText(other, texts, false)}`),
        ...followers.map(follower => `    follows: ${diagnosticText(follower, texts, false)}`)
    ].join('');
}
