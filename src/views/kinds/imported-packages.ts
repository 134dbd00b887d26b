/**
 * Adds the packages that a shown package imports and that are not shown themselves, as dashed packages in it (SysML 8.2.3.5). They contain
 * the types that members of the importing package specialize, if these are few. Leaves out library packages.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { importTarget, memberElement } from '../../language/semantics/names.js';
import { isPackage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { simpleNameOf } from '../describe.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { compartmentOf } from './compartments.js';
import { generalizationsOf } from './relationships.js';
import { shapeOf } from './tree.js';

/** Maximum number of members shown in an imported package. */
const MOST_MEMBERS = 6;

export function addImportedPackages(graph: ViewGraph): void {
    for (const element of [...graph.shownElements()].filter(isPackage)) {
        const within = graph.shownAs(element)!;
        for (const [imported, declaration] of importedBy(element)) {
            if (graph.shownAs(imported) === undefined && !scopeOf(imported).isLibrary) {
                addImported(graph, { importing: element, imported, declaration, within });
            }
        }
    }
}

/** The packages whose members a package imports, each with its first import. */
function importedBy(importing: AstNode): ReadonlyMap<AstNode, ast.Import> {
    const found = new Map<AstNode, ast.Import>();
    for (const member of ownedMembersOf(importing)) {
        const target = member.$type === 'Import' ? memberElement(importTarget(member)) : undefined;
        if (member.$type === 'Import' && target !== undefined && isPackage(target) && !found.has(target)) {
            found.set(target, member);
        }
    }
    return found;
}

interface Imported {
    readonly importing: AstNode;
    readonly imported: AstNode;
    readonly declaration: ast.Import;
    /** node of the importing package */
    readonly within: NodeDraft;
}

function addImported(graph: ViewGraph, { importing, imported, declaration, within }: Imported): void {
    const box = graph.addition(imported, { shape: 'package', parent: within });
    const keywords = declaration.visibility === 'private' ? ['private'] : [];
    box.declared = { ...box.declared, isReference: true, keywords };
    const used = ownedMembersOf(importing)
        .filter(m => graph.shownAs(m) !== undefined && compartmentOf(m) === '')
        .flatMap(generalizationsOf)
        .filter(({ target }) => ownerOf(target) === imported && graph.shownAs(target) === undefined);
    const targets = new Set(used.map(g => g.target));
    if (targets.size > MOST_MEMBERS) {
        return;
    }
    const members = new Map([...targets].map(t => [t, graph.addition(t, { shape: shapeOf(t), parent: box, name: simpleNameOf(t) })]));
    for (const { kind, declaration: source, target } of used) {
        const ends = { from: graph.shownAs(source)!.id, to: members.get(target)!.id };
        graph.relationship(source, { ...ends, kind, form: 'relationship' });
    }
}
