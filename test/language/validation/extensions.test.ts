/** Extension notation: each finding names the standard notation for what is written, at the keyword. */
import { expect, test } from 'vitest';
import { findingsOfBodies } from './findings.js';

const META = (kind: string, name: string): string => `'#${kind} state ${name};' with 'private import StateMachines::*;'`;
const STATES: readonly (readonly [written: string, words: string, standard: string])[] = [
    ['choice c;', 'choice', META('choice', 'c')],
    ['junction c;', 'junction', META('junction', 'c')],
    ['history c;', 'history', META('shallowHistory', 'c')],
    ['shallow history c;', 'shallow history', META('shallowHistory', 'c')],
    ['deep history c;', 'deep history', META('deepHistory', 'c')],
    ['final c;', 'final', "'then done;'"],
    ['initial c;', 'initial', "'entry; then …;'"],
    ['region c { state x; }', 'region', "'state c { … }' in a state that is marked 'parallel'"],
    ['defer Signal;', 'defer', "'@MigrationMetadata::DeferredEvent { ref :>> signal : Signal; }' in the state"],
    ['entry point c;', 'entry point', 'a transition to the nested state itself'],
    ['exit point c;', 'exit point', 'a transition from the nested state itself']
];
const bodyOf = (written: string): string => `state def S { entry; then a; state a;\n    ${written} }`;
const states = findingsOfBodies(
    { shared: 'item def Signal;' },
    STATES.map(([written]) => bodyOf(written))
);

test.each(STATES)('%s', (written, words, standard) => {
    const [finding] = states.get(bodyOf(written))!.filter(f => f.code === 'nonstandard-notation');
    expect(finding.message).toBe(`'${words}' is an extension: the standard notation is ${standard}`);
    const { startLine, startCol, endCol } = finding.span!;
    expect([startLine, startCol, endCol - startCol]).toEqual([2, 5, words.split(' ')[0].length]);
});

// the same words are names elsewhere
const NAMES = ['part def P { part choice; part final; part region; }', 'state def S { entry; then choice; state choice; }'];
test.each([...findingsOfBodies({ shared: '' }, NAMES)])('%s', (_, findings) => expect(findings).toEqual([]));
