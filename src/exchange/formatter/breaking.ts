/**
 * Decides where the formatter adds line breaks when it has a maximum width: between members of a body that share a line, and in lines that
 * are too long. Adds breaks only where formatting again keeps them with the same indentation: around the members of a body, after a comma,
 * before an infix token. Depends on tokens, not on a grammar.
 */

/** A token or comment of a text. */
export interface Piece {
    readonly offset: number;
    readonly end: number;
    readonly text: string;
    readonly isComment: boolean;
    /** whether it begins a line */
    readonly isFirst: boolean;
    /** whether white space precedes it */
    readonly isApart: boolean;
}

/** A body in braces, as the indices of its braces and of the first piece of each member. */
interface Body {
    readonly open: number;
    readonly members: number[];
    /** whether the braces belong to an expression, which stays on its line */
    readonly isExpression: boolean;
    isNextMember: boolean;
    close: number;
}

/** Tokens after a closing brace that continue the member to which the braces belong. */
const GOING_ON = new Set(['else', 'until', ';', ',', ')', ']', '.', '=', ':', '-', '+', '*', '/', '<', '>', '|', '&', '?']);
const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** The bodies of a text, inner ones first. */
function bodiesOf(pieces: readonly Piece[]): readonly Body[] {
    const bodies: Body[] = [];
    const open: (Body | undefined)[] = [];
    pieces.forEach(({ text, isComment }, i) => {
        const body = open.at(-1);
        const isNote = isComment && text.startsWith('//');
        if (body?.isNextMember === true && text !== '}' && !isNote) {
            body.members.push(i);
            body.isNextMember = false;
        }
        if (isComment) {
            // A comment, unlike a note (`//`), is a member of its own.
            if (body !== undefined && !isNote) {
                body.isNextMember = true;
            }
        } else if (text === '{') {
            const isExpression = (open.length > 0 && body === undefined) || isBodyOfFunction(pieces, i);
            open.push({ open: i, members: [], isExpression, isNextMember: true, close: -1 });
        } else if (OPENING.has(text)) {
            open.push(undefined);
        } else if (CLOSING.has(text)) {
            const closed = open.pop();
            if (closed !== undefined && text === '}') {
                closed.close = i;
                bodies.push(closed);
                endMemberAround(closed, open.at(-1), pieces[i + 1]?.text ?? '');
            }
        } else if (text === ';' && body !== undefined) {
            body.isNextMember = true;
        }
    });
    return bodies;
}

/** A body ends the member to which it belongs, unless the next token continues that member. */
function endMemberAround(closed: Body, around: Body | undefined, next: string): void {
    if (around !== undefined && !closed.isExpression && !GOING_ON.has(next)) {
        around.isNextMember = true;
    }
}

/** Whether a brace belongs to `->collect {…}`, `.{…}` or `.?{…}`. */
function isBodyOfFunction(pieces: readonly Piece[], brace: number): boolean {
    const [third, second, first] = [3, 2, 1].map(n => pieces[brace - n]?.text ?? '');
    return first === '.' || first === '?' || (third === '-' && second === '>');
}

/** The breaks between the members of a body. */
const breaksAround = ({ members, close }: Body): readonly number[] => [...members, close];

const isOnOneLine = (pieces: readonly Piece[], { open, close }: Body): boolean =>
    pieces.slice(open + 1, close + 1).every(piece => !piece.isFirst);

/**
 * The indices of the pieces that must begin lines: the members and the closing brace of each body that has several members or contains such
 * a body.
 */
export function breaksOfBodies(pieces: readonly Piece[]): readonly number[] {
    const broken: Body[] = [];
    for (const body of bodiesOf(pieces).filter(b => !b.isExpression)) {
        // Inner bodies come first, so the last broken one is inside this body if any is.
        if (body.members.length > 1 || (broken.at(-1)?.open ?? -1) > body.open) {
            broken.push(body);
        }
    }
    return broken.flatMap(body => {
        const { members, close } = body;
        const isGlued = isOnOneLine(pieces, body);
        return [...members.filter((member, i) => !staysBeside(pieces, member, members[i - 1], isGlued)), close];
    });
}

/** Whether a member stays on the line of the previous one, because it is a note about it or the succession from it. */
function staysBeside(pieces: readonly Piece[], member: number, before: number | undefined, isGlued: boolean): boolean {
    const { text, isComment } = pieces[member];
    if (isComment) {
        return !isGlued;
    }
    return text === 'then' && before !== undefined && WITH_SUCCESSION.has(pieces[before].text);
}

/** Keywords of members that form a unit with the following succession: `entry; then off;`, `first start; then action a;` */
const WITH_SUCCESSION = new Set(['entry', 'first', 'accept', 'transition']);

/**
 * One further break for each line that is too long, if it has a place for one.
 * @param text the text laid out so far, to which the pieces belong
 */
export function breaksOfLines(text: string, pieces: readonly Piece[], width: number, tabSize: number): readonly number[] {
    const found: number[] = [];
    let bodies: readonly Body[] | undefined;
    for (let first = 0; first < pieces.length;) {
        const start = text.lastIndexOf('\n', pieces[first].offset - 1) + 1;
        const lineEnd = text.indexOf('\n', pieces[first].offset);
        let end = first + 1;
        while (end < pieces.length && (lineEnd < 0 || pieces[end].offset < lineEnd)) {
            end++;
        }
        const widen = (offset: number): number => offset - start + tabsIn(text, start, offset) * (tabSize - 1);
        // A comment may exceed the width, because it is never broken.
        const last = pieces.slice(first, end).findLast(piece => !piece.isComment);
        if (last !== undefined && widen(last.end) > width) {
            bodies ??= bodiesOf(pieces);
            found.push(...breakOf(pieces, bodies, first, end, offset => widen(offset) <= width));
        }
        first = end;
    }
    return found;
}

/**
 * The best break of a line: around its outermost body; else, among the places of least depth that fit, the last one after a comma, or the
 * last one; else the first place of the line.
 */
function breakOf(
    pieces: readonly Piece[],
    bodies: readonly Body[],
    first: number,
    end: number,
    fits: (offset: number) => boolean
): readonly number[] {
    const body = bodies.findLast(b => b.open >= first && b.close < end && b.members.length > 0 && !b.isExpression);
    if (body !== undefined) {
        return breaksAround(body);
    }
    let depth = 0;
    const places: { readonly index: number; readonly depth: number; readonly isListed: boolean }[] = [];
    for (let i = first; i < end; i++) {
        const { text, isComment, isApart } = pieces[i];
        depth -= CLOSING.has(text) ? 1 : 0;
        const isListed = pieces[i - 1]?.text === ',';
        if (i > first && isApart && !isComment && (isListed || INFIX.test(text))) {
            places.push({ index: i, depth, isListed });
        }
        depth += OPENING.has(text) ? 1 : 0;
    }
    const fitting = places.filter(({ index }) => fits(pieces[index].offset));
    const depthOfPlaces = Math.min(...fitting.map(place => place.depth));
    const least = fitting.filter(place => place.depth === depthOfPlaces);
    const best = least.findLast(place => place.isListed) ?? least.at(-1) ?? places[0];
    return best === undefined ? [] : [best.index];
}

/** Tokens that may begin a continuation line. */
const INFIX = /^[|&=!<>+\-*/%^:]/;

function tabsIn(text: string, from: number, to: number): number {
    let tabs = 0;
    for (let i = from; i < to && text.charCodeAt(i) <= 0x20; i++) {
        tabs += text.charCodeAt(i) === 9 ? 1 : 0;
    }
    return tabs;
}
