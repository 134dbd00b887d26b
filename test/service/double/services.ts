// A stand-in for the language core, so that transports and workers are tested without it: documents are lines, `error` lines are findings,
// `def <name>` lines are symbols, and making a document that begins with `spin <ms>` takes so long and does not listen. Evaluate adds
// integers, blocks its thread as long as `spin <ms>` says (` at <file>` makes a file when it begins), and dies at `crash`. With
// TEST_LIBRARY_GATE the library is there when the file of that name is.

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { Attendant } from '../../../src/runtime/engines/waiting.js';
import {
    EvaluateResponseSchema,
    InstantiateResponseSchema,
    RunDocumentQueryResponseSchema,
    RunSweepResponseSchema,
    SweepRowSchema,
    type RunSweepResponse
} from '../../../src/wire/generated/sysml_pb.js';
import { getDiagnostics } from '../../../src/service/operations/get-diagnostics.js';
import { getServerInfo } from '../../../src/service/operations/server-info.js';
import { getSymbol } from '../../../src/service/operations/get-symbol.js';
import { parseFile } from '../../../src/service/operations/parse-file.js';
import { parseSources } from '../../../src/service/operations/parse-sources.js';
import { METHODS, type MethodName } from '../../../src/wire/methods.js';
import type { Diagnostic, Document, Model, ModelWorkspace, SourceDocument } from '../../../src/service/operations/core.js';
import { Division } from '../../../src/service/operations/division.js';
import type { Operation, Registry } from '../../../src/service/operations/operation.js';
import { advertised, withoutWithheld } from '../../../src/service/operations/registry.js';
import { createHeld } from '../../../src/service/operations/held.js';
import type { ServicesFactory } from '../../../src/service/operations/services.js';
import { SourceFiles } from '../../../src/service/operations/source-files.js';

const modelHash = (documents: readonly SourceDocument[], strict: boolean): string =>
    createHash('sha256')
        .update(JSON.stringify([strict, documents.map(({ name, language, content }) => [name, language, content])]))
        .digest('hex');

/** Blocks the thread as a computation does, and leaves the processor to other tests. */
const sleep = (time: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);

function makeModel(documents: readonly SourceDocument[], strict: boolean): Model {
    for (const { content } of documents) {
        sleep(Number(/^spin (\d+)/.exec(content)?.[1] ?? 0));
    }
    const diagnostics = documents.flatMap(({ name, content }) =>
        content.split('\n').flatMap((line, index): Diagnostic[] =>
            line.startsWith('error')
                ? [
                      {
                          severity: 'error',
                          message: line,
                          code: 'syntax',
                          span: { file: name, startLine: index + 1, startCol: 1, endLine: index + 1, endCol: line.length + 1 }
                      }
                  ]
                : []
        )
    );
    return {
        hash: modelHash(documents, strict),
        strict,
        diagnostics,
        documents: documents.map(({ name, content }) => ({ name, text: content }))
    } as unknown as Model;
}

function createWorkspace(cacheSize: number): ModelWorkspace {
    const models = new Map<string, Model>();
    const keep = (model: Model): Model => {
        const known = models.get(model.hash) ?? model;
        models.delete(model.hash);
        models.set(model.hash, known);
        if (models.size > cacheSize) {
            models.delete(models.keys().next().value!);
        }
        return known;
    };
    return {
        get library(): never {
            throw new Error('the double has no library');
        },
        parse(documents, options) {
            const model = keep(makeModel(documents, options?.strict ?? false));
            return options?.baseModelHash === undefined ? { model } : { model, affected: documents.map(document => document.name) };
        },
        parseFresh: (documents, options) => keep(makeModel(documents, options?.strict ?? false)),
        parseOnly: documents => makeModel(documents, false),
        get: hash => models.get(hash),
        drop: hash => void models.delete(hash)
    };
}

const NO_FACTS = {
    id: '',
    name: '',
    kind: '',
    metadata: {},
    childIds: [],
    attributes: [],
    withheldLibraryAttributes: 0,
    specializations: []
};
const TYPE = { declared: 'T', resolvedId: '', resolvedKind: '', primitive: '', primitiveSource: '' as const, quantity: false, unit: '' };

const names = (document: Document): string[] => [...document.text.matchAll(/^def (\S+)/gm)].map(match => match[1]);

const evaluate: Operation<'Evaluate'> = {
    provides: ['evaluate_subject', 'big_int_values', 'rational_values', 'set_values'],
    run(_services, { expression }, context) {
        const spin = /^spin (\d+)( deaf)?(?: at (\S+))?$/.exec(expression);
        if (spin) {
            const end = performance.now() + Number(spin[1]);
            if (spin[3]) {
                writeFileSync(spin[3], '');
            }
            while (performance.now() < end) {
                if (spin[2]) {
                    sleep(end - performance.now());
                } else {
                    context.checkCancelled();
                    sleep(1);
                }
            }
            return create(EvaluateResponseSchema, { result: { kind: { case: 'boolValue', value: true } } });
        }
        if (expression === 'crash') {
            process.exit(1);
        }
        if (expression === 'throw') {
            throw new Error('thrown on purpose');
        }
        const long = /^text (\d+)$/.exec(expression);
        if (long) {
            return create(EvaluateResponseSchema, { result: { kind: { case: 'stringValue', value: 'x'.repeat(Number(long[1])) } } });
        }
        const sum = expression.split('+').reduce((total, term) => total + BigInt(term.trim() || '0'), 0n);
        return create(EvaluateResponseSchema, {
            result: {
                kind: BigInt.asIntN(64, sum) === sum ? { case: 'intValue', value: sum } : { case: 'bigIntValue', value: String(sum) }
            }
        });
    }
};

const instantiate: Operation<'Instantiate'> = {
    provides: [],
    population: 'writes',
    run({ held }, { symbolId }, context) {
        held.of(context.model, () => [] as string[]).push(symbolId);
        context.populationChanged();
        return create(InstantiateResponseSchema, { instance: { id: 1n, typeSymbolId: symbolId } });
    }
};

const runDocumentQuery: Operation<'RunDocumentQuery'> = {
    provides: ['document_query'],
    population: 'reads',
    run: ({ held }, _request, { model }) =>
        create(RunDocumentQueryResponseSchema, {
            columns: held.of(model, () => [] as string[]).map(name => ({ name }))
        })
};

/** Whether this worker has the first row of the sweep in hand, or made by others. */
let hasFirstRow = false;

/** Rows of 5 ms each; a worker that only assists with `crash` dies. */
const runSweep: Operation<'RunSweep'> = {
    provides: ['verification'],
    run: (_services, { symbolId }, context) =>
        new Division<RunSweepResponse>({
            count: 100,
            head: create(RunSweepResponseSchema),
            lists: ['rows'],
            make(from, to) {
                hasFirstRow = from === 0 || (hasFirstRow && symbolId === 'crash');
                if (symbolId === 'crash' && !hasFirstRow) {
                    process.exit(1);
                }
                for (const end = performance.now() + 5 * (to - from); performance.now() < end;) {
                    context.checkCancelled();
                }
                return { lists: { rows: Array.from({ length: to - from }, () => create(SweepRowSchema)) }, objects: 0 };
            },
            renumber: () => undefined
        })
};

/** In the place of the other procedures, whose modules would take each worker a quarter of a second to read. */
const absent: Operation<MethodName> = {
    provides: [],
    run() {
        throw new Error('the stand-in does not have this procedure');
    }
};

/** Migrate is a procedure that this service does not have, whatever the project serves. */
const registry: Registry = {
    ...(Object.fromEntries(METHODS.filter(({ name }) => name !== 'Migrate').map(({ name }) => [name, absent])) as Registry),
    GetServerInfo: getServerInfo,
    ParseFile: parseFile,
    ParseSources: parseSources,
    GetSymbol: getSymbol,
    GetDiagnostics: getDiagnostics,
    Evaluate: evaluate,
    Instantiate: instantiate,
    RunDocumentQuery: runDocumentQuery,
    RunSweep: runSweep
};

/** How often facts of a symbol were asked for in this worker: what tells a computed answer from a kept one. */
let asked = 0;

export const createServices: ServicesFactory = ({ environment, version, cacheSize, servedEngines, sourceRoot = '' }) => ({
    registry,
    load: () => {
        const clock = new Int32Array(new SharedArrayBuffer(4));
        while (process.env.TEST_LIBRARY_GATE !== undefined && !existsSync(process.env.TEST_LIBRARY_GATE)) {
            Atomics.wait(clock, 0, 0, 20);
        }
        return {
            services: {
                workspace: createWorkspace(cacheSize),
                symbols: {
                    rootSymbol: (...documents) => ({ ...NO_FACTS, kind: 'RootNamespace', childIds: documents.flatMap(names) }),
                    symbolInfo: (model, id) =>
                        model.documents.some(document => names(document).includes(id))
                            ? {
                                  ...NO_FACTS,
                                  id,
                                  name: id,
                                  kind: 'partDef',
                                  metadata: { visibility: 'public', asked: String(++asked) },
                                  typeInfo: TYPE
                              }
                            : undefined
                },
                files: new SourceFiles({ root: sourceRoot }),
                held: createHeld(),
                version,
                environment,
                servedEngines,
                solver: { missing: 'no SMT solver found' },
                registrations: { tools: [], engines: [], faults: [] },
                attendant: new Attendant(),
                capabilities: withoutWithheld([...advertised(registry, servedEngines)], environment.withheldCapabilities)
            }
        };
    }
});
