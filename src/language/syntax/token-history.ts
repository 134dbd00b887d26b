/**
 * The tokens of the last long text. For the next version of the text, tokens that the change does not affect are copied. A token depends
 * only on its own text and on a few characters after it, except for unclosed comments and quotes: with such a token, all is scanned again.
 */
import type { SyntaxDiagnostic } from './diagnostics.js';
import { noTokens, type Scanner, type TokenBuffer } from './scanner.js';
import { changeOf } from './text-change.js';

/** Shorter texts are scanned faster than compared; the tokens of longer ones take too much memory. */
const LEAST_LENGTH = 10_000;
const MOST_LENGTH = 4_000_000;
/** A token depends on at most this number of characters after it: `1e+` is a number when a digit follows. */
const LOOKAHEAD = 3;
/** Number of old tokens after a change that are scanned again at first; more if the tokens still differ there. */
const FIRST_WINDOW = 32;

export class TokenHistory {
    private text: string | undefined;
    private tokens = noTokens();
    /** Arrays for the next text. */
    private spare = noTokens();
    private diagnostics: readonly SyntaxDiagnostic[] = [];

    constructor(private readonly scanner: Scanner) {}

    /** The tokens of a text, as the scanner gives them. The next call overwrites those of long texts. */
    scan(text: string, diagnostics: SyntaxDiagnostic[]): TokenBuffer {
        if (text.length < LEAST_LENGTH || text.length > MOST_LENGTH) {
            return this.scanner.scan(text, diagnostics);
        }
        if (text !== this.text) {
            const found: SyntaxDiagnostic[] = [];
            const next =
                (this.text !== undefined && this.isSteady ? this.continued(this.text, text) : undefined) ?? this.whole(text, found);
            [this.tokens, this.spare] = [next, this.tokens];
            this.text = text;
            this.diagnostics = found;
        }
        end(this.tokens, text.length);
        diagnostics.push(...this.diagnostics);
        return this.tokens;
    }

    /** The tokens of the text before an offset, scanned as if the text ended there. A later call overwrites the tokens of a long text. */
    beginning(text: string, end: number): TokenBuffer {
        const part = text.slice(0, end);
        return (text === this.text && this.isSteady ? this.continued(text, part) : undefined) ?? this.scanner.scan(part, []);
    }

    /** Whether the last text has no unclosed token, which would depend on all text after it. */
    private get isSteady(): boolean {
        return this.diagnostics.length === 0 && this.tokens.openNotes.length === 0;
    }

    private whole(text: string, diagnostics: SyntaxDiagnostic[]): TokenBuffer {
        const scanned = this.scanner.scan(text, diagnostics);
        const { spare } = this;
        reserve(spare, scanned.count);
        copy(scanned, [0, scanned.count], spare, 0);
        return Object.assign(spare, { count: scanned.count, isCutOff: scanned.isCutOff, openNotes: scanned.openNotes });
    }

    /** The tokens of the next version of the last text; undefined if the changed part has an error or an unclosed note. */
    private continued(older: string, text: string): TokenBuffer | undefined {
        const { start, newEnd, shift } = changeOf(older, text);
        const { tokens, spare } = this;
        const kept = firstFrom(tokens.ends, tokens.count, start - LOOKAHEAD);
        const from = kept === 0 ? 0 : tokens.ends[kept - 1];
        for (let window = FIRST_WINDOW; ; window *= 4) {
            const limit = firstFrom(tokens.starts, tokens.count, newEnd - shift) + window;
            const diagnostics: SyntaxDiagnostic[] = [];
            const to = limit < tokens.count ? tokens.starts[limit] + shift : text.length;
            const scanned = this.scanner.scanPart(text, { offset: from, end: to }, diagnostics);
            if (diagnostics.length > 0 || scanned.openNotes.length > 0) {
                return undefined;
            }
            const [own, rest] = limit < tokens.count ? meeting(scanned, tokens, newEnd, shift) : [scanned.count, tokens.count];
            if (own !== undefined) {
                const count = kept + own + tokens.count - rest;
                reserve(spare, count);
                copy(tokens, [0, kept], spare, 0);
                copy(scanned, [0, own], spare, kept);
                copy(tokens, [rest, tokens.count], spare, kept + own);
                move(spare, [kept + own, count], shift);
                return Object.assign(spare, { count, isCutOff: false, openNotes: [] });
            }
        }
    }
}

/** The indices, in the scanned and the older tokens, of the first token after a change that is the same in both; undefined for none. */
function meeting(scanned: TokenBuffer, older: TokenBuffer, newEnd: number, shift: number): [number, number] | [undefined, 0] {
    for (let i = firstFrom(scanned.starts, scanned.count, newEnd); i < scanned.count; i++) {
        const same = firstFrom(older.starts, older.count, scanned.starts[i] - shift);
        if (same < older.count && older.starts[same] === scanned.starts[i] - shift) {
            return [i, same];
        }
    }
    return [undefined, 0];
}

/** The index of the first number that is not less than a limit, in ascending numbers. */
function firstFrom(numbers: Int32Array, count: number, limit: number): number {
    let [low, high] = [0, count];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] < limit) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

function reserve(tokens: TokenBuffer, count: number): void {
    if (tokens.kinds.length < count + 2) {
        const size = count + (count >> 3) + 64;
        Object.assign(tokens, { kinds: new Uint16Array(size), starts: new Int32Array(size), ends: new Int32Array(size) });
    }
}

function copy({ kinds, starts, ends }: TokenBuffer, [first, end]: readonly [number, number], into: TokenBuffer, at: number): void {
    into.kinds.set(kinds.subarray(first, end), at);
    into.starts.set(starts.subarray(first, end), at);
    into.ends.set(ends.subarray(first, end), at);
}

function move({ starts, ends }: TokenBuffer, [first, end]: readonly [number, number], shift: number): void {
    for (let i = first; i < end; i++) {
        starts[i] += shift;
        ends[i] += shift;
    }
}

/** The two tokens after the last one, which a parse may have changed. */
function end({ kinds, starts, ends, count }: TokenBuffer, length: number): void {
    kinds[count] = 1;
    kinds[count + 1] = 0;
    starts[count] = starts[count + 1] = ends[count] = ends[count + 1] = length;
}
