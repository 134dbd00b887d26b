// Writes the TypeScript message types of proto/ into src/wire/generated (not committed), without downloads: the .proto
// text is parsed here and handed to protoc-gen-es as the CodeGeneratorRequest that protoc would send.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { CodeGeneratorRequestSchema, CodeGeneratorResponseSchema } from '@bufbuild/protobuf/wkt';
import { parseProto } from './proto-parser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The files of proto/, by the names that reflection answers. */
export const PROTO_FILES = ['sysml.proto', 'grpc/reflection/v1/reflection.proto', 'grpc/reflection/v1alpha/reflection.proto'];

/** Generates `src/wire/generated/**_pb.ts` and answers the paths written. */
export function generateProto() {
    const request = create(CodeGeneratorRequestSchema, {
        fileToGenerate: PROTO_FILES,
        parameter: 'target=ts,import_extension=js',
        protoFile: PROTO_FILES.map(name => parseProto(readFileSync(join(root, 'proto', name), 'utf8'), name))
    });
    const response = runPlugin(toBinary(CodeGeneratorRequestSchema, request));
    if (response.error) {
        throw new Error(`protoc-gen-es: ${response.error}`);
    }
    const target = join(root, 'src/wire/generated');
    rmSync(target, { recursive: true, force: true });
    return response.file.map(file => {
        const path = join(target, file.name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.content);
        return path;
    });
}

/** Runs protoc-gen-es as the protocol of protoc plug-ins says: request on standard input, response on standard output. */
function runPlugin(request) {
    const manifest = createRequire(import.meta.url).resolve('@bufbuild/protoc-gen-es/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
    const run = spawnSync(process.execPath, [join(dirname(manifest), bin['protoc-gen-es'])], {
        input: request,
        maxBuffer: 64 * 1024 * 1024
    });
    if (run.status !== 0) {
        throw new Error(`protoc-gen-es ended with ${run.status}: ${run.stderr}`);
    }
    return fromBinary(CodeGeneratorResponseSchema, run.stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    generateProto();
}
