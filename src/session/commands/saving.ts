/** `%save`: the model of a session as a file, in the form that the name of the file says (contract: newest-operations 10). */
import { convertModel } from '../../exchange/convert.js';
import { messageOf } from '../../language/failures.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { Session } from '../session.js';
import { bare } from './command.js';
import { declaredText } from './printing.js';

const TARGETS = { '.ttl': 'ttl', '.json': 'api-json' } as const;

const NOTATION = /\.(?:sysml|kerml)$/i;

function contentFor(session: Session, path: string): { readonly content: string; readonly what: string } {
    if (NOTATION.test(path)) {
        return { content: `${declaredText(session, '').text}\n`, what: 'sysml' };
    }
    const extension = /\.\w+$/.exec(path)?.[0].toLowerCase() ?? '';
    const to = extension === '.ttl' || extension === '.json' ? TARGETS[extension] : undefined;
    if (to === undefined) {
        throw new CellFailure('UsageError', `${path}: the extension says the form: .sysml, .ttl or .json`);
    }
    const { content, error } = convertModel(session.model, { to });
    if (content === undefined) {
        throw new CellFailure('CommandError', error ?? `${path}: the model cannot be written`);
    }
    return { content, what: to };
}

/** @throws CellFailure for a form that there is none of, or a file that cannot be written */
export async function saved(session: Session, argument: string): Promise<Shown> {
    const path = bare(argument);
    const { content, what } = contentFor(session, path);
    try {
        await session.host.files!.write(path, content);
    } catch (error) {
        throw new CellFailure('CommandError', messageOf(error));
    }
    return { text: `saved ${new TextEncoder().encode(content).length} bytes of ${what} to ${path}` };
}
