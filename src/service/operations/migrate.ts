// Migrate: migrates a SysML v1 model to notation or Turtle, with a report on every element. Checks the request in the order of the contract
// (migration 1.3); src/migration migrates.

import { basename } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { convertText, formatNamed, formatOfPath } from '../../exchange/index.js';
import {
    LayoutError,
    resultsJson,
    migrate as migrateModel,
    MIGRATION_NOTICE,
    MigrationError,
    type MigrationReport,
    reportText
} from '../../migration/index.js';
import {
    MigrateResponseSchema,
    MigrationEntrySchema,
    MigrationFileSchema,
    MigrationReportSchema,
    type MigrateRequest,
    type MigrateResponse
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { INLINE_NAME } from './documents.js';
import type { CallContext, Operation } from './operation.js';

type Target = 'sysml' | 'ttl';

export const migrate: Operation<'Migrate'> = {
    provides: ['migrate'],
    run({ workspace }, request, context) {
        const { source } = request;
        if (source.case === undefined) {
            throw invalidArgument('the request names no source: one of file_path and content is needed');
        }
        const path = source.case === 'filePath' ? source.value : INLINE_NAME;
        checkSource(request, path);
        const to = targetOf(request.toFormat);
        checkBase(request.imageBaseUrl);
        const bytes = source.case === 'content' ? source.value : context.files.read(source.value);
        const name = source.case === 'content' ? INLINE_NAME : basename(source.value);
        const layout = layoutOf(request.layout, context);
        try {
            const { content, report, configurations, files } = migrateModel(
                { name, bytes },
                {
                    library: workspace.library,
                    strict: request.strict,
                    imageBaseUrl: request.imageBaseUrl,
                    layout,
                    checkCancelled: () => context.checkCancelled()
                }
            );
            const written = to === 'sysml' ? { content, error: '' } : turtleOf(content, (...documents) => workspace.parseOnly(documents));
            return written.error === '' && written.content !== undefined
                ? responseOf(to, {
                      content: written.content,
                      report: encodeReport(report, request.report),
                      files: files.map(({ path, bytes: image }) => create(MigrationFileSchema, { path, content: image })),
                      results: request.results ? resultsJson(report.source, configurations) : ''
                  })
                : responseOf(to, { error: `${name}: ${written.error}` });
        } catch (error) {
            if (error instanceof LayoutError) {
                throw invalidArgument(`the layout cannot be used: ${error.message}`);
            }
            if (error instanceof MigrationError) {
                return responseOf(to, { error: `${name}: ${error.message}` });
            }
            throw error;
        }
    }
};

function layoutOf(layout: MigrateRequest['layout'], context: CallContext): Uint8Array | undefined {
    switch (layout.case) {
        case 'layoutPath':
            return context.files.read(layout.value);
        case 'layoutContent':
            return Buffer.from(layout.value);
        default:
            return undefined;
    }
}

function responseOf(
    to: Target,
    parts: Partial<Pick<MigrateResponse, 'content' | 'error' | 'report' | 'results' | 'files'>>
): MigrateResponse {
    return create(MigrateResponseSchema, {
        ...parts,
        fromFormat: 'xmi',
        toFormat: to,
        experimental: true,
        experimentalNotice: MIGRATION_NOTICE
    });
}

const V1_NAMES = 'xmi, uml or mdzip';

/** Refuses a SysML v2 model, which its format or path reveals before anything is read. */
function checkSource({ source, fromFormat }: MigrateRequest, path: string): void {
    const named = formatNamed(fromFormat);
    const byPath = source.case === 'filePath' ? formatOfPath(path) : undefined;
    const v2 = [named, byPath].find(format => format !== undefined && format !== 'xmi');
    if (v2 !== undefined) {
        throw invalidArgument(`${path} is ${v2} input, which is converted, not migrated: call Convert with the same source`);
    }
    if (fromFormat.trim() !== '' && named === undefined) {
        throw invalidArgument(`unknown format "${fromFormat}": from_format is ${V1_NAMES}`);
    }
    if (named === undefined && source.case === 'content') {
        throw invalidArgument(`from_format is required for inline content: ${V1_NAMES}`);
    }
    if (named === undefined && byPath === undefined) {
        throw invalidArgument(`cannot tell the format of "${path}" from its name: give from_format (${V1_NAMES})`);
    }
}

function targetOf(name: string): Target {
    if (name.trim() === '') {
        throw invalidArgument('to_format is required: sysml or ttl');
    }
    const format = formatNamed(name);
    if (format === 'xmi') {
        throw invalidArgument('cannot write xmi: a SysML v2 model has no v1 form; migrate to sysml or ttl');
    }
    if (format === undefined) {
        throw invalidArgument(`unknown format "${name}": to_format is sysml or ttl`);
    }
    if (format === 'api-json' || format === 'xmi2') {
        throw invalidArgument(`a migration writes notation or Turtle, not ${format}: migrate to sysml or ttl, and convert that`);
    }
    return format;
}

function checkBase(url: string): void {
    if (url !== '' && !/^https?:\/\/[^/\s]+/i.test(url)) {
        throw invalidArgument(`image_base_url "${url}" is no absolute http(s) address`);
    }
}

type ParseOne = Parameters<typeof convertText>[2];

/** The notation as Turtle, by conversion (contract: migration 1.4). */
function turtleOf(content: string, parse: ParseOne): { readonly content?: string; readonly error: string } {
    const options = { to: 'ttl', idForm: 'qualified', documents: [], toleratesSyntaxErrors: false } as const;
    const source = { name: INLINE_NAME, content, from: 'sysml', language: 'sysml' } as const;
    const { content: turtle, error } = convertText(source, options, parse);
    return { content: turtle, error: error ?? '' };
}

function encodeReport(report: MigrationReport, isFull: boolean): MigrateResponse['report'] {
    const { source, exporter, summary, counts } = report;
    return create(MigrationReportSchema, {
        source,
        exporter,
        summary,
        mapped: counts.mapped,
        approximated: counts.approximated,
        unmapped: counts.unmapped,
        skipped: counts.skipped,
        entries: isFull
            ? report.entries.map(({ id, kind, name, target, verdict, note }) =>
                  create(MigrationEntrySchema, { id, kind, name, target, verdict, note })
              )
            : [],
        text: isFull ? reportText(report) : ''
    });
}
