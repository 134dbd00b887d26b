/**
 * `sysml-workbench edit PATH… --rename A::b=c …`: edits the text of models. Prints the edited text or a unified diff (`--dry-run`), or
 * writes the files (`--in-place`). Exit status: 0 edited; 2 refused or impossible, and then nothing is written.
 */
import { type Command, InvalidArgumentError } from 'commander';
import type { EditOperation, EditOutcome } from '../editing/index.js';
import '../runtime/evaluation/index.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { modelCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { diagnosticText } from '../session/answers/diagnostic-text.js';
import { addedMember, operationsFromFile, valueOperation } from './edit-operations.js';
import { applied, writeTexts } from './edited-texts.js';
import { libraryOf } from './library.js';
import { readSources, SourceError } from './sources.js';
import { unifiedDiff } from '../session/answers/unified-diff.js';

interface EditOptions {
    readonly json?: boolean;
    readonly library?: string;
    readonly strict?: boolean;
    readonly document?: string;
    readonly cascade?: boolean;
    readonly dryRun?: boolean;
    readonly inPlace?: boolean;
}

/** Builds operations, for which it may need the model. */
type OperationOf = (model: Model, options: EditOptions) => readonly EditOperation[];

export function editCommand(args: readonly string[]): Promise<number> {
    const requested: OperationOf[] = [];
    const program = commandLine(requested);
    return refusing(program, () => {
        parseArguments(program, args);
        return run(program, program.args, program.opts<EditOptions>(), requested);
    });
}

function commandLine(requested: OperationOf[]): Command {
    /** Operations apply in the order of the command line. */
    const operationOption = (make: (left: string, right: string) => OperationOf) => (text: string) => {
        const at = separatorOf(text);
        if (at <= 0) {
            throw new InvalidArgumentError('It has the form NAME=TEXT.');
        }
        requested.push(make(text.slice(0, at).trim(), text.slice(at + 1).trim()));
    };
    return modelCommand(
        'edit',
        'Edits the text of a model: all operations or none, every other byte as it was.',
        '0 edited, 2 refused or impossible.'
    )
        .argument('<path...>', PATHS)
        .option(
            '--rename <name=new>',
            'rename a declaration and its references',
            operationOption((target, newName) => () => [{ case: 'rename', value: { target, newName } }])
        )
        .option(
            '--set <feature=expr>',
            'set the value of a feature; A::b.c is the feature c of A::b, inherited or not',
            operationOption((target, value) => model => [valueOperation(model, target, value)])
        )
        .option(
            '--add <owner=decl>',
            "add a declaration, for example 'P=part x : T [2]'; the owner '.' stands for the document",
            operationOption((owner, text) => () => [addedMember(owner === '.' ? '' : owner, text)])
        )
        .option(
            '--move <name=owner>',
            "move a declaration; the owner '.' stands for the document",
            operationOption((target, owner) => () => [{ case: 'move', value: { target, owner: owner === '.' ? '' : owner } }])
        )
        .option(
            '--delete <name>',
            'remove a declaration',
            (target: string) => void requested.push((_, { cascade = false }) => [{ case: 'delete', value: { target, cascade } }])
        )
        .option('--cascade', 'with --delete: also remove the declarations that refer to removed ones')
        .option(
            '--operations <file>',
            'a JSON file with an ApplyEdits request, or with the list of its operations',
            (file: string) => void requested.push(() => operationsFromFile(file))
        )
        .option('--document <name>', 'the document in which the names are looked up (default: all documents)')
        .option('--strict', 'extension notation is an error')
        .option('--dry-run', 'print a unified diff and write nothing')
        .option('--in-place', 'write the edited files');
}

/** The first equals sign outside quoted names. */
function separatorOf(text: string): number {
    let isQuoted = false;
    for (let i = 0; i < text.length; i++) {
        if (text[i] === '\\' && isQuoted) {
            i++;
        } else if (text[i] === "'") {
            isQuoted = !isQuoted;
        } else if (text[i] === '=' && !isQuoted) {
            return i;
        }
    }
    return -1;
}

function run(program: Command, paths: readonly string[], options: EditOptions, requested: readonly OperationOf[]): number {
    const library = libraryOf(paths, options.library);
    const workspace = new Workspace({ library });
    const { model } = workspace.parse(readSources(paths, options.inPlace), { strict: options.strict });
    const operations = requested.flatMap(make => make(model, options));
    const outcome = applied(workspace, model, operations, options);
    if (options.json === true) {
        process.stdout.write(`${JSON.stringify(outcome, undefined, 2)}\n`);
    }
    return 'failure' in outcome ? refused(program, model, outcome, options) : show(model, outcome, options);
}

function refused(program: Command, model: Model, outcome: Extract<EditOutcome, { failure: string }>, { json }: EditOptions): number {
    if (json !== true) {
        const texts = new Map(model.documents.map(d => [d.name, d.text]));
        process.stderr.write(`${program.name()}: ${outcome.error} (${outcome.failure})\n`);
        process.stderr.write(outcome.referrers.map(({ name, document }) => `    ${name} (${document})\n`).join(''));
        process.stderr.write(
            outcome.diagnostics
                .filter(d => !texts.has(d.span?.file ?? ''))
                .map(d => diagnosticText(d, texts, true))
                .join('')
        );
    }
    return 2;
}

function show(model: Model, { documents }: Exclude<EditOutcome, { failure: string }>, options: EditOptions): number {
    const before = new Map(model.documents.map(d => [d.name, d.text]));
    if (options.dryRun === true) {
        process.stdout.write(
            options.json === true ? '' : documents.map(({ name, content }) => unifiedDiff(name, before.get(name)!, content)).join('')
        );
    } else if (options.inPlace === true) {
        writeTexts(documents.filter(({ name, content }) => before.get(name) !== content));
    } else if (options.json !== true) {
        if (documents.length > 1) {
            throw new SourceError(`${documents.length} documents are edited: print a diff with --dry-run, or write them with --in-place`);
        }
        process.stdout.write(documents[0].content);
    }
    return 0;
}
