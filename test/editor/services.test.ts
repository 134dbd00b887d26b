// Langium's services say what the core says: of names, references, findings and documents.

import { type AstNode as LangiumNode, AstUtils, DocumentState, type LangiumDocument, URI } from 'langium';
import { beforeAll, describe, expect, it } from 'vitest';
import { diagnosticsOf } from '../../src/editor/findings.js';
import { diskFiles } from '../../src/editor/disk.js';
import { EditorModels } from '../../src/editor/models.js';
import { ourNode } from '../../src/editor/services/descriptions.js';
import { createWorkbenchServices, type WorkbenchServices } from '../../src/editor/services/index.js';
import type { AstNode } from '../../src/language/generated/tree.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { membersOf, nameSegments, nameTextOf } from '../../src/language/positions/name-segments.js';
import { referencesTo } from '../../src/language/positions/places.js';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { parseDocument, spanOf, visitAll } from '../../src/language/syntax/index.js';

const TEXTS: Readonly<Record<string, string>> = {
    'untitled:parts.sysml': `package Parts {
    private import ScalarValues::*;
    part def Wheel { attribute size : Integer; }
    part def Axle { part left : Wheel; part right : Wheel; }
    alias Rim for Wheel;
}`,
    'untitled:car.sysml': `package Car {
    private import Parts::*;
    part def Vehicle { part front : Axle; attribute s = front.left.size; part odd : Nowhere; }
    part spare : Parts::Wheel;
}`,
    'untitled:alone.kerml': 'package Alone { class C; feature c : C; }',
    'untitled:broken.sysml': 'package Broken { part def { '
};

let models: EditorModels;
let services: WorkbenchServices;
beforeAll(() => {
    models = new EditorModels(loadLibrary(), [diskFiles]);
    Object.entries(TEXTS).forEach(([uri, text]) => models.open(uri, { text, version: 1 }));
    services = createWorkbenchServices(models);
});

const documentAt = (uri: string): LangiumDocument => services.documents.existing(URI.parse(uri));
/** All nodes of a tree. */
function nodesOf(root: LangiumNode): LangiumNode[] {
    const nodes: LangiumNode[] = [];
    visitAll(ourNode(root), node => void nodes.push(node));
    return nodes;
}
const elementAt = (uri: string, declaration: string): AstNode => {
    const offset = TEXTS[uri].indexOf(declaration);
    return nodesOf(documentAt(uri).parseResult.value)
        .map(ourNode)
        .find(node => spanOf(node).offset === offset && node.$container !== undefined)!;
};

describe('documents', () => {
    it('are those of the snapshot, complete, and the same as long as it has them', () => {
        expect(services.shared.workspace.LangiumDocuments.all.map(({ uri }) => uri.toString()).toArray()).toEqual(
            Object.keys(TEXTS).sort()
        );
        const before = documentAt('untitled:alone.kerml');
        const changed = documentAt('untitled:car.sysml');
        models.open('untitled:car.sysml', { text: `${TEXTS['untitled:car.sysml']} `, version: 2 });
        expect(documentAt('untitled:alone.kerml')).toBe(before);
        expect(documentAt('untitled:car.sysml')).not.toBe(changed);
        models.open('untitled:car.sysml', { text: TEXTS['untitled:car.sysml'], version: 3 });
        expect(before.state).toBe(DocumentState.Validated);
    });

    it.each(Object.keys(TEXTS))('%s has its text and tree, which knows it', uri => {
        const document = documentAt(uri);
        expect(document.textDocument.getText()).toBe(TEXTS[uri]);
        const nodes = nodesOf(document.parseResult.value);
        expect(nodes.length).toBe(nodesOf(parseDocument(TEXTS[uri], 'sysml').root).length);
        expect(nodes.every(node => AstUtils.getDocument(node) === document)).toBe(true);
    });

    it('that are none are refused', async () => {
        const missing = URI.parse('file:///nowhere.sysml');
        await expect(services.shared.workspace.LangiumDocuments.getOrCreateDocument(missing)).rejects.toThrow(/not a document/);
        await expect(services.shared.workspace.DocumentBuilder.waitUntil(DocumentState.Parsed, missing)).rejects.toThrow(/not a document/);
    });

    it('of the library are found by their URI', () => {
        const [integer] = services.shared.workspace.IndexManager.allElements()
            .filter(({ name }) => name === 'ScalarValues')
            .toArray();
        expect(services.documents.existing(integer.documentUri).textDocument.getText()).toContain('datatype Integer');
    });

    it.each(Object.keys(TEXTS))('%s has nodes that their paths lead to', uri => {
        const { AstNodeLocator } = services.sysml.workspace;
        const root = documentAt(uri).parseResult.value;
        const nodes = nodesOf(root);
        expect(nodes.every(node => AstNodeLocator.getAstNode(root, AstNodeLocator.getAstNodePath(node)) === node)).toBe(true);
    });

    it.each([
        ['file:///a.kerml', 'kerml'],
        ['file:///a.sysml', 'sysml'],
        ['untitled:Untitled-1', 'sysml']
    ])('%s is in %s', (uri, language) => {
        expect(services.shared.ServiceRegistry.getServices(URI.parse(uri)).LanguageMetaData.languageId).toBe(language);
    });
});

describe('names', () => {
    it.each(Object.keys(TEXTS))('in %s lead where the core says, by the scope, by a link, and as references', uri => {
        const document = models.document(uri)!;
        const { ScopeProvider, Linker } = services.sysml.references;
        const segments = nameSegments(document);
        const found = segments.map(({ node, index }) => membersOf(node)[index]);
        const isSame = documentAt(uri).references.map((reference, i) => 'ref' in reference && reference.ref === found[i]);
        expect(isSame).toEqual(found.map(() => true));
        segments.forEach(({ node, index, name }, i) => {
            if (index === membersOf(node).length - 1) {
                const text = nameTextOf(node)!;
                const reference = Linker.buildReference(node, 'text', undefined, text);
                const info = { reference, container: node, property: 'text' };
                expect(ScopeProvider.getScope(info).getElement(text)?.node === found[i], name).toBe(true);
                expect(reference.ref === found[i], name).toBe(true);
                expect(reference.error === undefined).toBe(found[i] !== undefined);
            }
        });
    });

    it('that may be written are those of the namespaces around, imported ones too', () => {
        const container = elementAt('untitled:car.sysml', 'part def Vehicle');
        const { ScopeProvider } = services.sysml.references;
        const reference = { $refText: '', ref: undefined };
        const scope = ScopeProvider.getScope({ reference, container, property: 'text' });
        const names = scope
            .getAllElements()
            .map(({ name }) => name)
            .toArray();
        expect(names).toEqual(expect.arrayContaining(['front', 'Vehicle', 'spare', 'Wheel', 'Rim', 'Car', 'Parts', 'Alone']));
        expect(names).not.toContain('left');
        expect(scope.getElement('Parts::Axle')?.type).toBe('Definition');
        expect(scope.getElement('left')).toBeUndefined();
    });

    it.each([
        ['untitled:parts.sysml', 'part def Wheel'],
        ['untitled:parts.sysml', 'part left'],
        ['untitled:alone.kerml', 'class C'],
        ['untitled:car.sysml', 'part spare']
    ])('%s: all references to %s are found', (uri, declaration) => {
        const element = elementAt(uri, declaration);
        const { References } = services.sysml.references;
        const places = referencesTo(models.modelOf(uri), element).map(r => `${r.document.name} ${r.segment.span.offset}`);
        const shown = (descriptions: readonly { sourceUri: URI; segment: { offset: number } }[]): string[] =>
            descriptions.map(({ sourceUri, segment }) => `${sourceUri.toString()} ${segment.offset}`);
        const found = References.findReferences(element, {}).toArray();
        expect(shown(found)).toEqual(places);
        expect(shown(services.shared.workspace.IndexManager.findAllReferences(element, '').toArray())).toEqual(places);
        expect(References.findReferences(element, { includeDeclaration: true }).count()).toBe(places.length + 1);
        const here = References.findReferences(element, { documentUri: URI.parse(uri) }).toArray();
        expect(shown(here)).toEqual(places.filter(place => place.startsWith(`${uri} `)));
    });

    it('that everybody sees are the public members of the roots', () => {
        const uris = new Set(Object.keys(TEXTS));
        const exported = services.shared.workspace.IndexManager.allElements(undefined, uris).toArray();
        expect(exported.map(({ node }) => qualifiedNameOf(ourNode(node!))).sort()).toEqual(['Alone', 'Broken', 'Car', 'Parts']);
        expect(services.shared.workspace.IndexManager.allElements('Import', uris).count()).toBe(0);
    });

    it.each([
        ['untitled:car.sysml', 'untitled:parts.sysml', true],
        ['untitled:parts.sysml', 'untitled:car.sysml', false],
        ['untitled:alone.kerml', 'untitled:parts.sysml', false]
    ])('%s follows %s: %s', (uri, changed, expected) => {
        expect(services.shared.workspace.IndexManager.isAffected(documentAt(uri), new Set([changed]))).toBe(expected);
    });
});

describe('findings', () => {
    it.each([
        ['untitled:parts.sysml', []],
        ['untitled:car.sysml', ['unresolved']],
        ['untitled:broken.sysml', ['syntax']]
    ])('of %s are those of the model', async (uri, codes) => {
        const found = await services.sysml.validation.DocumentValidator.validateDocument(documentAt(uri));
        expect([...new Set(found.map(({ code }) => code))]).toEqual(codes);
        expect(found).toEqual(diagnosticsOf(models.modelOf(uri), models.document(uri)!, models.settings));
    });

    it('are told of each document once as long as they are the same', async () => {
        const told: string[] = [];
        const listener = services.builder.onDocumentPhase(DocumentState.Validated, ({ uri, diagnostics }) => {
            told.push(`${uri.toString()} ${diagnostics?.length}`);
        });
        const documents = services.documents.all.toArray();
        await services.builder.build(documents);
        await services.builder.build(documents);
        listener.dispose();
        expect(told.map(line => line.split(' ')[0])).toEqual(Object.keys(TEXTS).sort());
    });
});

describe('findings', () => {
    const CAR_URI = 'untitled:car.sysml';
    const published: string[] = [];
    const pathOf = (document: LangiumDocument): string => document.uri.toString().replace(/^untitled:/, '');
    beforeAll(() => {
        services.shared.workspace.DocumentBuilder.onDocumentPhase(
            DocumentState.Validated,
            document => void published.push(`${pathOf(document)} ${document.diagnostics!.length}`)
        );
    });
    /** What is published after an update, until all documents are analysed. */
    const after = async (changed: readonly string[], deleted: readonly string[] = []): Promise<string[]> => {
        const { DocumentBuilder } = services.shared.workspace;
        published.length = 0;
        const isOver = new Promise<void>(resolve => {
            const listening = DocumentBuilder.onBuildPhase(DocumentState.Validated, () => {
                listening.dispose();
                resolve();
            });
        });
        await DocumentBuilder.update(
            changed.map(uri => URI.parse(uri)),
            deleted.map(uri => URI.parse(uri))
        );
        await isOver;
        return [...published];
    };

    it('of an edited document are published first, then those of the others, and none again that are the same', async () => {
        const car = { text: TEXTS[CAR_URI], version: 10 };
        models.open(CAR_URI, car);
        // what was removed is published again
        const [first, ...others] = await after([CAR_URI], Object.keys(TEXTS));
        expect(first).toBe('car.sysml 1');
        expect(others.sort()).toEqual(['alone.kerml 0', 'broken.sysml 1', 'parts.sysml 0']);
        expect(await after([])).toEqual([]);
        models.open(CAR_URI, { text: car.text.replace('Nowhere', 'Axle'), version: 11 });
        expect(await after([CAR_URI])).toEqual(['car.sysml 0']);
        models.open(CAR_URI, { ...car, version: 12 });
        expect(await after([CAR_URI, 'untitled:missing.sysml'])).toEqual(['car.sysml 1']);
    });

    it('are published again after a document was removed and opened', async () => {
        await after([CAR_URI]);
        expect(await after([], ['untitled:alone.kerml'])).toEqual(['alone.kerml 0']);
    });

    it('of a text that has changed since are not published', async () => {
        const text = TEXTS[CAR_URI];
        models.open(CAR_URI, { text: text.replace('Nowhere', 'Nobody'), version: 20 });
        const first = after([CAR_URI]);
        models.open(CAR_URI, { text: text.replace('Nowhere', 'Axle'), version: 21 });
        expect(await first).toEqual(['car.sysml 0']);
        models.open(CAR_URI, { text, version: 22 });
    });
});
