/** `%show`: an element as the standard's abstract syntax has it, metaclasses and relationships, as a tree. */
import { abstractSyntaxOf, type SyntaxLine } from '../../exchange/convert.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import type { Shown } from '../answers/shown.js';
import type { Session } from '../session.js';
import { bare } from './command.js';

/** The tree of an element that the session declares. @throws CellFailure for an unknown name */
export function abstractSyntax(session: Session, argument: string): Shown {
    const { element, id } = session.element(bare(argument));
    const name = qualifiedNameOf(element) ?? id;
    const lines = abstractSyntaxOf(session.model, name);
    return lines === undefined
        ? { text: `no elements to show of ${name}: this session declares it nowhere` }
        : { text: lines.map(written).join('\n'), json: lines.map(line => ({ ...line })) };
}

function written({ depth, relationship, metaclass, name, isElsewhere }: SyntaxLine): string {
    const words = [relationship === '' ? '' : `[${relationship}]`, isElsewhere ? '->' : '', metaclass, name];
    return `${'  '.repeat(depth)}${words.filter(w => w !== '').join(' ')}`;
}
