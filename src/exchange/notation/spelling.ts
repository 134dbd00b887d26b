/**
 * Chooses the shortest spelling of each name that resolves to its target at its place (contract: conversion 11.3). First parses the text
 * with the shortest names, most of which resolve correctly. Then parses it with full names instead of the others, and determines for each
 * of these the shortest spelling that resolves there. Because one spelling may change how another one resolves, checks all of them again at
 * the end.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { membersOf, referringNodes, segmentsOfNode } from '../../language/positions/name-segments.js';
import { importTarget, isResolvedImplicitly, memberElement } from '../../language/semantics/names.js';
import { namingNodeOf } from '../../language/semantics/owned-members.js';
import { lastSegment, type NameNode, segmentsOf } from '../../language/semantics/structure.js';
import { spanOf } from '../../language/syntax/node.js';
import type { Document } from '../../language/workspace/document.js';
import type { Model } from '../../language/workspace/workspace.js';
import { Builder } from '../builder/builder.js';
import { RootUuids } from '../builder/root-uuids.js';
import { cannotConvert, type GraphElement } from '../graph.js';
import { qualifiedSegments } from '../ids.js';
import type { Content } from './content.js';
import { ElementName, nameText, type Pieces } from './pieces.js';
import type { SyntaxLanguage } from '../../language/syntax/index.js';

/** Parses texts of notation as one separate model, one document for each text. */
export type ParseTexts = (texts: readonly string[]) => Model;

/** Pieces that become one text in one language. */
export interface PartInPieces {
    readonly pieces: Pieces;
    readonly language: SyntaxLanguage;
}

/** The maximum number of attempts to repair spellings before the full ones are kept. */
const MAX_ROUNDS = 6;

interface Spelled {
    readonly name: ElementName;
    /** the index of the part that contains the name */
    readonly part: number;
    /** from the shortest to the one that starts at the global namespace */
    readonly spellings: readonly string[];
    /** the index of the current spelling */
    chosen: number;
    /** the number of spellings that were wrong in the text */
    tried: number;
}

/**
 * The texts of parts with all names spelled. In a text that does not parse, names cannot be checked.
 * @throws ConversionError for an element that no name can refer to
 */
export function spell(parts: readonly PartInPieces[], parse: ParseTexts, content: Content): readonly string[] {
    const meaningOf = (texts: readonly string[]): Meaning => new Meaning(parse(texts), content.hasUuids);
    const isWellFormed = (texts: readonly string[]): boolean => parse(texts).documents.every(d => d.isWellFormed);
    const names = parts.flatMap(({ pieces, language }, part): Spelled[] =>
        pieces
            .filter(piece => piece instanceof ElementName)
            .map(name => {
                const spellings = spellingsOf(name.target, language, content);
                return { name, part, spellings, chosen: 0, tried: 0 };
            })
    );
    if (names.length === 0) {
        return textsOf(parts, names).texts;
    }
    const { texts: shortest, places: placesOfShortest } = textsOf(parts, names);
    const long = longOnes(names, placesOfShortest, meaningOf(shortest));
    if (long.size === 0) {
        return shortest;
    }
    shorten(names, long, parts, meaningOf);
    for (let round = 0; round < MAX_ROUNDS; round++) {
        const { texts, places } = textsOf(parts, names);
        const wrong = wrongOnes(names, places, meaningOf(texts));
        if (wrong.length === 0) {
            return texts;
        }
        wrong.forEach(n => n.tried++);
        const canChange = wrong.filter(n => n.tried < n.spellings.length);
        if (canChange.length === 0) {
            if (!isWellFormed(texts)) {
                return texts; // names cannot be resolved; the caller reports the syntax error
            }
            throw unreachable(wrong[0]);
        }
        // The shortest spelling follows the longest one: a full name cannot refer to a private element, and the shortest spelling was tried
        // while the other names were long.
        canChange.forEach(n => (n.chosen = (n.chosen + 1) % n.spellings.length));
    }
    names.filter(n => n.name.as !== 'step').forEach(n => (n.chosen = n.spellings.length - 1));
    const { texts, places } = textsOf(parts, names);
    const [wrong] = wrongOnes(names, places, meaningOf(texts));
    if (wrong !== undefined && isWellFormed(texts)) {
        throw unreachable(wrong);
    }
    return texts;
}

function unreachable({ name: { target } }: Spelled): Error {
    return cannotConvert(`a reference to ${target.text('qualifiedName') ?? target.id}`, 'no name resolves to it at its place');
}

/** The texts with the current spellings, and the offset of each name in its text. */
function textsOf(parts: readonly PartInPieces[], names: readonly Spelled[]): { texts: readonly string[]; places: readonly number[] } {
    const places: number[] = [];
    let i = 0;
    const texts = parts.map(({ pieces }) => {
        let text = '';
        for (const piece of pieces) {
            if (piece instanceof ElementName) {
                places.push(text.length);
                const { spellings, chosen } = names[i++];
                text += spellings[chosen];
            } else {
                text += piece;
            }
        }
        return text;
    });
    return { texts, places };
}

/** The names of a document by start offset. */
function nodesByOffset(document: Document): ReadonlyMap<number, NameNode> {
    const nodes = new Map<number, NameNode>();
    for (const node of referringNodes(document)) {
        const [first] = segmentsOfNode(document, node);
        if (first !== undefined && node.$type !== 'Argument') {
            nodes.set(first.span.offset, node);
        }
    }
    return nodes;
}

/** Resolves the names of texts. */
class Meaning {
    private readonly nodes: readonly ReadonlyMap<number, NameNode>[];
    private readonly builder: Builder;
    private readonly uuids: RootUuids | undefined;

    /** @param hasUuids whether the derived ids of the targets are UUIDs */
    constructor(model: Model, hasUuids: boolean) {
        this.nodes = model.documents.map(nodesByOffset);
        this.builder = new Builder(model, { hasUuids });
        this.uuids = hasUuids ? new RootUuids(this.builder.identities) : undefined;
    }

    /** The name at an offset of a text. */
    nodeAt(part: number, offset: number): NameNode | undefined {
        return this.nodes[part].get(offset);
    }

    /**
     * Whether the leading segments of a name, as many as the spelling has, resolve to the target. A name from which an unnamed declaration
     * takes its effective name must be the target's declared name; its short name would rename the declaration.
     */
    refersTo(node: NameNode | undefined, spelling: string, { target, as }: ElementName): boolean {
        if (node === undefined || (isNaming(node) && lastSegment(spelling) !== (target.text('declaredName') ?? lastSegment(spelling)))) {
            return false;
        }
        const found =
            as === 'membership' && node.$type === 'Import'
                ? importTarget(node)
                : memberElement(membersOf(node)[segmentsOf(spelling).length - 1]);
        const element = found && this.builder.namedBy(found);
        const isOfLibrary = element !== undefined && this.builder.library.has(element);
        if (element === undefined || this.uuids === undefined || isOfLibrary) {
            // An element of the library may have the same id as a written one.
            return element?.key === target.key && !(isOfLibrary && target.state === 'written');
        }
        return element.qualifier === target.qualifier && this.uuids.idOf(found!) === target.id;
    }
}

/** Whether a declaration takes its effective name from the target of a name. */
function isNaming(node: NameNode): boolean {
    const naming = namingNodeOf(node.$container!);
    return naming !== undefined && spanOf(naming).offset === spanOf(node).offset;
}

function wrongOnes(names: readonly Spelled[], places: readonly number[], meaning: Meaning): Spelled[] {
    return names.filter((n, i) => !meaning.refersTo(meaning.nodeAt(n.part, places[i]), n.spellings[n.chosen], n.name));
}

/** The names that need a longer spelling, in a text with the shortest spellings. */
function longOnes(names: readonly Spelled[], places: readonly number[], meaning: Meaning): ReadonlySet<Spelled> {
    const isLong = (n: Spelled, i: number): boolean => {
        const node = meaning.nodeAt(n.part, places[i]);
        const [shortest] = n.spellings;
        const own = node && ownNameAt(node, n);
        const isOwn = own === undefined || lastSegment(shortest) === own;
        return node === undefined || !isOwn || !meaning.refersTo(node, shortest, n.name) || (own === undefined && !isStandard(node));
    };
    return new Set(names.filter(isLong));
}

/**
 * Chooses for each name that needs a longer spelling the shortest one that resolves to its target, in a text where all these names are
 * spelled in full and the others have their shortest spelling.
 */
function shorten(
    names: readonly Spelled[],
    long: ReadonlySet<Spelled>,
    parts: readonly PartInPieces[],
    meaningOf: (texts: readonly string[]) => Meaning
): void {
    long.forEach(n => (n.chosen = n.name.as === 'step' ? 0 : Math.max(n.spellings.length - 2, 0)));
    const { texts, places } = textsOf(parts, names);
    const meaning = meaningOf(texts);
    names.forEach((n, i) => {
        const node = meaning.nodeAt(n.part, places[i]);
        if (!long.has(n) || node === undefined || n.name.as === 'step') {
            return; // keeps the simple name of a step unless it is wrong, because the next step is resolved in it
        }
        const ownName = ownNameAt(node, n);
        const shortest = n.spellings.findIndex(spelling => {
            if (ownName !== undefined) {
                return lastSegment(spelling) === ownName;
            }
            const copy = respelled(node, n.spellings[n.chosen], spelling);
            return meaning.refersTo(copy, spelling, n.name) && isStandard(copy);
        });
        n.chosen = shortest < 0 ? n.spellings.length - 1 : shortest;
    });
}

/**
 * The name of a usage that takes its name from the reference at a place. Because the usage then has this name itself, only the final text
 * shows whether the reference resolves to the usage instead of its target.
 */
function ownNameAt(node: NameNode, { name }: Spelled): string | undefined {
    return node.$containerProperty === 'reference' && name.as !== 'step' && isNaming(node) ? name.target.text('declaredName') : undefined;
}

/**
 * Whether other tools can resolve a name: a function must be visible by an import, and an import must not depend on other imports of its
 * namespace.
 */
function isStandard(name: NameNode): boolean {
    return name.$type === 'Import' ? isFoundWithoutImports(name) : name.$type !== 'Reference' || !isResolvedImplicitly(name);
}

/**
 * Whether the first segment of an import's name is a root or an owned member of an enclosing namespace. An import must not depend on
 * members that imports make visible.
 */
function isFoundWithoutImports(node: NameNode): boolean {
    const first = memberElement(membersOf(node)[0]);
    const owner = first?.$container;
    let around: AstNode | undefined = owner?.$container === undefined ? owner : node.$container;
    while (around !== undefined && around !== owner) {
        around = around.$container;
    }
    return around !== undefined;
}

/** A detached copy of a name, in the same place, with other leading segments. */
function respelled(node: NameNode, before: string, spelling: string): NameNode {
    const rest = node.text.slice(before.length);
    const copy = Object.assign(Object.create(Object.getPrototypeOf(node) as object) as AstNode, node, {
        $facts: undefined,
        text: spelling + rest
    });
    return copy;
}

/** The spellings of an element's name: the simple name, then longer ones up to the full name, then the name from the global namespace. */
function spellingsOf(target: GraphElement, language: SyntaxLanguage, content: Content): readonly string[] {
    const segments = segmentsTo(target, content);
    if (segments === undefined) {
        throw cannotConvert(`a reference to ${target.text('qualifiedName') ?? target.id}`, 'the element has no name');
    }
    const texts = segments.map(s => nameText(s, language));
    const full = texts.join('::');
    const short = content.shortNameOf(target);
    const lasts = [texts[texts.length - 1], ...(short === undefined ? [] : [nameText(short, language)])].sort(
        (a, b) => a.length - b.length
    );
    const spellings = texts.flatMap((_, i) => lasts.map(last => [...texts.slice(texts.length - 1 - i, -1), last].join('::')));
    const globals = lasts.map(last => ['$', ...texts.slice(0, -1), last].join('::'));
    return segments.length === fullLength(target) ? [...spellings, full, ...globals] : [...spellings, full];
}

/** The names from the root to an element, as far as they are known; undefined for an unnamed element. */
function segmentsTo(target: GraphElement, content: Content): readonly string[] | undefined {
    const segments: string[] = [];
    const seen = new Set<GraphElement>();
    for (
        let e: GraphElement | undefined = target;
        e !== undefined && !seen.has(e);
        e = e.element('owner') ?? e.element('owningNamespace')
    ) {
        seen.add(e);
        const name = content.nameOf(e);
        if (name === undefined) {
            return segments.length === 0 ? undefined : segments;
        }
        segments.unshift(name);
    }
    // An element outside of this graph has no owner here; its qualified name provides the remaining segments.
    const qualified = target.state === 'written' ? undefined : target.text('qualifiedName');
    return qualified === undefined ? segments : (content.namesOnWay(qualified) ?? segments);
}

function fullLength(target: GraphElement): number {
    const qualified = target.text('qualifiedName');
    return qualified === undefined ? -1 : qualifiedSegments(qualified).length;
}
