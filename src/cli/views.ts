/** `sysml-workbench views PATH…`: lists the views of a model, one per line, with their kinds and how these were determined. */
import { PSEUDO_KINDS, type DeclaredView, viewsOf } from '../views/index.js';
import { modelCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { errorTexts, readModel, type QuestionOptions } from './model.js';

export function viewsCommand(args: readonly string[]): Promise<number> {
    const program = modelCommand(
        'views',
        'Lists the views that a model declares.',
        '0 listed, 2 impossible: errors in the model, unreadable files, misuse.'
    ).argument('<path...>', PATHS);
    return refusing(program, () => {
        parseArguments(program, args);
        const options = program.opts<QuestionOptions>();
        const { model, sources, faults } = readModel(program.args, options);
        process.stderr.write(errorTexts(model.diagnostics, sources));
        if (faults !== '') {
            process.stderr.write(`${program.name()}: ${faults}: nothing was listed\n`);
            return Promise.resolve(2);
        }
        const views = viewsOf(model.documents);
        process.stdout.write(options.json === true ? `${JSON.stringify(views.map(jsonOf), undefined, 2)}\n` : linesOf(views));
        if (views.length === 0 && options.json !== true) {
            const kinds = PSEUDO_KINDS.map(k => `#${k}`).join(', ');
            process.stderr.write(
                `the model declares no view; any element can be rendered as one of ${kinds}, each as #kind:<qualified name>\n`
            );
        }
        return Promise.resolve(0);
    });
}

function linesOf(views: readonly DeclaredView[]): string {
    const width = Math.max(0, ...views.map(v => v.name.length));
    return views
        .map(({ name, kind, stated, reason }) => {
            const how = reason !== '' ? reason : stated;
            return `${name.padEnd(width)}  ${kind}${how === '' ? '' : ` (${how})`}\n`;
        })
        .join('');
}

function jsonOf({ id, name, kind, stated, reason, origin }: DeclaredView): Record<string, unknown> {
    return { id, name, kind, stated, supported: reason === '', reason: reason === '' ? null : reason, origin };
}
