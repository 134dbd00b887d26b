/** Commands about the session itself: help, its text, its files (contract: newest-operations 10). */
import { find, parseOslcQuery, QueryError } from '../../queries/index.js';
import { CellFailure, type Shown, shownTable, tableLines } from '../answers/shown.js';
import { unifiedDiff } from '../answers/unified-diff.js';
import { composed, type Declaration, kindWordsOf, textOfDeclaration } from '../cells/declared.js';
import { notationNameOf } from '../../language/semantics/naming.js';
import { ownedMembersOf } from '../../language/semantics/structure.js';
import { CELLS, type SessionModel } from '../model.js';
import type { Command, CommandGroup, Session } from '../session.js';
import { messageOf } from '../../language/failures.js';
import { abstractSyntax } from './abstract-syntax.js';
import { bare, optionsOf, wordsOf } from './command.js';
import { declaredText } from './printing.js';
import { exported, saved } from './saving.js';

const HELP_WIDTH = 28;

function help(session: Session, argument: string): Shown {
    const name = argument.replace(/^%/, '');
    if (name !== '') {
        const { name: word, usage, summary, example } = session.requiredCommand(name);
        const lines = [`%${word} ${usage}`.trimEnd(), `  ${summary}`];
        return { text: [...lines, ...(example === undefined ? [] : [`  for example: ${example}`])].join('\n') };
    }
    const line = ({ name: word, usage, summary }: Command): string[] => {
        const head = `  %${word} ${usage}`.trimEnd();
        return head.length < HELP_WIDTH - 1 ? [head.padEnd(HELP_WIDTH) + summary] : [head, `${' '.repeat(HELP_WIDTH)}${summary}`];
    };
    const lines = session.groups.flatMap(g => ['', `${g.title}:`, ...g.commands.flatMap(line)]);
    return {
        text: ['Lines that begin with % are commands; an expression is evaluated; everything else is SysML notation.', ...lines].join('\n'),
        table: {
            columns: ['command', 'arguments', 'what it does'],
            rows: session.groups.flatMap(g => g.commands.map(c => [`%${c.name}`, c.usage, c.summary]))
        }
    };
}

/** @param argument nothing, or an element, also as an import names its members (`ISQ::*`); @throws CellFailure for an unknown name */
function list(session: Session, argument: string): Shown {
    const { declared } = session;
    if (argument !== '') {
        return membersListed(session, bare(argument).replace(/::\*{1,2}$/, ''));
    }
    const texts = declared.documents.map(({ name, declarations }) => ({ name, text: composed(declarations.map(trimmed)).text.trim() }));
    const written = texts.filter(t => t.text !== '').map(({ name, text }) => (name === CELLS ? text : `// ${name}\n${text}`));
    return { text: written.length === 0 ? '(no declarations)' : written.join('\n') };
}

function membersListed(session: Session, name: string): Shown {
    const rows = ownedMembersOf(session.element(name).element).flatMap(member => {
        const written = notationNameOf(member);
        return written === undefined ? [] : [[written, kindWordsOf(member)]];
    });
    return rows.length === 0
        ? { text: `no named members of ${name}` }
        : { text: rows.map(r => r.join('  ')).join('\n'), table: { columns: ['element', 'kind'], rows } };
}

/** A declaration without leading and trailing blanks. */
function trimmed(declaration: Declaration): Declaration {
    const { name, kind } = declaration;
    const first = 'piece' in declaration ? declaration.piece : declaration.head;
    return { name, kind, piece: { ...first, text: textOfDeclaration(declaration).trim() } };
}

/** The changes of the last cell to the session's notation; with a file, the differences between the notation and that file. */
async function difference(session: Session, argument: string): Promise<Shown> {
    const textsOf = (model: SessionModel | undefined): Map<string, string> =>
        new Map(model?.documents.map(({ name }, i) => [name, model.composed[i].text]));
    const now = textsOf(session.declared);
    const before = argument === '' ? textsOf(session.declaredBefore) : await filesBefore(session, argument, now);
    const names = argument === '' ? new Set([...before.keys(), ...now.keys()]) : before.keys();
    const diff = [...names].map(name => unifiedDiff(name, before.get(name) ?? '', now.get(name) ?? '')).join('');
    return { text: diff === '' ? '(no difference)' : diff.trimEnd() };
}

/** The texts of files, by the documents of the session with which they are compared. */
async function filesBefore({ host }: Session, argument: string, now: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    if (host.files === undefined) {
        throw new CellFailure('CommandError', 'there are no files here');
    }
    try {
        const found = await host.files.read(wordsOf(argument));
        return new Map(found.map(({ name, content }) => [now.has(name) ? name : CELLS, content]));
    } catch (error) {
        throw new CellFailure('CommandError', messageOf(error));
    }
}

/**
 * `%load PATH… [--cells N]`: the texts of files and folders become cells of the session.
 * @returns the list of loaded files; undefined for a wrong argument, or if the host has no files
 */
export async function load(session: Session, argument: string): Promise<Shown | undefined> {
    const { files } = session.host;
    const words = wordsOf(argument);
    const at = words.indexOf('--cells');
    const { options, rest } = optionsOf(at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)]);
    const cells = at < 0 ? options.find(([name]) => name === 'cells')?.[1] : words[at + 1];
    if (rest.length === 0 || files === undefined) {
        return undefined;
    }
    try {
        return session.load(await files.read(rest, cells));
    } catch (error) {
        if (error instanceof CellFailure) {
            throw error;
        }
        throw new CellFailure('CommandError', messageOf(error));
    }
}

function query(session: Session, text: string): Shown {
    try {
        // a condition without parameters is read as written; several parameters are decoded like those of a URL
        const query = parseOslcQuery(/&oslc\./.test(text) ? text : text.replace(/^oslc\.where=/, ''));
        const { select = [] } = query;
        const found = [...find(session.model, { ...query, select: select.length === 0 ? ['@id'] : select })];
        if (found.length === 0) {
            return { text: '(no elements)' };
        }
        const chosen = select.map(s => (typeof s === 'string' ? ([s, s] as const) : s));
        const rows = found.map(({ id, type, properties }) => {
            const values = new Map<string, string | undefined>(Object.entries(properties));
            return [id, type, ...chosen.map(([property]) => values.get(property) ?? '')];
        });
        const columns = ['element', 'metaclass', ...chosen.map(([, written]) => written)];
        const heads = chosen.length === 0 ? ['', ''] : columns;
        return { ...shownTable({ columns, rows }), text: tableLines({ columns: heads, rows }).join('\n') };
    } catch (error) {
        if (error instanceof QueryError) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
}

export const sessionCommands: CommandGroup = {
    title: 'Session',
    commands: [
        { name: 'help', usage: '[command]', example: '%help view', summary: 'list the commands, or explain one', words: [], run: help },
        {
            name: 'list',
            usage: '[name]',
            example: '%list ISQ::*',
            summary: 'the notation of the session, or the members of an element with their kinds',
            run: list
        },
        {
            name: 'print',
            usage: '[name]',
            example: '%print Cars::Wheel',
            summary: 'the notation of the session, or of one element',
            run: (session, argument) => declaredText(session, argument)
        },
        {
            name: 'show',
            usage: '[--style=tree|json] <name>',
            example: '%show --style=json Cars::Wheel',
            summary: 'the abstract syntax of an element: metaclasses, and the relationships that own or refer to elements',
            run: abstractSyntax
        },
        {
            name: 'load',
            usage: '[--cells 1,3-5|tag:<t>] <path>…',
            example: '%load --cells 1,3-5 lesson.ipynb',
            summary: 'load files, folders, archives or the code cells of notebooks',
            needsFiles: true,
            words: [],
            run: load
        },
        {
            name: 'save',
            usage: '<file>',
            example: '%save cars.sysml',
            summary: 'write the model to a file: .sysml as notation, .ttl as Turtle, .json as elements',
            needsFiles: true,
            words: [],
            run: (session, argument) => (argument === '' ? undefined : saved(session, argument))
        },
        {
            name: 'export',
            usage: '<name> [file]',
            example: '%export Cars::car car.json',
            summary: 'write an element with its owned elements as JSON, by default to <name>.json',
            needsFiles: true,
            run: exported
        },
        {
            name: 'diff',
            usage: '[file]',
            example: '%diff cars.sysml',
            summary: 'show how the last change altered the notation, or how the notation differs from a file',
            words: [],
            run: difference
        },
        {
            name: 'query',
            usage: '<oslc-query>',
            example: '%query oslc.where=sysml:declaredName="car"',
            summary: 'list the elements that an OSLC query finds: oslc.where=sysml:declaredName="car"',
            words: [],
            run: (session, argument) => (argument === '' ? undefined : query(session, argument))
        },
        {
            name: 'clear',
            usage: '',
            summary: 'reset the session, except for its settings',
            words: [],
            run: session => ({ text: ['session cleared', ...session.clear().map(n => `note: ${n}`)].join('\n') })
        },
        { name: 'quit', aliases: ['exit'], usage: '', summary: 'end the session', words: [], run: () => ({ text: '' }) }
    ]
};
