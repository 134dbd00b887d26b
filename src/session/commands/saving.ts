/**
 * `%save`: writes the model of a session to a file, in the form that the extension of the file determines (contract: newest-operations 10);
 * `%export`: writes an element with its owned elements, like the pilot kernel's command of that name.
 */
import { convertModel } from '../../exchange/convert.js';
import { messageOf } from '../../language/failures.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { Session } from '../session.js';
import { nameOf } from '../../language/semantics/naming.js';
import { bare, wordsOf } from './command.js';
import { elementsBelow } from './owned-elements.js';
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

/** @throws CellFailure for an unknown form, or a file that cannot be written */
export async function saved(session: Session, argument: string): Promise<Shown> {
    const path = bare(argument);
    const { content, what } = contentFor(session, path);
    return written(session, path, content, what);
}

async function written(session: Session, path: string, content: string, what: string): Promise<Shown> {
    try {
        await session.host.files!.write(path, content);
    } catch (error) {
        throw new CellFailure('CommandError', messageOf(error));
    }
    return { text: `saved ${new TextEncoder().encode(content).length} bytes of ${what} to ${path}` };
}

/**
 * Writes an element with its owned elements and derived properties as elements of the API.
 * || @param argument the element, then the file: by default the simple name of the element with `.json`
 * @throws CellFailure for an unknown element, or a file that cannot be written
 */
export async function exported(session: Session, argument: string): Promise<Shown | undefined> {
    const [name, file, ...more] = wordsOf(argument).map(bare);
    if (name === undefined || more.length > 0) {
        return undefined;
    }
    const { element } = session.element(name);
    const path = file ?? `${nameOf(element) ?? 'element'}.json`;
    if (!path.toLowerCase().endsWith('.json')) {
        throw new CellFailure('UsageError', `${path}: an element is exported as .json; %save writes the model in other forms`);
    }
    const elements = [...elementsBelow(session, name, true).values()];
    return written(
        session,
        path,
        `${JSON.stringify(elements, undefined, 2)}\n`,
        `api-json (${elements.length} ${elements.length === 1 ? 'element' : 'elements'})`
    );
}
