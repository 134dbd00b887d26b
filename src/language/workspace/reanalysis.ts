/**
 * What a change costs: which sections of the documents that are made again need a new analysis, and what is kept of the others. A section
 * is analysed again when its text changed, or when it read something that may mean something else now. Knows no check.
 *
 * Why it is sound. What checks find in a section follows from its text and from what they reach from it: by names, whose every step is
 * noted in `Document.reads`, and from there by structure. While no package offers other names (`Sections.frame`), a name leads elsewhere
 * only through a declaration whose content changed, which the section then has read, directly or through others. Where this does not hold
 * (imports of the members of a declaration, recursive and filtered ones, members that mean something by their place), everything that leads
 * into a changed document is analysed.
 */
import type { AstNode } from '../generated/tree.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { importTarget, memberElement } from '../semantics/names.js';
import { importedName, isPackage } from '../semantics/structure.js';
import { DECLARATIONS, EXPOSED, sectionKey, sectionOfKey } from './place-keys.js';
import type { Kept, SectionFinding } from './diagnostics.js';
import type { Document } from './document.js';
import { FRAME, type LiteralChanges, literalChanges } from './sections.js';

/** What is kept for each document that is made again; documents that are not in it are analysed whole. */
export type Plan = ReadonlyMap<Document, Kept>;

const NOTHING_KEPT: Plan = new Map();

/** Compares two versions of the documents of a set, before the new ones are analysed. */
export function planAnalysis(before: readonly Document[], after: readonly Document[]): Plan {
    const renewed = after.flatMap((document, i) => (document === before[i] ? [] : [i]));
    const changed = renewed.filter(i => before[i].text !== after[i].text);
    const isRegular = changed.every(i => hasSameFrame(before[i], after[i])) && renewed.every(i => !offersContent(before[i]));
    if (!isRegular) {
        return NOTHING_KEPT;
    }
    // the same text under the same names offers the same
    renewed.filter(i => !changed.includes(i)).forEach(i => (after[i].offersContent = before[i].offersContent));
    const changes = new Changes(before, after);
    changed.forEach(i => changes.compare(i));
    changes.spread();
    return new Map(
        renewed.filter(i => before[i].analysis !== undefined).map(i => [after[i], changes.keptOf(i, changed.includes(i))] as const)
    );
}

function hasSameFrame(before: Document, after: Document): boolean {
    return (
        before.isWellFormed &&
        after.isWellFormed &&
        before.sections.isOrderFree &&
        before.sections.frame === after.sections.frame &&
        before.sections.declarations.length === after.sections.declarations.length
    );
}

/**
 * Whether a document imports what the content of declarations decides: their members, or what a filter
 * admits. Those of the library never change.
 */
function offersContent(document: Document): boolean {
    return (document.offersContent ??=
        document.isWellFormed &&
        (document.root.members.some(m => m.$type === 'ElementFilter') ||
            document.sections.imports.some(node => {
                const target = memberElement(importTarget(node));
                if (target !== undefined && isOfLibrary(target)) {
                    return false;
                }
                const { isNamespaceImport, isRecursive } = importedName(node);
                return (
                    isRecursive ||
                    node.filters.length > 0 ||
                    isFiltered(node) ||
                    (isNamespaceImport && target !== undefined && !isPackage(target))
                );
            })));
}

/** Whether the package around an import has filters, or the import stands elsewhere. */
function isFiltered(node: AstNode): boolean {
    return node.$container?.members?.some(m => m.$type === 'ElementFilter') === true;
}

/** The sections and declarations that may mean something else, in the numbers of analysis.ts. */
class Changes {
    /** Sections that are analysed again. */
    private readonly affected = new Set<number>();
    /** Sections whose content may be anything: whoever reads any of it is affected, and all of that one, too. */
    private readonly open = new Set<number>();
    /** Declarations that have another value. */
    private readonly revalued = new Set<number>();
    private readonly literals = new Map<number, LiteralChanges>();
    private readonly readers: readonly Readers[];

    constructor(
        private readonly before: readonly Document[],
        private readonly after: readonly Document[]
    ) {
        this.readers = before.flatMap((document, i) => (document === after[i] ? [] : [readersOf(document.reads)]));
        before.forEach((document, i) => document.analysis?.omniscient.forEach(section => this.affected.add(sectionKey(i, section))));
    }

    /** Notes what differs between the versions of a document. */
    compare(number: number): void {
        const [old, now] = [this.before[number], this.after[number]];
        old.sections.declarations.forEach((from, section) => {
            const to = now.sections.declarations[section];
            if (from === undefined || to === undefined) {
                return;
            }
            if (old.text.slice(from.$offset, from.$end) === now.text.slice(to.$offset, to.$end)) {
                return;
            }
            const key = sectionKey(number, section);
            this.affected.add(key);
            const literals = old.analysis === undefined ? undefined : literalChanges(from, to);
            if (literals === undefined) {
                this.open.add(key);
            } else {
                this.literals.set(key, literals);
                literals.changed.forEach(declaration => this.revalued.add(key + this.oldPlace(literals, declaration.$offset - to.$offset)));
            }
        });
    }

    private oldPlace({ moved }: LiteralChanges, place: number): number {
        for (const [old, now] of moved) {
            if (now === place) {
                return old;
            }
        }
        return place;
    }

    /** Follows the reads back, from what differs to all that it may change. */
    spread(): void {
        for (const declaration of this.revalued) {
            for (const reader of this.readers.flatMap(r => [...(r.ofDeclaration.get(declaration) ?? [])])) {
                this.affected.add(startOf(reader));
                if (reader % DECLARATIONS === EXPOSED) {
                    this.open.add(startOf(reader));
                } else if (sectionOfKey(reader).section !== FRAME) {
                    this.revalued.add(reader);
                }
            }
        }
        for (const section of this.open) {
            for (const reader of this.readers.flatMap(r => [...(r.ofSection.get(section) ?? [])])) {
                this.affected.add(startOf(reader));
                // what a frame offers does not follow from the content of what it names
                if (sectionOfKey(reader).section !== FRAME) {
                    this.open.add(startOf(reader));
                }
            }
        }
    }

    /** What is kept of a document; its new version is told whom the kept sections read. */
    keptOf(number: number, isChanged: boolean): Kept {
        const [old, now] = [this.before[number], this.after[number]];
        const { tiers, omniscient } = old.analysis!;
        const isWanted = (section: number): boolean => (section === FRAME && isChanged) || this.affected.has(sectionKey(number, section));
        const whole = !isChanged && ![...this.affected].some(key => sectionOfKey(key).document === number) ? old : undefined;
        if (whole !== undefined && !this.hasMoved) {
            now.reads = old.reads;
            return { isWanted, whole, tiers, omniscient };
        }
        for (const [reader, all] of old.reads) {
            if (!isWanted(sectionOfKey(reader).section)) {
                now.reads.set(reader, new Set([...all].map(read => this.placeNow(read))));
            }
        }
        return {
            isWanted,
            whole,
            omniscient: new Set([...omniscient].filter(section => !isWanted(section))),
            tiers: tiers.map(tier => tier.flatMap(found => (isWanted(found.section) ? [] : [this.moved(found, old, now)])))
        };
    }

    /** Whether declarations have other places in their sections. */
    private get hasMoved(): boolean {
        return [...this.literals.values()].some(({ moved }) => [...moved].some(([old, now]) => old !== now));
    }

    private placeNow(read: number): number {
        const start = startOf(read);
        const literals = this.literals.get(start);
        return literals === undefined ? read : start + (literals.moved.get(read - start) ?? read - start);
    }

    private moved({ section, finding }: SectionFinding, old: Document, now: Document): SectionFinding {
        if (old.text === now.text) {
            return { section, finding };
        }
        const [from, to] = [old.sections.declarations[section], now.sections.declarations[section]];
        const by = from === undefined || to === undefined ? 0 : to.$offset - from.$offset;
        return by === 0 ? { section, finding } : { section, finding: { ...finding, offset: finding.offset + by, end: finding.end + by } };
    }
}

const startOf = (key: number): number => key - (key % DECLARATIONS);

/** Who reads what, by what is read. */
interface Readers {
    readonly ofSection: ReadonlyMap<number, ReadonlySet<number>>;
    readonly ofDeclaration: ReadonlyMap<number, ReadonlySet<number>>;
}

const known = new WeakMap<Document['reads'], Readers>();

function readersOf(reads: Document['reads']): Readers {
    let readers = known.get(reads);
    if (readers === undefined) {
        const ofSection = new Map<number, Set<number>>();
        const ofDeclaration = new Map<number, Set<number>>();
        for (const [reader, all] of reads) {
            for (const read of all) {
                add(ofSection, startOf(read), reader);
                add(ofDeclaration, read, reader);
            }
        }
        known.set(reads, (readers = { ofSection, ofDeclaration }));
    }
    return readers;
}

function add(index: Map<number, Set<number>>, key: number, value: number): void {
    const known = index.get(key);
    if (known === undefined) {
        index.set(key, new Set([value]));
    } else {
        known.add(value);
    }
}
