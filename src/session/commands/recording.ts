/** `%record`: a case is run and the run written into the model (contract: newest-operations 4 and 10). */
import { kindOfRun, RecordRefusal, recordRuns, runAt, RunNotes } from '../../data/index.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { callOf } from './arguments.js';
import { bare } from './command.js';
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
        session.submit({ source: { id: `record ${records.join()}`, label: `record of ${call.name}` }, text: source });
        const lines = [...records.map(r => `  recorded ${r} (${definition})`), ...reasons.map(r => `note: ${r}`)];
        return { ...shown, text: [shown.text, ...lines].join('\n') };
    } catch (error) {
        if (error instanceof RecordRefusal) {
            throw new CellFailure('CommandError', `recording the run failed: ${error.message}`);
        }
        throw error;
    }
}

export const recordingCommands: CommandGroup = {
    title: 'Data',
    commands: [
        {
            name: 'record',
            usage: '<name>[(<arguments>)] [object] [into <package>]',
            summary: 'run an analysis case as %analysis does and write the run into the model, in the package or in one named Records',
            run: recorded
        }
    ]
};
