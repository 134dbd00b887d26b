// ParseSources: parses several documents as one model.

import { create } from '@bufbuild/protobuf';
import { ParseSourcesResponseSchema } from '../../wire/generated/sysml_pb.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { encodeSymbol } from '../../wire/symbols.js';
import { documentsOf } from './documents.js';
import type { Operation } from './operation.js';

export const parseSources: Operation<'ParseSources'> = {
    provides: [
        'parse_sources',
        'parse_sources_affected',
        'strict_conformance',
        'inline_language',
        'type_facts',
        'symbol_attributes',
        'diagnostic_codes'
    ],
    run({ workspace, symbols }, request, context) {
        const { documents, strict, filesRead } = documentsOf(request, context.files);
        const { model, affected } = workspace.parse(documents, {
            strict,
            ...(request.baseModelHash && { baseModelHash: request.baseModelHash })
        });
        context.parsed(model, documents, filesRead);
        return create(ParseSourcesResponseSchema, {
            modelHash: model.hash,
            roots: model.documents.map(document => encodeSymbol(symbols.rootSymbol(document))),
            diagnostics: encodeDiagnostics(model.diagnostics),
            affected: affected ?? []
        });
    }
};
