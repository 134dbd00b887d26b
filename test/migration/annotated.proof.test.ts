// Documentation and stereotypes of each element of each row: the text is kept beside what is written, whatever the element is part of, and
// the document stays clean (contract: migration 4.5, 4.6).

import { describe, expect, it } from 'vitest';
import { portion, sampled } from '../support/thorough.js';
import { drawnInDialect } from './dialects.js';
import { ROWS } from './rows-all.js';
import { migrated } from './v1.js';

/** What has no annotations of its own: values, ends, multiplicities, comments. */
const PLAIN = /^(Literal\w+|(Opaque|String|Time)?Expression|\w*Interval|\w+Value|Generalization|ConnectorEnd|Duration|Comment|Image)$/;
const START = /<(\w+) xmi:type="uml:(\w+)" xmi:id="([^"]+)"([^>]*?)(\/?)>/g;

/** A text in which each element has something more. */
function withEach(document: string, more: (metaclass: string, id: string) => string): string {
    return document.replace(START, (whole, role: string, metaclass: string, id: string, rest: string, end: string) =>
        role === 'Model' || id === 'root' || PLAIN.test(metaclass)
            ? whole
            : `<${role} xmi:type="uml:${metaclass}" xmi:id="${id}"${rest}>${more(metaclass, id)}${end === '' ? '' : `</${role}>`}`
    );
}

const textOf = (members: string, applied: readonly string[]): string =>
    Buffer.from(drawnInDialect('plain UML', members, applied, [])[0]).toString();

/** Comments with one of these notes are left out with their owners. */
const LEFT_OUT = /the extension of a metaclass/;

describe('documentation of each element', () => {
    it.each(sampled(portion(ROWS, 2), 18, 2).map(row => [`${row.section} ${row.title}`, row] as const))(
        '%s',
        (_title, { members, applied }) => {
            const document = withEach(
                textOf(members, applied),
                (_metaclass, id) =>
                    `<ownedComment xmi:type="uml:Comment" xmi:id="says-${id}" body="It is ${id}.">` +
                    `<annotatedElement xmi:idref="${id}"/></ownedComment>`
            );
            const { content, report } = migrated(document);
            const comments = report.entries.filter(({ id, note }) => id.startsWith('says-') && !LEFT_OUT.test(note));
            const lost = comments.filter(({ id, verdict }) => verdict !== 'mapped' || !content.includes(`It is ${id.slice(5)}.`));
            expect(lost.map(({ id, note }) => `${id}: ${note}`)).toEqual([]);
        }
    );
});

describe('a stereotype of each element', () => {
    it.each(sampled(portion(ROWS, 2, 1), 18, 3).map(row => [`${row.section} ${row.title}`, row] as const))(
        '%s',
        (_title, { members, applied }) => {
            const text = textOf(members, applied);
            const elements = [...text.matchAll(START)].filter(([, role, metaclass]) => role !== 'Model' && !PLAIN.test(metaclass));
            const marks = elements.map(
                ([, , metaclass, id]) =>
                    `<p:Mark xmlns:p="http://plant.example/p" xmi:id="mark-${id}" base_${metaclass}="${id}" of="it is ${id}"/>`
            );
            const marked = text.replace('</xmi:XMI>', `${marks.join('')}</xmi:XMI>`);
            const [plain, { content, report }] = [migrated(text), migrated(marked)];
            expect(report.counts).toEqual(plain.report.counts);
            const written = report.entries.filter(
                ({ verdict, target }) => verdict !== 'unmapped' && verdict !== 'skipped' && target !== ''
            );
            const lost = written.filter(({ id, kind }) => kind.includes('«Mark»') && !content.includes(`"of = it is ${id}"`));
            expect(lost.map(({ id, kind }) => `${id}: ${kind}`)).toEqual([]);
        }
    );
});
