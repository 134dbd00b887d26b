// Reads and checks the documents of a parse request: text, name and language.

import { extname } from 'node:path';
import { create, isMessage, toBinary, type Message } from '@bufbuild/protobuf';
import {
    ParseFileRequestSchema,
    ParseSourcesRequestSchema,
    type ParseFileRequest,
    type ParseSourcesRequest
} from '../../wire/generated/sysml_pb.js';
import { type ArchiveContent, contentOfArchive, IS_ARCHIVE, ReadingError } from '../../exchange/archive-content.js';
import { invalidArgument } from '../../wire/status.js';
import type { SourceDocument } from './core.js';
import type { FileReader } from './source-files.js';

/** Name of a document whose text is in a ParseFile request. */
export const INLINE_NAME = '<content>';

type Source = ParseFileRequest['source'];

/** The documents of a request, and whether files were read. */
export interface RequestedDocuments {
    readonly documents: SourceDocument[];
    readonly strict: boolean;
    readonly filesRead: boolean;
}

/**
 * @param request a ParseFileRequest or ParseSourcesRequest
 * @param files reads the files that it names
 * @throws Refusal invalid_argument, or not_found for an unreadable file
 */
export function documentsOf(request: Message, files: FileReader): RequestedDocuments {
    return isMessage(request, ParseFileRequestSchema)
        ? documentOfFile(request, files)
        : documentsOfSources(request as ParseSourcesRequest, files);
}

function documentOfFile(request: ParseFileRequest, files: FileReader): RequestedDocuments {
    const documents = readSource(request.source, request.language, INLINE_NAME, 'the request', files);
    return { documents, strict: request.strictConformance, filesRead: request.source.case === 'filePath' };
}

function documentsOfSources(request: ParseSourcesRequest, files: FileReader): RequestedDocuments {
    if (request.documents.length === 0) {
        throw invalidArgument('documents is empty: a model has at least one document');
    }
    const names = new Set<string>();
    request.documents.forEach(({ source, name }, index) => {
        if (source.case === 'content' && name === '') {
            throw invalidArgument(`documents[${index}] has content and no name`);
        }
        const named = source.case === 'filePath' ? source.value : name;
        if (source.case !== undefined && names.has(named)) {
            throw invalidArgument(`documents has two documents named "${named}"`);
        }
        names.add(named);
    });
    return {
        documents: request.documents.flatMap(({ source, language, name }, index) =>
            readSource(source, language, name, `documents[${index}]`, files)
        ),
        strict: request.strictConformance,
        filesRead: request.documents.some(({ source }) => source.case === 'filePath')
    };
}

function readSource(source: Source, language: string, name: string, where: string, files: FileReader): SourceDocument[] {
    switch (source.case) {
        case 'content':
            return [{ name, language: languageNamed(language), content: source.value }];
        case 'filePath':
            return documentsAt(source.value, files);
        default:
            throw invalidArgument(`${where} has neither file_path nor content`);
    }
}

/** The documents of a file. Documents of an archive are named by the path of the archive and the path in it, as on the command line. */
function documentsAt(path: string, files: FileReader): SourceDocument[] {
    if (!IS_ARCHIVE.test(path)) {
        return [{ name: path, language: languageOfPath(path), content: files.read(path).toString('utf8') }];
    }
    const { documents, graph } = archiveAt(path, files);
    if (graph !== undefined) {
        throw invalidArgument(`archive ${path} has no notation: convert its ${graph.name} to notation first`);
    }
    return documents.map(document => ({ ...document, name: `${path}/${document.name}` }));
}

function archiveAt(path: string, files: FileReader): ArchiveContent {
    try {
        return contentOfArchive(files.read(path));
    } catch (error) {
        throw error instanceof ReadingError ? invalidArgument(`archive ${path} cannot be read: ${error.message}`) : error;
    }
}

function languageNamed(language: string): SourceDocument['language'] {
    if (language === '' || language === 'sysml') {
        return 'sysml';
    }
    if (language === 'kerml') {
        return 'kerml';
    }
    throw invalidArgument(`unknown language "${language}": it is sysml or kerml`);
}

function languageOfPath(path: string): SourceDocument['language'] {
    return extname(path).toLowerCase() === '.kerml' ? 'kerml' : 'sysml';
}

/** A ParseSources request in protobuf with the texts of the documents. */
export function inlineRequest(documents: readonly SourceDocument[], strictConformance: boolean): Uint8Array {
    return toBinary(
        ParseSourcesRequestSchema,
        create(ParseSourcesRequestSchema, {
            documents: documents.map(({ name, language, content }) => ({
                name,
                language,
                source: { case: 'content' as const, value: content }
            })),
            strictConformance
        })
    );
}
