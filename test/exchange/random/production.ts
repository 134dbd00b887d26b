/**
 * Productions of a notation as data: a line of text each, from which random texts are made. A production is a sequence of words:
 *
 *     Part        another production; `Part/port` stands in its place where the kind is `port`
 *     part  ;     a word as it is written; '(' ')' '|' '?' '*' '+' stand in quotes
 *     ( a | b )   a choice; `%5 a` is taken five times as often as the others
 *     x?  x?70    perhaps, in 30 or 70 of 100 cases; x* any number of times; x+ at least once; of groups, too
 *     !part       what follows is about the kind `part`
 *     +id  +name  a declaration's names, which its body belongs to: perhaps none, one; +some: a short one will do
 *     ^id  ^name  those of something in its head
 *     @chain      a reference, of a sort that `references.ts` knows; `@usage:port` of a kind
 *     {: and }:   the braces of an expression's body, which is nobody's namespace
 */
export type Part =
    | { readonly is: 'text'; readonly text: string }
    | { readonly is: 'call'; readonly name: string }
    | { readonly is: 'kind'; readonly kind: string }
    | { readonly is: 'declaration'; readonly form: 'id' | 'name' | 'some'; readonly isInner: boolean }
    | { readonly is: 'reference'; readonly sort: string; readonly kind?: string }
    | { readonly is: 'sequence'; readonly parts: readonly Part[] }
    | { readonly is: 'choice'; readonly ways: readonly Way[] }
    | { readonly is: 'repeated'; readonly part: Part; readonly least: number; readonly most: number; readonly percent: number };

export interface Way {
    /** `Production#n` */
    readonly id: string;
    readonly weight: number;
    readonly part: Part;
}

/** Productions by their names, as they are written. */
export type Table = Readonly<Record<string, string>>;

export type Productions = ReadonlyMap<string, Part>;

/** What tables say together; a later one may replace a production of an earlier one. */
export function productionsOf(...tables: readonly Table[]): Productions {
    const merged = Object.assign({}, ...tables) as Table;
    return new Map(Object.entries(merged).map(([name, text]) => [name, new Reader(name, text).read()]));
}

/** All ways of all choices of productions. */
export function waysOf(productions: Productions): string[] {
    const inPart = (part: Part): string[] => {
        switch (part.is) {
            case 'choice':
                return part.ways.flatMap(w => [w.id, ...inPart(w.part)]);
            case 'sequence':
                return part.parts.flatMap(inPart);
            case 'repeated':
                return inPart(part.part);
            default:
                return [];
        }
    };
    return [...productions.values()].flatMap(inPart);
}

const WORD = /'[^']*'(?:[?*+]\d*)?|\S+/g;
const SUFFIX = /^('[^']*'|.*[\w)}~:;>#])([?*+])(\d*)$/;

class Reader {
    private readonly words: readonly string[];
    private at = 0;
    private ways = 0;

    constructor(
        private readonly name: string,
        text: string
    ) {
        this.words = text.match(WORD) ?? [];
    }

    read(): Part {
        const part = this.choice();
        if (this.at < this.words.length) {
            throw new Error(`${this.name}: what is ${this.words[this.at]}?`);
        }
        return part;
    }

    private choice(): Part {
        const ways: Way[] = [];
        do {
            const [, weight] = /^%(\d+)$/.exec(this.words[this.at] ?? '') ?? [];
            this.at += weight === undefined ? 0 : 1;
            ways.push({ id: `${this.name}#${this.ways++}`, weight: Number(weight ?? 1), part: this.sequence() });
        } while (this.words[this.at++] === '|');
        this.at--;
        return ways.length === 1 ? ways[0].part : { is: 'choice', ways };
    }

    private sequence(): Part {
        const parts: Part[] = [];
        for (let word = this.words[this.at]; word !== undefined && word !== '|' && !word.startsWith(')'); word = this.words[this.at]) {
            this.at++;
            parts.push(word === '(' ? this.group() : suffixed(word, plain));
        }
        return parts.length === 1 ? parts[0] : { is: 'sequence', parts };
    }

    private group(): Part {
        const inner = this.choice();
        const end = this.words[this.at++];
        if (end?.startsWith(')') !== true) {
            throw new Error(`${this.name}: a group has no end`);
        }
        return suffixed(end, () => inner);
    }
}

const TIMES = { '?': [0, 1], '*': [0, 3], '+': [1, 3] } as const;

function suffixed(word: string, make: (bare: string) => Part): Part {
    const [, bare, mark, percent] = SUFFIX.exec(word) ?? [];
    if (mark !== '?' && mark !== '*' && mark !== '+') {
        return make(word);
    }
    const [least, most] = TIMES[mark];
    return { is: 'repeated', part: make(bare), least, most, percent: Number(percent || 30) };
}

function plain(word: string): Part {
    const [first, rest] = [word[0], word.slice(1)];
    if (first === "'") {
        return { is: 'text', text: word.slice(1, -1) };
    }
    if (/^![a-z]/.test(word)) {
        return { is: 'kind', kind: rest };
    }
    if ((first === '+' || first === '^') && (rest === 'id' || rest === 'name' || rest === 'some')) {
        return { is: 'declaration', form: rest, isInner: first === '^' };
    }
    if (first === '@' && rest !== '' && rest !== '@') {
        const [sort, kind] = rest.split(':');
        return { is: 'reference', sort, kind };
    }
    return /^[A-Z]/.test(word) ? { is: 'call', name: word } : { is: 'text', text: word };
}
