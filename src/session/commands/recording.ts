/** `%record` and `%import`: write runs, and values of data files, into the model (contract: newest-operations 4, 5 and 10). */
import { messageOf } from '../../language/failures.js';
import { importData, importLines, kindOfRun, RecordRefusal, recordRuns, runAt, RunNotes } from '../../data/index.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { callOf } from './arguments.js';
import { bare, wordsOf } from './command.js';
import { analysisShown } from './verdicts.js';

function recorded(session: Session, argument: string): Shown | undefined {
    const call = callOf(argument);
    if (call === undefined) {
        return undefined;
    }
    const at = call.rest.indexOf('into');
    if (at >= 0 && call.rest.length !== at + 2) {
        return undefined;
    }
    const into = at < 0 ? '' : bare(call.rest[at + 1]);
    const { element } = session.element(call.name);
    const notes = new RunNotes();
    const shown = analysisShown(session, { ...call, rest: at < 0 ? call.rest : call.rest.slice(0, at) }, answer =>
        notes.note(kindOfRun(element), answer)
    );
    const { program } = session.host;
    try {
        const { source, records, definition, reasons } = recordRuns(session.model, {
            element,
            runs: notes.completed,
            into,
            stamp: { runAt: runAt(program?.epoch), tool: program?.name ?? 'sysml-workbench', command: `%record ${argument}` }
        });
        session.submit({ source: { id: `record ${records.join()}`, label: `record of ${call.name}`, isGenerated: true }, text: source });
        const lines = [...records.map(r => `  recorded ${r} (${definition})`), ...reasons.map(r => `note: ${r}`)];
        return { ...shown, text: [shown.text, ...lines].join('\n') };
    } catch (error) {
        if (error instanceof RecordRefusal) {
            throw new CellFailure('CommandError', `recording the run failed: ${error.message}`);
        }
        throw error;
    }
}

/** The words of `%import`; undefined if they do not have its form. @throws CellFailure for an invalid option */
function importWords(
    words: readonly string[]
): { readonly path: string; readonly map?: string; readonly format: string; readonly isDry: boolean } | undefined {
    const [path, ...rest] = words;
    let [map, format, isDry]: [string | undefined, string, boolean] = [undefined, '', false];
    while (rest.length > 0) {
        const word = rest.shift();
        const next = word === 'dry-run' ? '' : rest.shift();
        if (next === undefined) {
            return undefined;
        }
        if (word === 'as' && next !== 'values') {
            throw new CellFailure('UsageError', `as "${next}" is not supported; import as values`);
        }
        map = word === 'map' ? bare(next) : map;
        format = word === 'format' ? next : format;
        isDry ||= word === 'dry-run';
        if (!['as', 'map', 'format', 'dry-run'].includes(word ?? '')) {
            return undefined;
        }
    }
    return path === undefined ? undefined : { path: bare(path), ...(map !== undefined && { map }), format, isDry };
}

async function imported(session: Session, argument: string): Promise<Shown | undefined> {
    const words = importWords(wordsOf(argument));
    const { files } = session.host;
    if (words === undefined || files === undefined) {
        return undefined;
    }
    const { path, map, format, isDry } = words;
    let file;
    try {
        file = { name: path, content: await files.readText(path), format, map: map === undefined ? '' : await files.readText(map) };
    } catch (error) {
        throw new CellFailure('CommandError', messageOf(error));
    }
    const answer = importData(session.model, [file], documents => session.parsedAs(documents));
    if ('error' in answer) {
        throw new CellFailure('CommandError', answer.error, answer.diagnostics);
    }
    const notes = isDry || answer.documents.length === 0 ? [] : session.rewrite(answer.documents, { id: `import ${path}`, label: path });
    const lines = answer.files.flatMap(f => importLines(f, isDry));
    const rows = answer.files.flatMap(f => f.assignments.map(a => [a.element, a.feature, a.value, a.where]));
    return {
        text: [...lines, ...notes.map(n => `note: ${n}`)].join('\n'),
        ...(rows.length > 0 && { table: { columns: ['element', 'feature', 'value', 'place'], rows } })
    };
}

export const recordingCommands: CommandGroup = {
    title: 'Data',
    commands: [
        {
            name: 'record',
            usage: '<name>[(<arguments>)] [object] [into <package>]',
            example: '%record Cars::range(speed=20) car into Cars',
            summary: 'run an analysis case as %analysis does and write the run into the model, in the package or in one named Records',
            run: recorded
        },
        {
            name: 'import',
            usage: '<file> [as values] [map <file>] [format csv|tsv|json|jsonl] [dry-run]',
            example: '%import masses.csv dry-run',
            summary: 'set features to the values of a data file: a column element, and one for each feature, as mass [kg]',
            needsFiles: true,
            words: [],
            run: imported
        }
    ]
};
