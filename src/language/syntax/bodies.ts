/**
 * Bodies of declarations that were parsed without an error. The same grammar rule parses an equal body to equal members, so the next
 * version of a text keeps each unchanged body and parses its members on demand. Depends on offsets in texts, not on rules.
 *
 * Invariant: no decision of the parser within the body read a token after its closing brace, no token of the body depends on the text after
 * it, and no reserved word of it was tentatively read as a name.
 */
import { type Change, changeOf } from './text-change.js';

/** A node whose members are parsed from its body on demand. */
export interface BodyOwner {
    readonly $type: string;
    $members: object[] | undefined;
    $body: Body | undefined;
}

/** Whether the body of a node may be parsed on demand. Packages are parsed at once: every use of a document lists their members. */
export const isReadOnDemand = ({ $type }: BodyOwner): boolean => $type !== 'Package';

/** Reads the members of a body for the node that owns it. */
export interface BodyReader {
    readBody(body: Body, owner: BodyOwner): void;
}

/** The identity of a body in all versions of its document. Results computed from the text of the body are stored by this object. */
export interface BodyContent {
    /** Number of its tokens, including both braces. */
    readonly tokens: number;
    /** Number of the loop that reads the members. */
    readonly loop: number;
    /** The maximum depth of nested rules in it. */
    readonly height: number;
}

export class Body {
    constructor(
        readonly text: string,
        /** Offset of the opening brace. */
        readonly open: number,
        /** Offset after the closing brace. */
        readonly end: number,
        readonly content: BodyContent,
        private readonly reader: BodyReader
    ) {}

    /** Parses the members into a node. */
    readInto(owner: BodyOwner): void {
        this.reader.readBody(this, owner);
    }

    /** The same body in another text. */
    in(text: string, shift: number): Body {
        return new Body(text, this.open + shift, this.end + shift, this.content, this.reader);
    }
}

/** The bodies of one version of a text, from which the next version keeps the unchanged ones. */
export class Bodies {
    private readonly found: readonly Body[];

    constructor(
        readonly text: string,
        found: readonly Body[]
    ) {
        this.found = [...found].sort((a, b) => a.open - b.open);
    }

    /** The bodies outside the change between the two versions, at their offsets in the new text. */
    keptIn(text: string): KnownBodies {
        if (this.found.length === 0) {
            return NO_BODIES;
        }
        const { start, oldEnd, shift }: Change = changeOf(this.text, text);
        const kept: Body[] = [];
        for (const body of this.found) {
            if (body.end <= start) {
                kept.push(body.in(text, 0));
            } else if (body.open >= oldEnd) {
                kept.push(body.in(text, shift));
            }
        }
        return new KnownBodies(kept);
    }
}

/** The kept bodies of a text, by their offsets. */
export class KnownBodies {
    /** For each body, the greatest end of this body and of those before it. */
    private readonly reach: readonly number[];

    /** @param bodies in the order of their opening braces */
    constructor(private readonly bodies: readonly Body[]) {
        let reach = 0;
        this.reach = bodies.map(({ end }) => (reach = Math.max(reach, end)));
    }

    get(open: number): Body | undefined {
        const body = this.bodies[this.countUpTo(open) - 1];
        return body?.open === open ? body : undefined;
    }

    /** Whether an offset is in a body. */
    cover(offset: number): boolean {
        const count = this.countUpTo(offset);
        return count > 0 && this.reach[count - 1] > offset;
    }

    /** The number of bodies that begin at an offset or before it. */
    private countUpTo(offset: number): number {
        let [low, high] = [0, this.bodies.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            [low, high] = this.bodies[middle].open <= offset ? [middle + 1, high] : [low, middle];
        }
        return low;
    }

    /** Adds a known body and those within it to a list. */
    addTo(list: Body[], body: Body): void {
        for (let i = this.countUpTo(body.open) - 1; i < this.bodies.length && this.bodies[i].open < body.end; i++) {
            list.push(this.bodies[i]);
        }
    }
}

export const NO_BODIES = new KnownBodies([]);
