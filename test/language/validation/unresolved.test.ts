/** All checks of a document run in which names resolve to nothing, as an edit compares them: nothing is reported of what is not known. */
import { expect, test } from 'vitest';
import { NAMING_NODES } from '../../../src/language/semantics/expected.js';
import { segmentsOf } from '../../../src/language/semantics/structure.js';
import { parseDocument, spanOf, visitAll } from '../../../src/language/syntax/index.js';
import { checkDocument } from '../../../src/language/validation/validation.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { KERML, SYSML } from '../../exchange/construct-models.js';
import { testLibrary } from '../../support/library.js';
import type { Language } from './findings.js';

const NAMES: ReadonlySet<string> = new Set(NAMING_NODES);
const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });

/** A text in which every second reference names what does not exist (`_`, too short to be a misspelling). The rest of a chain stays. */
function withoutNames(content: string, language: Language, half: number): string {
    const offsets: { offset: number; end: number }[] = [];
    visitAll(parseDocument(content, language).root, node => {
        if (node.text !== undefined && NAMES.has(node.$type)) {
            const { offset, end } = spanOf(node);
            const start = content.slice(offset, end).lastIndexOf(node.text) + offset;
            const [{ name }] = segmentsOf(node.text);
            if (start >= offset && content.startsWith(name, start)) {
                offsets.push({ offset: start, end: start + name.length });
            }
        }
    });
    return offsets
        .sort((a, b) => b.offset - a.offset)
        .filter((_, i) => i % 2 === half)
        .reduce((text, { offset, end }) => `${text.slice(0, offset)}_${text.slice(end)}`, content);
}

function codesOf(content: string, language: Language): string[] {
    const { model } = workspace.parse([{ name: `test.${language}`, language, content }]);
    const { tiers } = checkDocument(model.documents[0], model.documents, false, { isWhole: true });
    return tiers.flatMap(tier => tier.map(f => f.finding.code)).filter(code => code !== 'unresolved');
}

/** What a name would have been: the type of an individual, the target of a transition, the type that has a feature. */
const BY_NAMES = ['redefinition-package-level', 'individual-typing', 'unreachable-state', 'unreachable-action'];

const rows = [...SYSML.map(row => [...row, 'sysml'] as const), ...KERML.map(row => [...row, 'kerml'] as const)];
// one half of the names of each text keeps this quick
test.each(rows.map((row, i) => [...row, i % 2] as const))('%s', (_, text, language, half) => {
    const content = `package P { ${text} }`;
    const known = codesOf(content, language);
    const found = codesOf(withoutNames(content, language, half), language);
    expect(found.filter(code => !known.includes(code) && !BY_NAMES.includes(code))).toEqual([]);
});
