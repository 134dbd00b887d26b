// ParseFile: parses one document, or those of an archive.

import { create } from '@bufbuild/protobuf';
import { ParseFileResponseSchema } from '../../wire/generated/sysml_pb.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { encodeSymbol } from '../../wire/symbols.js';
import { documentsOf } from './documents.js';
import type { Operation } from './operation.js';

export const parseFile: Operation<'ParseFile'> = {
    provides: ['strict_conformance', 'inline_language', 'type_facts', 'symbol_attributes', 'diagnostic_codes'],
    run({ workspace, symbols }, request, context) {
        const { documents, strict, filesRead } = documentsOf(request, context.files);
        const model = workspace.parseFresh(documents, { strict });
        context.parsed(model, documents, filesRead);
        return create(ParseFileResponseSchema, {
            modelHash: model.hash,
            root: encodeSymbol(symbols.rootSymbol(...model.documents)),
            diagnostics: encodeDiagnostics(model.diagnostics)
        });
    }
};
