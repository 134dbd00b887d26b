/**
 * `sysml-workbench migrate FILE…`: migrates SysML v1 models to notation, Turtle or archives, one document per file, with a report on every
 * element. Exit status: 0 all migrated; 2 none migrated, or the command line or a file cannot be used; 3 some migrated.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { convertText, IS_ARCHIVE, MAX_LENGTH } from '../exchange/index.js';
import { codeOfFailure, messageOf } from '../language/failures.js';
import type { Library } from '../language/library/library.js';
import { loadLibrary } from '../language/library/loading.js';
import '../runtime/evaluation/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { Workspace } from '../language/workspace/workspace.js';
import {
    htmlPieces,
    type ImageFile,
    jsonPieces,
    LayoutError,
    migrate,
    MIGRATION_NOTICE,
    type Migration,
    MigrationError,
    resultsJson,
    textPieces
} from '../migration/index.js';
import { kparOf } from './archives.js';
import { bareCommand, parseArguments, refusing } from './command-line.js';
import { watched } from './progress.js';
import { makeFolder, writeOutput, writePieces } from './output-files.js';
import { readKpar, SourceError } from './sources.js';

interface Options {
    readonly output?: string;
    readonly report?: string;
    readonly results?: string;
    readonly format: string;
    readonly oneModel?: boolean;
    readonly strict?: boolean;
    readonly keepIds?: boolean;
    readonly layout?: string;
    readonly imageBaseUrl?: string;
    readonly library?: string;
}

const FORMATS = ['sysml', 'ttl', 'kpar'];
const IMPOSSIBLE = 2;
/** exit status if only some files were written (contract: edits-and-diagnostics 3.5) */
const PARTLY = 3;

export function migrateCommand(args: readonly string[]): Promise<number> {
    const program = bareCommand(
        'migrate',
        'Migrates models of SysML v1 (XMI, Papyrus .uml, MagicDraw and Cameo .mdzip) to SysML v2.',
        '0 migrated, 2 not migrated, or an argument or a file cannot be used, 3 only some of several files migrated.'
    )
        .argument('<file...>', 'files of SysML v1: .xmi, .xml, .uml, .mdzip')
        .option('-o, --output <folder>', 'writes a document for each file into a folder (default: one file to standard output)')
        .option('--report <file>', 'writes what each element was migrated to: .json as JSON, .html as a page, other extensions as text')
        .option('--results <file>', 'writes the run configurations of the models and the results that they store, as JSON')
        .option('--format <format>', `the format of the result: ${FORMATS.join(', ')}`, 'sysml')
        .option('--layout <file>', 'a layout file of MTIP, with the positions of elements in the diagrams of one file')
        .option('--image-base-url <url>', 'address of the server to which the addresses of images in comments are relative')
        .option('--one-model', 'reads all files as one model, because they refer to each other, and writes one document')
        .option(
            '--keep-ids',
            'declares the ids of the v1 elements in the result, so that a newer version of the model can be compared with it'
        )
        .option('--strict', 'writes only standard notation that uses only the standard library')
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library');
    return refusing(program, () => {
        parseArguments(program, args);
        return run(program, program.args, program.opts<Options>());
    });
}

/** Files of Papyrus that belong to a model file: its diagrams, and the state of the tool. */
const PART_OF_PAPYRUS = /\.(notation|di)$/i;
const OF_VERSION_2 = /\.(sysml|kerml|ttl|turtle|json|kpar)$/i;

/**
 * The model files among the given files. Leaves out Papyrus files that belong to one of them, since they are read together with it.
 * @throws SourceError for such a file without its model, and for a model of SysML v2
 */
function modelsOf(files: readonly string[], isOneModel: boolean): readonly string[] {
    const models = new Set(files.filter(path => !PART_OF_PAPYRUS.test(path)).map(realPath));
    return files.filter(path => {
        const model = path.replace(PART_OF_PAPYRUS, '.uml');
        if (OF_VERSION_2.test(path)) {
            throw new SourceError(`${path} is a model of SysML v2, which is converted, not migrated: use \`convert\``);
        }
        if (model === path || (isOneModel && !existsSync(model))) {
            return true;
        }
        if (!models.has(realPath(model))) {
            throw new SourceError(`${path} belongs to a model of Papyrus: name ${model}, with which it is read`);
        }
        return false;
    });
}

function run(program: Command, named: readonly string[], options: Options): number {
    const files = modelsOf(named, options.oneModel === true);
    const paths = options.oneModel === true ? files.slice(0, 1) : files;
    const further = options.oneModel === true ? files.slice(1) : [];
    if (!FORMATS.includes(options.format)) {
        throw new SourceError(`unknown format "${options.format}": it is ${FORMATS.join(', ')}`);
    }
    if (options.output === undefined && (paths.length > 1 || options.format === 'kpar')) {
        const what = paths.length > 1 ? `${paths.length} files` : 'an archive';
        throw new SourceError(`${what} cannot go to standard output: name a folder (--output)`);
    }
    if (options.imageBaseUrl !== undefined && !/^https?:\/\/[^/\s]+/i.test(options.imageBaseUrl)) {
        throw new SourceError(`--image-base-url "${options.imageBaseUrl}" is no absolute http(s) address`);
    }
    if (options.keepIds === true && options.strict === true) {
        throw new SourceError('--keep-ids declares ids by IdentityMetadata, which portable output (--strict) has not');
    }
    const names = outputNames(paths, options.format);
    refuseClashes(named, names, options);
    const library = loadLibrary({ path: options.library ?? process.env.SERVICE_LIBRARY_PATH });
    process.stderr.write(`${program.name()}: ${MIGRATION_NOTICE}\n`);
    if (options.output !== undefined) {
        makeFolder(options.output);
    }
    const done: Migration[] = [];
    const written: string[] = [];
    paths.forEach((path, i) => {
        try {
            const migration = migrateFile(path, { further, library, imagesBeside: done.flatMap(({ files }) => files) }, options);
            write(migration.content, names[i], library, options);
            writeImages(migration, options);
            const { summary, remarks } = migration.report;
            process.stderr.write([summary, ...remarks].map(line => `${path}: ${line}\n`).join(''));
            done.push(migration);
            written.push(join(options.output ?? '.', names[i]));
        } catch (error) {
            if (error instanceof LayoutError) {
                throw new SourceError(`${options.layout}: ${error.message}`);
            }
            if (!(error instanceof MigrationError)) {
                throw error;
            }
            process.stderr.write(`${program.name()}: ${path}: ${error.message}\n`);
        }
    });
    if (options.report !== undefined) {
        writePieces(options.report, reportOf(done, written, options.report));
    }
    if (options.results !== undefined) {
        const texts = done.map(({ report, configurations }) => resultsJson(report.source, configurations));
        writeOutput(options.results, `${texts.length === 1 ? texts[0] : `[${texts.join(',')}]`}\n`);
    }
    return done.length === paths.length ? 0 : done.length === 0 ? IMPOSSIBLE : PARTLY;
}

/** The additional input of a migration. */
interface Surroundings {
    /** further files of the same model */
    readonly further: readonly string[];
    readonly library: Library;
    /** images of previously written documents */
    readonly imagesBeside: readonly ImageFile[];
}

function migrateFile(
    path: string,
    { further, library, imagesBeside }: Surroundings,
    { strict = false, keepIds = false, layout: layoutPath, imageBaseUrl }: Options
): Migration {
    const others = [...further, ...[path, ...further].flatMap(diagramsOf)].map(other => () => readBytes(other));
    const layout = layoutPath === undefined ? undefined : readBytes(layoutPath);
    return watched(
        done => `${path}: ${done} steps`,
        onProgress => {
            let steps = 0;
            return migrate(
                { name: basename(path), bytes: () => readBytes(path), further: others },
                { library, strict, keepIds, layout, imageBaseUrl, imagesBeside, checkCancelled: () => onProgress?.(++steps) }
            );
        }
    );
}

/** The file with the diagrams of a Papyrus model. */
function diagramsOf(path: string): string[] {
    const notation = path.replace(/\.uml$/i, '.notation');
    return notation !== path && existsSync(notation) ? [notation] : [];
}

function readBytes(path: string): Buffer {
    try {
        return readFileSync(path);
    } catch (error) {
        const code = codeOfFailure(error);
        throw new SourceError(`file not readable: ${path}: ${code === 'ENOENT' ? 'it does not exist' : (code ?? messageOf(error))}`);
    }
}

/** One output name per file; files with the same name in different folders get numbers. */
function outputNames(paths: readonly string[], format: string): string[] {
    const taken = new Set<string>();
    return paths.map(path => {
        const base = basename(path, extname(path));
        let name = `${base}.${format}`;
        for (let i = 2; taken.has(name); i++) {
            name = `${base}_${i}.${format}`;
        }
        taken.add(name);
        return name;
    });
}

/** Refuses files to write that are read, or that would be written twice. @throws SourceError */
function refuseClashes(files: readonly string[], names: readonly string[], { output, layout, report, results }: Options): void {
    const read = new Set([...files, ...files.flatMap(diagramsOf), ...(layout === undefined ? [] : [layout])].map(realPath));
    const written = new Set<string>();
    for (const path of [...(output === undefined ? [] : names.map(name => join(output, name))), report, results]) {
        if (path !== undefined) {
            const real = realPath(path);
            if (read.has(real)) {
                throw new SourceError(`${path} is what is migrated: name another file`);
            }
            if (written.has(real)) {
                throw new SourceError(`${path} would be written twice: name another file`);
            }
            written.add(real);
        }
    }
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** Writes a document, and reports if it replaces a different one, which may have been edited. */
function write(content: string, name: string, library: Library, { output, format }: Options): void {
    const document: SourceDocument = { name: name.replace(/\.[^.]*$/, '.sysml'), language: 'sysml', content };
    const written = format === 'sysml' ? content : converted(document, library, format);
    if (output === undefined) {
        process.stdout.write(written);
    } else {
        const path = join(output, name);
        const isReplaced = existsSync(path) && !holdsSame(path, document, written);
        writeOutput(path, written);
        if (isReplaced) {
            process.stderr.write(`${path}: the document that was there is replaced, with any edits made to it\n`);
        }
    }
}

/** Whether a file already has the content to write. Archives are compared by their document: they also contain the time of creation. */
function holdsSame(path: string, document: SourceDocument, written: string | Uint8Array): boolean {
    const bytes = readBytes(path);
    if (bytes.equals(Buffer.from(written))) {
        return true;
    }
    if (!IS_ARCHIVE.test(path)) {
        return false;
    }
    try {
        const { documents } = readKpar(path);
        return documents.length === 1 && documents[0].content === document.content;
    } catch (error) {
        if (error instanceof SourceError) {
            return false; // not a readable archive
        }
        throw error;
    }
}

/** Writes the images next to the document. On standard output the document only refers to them. */
function writeImages({ files }: Migration, { output }: Options): void {
    for (const { path, bytes } of output === undefined ? [] : files) {
        makeFolder(join(output!, dirname(path)));
        writeOutput(join(output!, path), bytes);
    }
}

function converted(document: SourceDocument, library: Library, format: string): string | Uint8Array {
    const workspace = new Workspace({ library, analysis: 'never' });
    if (format === 'kpar') {
        return kparOf([document], workspace.parseOnly([document]), { names: [], output: document.name });
    }
    const options = { to: 'ttl', idForm: 'qualified', documents: [], toleratesSyntaxErrors: false } as const;
    const source = { name: document.name, content: document.content, from: 'sysml', language: 'sysml', limit: MAX_LENGTH } as const;
    const { content, error } = convertText(source, options, (...documents) => workspace.parseOnly(documents));
    if (content === undefined) {
        throw new MigrationError(`the notation cannot be written as Turtle: ${error}`);
    }
    return content;
}

function reportOf(migrations: readonly Migration[], documents: readonly string[], path: string): Iterable<string> {
    const reports = migrations.map(({ report }) => report);
    if (extname(path).toLowerCase() === '.json') {
        return jsonPieces(reports);
    }
    if (/^\.html?$/i.test(extname(path))) {
        const folder = dirname(path);
        return htmlPieces(
            reports,
            documents.map((document, i) => ({ path: relative(folder, document), content: migrations[i].content }))
        );
    }
    return textPieces(reports);
}
