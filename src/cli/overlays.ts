/** Overlays of `view` and `render-all`: links to declarations, and verdicts about the shown elements. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Model } from '../language/workspace/workspace.js';
import { startRun } from '../runtime/behaviour/index.js';
import { showsVerdicts, verdictsAbout } from '../session/questions/shown-verdicts.js';
import { type LinkTemplate, linkTemplateOf, type RenderedView, withLinks, withVerdicts } from '../views/index.js';
import { limitsFromEnvironment, type ReadModel } from './model.js';

export interface OverlayOptions {
    readonly link?: LinkTemplate;
    readonly verdicts?: boolean;
}

export function withOverlayOptions(program: Command): Command {
    return program
        .option('--link <address>', 'link drawn elements to their declarations: an address with {file}, {line} and {col}', templateOf)
        .option('--verdicts', 'mark whether the shown assertions, constraints and requirements hold or fail');
}

function templateOf(text: string): LinkTemplate {
    const template = linkTemplateOf(text);
    if ('fault' in template) {
        throw new InvalidArgumentError(`${template.fault}.`);
    }
    return template;
}

/** Adds links and verdicts to a rendering. If no shown element has a verdict, a note is written to standard error. */
export function overlaid(
    view: RenderedView,
    { model, sources }: Pick<ReadModel, 'model' | 'sources'>,
    options: OverlayOptions
): RenderedView {
    const { link, verdicts } = options;
    const files = new Set(sources.map(s => s.name));
    const linked =
        link === undefined
            ? view
            : withLinks(view, link, ({ file, startLine, startCol }) =>
                  files.has(file) ? { file, line: startLine, col: startCol } : undefined
              );
    return verdicts === true ? judged(linked, model) : linked;
}

function judged(view: RenderedView, model: Model): RenderedView {
    const limits = limitsFromEnvironment();
    const shown = withVerdicts(view, verdictsAbout(model, view, { newRun: () => startRun(model, limits) }));
    if (showsVerdicts(shown)) {
        return shown;
    }
    process.stderr.write('note: nothing that is shown has a verdict\n');
    return view;
}
