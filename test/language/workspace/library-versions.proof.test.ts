/** Documents that are versions of library files: one world with the library, whatever else the model has. */
import { describe, expect, test } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { typesOf } from '../../../src/language/semantics/specialization.js';
import { scopeOf } from '../../../src/language/semantics/world.js';
import { type Model, type SourceDocument, Workspace } from '../../../src/language/workspace/workspace.js';
import { isThorough } from '../../support/thorough.js';
import { testLibrary } from '../../support/library.js';

const source = (name: string, content: string): SourceDocument => ({
    name,
    content,
    language: name.endsWith('.kerml') ? 'kerml' : 'sysml'
});
/** The text of the library's file that declares a package. */
const fileOf = (name: string): string => scopeOf(testLibrary().lookupGlobal(name)[0]).text;
const errorsOf = (model: Model): string[] =>
    model.diagnostics.filter(d => d.severity === 'error').map(d => `${d.span?.file}:${d.span?.startLine}: ${d.message}`);
const parse = (...documents: SourceDocument[]): Model => new Workspace({ library: testLibrary() }).parse(documents).model;

const USER = source(
    'user.sysml',
    `package U { private import ISQ::*; private import SI::*; private import Parts::*;
        part def Car { attribute mass : MassValue = 3 [kg]; } part car : Car; part any : Part; action a { action b; then c; action c; } }`
);

describe('a document that is a version of a library file', () => {
    const extended = fileOf('Parts').replace(/\}\s*$/, '    part def Extra :> Part;\n}\n');
    const versions = [
        source('lib/Parts.sysml', extended),
        source('lib/Base.kerml', fileOf('Base')),
        source('lib/ISQBase.sysml', fileOf('ISQBase'))
    ];

    test('stands in for it in the whole model', () => {
        const model = parse(...versions, USER, source('x.sysml', 'package X { part e : Parts::Extra; part f :> Parts::parts; item i; }'));
        expect(errorsOf(model)).toEqual([]);
        const part = elementById(model, 'Parts::Part')!;
        expect((scopeOf(part) as unknown as SourceDocument).name).toBe('lib/Parts.sysml');
        for (const id of ['U::any', 'X::f', 'X::e']) {
            const [type] = typesOf(elementById(model, id)!);
            expect(scopeOf(type), id).toBe(scopeOf(part));
        }
        // What refers to it in the library's other files means it as well.
        const items = elementById(model, 'Items::Item::subparts');
        expect(items === undefined ? undefined : typesOf(items)[0]).toBe(items === undefined ? undefined : part);
    });

    test('is no finding as a library package, and a library package of another name is', () => {
        const codes = parse(...versions, source('own.sysml', 'standard library package Own { }')).diagnostics.map(
            d => `${d.span?.file} ${d.code}`
        );
        expect(codes.filter(c => c.endsWith('library-package'))).toEqual(['own.sysml library-package']);
    });

    test('without the modifiers of the library it is a package of the model', () => {
        const model = parse(
            source('p.sysml', 'package Parts { part def Own; }'),
            source('q.sysml', 'package Q { part a : Parts::Own; part b; }')
        );
        expect(errorsOf(model)).toEqual([]);
        expect(elementById(model, 'Parts::Part')).toBe(testLibrary().libraryElement('Parts::Part'));
    });

    test.runIf(isThorough)('the whole library as documents is free of errors', () => {
        const model = parse(
            ...testLibrary()
                .documents()
                .map(d => source(d.name, d.text)),
            USER
        );
        expect(errorsOf(model)).toEqual([]);
    });

    test('a change of it changes what others see', () => {
        const workspace = new Workspace({ library: testLibrary() });
        const user = source('x.sysml', 'package X { part e : Parts::Extra; }');
        const before = workspace.parse([versions[0], user]).model;
        const after = workspace.parse([source(versions[0].name, fileOf('Parts')), user], { baseModelHash: before.hash });
        expect(errorsOf(before)).toEqual([]);
        expect(after.model.diagnostics.filter(d => d.severity === 'error').map(d => d.code)).toEqual(['unresolved']);
        const again = workspace.parse([versions[0], source('x.sysml', 'package X { part f : Parts::Extra; }')]).model;
        expect(errorsOf(again)).toEqual([]);
    });
});
