/**
 * The written forms of diagrams held by their own tools: what Mermaid, D2, Graphviz and PlantUML read without an error. The tools are no
 * dependencies of the project: `npm ci --prefix test/views/tools` installs them; what is absent is skipped.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AstNode } from '../../src/language/generated/tree.js';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { ownedMembersOf } from '../../src/language/semantics/structure.js';
import { Workspace, type Model } from '../../src/language/workspace/workspace.js';
import { isRefused, misfitOf, RENDERING_KINDS, renderView, type WrittenForm, writeRendering } from '../../src/views/index.js';
import { testLibrary } from '../support/library.js';
import { documentsBelow, modelFolders } from '../support/models.js';
import { isWhole } from '../support/thorough.js';
import { modelOf } from './rendering.js';

/** Names and texts that a form could take for its own notation. */
const HARD = `part def 'a "b" {c} [d] <e> | f; g: h #i %j \\\\ k' { part 'end'; part 'subgraph'; part 'x -> y'; part 'graph' { doc /* --> "quoted" */ } connect 'end' to 'subgraph';
    port 'p<q>'; attribute 'é ∑ 😀' : String = "a\\"b"; }
    state def 'S;T' { entry; then 'state'; state 'state'; state '[*]'; transition 'note' first 'state' if 1 < 2 & "x" == "y" then '[*]'; }
    action def 'start' { action 'end'; then action 'loop'; } occurrence def 'par' { ref part 'alt'; ref part 'opt'; message 'and: else' from 'alt' to 'opt'; }
    use case def 'U "u"' { subject; actor 'A <a>'; }`;

/** Nodes of a diagram at most: the tools take long for big ones. */
const MOST_NODES = 60;

interface Given {
    readonly model: Model;
    /** Levels of elements that are rendered: packages, what is in them … */
    readonly levels: number;
}

/** Each diagram of a model in a form, by what it shows. */
function written({ model, levels }: Given, form: WrittenForm): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const visit = (element: AstNode, level: number): void => {
        const id = qualifiedNameOf(element);
        for (const kind of id === undefined ? [] : RENDERING_KINDS.filter(k => misfitOf(form, k) === undefined)) {
            const rendering = renderView(model, `#${kind}:${id}`);
            if (!isRefused(rendering) && rendering.nodes.length > 0 && rendering.nodes.length <= MOST_NODES) {
                found.set(`#${kind}:${id}`, writeRendering(rendering, form));
            }
        }
        if (level < levels) {
            ownedMembersOf(element).forEach(m => visit(m, level + 1));
        }
    };
    model.documents.forEach(d => ownedMembersOf(d.root).forEach(m => visit(m, 1)));
    return found;
}

/** Packages of the examples and what is in them; in the whole suite every element of the examples and of the shared corpus. */
const models = (): readonly Given[] => {
    const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });
    const folders = isWhole ? [...modelFolders().values()] : documentsBelow('examples').map(d => [d]);
    return [
        { model: modelOf(HARD), levels: 3 },
        ...folders.map(documents => ({ model: workspace.parse(documents).model, levels: isWhole ? Infinity : 1 }))
    ];
};

const fileOf = (path: string): string => fileURLToPath(new URL(`./tools/${path}`, import.meta.url));

/** What a program writes when it is given a text. */
function outputOf(program: string, args: readonly string[], input: string): Promise<string> {
    return new Promise((resolve, reject) => {
        const child = execFile(program, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
            stdout === '' ? reject(error ?? new Error(stderr)) : resolve(stdout)
        );
        child.stdin!.end(input);
    });
}

const TOOLS: readonly (readonly [form: WrittenForm, tool: string])[] = [
    ['mermaid', 'mermaid'],
    ['d2', '@terrastruct/d2'],
    ['dot', '@hpcc-js/wasm-graphviz'],
    ['plantuml', '@plantuml/core']
];

describe('read by its own tool', () => {
    test.each(TOOLS)('%s', async (form, tool) => {
        if (!existsSync(fileOf(`node_modules/${tool}`))) {
            console.warn(`${tool} is not installed: ${form} is not held by it`);
            return;
        }
        const texts = models().flatMap(model => [...written(model, form)]);
        const output = await outputOf(process.execPath, [fileOf('read.mjs'), form], JSON.stringify(texts.map(([, text]) => text)));
        const faults = JSON.parse(output) as readonly (string | null)[];
        expect(faults.length).toBe(texts.length);
        const told = texts.flatMap(([spec, text], i) => (faults[i] === null ? [] : [`${spec}: ${faults[i]}\n${text.slice(0, 600)}`]));
        expect(told).toEqual([]);
    });
});
