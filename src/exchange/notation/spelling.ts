/**
 * Names at their places: the shortest spelling that leads from there to exactly the element that is meant (contract: conversion 11.3). The
 * text is parsed with full names first, so that every name can be tried where it stands; since a spelling may change what another one
 * reaches, all are checked again.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { membersOf, referringNodes, segmentsOfNode } from '../../language/positions/name-segments.js';
import { importTarget, memberElement } from '../../language/semantics/names.js';
import { namingNodeOf } from '../../language/semantics/owned-members.js';
import { lastSegment, type NameNode, segmentsOf } from '../../language/semantics/structure.js';
import { spanOf } from '../../language/syntax/node.js';
import type { Model } from '../../language/workspace/workspace.js';
import { Builder } from '../builder/builder.js';
import { RootUuids } from '../builder/root-uuids.js';
import { cannotConvert, type GraphElement } from '../graph.js';
import { qualifiedSegments } from '../ids.js';
import type { Content } from './content.js';
import { ElementName, nameText, type Pieces } from './pieces.js';
import type { SyntaxLanguage } from '../../language/syntax/index.js';

/** Parses a text of notation as a model of its own. */
export type ParseText = (content: string) => Model;

/** Times that spellings are mended before the long ones stay. */
const MAX_ROUNDS = 6;

interface Spelled {
    readonly name: ElementName;
    /** from the shortest to the one from the global namespace */
    readonly spellings: readonly string[];
    /** which of them is in the text */
    chosen: number;
    /** how many were wrong there */
    tried: number;
}

/**
 * The text of pieces with every name spelled; the names of a text that does not parse are as good as can be.
 * @throws ConversionError for an element that no name leads to
 */
export function spell(pieces: Pieces, language: SyntaxLanguage, parse: ParseText, content: Content): string {
    const meaningOf = (text: string): Meaning => new Meaning(parse(text), content.hasUuids);
    const names: Spelled[] = [];
    for (const piece of pieces) {
        if (piece instanceof ElementName) {
            const spellings = spellingsOf(piece.target, language, content);
            names.push({ name: piece, spellings, chosen: piece.as === 'step' ? 0 : Math.max(spellings.length - 2, 0), tried: 0 });
        }
    }
    if (names.length === 0) {
        return pieces.filter(p => typeof p === 'string').join('');
    }
    shorten(names, pieces, meaningOf);
    for (let round = 0; round < MAX_ROUNDS; round++) {
        const { text, places } = textOf(pieces, names);
        const wrong = wrongOnes(names, places, meaningOf(text));
        if (wrong.length === 0) {
            return text;
        }
        wrong.forEach(n => n.tried++);
        const canChange = wrong.filter(n => n.tried < n.spellings.length);
        if (canChange.length === 0) {
            if (!parse(text).documents[0].isWellFormed) {
                return text; // where names lead is not known: who asked sees what is wrong
            }
            throw unreachable(wrong[0]);
        }
        // behind the longest the shortest comes: what is private has no long name, and names around this one were long when it was tried
        canChange.forEach(n => (n.chosen = (n.chosen + 1) % n.spellings.length));
    }
    names.filter(n => n.name.as !== 'step').forEach(n => (n.chosen = n.spellings.length - 1));
    const { text, places } = textOf(pieces, names);
    const [wrong] = wrongOnes(names, places, meaningOf(text));
    if (wrong !== undefined && parse(text).documents[0].isWellFormed) {
        throw unreachable(wrong);
    }
    return text;
}

function unreachable({ name: { target } }: Spelled): Error {
    return cannotConvert(`a reference to ${target.text('qualifiedName') ?? target.id}`, 'no name leads to it from its place');
}

/** The text as the names are chosen, and where each stands. */
function textOf(pieces: Pieces, names: readonly Spelled[]): { text: string; places: number[] } {
    const places: number[] = [];
    let text = '';
    let i = 0;
    for (const piece of pieces) {
        if (piece instanceof ElementName) {
            places.push(text.length);
            const { spellings, chosen } = names[i++];
            text += spellings[chosen];
        } else {
            text += piece;
        }
    }
    return { text, places };
}

/** The names of a text by where they begin. */
function nodesByOffset(model: Model): Map<number, NameNode> {
    const [document] = model.documents;
    const nodes = new Map<number, NameNode>();
    for (const node of referringNodes(document)) {
        const [first] = segmentsOfNode(document, node);
        if (first !== undefined && node.$type !== 'Argument') {
            nodes.set(first.span.offset, node);
        }
    }
    return nodes;
}

/** What the names of a text mean. */
class Meaning {
    /** The names of the text by where they begin. */
    readonly nodes: ReadonlyMap<number, NameNode>;
    private readonly builder: Builder;
    private readonly uuids: RootUuids | undefined;

    /** @param hasUuids whether the elements that are meant bear UUIDs as their derived ids */
    constructor(model: Model, hasUuids: boolean) {
        this.nodes = nodesByOffset(model);
        this.builder = new Builder(model, { hasUuids });
        this.uuids = hasUuids ? new RootUuids(this.builder.identities) : undefined;
    }

    /**
     * Whether the first segments of a name, those that a spelling has, lead to the element that is meant. A declaration without a name has
     * that of the feature which it redefines or refers to: the name of that is written, not its short name, by which the declaration would
     * be known otherwise.
     */
    leadsTo(node: NameNode | undefined, spelling: string, { target, as }: ElementName): boolean {
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
            // what is written may have the id of an element of the library, which it stands beside
            return element?.key === target.key && !(isOfLibrary && target.state === 'written');
        }
        return element.qualifier === target.qualifier && this.uuids.idOf(found!) === target.id;
    }
}

/** Whether a declaration takes its name from what a name leads to. */
function isNaming(node: NameNode): boolean {
    const naming = node.$container === undefined ? undefined : namingNodeOf(node.$container);
    return naming !== undefined && spanOf(naming).offset === spanOf(node).offset;
}

function wrongOnes(names: readonly Spelled[], places: readonly number[], meaning: Meaning): Spelled[] {
    return names.filter((n, i) => !meaning.leadsTo(meaning.nodes.get(places[i]), n.spellings[n.chosen], n.name));
}

/** Chooses for each name the shortest spelling that leads to the same element while all others are spelled in full. */
function shorten(names: readonly Spelled[], pieces: Pieces, meaningOf: (text: string) => Meaning): void {
    const { text, places } = textOf(pieces, names);
    const meaning = meaningOf(text);
    names.forEach((n, i) => {
        const node = meaning.nodes.get(places[i]);
        if (node === undefined || n.name.as === 'step') {
            return; // a step stands by its simple name until that is wrong: what follows it is found through it
        }
        // A usage that is named by what it refers to is itself known by that name: only the real text tells
        // whether its own reference is meant.
        const ownName = node.$containerProperty === 'reference' && isNaming(node) ? n.name.target.text('declaredName') : undefined;
        const shortest = n.spellings.findIndex(spelling => {
            if (ownName !== undefined) {
                return lastSegment(spelling) === ownName;
            }
            const copy = respelled(node, n.spellings[n.chosen], spelling);
            return meaning.leadsTo(copy, spelling, n.name) && (node.$type !== 'Import' || isFoundWithoutImports(copy));
        });
        n.chosen = shortest < 0 ? n.spellings.length - 1 : shortest;
    });
}

/**
 * Whether the first segment of an import's name is a member of a namespace around it, or a root: what an import makes visible must not be
 * what it, or one that depends on it, is found by.
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

/** The same name with its first segments spelled otherwise, in the same place; it belongs to no document. */
function respelled(node: NameNode, before: string, spelling: string): NameNode {
    const rest = node.text.slice(before.length);
    const copy = Object.assign(Object.create(Object.getPrototypeOf(node) as object) as AstNode, node, {
        $facts: undefined,
        text: spelling + rest
    });
    return copy;
}

/** The spellings of an element's name: its simple name, then longer ones up to the full one, then that from the global namespace. */
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

/** The names from the root to an element, as far up as they are known; undefined for one without a name of its own. */
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
    // what is not written in this graph has no owner in it: its qualified name says the rest
    const qualified = target.state === 'written' ? undefined : target.text('qualifiedName');
    return qualified === undefined ? segments : (content.namesOnWay(qualified) ?? segments);
}

function fullLength(target: GraphElement): number {
    const qualified = target.text('qualifiedName');
    return qualified === undefined ? -1 : qualifiedSegments(qualified).length;
}
