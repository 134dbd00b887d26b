/** Builds interchange archives (`.kpar`): the model files and the project metadata. */
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
 * Builds an archive of documents with an index of their root elements.
 * @param read the documents from which `model` was parsed
 * @param options `names`: the documents to archive, all if empty; `output`: path of the archive, which names the project unless a
 * `.project.json` next to the documents does; `checksums`: whether the metadata contain checksums
 * @throws SourceError for documents that one archive cannot contain
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

/** The library projects that documents use. @throws SourceError if two documents declare the same root element */
function usagesOf(model: Model, names: readonly string[]): readonly ProjectUsage[] {
    try {
        return usedProjects(model, names);
    } catch (error) {
        throw error instanceof ConversionError ? new SourceError(error.message) : error;
    }
}

/** The `.project.json` in the folder of the documents; empty if there is none. */
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

/** Splits names into their common folder and the paths below it. */
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
