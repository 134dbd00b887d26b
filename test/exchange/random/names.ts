/** What a random model declares, by namespaces, and what declarations are called. */
import { isReservedWord, type SyntaxLanguage } from '../../../src/language/syntax/index.js';

export type Below = (below: number) => number;

/** A namespace of the model; what has no name has no way to it from outside. */
export interface Scope {
    readonly owner?: Scope;
    readonly name?: string;
    readonly shortName?: string;
    /** of a declaration: `part`, `port` … */
    readonly kind: string;
    readonly isDefinition: boolean;
    readonly document: number;
    readonly members: Scope[];
    /** what it is typed by, specializes, subsets or redefines, as far as references have been chosen */
    readonly generals: Scope[];
    /** place among all declarations */
    readonly order: number;
}

/** Names that are easily taken for something else, by writers of graphs, by readers of notation or by ids. */
const ODD: readonly string[] = [
    'a b', 'größe', '@0', '@1', 'a::b', '::', 'part', 'feature', 'class', 'x\'y', 'back\\slash', 'new\nline', 'tab\there', '1', '*', '**', '$', '日本',
    '😀', '_40', 'a_om', 'A_5fB', 'x__y', 'P_ns', 'x_p', 'self', 'start', 'done', 'choice', 'point', 'true', 'null', 'def', "'", '"', ';', '// x',
    '/* x */', '{', 'a.b', '~P', '<s>', 'é', 'é', 'A-B', 'E', 'e1', 'this', 'that', 'history', 'typed', 'elmt:x', 'http://x/y#z', ' ', 'result', 'kg'
]; // prettier-ignore

export class Names {
    readonly all: Scope[] = [];

    constructor(
        private readonly below: Below,
        private readonly oddPercent: number
    ) {}

    /** A name for a declaration: mostly a new one of its namespace, now and then one that is known around, or an odd one. */
    fresh(scope: Scope, kind: string): string {
        const chance = this.below(100);
        const odd = ODD[this.below(ODD.length)];
        // what two documents declare at their roots is refused
        if (chance < this.oddPercent && (scope.owner !== undefined || !scope.members.some(m => m.name === odd))) {
            return odd;
        }
        if (chance < this.oddPercent + 6 && this.all.length > 0) {
            const known = this.all[this.below(this.all.length)].name;
            if (known !== undefined && !scope.members.some(m => m.name === known)) {
                return known;
            }
        }
        const stem = kind[0];
        for (let n = scope.members.length; ; n++) {
            if (!scope.members.some(m => m.name === `${stem}${n}`)) {
                return `${stem}${n}`;
            }
        }
    }

    declare(
        owner: Scope | undefined,
        facts: { kind: string; isDefinition: boolean; document: number; name?: string; shortName?: string }
    ): Scope {
        const scope: Scope = { owner, ...facts, members: [], generals: [], order: this.all.length };
        owner?.members.push(scope);
        this.all.push(scope);
        return scope;
    }
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\\': '\\\\', "'": "\\'" };

/** A name as notation; a plain word now and then in quotes, too. */
export function spelled(name: string, language: SyntaxLanguage, below: Below): string {
    const isPlain = /^[A-Za-z_]\w*$/.test(name) && !isReservedWord(name, language);
    return isPlain && below(40) > 0 ? name : `'${name.replace(/[\n\t\\']/g, c => ESCAPES[c])}'`;
}

/** The namespaces from the root to one, itself last. */
export function wayTo(scope: Scope): Scope[] {
    return scope.owner === undefined ? [scope] : [...wayTo(scope.owner), scope];
}

/** Members that a scope has itself or of what it specializes. */
export function membersOf(scope: Scope, seen = new Set<Scope>()): Scope[] {
    if (seen.has(scope)) {
        return [];
    }
    seen.add(scope);
    return [...scope.members, ...scope.generals.flatMap(g => membersOf(g, seen))];
}
