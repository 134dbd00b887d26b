// Random batches of additions and changes leave the text that their operations leave one after another, and report the same splices.

import { describe, expect, it } from 'vitest';
import type { AcceptedEdit } from '../../src/editing/index.js';
import { cases } from '../support/thorough.js';
import { edited, type Some } from './edit.js';
import { seeded } from './random-edits.js';

describe('a batch', () => {
    const BASE =
        'package P {\n    part def A;\n    part def B { attribute b = 1; }\n    part def C {\n        attribute c = 2;\n    }\n    calc def F { in x; x * 2 }\n    // end\n}\n';
    /** Additions and changes, to what is there and to what was just added. */
    const batchOf = (seed: number): Some[] => {
        const random = seeded(seed);
        const owners = ['', 'P', 'P::A', 'P::B', 'P::C', 'P::F'];
        const valued = ['P::B::b', 'P::C::c'];
        return Array.from({ length: 25 }, (_, i): Some => {
            const owner = owners[random(owners.length)];
            const id = owner === '' ? `n${i}` : `${owner}::n${i}`;
            switch (random(7)) {
                case 0:
                    return { setValue: { target: valued[random(valued.length)], value: `${i} + 1` } };
                case 1:
                    return { addNote: { target: owners[1 + random(owners.length - 1)], text: `note ${i}` } };
                case 2:
                    return { addComment: { owner, body: `one\ntwo ${i}`, name: `c${i}` } };
                case 3:
                    valued.push(id);
                    return { addMember: { owner, kind: 'attribute', name: `n${i}`, ...(i % 2 ? { value: `${i}` } : {}) } };
                case 4:
                    return {
                        addImport: {
                            owner,
                            target: ['SI::*', 'ScalarValues::*', 'Parts::Part'][i % 3],
                            visibility: ['public', 'private'][i % 2]
                        }
                    };
                default:
                    owners.push(id);
                    return { addMember: { owner, kind: 'part', name: `n${i}` } };
            }
        });
    };
    const seeds = Array.from({ length: cases(2, 18, 100) }, (_, i) => i + 1);
    it.each(seeds)('leaves what its operations leave one after another, and reports each of them (%i)', seed => {
        let text = BASE;
        const operations: Some[] = [];
        const reported: unknown[] = [];
        for (const one of batchOf(seed)) {
            const outcome = edited(text, [one]);
            if (!('failure' in outcome)) {
                reported.push(...outcome.applied.map(({ offset, length, oldText, newText }) => ({ offset, length, oldText, newText })));
                text = outcome.documents[0].content;
                operations.push(one);
            }
        }
        const outcome = edited(BASE, operations) as AcceptedEdit;
        expect(outcome.documents?.[0].content ?? outcome).toBe(text);
        expect(outcome.applied.map(({ offset, length, oldText, newText }) => ({ offset, length, oldText, newText }))).toEqual(reported);
    });
});
