/**
 * The sections of a document, the steps in which its analysis is kept when something changes: each declaration of a package is one, and
 * section 0 is the frame that is left, the packages with their imports, aliases, filters and annotations. Knows syntax and declared names,
 * no model.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupNameOf, visibilityOf } from '../semantics/owned-members.js';
import { isDefinition, isPackage, isUsage } from '../semantics/structure.js';
import { childrenOf, fieldOf, forEachChild } from '../syntax/index.js';

/** The number of the section that is no declaration: the packages themselves. */
export const FRAME = 0;

export interface Sections {
    /** The declarations by section, from 1; undefined for the frame. */
    readonly declarations: readonly (AstNode | undefined)[];
    readonly numbers: ReadonlyMap<AstNode, number>;
    /** All of the frame and the names of the declarations: while it is the same, no package offers other names. */
    readonly frame: string;
    /** Whether no declaration means something by its place among the others. */
    readonly isOrderFree: boolean;
    /** Imports of the frame. */
    readonly imports: readonly ast.Import[];
}

/** Members of packages that are read together with those beside them. */
const PLACED = new Set(['InitialNode', 'TargetSuccession', 'TransitionUsage']);
const IN_FRAME = new Set([...PLACED, 'MetadataUsage']);

/** The declarations of packages that are sections; what annotates or relates other elements is read with them, and so part of the frame. */
function isSection(member: AstNode): boolean {
    return (isDefinition(member) || isUsage(member)) && !IN_FRAME.has(member.$type);
}

export function sectionsOf(root: ast.RootNamespace, text: string): Sections {
    const declarations: (AstNode | undefined)[] = [undefined];
    const numbers = new Map<AstNode, number>();
    const imports: ast.Import[] = [];
    const frame: string[] = [];
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
                numbers.set(child, declarations.length);
                declarations.push(child);
                frame.push(`${child.$type} ${lookupNameOf(child)} ${child.shortName} ${visibilityOf(child)}`);
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
    return { declarations, numbers, frame: frame.join('\0'), isOrderFree, imports };
}

/** Calls a function for the nodes of some sections, containers first. */
export function visitSections(
    root: ast.RootNamespace,
    { numbers }: Sections,
    isWanted: (section: number) => boolean,
    each: (node: AstNode, section: number) => void
): void {
    const visit = (node: AstNode, section: number): void => {
        if (isWanted(section)) {
            each(node, section);
        }
        const isOpen = section === FRAME && (isPackage(node) || node.$container === undefined);
        if (isOpen || isWanted(section)) {
            forEachChild(node, child => visit(child, section === FRAME ? (numbers.get(child) ?? FRAME) : section));
        }
    };
    visit(root, FRAME);
}

/** Where a node stands: its section, and the innermost declaration around it. */
export interface Place {
    readonly root: AstNode;
    readonly section: AstNode | undefined;
    readonly declaration: AstNode | undefined;
    /** It stands where others read it who do not name the declaration: in a multiplicity or in metadata. */
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

/** What differs between two versions of a section that have the same structure. */
export interface LiteralChanges {
    /** Declarations of the new version in whose values and conditions literals differ. */
    readonly changed: readonly AstNode[];
    /** Places of the nodes, from the start of the section, in the old version and the new one. */
    readonly moved: ReadonlyMap<number, number>;
}

/** The changes of literals between two versions of a section; undefined when more than literals and annotations differ. */
export function literalChanges(before: AstNode, after: AstNode): LiteralChanges | undefined {
    const changed = new Set<AstNode>();
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
            } else if (!ANNOTATIONS.has(now.$type)) {
                return false;
            }
        }
        const [a, b] = [childrenOf(old), childrenOf(now)];
        return a.length === b.length && a.every((child, i) => child.$containerProperty === b[i].$containerProperty && isSame(child, b[i]));
    };
    return isSame(before, after) ? { changed: [...changed], moved } : undefined;
}

/** Whether two nodes of one type have the same properties, their children apart. */
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
