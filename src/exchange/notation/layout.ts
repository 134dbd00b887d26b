/**
 * Lays out a graph as text: each element with its source text or in canonical notation, indented by four blanks for each level (contract:
 * conversion 11.2, 11.3). The caller decides which elements are rewritten canonically.
 */
import { codeOf } from '../builder/code-text.js';
import { endsWithNote } from '../formatter/format.js';
import type { GraphElement } from '../graph.js';
import { type Canonical, trimmed } from './canonical.js';
import type { Lines } from './form.js';
import type { Piece, Pieces } from './pieces.js';

const STEP = '    ';

export interface LayoutOptions {
    /** the elements whose source text is not used, including those without one; `all` ignores every source text */
    readonly rewritten: ReadonlySet<GraphElement> | 'all';
    readonly lineEnd: string;
    /** the annotations that identify an element, as lines of its body */
    readonly identityOf: (element: GraphElement) => readonly Pieces[];
}

export class Layout {
    private readonly text: Piece[] = [];

    constructor(
        private readonly canonical: Canonical,
        private readonly options: LayoutOptions
    ) {}

    /** The text of elements in order, including their members. */
    piecesOf(roots: readonly GraphElement[]): Pieces {
        this.text.length = 0;
        roots.forEach((root, i) => {
            const beginsDocument = i > 0 && root.text('sysx:sourceDocument') !== roots[i - 1].text('sysx:sourceDocument');
            const { last } = this;
            if (beginsDocument && typeof last === 'string' && endsWithNote(last)) {
                this.text.push(this.options.lineEnd);
            }
            this.write(root, 0);
        });
        return [...this.text];
    }

    private isRewritten(element: GraphElement): boolean {
        const { rewritten } = this.options;
        return rewritten === 'all' || rewritten.has(element);
    }

    private sourceOf(element: GraphElement, property: 'sysx:sourceText' | 'sysx:sourceTail'): string | undefined {
        return this.options.rewritten === 'all' ? undefined : element.text(property);
    }

    private write(element: GraphElement, depth: number): void {
        const text = this.sourceOf(element, 'sysx:sourceText');
        if (text === undefined || this.isRewritten(element)) {
            this.rewrite(element, depth, text);
            return;
        }
        this.text.push(text);
        for (const member of this.canonical.content.membersOf(element)) {
            // The text of the owner contains the members without a text of their own, except those that were added or are rewritten.
            if (member.has('sysx:sourceText') || this.canonical.content.isAdded(member) || this.isRewritten(member)) {
                this.write(member, depth + 1);
            }
        }
        this.pushTail(element);
    }

    /**
     * Adds the original end of a body. A closing brace that began a line begins a line again, even if the member with the line end before
     * it was removed.
     */
    private pushTail(element: GraphElement): void {
        const tail = this.sourceOf(element, 'sysx:sourceTail');
        if (tail !== undefined) {
            this.text.push(...(/^[ \t]*\}/.test(tail) && !this.isAtLineStart() ? [this.options.lineEnd] : []), tail);
        }
    }

    private get last(): Piece | undefined {
        return this.text.findLast(piece => piece !== '');
    }

    private isAtLineStart(): boolean {
        const { last } = this;
        return last === undefined || (typeof last === 'string' && last.endsWith('\n'));
    }

    /** @param text the original source text. If it shared its line with other text, the new text shares it, too */
    private rewrite(element: GraphElement, depth: number, text: string | undefined): void {
        const { lineEnd } = this.options;
        const indent = STEP.repeat(depth);
        const start = this.isAtLineStart() ? indent : text === undefined ? lineEnd + indent : ' ';
        const tail = this.sourceOf(element, 'sysx:sourceTail');
        const end = (tail ?? text)?.endsWith('\n') === false ? '' : lineEnd;
        const { head, body = 'members', tail: block } = this.canonical.write(element);
        this.text.push(start, ...trimmed(head));
        if (block !== undefined) {
            this.text.push(...block(this.lines(depth)), end);
            return;
        }
        if (body !== 'members') {
            this.text.push(body === 'semicolon' ? ';' : '', end);
            return;
        }
        const members = this.canonical.content.membersOf(element);
        const identity = this.options.identityOf(element);
        const parallel = element.is('isParallel') ? ' parallel' : '';
        if (members.length === 0 && identity.length === 0) {
            this.text.push(element.is('sysx:hasBody') ? `${parallel} { }` : ';', end);
            return;
        }
        this.text.push(`${parallel} {`, lineEnd);
        for (const line of identity) {
            this.text.push(indent, STEP, ...line, lineEnd);
        }
        for (const member of members) {
            this.write(member, depth + 1);
        }
        if (tail !== undefined && codeOf(tail).trim() === '}') {
            this.pushTail(element);
        } else {
            this.text.push(this.isAtLineStart() ? '' : lineEnd, indent, '}', end);
        }
    }

    /** Lays out the blocks within a statement, always canonically, because their lines belong to the statement. */
    private lines(depth: number): Lines {
        const { lineEnd } = this.options;
        return {
            hasBlock: owner => owner.is('sysx:hasBody') || this.options.identityOf(owner).length > 0,
            block: owner => {
                const identity = this.options.identityOf(owner).flatMap(line => [STEP.repeat(depth + 1), ...line, lineEnd]);
                const members = this.canonical.content.membersOf(owner);
                if (members.length === 0 && identity.length === 0) {
                    return ['{ }'];
                }
                const layout = new Layout(this.canonical, { ...this.options, rewritten: 'all' });
                members.forEach(member => layout.rewrite(member, depth + 1, undefined));
                return ['{', lineEnd, ...identity, ...layout.text, STEP.repeat(depth), '}'];
            }
        };
    }
}
