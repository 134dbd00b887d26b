/** The codes of findings as a type: the compiler accepts only codes that have a row in the tables of rules. */
import type { Severity } from '../../workspace/diagnostics.js';
import type { ADVICE } from './advice.js';
import type { KERML } from './kerml.js';
import type { SYSML } from './sysml.js';

/** Codes without a row, because no small model shows them, with their explanations. */
export const CODES_WITHOUT_ROW = {
    ambiguous: 'a name that reaches several distinct elements',
    'diagram-layout-canvas': 'a diagram layout that states more than one canvas, or one without its view',
    'diagram-layout-duplicate': 'an element that a diagram layout places twice',
    'diagram-layout-unplaced': 'a diagram layout that places nothing of its diagram',
    'rounded-real-literal': 'a decimal literal that no double holds exactly',
    'signal-never-sent': 'an accept of a signal that nothing in the model sends',
    'unconnected-port': 'a port that nothing connects'
} as const;

type CodesIn<Found extends string> = Found extends `${infer One}, ${infer Rest}`
    ? CodesIn<One> | CodesIn<Rest>
    : Found extends `${Severity} ${infer Code}`
      ? Code
      : never;

/** The code of a finding of a check. */
export type FindingCode = CodesIn<(typeof KERML | typeof SYSML | typeof ADVICE)[number][1]> | keyof typeof CODES_WITHOUT_ROW;
