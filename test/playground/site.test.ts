/** The models in the documentation are right: a reader opens them in the playground. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelsIn } from '../../scripts/playground/site.js';
import { findingsOf } from '../language/validation/findings.js';

const DOCS = join(import.meta.dirname, '../../docs');
const models = readdirSync(DOCS)
    .filter(name => name.endsWith('.md'))
    .flatMap(name => modelsIn(readFileSync(join(DOCS, name), 'utf8')).map((text, i) => [`${name} ${i + 1}`, text] as const));

describe('the models in the documentation', () => {
    it('are some', () => {
        expect(models.length).toBeGreaterThan(1);
    });

    it.each(models)('%s has no error', (_, text) => {
        expect(findingsOf(text, 'sysml').filter(f => f.severity === 'error')).toEqual([]);
    });
});
