/**
 * What a change costs: which sections of the rebuilt documents need a new analysis, and what is kept of the others. A section
 * is analysed again when its text changed, or when it read something that may mean something else now. Knows no check.
 *
 * Why it is sound. What checks find in a section follows from its text and from what they reach from it: by names, whose every step is
 * noted in `Document.reads`, and from there by structure. While no package offers other names (`Sections.frame`), a name leads elsewhere
 * only through a declaration whose content changed, which the section then has read, directly or through others. Where packages offer other
 * declarations, a name may also lead elsewhere in a section that has one of their names in its text, or an import, which may offer it.
 * A default value means nothing to a feature that redefines it with a value of its own, as long as its type stays the same.
 * This does not hold for a frame with such a name in an import or alias, for imports of the members of a declaration, for recursive and
 * filtered imports, and for members whose meaning depends on their place: then every document that refers to a changed one is analysed.
 */
import type { AstNode } from '../generated/tree.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { importTarget, memberElement } from '../semantics/names.js';
import { importedName, isPackage } from '../semantics/structure.js';
import { isWord } from './globals.js';
import { DECLARATIONS, EXPOSED, exceptDefault, isExceptDefault, isNumbered, sectionKey, sectionOfKey } from './place-keys.js';
import type { Kept, SectionFinding } from './diagnostics.js';
import type { Document } from './document.js';
import { FRAME, type FrameChange, frameChange, type LiteralChanges, literalChanges, sectionsWith } from './sections.js';

/** What is kept for each rebuilt document; documents that are not in it are analysed whole. */
export type Plan = ReadonlyMap<Document, Kept>;

const NOTHING_KEPT: Plan = new Map();
const NONE: ReadonlySet<number> = new Set();

/** Compares two versions of the documents of a set, before the new ones are analysed. */
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
            // the same text under the same names offers the same
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

/** How the frame of a document changed; undefined when that is not known, or when its sections had no numbers. */
function frameChangeOf(before: Document, after: Document): FrameChange | undefined {
    const isComparable =
        before.isWellFormed && after.isWellFormed && before.sections.isOrderFree && after.sections.isOrderFree && isNumbered(before);
    return isComparable ? frameChange(before.sections, after.sections) : undefined;
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
                    (isNamespaceImport && target !== undefined && !isOfFrame(target))
                );
            })));
}

/** Whether a namespace is a package of the frame: what it offers follows from no content of a declaration. */
function isOfFrame(namespace: AstNode): boolean {
    let outer: AstNode | undefined = namespace;
    while (outer !== undefined && isPackage(outer)) {
        outer = outer.$container;
    }
    return outer?.$type === 'RootNamespace' && outer !== namespace;
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
    /** Declarations that have another value, and those of them that have another default value alone. */
    private readonly revalued = new Set<number>();
    private readonly withOtherDefault = new Set<number>();
    private readonly literals = new Map<number, LiteralChanges>();
    /** What {@link spread} finds: documents with affected sections, and the sections in which declarations have other places. */
    private readonly affectedDocuments = new Set<number>();
    private readonly movedSections: number[] = [];
    /** Those that read a document, by its number. */
    private readonly readers = new Map<number, Readers[]>();

    constructor(
        private readonly before: readonly Document[],
        private readonly after: readonly Document[]
    ) {
        before
            .filter((document, i) => document !== after[i])
            .map(({ reads }) => readersOf(reads))
            .forEach(readers => readers.ofDocument.forEach(number => addTo(this.readers, number, readers)));
        before.forEach((document, i) => document.analysis?.omniscient.forEach(section => this.affected.add(sectionKey(i, section))));
    }

    /** Notes what differs between the versions of a document. */
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
     * Notes the sections in which names may lead elsewhere since packages offer other declarations under some names.
     * @returns false when a frame has one of the names, so that what it offers is not known
     */
    compareNames(renewed: readonly number[], changed: ReadonlySet<number>, frames: readonly (FrameChange | undefined)[]): boolean {
        const gone = frames.flatMap(frame => frame?.gone ?? []);
        const come = frames.flatMap(frame => frame?.come ?? []);
        const names = [...new Set([...gone, ...come])];
        const census = renewed.length === 0 ? undefined : this.after[renewed[0]].census;
        // where imports may bring a name twice, or did
        const isRepeated = names.some(name =>
            gone.includes(name)
                ? gone.indexOf(name) !== gone.lastIndexOf(name) || census?.isDeclared(name) !== false
                : census?.isDeclaredOnce(name) !== true
        );
        if (names.length === 0) {
            return true;
        }
        return names.every(isWord) && renewed.every(i => this.compareNamesOf(i, names, changed.has(i), isRepeated));
    }

    private compareNamesOf(number: number, names: readonly string[], isChanged: boolean, isRepeated: boolean): boolean {
        // a document that only surroundings changed need not be parsed for it
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

    /** Follows the reads back, from what differs to all that it may change; then the rest is kept. */
    spread(): void {
        for (const declaration of this.revalued) {
            const others = this.withOtherDefault.has(declaration) ? [] : this.readersOf(declaration, 'exceptDefault');
            for (const reader of [...this.readersOf(declaration, 'ofDeclaration'), ...others]) {
                this.affected.add(startOf(reader));
                if (reader % DECLARATIONS === EXPOSED) {
                    this.open.add(startOf(reader));
                } else if (sectionOfKey(reader).section !== FRAME) {
                    this.revalued.add(reader);
                }
            }
        }
        for (const section of this.open) {
            for (const reader of this.readersOf(section, 'ofSection')) {
                this.affected.add(startOf(reader));
                // what a frame offers does not follow from the content of what it names
                if (sectionOfKey(reader).section !== FRAME) {
                    this.open.add(startOf(reader));
                }
            }
        }
        this.affected.forEach(key => this.affectedDocuments.add(sectionOfKey(key).document));
        for (const [section, { moved }] of this.literals) {
            if ([...moved].some(([old, now]) => old !== now)) {
                this.movedSections.push(section);
            }
        }
    }

    private readersOf(key: number, kind: 'ofSection' | 'ofDeclaration' | 'exceptDefault'): readonly number[] {
        const readers = this.readers.get(sectionOfKey(key).document) ?? [];
        return readers.flatMap(r => [...(r[kind].get(key) ?? [])]);
    }

    /** What is kept of a document; its new version is told whom the kept sections read. */
    keptOf(number: number, isChanged: boolean): Kept {
        const [old, now] = [this.before[number], this.after[number]];
        const { tiers, omniscient } = old.analysis!;
        const isWanted = (section: number): boolean => (section === FRAME && isChanged) || this.affected.has(sectionKey(number, section));
        const whole = isChanged || this.affectedDocuments.has(number) ? undefined : old;
        if (whole !== undefined && !this.readsMoved(old)) {
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

    /** Whether a document reads declarations that have other places in their sections now. */
    private readsMoved(document: Document): boolean {
        const { ofSection } = readersOf(document.reads);
        return this.movedSections.some(section => ofSection.has(section));
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

/** Who reads what, by what is read. */
interface Readers {
    readonly ofSection: ReadonlyMap<number, ReadonlySet<number>>;
    readonly ofDeclaration: ReadonlyMap<number, ReadonlySet<number>>;
    /** those to whom the default value of a declaration does not matter */
    readonly exceptDefault: ReadonlyMap<number, ReadonlySet<number>>;
    readonly ofDocument: ReadonlySet<number>;
}

const known = new WeakMap<Document['reads'], Readers>();

function readersOf(reads: Document['reads']): Readers {
    let readers = known.get(reads);
    if (readers === undefined) {
        const ofSection = new Map<number, Set<number>>();
        const ofDeclaration = new Map<number, Set<number>>();
        const besideDefault = new Map<number, Set<number>>();
        for (const [reader, all] of reads) {
            for (const read of all) {
                const declaration = Math.abs(read);
                addToSet(ofSection, startOf(declaration), reader);
                addToSet(isExceptDefault(read) ? besideDefault : ofDeclaration, declaration, reader);
            }
        }
        const ofDocument = new Set([...ofSection.keys()].map(key => sectionOfKey(key).document));
        known.set(reads, (readers = { ofSection, ofDeclaration, exceptDefault: besideDefault, ofDocument }));
    }
    return readers;
}

function addToSet(index: Map<number, Set<number>>, key: number, value: number): void {
    const known = index.get(key);
    if (known === undefined) {
        index.set(key, new Set([value]));
    } else {
        known.add(value);
    }
}

function addTo<V>(index: Map<number, V[]>, key: number, value: V): void {
    const known = index.get(key);
    if (known === undefined) {
        index.set(key, [value]);
    } else {
        known.push(value);
    }
}
