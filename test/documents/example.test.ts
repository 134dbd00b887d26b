// The report among the examples, as people would hand it in.

import { describe, expect, it } from 'vitest';
import { QueryContext, documentContent, documentsOf, writeDrawnHtml, writeMarkdown } from '../../src/documents/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';
import { documentsBelow } from '../support/models.js';

describe('the budget report of the satellite', () => {
    const { model } = new Workspace({ library: testLibrary() }).parse(documentsBelow('examples/satellite'));
    const context = new QueryContext(model, undefined);

    it('is the one document of its model, which has no findings', () => {
        expect(model.diagnostics).toEqual([]);
        expect(documentsOf(context).map(({ id, file }) => [id, file])).toEqual([
            ['SatelliteReport::BudgetReport', 'SatelliteReport-BudgetReport']
        ]);
    });

    it('tells masses with their units, and verdicts', () => {
        const markdown = writeMarkdown(documentContent(context, 'SatelliteReport::BudgetReport'));
        expect(markdown).toContain('| 27.5 \\[kg\\] | 83 \\[W\\] |');
        expect(markdown).toContain('| camera | SatelliteStructure::Camera | 12 \\[kg\\] | 45 \\[W\\] |');
        expect(markdown).toContain('- satisfy massBudget by flightModel on SatelliteRequirements::flightModel: holds');
        expect(markdown).toContain('[Units](#units)');
    });

    it('draws its diagram within the page, alike each time', async () => {
        const content = documentContent(context, 'SatelliteReport::BudgetReport');
        const page = await writeDrawnHtml(content);
        expect(page).toMatch(
            /<figure class="sysml-diagram"[^>]*>\n<figcaption[^>]*>Bus and payload<\/figcaption>\n<img src="data:image\/svg\+xml,/
        );
        expect(await writeDrawnHtml(content)).toBe(page);
    });
});
