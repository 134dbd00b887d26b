// A stack overflow anywhere in the analysis of a model leaves no mark of work in progress: what is asked afterwards is answered as ever.

import { describe, expect, it } from 'vitest';
import { loadLibrary } from '../../../src/language/library/loading.js';
import '../../../src/runtime/evaluation/model-level.js';
import { analyse } from '../../../src/language/workspace/analysis.js';
import { Workspace, type Model } from '../../../src/language/workspace/workspace.js';

const library = loadLibrary();

/**
 * Models whose analysis goes deep: long chains that lead into each other by every kind of relationship. Imports are searched without
 * recursion, and what they name around them without a search: how often these overflow is left open.
 */
const DEEP: readonly (readonly [title: string, content: string])[] = [
    ['specializations', chain(i => `part def P${i} :> P${i + 1} { part x${i} :>> x${i + 1}; }`, 'part def P400 { part x400; }')],
    ['imports', chain(i => `package Q${i} { public import Q${i + 1}::*; part p${i} : D; }`, 'package Q400 { part def D; }')],
    ['subsettings', `part def R { ${chain(i => `part a${i} :> a${i + 1};`, 'part a400;')} }`],
    ['values', chain(i => `attribute v${i} = v${i + 1} + 1;`, 'attribute v400 = 1;')],
    ['circles', chain(i => `part def C${i} :> C${i + 1} { private import C${i + 2}::*; }`, 'part def C400 :> C0; part def C401;')],
    ['usages of usages', chain(i => `part u${i} : U${i} { part :>> w; } part def U${i} :> U${i + 1};`, 'part def U400 { part w; }')]
];

function chain(link: (index: number) => string, end: string): string {
    return Array.from({ length: 400 }, (_, index) => link(index))
        .concat(end)
        .join('\n');
}

/** A model whose analysis is left to the test. */
const modelOf = (content: string): Model =>
    new Workspace({ library, cacheSize: 1, analysis: 'never' }).parse([{ name: 'm.sysml', language: 'sysml', content }]).model;

/** The findings of a model, by the memory of its nodes and of the library's as they stand. */
function findingsOf({ documents, strict }: Model): string[] {
    [...analyse(documents[0], documents, strict)].at(0);
    return documents[0].findings.map(({ code, message, offset }) => `${offset} ${code} ${message}`);
}

/** Passes over an overflow of the stack, without `expect`: there is no room for it. @throws any other error */
function overflow(error: unknown): 0 {
    if (error instanceof RangeError) {
        return 0;
    }
    throw error;
}

/** Does something at a depth where the stack has only about so many frames left; deeper frames overflow, and the overflow is swallowed. */
function nearTheEnd(frames: number, work: () => void): void {
    /** Goes down to the end, and does the work on the way back. */
    const descend = (): number => {
        let fromTheEnd: number;
        try {
            fromTheEnd = descend() + 1;
        } catch (error) {
            return overflow(error);
        }
        if (fromTheEnd === frames) {
            work();
        }
        return fromTheEnd;
    };
    descend();
}

describe('after a stack overflow', () => {
    // three times: V8 compiles a regular expression at its first use, again at its second, and ends the process where it does so near the
    // end of the stack; what stands above the recursion is never there but in this test (recursion itself: test/runtime/deep-recursion)
    const [expected] = [1, 2, 3].map(() => DEEP.map(([, content]) => findingsOf(modelOf(content))));

    it.each(DEEP.map(([title], index) => [title, index] as const))('in %s, the same nodes are analysed as ever', (_, index) => {
        let overflowed = 0;
        for (let frames = 40; frames < 2500; frames = Math.ceil(frames * 1.35)) {
            const model = modelOf(DEEP[index][1]);
            nearTheEnd(frames, () => {
                try {
                    overflowed += findingsOf(model).some(f => f.includes('too-deep')) ? 1 : 0;
                } catch (error) {
                    overflow(error);
                    overflowed++;
                }
            });
            expect(findingsOf(model)).toEqual(expected[index]);
        }
        expect(overflowed).toBeGreaterThan(['imports', 'circles'].includes(DEEP[index][0]) ? 0 : 3);
        expect(DEEP.map(([, other]) => findingsOf(modelOf(other)))).toEqual(expected);
    });
});
