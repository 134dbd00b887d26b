/** Documents and document queries: `%documents`, `%render-document`, `%run-query` (contract: newest-operations 10). */
import { elementById } from '../../language/semantics/naming.js';
import { elementsOf } from '../../runtime/values/index.js';
import {
    QueryContext,
    type Binding,
    type CellValue,
    cellText,
    documentContent,
    documentsOf,
    ElementRow,
    heldObjectOf,
    nameOfRow,
    namedElement,
    QueryFault,
    queryById,
    type QueryParameter,
    referredObject,
    runDocumentQuery,
    type Table,
    writeDrawnHtml,
    writeMarkdown
} from '../../documents/index.js';
import { CellFailure, type Shown, tableLines } from '../answers/shown.js';
import { escapedText } from '../answers/mime-bundle.js';
import { bindingOf } from '../questions/bindings.js';
import type { CommandGroup, Session } from '../session.js';
import { bare, wordsOf } from './command.js';
import { valueOf } from './arguments.js';

const queryContext = (session: Session): QueryContext => new QueryContext(session.model, session.held, session.limits);

function faulting<T>(work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof QueryFault) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
}

function documents(session: Session): Shown {
    const found = documentsOf(queryContext(session));
    return found.length === 0
        ? { text: '(no documents)' }
        : { text: found.map(d => d.id).join('\n'), table: { columns: ['document', 'title'], rows: found.map(d => [d.id, d.title]) } };
}

/** A document as Markdown, and as a page with its diagrams drawn. */
async function document(session: Session, argument: string): Promise<Shown> {
    const [name, form = 'mermaid'] = wordsOf(argument).map(bare);
    if (form !== 'mermaid' && form !== 'html') {
        throw new CellFailure('UsageError', `unknown form "${form}"; there are mermaid (Markdown with Mermaid diagrams) and html`);
    }
    const question = queryContext(session);
    const id = name === undefined ? theOnlyDocument(question) : session.element(name).id;
    const content = faulting(() => documentContent(question, id));
    const markdown = writeMarkdown(content);
    session.host.checkCancelled?.();
    const html = await writeDrawnHtml(content);
    return form === 'html' ? { text: html, html: framed(html) } : { text: markdown.trimEnd(), html: framed(html), markdown };
}

/** An HTML page embedded in another page: in a sandboxed frame, so that its style does not affect the other page and no script runs. */
function framed(page: string): string {
    return `<iframe sandbox="" style="width: 100%; height: 480px; border: 1px solid #bbb; background: #fff" srcdoc="${escapedText(page)}"></iframe>`;
}

function theOnlyDocument(question: QueryContext): string {
    const found = documentsOf(question);
    if (found.length !== 1) {
        const names = found.map(d => d.name).join(', ');
        throw new CellFailure(
            'CommandError',
            found.length === 0 ? 'the model declares no document' : `the model declares several documents: name one of ${names}`
        );
    }
    return found[0].id;
}

// --- Queries ----------------------------------------------------------------------------------------------------------

function query(session: Session, argument: string): Shown | undefined {
    const [name, ...words] = wordsOf(argument);
    if (name === undefined) {
        return undefined;
    }
    const { id } = session.element(bare(name));
    const question = queryContext(session);
    const bindings = words.map((word): Binding => {
        const binding = bindingOf(word);
        if (binding === undefined) {
            throw new CellFailure('UsageError', `${word}: expected <parameter>=<expression>`);
        }
        return { parameter: binding.name, valuesFor: p => boundValues(session, question, id, p, binding.texts.join('..')) };
    });
    return faulting(() => {
        queryById(question, id);
        return tableShown(runDocumentQuery(question, id, bindings));
    });
}

/** The values of bindings: a name denotes the held object, else the element; everything else is evaluated. @throws QueryFault */
function boundValues(
    session: Session,
    question: QueryContext,
    query: string,
    { takesElements, isUntyped, name }: QueryParameter,
    text: string
): readonly CellValue[] {
    const place = elementById(session.model, query)!;
    if (takesElements || isUntyped) {
        if (text.startsWith('#') || (/[.[]/.test(text) && question.populations.length > 0)) {
            return [referredObject(question, { id: 0, path: text })];
        }
        const element = /^[\p{L}\p{N}_:' ]+$/u.test(text) ? namedElement(question, text, place) : undefined;
        if (element !== undefined) {
            return [heldObjectOf(question, element) ?? new ElementRow(element)];
        }
        if (takesElements) {
            throw new QueryFault('unacceptable', `${name}: ${text} names no element`);
        }
    }
    return elementsOf(valueOf(session, question.run, text, query));
}

function tableShown({ columns, rows }: Table): Shown {
    const table = {
        columns: ['', ...columns],
        rows: rows.map(({ row, cells }) => [nameOfRow(row), ...cells.map(values => values.map(cellText).join(', '))])
    };
    const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
    return { text: [count, ...(rows.length === 0 ? [] : tableLines(table))].join('\n'), table };
}

export const documentCommands: CommandGroup = {
    title: 'Documents',
    commands: [
        { name: 'documents', usage: '', summary: 'list the documents that the model declares', words: [], run: documents },
        {
            name: 'render-document',
            aliases: ['document'],
            usage: '[name] [mermaid|html]',
            example: '%render-document Cars::report html',
            summary: 'write a document: its text, the answers of its queries, its diagrams',
            run: document
        },
        {
            name: 'run-query',
            usage: '<name> [<p>=<expression>…]',
            example: '%run-query Cars::heavy limit=10',
            summary: 'the rows of a document query',
            run: query
        }
    ]
};
