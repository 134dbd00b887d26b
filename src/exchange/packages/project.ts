/**
 * Finds the packages that a project's `.project.json` uses (KerML 10.3, table 12): in the environment of the package manager `sysand` next
 * to it (`.sysand`), in archives (`.kpar`) next to it, and in the given library. Depends on files, not on models.
 */
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../language/failures.js';
import type { UsedPackages } from '../../language/library/layered.js';
import { isObject, membersOfObject } from '../../language/narrowing.js';
import { languageOf } from '../../language/syntax/index.js';
import type { SourceDocument } from '../../language/workspace/document.js';
import { META, PROJECT, type ProjectUsage, readProjectArchive } from '../kpar.js';
import { isBundled, namesProject } from './identity.js';
import { tablesOf, type TomlValue } from './toml.js';
import { compareVersions, satisfies } from './versions.js';

/** A project that was found. */
interface Found {
    readonly name: string;
    readonly version: string;
    readonly usage: readonly ProjectUsage[];
    /** its IRIs, if the environment states some */
    readonly identifiers: readonly string[];
    /** folder or archive */
    readonly path: string;
    /** names of the root elements in its files */
    readonly exports: readonly string[];
    /** whether the given library already contains its documents */
    readonly isInLibrary: boolean;
    /** its documents, without the files that `isWanted` rejects */
    documents(isWanted: (path: string) => boolean): readonly SourceDocument[];
}

/** The packages that a project uses. */
export interface ProjectPackages extends UsedPackages {
    /** Documents of used packages that the given library contains. */
    readonly ofLibrary: readonly SourceDocument[];
    /** the `.project.json` of the project; undefined if the paths belong to no project */
    readonly file: string | undefined;
    /** The problems of the usages, one sentence each. */
    readonly problems: readonly string[];
}

const NONE: ProjectPackages = { documents: [], ofLibrary: [], offered: new Map(), file: undefined, problems: [] };
const ARCHIVE = /\.kpar$/i;
const NOTATION = /\.(?:sysml|kerml)$/i;

/**
 * Makes the name of a file's document from its path. For a file in an archive, this is the path of the archive followed by the path in the
 * archive.
 */
export type Spell = (path: string, isArchived: boolean) => string;

const BY_PATH: Spell = path => path;

/**
 * Finds the packages used by the projects of some files and folders: the project of an archive itself, or the nearest project that encloses
 * another path. The files at the paths are not documents of packages, because they are read anyway.
 * @param options the given library, and how to name documents (by path if absent)
 */
export function packagesOf(
    paths: readonly string[],
    { library, spell = BY_PATH }: { readonly library?: string; readonly spell?: Spell } = {}
): ProjectPackages {
    const projects = new Set(paths.flatMap(path => (isArchive(path) ? resolve(path) : (projectFolder(path) ?? []))));
    const all = [...projects].map(project => ofProject(project, library, spell, paths));
    if (all.length === 0) {
        return NONE;
    }
    const once = (lists: readonly (readonly SourceDocument[])[]): readonly SourceDocument[] => [
        ...new Map(lists.flat().map(d => [d.name, d] as const)).values()
    ];
    const used = new Set(all.flatMap(p => p.own));
    const offered = all.flatMap(p => [...p.offered].filter(([name]) => !used.has(name)));
    return {
        documents: once(all.map(p => p.documents)),
        ofLibrary: once(all.map(p => p.ofLibrary)),
        offered: new Map(offered),
        file: fileOf([...projects][0]),
        problems: [...new Set(all.flatMap(p => p.problems))]
    };
}

/** The folder of the project that contains a path. */
function projectFolder(path: string): string | undefined {
    let folder = resolve(path);
    for (let up = dirname(folder); ; folder = up, up = dirname(folder)) {
        if (isFile(join(folder, PROJECT))) {
            return folder;
        }
        if (up === folder) {
            return undefined;
        }
    }
}

/** Whether the document at a path is read anyway: it is below one of the given paths and not in a hidden folder. */
function isRead(path: string, paths: readonly string[]): boolean {
    return paths.some(read => {
        const way = relative(resolve(read), path);
        return !isAbsolute(way) && !way.split(sep).some(part => part.startsWith('.') || part === 'node_modules');
    });
}

const isArchive = (path: string): boolean => ARCHIVE.test(path) && isFile(path);
const fileOf = (project: string): string => (isArchive(project) ? project : join(project, PROJECT));

/** @param project a folder or an archive; @param paths the paths that are read */
function ofProject(
    project: string,
    library: string | undefined,
    spell: Spell,
    paths: readonly string[]
): ProjectPackages & { readonly own: readonly string[] } {
    const problems: string[] = [];
    const file = fileOf(project);
    const folder = isArchive(project) ? dirname(project) : project;
    const attempt = <T>(make: () => T, otherwise: T): T => {
        try {
            return make();
        } catch (error) {
            problems.push(messageOf(error));
            return otherwise;
        }
    };
    const own = attempt(() => (isArchive(project) ? archiveProject(project, false) : folderProject(project, [], spell)), undefined);
    const found = [
        ...attempt(() => installed(folder, spell), []),
        ...archivesIn(folder, false, spell, problems),
        ...(library === undefined ? [] : archivesIn(library, true, spell, problems))
    ].filter(f => resolve(f.path) !== project);
    const used = new Set<Found>();
    const rejected = new Map<Found, string>();
    const use = (usage: readonly ProjectUsage[], user: string): void => {
        for (const { resource, versionConstraint = '' } of usage.filter(u => !isBundled(u.resource))) {
            const others = user === file || own === undefined ? found : [...found, own]; // a package may use the project itself
            const candidates = matching(others, resource, folder, spell);
            const fits = candidates.filter(c => satisfies(c.version, versionConstraint) === true);
            const fitting = fits.find(c => used.has(c)) ?? fits.at(0);
            if (fitting !== undefined && resolve(fitting.path) === project) {
                continue; // the project is read anyway
            }
            if (fitting === undefined) {
                problems.push(missing(user, resource, versionConstraint, candidates));
                candidates.forEach(c => rejected.set(c, versionConstraint));
            } else if (!used.has(fitting)) {
                const other = [...used].find(each => each.name === fitting.name && each.version !== fitting.version);
                if (other !== undefined) {
                    problems.push(inTwoVersions(user, resource, versionConstraint, fitting, other));
                }
                used.add(fitting);
                use(fitting.usage, fitting.path);
            }
        }
    };
    use(own?.usage ?? [], file);
    const offered = new Map<string, string>();
    for (const f of found.filter(each => !used.has(each) && !each.isInLibrary)) {
        const wanted = rejected.get(f);
        const why =
            wanted === undefined
                ? `${PROJECT} does not use (usage: "${f.identifiers[0] ?? f.name}")`
                : `is used in the version ${wanted} only`;
        f.exports.forEach(name => offered.set(name, `: it is in the package ${f.name} ${f.version} (${f.path}), which ${why}`));
    }
    attempt(() => lockedExports(folder), []).forEach(([name, text]) => offered.has(name) || offered.set(name, text));
    const documents = (isInLibrary: boolean): readonly SourceDocument[] =>
        [...used].filter(f => f.isInLibrary === isInLibrary).flatMap(f => attempt(() => f.documents(path => !isRead(path, paths)), []));
    const exported = [...used].flatMap(f => f.exports);
    return {
        documents: documents(false),
        ofLibrary: documents(true),
        offered: new Map([...offered].filter(([name]) => !exported.includes(name))),
        file,
        problems,
        own: exported
    };
}

function missing(user: string, resource: string, constraint: string, candidates: readonly Found[]): string {
    if (candidates.length === 0) {
        const wanted = constraint === '' ? resource : `${resource} (${constraint})`;
        return `${user} uses ${wanted}, which was not found: run "sysand sync", or put its .kpar archive beside ${PROJECT}`;
    }
    const [{ version, path }] = candidates;
    return satisfies(version, constraint) === undefined
        ? `${user} uses ${resource}: the version ${version} (${path}) cannot be compared with the constraint ${constraint}`
        : `${user} uses ${resource} ${constraint}, but the version that was found is ${version} (${path})`;
}

/** The problem that two users of a package require different versions of it. Both are read, so names may resolve to either version. */
function inTwoVersions(user: string, resource: string, constraint: string, found: Found, other: Found): string {
    const wanted = constraint === '' ? resource : `${resource} ${constraint}`;
    const [first, second] = [other, found].map(({ version, path }) => `${version} (${path})`);
    return `${user} uses ${wanted}, so ${found.name} is read in two versions: ${first} and ${second}; names in both are ambiguous`;
}

/** The projects to which a resource may refer: those with it as an identifier, else those at its path, else those with its name. */
function matching(found: readonly Found[], resource: string, folder: string, spell: Spell): readonly Found[] {
    const identified = found.filter(f => f.identifiers.includes(resource));
    if (identified.length > 0) {
        return identified;
    }
    const path = /^file:/i.test(resource) ? pathOfUrl(resource) : /^[a-z][\w+.-]+:/i.test(resource) ? undefined : resolve(folder, resource);
    const led = path === undefined ? [] : [...found.filter(f => resolve(f.path) === path), ...atPath(path, spell)];
    return led.length > 0 ? led : found.filter(f => namesProject(resource, f, basename(f.path)));
}

/** The path of a `file:` URL; undefined for a URL of another machine or a malformed one. */
function pathOfUrl(url: string): string | undefined {
    try {
        return fileURLToPath(url);
    } catch {
        return undefined;
    }
}

/** The project at the path of a usage. */
function atPath(path: string, spell: Spell): Found[] {
    return isFile(join(path, PROJECT))
        ? [folderProject(path, [], spell)]
        : ARCHIVE.test(path) && isFile(path)
          ? [archiveProject(path, false)]
          : [];
}

// --- Where projects are -------------------------------------------------------------------------------------------------

/** The projects in the environment that `sysand sync` makes. */
function installed(folder: string, spell: Spell): Found[] {
    const root = aroundWith(folder, join('.sysand', 'env.toml'));
    if (root === undefined) {
        return [];
    }
    const file = join(root, '.sysand', 'env.toml');
    return projectsIn(file).map(({ path, identifiers, editable }) => {
        const at = typeof path === 'string' ? resolve(editable === true ? root : join(root, '.sysand'), path) : '';
        if (!isFile(join(at, PROJECT))) {
            throw new Error(`${file} refers to ${at}, which is not a project: run "sysand sync" again`);
        }
        return folderProject(at, textsOf(identifiers), spell);
    });
}

/** The root names of projects that the lock file of `sysand` lists but that are not installed. */
function lockedExports(folder: string): (readonly [string, string])[] {
    const root = aroundWith(folder, 'sysand-lock.toml');
    const projects = root === undefined ? [] : projectsIn(join(root, 'sysand-lock.toml'));
    return projects
        .filter(({ identifiers }) => textsOf(identifiers).length > 0)
        .flatMap(({ exports, name, version }) => {
            const named = [name, version].filter(part => typeof part === 'string').join(' ');
            return textsOf(exports).map(
                own => [own, `: it is in the package ${named}, which is not installed: run "sysand sync"`] as const
            );
        });
}

function projectsIn(file: string): readonly Readonly<Record<string, TomlValue>>[] {
    try {
        return tablesOf(readFileSync(file, 'utf8')).get('project') ?? [];
    } catch (error) {
        throw new Error(`${file}: ${messageOf(error)}`);
    }
}

/** The project's folder or its nearest enclosing folder that contains a file; undefined if there is none. */
function aroundWith(folder: string, file: string): string | undefined {
    for (let at = folder, up = dirname(at); ; at = up, up = dirname(at)) {
        if (isFile(join(at, file))) {
            return at;
        }
        if (up === at) {
            return undefined;
        }
    }
}

/** The archives in a folder, the newest versions first, or the archive at a path. */
function archivesIn(path: string, isInLibrary: boolean, spell: Spell, problems: string[]): Found[] {
    const files = isFile(path) ? [path] : entriesOf(path).map(entry => join(path, entry));
    const archives = files
        .filter(file => ARCHIVE.test(file) && isFile(file))
        .flatMap(file => {
            try {
                return [archiveProject(file, isInLibrary, spell)];
            } catch (error) {
                problems.push(`${file}: ${messageOf(error)}`);
                return [];
            }
        });
    return archives.sort((a, b) => compareVersions(b.version, a.version));
}

function archiveProject(path: string, isInLibrary: boolean, spell = BY_PATH): Found {
    const { project, meta, files } = readProjectArchive(readFileSync(path));
    return {
        ...projectFacts(JSON.stringify(project), path),
        identifiers: [],
        path,
        exports: Object.keys(membersOfObject(meta.index)),
        isInLibrary,
        documents: () =>
            files
                .filter(file => NOTATION.test(file.path))
                .map(file => ({ name: spell(`${path}/${file.path}`, true), language: languageOf(file.path), content: file.content }))
    };
}

function folderProject(path: string, identifiers: readonly string[], spell: Spell): Found {
    const file = join(path, PROJECT);
    const meta = isFile(join(path, META)) ? membersOfObject(JSON.parse(readFileSync(join(path, META), 'utf8'))) : {};
    return {
        ...projectFacts(readFileSync(file, 'utf8'), file),
        identifiers,
        path,
        exports: Object.keys(membersOfObject(meta.index)),
        isInLibrary: false,
        documents: isWanted =>
            notationBelow(path)
                .filter(isWanted)
                .map(name => ({
                    name: spell(name, false),
                    language: languageOf(name),
                    content: readFileSync(name, 'utf8').replace(/^\uFEFF/, '')
                }))
    };
}

/**
 * The notation files of a project's folder, without nested projects and hidden files.
 * @param around the real paths of the enclosing folders, to detect symbolic links that lead back to them
 */
function notationBelow(folder: string, around: readonly string[] = []): string[] {
    const own = realpathSync(folder);
    if (around.includes(own)) {
        return [];
    }
    return entriesOf(folder).flatMap(entry => {
        const path = join(folder, entry);
        if (entry.startsWith('.') || entry === 'node_modules') {
            return [];
        }
        if (isFile(path)) {
            return NOTATION.test(entry) ? [path] : [];
        }
        return isFolder(path) && !isFile(join(path, PROJECT)) ? notationBelow(path, [...around, own]) : [];
    });
}

/** The facts in a `.project.json`. @throws Error naming the file */
function projectFacts(text: string, file: string): Pick<Found, 'name' | 'version' | 'usage'> {
    let stated: unknown;
    try {
        stated = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (error) {
        throw new Error(`${file} is not JSON: ${messageOf(error)}`);
    }
    const { name, version, usage: uses } = membersOfObject(stated);
    const usage: unknown = uses ?? [];
    if (typeof name !== 'string' || typeof version !== 'string') {
        throw new Error(`${file}: a project must have a "name" and a "version", which are strings`);
    }
    if (!Array.isArray(usage) || !usage.every(isUsage)) {
        throw new Error(
            `${file}: "usage" must be a list of objects with a "resource" and optionally a "versionConstraint", which are strings`
        );
    }
    return { name, version, usage: usage.map(u => ({ resource: u.resource, versionConstraint: u.versionConstraint ?? undefined })) };
}

function isUsage(value: unknown): value is ProjectUsage {
    return (
        isObject(value) &&
        typeof value.resource === 'string' &&
        ((value.versionConstraint ?? undefined) === undefined || typeof value.versionConstraint === 'string')
    );
}

function textsOf(value: TomlValue | undefined): string[] {
    return Array.isArray(value) ? value.filter(v => typeof v === 'string') : [];
}

/** The file or folder at a path; undefined if there is none or it is inaccessible. */
function statOf(path: string): Stats | undefined {
    try {
        return statSync(path, { throwIfNoEntry: false });
    } catch {
        return undefined;
    }
}

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;
const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

function entriesOf(folder: string): string[] {
    try {
        return readdirSync(folder).sort();
    } catch {
        return [];
    }
}
