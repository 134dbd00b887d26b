// Writes the complete standard model library to build/library: the files of library/ as they are, with the declarations that
// the tables of quantities and units hold in place of each marker line. Must not know the parser, nor what the text means.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { quantityDeclarations } from './quantities.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The line of a file of library/ that stands for the declarations of the tables, for the package named in it. */
const MARKER = /^ *\/\/ from the tables: (\w+)$/m;

/** Paths of all notation files below a folder, relative to it, sorted. */
async function notationFiles(folder, prefix = '') {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true });
    const paths = await Promise.all(
        entries.map(entry => {
            const path = prefix ? `${prefix}/${entry.name}` : entry.name;
            if (entry.isDirectory()) return notationFiles(folder, path);
            return /\.(kerml|sysml)$/.test(entry.name) ? [path] : [];
        })
    );
    return paths.flat().sort();
}

/**
 * Writes the complete library folder, replacing what was there; the same sources give the same bytes.
 * @param {{ source?: string, target?: string }} [options] the folder of the sources (library/) and of the result (build/library/)
 * @returns {Promise<{ target: string, files: string[] }>} the folder written and the paths of its files, relative and sorted
 * @throws when a table holds declarations for a package without a marker, or a marker names a package without a table
 */
export async function generateLibrary({ source = join(ROOT, 'library'), target = join(ROOT, 'build', 'library') } = {}) {
    const declarations = quantityDeclarations(join(source, 'tables'));
    const files = await notationFiles(source);
    await rm(target, { recursive: true, force: true });
    const used = new Set();
    await Promise.all(
        files.map(async path => {
            const text = (await readFile(join(source, path), 'utf8')).replace(MARKER, (_line, name) => {
                if (!declarations.has(name)) throw new Error(`${path}: the tables hold nothing for ${name}`);
                used.add(name);
                return declarations.get(name);
            });
            await mkdir(dirname(join(target, path)), { recursive: true });
            await writeFile(join(target, path), text);
        })
    );
    const unused = [...declarations.keys()].filter(name => !used.has(name));
    if (unused.length) throw new Error(`no file of the library has a marker for ${unused.join(', ')}`);
    return { target, files };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
    const { target, files } = await generateLibrary();
    console.log(`${files.length} files of the standard library in ${target}`);
}
