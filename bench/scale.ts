/**
 * The figures of one size of model, for scale.mjs: `scale.mjs SIZE`. Each is the processor time of what a user waits for, once on a warm
 * process and with nothing remembered of the question.
 */
import '../src/runtime/evaluation/index.js';
import { loadLibrary } from '../src/language/library/loading.js';
import { type SourceDocument, Workspace } from '../src/language/workspace/workspace.js';
import { lookupFull } from '../src/language/semantics/lookup.js';
import { startRun } from '../src/runtime/behaviour/index.js';
import { verifySatisfaction } from '../src/runtime/verification/index.js';
import { find, parseOslcQuery } from '../src/queries/index.js';
import { renderView } from '../src/views/index.js';
import { completion } from '../src/editor/completion.js';
import { report } from './measure.js';
import { systemOf } from './scale-model.mjs';

const size = Number(process.argv[2]);

/** Requirements that are verified. */
const MOST_VERDICTS = 10_000;

/** Milliseconds of processor time. */
function cost(work: () => unknown): number {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
}
const tell = (what: string, milliseconds: number): void =>
    report(what, milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0));

const library = loadLibrary();
// the process is warm, and the library's part is read
void new Workspace({ library }).parse(systemOf(1000)).model.diagnostics;

const documents = systemOf(size);
const workspace = new Workspace({ library });
report('files', String(documents.length));
report('characters', String(documents.reduce((sum, { content }) => sum + content.length, 0)));
const check = (sources: readonly SourceDocument[]): ReturnType<Workspace['parse']>['model'] => {
    const { model } = workspace.parse(sources);
    void model.diagnostics;
    return model;
};
let model = workspace.parseOnly([]);
tell(
    'first check',
    cost(() => (model = check(documents)))
);
report('findings', String(model.diagnostics.length));
report('memory after it, MB', String(Math.round(process.memoryUsage().rss / 1e6)));

/** A text with another value in it, and one with another declaration. */
const CHANGES: readonly (readonly [string, (text: string) => string])[] = [
    ['a value', text => text.replace(/(= 2|default 1)\.0/, '$1.5')],
    ['a declaration', text => text.replace(/^(package \w+| {4}package Structure) \{/m, '$1 { part def Added;')]
];
for (const [what, change] of CHANGES) {
    for (const [where, place] of [['in the middle', documents.length >> 1] as const, ['in what all import', 0] as const]) {
        const changed = documents.map((d, i) => (i === place ? { ...d, content: change(d.content) } : d));
        tell(
            `change of ${what} ${where}`,
            cost(() => check(changed))
        );
        check(documents);
    }
}
model = check(documents);

const last = documents.length - 2;
const { root } = model.documents.at(-1)!;
tell(
    'names: 100 that are not there',
    cost(() => Array.from({ length: 100 }, (_, i) => lookupFull(root, `missing${i}`)))
);
const end = model.documents.at(-1)!;
const line = end.text.slice(0, end.text.indexOf('part unit1 : ')).split('\n').length - 1;
for (const time of ['', ', again']) {
    tell(
        `completion of a type${time}`,
        cost(() => completion(model, end, { line, character: 'part unit1 : U'.length + 12 }))
    );
}
for (const [what, text] of [
    ['by type', 'rdf:type=sysml:PortDefinition'],
    ['by name', `sysml:name="Unit${last}_3"`],
    ['by declared type', `sysml:type="Subsystem${last}::Definitions::Unit${last}_3"`],
    ['by type, one in 25 elements', 'rdf:type=sysml:SatisfyRequirementUsage']
]) {
    for (const time of ['', ', again']) {
        tell(
            `find ${what}${time}`,
            cost(() => [...find(model, parseOslcQuery(text))].length)
        );
    }
}
let verdicts = 0;
const run = startRun(model);
const time = cost(() => {
    for (let i = 0; i <= last && verdicts < MOST_VERDICTS; i++) {
        verdicts += verifySatisfaction(run, `Subsystem${i}`).verdicts.length;
    }
});
tell('verify the requirements, 10,000 at most', time);
report('verdicts', String(verdicts));
tell(
    'view of one subsystem',
    cost(() => renderView(model, `#interconnection:Subsystem${last}::Structure::assembly`))
);
