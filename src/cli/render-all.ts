/** `sysml-workbench render-all DIR PATH…`: renders every view of a model into a folder, one file per view. */
import { join } from 'node:path';
import { escapedName } from '../documents/index.js';
import { type DeclaredView, isRefused, renderView, viewsOf, withoutNotation } from '../views/index.js';
import { bareCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { DIAGRAM_FORMS, unnamedForm } from './diagram-forms.js';
import { errorTexts, readModel, type ReadModel } from './model.js';
import { makeFolder, writeOutput } from './output-files.js';
import { overlaid } from './overlays.js';
import { type DiagramOptions, withDiagramOptions } from './view.js';

const PARTLY = 3;
const IMPOSSIBLE = 2;

export function renderAllCommand(args: readonly string[]): Promise<number> {
    const program = withDiagramOptions(
        bareCommand(
            'render-all',
            'Renders every view of a model into a folder, a file each.',
            '0 all written, 2 none: errors in the model, no view, misuse; 3 some written, a text file for each other one with the reason.'
        )
            .argument('<folder>', 'folder for the files; it is created if it does not exist')
            .argument('<path...>', PATHS)
    );
    return refusing(program, async () => {
        parseArguments(program, args);
        const options = program.opts<DiagramOptions>();
        const [folder, ...paths] = program.args;
        const { model, sources, faults } = readModel(paths, options);
        process.stderr.write(errorTexts(model.diagnostics, sources));
        const views = faults === '' ? viewsOf(model.documents) : [];
        if (views.length === 0) {
            process.stderr.write(
                `${program.name()}: ${faults === '' ? 'the model declares no view' : `${faults}: nothing was rendered`}\n`
            );
            return IMPOSSIBLE;
        }
        makeFolder(folder);
        let failed = 0;
        for (const view of views) {
            failed += (await renderInto(folder, { model, sources }, view, options)) ? 0 : 1;
        }
        return failed === 0 ? 0 : failed === views.length ? IMPOSSIBLE : PARTLY;
    });
}

type ReadTexts = Pick<ReadModel, 'model' | 'sources'>;

/** Writes one view, or the reason why it cannot be written. @returns whether it was written */
async function renderInto(folder: string, read: ReadTexts, { id }: DeclaredView, options: DiagramOptions): Promise<boolean> {
    const { ports, depth, show, hide, own } = options;
    const answer = renderView(read.model, id, { ports, depth, show, inherited: own !== true });
    const form = isRefused(answer) ? 'text' : formFor(options, answer.kind);
    if (isRefused(answer)) {
        process.stderr.write(`${answer.message}\n`);
        writeOutput(join(folder, `${fileNameOf(id)}.txt`), `${answer.message}\n`);
        return false;
    }
    writeOutput(
        join(folder, `${fileNameOf(id)}.${DIAGRAM_FORMS[form].extensions[0]}`),
        await DIAGRAM_FORMS[form].write(withoutNotation(overlaid(answer, read, options), hide), options)
    );
    return true;
}

/** The requested form if it supports the kind, else the default form for files. */
function formFor({ form }: DiagramOptions, kind: Parameters<typeof unnamedForm>[0]): string {
    return form !== undefined && DIAGRAM_FORMS[form].misfit(kind) === undefined ? form : unnamedForm(kind, false);
}

/**
 * A qualified name as a file name: `::` becomes `-`, and bytes other than ASCII letters, digits and `_` become `.XX` (contract: views 7.5).
 */
export function fileNameOf(id: string): string {
    return id.split('::').map(escapedName).join('-');
}
