/** The result of a search over all schedules as text (contract: newest-operations 2.3), and file names of witnesses. */
import type { CheckAnswer, SearchBounds, Violation, Witness } from '../../runtime/engines/index.js';

/** The file name of each witness of an answer. */
export type WitnessNames = ReadonlyMap<Witness, string>;

/**
 * File names of the witnesses: `P.Tank.fill@P.tank.violation-1.witness`, `P.Tank.fill@P.tank-this.level-2.witness`.
 * @param performer empty for none
 */
export function witnessNames({ name, violations, divergences }: CheckAnswer, performer: string): WitnessNames {
    const file = (what: string): string => witnessFileName(name, performer, what);
    const found = new Map<Witness, string>();
    violations.forEach(({ witness }, i) => found.set(witness, file(`.violation-${i + 1}`)));
    for (const { feature, values } of divergences) {
        values.forEach(({ witness }, i) => found.set(witness, file(`-${feature}-${i + 1}`)));
    }
    return found;
}

/** The file name of a witness. @param performer empty for none */
export const witnessFileName = (name: string, performer: string, what: string): string =>
    `${dotted(name)}${performer === '' ? '' : `@${dotted(performer)}`}${what}.witness`;

/** A name without characters that are special in file systems. */
const dotted = (name: string): string => name.replaceAll('::', '.').replace(/[^\w.#[\]-]/g, '_');

const MARKS = { fails: '✗', holds: '✓', undecided: '?' } as const;

/** The report of a check. @param files the files of witnesses that were written */
export function checkLines(answer: CheckAnswer, files: WitnessNames = new Map()): string[] {
    const { verdict, kind, name, search, violations, divergences, finals } = answer;
    const hit = search.boundsHit.filter(b => b !== 'time');
    const counts = `${search.states} states, ${search.moves} moves, depth ${search.maxDepth}`;
    const bounded = hit.length === 0 ? '' : `; bounds hit: ${hit.join(', ')}`;
    const file = (witness: Witness): string => (files.has(witness) ? ` (witness ${files.get(witness)})` : '');
    return [
        `${MARKS[verdict]} ${kind === 'machine' ? 'State machine' : 'Action'} ${name}: ${statusOf(answer)} (${counts}${bounded})`,
        ...violations.map(v => `  violation: ${violationText(v)}${file(v.witness)}`),
        ...violations.flatMap((v, i) =>
            v.witness.isReplayed ? [] : [`  replay of violation ${i + 1} (${violationText(v)}): replay disagrees with the witness`]
        ),
        ...divergences.flatMap(({ feature, values }) => [
            `  divergent: ${feature} ends as ${listed(values.map(v => v.value))}`,
            ...values.map(v => `    ${feature} = ${v.value}${file(v.witness)}`)
        ]),
        ...finals.map(final => `  outcome: ${outcomeText(final)}`),
        ...answer.notes.map(note => `  ${note}`),
        `  standing: ${standingText(answer)}`
    ];
}

/** The outcome of a search: `violation`, `divergent`, `no violation, exhaustive` … */
export function statusOf({ violations, divergences, search, bounds }: CheckAnswer): string {
    if (violations.length > 0) {
        return 'violation';
    }
    if (divergences.length > 0) {
        return 'divergent';
    }
    if (search.boundsHit.includes('time')) {
        return `incomplete: time (${(bounds.timeout ?? 0) / 1000}s)`;
    }
    return search.boundsHit.length > 0 ? 'no violation within bounds' : 'no violation, exhaustive';
}

/** A violation as text, such as `P::low is false after 3 moves (probability 1)`. */
export function violationText({ kind, property, error, depth, probability }: Violation): string {
    const what = kind === 'property' ? `${property} is false after ${depth} moves` : `${kind} after ${depth} moves: ${error}`;
    return probability === undefined ? what : `${what} (probability ${Math.round(probability * 1e6) / 1e6})`;
}

/** An outcome as text, such as `finalState off; visits off; c = 4`, or `no outputs`. */
export function outcomeText({ finalState, visited, values }: CheckAnswer['finals'][number]): string {
    const parts = [
        ...(finalState === undefined ? [] : [`finalState ${finalState}`]),
        ...(visited === undefined || visited.length === 0 ? [] : [`visits ${visited.join(', ')}`]),
        ...[...values].map(([name, value]) => `${name} = ${value}`)
    ];
    return parts.length === 0 ? 'no outputs' : parts.join('; ');
}

const listed = (texts: readonly string[]): string =>
    texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts[texts.length - 1]}`;

/** The strength of an answer: `witnessed` if a run shows it, `bounded` if it holds in all searched states, else `not covered`. */
export function strengthOf({ verdict, isOpen }: CheckAnswer): 'witnessed' | 'bounded' | 'not covered' {
    if (verdict === 'fails') {
        return 'witnessed';
    }
    return isOpen ? 'not covered' : 'bounded';
}

function standingText(answer: CheckAnswer): string {
    const { violations, divergences, hasProperties, search, bounds } = answer;
    const strength = strengthOf(answer);
    if (strength === 'not covered') {
        return `not covered (${answer.reason})`;
    }
    const counts = `${counted(search.states, 'state')}, ${counted(search.moves, 'move')} searched`;
    if (strength === 'witnessed') {
        const witnesses = [...violations, ...divergences.flatMap(d => d.values)].map(shown => shown.witness);
        const { length } = witnesses.find(w => w.isReplayed)!.choices;
        const replayed = length === 0 ? '' : `, witness of ${counted(length, 'choice')} replayed`;
        return `${violations.length > 0 ? 'violated' : 'sensitive'} (witnessed: ${counts}${replayed})`;
    }
    const reached = boundsOf(bounds)
        .filter(([name]) => search.boundsHit.includes(name))
        .map(([name, limit]) => `, ${name}=${limit} (reached)`);
    return `${hasProperties ? 'holds' : 'outcomes'} (bounded over schedules: ${counts}${reached.join('')})`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The bounds of a search by name; time in milliseconds. */
export function boundsOf({ depth, states, timeout }: SearchBounds): readonly (readonly ['depth' | 'states' | 'time', number])[] {
    const always = [
        ['depth', depth],
        ['states', states]
    ] as const;
    return timeout === undefined ? always : [...always, ['time', timeout]];
}
