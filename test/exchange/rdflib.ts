/** Python's rdflib for tests: another reader of Turtle than ours, in a virtual environment that is kept between runs. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.cache/rdflib', import.meta.url));
const PYTHON = join(FOLDER, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');

/** The Python that has rdflib, made where it is not there yet; undefined, with a message, where that cannot be. */
export function pythonWithRdflib(): string | undefined {
    const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: 'pipe', timeout: 300_000 });
    try {
        if (!existsSync(PYTHON)) {
            run('python3', '-m', 'venv', FOLDER);
            run(PYTHON, '-m', 'pip', 'install', '--quiet', 'rdflib==7.*');
        }
        run(PYTHON, '-c', 'import rdflib');
        return PYTHON;
    } catch (error) {
        rmSync(FOLDER, { recursive: true, force: true });
        console.warn(`rdflib is not there, and what it reads is not compared: ${String(error).split('\n')[0]}`);
        return undefined;
    }
}

/** Reads Turtle from files, and writes beside each what it read: a statement a line, in no order. */
const REWRITE = `
import sys, rdflib
for path in sys.argv[1:]:
    graph = rdflib.Graph().parse(path, format='turtle')
    graph.serialize(path + '.nt', format='nt', encoding='utf-8')
`;

/** Has rdflib read files of Turtle and write them again: the files of statements, in the order of the files. */
export function rewrittenByRdflib(python: string, files: readonly string[]): string[] {
    execFileSync(python, ['-c', REWRITE, ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
    return files.map(file => `${file}.nt`);
}
