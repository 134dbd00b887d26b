/**
 * `sysml-workbench view [NAME] PATH…`: renders a view of a model, or one of its elements, as a diagram or table (contract views 9,
 * edits-and-diagnostics 3.5).
 */
import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { IS_ARCHIVE } from '../exchange/archive-content.js';
import { formatOfPath } from '../exchange/formats.js';
import type { Model } from '../language/workspace/workspace.js';
import {
    type Direction,
    DIRECTIONS,
    isRefused,
    NOTATION_ELEMENTS,
    type NotationElement,
    notationElementsOf,
    PSEUDO_KINDS,
    type RenderedView,
    RENDERING_KINDS,
    renderEverything,
    type RenderingKind,
    renderView,
    viewsOf,
    withoutNotation
} from '../views/index.js';
import { bareCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { DIAGRAM_FORMS, FORM_NAMES, formOfFile, unnamedForm } from './diagram-forms.js';
import { errorTexts, readModel } from './model.js';
import { writeOutput } from './output-files.js';
import { overlaid, type OverlayOptions, withOverlayOptions } from './overlays.js';
import { SourceError } from './sources.js';

/** The options of every command that writes diagrams. */
export interface DiagramOptions extends OverlayOptions {
    readonly form?: string;
    readonly ports: 'minimal' | 'full';
    readonly depth: number;
    readonly own?: boolean;
    readonly show: readonly NotationElement[];
    readonly hide: readonly NotationElement[];
    readonly direction?: Direction;
    readonly library?: string;
}

interface ViewOptions extends DiagramOptions {
    readonly kind?: RenderingKind;
    readonly of?: string;
    readonly force?: boolean;
    readonly output?: string;
}

const EXAMPLES = `
Examples:
  sysml-workbench view P::wiring model/                               a view that the model declares
  sysml-workbench view model.sysml                                    the one that it declares
  sysml-workbench view --kind state --of P::Lamp model.sysml          one element, without a view
  sysml-workbench view --kind tree -o tree.mmd model.sysml            everything that the files declare
Without --form the text for a reader comes to a terminal, Mermaid (Markdown for a table) into a file or pipe, unless the file's name tells a form.`;

const IMPOSSIBLE = 2;
const STANDARD_OUTPUT = 1;

export async function viewCommand(args: readonly string[]): Promise<number> {
    const program = withDiagramOptions(
        bareCommand(
            'view',
            'Renders a view of a model, or one of its elements.',
            '0 written, 2 impossible: errors in the model, unknown names, a form that does not fit, misuse.'
        )
            .argument('[name]', 'qualified name of a view, or #kind:<qualified name> for an element')
            .argument('[path...]', PATHS)
            .addOption(new Option('--kind <kind>', 'render elements as this kind, without a view').choices(RENDERING_KINDS))
            .option('--of <element>', 'qualified name of the element that --kind renders (default: everything that the files declare)')
            .option('--force', 'render a model with errors as far as possible; the picture states that it has errors')
            .option('-o, --output <file>', 'write to a file; its extension determines the form if --form is not given')
    ).addHelpText('after', EXAMPLES);
    return refusing(program, async () => {
        parseArguments(program, args);
        const options = program.opts<ViewOptions>();
        const { name, paths } = namedAmong(program, program.args, options);
        const { model, sources, faults } = readModel(paths, options);
        process.stderr.write(errorTexts(model.diagnostics, sources));
        if (faults !== '' && options.force !== true) {
            return fail(program, `${faults}: nothing was rendered (--force renders what can be rendered)`);
        }
        const rendering = render(model, name, options);
        if (typeof rendering === 'string') {
            return fail(program, rendering);
        }
        const shown = withoutNotation(overlaid(rendering, { model, sources }, options), options.hide);
        const marked = faults === '' ? shown : { ...shown, notices: [faults, ...shown.notices] };
        return write(program, marked, options, faults);
    });
}

/** Adds the options of every command that writes diagrams. */
export function withDiagramOptions(program: Command): Command {
    return withOverlayOptions(program)
        .addOption(new Option('--form <form>', `one of ${FORM_NAMES.join(', ')}`).choices(FORM_NAMES))
        .addOption(
            new Option('--ports <display>', 'which ports an interconnection shows: those that are connected, or all')
                .choices(['minimal', 'full'])
                .default('minimal')
        )
        .addOption(new Option('--direction <direction>', 'direction of a diagram (default: depends on its kind)').choices(DIRECTIONS))
        .option('--own', 'an interconnection shows only declared features, not inherited ones')
        .option(
            '--depth <levels>',
            'number of levels of nested elements to show, 0 for all; the picture states how many elements it omits',
            levelsOf,
            0
        )
        .option('--show <elements>', `show additional parts of the notation: ${ELEMENTS}`, elementsOf, [])
        .option('--hide <elements>', 'hide parts of the notation, with the same names', elementsOf, [])
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library');
}

const ELEMENTS = [...NOTATION_ELEMENTS, 'all'].join(', ');

function elementsOf(given: string): readonly NotationElement[] {
    const chosen = notationElementsOf(given.split(',').map(name => name.trim()));
    if ('unknown' in chosen) {
        throw new InvalidArgumentError(`${chosen.unknown} is none of ${ELEMENTS}.`);
    }
    return chosen.elements;
}

function levelsOf(given: string): number {
    if (!/^\d{1,4}$/.test(given)) {
        throw new InvalidArgumentError('a number of levels is meant, 0 for all.');
    }
    return Number(given);
}

function fail(program: Command, message: string): number {
    process.stderr.write(`${program.name()}: ${message}\n`);
    return IMPOSSIBLE;
}

/** The optional first argument is a name unless a kind is given or it is a file. */
function namedAmong(
    program: Command,
    args: readonly string[],
    { kind, of }: ViewOptions
): { readonly name: string; readonly paths: readonly string[] } {
    if (of !== undefined && kind === undefined) {
        program.error(`--of needs --kind: one of ${RENDERING_KINDS.join(', ')}`);
    }
    const isNamed = kind === undefined && args.length > 0 && args[0] !== '-' && !existsSync(args[0]) && !/\.(sysml|kerml)$/i.test(args[0]);
    const paths = isNamed ? args.slice(1) : args;
    if (paths.length === 0) {
        program.error(isNamed ? `no file is named beside ${args[0]}` : "missing required argument 'path'");
    }
    return { name: isNamed ? args[0] : '', paths };
}

/** The rendering, or the reason why there is none. */
function render(model: Model, name: string, { kind, of, ports, depth, show, own }: ViewOptions): RenderedView | string {
    const options = { ports, depth, show, inherited: own !== true };
    const everything = kind ?? PSEUDO_KINDS.find(k => `#${k}` === name);
    if (everything !== undefined && of === undefined) {
        return renderEverything(model, everything, options);
    }
    const spec = kind !== undefined ? `#${kind}:${of}` : name !== '' ? name : theOnlyView(model);
    if (typeof spec !== 'string') {
        return spec.advice;
    }
    const answer = renderView(model, spec, options);
    return isRefused(answer) ? answer.message : answer;
}

/** The name of the only view of a model, or advice if there is none or several. */
function theOnlyView(model: Model): string | { readonly advice: string } {
    const views = viewsOf(model.documents);
    if (views.length === 1) {
        return views[0].id;
    }
    return {
        advice:
            views.length === 0
                ? `the model declares no view: render everything with --kind, or one element with --kind and --of (kinds: ${RENDERING_KINDS.join(', ')})`
                : `the model declares several views: name one of ${views.map(v => v.name).join(', ')}`
    };
}

async function write(program: Command, rendering: RenderedView, options: ViewOptions, mark: string): Promise<number> {
    const { output, direction } = options;
    const isTerminal = output === undefined && isatty(STANDARD_OUTPUT);
    const form = options.form ?? (output === undefined ? undefined : formOfFile(output)) ?? unnamedForm(rendering.kind, isTerminal);
    const misfit = DIAGRAM_FORMS[form].misfit(rendering.kind);
    if (misfit !== undefined) {
        return fail(program, misfit);
    }
    const artifact = await DIAGRAM_FORMS[form].write(rendering, { direction, mark });
    if (output === undefined) {
        process.stdout.write(artifact);
    } else {
        writeRendering(output, artifact);
    }
    return 0;
}

/** {@link writeOutput} for a drawing or a page. @throws SourceError for the name of a model file or an archive, which it would overwrite */
export function writeRendering(path: string, content: string | Uint8Array): void {
    if (formatOfPath(path) === 'sysml' || IS_ARCHIVE.test(path)) {
        throw new SourceError(`${path} is a model by its name, and no drawing or page: name another file`);
    }
    writeOutput(path, content);
}
