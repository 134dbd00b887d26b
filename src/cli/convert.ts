/**
 * `sysml-workbench convert --to FORMAT PATH…`: writes models as Turtle, API JSON, notation or an interchange archive. Exit status: 0
 * converted; 2 if that was not possible, or the command line or a file cannot be used.
 */
import { constants } from 'node:buffer';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import {
    type Conversion,
    convertModel,
    convertModelTo,
    type ConvertOptions,
    type ConvertSource,
    convertText,
    convertToDocuments,
    EXPERIMENTAL_NOTICE,
    type Format,
    formatNamed,
    formatOfPath,
    isDerivedProperty,
    isExperimental,
    isXmi2,
    remarkOnPath
} from '../exchange/index.js';
import '../runtime/evaluation/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { Workspace } from '../language/workspace/workspace.js';
import { archivePaths, kparOf } from './archives.js';
import { bareCommand, parseArguments, refusing } from './command-line.js';
import { diagnosticText } from '../session/answers/diagnostic-text.js';
import { IS_ARCHIVE } from '../exchange/archive-content.js';
import { libraryOf } from './library.js';
import { Output } from './output.js';
import { makeFolder, writeOutput } from './output-files.js';
import { readFiles, readKpar, readPieces, SourceError } from './sources.js';

interface Options {
    readonly to: string;
    readonly from?: string;
    readonly output?: string;
    readonly compact?: boolean;
    readonly derived?: boolean;
    readonly omitDerived?: boolean;
    readonly keepDerived?: string;
    readonly idForm?: string;
    readonly documents?: string;
    readonly tolerate?: boolean;
    readonly checksums?: boolean;
    readonly library?: string;
}

type Target = Format | 'kpar';

const IMPOSSIBLE = 2;
const FORMATS = 'sysml, kerml, ttl, api-json, xmi2 or kpar';

export function convertCommand(args: readonly string[]): Promise<number> {
    const program = bareCommand(
        'convert',
        'Converts models between notation, Turtle, the API JSON and interchange archives.',
        '0 converted, 2 not converted, or an argument or a file cannot be used.'
    )
        .argument(
            '<path...>',
            'files and folders of notation or files of XMI, read as one model, or one file of another format; - for standard input'
        )
        .requiredOption('--to <format>', FORMATS)
        .option('--from <format>', 'the format of the input, if its file name does not determine it')
        .option(
            '-o, --output <path>',
            'write to this file instead of standard output; notation may be written into a folder, with a file for each document'
        )
        .option('--derived', 'api-json as the standard defines it: all properties of the metamodel, including derived ones, and no others')
        .option('--compact', 'api-json in its compact form')
        .option('--omit-derived', 'omit derived properties from the compact form')
        .option('--keep-derived <names>', 'derived properties that --omit-derived keeps, separated by commas')
        .option('--id-form <form>', 'the form of ids: qualified (default) or uuid')
        .option('--documents <names>', 'names of the documents to write, separated by commas (default: all)')
        .option('--checksums', 'kpar: write a checksum of each file')
        .option('--tolerate', 'to notation: also format notation with syntax errors')
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library');
    return refusing(program, () => {
        parseArguments(program, args);
        return run(program, program.args, program.opts<Options>());
    });
}

async function run(program: Command, paths: readonly string[], options: Options): Promise<number> {
    const to = targetOf(options.to);
    const { from, documents, text } = readInput(paths, options.from);
    const convertOptions = optionsOf(options, from, to, documents);
    refuseOverwriting(paths, options.output, from, to);
    const library = libraryOf(paths, options.library);
    const workspace = new Workspace({ library, analysis: 'never' });
    if (to === 'kpar') {
        const archive = kparOf(documents, workspace.parseOnly(documents), { ...options, names: listOf(options.documents) });
        await new Output(options.output, 'binary').writeAll(archive);
        return 0;
    }
    if (text !== undefined && to === 'sysml' && namesFolder(options.output)) {
        const conversion = convertToDocuments(limited(text), (...read) => workspace.parseOnly(read));
        process.stderr.write(`${program.name()}: ${EXPERIMENTAL_NOTICE}\n`);
        writeDocuments(options.output, conversion.content ?? []);
        return report(program, { ...conversion, content: conversion.content && '' }, documents, new Output(undefined));
    }
    if (text === undefined && to === 'sysml' && namesFolder(options.output)) {
        const names = listOf(options.documents);
        const chosen = documents.filter(d => names.length === 0 || names.includes(d.name));
        return writeFormatted(program, chosen, options.output, document =>
            convertModel(workspace.parseOnly([document]), { ...convertOptions, documents: [] })
        );
    }
    const output = new Output(options.output);
    const conversion =
        text === undefined
            ? convertModelTo(workspace.parseOnly(documents), convertOptions, piece => output.write(piece))
            : convertText(limited(text), convertOptions, (...read) => workspace.parseOnly(read));
    if (isExperimental(from, to)) {
        process.stderr.write(`${program.name()}: ${EXPERIMENTAL_NOTICE}\n`);
    }
    return report(program, conversion, documents, output);
}

const limited = (text: ConvertSource): ConvertSource => ({ ...text, limit: constants.MAX_STRING_LENGTH });

/** Whether a path denotes a folder: the folder exists, or the path ends with a separator. */
function namesFolder(path: string | undefined): path is string {
    return path !== undefined && (/[\\/]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
}

/** Writes documents into a folder, by their names below their common folder. @throws SourceError */
function writeDocuments(folder: string, documents: readonly SourceDocument[]): void {
    if (documents.length === 0) {
        return;
    }
    const { paths } = archivePaths(documents.map(d => d.name));
    const same = paths.find((path, i) => path === '' || paths.indexOf(path) < i);
    if (same !== undefined) {
        throw new SourceError(`two documents would be the file ${join(folder, same)}`);
    }
    documents.forEach(({ content }, i) => {
        const path = join(folder, paths[i]);
        makeFolder(dirname(path));
        writeOutput(path, content);
    });
}

/** Writes documents of notation into a folder, each formatted; none if one of them cannot be converted. */
async function writeFormatted(
    program: Command,
    documents: readonly SourceDocument[],
    folder: string,
    formatted: (document: SourceDocument) => Conversion
): Promise<number> {
    const written: SourceDocument[] = [];
    for (const document of documents) {
        const conversion = formatted(document);
        if (conversion.content === undefined) {
            return report(program, conversion, [document], new Output(undefined));
        }
        written.push({ ...document, content: conversion.content });
    }
    writeDocuments(folder, written);
    return 0;
}

/** Refuses an output that would overwrite its input, except for notation formatted as notation, which is the same model. */
function refuseOverwriting(paths: readonly string[], output: string | undefined, from: Format, to: Target): void {
    const isSame = (path: string): boolean =>
        output !== undefined && path !== '-' && existsSync(output) && realpathSync(path) === realpathSync(output);
    if (from !== to && paths.some(isSame)) {
        throw new SourceError(`${output} is what is converted: name another file for the ${to}`);
    }
}

interface Input {
    readonly from: Format;
    /** documents of notation */
    readonly documents: readonly SourceDocument[];
    /** text in another format */
    readonly text?: ConvertSource;
}

function readInput(paths: readonly string[], named: string | undefined): Input {
    const [path] = paths;
    if (named === 'kpar' || (named === undefined && paths.length === 1 && IS_ARCHIVE.test(path))) {
        onlyOne(paths);
        const { documents, graph } = readKpar(path);
        return graph === undefined ? { from: 'sysml', documents } : { from: graph.from, documents, text: graph };
    }
    const from = named === undefined ? formatOfPaths(paths) : formatNamed(named);
    if (from === undefined) {
        throw new SourceError(`unknown format "${named}": it is ${FORMATS}`);
    }
    const isOfV2 = from === 'xmi' && named === undefined && isXmi2(readFiles(paths)[0].content);
    if (from === 'xmi' && !isOfV2) {
        throw new SourceError(`${path} is a SysML v1 model, which is migrated, not converted: use the command migrate`);
    }
    if (from === 'sysml') {
        const language = named?.trim().toLowerCase() === 'kerml' ? 'kerml' : undefined;
        return { from, documents: readFiles(paths).map(d => (language !== undefined && d.name === '<stdin>' ? { ...d, language } : d)) };
    }
    if (from === 'api-json') {
        onlyOne(paths);
        return { from, documents: [], text: { ...readPieces(path), from } };
    }
    const format = from === 'xmi' ? 'xmi2' : from;
    if (format === 'ttl') {
        onlyOne(paths);
    }
    const [{ name, content }, ...others] = readFiles(paths);
    return { from: format, documents: [], text: { name, content, others, from: format } };
}

/** The format of one file by its name. Several files are notation, or the XMI of one model. */
function formatOfPaths(paths: readonly string[]): ReturnType<typeof formatOfPath> {
    const [path] = paths;
    if (paths.length === 1) {
        return path === '-' ? 'sysml' : (formatOfPath(path) ?? notationUnlessForeign(path));
    }
    if (paths.every(path => formatOfPath(path) === 'xmi2')) {
        return 'xmi2';
    }
    const other = paths.find(isOtherThanNotation);
    if (other !== undefined) {
        throw new SourceError(`${other} is no notation by its name: such a file is read alone`);
    }
    return 'sysml';
}

/** Treats a file with an unknown extension as notation, unless the extension is of another known format. @throws SourceError */
function notationUnlessForeign(path: string): 'sysml' {
    const remark = remarkOnPath(path);
    if (remark !== '') {
        throw new SourceError(`cannot tell the format of "${path}" from its name${remark}: give --from`);
    }
    return 'sysml';
}

function isOtherThanNotation(path: string): boolean {
    return (formatOfPath(path) ?? 'sysml') !== 'sysml';
}

function onlyOne(paths: readonly string[]): void {
    if (paths.length > 1) {
        throw new SourceError(`one file of that format is read at a time, not ${paths.length}`);
    }
}

function targetOf(name: string): Target {
    if (name.trim().toLowerCase() === 'kpar') {
        return 'kpar';
    }
    const format = formatNamed(name);
    if (format === undefined) {
        throw new SourceError(`unknown format "${name}": it is ${FORMATS}`);
    }
    if (format === 'xmi') {
        throw new SourceError('cannot write xmi: SysML v1 is never written; convert to sysml or ttl');
    }
    return format;
}

function listOf(names: string | undefined): string[] {
    return names === undefined ? [] : names.split(',').map(name => name.trim());
}

function optionsOf(options: Options, from: Format, to: Target, documents: readonly SourceDocument[]): ConvertOptions {
    const { compact = false, derived = false, omitDerived = false, idForm = 'qualified' } = options;
    const keep = listOf(options.keepDerived);
    const wrong = misuseOf(options, from, to) ?? surplusOf(options, to, documents) ?? unknownNameOf(options, documents);
    if (wrong !== undefined) {
        throw new SourceError(wrong);
    }
    return {
        to: to === 'kpar' ? 'sysml' : to,
        idForm: idForm as 'qualified' | 'uuid', // every other text was refused as misuse
        documents: listOf(options.documents),
        derived,
        toleratesSyntaxErrors: options.tolerate ?? false,
        ...(compact && { compact: { omitDerived, keep: new Set(keep) } })
    };
}

/** Why the options and the formats do not fit each other; undefined if they do. */
function misuseOf(options: Options, from: Format, to: Target): string | undefined {
    const { compact = false, derived = false, omitDerived = false, idForm = 'qualified', keepDerived, checksums = false } = options;
    const isElements = from === 'sysml' && to === 'api-json';
    const misuses: readonly (readonly [boolean, string])[] = [
        [to === 'kpar' && from !== 'sysml', 'an archive is made of notation'],
        [compact && !isElements, '--compact is for notation that is written as api-json'],
        [derived && !isElements, '--derived is for notation that is written as api-json'],
        [checksums && to !== 'kpar', '--checksums is for an archive: --to kpar'],
        [derived && compact, '--derived is for the element array: leave --compact out'],
        [omitDerived && !compact, '--omit-derived is for the compact form: add --compact'],
        [keepDerived !== undefined && !omitDerived, '--keep-derived is for a form that leaves derived properties out: add --omit-derived'],
        [idForm !== 'qualified' && idForm !== 'uuid', `unknown form of ids "${idForm}": it is qualified or uuid`],
        [
            idForm === 'uuid' && (from !== 'sysml' || to === 'sysml' || to === 'kpar'),
            '--id-form is for notation that is written as ttl or api-json'
        ]
    ];
    return misuses.find(([isMisused]) => isMisused)?.[1];
}

/** Why several documents cannot be written as one text; undefined if they can, or if the output is a folder. */
function surplusOf({ output }: Options, to: Target, { length }: readonly SourceDocument[]): string | undefined {
    return to === 'sysml' && length > 1 && !namesFolder(output)
        ? `${length} documents, and notation is one: name a folder with -o, or convert them to ttl or api-json`
        : undefined;
}

/** An unknown name that an option lists. */
function unknownNameOf(options: Options, documents: readonly SourceDocument[]): string | undefined {
    const property = listOf(options.keepDerived).find(name => !isDerivedProperty(name));
    if (property !== undefined) {
        return `--keep-derived names "${property}", which is no derived property of any metaclass`;
    }
    const absent = listOf(options.documents).find(name => !documents.some(d => d.name === name));
    return absent === undefined ? undefined : `--documents names "${absent}", which is not read`;
}

async function report(
    program: Command,
    { content, error, diagnostics }: Conversion<string | true>,
    documents: readonly SourceDocument[],
    output: Output
): Promise<number> {
    const texts = new Map(documents.map(d => [d.name, d.content]));
    const placed = diagnostics.filter(d => (d.span?.startLine ?? 0) > 0);
    process.stderr.write(placed.map(d => diagnosticText(d, texts, process.stderr.isTTY)).join(''));
    const unplaced = content === undefined ? [] : diagnostics.filter(d => !placed.includes(d));
    process.stderr.write(unplaced.map(d => `${program.name()}: ${d.severity}: ${d.message}\n`).join(''));
    if (content === undefined) {
        output.discard();
        process.stderr.write(placed.length > 0 ? '' : `${program.name()}: ${error}\n`);
        return IMPOSSIBLE;
    }
    if (content === true) {
        await output.end();
    } else {
        await output.writeAll(content);
    }
    return 0;
}
