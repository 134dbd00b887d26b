// Convert: converts a model or a text to another format. Checks the request in the order of the contract (conversion 1.4); src/exchange
// converts.

import { create } from '@bufbuild/protobuf';
import {
    type Conversion,
    convertModel,
    type ConvertOptions,
    convertText,
    EXPERIMENTAL_NOTICE,
    type Format,
    formatNamed,
    formatOfPath,
    remarkOnPath,
    isDerivedProperty,
    isExperimental,
    languageOfNotation
} from '../../exchange/index.js';
import { ConvertResponseSchema, type ConvertRequest, type ConvertResponse } from '../../wire/generated/sysml_pb.js';
import { keptDerivedProperties } from '../../wire/codec.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { failedPrecondition, invalidArgument } from '../../wire/status.js';
import { INLINE_NAME } from './documents.js';
import type { CallContext, Operation } from './operation.js';

export const convert: Operation<'Convert'> = {
    provides: ['convert', 'convert_documents', 'convert_compact'],
    run({ workspace }, request, context) {
        const { source } = request;
        if (source.case === undefined) {
            throw invalidArgument('the request names no source: one of model_hash, file_path and content is needed');
        }
        const name = source.case === 'content' ? INLINE_NAME : source.value;
        refuseMigration(request, name);
        const content =
            source.case === 'content'
                ? source.value
                : source.case === 'filePath'
                  ? context.files.read(source.value).toString('utf8')
                  : undefined;
        const { from, to } = content === undefined ? formatsOfModel(request, context) : formatsOfText(request, name);
        const options = optionsOf(request, from, to, context);
        const conversion =
            content === undefined
                ? convertModel(context.model, options)
                : convertText({ name, content, from, language: languageOfNotation(name, request.fromFormat) }, options, (...documents) =>
                      workspace.parseOnly(documents)
                  );
        return responseOf(conversion, from, to);
    }
};

/** Refuses a SysML v1 model, which its format or path reveals before anything is read. */
function refuseMigration({ source, fromFormat }: ConvertRequest, name: string): void {
    if (formatNamed(fromFormat) === 'xmi' || (source.case === 'filePath' && formatOfPath(source.value) === 'xmi')) {
        throw invalidArgument(`${name} is a SysML v1 model, which is migrated, not converted: call Migrate`);
    }
}

interface Formats {
    readonly from: Format;
    readonly to: Format;
}

function formatsOfText({ source, fromFormat, toFormat }: ConvertRequest, name: string): Formats {
    let from: Format;
    if (fromFormat !== '') {
        from = known(fromFormat);
    } else if (source.case === 'content') {
        throw invalidArgument('from_format is required for content: sysml, kerml, ttl or api-json');
    } else {
        const found = formatOfPath(name);
        if (found === undefined || found === 'xmi') {
            throw invalidArgument(`cannot tell the format of "${name}" from its name${remarkOnPath(name)}: give from_format`);
        }
        from = found;
    }
    return { from, to: targetFormat(toFormat) };
}

/** For a model of several documents, the target format is checked first. */
function formatsOfModel({ fromFormat, toFormat, source }: ConvertRequest, { model }: CallContext): Formats {
    const checkSource = (): void => {
        if (fromFormat !== '' && known(fromFormat) !== 'sysml') {
            throw invalidArgument(`model ${source.value} is notation, not ${fromFormat}: leave from_format out`);
        }
    };
    if (model.documents.length === 1) {
        checkSource();
    }
    const to = targetFormat(toFormat);
    checkSource();
    return { from: 'sysml', to };
}

function known(name: string): Format {
    const format = formatNamed(name);
    if (format === undefined || format === 'xmi') {
        throw invalidArgument(`unknown format "${name}": it is sysml, kerml, ttl or api-json`);
    }
    return format;
}

function targetFormat(name: string): Format {
    if (name.trim() === '') {
        throw invalidArgument('to_format is required: sysml, ttl or api-json');
    }
    if (formatNamed(name) === 'xmi') {
        throw invalidArgument('cannot write xmi: SysML v1 is only read, by Migrate; convert to sysml or ttl');
    }
    return known(name);
}

/** The options of a conversion, checked in the order of the contract. */
function optionsOf(request: ConvertRequest, from: Format, to: Format, context: CallContext): ConvertOptions {
    const isModel = request.source.case === 'modelHash';
    const idForm = idFormOf(request.idForm, from, to);
    if (isModel && to === 'sysml' && context.model.documents.length > 1) {
        throw failedPrecondition(
            `the model has ${context.model.documents.length} documents, and notation is one: convert it to ttl or api-json`
        );
    }
    checkDocuments(request, isModel ? context.model.documents.map(d => d.name) : undefined);
    const compact = compactOf(request, from, to);
    return {
        to,
        idForm,
        documents: request.documents,
        toleratesSyntaxErrors: request.tolerateSyntaxErrors,
        ...(compact && { compact })
    };
}

function idFormOf(idForm: string, from: Format, to: Format): 'qualified' | 'uuid' {
    if (idForm === '') {
        return 'qualified';
    }
    if (idForm !== 'qualified' && idForm !== 'uuid') {
        throw invalidArgument(`unknown id_form "${idForm}": it is qualified or uuid`);
    }
    if (from !== 'sysml' || to === 'sysml') {
        throw invalidArgument('id_form is for notation that is written as ttl or api-json');
    }
    return idForm;
}

function checkDocuments({ documents }: ConvertRequest, names: readonly string[] | undefined): void {
    for (const document of documents) {
        if (names === undefined) {
            throw invalidArgument(`documents names "${document}": a conversion of content or of a file has no other documents`);
        }
        if (!names.includes(document)) {
            throw invalidArgument(`documents names "${document}", which the model does not hold`);
        }
    }
}

function compactOf(request: ConvertRequest, from: Format, to: Format): ConvertOptions['compact'] {
    const { compact, omitDerived, keepDerived } = request;
    const kept = keptDerivedProperties(request);
    if (compact && (from !== 'sysml' || to !== 'api-json')) {
        throw invalidArgument('compact is for notation that is written as api-json');
    }
    if (omitDerived && !compact) {
        throw invalidArgument('omit_derived is for the compact form: set compact');
    }
    if ((keepDerived || (kept?.length ?? 0) > 0) && !omitDerived) {
        throw invalidArgument('keep_derived is for a form that leaves derived properties out: set omit_derived');
    }
    const unknown = kept?.find(property => !isDerivedProperty(property));
    if (unknown !== undefined) {
        throw invalidArgument(`keep_derived names "${unknown}", which is no derived property of any metaclass`);
    }
    return compact ? { omitDerived: omitDerived && !(keepDerived && kept === undefined), keep: new Set(kept) } : undefined;
}

function responseOf({ content, error, diagnostics }: Conversion, from: Format, to: Format): ConvertResponse {
    const experimental = isExperimental(from, to);
    return create(ConvertResponseSchema, {
        content,
        fromFormat: from,
        toFormat: to,
        error,
        diagnostics: encodeDiagnostics(diagnostics),
        experimental,
        experimentalNotice: experimental ? EXPERIMENTAL_NOTICE : ''
    });
}
