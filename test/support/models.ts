/** Real models for tests: the examples of the project, and the shared corpus where it stands beside the checkout. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageOf } from '../../src/language/syntax/index.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All documents below a folder of the project, in name order. */
export function documentsBelow(folder: string): SourceDocument[] {
    const path = join(ROOT, folder);
    if (!existsSync(path)) {
        return [];
    }
    return readdirSync(path)
        .sort()
        .flatMap(entry => {
            const file = join(path, entry);
            return statSync(file).isDirectory()
                ? documentsBelow(join(folder, entry))
                : /\.(sysml|kerml)$/.test(entry)
                  ? [{ name: join(folder, basename(entry)), language: languageOf(entry), content: readFileSync(file, 'utf8') }]
                  : [];
        });
}

/** Models of the shared corpus: none where the project stands alone. */
export function sharedCorpus(): SourceDocument[] {
    return documentsBelow('../shared/corpus');
}

/** The examples and the shared corpus by the folder they are in: documents of one folder make one model. */
export function modelFolders(): Map<string, SourceDocument[]> {
    const found = new Map<string, SourceDocument[]>();
    for (const document of [...documentsBelow('examples'), ...sharedCorpus()]) {
        const folder = document.name.replace(/[\\/][^\\/]*$/, '');
        found.set(folder, [...(found.get(folder) ?? []), document]);
    }
    return found;
}
