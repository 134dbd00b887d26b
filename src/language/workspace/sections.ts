/**
 * The sections of a document: the units of which an analysis is kept after a change. Each declaration in a package is a section. Section 0
 * is the frame: the packages with their imports, aliases, filters and annotations. Depends on syntax and declared names, not on a model.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupNameOf, namingNodeOf, visibilityOf } from '../semantics/owned-members.js';
import { isDefinition, isPackage, isUsage } from '../semantics/structure.js';
import { childrenOf, fieldOf, forEachChild } from '../syntax/index.js';
import { offsetsOfWord } from './words.js';

/** The number of the frame: the packages themselves. */
export const FRAME = 0;

export interface Sections {
    /** The declarations by section number; undefined for the frame, and for numbers of declarations that only an earlier version had. */
    readonly declarations: readonly (AstNode | undefined)[];
    readonly numbers: ReadonlyMap<AstNode, number>;
    /** The declarations in textual order. */
    readonly order: readonly AstNode[];
    /** The frame in textual order: pieces of its text, and the declarations between them. */
    readonly frame: readonly (string | AstNode)[];
    /** Whether no declaration depends on its position among the others. */
    readonly isOrderFree: boolean;
    /** Imports of the frame. */
    readonly imports: readonly ast.Import[];
}

/** Members of packages that depend on their neighbours. */
const PLACED = new Set(['InitialNode', 'TargetSuccession', 'TransitionUsage']);
const IN_FRAME = new Set([...PLACED, 'MetadataUsage']);

/** Whether a member of a package is a section; members that annotate or relate other elements are part of the frame. */
function isSection(member: AstNode): boolean {
    return (isDefinition(member) || isUsage(member)) && !IN_FRAME.has(member.$type);
}

/**
 * The sections of a document.
 * @param given the numbers of the declarations in textual order; from 1 when absent
 */
export function sectionsOf(root: ast.RootNamespace, text: string, given?: readonly number[]): Sections {
    const order: AstNode[] = [];
    const imports: ast.Import[] = [];
    const frame: (string | AstNode)[] = [];
    let isOrderFree = true;
    const visit = (namespace: AstNode): void => {
        const children = childrenOf(namespace);
        const { $offset, $end } = namespace;
        if (namespace !== root) {
            frame.push(text.slice($offset, children.length > 0 ? children[0].$offset : $end).trimEnd());
        }
        for (const child of children) {
            if (isPackage(child)) {
                visit(child);
            } else if (isSection(child)) {
                order.push(child);
                frame.push(child);
            } else {
                isOrderFree &&= !PLACED.has(child.$type);
                frame.push(text.slice(child.$offset, child.$end));
                if (child.$type === 'Import') {
                    imports.push(child);
                }
            }
        }
        frame.push('}');
    };
    visit(root);
    const numbers = new Map(order.map((declaration, i) => [declaration, given?.[i] ?? i + 1]));
    const length = 1 + order.reduce((greatest, declaration) => Math.max(greatest, numbers.get(declaration)!), FRAME);
    const declarations = new Array<AstNode | undefined>(length).fill(undefined);
    numbers.forEach((number, declaration) => (declarations[number] = declaration));
    return { declarations, numbers, order, frame, isOrderFree, imports };
}

/** The declarations that differ between two versions of a document whose frames are otherwise equal. */
export interface FrameChange {
    /** The numbers of the later version's declarations in textual order: those of the corresponding earlier declarations, or new ones. */
    readonly numbers: readonly number[];
    /** The names of removed declarations, and below of added ones; a name of two declarations is listed twice. */
    readonly removedNames: readonly string[];
    readonly addedNames: readonly string[];
}

/**
 * Compares the frames of two versions; undefined if they differ in more than declarations, or if the name of such a declaration is implied.
 */
export function frameChange(before: Sections, after: Sections): FrameChange | undefined {
    const numbers: number[] = [];
    const [removedNames, addedNames]: string[][] = [[], []];
    let next = before.declarations.length;
    let [i, j] = [0, 0];
    const runFrom = (frame: Sections['frame'], start: number): AstNode[] => {
        const run: AstNode[] = [];
        for (let k = start, piece = frame[k]; typeof piece === 'object'; piece = frame[++k]) {
            run.push(piece);
        }
        return run;
    };
    while (i < before.frame.length && j < after.frame.length) {
        const [old, now] = [runFrom(before.frame, i), runFrom(after.frame, j)];
        const { first, last } = sameAtEnds(old, now);
        const [left, added] = [old.slice(first, old.length - last), now.slice(first, now.length - last)];
        if ([...left, ...added].some(declaration => namingNodeOf(declaration) !== undefined)) {
            return undefined;
        }
        left.forEach(declaration => removedNames.push(...namesOf(declaration)));
        added.forEach(declaration => addedNames.push(...namesOf(declaration)));
        now.forEach((_, k) => {
            const same = k < first ? old[k] : k >= now.length - last ? old[k - now.length + old.length] : undefined;
            numbers.push(same === undefined ? next++ : before.numbers.get(same)!);
        });
        i += old.length;
        j += now.length;
        if (before.frame[i++] !== after.frame[j++]) {
            return undefined;
        }
    }
    return i === before.frame.length && j === after.frame.length ? { numbers, removedNames, addedNames } : undefined;
}

/** The number of declarations at the start, and at the end, that have the same names in both versions. */
function sameAtEnds(old: readonly AstNode[], now: readonly AstNode[]): { first: number; last: number } {
    const least = Math.min(old.length, now.length);
    let first = 0;
    while (first < least && isOfferedAlike(old[first], now[first])) {
        first++;
    }
    let last = 0;
    while (last < least - first && isOfferedAlike(old[old.length - 1 - last], now[now.length - 1 - last])) {
        last++;
    }
    return { first, last };
}

function isOfferedAlike(old: AstNode, now: AstNode): boolean {
    return (
        old.$type === now.$type &&
        lookupNameOf(old) === lookupNameOf(now) &&
        old.shortName === now.shortName &&
        payloadNameOf(old) === payloadNameOf(now) &&
        visibilityOf(old) === visibilityOf(now)
    );
}

/** The written names of a declaration that its package provides. */
function namesOf(declaration: AstNode): readonly string[] {
    return [declaration.name, declaration.shortName, payloadNameOf(declaration)].filter(name => name !== undefined);
}

/** The payload of an accept is a member of the enclosing namespace, too. */
function payloadNameOf(declaration: AstNode): string | undefined {
    return declaration.$type === 'AcceptActionUsage' ? declaration.payload?.name : undefined;
}

/**
 * The sections whose text contains one of some words, including the frame.
 * @param words identifiers
 */
export function sectionsWith(text: string, { order, numbers }: Sections, words: Iterable<string>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const word of words) {
        for (const at of offsetsOfWord(text, word)) {
            const declaration = declarationAt(order, at);
            found.add(declaration === undefined ? FRAME : numbers.get(declaration)!);
        }
    }
    return found;
}

/** The declaration that contains an offset. */
function declarationAt(order: readonly AstNode[], offset: number): AstNode | undefined {
    let [low, high] = [0, order.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (order[middle].$end <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < order.length && order[low].$offset <= offset ? order[low] : undefined;
}

/** Calls a function for the nodes of some sections, containers first. */
export function visitSections(
    root: ast.RootNamespace,
    { numbers }: Sections,
    isStale: (section: number) => boolean,
    each: (node: AstNode, section: number) => void
): void {
    const visit = (node: AstNode, section: number): void => {
        if (isStale(section)) {
            each(node, section);
        }
        const isOpen = section === FRAME && (isPackage(node) || node.$container === undefined);
        if (isOpen || isStale(section)) {
            forEachChild(node, child => visit(child, section === FRAME ? (numbers.get(child) ?? FRAME) : section));
        }
    };
    visit(root, FRAME);
}

/** The section of a node, and the innermost declaration that contains it. */
export interface Place {
    readonly root: AstNode;
    readonly section: AstNode | undefined;
    readonly declaration: AstNode | undefined;
    /** Whether the node is in a multiplicity or metadata, which other declarations may depend on without naming this one. */
    readonly isExposed: boolean;
}

export function placeOf(node: AstNode): Place {
    let declaration: AstNode | undefined;
    let section: AstNode | undefined;
    let isExposed = false;
    let n = node;
    while (n.$container !== undefined) {
        const { $type, $container } = n;
        if (section === undefined) {
            declaration ??= isUsage(n) || isDefinition(n) ? n : undefined;
            isExposed ||= EXPOSED.has($type);
            if ($container.$type === 'Package' || $container.$type === 'RootNamespace') {
                section = n;
            }
        }
        n = $container;
    }
    return { root: n, section, declaration, isExposed };
}

const EXPOSED = new Set(['MultiplicityRange', 'Multiplicity', 'MetadataUsage', 'PrefixMetadata']);

const LITERALS = new Set(['LiteralInteger', 'LiteralReal', 'LiteralString', 'LiteralBoolean']);
const ANNOTATIONS = new Set(['Comment', 'Documentation', 'TextualRepresentation']);

/** The differences between two versions of a section with the same structure. */
export interface LiteralChanges {
    /** Declarations of the new version whose values or conditions contain changed literals. */
    readonly changed: readonly AstNode[];
    /** The declarations of which only the default value changed, to a literal of the same type. */
    readonly withOtherDefault: ReadonlySet<AstNode>;
    /** Offsets of the nodes from the start of the section, in the old and the new version. */
    readonly moved: ReadonlyMap<number, number>;
}

/** The changed literals between two versions of a section; undefined if more than literals and comments changed. */
export function literalChanges(before: AstNode, after: AstNode): LiteralChanges | undefined {
    const changed = new Set<AstNode>();
    const changedBeyondDefault = new Set<AstNode>();
    const moved = new Map<number, number>();
    const isSame = (old: AstNode, now: AstNode): boolean => {
        if (old.$type !== now.$type) {
            return false;
        }
        moved.set(old.$offset - before.$offset, now.$offset - after.$offset);
        if (!hasSameWords(old, now)) {
            if (LITERALS.has(now.$type)) {
                const { declaration, isExposed } = placeOf(now);
                if (declaration === undefined || isExposed) {
                    return false;
                }
                changed.add(declaration);
                if (!isDefaultOf(declaration, now) || (now.$type === 'LiteralInteger' && isZero(old) !== isZero(now))) {
                    changedBeyondDefault.add(declaration);
                }
            } else if (!ANNOTATIONS.has(now.$type)) {
                return false;
            }
        }
        const [a, b] = [childrenOf(old), childrenOf(now)];
        return a.length === b.length && a.every((child, i) => child.$containerProperty === b[i].$containerProperty && isSame(child, b[i]));
    };
    return isSame(before, after)
        ? { changed: [...changed], withOtherDefault: new Set([...changed].filter(d => !changedBeyondDefault.has(d))), moved }
        : undefined;
}

/** Whether a literal is the default value of a declaration, or the number of a quantity that is. */
function isDefaultOf(declaration: AstNode, literal: AstNode): boolean {
    const value = isUsage(declaration) ? declaration.value : undefined;
    const around =
        literal.$container?.$type === 'BracketExpression' && literal.$containerProperty === 'operand' ? literal.$container : literal;
    return value?.isDefault === true && around.$container === value;
}

/** Whether an integer is zero, which determines its type (`Natural` or `Positive`). */
const isZero = (literal: AstNode): boolean => Number(fieldOf(literal, 'value')) === 0;

/** Whether two nodes of one type have the same properties, apart from their children. */
function hasSameWords(old: AstNode, now: AstNode): boolean {
    for (const key of Object.keys(now)) {
        if (!key.startsWith('$')) {
            const [a, b] = [fieldOf(old, key), fieldOf(now, key)];
            if ((typeof a !== 'object' || typeof b !== 'object') && a !== b) {
                return false;
            }
        }
    }
    return true;
}
