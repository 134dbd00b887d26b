/** Interchange archives (`.kpar`) that the command line makes: the files in them, and what is known of the project. */
import { readFileSync } from 'node:fs';
import { membersOfObject } from '../language/narrowing.js';
import { basename, dirname, extname, join } from 'node:path';
import { ConversionError, type ProjectFacts, type ProjectUsage, usedProjects, writeArchive } from '../exchange/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { SourceError } from './sources.js';
import { messageOf } from '../language/failures.js';

const METAMODEL = { sysml: 'https://www.omg.org/spec/SysML/20250201', kerml: 'https://www.omg.org/spec/KerML/20250201' };

/**
 * An archive of documents as they are, with an index of their roots.
 * @param read the documents that were read, of which `model` is made
 * @param options the names of those that are archived (all without), the file that it is for (it names a project that no `.project.json`
 * beside the documents does), and whether the metadata have checksums
 * @throws SourceError for documents that one archive cannot hold
 */
export function kparOf(
    read: readonly SourceDocument[],
    model: Model,
    { names, output, checksums }: { readonly names: readonly string[]; readonly output?: string; readonly checksums?: boolean }
): Uint8Array {
    const isArchived = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name);
    const documents = read.filter(isArchived);
    const parsed = model.documents.filter(isArchived);
    const broken = parsed.find(d => !d.isWellFormed);
    if (broken !== undefined) {
        throw new SourceError(`${broken.name} has syntax errors: an archive holds models that parse`);
    }
    const [language] = new Set(documents.map(d => d.language));
    if (documents.some(d => d.language !== language)) {
        throw new SourceError(
            'an archive holds models of one language (KerML 10.3): put the .kerml files into one of their own, and use that (.project.json)'
        );
    }
    const { folder, paths } = archivePaths(documents.map(d => d.name));
    const files = documents.map(({ content }, i) => ({
        path: paths[i],
        content,
        names: parsed[i].root.members.flatMap(m => {
            const { name, shortName } = m;
            return [name, shortName].filter(n => n !== undefined);
        })
    }));
    const epoch = process.env.SOURCE_DATE_EPOCH;
    const created = (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString();
    const name = output === undefined || output === '-' ? 'models' : basename(output, extname(output));
    const project = { name, version: '1.0.0', usage: usagesOf(model, names), ...statedProject(folder) };
    return writeArchive(files, { project, created, metamodel: METAMODEL[language] }, checksums);
}

/** The projects of the library that documents use. @throws SourceError where two documents declare the same root */
function usagesOf(model: Model, names: readonly string[]): readonly ProjectUsage[] {
    try {
        return usedProjects(model, names);
    } catch (error) {
        throw error instanceof ConversionError ? new SourceError(error.message) : error;
    }
}

/** What a `.project.json` in the folder of the documents says; nothing without. */
function statedProject(folder: string): Partial<ProjectFacts> {
    const path = join(folder, '.project.json');
    let text: string;
    try {
        text = readFileSync(path, 'utf8');
    } catch {
        return {};
    }
    let stated: unknown;
    try {
        stated = JSON.parse(text);
    } catch (error) {
        throw new SourceError(`${path}: ${messageOf(error)}`);
    }
    const { name, version } = membersOfObject(stated);
    if (typeof name !== 'string' || typeof version !== 'string') {
        throw new SourceError(`${path}: a project has a name and a version, which are texts`);
    }
    return { ...membersOfObject(stated), name, version };
}

/** Paths for an archive: the names without the folder that all of them are in, which comes with them. */
export function archivePaths(names: readonly string[]): { folder: string; paths: string[] } {
    const split = names.map(name => name.split(/[\\/]/));
    let common = 0;
    while (split.every(parts => common < parts.length - 1 && parts[common] === split[0][common])) {
        common++;
    }
    const folder = split.length === 1 ? dirname(names[0]) : split[0].slice(0, common).join('/');
    return {
        folder: folder === '' && names[0].startsWith('/') ? '/' : folder,
        paths: split.map(parts =>
            parts
                .slice(common)
                .filter(p => p !== '' && p !== '.' && p !== '..')
                .join('/')
        )
    };
}
