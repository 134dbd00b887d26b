/** Documents that the model declares (contract: views 7; edits-and-diagnostics 3.3): their list, and one of them written as text. */
import { ResponseError } from 'vscode-languageserver';
import { HeldObjects } from '../../runtime/behaviour/index.js';
import {
    QueryContext,
    type CellValue,
    documentContent,
    documentsOf,
    ElementRow,
    elementIdOf,
    QueryFault,
    writeDrawnHtml,
    writeHtml,
    writeMarkdown
} from '../../documents/index.js';
import { isWrittenForm, misfitOf, WRITTEN_FORMS, writeRendering } from '../../views/index.js';
import {
    type ElementParams,
    checkSound,
    type CustomRequest,
    type DocumentParams,
    invalid,
    limits,
    modelsOfParams,
    placeOfElement,
    REQUEST_FAILED,
    type Session,
    soundModel
} from './request.js';

const FORMS: readonly string[] = ['markdown', 'html'];
/** Forms of the diagrams in a page: drawn, or as text for a client that draws it. */
const PAGE_DIAGRAMS: readonly string[] = ['svg', 'mermaid'];

interface RenderDocumentParams extends Partial<DocumentParams> {
    /** qualified name of a document; optional if the workspace declares only one */
    readonly document?: string;
    readonly form?: string;
    /** a written form, default `mermaid`; for a page `svg` (the default) or `mermaid` */
    readonly diagrams?: string;
    /** address for the links of element names, with `{id}`, `{uri}` and `{line}` in it */
    readonly linkTemplate?: string;
}

/** A query context without objects: documents in an editor cannot refer to objects. */
function queryContext(session: Session, params: ElementParams): QueryContext {
    return new QueryContext(soundModel(session, params), new HeldObjects(), limits());
}

function documents(session: Session, params: Partial<DocumentParams>): object {
    const models = modelsOfParams(session, params);
    models.forEach(model => checkSound(model, {}));
    return {
        documents: models
            .flatMap(model => documentsOf(new QueryContext(model, new HeldObjects(), limits())))
            .map(({ element, id, title, file }) => ({ id, title, file, location: placeOfElement(element) }))
    };
}

async function renderDocument(session: Session, params: RenderDocumentParams): Promise<object> {
    const { form = 'markdown', diagrams = form === 'html' ? 'svg' : 'mermaid', linkTemplate } = params;
    if (!FORMS.includes(form)) {
        throw invalid(`form ${form}: not one of ${FORMS.join(', ')}`);
    }
    const admitted = form === 'html' ? PAGE_DIAGRAMS : WRITTEN_FORMS;
    if (!admitted.some(d => d === diagrams)) {
        throw invalid(`diagrams ${diagrams}: not one of ${admitted.join(', ')}`);
    }
    try {
        const context = queryContext(session, { textDocument: params.textDocument, element: params.document });
        const id = params.document ?? theOnlyDocument(context);
        const content = documentContent(context, id);
        const options = { linkOf: linkTemplate === undefined ? undefined : linksBy(linkTemplate) };
        const { title } = content;
        if (form === 'html') {
            const page = diagrams === 'svg' ? await writeDrawnHtml(content, options) : writeHtml(content, options);
            return { document: id, title, form, text: page };
        }
        const text = writeMarkdown(content, {
            ...options,
            ...(isWrittenForm(diagrams) &&
                diagrams !== 'mermaid' && {
                    figureOf: ({ rendering, direction }) => {
                        // `text` if the form does not fit the kind
                        const fitting = misfitOf(diagrams, rendering.kind) === undefined ? diagrams : 'text';
                        return `\`\`\`${fitting}\n${writeRendering(rendering, fitting, direction).trimEnd()}\n\`\`\``;
                    }
                })
        });
        return { document: id, title, form, text };
    } catch (error) {
        if (error instanceof QueryFault) {
            throw new ResponseError(REQUEST_FAILED, error.message);
        }
        throw error;
    }
}

/** @throws ResponseError unless there is exactly one */
function theOnlyDocument(context: QueryContext): string {
    const declared = documentsOf(context);
    if (declared.length !== 1) {
        throw invalid(
            declared.length === 0
                ? 'the workspace declares no document: one is a part def that specializes DocumentQueries::Document'
                : `document is missing: one of ${declared.map(d => d.id).join(', ')}`
        );
    }
    return declared[0].id;
}

/** Links of elements of the model by a template. */
function linksBy(template: string): (value: CellValue) => string | undefined {
    return value => {
        const id = value instanceof ElementRow ? elementIdOf(value.element) : '';
        if (!(value instanceof ElementRow) || id === '') {
            return undefined;
        }
        const { uri, selectionRange } = placeOfElement(value.element);
        const facts: Readonly<Record<string, string>> = { id: encodeURIComponent(id), uri, line: String(selectionRange.start.line + 1) };
        return template.replace(/\{(id|uri|line)\}/g, (_, name: string) => facts[name]);
    };
}

const capability = 'sysmlRenderDocument';

export const documentRequests: readonly CustomRequest[] = [
    { method: 'sysml/documents', capability, answer: documents },
    { method: 'sysml/renderDocument', capability, answer: renderDocument }
];
