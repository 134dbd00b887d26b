/** `%show`: an element in the standard's abstract syntax, with metaclasses and relationships, as a tree or as JSON. */
import { abstractSyntaxOf, type SyntaxLine } from '../../exchange/convert.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { Session } from '../session.js';
import { optionsOf, wordsOf } from './command.js';

const STYLES: Readonly<Record<string, (lines: readonly SyntaxLine[]) => string>> = {
    tree: lines => lines.map(written).join('\n'),
    json: lines => JSON.stringify(lines, undefined, 2)
};

/**
 * An element of the session with its owned elements.
 * @param argument a name, and `--style=tree` or `--style=json` as in the standard's pilot kernel
 * @returns undefined if no name is given
 * @throws CellFailure for an unknown name, option or style
 */
export function abstractSyntax(session: Session, argument: string): Shown | undefined {
    const { options, rest } = optionsOf(wordsOf(argument));
    const unknown = options.find(([option, style]) => option !== 'style' || !(style.toLowerCase() in STYLES));
    if (unknown !== undefined) {
        throw new CellFailure('UsageError', `unknown option --${unknown.join('=')}: there are --style=tree and --style=json`);
    }
    if (rest.length === 0) {
        return undefined;
    }
    const style = STYLES[(options.at(-1)?.[1] ?? 'tree').toLowerCase()];
    const { element, id } = session.element(rest.join(' '));
    const name = qualifiedNameOf(element) ?? id;
    const lines = abstractSyntaxOf(session.model, name);
    return lines === undefined
        ? { text: `no elements to show of ${name}: this session declares it nowhere` }
        : { text: style(lines), json: lines.map(line => ({ ...line })) };
}

function written({ depth, relationship, metaclass, name, isElsewhere }: SyntaxLine): string {
    const words = [relationship === '' ? '' : `[${relationship}]`, isElsewhere ? '->' : '', metaclass, name];
    return `${'  '.repeat(depth)}${words.filter(w => w !== '').join(' ')}`;
}
