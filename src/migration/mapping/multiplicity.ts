/** Reads multiplicities (contract: migration 2.2, 5.2): an omitted bound is 1, a bound without a value is 0, and `*` is unbounded. */
import type { StereotypeApplication, UmlElement } from '../uml-model.js';

export interface Multiplicity {
    /** notation; empty for `[1]` and for invalid bounds */
    readonly text: string;
    readonly lower: number;
    /** Infinity if unbounded */
    readonly upper: number;
    /** texts of invalid bounds */
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

/** Returns the multiplicity with 0 as its lower bound. */
export function withNone({ upper }: Multiplicity): string {
    return `[0..${upper === Infinity ? '*' : upper}]`;
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

const MAGICDRAW = /^http:\/\/www\.omg\.org\/spec\/UML\/[^/]+\/MagicDrawProfile$/;

/** A type modifier: an array with or without a size, or a pointer; `other` has no v2 equivalent. */
export interface TypeModifier {
    readonly text: string;
    readonly kind: 'array' | 'pointer' | 'other';
    /** multiplicity of an array; empty for other kinds */
    readonly multiplicity: string;
    readonly application: StereotypeApplication;
}

/**
 * Returns the type modifier of a feature (`[]`, `[8]`, `*`, `&`), which tools of the MagicDraw family store as a tag (contract: migration
 * 5.2).
 */
export function typeModifierOf(element: UmlElement): TypeModifier | undefined {
    const application = element.applications.find(({ name, namespace }) => /^typeModifier$/i.test(name) && MAGICDRAW.test(namespace));
    const text = application?.text('typeModifier', 'modifier')?.trim() ?? '';
    if (application === undefined || text === '') {
        return undefined;
    }
    const [, size] = /^\[\s*(\d{0,9})\s*\]$/.exec(text) ?? [];
    if (size !== undefined) {
        return { text, kind: 'array', multiplicity: size === '' ? '[0..*]' : `[${size}]`, application };
    }
    return { text, kind: text === '*' || text === '&' ? 'pointer' : 'other', multiplicity: '', application };
}
