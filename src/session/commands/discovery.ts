/**
 * Commands that list: elements by a part of their names, functions, graphs, diagnostic codes, findings (contract: newest-operations 10).
 */
import type { AstNode } from '../../language/generated/tree.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { ownedMembersOf } from '../../language/semantics/structure.js';
import { exportGraphs } from '../../runtime/behaviour/index.js';
import { libraryFunctions } from '../../runtime/evaluation/index.js';
import { Workspace } from '../../language/workspace/workspace.js';
import { kindWordsOf } from '../cells/declared.js';
import { diagnosticText } from '../answers/diagnostic-text.js';
import { diagnosticsJson } from '../answers/answer.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import { CODES, explanationOf, listedCodes } from '../questions/code-explanations.js';
import type { CommandGroup, Session } from '../session.js';
import { bare, wordsOf } from './command.js';

/** Maximum number of names that a search lists. */
const MOST_FOUND = 40;

/** The named elements of the session and of the library, each once. */
function* allNamed({ model }: Session): Generator<readonly [string, AstNode]> {
    const seen = new Set<AstNode>();
    function* below(element: AstNode): Generator<readonly [string, AstNode]> {
        for (const member of ownedMembersOf(element)) {
            const name = seen.has(member) ? undefined : qualifiedNameOf(member);
            seen.add(member);
            if (name !== undefined) {
                yield [name, member];
            }
            yield* below(member);
        }
    }
    for (const { root } of [...model.documents, ...model.library.documents()]) {
        yield* below(root);
    }
}

function search(session: Session, text: string): Shown | undefined {
    if (text === '') {
        return undefined;
    }
    const wanted = bare(text).toLowerCase();
    const found: [string, AstNode][] = [];
    for (const [name, element] of allNamed(session)) {
        session.host.checkCancelled?.();
        if (name.toLowerCase().includes(wanted)) {
            found.push([name, element]);
        }
    }
    found.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
    const rows = found.slice(0, MOST_FOUND).map(([name, element]) => [name, kindWordsOf(element)]);
    if (rows.length === 0) {
        return { text: `no name contains ${bare(text)}` };
    }
    const more = found.length > MOST_FOUND ? [`(${found.length - MOST_FOUND} more; narrow the search)`] : [];
    return { text: [...rows.map(r => r.join('  ')), ...more].join('\n'), table: { columns: ['element', 'kind'], rows } };
}

function graphs(session: Session, name: string): Shown | undefined {
    if (name === '') {
        return undefined;
    }
    const { id } = session.element(bare(name));
    const answer = exportGraphs(session.model, id);
    if ('kind' in answer) {
        throw new CellFailure('CommandError', answer.message);
    }
    return { text: answer.content };
}

/** The functions of the library that the evaluator implements natively, by package. */
function builtins(_: Session, text: string): Shown {
    const wanted = bare(text).toLowerCase();
    const rows = [...libraryFunctions()]
        .filter(({ name }) => name.toLowerCase().includes(wanted))
        .map(({ name, parameters }) => {
            const [home, own = ''] = name.split(/::(.*)/s);
            return [home, `${own}(${parameters.map(p => `${p.name}${p.optional ? '?' : ''}`).join(', ')})`] as const;
        })
        .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
    if (rows.length === 0) {
        return { text: `no built-in function has ${bare(text)} in its name` };
    }
    const lines = rows.flatMap(([home, call], i) => [...(home === rows[i - 1]?.[0] ? [] : [`${home}:`]), `  ${call}`]);
    return { text: lines.join('\n'), table: { columns: ['package', 'function'], rows } };
}

/** The explanation of codes of findings, or the list of all codes by group. */
function explainCode({ host }: Session, argument: string): Shown {
    const codes = wordsOf(argument).map(bare);
    if (codes.length === 0) {
        const rows = listedCodes();
        const groups = [...new Set(rows.map(([group]) => group))].map(title => {
            const lines = rows.filter(([group]) => group === title).map(([, code, severity, line]) => `  ${code}  ${severity}  ${line}`);
            return [`${title}:`, ...lines].join('\n');
        });
        return { text: groups.join('\n\n'), table: { columns: ['group', 'code', 'severity', 'rule'], rows } };
    }
    const texts = codes.map(code => {
        const { text, near } = explanationOf(code, new Workspace({ library: host.library }));
        if (text === undefined) {
            throw new CellFailure(
                'CommandError',
                `unknown diagnostic code "${code}" (${near === undefined ? '%explain-code lists them' : `did you mean ${near}?`})`
            );
        }
        return text.trimEnd();
    });
    return { text: texts.join('\n\n') };
}

/** The findings of the session with their locations, as text and as a table. */
export function findingsShown(session: Session): Shown {
    const found = session.findings();
    const texts = session.labelledTexts;
    if (found.length === 0) {
        return { text: '✓ no findings' };
    }
    const lines = found.map(d => diagnosticText(d, texts, true).trimEnd());
    const rows = found.map(({ severity, code, message, span }) => [
        severity,
        code,
        span === undefined ? '' : `${span.file}:${span.startLine}:${span.startCol}`,
        message
    ]);
    return { text: lines.join('\n'), table: { columns: ['', 'code', 'place', 'finding'], rows }, json: diagnosticsJson(found) };
}

export const discoveryCommands: CommandGroup = {
    title: 'Discovery',
    commands: [
        {
            name: 'search',
            usage: '<text>',
            example: '%search wheel',
            summary: 'the elements whose qualified names contain a text',
            words: [],
            run: search
        },
        {
            name: 'builtins',
            usage: '[text]',
            example: '%builtins sum',
            summary: 'the library functions that are computed directly; a text narrows the list',
            words: [],
            run: builtins
        },
        {
            name: 'explain-code',
            usage: '[<code>…]',
            example: '%explain-code unresolved',
            summary: 'what codes of findings mean, with models that break and keep their rules; without a code, all of them',
            words: CODES,
            run: explainCode
        },
        {
            name: 'graphs',
            usage: '<name>',
            example: '%graphs Cars::Driving',
            summary: 'the graph of an action or a state machine, as JSON',
            run: graphs
        },
        { name: 'check', usage: '', summary: 'the findings of the whole session, warnings too', words: [], run: findingsShown }
    ]
};
