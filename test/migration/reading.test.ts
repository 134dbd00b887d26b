// Inputs: dialects, archives, encodings, references, damage (contract: migration 1.3, 2).

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/migration/index.js';
import { PIECE } from '../../src/migration/reading/decoding.js';
import { testLibrary } from '../support/library.js';
import { entryOf, migrated, xmi } from './v1.js';

const CLASS = '<packagedElement:Class c "C"/>';
const failure = (bytes: string | Uint8Array): string => {
    try {
        migrate({ name: 'bad.xmi', bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }, { library: testLibrary() });
    } catch (error) {
        return (error as Error).message;
    }
    return 'none';
};

/** An archive with other bytes in the middle of its content. */
const spoilt = (archive: Uint8Array): Uint8Array => archive.map((byte, i) => (i > 60 && i < 90 ? 0xff : byte));

describe('dialects', () => {
    it('reads a bare document of Eclipse', () => {
        const text =
            '<uml:Model xmlns:xmi="http://www.omg.org/XMI" xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML" xmi:id="m" name="M">' +
            '<packagedElement xmi:type="uml:Signal" xmi:id="s" name="S"/></uml:Model>';
        expect(migrated(text).content).toBe('item def S;\n');
    });

    it('reads the models of an archive of MagicDraw, and no backups', () => {
        const archive = zipSync({
            'com.nomagic.magicdraw.uml_model.model': strToU8(xmi(CLASS)),
            'proxy.x_com.nomagic.magicdraw.uml_model.model': strToU8('<broken'),
            'options.xml': strToU8('<options/>')
        });
        expect(migrated(archive).content).toBe('occurrence def C;\n');
    });

    it('reads every document of XMI in another archive, and references between them', () => {
        const other = xmi(
            '<packagedElement:Class d "D"><generalization:Generalization g><general href="a.xmi#c"/></generalization:Generalization></packagedElement:Class>'
        );
        const archive = zipSync({
            'a.xmi': strToU8(xmi(CLASS)),
            'b.xmi': strToU8(other.replace('xmi:id="m"', 'xmi:id="n"')),
            'c.xml': strToU8('<x/>')
        });
        expect(migrated(archive).content).toBe('occurrence def C;\noccurrence def D :> C;\n');
    });

    it('leaves out entries of an archive that are no XML, with a remark, and refuses a damaged model', () => {
        const fork = { '__MACOSX/._a.uml': Uint8Array.of(0, 5, 0x16, 7, 0, 2), 'a.uml': strToU8(xmi(CLASS)) };
        const migration = migrated(zipSync(fork));
        expect(migration.content).toBe('occurrence def C;\n');
        expect(migration.report.remarks.join()).toContain('an entry of the archive is not read: __MACOSX/._a.uml: not well-formed XML');
        expect(failure(zipSync({ ...fork, 'b.uml': strToU8(xmi(CLASS).slice(0, -20)) }))).toMatch(/b\.uml: not well-formed XML/);
    });

    it.each([
        [
            'UTF-16 with a mark',
            () =>
                Buffer.concat([
                    Buffer.from([0xff, 0xfe]),
                    Buffer.from(xmi('<packagedElement:Class c "Tür"/>').replace('UTF-8', 'UTF-16'), 'utf16le')
                ])
        ],
        ['Windows-1252', () => Buffer.from(xmi('<packagedElement:Class c "Tür"/>').replace('UTF-8', 'windows-1252'), 'latin1')]
    ])('reads %s', (_title, bytes) => {
        expect(migrated(bytes()).content).toBe("occurrence def 'Tür';\n");
    });

    it('reads characters of Windows-1252 that Latin-1 has not', () => {
        const text = xmi('<packagedElement:Class c "a - b"/>').replace('UTF-8', 'windows-1252').replace('a - b', 'a \x96 b');
        expect(migrated(Buffer.from(text, 'latin1')).content).toBe("occurrence def 'a – b';\n");
    });

    /** Pads a document so that the name of its class contains the byte at which its second piece starts. */
    const across = (name: string, encoding: 'utf8' | 'latin1', declared: string): Buffer => {
        const text = xmi(`<!--padding--><packagedElement:Class c "${name}"/>`).replace('UTF-8', declared);
        const start = Buffer.from(text, encoding).indexOf(Buffer.from(`"${name}"`, encoding)) + 2;
        return Buffer.from(text.replace('padding', 'x'.repeat(PIECE - start + 'padding'.length)), encoding);
    };
    it.each([
        ['UTF-8 of two bytes', across('über', 'utf8', 'UTF-8'), "'über'"],
        ['UTF-8 of four bytes', across('\u{1F680}rocket', 'utf8', 'UTF-8'), "'\u{1F680}rocket'"],
        ['a mark that is no start of the document', across('\uFEFF\uFEFFx', 'utf8', 'UTF-8'), "'\uFEFF\uFEFFx'"],
        ['Windows-1252', across('€uro Tür', 'latin1', 'windows-1252').map(byte => (byte === 0xac ? 0x80 : byte)), "'€uro Tür'"]
    ])('reads a name that two pieces of a document share, in %s', (_title, bytes, name) => {
        expect(migrated(bytes).content).toBe(`occurrence def ${name};\n`);
    });

    it('refuses a character of which the second piece lacks the rest', () => {
        const bytes = across('über', 'utf8', 'UTF-8');
        expect(failure(bytes.map((byte, i) => (i === PIECE ? 0x20 : byte)))).toMatch(/^the text is not utf-8: .* from byte 0$/);
    });

    it('reads types and stereotypes by namespaces, whatever their prefixes', () => {
        const tagged = xmi(CLASS, '<sysml:Block xmi:id="a" base_Class="c" xsi:type="sysml:Block" xml:lang="en" isEncapsulated="true"/>')
            .replace('<xmi:XMI', '<xmi:XMI xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"')
            .replace('xmi:type="uml:Class"', 'xsi:type="uml:Class"')
            .replaceAll('xsi:', 'instance:')
            .replace('xmlns:xsi', 'xmlns:instance');
        expect(migrated(tagged).content).toBe(
            'part def C {\n    @MigrationMetadata::AppliedStereotype { stereotype = "Block"; tags = "isEncapsulated = true"; }\n}\n'
        );
    });

    it('finds documentation of the exporter in children', () => {
        const text = xmi(CLASS).replace(
            /<xmi:Documentation.*\/>/,
            '<xmi:Documentation><xmi:exporter>Tool X</xmi:exporter></xmi:Documentation>'
        );
        expect(migrated(text).report.exporter).toBe('Tool X');
    });
});

describe('an input that is no model is refused', () => {
    it.each([
        [
            'XMI 1',
            '<XMI xmi.version="1.1" xmlns:UML="omg.org/UML1.3"/>',
            'not an XMI document: expected an xmi:XMI or uml:Model root element; ' +
                'this is XMI 1.1, the format of UML 1: export the model as XMI 2.1 or later, in UML 2'
        ],
        [
            'XMI 1 with its document type',
            '<!DOCTYPE XMI SYSTEM "UMLX13.dtd"><XMI xmi.version="1.0"/>',
            'document type declarations are not accepted: this is XMI 1, the format of UML 1: export the model as XMI 2.1 or later, in UML 2'
        ],
        [
            'SysML v2',
            '<sysml:Namespace xmlns:sysml="https://www.omg.org/spec/SysML/20250201" xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"/>',
            /this is a model of SysML v2, which is converted, not migrated$/
        ],
        ['other XML', '<html/>', 'not an XMI document: expected an xmi:XMI or uml:Model root element'],
        ['no XML', 'hello', /^not well-formed XML: line 1, column \d+: /],
        ['truncated XML', xmi(CLASS).slice(0, -40), /^not well-formed XML: /],
        [
            'a document type',
            xmi(CLASS).replace('<xmi:XMI', '<!DOCTYPE x [<!ENTITY a "b">]><xmi:XMI'),
            'document type declarations are not accepted'
        ],
        ['an undefined entity', xmi('<packagedElement:Class c "&nbsp;"/>'), /^not well-formed XML: .*entity/],
        ['an envelope without a model', '<xmi:XMI xmlns:xmi="http://www.omg.org/spec/XMI/20131001"/>', /^the document holds no model/],
        ['elements nested too deeply', xmi('<a>'.repeat(2100)), 'elements are nested more than 2000 deep'],
        [
            'text that is not of its encoding',
            Buffer.concat([Buffer.from('<a b="'), Buffer.from([0xff, 0xc0]), Buffer.from('"/>')]),
            /^the text is not utf-8/
        ],
        ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><a/>', 'unknown encoding "klingon"'],
        ['an archive without a model', zipSync({ 'a.txt': strToU8('x') }), 'the archive holds no model: no entry is an XMI document'],
        ['a truncated archive', zipSync({ 'a.xmi': strToU8(xmi(CLASS)) }).slice(0, 150), /^the archive is damaged/],
        [
            'an archive that ends within an entry that is stored as it is',
            zipSync({ 'a.xmi': strToU8(xmi(CLASS)) }, { level: 0 }).slice(0, 150),
            /^the archive is damaged/
        ],
        [
            'an entry that is not deflated as it says',
            spoilt(zipSync({ 'a.xmi': strToU8(xmi(CLASS)) })),
            /^the archive's entry a\.xmi is damaged: /
        ]
    ])('%s', (_title, bytes, message) => {
        expect(failure(bytes)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    });
});

describe('references and ids', () => {
    it('keeps the first of two elements of one id, and accounts for both names of it once', () => {
        const migration = migrated(xmi('<packagedElement:Class c "A"/><packagedElement:Class b "B"/>').replace('"b"', '"c"'));
        expect(entryOf(migration, 'c').note).toContain('repeated');
    });

    it('counts add up to the entries', () => {
        const { report } = migrated(xmi(`${CLASS}<packagedElement:Activity x "X"><node:OpaqueAction n "N"/></packagedElement:Activity>`));
        const { mapped, approximated, unmapped, skipped } = report.counts;
        expect(report.entries).toHaveLength(mapped + approximated + unmapped + skipped);
        expect(report.summary).toMatch(/^migrated 4 element\(s\): /);
    });
});
