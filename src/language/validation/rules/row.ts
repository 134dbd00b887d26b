/** The type of a row of the tables of rules. */
import type { Severity } from '../../workspace/diagnostics.js';

/**
 * A rule: the name of the standard's constraint, or a few words; the finding of `check` for a violation; and the members of a package that
 * violate and that satisfy it. Rows of `WHOLE` in rules.ts have whole documents.
 */
export type Row = readonly [rule: string, found: `${Severity} ${string}`, broken: string, kept: string];
