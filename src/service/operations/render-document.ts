// RenderDocument: renders a document of the model, with the results of its queries, as Markdown or HTML.

import { create } from '@bufbuild/protobuf';
import { documentContent, writeHtml, writeMarkdown } from '../../documents/index.js';
import { RenderDocumentResponseSchema } from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { withQueryContext } from './document-queries.js';
import type { Operation } from './operation.js';

export const renderDocument: Operation<'RenderDocument'> = {
    provides: ['render_document', 'render_document_html'],
    population: 'reads',
    run(services, { documentId, form }, context) {
        if (form !== '' && form !== 'markdown' && form !== 'html') {
            throw invalidArgument(`unknown form "${form}"; the forms are markdown, html`);
        }
        return withQueryContext(services, context, queryContext => {
            const content = documentContent(queryContext, documentId);
            return create(
                RenderDocumentResponseSchema,
                form === 'html' ? { html: writeHtml(content) } : { markdown: writeMarkdown(content) }
            );
        });
    }
};
