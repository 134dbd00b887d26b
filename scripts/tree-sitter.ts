/**
 * The grammars of `editors/tree-sitter`, made from the project's: `npm run tree-sitter`. With `--conflicts`, the program `tree-sitter` says
 * which rules it has to decide between by what comes later. With `--parsers`, it makes each language's parser, which is not in git.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageRules } from './parser/compile.js';
import { treeSitterGrammar } from './parser/tree-sitter.js';
import { highlights, QUERIES } from './parser/tree-sitter-queries.js';

const FOLDER = resolve(dirname(fileURLToPath(import.meta.url)), '../editors/tree-sitter');
/** Editors read parsers of this version; older ones know no newer. */
const ABI = '14';
const MOST_CONFLICTS = 200;

type Conflicts = readonly (readonly string[])[];

/** What is written for a language, by the name of the file in its folder. */
export async function treeSitterFiles(
    conflictsOf: (language: string) => Conflicts = knownConflicts
): Promise<Map<string, Map<string, string>>> {
    const files = new Map<string, Map<string, string>>();
    for (const [title, { rules, tokens }] of await languageRules()) {
        const name = title.toLowerCase();
        const comment = ['Made by `npm run tree-sitter` from the grammars of the project: do not change it here.'];
        files.set(
            name,
            new Map([
                ['grammar.js', treeSitterGrammar(rules, tokens, { name, conflicts: conflictsOf(name), comment })],
                ['queries/highlights.scm', highlights(name, tokens)],
                ...Object.entries(QUERIES).map(([query, text]) => [`queries/${query}.scm`, text] as const)
            ])
        );
    }
    return files;
}

/** The conflicts that were found before: a list of groups of rules a language. */
function knownConflicts(language: string): Conflicts {
    return (JSON.parse(readFileSync(join(FOLDER, 'conflicts.json'), 'utf8')) as Record<string, Conflicts>)[language] ?? [];
}

async function write(conflictsOf?: (language: string) => Conflicts): Promise<void> {
    for (const [language, files] of await treeSitterFiles(conflictsOf)) {
        for (const [file, text] of files) {
            const path = join(FOLDER, language, file);
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, text);
        }
    }
}

/** Makes the parser of a language. @returns the rules between which tree-sitter cannot decide; undefined when there are none */
function generated(language: string): readonly string[] | undefined {
    const { status, error, stderr } = spawnSync('tree-sitter', ['generate', '--abi', ABI], {
        cwd: join(FOLDER, language),
        encoding: 'utf8'
    });
    if (status === 0) {
        return undefined;
    }
    const group = /Add a conflict for these rules: (.*)/.exec(stderr ?? '')?.[1];
    if (group === undefined) {
        throw new Error(`tree-sitter generate failed for ${language}: ${error?.message ?? stderr}`);
    }
    return [...group.matchAll(/`(\w+)`/g)].map(([, rule]) => rule);
}

/** Finds the conflicts of all languages, one after another: each shows itself when the ones before are known. */
async function findConflicts(): Promise<void> {
    const found: Record<string, (readonly string[])[]> = { kerml: [], sysml: [] };
    for (const language of Object.keys(found)) {
        for (let group: readonly string[] | undefined = []; group !== undefined && found[language].length < MOST_CONFLICTS;) {
            await write(name => found[name]);
            group = generated(language);
            if (group !== undefined) {
                found[language].push(group);
            }
        }
    }
    writeFileSync(join(FOLDER, 'conflicts.json'), `${JSON.stringify(found, undefined, 4)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    if (process.argv.includes('--conflicts')) {
        await findConflicts();
    }
    await write();
    if (process.argv.includes('--parsers')) {
        ['kerml', 'sysml'].forEach(generated);
    }
}
