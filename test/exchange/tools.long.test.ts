/**
 * The tools of docs/interoperability.md themselves, installed from their registry (PyPI) where there is one; else nothing is proven here.
 * What they write is read by us, and what we write by them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { command } from '../cli/command.js';
import { temporaryFolder } from '../support/folders.js';
import { documentsBelow } from '../support/models.js';
import { SYSML } from './construct-models.js';
import { isKind, literalsOf, propertiesOf } from '../../src/exchange/metamodel/facts.js';
import type { Json } from './derived.js';
import { read } from './foreign-documents.js';
import { modelOf } from './models.js';

const folder = temporaryFolder('tools-');
const bin = (program: string): string => join(folder, 'env', 'bin', program);
const run = (program: string, args: readonly string[], cwd = folder): { status: number | null; stdout: string } =>
    spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 240_000 });

let isInstalled = false;
beforeAll(() => {
    isInstalled =
        run('python3', ['-m', 'venv', 'env']).status === 0 &&
        run(bin('pip'), ['install', '-q', 'sysand', 'sysml', 'rdflib', 'jsonschema-rs']).status === 0;
}, 300_000);

const MODEL = 'package App {\n    private import Engines::*;\n    part e : Engine;\n}\n';
const ALONE = 'package Alone {\n    part def Engine;\n    part e : Engine [2];\n}\n';

describe('sysand', () =>
    it('builds what we read, and installs what we use', async context => {
        context.skip(!isInstalled);
        const [engines, app, other] = ['engines', 'app', 'other'].map(name => join(folder, name));
        for (const path of [engines, app, other]) {
            expect(
                run(bin('sysand'), ['init', '--publisher', 'p', '--name', path.slice(folder.length + 1), '--version', '1.2.0', path]).status
            ).toBe(0);
        }
        writeFileSync(join(engines, 'e.sysml'), 'package Engines { part def Engine; }');
        writeFileSync(join(app, 'app.sysml'), MODEL);
        expect(run(bin('sysand'), ['include', 'e.sysml'], engines).status).toBe(0);
        expect(run(bin('sysand'), ['build'], engines).status).toBe(0);
        const archive = join(engines, 'output', 'engines-1.2.0.kpar');
        expect((await command(['check', archive])).status).toBe(0);
        expect(run(bin('sysand'), ['add', 'urn:t:engines', '^1', '--as-local-kpar', archive, '--no-index'], app).status).toBe(0);
        expect(await command(['check', app])).toMatchObject({ status: 0, stderr: '' });
        rmSync(join(app, '.sysand'), { recursive: true });
        const missing = 'it is in the package engines 1.2.0, which is not installed: run "sysand sync"';
        expect(await command(['check', app])).toMatchObject({ status: 2, stdout: expect.stringContaining(missing) as string });
        expect(run(bin('sysand'), ['sync', '--no-index'], app).status).toBe(0);
        expect(await command(['check', app])).toMatchObject({ status: 0, stderr: '' });
        const own = join(folder, 'own.kpar');
        expect((await command(['convert', '--to', 'kpar', '--checksums', engines, '-o', own])).status).toBe(0);
        expect(run(bin('sysand'), ['add', 'urn:t:own', '--as-local-kpar', own, '--no-index'], other).status).toBe(0);
    }, 120_000));

describe('rdflib', () => {
    /** The forms that we read as they are, and those that the tool makes Turtle of. */
    const [direct, indirect] = [
        ['turtle', 'longturtle', 'nt', 'n3'],
        ['xml', 'pretty-xml', 'json-ld', 'trig', 'nquads', 'trix', 'hext']
    ];
    const ofQuads = ['trig', 'nquads', 'trix', 'hext'];
    it.for([...direct, ...indirect])('writes %s that we read', { timeout: 60_000 }, async (form, context) => {
        context.skip(!isInstalled);
        const [notation, ours, theirs] = ['alone.sysml', 'alone.ttl', `alone.${form}.ttl`].map(name => join(folder, name));
        writeFileSync(notation, ALONE);
        expect((await command(['convert', '--to', 'ttl', notation, '-o', ours])).status).toBe(0);
        const script = [
            'import rdflib',
            `g = rdflib.${ofQuads.includes(form) ? 'Dataset' : 'Graph'}()`,
            `g.parse(r'${ours}', format='turtle')`,
            `text = g.serialize(format='${form}')`,
            ...(indirect.includes(form)
                ? [
                      'read, plain = rdflib.Dataset(), rdflib.Graph()',
                      `read.parse(data=text, format='${form === 'pretty-xml' ? 'xml' : form}')`,
                      'for quad in read.quads(): plain.add(quad[:3])',
                      "text = plain.serialize(format='turtle')"
                  ]
                : []),
            `open(r'${theirs}', 'w').write(text)`
        ].join('\n');
        expect(run(bin('python'), ['-c', script])).toMatchObject({ status: 0 });
        expect((await command(['convert', '--to', 'sysml', theirs])).stdout).toBe(ALONE);
    });
});

describe('the Open-MBEE SDK', () => {
    it('writes full JSON of every construct and example, which we read without an error', async context => {
        context.skip(!isInstalled);
        const models = [
            ...SYSML.map(([title, text]) => ({ name: title, content: `package Model {\n${text}\n}\n` })),
            ...documentsBelow('examples')
        ];
        const files = models.map(({ content }, at) => {
            const file = join(folder, `model${at}.sysml`);
            writeFileSync(file, content);
            return file;
        });
        const script = [
            'import sys',
            'from sysml import Model',
            'for file in sys.argv[1:]:',
            '    try: m = Model.from_toolkit(file)',
            '    except Exception: continue', // notation that the SDK does not know
            "    open(file + '.json', 'w').write((getattr(m, '_backend', None) or m.backend).full_json())"
        ].join('\n');
        expect(run(bin('python'), ['-c', script, ...files]).status).toBe(0);
        const documents = files.flatMap((file, at) => (existsSync(`${file}.json`) ? [[at, file] as const] : []));
        expect(documents.length).toBeGreaterThan(models.length * 0.9);
        for (const [at, file] of documents) {
            const { content = '', error } = read(JSON.parse(readFileSync(`${file}.json`, 'utf8')) as readonly Json[]);
            expect(error, models[at].name).toBeUndefined();
            expect(modelOf([{ content }]).documents[0].isWellFormed, models[at].name).toBe(true);
        }
    }, 240_000);

    it('writes full JSON that we read', async context => {
        context.skip(!isInstalled);
        const [notation, document] = ['sdk.sysml', 'sdk.json'].map(name => join(folder, name));
        writeFileSync(notation, ALONE);
        const written = `open(r'${document}', 'w').write((getattr(m, '_backend', None) or m.backend).full_json())`;
        const script = `from sysml import Model; m = Model.from_toolkit(r'${notation}'); ${written}`;
        expect(run(bin('python'), ['-c', script]).status).toBe(0);
        expect(JSON.parse(readFileSync(document, 'utf8'))).toBeInstanceOf(Array);
        expect((await command(['convert', '--from', 'api-json', '--to', 'sysml', document])).stdout).toMatch(/part e : Engine \[2\]/);
    }, 60_000);
});

/** What the standard's schema wants of elements of a metaclass (KerML 10.4), by the metamodel's table: every property, in its kind. */
function schemaOf(metaclass: string): unknown {
    const id = {
        type: 'object',
        required: ['@id'],
        properties: { '@id': { type: 'string', format: 'uuid' } },
        additionalProperties: false
    };
    const data: Readonly<Record<string, unknown>> = {
        Boolean: { type: 'boolean' },
        Integer: { type: 'integer' },
        Real: { type: 'number' }
    };
    const facts = [...propertiesOf(metaclass).values()].filter(p => p.name !== 'operand');
    const properties = facts.map(({ name, type, isMany, isReference }) => {
        const words = literalsOf(type);
        const one = isReference ? id : (data[type] ?? (words === undefined ? { type: 'string' } : { enum: words }));
        return [name, isMany ? { type: 'array', items: one } : { anyOf: [one, { type: 'null' }] }] as const;
    });
    return {
        type: 'object',
        required: ['@id', '@type', ...facts.map(p => p.name)],
        properties: { '@id': { type: 'string', format: 'uuid' }, '@type': { const: metaclass }, ...Object.fromEntries(properties) },
        additionalProperties: false
    };
}

/** Documents with what is derived, of a model of a few lines and of an example. */
async function derivedDocuments(): Promise<readonly (readonly [file: string, elements: readonly Json[]])[]> {
    const notation = join(folder, 'derived.sysml');
    writeFileSync(notation, ALONE);
    const documents: (readonly [string, readonly Json[]])[] = [];
    for (const [at, path] of [notation, 'examples/elevator'].entries()) {
        const file = join(folder, `derived${at}.json`);
        expect((await command(['convert', '--to', 'api-json', '--derived', '--id-form', 'uuid', path, '-o', file])).status).toBe(0);
        documents.push([file, JSON.parse(readFileSync(file, 'utf8')) as readonly Json[]]);
    }
    return documents;
}

describe('our documents with derived properties', () => {
    it('are valid by jsonschema-rs', async context => {
        context.skip(!isInstalled);
        const documents = await derivedDocuments();
        const metaclasses = new Set(documents.flatMap(([, elements]) => elements.map(e => e['@type'] as string)));
        const schemas = join(folder, 'schemas.json');
        writeFileSync(schemas, JSON.stringify(Object.fromEntries([...metaclasses].map(m => [m, schemaOf(m)]))));
        const script = [
            'import json, sys, jsonschema_rs',
            "schemas = {m: jsonschema_rs.validator_for(dict(s, **{'$schema': 'https://json-schema.org/draft/2020-12/schema'}))",
            '           for m, s in json.load(open(sys.argv[1])).items()}',
            'for file in sys.argv[2:]:',
            '    for e in json.load(open(file)):',
            "        for fault in schemas[e['@type']].iter_errors(e): print(file, e['@type'], fault.message[:200])"
        ].join('\n');
        const files = documents.map(([file]) => file);
        expect(run(bin('python'), ['-c', script, schemas, ...files])).toMatchObject({ status: 0, stdout: '' });
    }, 240_000);

    it('are read by the Open-MBEE SDK, element by element', async context => {
        context.skip(!isInstalled);
        const documents = await derivedDocuments();
        const script = [
            'import json, sys',
            'from sysml import Model',
            'for file in sys.argv[1:]:',
            '    elements = json.load(open(file))',
            '    m = Model.from_full_json(elements)',
            "    names = sorted(str(e.declaredName) for e in m.elements_of_type('PartDefinition'))",
            '    print(len(list(m.all())) == len(elements), *names)'
        ].join('\n');
        const { stdout } = run(bin('python'), ['-c', script, ...documents.map(([file]) => file)]);
        const definitions = (elements: readonly Json[]): string[] =>
            elements
                .filter(e => isKind(e['@type'] as string, 'PartDefinition'))
                .map(e => String(e.declaredName))
                .sort();
        expect(stdout.trimEnd().split('\n')).toEqual(documents.map(([, elements]) => ['True', ...definitions(elements)].join(' ')));
    }, 240_000);
});

describe('an XML reader', () =>
    it('finds every element of our XMI inside its owner', async context => {
        context.skip(run('python3', ['--version']).status !== 0);
        const [notation, json, xmi] = ['own.sysml', 'own.json', 'own.sysmlx'].map(name => join(folder, name));
        writeFileSync(notation, ALONE);
        expect((await command(['convert', '--to', 'api-json', '--derived', '--id-form', 'uuid', notation, '-o', json])).status).toBe(0);
        expect((await command(['convert', '--to', 'xmi2', notation, '-o', xmi])).status).toBe(0);
        const script = [
            'import sys, xml.etree.ElementTree as ET',
            'def walk(e, owner):',
            "    here = e.get('elementId')",
            '    if here: print(here, owner)',
            '    for child in e: walk(child, here or owner)',
            "walk(ET.parse(sys.argv[1]).getroot(), '-')"
        ].join('\n');
        const owners = (JSON.parse(readFileSync(json, 'utf8')) as readonly Json[]).map(element => {
            const [owner] = ['owningRelationship', 'owningRelatedElement'].flatMap(
                p => (element[p] as { '@id': string } | null | undefined) ?? []
            );
            return `${element['@id'] as string} ${owner?.['@id'] ?? '-'}`;
        });
        expect(run('python3', ['-c', script, xmi]).stdout.trimEnd().split('\n').sort()).toEqual(owners.sort());
    }, 60_000));
