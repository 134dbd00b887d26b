/** Multiplicities (contract: migration 2.2, 5.2): an omitted bound is 1, one without a value 0, `*` unbounded. */
import type { UmlElement } from '../uml-model.js';

export interface Multiplicity {
    /** as written; empty for `[1]` and for bounds that are no numbers */
    readonly text: string;
    readonly lower: number;
    /** Infinity for unbounded */
    readonly upper: number;
    /** bounds that are no natural numbers */
    readonly unreadable: readonly string[];
}

export function multiplicityOf(element: UmlElement): Multiplicity {
    const lowerText = boundOf(element, 'lowerValue');
    const upperText = boundOf(element, 'upperValue');
    const lower = naturalOf(lowerText);
    const upper = upperText === '*' || upperText === '-1' ? Infinity : naturalOf(upperText);
    const unreadable = [...(lower === undefined ? [lowerText] : []), ...(upper === undefined ? [upperText] : [])];
    if (lower === undefined || upper === undefined || lower > upper) {
        return { text: '', lower: 1, upper: 1, unreadable: unreadable.length > 0 ? unreadable : [`${lowerText}..${upperText}`] };
    }
    return { text: textOf(lower, upper), lower, upper, unreadable };
}

function textOf(lower: number, upper: number): string {
    if (lower === 1 && upper === 1) {
        return '';
    }
    if (lower === upper) {
        return `[${lower}]`;
    }
    return `[${lower}..${upper === Infinity ? '*' : upper}]`;
}

function boundOf(element: UmlElement, role: string): string {
    const bound = element.ownedAs(role)[0];
    if (bound === undefined) {
        return element.value(role) ?? '1';
    }
    return bound.value('value')?.trim() ?? bound.ownedAs('value')[0]?.value('value') ?? '0';
}

function naturalOf(text: string): number | undefined {
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
