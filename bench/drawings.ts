/**
 * Draws what a reader would look at of the models below the given folders, and prints what is wrong with the geometry of each picture as
 * lines of JSON: crossings of lines, overlaps, texts that are cut, area and aspect. Run by drawings.mjs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { AstNode } from '../src/language/generated/tree.js';
import { loadLibrary } from '../src/language/library/loading.js';
import { qualifiedNameOf } from '../src/language/semantics/naming.js';
import { isView } from '../src/language/semantics/rendering-kind.js';
import { isPackage, ownedMembersOf } from '../src/language/semantics/structure.js';
import { languageOf } from '../src/language/syntax/index.js';
import type { SourceDocument } from '../src/language/workspace/document.js';
import { Workspace } from '../src/language/workspace/workspace.js';
import { drawView, layOutView } from '../src/views/drawing/draw.js';
import { isRefused, type RenderedView, type RenderingKind, renderView } from '../src/views/index.js';
import { measured } from '../test/views/drawing-measures.js';

/** Kinds that a picture of an element is made of, where it has more than one box and a line. */
const KINDS: readonly RenderingKind[] = ['interconnection', 'state', 'action', 'sequence', 'case'];
/** Nodes at most: bigger pictures are looked at folded. */
const MOST_NODES = 400;

/** The documents below a folder, by the folder that they are in: those of one folder make one model. */
function modelsBelow(folder: string, root: string): Map<string, SourceDocument[]> {
    const found = new Map<string, SourceDocument[]>();
    for (const entry of readdirSync(folder).sort()) {
        const path = join(folder, entry);
        if (statSync(path).isDirectory()) {
            modelsBelow(path, root).forEach((documents, name) => found.set(name, documents));
        } else if (/\.(sysml|kerml)$/.test(entry)) {
            const document = { name: relative(root, path), language: languageOf(entry), content: readFileSync(path, 'utf8') };
            found.set(folder, [...(found.get(folder) ?? []), document]);
        }
    }
    return found;
}

/** The pictures of a model: each view, each package as a tree, each other element as the kinds that show lines of it. */
function* pictures(element: AstNode): Generator<string> {
    for (const member of ownedMembersOf(element)) {
        const name = qualifiedNameOf(member);
        if (name !== undefined) {
            if (isView(member)) {
                yield name;
            } else if (isPackage(member)) {
                yield `#tree:${name}`;
                yield `#mixed:${name}`;
            } else {
                yield* KINDS.map(kind => `#${kind}:${name}`);
            }
        }
        yield* pictures(member);
    }
}

const isPicture = ({ kind, nodes, edges, relationships, entries }: RenderedView): boolean =>
    kind !== 'table' &&
    kind !== 'matrix' &&
    nodes.length > 1 &&
    nodes.length <= MOST_NODES &&
    (kind === 'tree' || edges.length + relationships.length + entries.length > 0);

const [out, ...folders] = process.argv.slice(2);
const library = loadLibrary();
for (const folder of folders.filter(existsSync)) {
    for (const [path, documents] of modelsBelow(folder, folder)) {
        const { model } = new Workspace({ library, analysis: 'never' }).parse(documents);
        const known = new Set<string>();
        for (const spec of model.documents.flatMap(d => [...pictures(d.root)])) {
            const view = renderView(model, spec);
            if (known.has(spec) || isRefused(view) || !isPicture(view)) {
                continue;
            }
            known.add(spec);
            const { scene, placement } = await layOutView(view);
            console.log(
                JSON.stringify({ folder, model: relative(dirname(folder), path), spec, kind: view.kind, ...measured(scene, placement) })
            );
            if (out !== '') {
                mkdirSync(out, { recursive: true });
                const name = `${relative(dirname(folder), path)} ${spec}`.replace(/[^\w. -]/g, '_');
                writeFileSync(join(out, `${name.slice(0, 200)}.svg`), await drawView(view, { theme: 'light' }));
            }
        }
    }
}
