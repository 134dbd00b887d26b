/** What a row of the tables of rules says. */
import type { Severity } from '../../workspace/diagnostics.js';

/**
 * A rule: the standard's constraint by its name, or a few words; what `check` finds where it is broken; and the members of a package that
 * break it and that keep it. Rows of `WHOLE` in rules.ts have whole documents.
 */
export type Row = readonly [rule: string, found: `${Severity} ${string}`, broken: string, kept: string];
