/** Prints the notation that a session declares. */
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { scopeOf } from '../../language/semantics/world.js';
import { documentOf } from '../../language/semantics/text.js';
import { notesOf, spanOf } from '../../language/syntax/index.js';
import type { Shown } from '../answers/shown.js';
import { CELLS } from '../model.js';
import type { Session } from '../session.js';
import { bare } from './command.js';

/** The text of the session's model, or of an element of it, as it was written. @throws CellFailure for an unknown name */
export function declaredText(session: Session, argument: string): Shown {
    if (argument === '') {
        const texts = session.model.documents.map(({ name, text }) => (name === CELLS ? text : `// ${name}\n${text}`).trim());
        const written = texts.filter(t => t !== '').join('\n\n');
        return { text: written === '' ? '(no declarations)' : written };
    }
    const { element, id } = session.element(bare(argument));
    if (scopeOf(element).isLibrary) {
        return { text: `no notation to print for ${qualifiedNameOf(element) ?? id}: this session declares it nowhere` };
    }
    const { text, language } = documentOf(element);
    const { offset, end } = spanOf(element);
    const start = notesOf(text, language).find(n => n.offset < offset && n.end > offset)?.offset ?? offset;
    return { text: dedented(text.slice(start, end), text.slice(text.lastIndexOf('\n', start) + 1, start)) };
}

/** Removes from all lines the indentation of the first one. */
function dedented(text: string, before: string): string {
    const indent = /^\s*$/.test(before) ? before : '';
    return text
        .split('\n')
        .map(line => (indent !== '' && line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n');
}
