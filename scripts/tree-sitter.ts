/**
 * The grammars of `editors/tree-sitter`, made from the project's: `npm run tree-sitter`. With `--conflicts`, the program `tree-sitter` says
 * which rules it has to decide between by what comes later. With `--parsers`, it makes the parsers, `LANGUAGE.so`, which are not in git.
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

/** Queries that Zed has beside its configuration of a language. */
const OF_ZED = ['highlights', 'brackets', 'outline'];

/** What is written, by the path of the file below `editors`. */
export async function treeSitterFiles(conflictsOf: (language: string) => Conflicts = knownConflicts): Promise<Map<string, string>> {
    const files = new Map<string, string>();
    for (const [title, { rules, tokens }] of await languageRules()) {
        const name = title.toLowerCase();
        const comment = ['Made by `npm run tree-sitter` from the grammars of the project: do not change it here.'];
        files.set(`tree-sitter/${name}/grammar.js`, treeSitterGrammar(rules, tokens, { name, conflicts: conflictsOf(name), comment }));
        for (const [query, text] of Object.entries({ highlights: highlights(name, tokens), ...QUERIES })) {
            files.set(`tree-sitter/${name}/queries/${query}.scm`, text);
            if (OF_ZED.includes(query)) {
                files.set(`zed/languages/${name}/${query}.scm`, text);
            }
        }
    }
    return files;
}

/** The conflicts that were found before: a list of groups of rules a language. */
function knownConflicts(language: string): Conflicts {
    return (JSON.parse(readFileSync(join(FOLDER, 'conflicts.json'), 'utf8')) as Record<string, Conflicts>)[language] ?? [];
}

async function write(conflictsOf?: (language: string) => Conflicts): Promise<void> {
    for (const [file, text] of await treeSitterFiles(conflictsOf)) {
        const path = join(FOLDER, '..', file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
    }
}

/** Runs the program in the folder of a language. @returns why it failed */
function treeSitter(language: string, args: readonly string[]): string | undefined {
    const { status, error, stderr } = spawnSync('tree-sitter', args, { cwd: join(FOLDER, language), encoding: 'utf8' });
    return status === 0 ? undefined : (error?.message ?? stderr);
}

/** Makes the source of a language's parser. @returns the rules between which tree-sitter cannot decide; undefined when there are none */
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
        for (const language of ['kerml', 'sysml']) {
            const group = generated(language);
            const reason =
                group === undefined ? treeSitter(language, ['build', '-o', `../${language}.so`]) : `new conflict: ${group.join(', ')}`;
            if (reason !== undefined) {
                throw new Error(`the parser of ${language} was not made: ${reason}`);
            }
        }
    }
}
