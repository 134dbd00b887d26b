/** Completion in a cell: names of commands, and the completions of the language server in notation. */
import { completion, type Completion } from '../../editor/completion.js';
import { positionOf } from '../../editor/places.js';
import { isReservedWord } from '../../language/syntax/index.js';
import type { Session } from '../../session/index.js';
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver';
import type { Completions } from './messages.js';

/** maximum number of offered names */
const MOST = 200;

/** Prefix of an expression, so that the language server completes values. */
const AS_VALUE = '\nattribute = ';

/** The typed part of the last name before an offset. */
const TYPED = /(?:'(?:\\.|[^'\\])*|[\p{L}_][\p{L}\p{N}_]*)?$/u;

/** Reserved words that may begin an expression. */
const EXPRESSION_WORDS = new Set(['new', 'if', 'not', 'null', 'true', 'false', 'all', 'istype', 'hastype', 'this', 'that']);

export function completions(session: Session, cell: string, offset: number): Completions {
    const lineStart = cell.lastIndexOf('\n', offset - 1) + 1;
    const line = cell.slice(lineStart, offset);
    const command = /^\s*%([\w-]*)$/.exec(line);
    if (command !== null) {
        const [, typed] = command;
        const names = session.groups.flatMap(g => g.commands).filter(c => c.name.startsWith(typed));
        return {
            start: offset - typed.length,
            end: offset,
            items: names.map(c => ({ text: c.name, label: `%${c.name}`, kind: 'command', detail: c.summary }))
        };
    }
    const argument = /^\s*%([\w-]+)\s+(.*)$/s.exec(line);
    return argument === null ? inNotation(session, cell, offset) : inArgument(session, argument[1], argument[2], offset);
}

function inArgument(session: Session, name: string, argument: string, offset: number): Completions {
    const words = session.commandNamed(name)?.words;
    const typed = /\S*$/.exec(argument)![0];
    const own = (words ?? []).filter(w => w.startsWith(typed)).map(w => ({ text: w, label: w, kind: 'word', detail: '' }));
    return words === undefined
        ? offered(session, `${AS_VALUE}${argument}`, argument.length, offset)
        : { start: offset - typed.length, end: offset, items: own };
}

/** Completes notation before the offset, from the last command on. */
function inNotation(session: Session, cell: string, offset: number): Completions {
    const before = cell.slice(0, offset);
    const start = [...before.matchAll(/^\s*%[A-Za-z].*$/gm)].reduce((_, m) => m.index + m[0].length, 0);
    const notation = before.slice(start);
    const [first = ''] = /^\s*([\p{L}_][\p{L}\p{N}_]*)?/u.exec(notation)?.slice(1) ?? [];
    const isDeclaration = first !== '' && isReservedWord(first, 'sysml') && !EXPRESSION_WORDS.has(first);
    const asDeclaration = offered(session, `\n${notation}`, notation.length, offset);
    if (isDeclaration || notation.includes('{') || notation.includes(';')) {
        return asDeclaration;
    }
    const asValue = offered(session, `${AS_VALUE}${notation}`, notation.length, offset);
    const known = new Set(asDeclaration.items.map(i => i.text));
    return { ...asDeclaration, items: [...asDeclaration.items, ...asValue.items.filter(i => !known.has(i.text))] };
}

/** The completions of the language server at the end of a text, whose last `length` characters are in the cell. */
function offered(session: Session, text: string, length: number, offset: number): Completions {
    const { model, document } = session.draft(text);
    const place = document.text.length;
    const typed = TYPED.exec(text.slice(text.length - length))![0];
    const { items }: Completion = completion(model, document, positionOf(document, place));
    const sorted = [...items].sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1)).slice(0, MOST);
    return { start: offset - typed.length, end: offset, items: sorted.map(itemOf) };
}

const KINDS = new Map(Object.entries(CompletionItemKind).map(([name, kind]) => [kind as number, name.toLowerCase()]));

function itemOf({ label, insertText, kind, detail }: CompletionItem): Completions['items'][number] {
    return { text: insertText ?? label, label, kind: KINDS.get(kind ?? CompletionItemKind.Text) ?? 'text', detail: detail ?? '' };
}
