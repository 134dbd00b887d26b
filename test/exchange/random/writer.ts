/** Writes random texts by productions: follows them, the shorter ways the deeper it is, and keeps book of what is declared where. */
import type { SyntaxLanguage } from '../../../src/language/syntax/index.js';
import { type Below, Names, type Scope, spelled } from './names.js';
import type { Part, Productions, Way } from './production.js';
import { type Reference, written } from './references.js';

interface Frame {
    readonly scope: Scope;
    /** the declaration whose head the frame interrupts; none behind the body of a declaration */
    readonly interrupted?: Scope;
}

const DEEP = 13;

/** The documents of one model. */
export class Writer {
    readonly names: Names;
    readonly root: Scope;
    /** the ways of productions that were taken */
    readonly taken = new Set<string>();
    private pieces: (string | Reference)[] = [];
    private frames: Frame[] = [];
    private declaring: Scope | undefined;
    private kind = 'part';
    private document = -1;
    private heights: ReadonlyMap<Part, number> = new Map();
    private productions: Productions = new Map();
    private length = 0;

    constructor(
        private readonly below: Below,
        oddPercent: number,
        private readonly mostWords: number
    ) {
        this.names = new Names(below, oddPercent);
        this.root = this.names.declare(undefined, { kind: 'document', isDefinition: false, document: 0 });
    }

    /** The pieces of one more document; texts are made of them when all documents are written. */
    write(productions: Productions, language: SyntaxLanguage, production: string): () => string {
        this.pieces = [];
        this.length = 0;
        this.document++;
        this.frames = [{ scope: this.root }];
        this.declaring = undefined;
        this.productions = productions;
        this.heights = heightsOf(productions);
        this.language = language;
        this.call(production, 0);
        const { pieces } = this;
        return () => this.textOf(pieces, language);
    }

    private language: SyntaxLanguage = 'sysml';

    private get scope(): Scope {
        return this.frames[this.frames.length - 1].scope;
    }

    private call(name: string, depth: number): void {
        const special = `${name}/${this.kind}`;
        const own = this.productions.has(special) ? special : name;
        const part = this.productions.get(own);
        if (part === undefined) {
            throw new Error(`no production is ${name}`);
        }
        const { kind } = this;
        this.part(part, depth + 1);
        this.kind = kind;
    }

    private part(part: Part, depth: number): void {
        switch (part.is) {
            case 'text':
                return this.text(part.text);
            case 'call':
                return this.call(part.name, depth);
            case 'kind':
                this.kind = part.kind;
                return;
            case 'declaration':
                return this.declare(part.form, part.isInner);
            case 'reference':
                this.length++;
                this.pieces.push({ sort: part.sort, kind: part.kind ?? this.kind, of: this.declaring, scope: this.scope });
                return;
            case 'sequence':
                return part.parts.forEach(p => this.part(p, depth));
            case 'choice':
                return this.part(this.chosen(part.ways, depth), depth);
            case 'repeated':
                return this.repeat(part, depth);
        }
    }

    private repeat({ part, least, most, percent }: Part & { is: 'repeated' }, depth: number): void {
        const isLate = depth > 3 * DEEP || this.length > this.mostWords;
        for (let i = 0; i < most && (i < least || (!isLate && this.below(100) < (most === 1 ? percent : Math.max(percent, 55)))); i++) {
            this.part(part, depth);
        }
    }

    private chosen(ways: readonly Way[], depth: number): Part {
        const isLate = depth > 2 * DEEP || this.length > this.mostWords;
        const least = isLate ? Math.min(...ways.map(w => this.heights.get(w.part)!)) : Infinity;
        const open = isLate ? ways.filter(w => this.heights.get(w.part)! <= least) : ways;
        let at = this.below(open.reduce((sum, w) => sum + w.weight, 0));
        const way = open.find(w => (at -= w.weight) < 0)!;
        this.taken.add(way.id);
        return way.part;
    }

    private text(text: string): void {
        this.length++;
        if (text === '{:' || text === '{') {
            const isExpression = text === '{:';
            const owner = isExpression ? undefined : this.declaring;
            const scope = owner ?? this.names.declare(this.scope, { kind: 'block', isDefinition: false, document: this.document });
            this.frames.push({ scope, interrupted: isExpression ? this.declaring : undefined });
            this.declaring = undefined;
        } else if (text === '}:' || text === '}') {
            this.declaring = this.frames.pop()!.interrupted;
        } else if (text === ';') {
            this.declaring = undefined;
        }
        this.pieces.push(text.startsWith('{') ? '{' : text.startsWith('}') ? '}' : text);
    }

    private declare(form: 'id' | 'name' | 'some', isInner: boolean): void {
        const hasShort = form !== 'name' && this.below(8) === 0;
        const hasName = form === 'name' || (form === 'some' && !hasShort) || this.below(100) < 88;
        const owner = isInner && this.declaring !== undefined ? this.declaring : this.scope;
        const shortName = hasShort ? this.names.fresh(owner, 's') : undefined;
        const name = hasName ? this.names.fresh(owner, this.kind) : undefined;
        const [kind, definition] = this.kind.split('-');
        const declared = this.names.declare(owner, { kind, isDefinition: definition === 'def', document: this.document, name, shortName });
        this.declaring = isInner ? this.declaring : declared;
        if (shortName !== undefined) {
            this.pieces.push('<', spelled(shortName, this.language, this.below), '>');
        }
        if (name !== undefined) {
            this.pieces.push(spelled(name, this.language, this.below));
        }
    }

    private textOf(pieces: readonly (string | Reference)[], language: SyntaxLanguage): string {
        const words = pieces.map(p => (typeof p === 'string' ? p : written(p, this.names, language, this.below)));
        const lineEnd = this.below(10) === 0 ? '\r\n' : '\n';
        const isSpread = this.below(3) > 0;
        return words.map(w => w + this.space(w, lineEnd, isSpread)).join('') + (this.below(5) === 0 ? '' : lineEnd);
    }

    private space(before: string, lineEnd: string, isSpread: boolean): string {
        const chance = this.below(120);
        if (chance < 4) {
            return [' // a note' + lineEnd, ' //* note\n * of lines */ ', `${lineEnd}${lineEnd}`, '\t'][chance];
        }
        const isEnd = before === ';' || before === '{' || before === '}' || before.endsWith('*/');
        return isEnd && isSpread ? `${lineEnd}${'    '.repeat(this.below(3))}` : ' ';
    }
}

/** How many productions each part needs at least to end. */
function heightsOf(productions: Productions): ReadonlyMap<Part, number> {
    const known = HEIGHTS.get(productions);
    if (known !== undefined) {
        return known;
    }
    const ofProduction = new Map<string, number>();
    const heightOf = (part: Part): number => {
        switch (part.is) {
            case 'call':
                return 1 + (ofProduction.get(part.name) ?? Infinity);
            case 'sequence':
                return Math.max(0, ...part.parts.map(heightOf));
            case 'choice':
                return Math.min(...part.ways.map(w => heightOf(w.part)));
            case 'repeated':
                return part.least === 0 ? 0 : heightOf(part.part);
            default:
                return 0;
        }
    };
    for (let changed = true; changed;) {
        changed = false;
        for (const [name, part] of productions) {
            const height = heightOf(part);
            if (height < (ofProduction.get(name) ?? Infinity)) {
                ofProduction.set(name, height);
                changed = true;
            }
        }
    }
    const heights = new Map<Part, number>();
    const visit = (part: Part): void => {
        heights.set(part, heightOf(part));
        (part.is === 'sequence'
            ? part.parts
            : part.is === 'choice'
              ? part.ways.map(w => w.part)
              : part.is === 'repeated'
                ? [part.part]
                : []
        ).forEach(visit);
    };
    [...productions.values()].forEach(visit);
    HEIGHTS.set(productions, heights);
    return heights;
}

const HEIGHTS = new WeakMap<Productions, ReadonlyMap<Part, number>>();
