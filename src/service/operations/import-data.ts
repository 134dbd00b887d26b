// ImportData: sets values from data files in the model, from all files or none (contract: newest-operations 5).

import { create } from '@bufbuild/protobuf';
import { importData as importFiles, type ImportedFile } from '../../data/index.js';
import {
    ImportDataResponseSchema,
    ImportedFileSchema,
    ImportedValueSchema,
    type ImportedFile as WireFile
} from '../../wire/generated/sysml_pb.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { invalidArgument } from '../../wire/status.js';
import { checkManyDocuments, editedModel } from './edited-model.js';
import type { Operation } from './operation.js';

export const importData: Operation<'ImportData'> = {
    provides: ['import_data'],
    run(services, { imports, importAs, importDryRun, acceptDocuments }, context) {
        const { model } = context;
        if (importAs !== '' && importAs !== 'values') {
            throw invalidArgument(`import as "${importAs}" is not supported; import as values`);
        }
        if (imports.length === 0) {
            throw invalidArgument('imports is required');
        }
        checkManyDocuments(model, acceptDocuments);
        const files = imports.map(({ name, content, importFormat, importMap }) => ({
            name,
            content,
            format: importFormat,
            map: importMap
        }));
        const imported = importFiles(model, files, documents => {
            context.checkCancelled();
            return services.workspace.parse(documents, { strict: model.strict }).model;
        });
        if ('error' in imported) {
            const { error, diagnostics } = imported;
            return create(ImportDataResponseSchema, { error, diagnostics: encodeDiagnostics(diagnostics) });
        }
        const response = create(ImportDataResponseSchema, { files: imported.files.map(encodedFile) });
        if (importDryRun) {
            return response;
        }
        const edited = editedModel(services, context, imported.documents);
        return 'error' in edited
            ? create(ImportDataResponseSchema, edited)
            : Object.assign(response, { documents: edited.documents, content: edited.content, modelHash: edited.hash });
    }
};

function encodedFile({ name, values, elements, assignments }: ImportedFile): WireFile {
    return create(ImportedFileSchema, {
        name,
        values: BigInt(values),
        elements: BigInt(elements),
        assignments: assignments.map(a => create(ImportedValueSchema, { ...a }))
    });
}
