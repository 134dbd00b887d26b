/**
 * Plans the analysis after a change: the sections of rebuilt documents that need a new analysis, and the kept results of the others. A
 * section is analysed again when its text changed, or when something that it read may have another meaning. Does not depend on checks.
 *
 * Correctness: the findings of a section depend on its text and on declarations that its checks read. A check gets to a declaration by
 * resolving names, each step of which is recorded in `Document.reads`, and from there along ownership. There are two cases.
 * 1. The packages declare the same names as before (`Sections.frame`). Then a name can resolve differently only because of a declaration
 *    with changed content, and the section has a recorded read of that declaration, directly or indirectly.
 * 2. Packages gain or lose declarations. Then a name can also resolve differently in sections whose text contains the name of such a
 *    declaration, or an import that may provide it. A changed default value of a feature does not affect features that redefine it with
 *    their own values, if the type of the value stays the same. Nothing is kept, and every document that refers to a changed one is
 *    analysed, if the frame has a changed name in an import or alias, if an import is recursive or filtered or imports the members of a
 *    declaration, or if members depend on their position.
 */
import type { AstNode } from '../generated/tree.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { importTarget, memberElement } from '../semantics/names.js';
import { importedName, isPackage } from '../semantics/structure.js';
import { isWord } from './globals.js';
import {
    DECLARATIONS,
    EXPOSED,
    documentOfKey,
    exceptDefault,
    isExceptDefault,
    isNumbered,
    sectionKey,
    sectionOfKey
} from './place-keys.js';
import type { Kept, SectionFinding } from './diagnostics.js';
import type { Document } from './document.js';
import { EarlierTrees } from './earlier-trees.js';
import { FRAME, type FrameChange, frameChange, type LiteralChanges, literalChanges, sectionsWith } from './sections.js';

/** The kept results of each rebuilt document; other documents are analysed whole. */
export type Plan = ReadonlyMap<Document, Kept>;

const NOTHING_KEPT: Plan = new Map();
const NONE: ReadonlySet<number> = new Set();

/** Plans the analysis of new versions of the documents of a set, by comparison with the earlier ones. */
export function planAnalysis(before: readonly Document[], after: readonly Document[]): Plan {
    const renewed = after.flatMap((document, i) => (document === before[i] ? [] : [i]));
    const changed = new Set(renewed.filter(i => before[i].text !== after[i].text));
    const frames = new Map([...changed].map(i => [i, frameChangeOf(before[i], after[i])]));
    const isRegular = [...frames.values()].every(frame => frame !== undefined) && renewed.every(i => !offersContent(before[i]));
    if (!isRegular) {
        return NOTHING_KEPT;
    }
    for (const i of renewed) {
        if (!after[i].numberSectionsAs(before[i], frames.get(i)?.numbers)) {
            return NOTHING_KEPT;
        }
        if (!changed.has(i)) {
            // the same text with the same root names provides the same members
            after[i].offersContent = before[i].offersContent;
        }
    }
    const changes = new Changes(before, after);
    changed.forEach(i => changes.compare(i));
    if (!changes.compareNames(renewed, changed, [...frames.values()])) {
        return NOTHING_KEPT;
    }
    changes.spread();
    return new Map(renewed.filter(i => before[i].analysis !== undefined).map(i => [after[i], changes.keptOf(i, changed.has(i))] as const));
}

/** The change of a document's frame; undefined if the versions cannot be compared by section. */
function frameChangeOf(before: Document, after: Document): FrameChange | undefined {
    const isComparable =
        before.isWellFormed && after.isWellFormed && before.sections.isOrderFree && after.sections.isOrderFree && isNumbered(before);
    return isComparable ? frameChange(before.sections, after.sections) : undefined;
}

/**
 * Whether the imports of a document may provide other members when the content of a declaration changes: recursive and filtered imports,
 * and imports of the members of a declaration. Library declarations never change.
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
                    (isNamespaceImport && target !== undefined && !isOfFrame(target))
                );
            })));
}

/** Whether a namespace is a package of the frame, whose members do not depend on the content of declarations. */
function isOfFrame(namespace: AstNode): boolean {
    let outer: AstNode | undefined = namespace;
    while (outer !== undefined && isPackage(outer)) {
        outer = outer.$container;
    }
    return outer?.$type === 'RootNamespace' && outer !== namespace;
}

/** Whether the owner of an import has filters. */
function isFiltered(node: AstNode): boolean {
    return node.$container?.members?.some(m => m.$type === 'ElementFilter') === true;
}

/** The sections and declarations that a change may affect, by the keys of place-keys.ts. */
class Changes {
    /** Sections to analyse again. */
    private readonly affected = new Set<number>();
    /** Sections with arbitrary changes: every section that reads any declaration in them is affected and counts as arbitrarily changed. */
    private readonly open = new Set<number>();
    /** Declarations with a changed value, and those of them of which only the default value changed. */
    private readonly revalued = new Set<number>();
    private readonly withOtherDefault = new Set<number>();
    private readonly literals = new Map<number, LiteralChanges>();
    /** Results of {@link spread}: documents with affected sections, and sections in which the offsets of declarations changed. */
    private readonly affectedDocuments = new Set<number>();
    private readonly movedSections = new Set<number>();
    /** The rebuilt documents, which may read changed declarations. */
    private readonly renewed: readonly Document[];
    /** The number of walks over all reads, and the reads by section, an index built after several walks. */
    private walks = 0;
    private index: ReadonlyMap<number, readonly number[]> | undefined;
    private readonly trees: EarlierTrees;

    constructor(
        private readonly before: readonly Document[],
        private readonly after: readonly Document[]
    ) {
        this.renewed = before.filter((document, i) => document !== after[i]);
        this.trees = new EarlierTrees(before);
        before.forEach((document, i) => document.analysis?.omniscient.forEach(section => this.affected.add(sectionKey(i, section))));
    }

    /** Notes the differences between the versions of a document. */
    compare(number: number): void {
        const [old, now] = [this.before[number], this.after[number]];
        for (const from of old.sections.order) {
            const section = old.sections.numbers.get(from)!;
            const to = now.sections.declarations[section];
            const key = sectionKey(number, section);
            if (to === undefined) {
                this.affected.add(key);
                this.open.add(key);
            } else if (old.text.slice(from.$offset, from.$end) !== now.text.slice(to.$offset, to.$end)) {
                this.affected.add(key);
                this.compareContent(key, from, to, old.analysis !== undefined);
            }
        }
        for (const to of now.sections.order) {
            const section = now.sections.numbers.get(to)!;
            if (old.sections.declarations[section] === undefined) {
                this.affected.add(sectionKey(number, section));
            }
        }
    }

    private compareContent(key: number, from: AstNode, to: AstNode, isAnalysed: boolean): void {
        const literals = isAnalysed ? literalChanges(from, to) : undefined;
        if (literals === undefined) {
            this.open.add(key);
            return;
        }
        this.literals.set(key, literals);
        for (const declaration of literals.changed) {
            const old = key + this.oldPlace(literals, declaration.$offset - to.$offset);
            this.revalued.add(old);
            if (literals.withOtherDefault.has(declaration)) {
                this.withOtherDefault.add(old);
            }
        }
    }

    /**
     * Notes the sections in which names may resolve differently because packages provide other declarations under some names.
     * @returns false when a frame contains one of the names, so that its members are unknown
     */
    compareNames(renewed: readonly number[], changed: ReadonlySet<number>, frames: readonly (FrameChange | undefined)[]): boolean {
        const removed = frames.flatMap(frame => frame?.removedNames ?? []);
        const added = frames.flatMap(frame => frame?.addedNames ?? []);
        const names = [...new Set([...removed, ...added])];
        const census = renewed.length === 0 ? undefined : this.after[renewed[0]].census;
        // whether imports may provide different members of one name, in this version or the earlier one
        const isRepeated = names.some(name =>
            removed.includes(name)
                ? removed.indexOf(name) !== removed.lastIndexOf(name) || census?.isDeclared(name) !== false
                : census?.isDeclaredOnce(name) !== true
        );
        if (names.length === 0) {
            return true;
        }
        return names.every(isWord) && renewed.every(i => this.compareNamesOf(i, names, changed.has(i), isRepeated));
    }

    private compareNamesOf(number: number, names: readonly string[], isChanged: boolean, isRepeated: boolean): boolean {
        // for an unchanged text use the earlier version, which is parsed already
        const document = isChanged ? this.after[number] : this.before[number];
        const present = names.filter(name => document.text.includes(name));
        const found = present.length === 0 ? NONE : sectionsWith(document.text, document.sections, present);
        for (const section of [...found, ...document.importingSections].filter(s => s !== FRAME)) {
            this.affected.add(sectionKey(number, section));
            this.open.add(sectionKey(number, section));
        }
        if (isRepeated) {
            this.affected.add(sectionKey(number, FRAME));
        }
        return !found.has(FRAME);
    }

    private oldPlace({ moved }: LiteralChanges, place: number): number {
        for (const [old, now] of moved) {
            if (now === place) {
                return old;
            }
        }
        return place;
    }

    /** Marks all sections that depend on a difference, directly or indirectly, by following the reads backwards. */
    spread(): void {
        for (let [open, revalued] = [[...this.open], [...this.revalued]]; open.length + revalued.length > 0;) {
            const before = { open: this.open.size, revalued: this.revalued.size };
            this.spreadFrom(new Set(open), new Set(revalued));
            // sets keep insertion order
            [open, revalued] = [[...this.open].slice(before.open), [...this.revalued].slice(before.revalued)];
        }
        this.affected.forEach(key => this.affectedDocuments.add(sectionOfKey(key).document));
        for (const [section, { moved }] of this.literals) {
            if ([...moved].some(([old, now]) => old !== now)) {
                this.movedSections.add(section);
            }
        }
    }

    /** Notes the readers of open sections, and of declarations with changed values. */
    private spreadFrom(open: ReadonlySet<number>, revalued: ReadonlySet<number>): void {
        const sections = new Set([...open, ...[...revalued].map(startOf)]);
        this.forEachReadOf(sections, (reader, read) => {
            const declaration = Math.abs(read);
            if (open.has(startOf(declaration))) {
                this.noteAffected(reader, startOf(reader), this.open);
            }
            if (revalued.has(declaration) && !(isExceptDefault(read) && this.withOtherDefault.has(declaration))) {
                this.noteAffected(reader, reader, this.revalued);
            }
        });
    }

    /** Calls a function for each read of some sections: in a walk over all reads at first, later in an index. */
    private forEachReadOf(sections: ReadonlySet<number>, each: (reader: number, read: number) => void): void {
        if (this.walks < MOST_WALKS) {
            this.walks++;
            const inQuestion = new Uint8Array(this.before.length);
            sections.forEach(key => (inQuestion[documentOfKey(key)] = 1));
            const walk = (reader: number, read: number): void => {
                const declaration = Math.abs(read);
                if (inQuestion[documentOfKey(declaration)] === 1 && sections.has(startOf(declaration))) {
                    each(reader, read);
                }
            };
            this.renewed.forEach(({ reads }) => reads.forEach(walk));
            return;
        }
        this.index ??= indexOf(this.renewed);
        for (const section of sections) {
            const pairs = this.index.get(section) ?? [];
            for (let i = 0; i < pairs.length; i += 2) {
                each(pairs[i], pairs[i + 1]);
            }
        }
    }

    /** @param key the changed part of the reader, which is added to `changed`; for exposed readers the whole section is added to `open` */
    private noteAffected(reader: number, key: number, changed: Set<number>): void {
        this.affected.add(startOf(reader));
        // the members of a frame do not depend on the content of the declarations that it names
        if (reader % DECLARATIONS === EXPOSED && changed === this.revalued) {
            this.open.add(startOf(reader));
        } else if (sectionOfKey(reader).section !== FRAME) {
            changed.add(key);
        }
    }

    /** The kept results of a document; copies the reads of kept sections to its new version. */
    keptOf(number: number, isChanged: boolean): Kept {
        const [old, now] = [this.before[number], this.after[number]];
        const { tiers, omniscient } = old.analysis!;
        const isStale = (section: number): boolean => (section === FRAME && isChanged) || this.affected.has(sectionKey(number, section));
        const whole = isChanged || this.affectedDocuments.has(number) ? undefined : old;
        const searchAsBefore = (): void => now.searchAs(old, this.trees);
        if (whole !== undefined && !this.readsMoved(old)) {
            now.reads = old.reads;
            return { isStale, whole, searchAsBefore, tiers, omniscient };
        }
        old.reads.forEach((reader, read) => {
            if (!isStale(sectionOfKey(reader).section)) {
                now.reads.add(reader, this.placeNow(read));
            }
        });
        return {
            isStale,
            whole,
            searchAsBefore,
            omniscient: new Set([...omniscient].filter(section => !isStale(section))),
            tiers: tiers.map(tier => tier.flatMap(found => (isStale(found.section) ? [] : [this.moved(found, old, now)])))
        };
    }

    /** Whether a document reads declarations whose offsets in their sections changed. */
    private readsMoved({ reads }: Document): boolean {
        let found = false;
        if (this.movedSections.size > 0) {
            reads.forEach((_, read) => (found ||= this.movedSections.has(startOf(Math.abs(read)))));
        }
        return found;
    }

    private placeNow(read: number): number {
        if (isExceptDefault(read)) {
            return exceptDefault(this.placeNow(exceptDefault(read)));
        }
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

/** Number of walks over all reads before an index is built: most changes need one or two, chains of many sections more. */
const MOST_WALKS = 3;

/** The reads of documents by the section read: readers and reads alternate. */
function indexOf(documents: readonly Document[]): ReadonlyMap<number, readonly number[]> {
    const index = new Map<number, number[]>();
    for (const { reads } of documents) {
        reads.forEach((reader, read) => {
            const section = startOf(Math.abs(read));
            const known = index.get(section);
            if (known === undefined) {
                index.set(section, [reader, read]);
            } else {
                known.push(reader, read);
            }
        });
    }
    return index;
}
