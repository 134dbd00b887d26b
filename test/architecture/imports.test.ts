/**
 * Circles of imports between the files of src/: there are none but within those that are listed here, with the reason why each is there.
 * That arrows between rooms point down is a rule of lint (scripts/lint-rules.mjs).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What is recursive in the language, and so in what reads it. Types count as imports do. */
const CIRCLES: Readonly<Record<string, readonly string[]>> = {
    'names are resolved by what types inherit, which follows from names (cycles.ts)': [
        'language/semantics/annotations.ts',
        'language/semantics/expression-types.ts',
        'language/semantics/featuring.ts',
        'language/semantics/filters.ts',
        'language/semantics/implicit-names.ts',
        'language/semantics/import-candidates.ts',
        'language/semantics/import-graph.ts',
        'language/semantics/import-targets.ts',
        'language/semantics/imported-namespaces.ts',
        'language/semantics/imports.ts',
        'language/semantics/library-names.ts',
        'language/semantics/library-overloads.ts',
        'language/semantics/lookup.ts',
        'language/semantics/names.ts',
        'language/semantics/naming.ts',
        'language/semantics/query.ts',
        'language/semantics/reflection.ts',
        'language/semantics/replaced-members.ts',
        'language/semantics/specialization.ts'
    ],
    'the types of nodes are made of the fields that all nodes have': ['language/generated/tree.ts', 'language/syntax/node.ts'],
    'a run owns objects, which are frames that know their run': [
        'runtime/evaluation/expressions/code.ts',
        'runtime/evaluation/expressions/frame.ts',
        'runtime/evaluation/instances/instance.ts',
        'runtime/evaluation/run.ts'
    ],
    'a feature may be a calculation or a condition, whose parameters are features, which may be bound': [
        'runtime/evaluation/calculations/conditions.ts',
        'runtime/evaluation/calculations/performance.ts',
        'runtime/evaluation/calculations/statements.ts',
        'runtime/evaluation/calculations/usage.ts',
        'runtime/evaluation/instances/bindings.ts',
        'runtime/evaluation/instances/features.ts',
        'runtime/evaluation/instances/model-level.ts'
    ],
    'a step has a body, whose statements perform steps': [
        'runtime/behaviour/actions/cases.ts',
        'runtime/behaviour/actions/flow.ts',
        'runtime/behaviour/actions/node-performer.ts',
        'runtime/behaviour/actions/perform.ts',
        'runtime/behaviour/actions/statements.ts'
    ],
    'a declaration has values and bounds that are expressions, an expression has a body, and a body has declarations': [
        'exchange/builder/actions.ts',
        'exchange/builder/bodies.ts',
        'exchange/builder/bounds.ts',
        'exchange/builder/connectors.ts',
        'exchange/builder/declarations.ts',
        'exchange/builder/expressions.ts',
        'exchange/builder/particulars.ts',
        'exchange/builder/transitions.ts'
    ]
};

const root = fileURLToPath(new URL('../../src/', import.meta.url));

let imports: ReadonlyMap<string, readonly string[]> | undefined;

/** The files of src/ that each of them imports or exports from; read once, since that takes a second. */
const importsByFile = (): ReadonlyMap<string, readonly string[]> => (imports ??= readImports());

function readImports(): ReadonlyMap<string, readonly string[]> {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
        .map(f => f.replaceAll('\\', '/'))
        .filter(f => f.endsWith('.ts'));
    const known = new Set(files);
    return new Map(
        files.map(file => {
            const targets = importedBy(readFileSync(join(root, file), 'utf8')).map(fileName =>
                normalize(join(dirname(file), fileName))
                    .replaceAll('\\', '/')
                    .replace(/\.js$/, '.ts')
            );
            return [file, targets.filter(t => known.has(t))];
        })
    );
}

/** What a text names behind `from`, `import`, `import(` or `declare module`; the compiler's own reading of all files takes seconds. */
const importedBy = (text: string): string[] =>
    [...text.matchAll(/(?:\bfrom|^import|(?<!@link )\bimport\(|^declare module)\s*'(\.[^']*)'/gm)].map(([, name]) => name);

const loadedFrom = new Map<string, readonly string[]>();

/** The files that are loaded when one is: those that it imports, other than for types or on demand. */
function loadedBy(file: string): readonly string[] {
    const text = readFileSync(join(root, file), 'utf8').replace(/^(?:import|export) type [^;]*;/gm, '');
    return importedBy(text.replaceAll('import(', ''))
        .map(fileName =>
            normalize(join(dirname(file), fileName))
                .replaceAll('\\', '/')
                .replace(/\.js$/, '.ts')
        )
        .filter(target => target.endsWith('.ts') && !target.startsWith('..'));
}

/** The files that are loaded together with one, directly or indirectly. */
function loadedWith(file: string): ReadonlySet<string> {
    const loaded = new Set([file]);
    for (const one of loaded) {
        loadedFrom.set(one, loadedFrom.get(one) ?? loadedBy(one));
        loadedFrom.get(one)!.forEach(target => loaded.add(target));
    }
    return loaded;
}

/** Strongly connected files, each circle in alphabetical order (Tarjan). */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
    const indices = new Map<string, number>();
    const lowest = new Map<string, number>();
    const open: string[] = [];
    const found: string[][] = [];
    const visit = (file: string): void => {
        const index = indices.size;
        indices.set(file, index);
        lowest.set(file, index);
        open.push(file);
        for (const target of imports.get(file)!) {
            if (!indices.has(target)) {
                visit(target);
                lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
            } else if (open.includes(target)) {
                lowest.set(file, Math.min(lowest.get(file)!, indices.get(target)!));
            }
        }
        if (lowest.get(file) === index) {
            const circle = open.splice(open.indexOf(file));
            if (circle.length > 1) {
                found.push(circle.sort());
            }
        }
    };
    [...imports.keys()].filter(file => !indices.has(file)).forEach(visit);
    return found;
}

describe('models', () => {
    it('are read where the evaluator of their filters is registered', () => {
        const readers = [...importsByFile()].filter(([file]) => readFileSync(join(root, file), 'utf8').includes('new Workspace('));
        expect(readers.length).toBeGreaterThan(4);
        const evaluators = ['runtime/evaluation/index.ts', 'runtime/evaluation/model-level.ts'];
        expect(readers.filter(([, imports]) => !imports.some(i => evaluators.includes(i))).map(([file]) => file)).toEqual([]);
    });
});

describe('commands', () => {
    /** What takes long to load: messages alone took 65 ms of each start. */
    const SLOW = ['wire/generated/sysml_pb.ts', 'views/index.ts', 'runtime/engines/index.ts'];

    it.each(['check', 'convert'])('%s starts without what it does not use', command => {
        const loaded = loadedWith(`cli/${command}.ts`);
        expect(loaded).toContain('language/workspace/workspace.ts');
        expect(SLOW.filter(file => loaded.has(file))).toEqual([]);
    });

    it('of other kinds load them', () => {
        expect(SLOW.filter(file => !loadedWith('cli/verify.ts').has(file) && !loadedWith('cli/view.ts').has(file))).toEqual([]);
    });
});

describe('circles of imports', () => {
    const permitted = Object.values(CIRCLES).map(files => new Set(files));

    it('are within those that are listed', () => {
        const others = circlesOf(importsByFile()).filter(circle => !permitted.some(files => circle.every(file => files.has(file))));
        expect(others).toEqual([]);
    });

    it('are found where there are some', () => {
        const circle = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [] };
        expect(circlesOf(new Map(Object.entries(circle)))).toEqual([['a', 'b', 'c']]);
    });
});
